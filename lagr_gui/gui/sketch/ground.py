"""Walls and fixed pivots that are drawn into the sketch."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.drawing.lengths import vector
from lagr_gui.gui.panes.animation.ground import Ground
from lagr_gui.gui.panes.animation.ink import pen
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.panes.animation.planar import draw_ground, hatched
from lagr_gui.gui.panes.animation.values import known_values
from lagr_gui.gui.sketch.stand import Stand

SAME = 1e-9


def draw_marks(picture: Painter, stand: Stand) -> None:
    """They lie under the mechanism."""
    values, now = known_values(stand.model, stand.special), picture.now
    for place, wall in enumerate(stand.model.sketch.walls):
        ends = [vector(point, values) for point in (wall.start, wall.end)]
        if ends[0] is None or ends[1] is None or wall.body not in now.x:
            continue
        x, R = now.x[wall.body], now.R[wall.body]
        a, b = (x + R @ end for end in (ends[0], ends[1]))
        left = np.cross(picture.camera.towards, b - a)
        away = np.array([left @ picture.camera.right, -(left @ picture.camera.up)])
        usual = pen(picture.theme.color("node_line"), 1.6)
        chosen = f"mark:walls.{place}" in picture.look.selected
        picture.painter.setPen(pen(picture.theme.color("accent"), 2.6) if chosen else usual)
        flat = picture.flat(np.stack([a, b]))
        hatched(picture, flat[0], flat[1], away)
    for point in _pivots(stand, now.x[0], now.R[0]):
        g = picture.scene.gravity
        up = -g if np.any(g) else picture.camera.up
        draw_ground(picture, Ground("bearing", 0, point, now.R[0].T @ up))


def _pivots(stand: Stand, x: Array, R: Array) -> Iterator[Array]:
    """Fixed pivots (3,) on which nothing hangs yet, in the axes of body 0."""
    values = known_values(stand.model, stand.special)
    held = [places[0] for places in stand.scene.motion.joints.values()]
    for mark in stand.model.sketch.points:
        point = vector(mark.point, values) if mark.body == 0 and not mark.traced else None
        if point is not None:
            here = x + R @ point
            if not any(np.linalg.norm(here - other) < SAME for other in held):
                yield point
