"""Walls and fixed pivots that are drawn into the sketch."""

from __future__ import annotations

import numpy as np

from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.panes.animation.planar import draw_ground, hatched
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.scenery.drawn_marks import drawn_walls, free_pivots, walls_of_contacts
from lagr_gui.scenery.ground import Ground
from lagr_gui.scenery.values import known_values


def draw_marks(picture: Painter, stand: Stand) -> None:
    """They lie under the mechanism; a wall is that of what rebounds from it too."""
    values, motion = known_values(stand.model, stand.special), stand.scene.motion
    walled = walls_of_contacts(stand.model, motion, values, stand.scene.planes)
    picture.walled = frozenset(walled)
    for place, ends in drawn_walls(stand.model, motion, values):
        ink = picture.look.edge_of(
            [
                f"mark:walls.{place}",
                *(f"element:{n}" for n, wall in walled.items() if wall == place),
            ],
            picture.theme.color("node_line"),
        )
        picture.painter.setPen(ink)
        hatched(picture, picture.sight.wall(ends))
    for point in free_pivots(stand.model, motion, values):
        g = picture.scene.gravity
        up = -g if np.any(g) else picture.camera.up
        draw_ground(picture, Ground("bearing", 0, point, picture.now.R[0].T @ up))
