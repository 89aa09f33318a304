"""Spatial systems: surfaces in the light of the sun over a grid, with true hidden surfaces."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor

from lagr_gui.gui.panes.animation.casting import Caster, Stage, colors_of
from lagr_gui.gui.panes.animation.fittings import add_fittings
from lagr_gui.gui.panes.animation.floor import axes_place, draw_grid, grid_of
from lagr_gui.gui.panes.animation.ink import at, mixed, pen, polygon
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.gui.panes.animation.toothed import add_teeth
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.planes import Plane

DARK = 90
"""Bodies of less lightness (of 255) have light marks."""
LIT = 0.55
"""How much of the colour of emphasis a body takes that is selected or lit up."""
NAMED = 5.0
"""Pixels of a direction that are seen, for it to have its name."""
SHADES = (0.16, 0.45)
"""How dark shadows are on light and on dark paper."""
_caster = Caster()


def draw_spatial(picture: Painter) -> None:
    """Grid, planes and trails; over them all surfaces; point masses where they can be seen."""
    if picture.options.floor:
        grid, seen = grid_of(picture.scene), (picture.camera, picture.size, picture.theme)
        draw_grid(picture.painter, grid, *seen, picture.options.ticks)
    for plane in picture.scene.planes:
        draw_plane(picture, plane)
    picture.trails()
    scene, camera = picture.scene, picture.camera
    shade = SHADES[picture.theme.dark]
    stage = Stage(scene, picture.now, camera, picture.size, shade)
    bodies = {f.index: _color(picture, f) for f in scene.figures}
    add_fittings(picture, stage)
    add_teeth(picture, stage, bodies)
    _caster.draw(picture.painter, stage, colors_of(scene.figures, bodies, _mark))
    for figure in scene.figures:
        x = picture.now.x[figure.number]
        if figure.solid is None and not _caster.hides(x, picture.flat(x), 0.02 * scene.size):
            picture.dot(figure)
    draw_axes(picture)


def _color(picture: Painter, figure: Figure) -> QColor:
    """The colour of a body; it tells of being selected or lit up."""
    color, key = picture.look.body(figure), f"body:{figure.number}"
    if key in picture.look.warm:
        return mixed(color, picture.theme.color("warm"), LIT)
    if key in picture.look.selected:
        return mixed(color, picture.theme.color("accent"), LIT)
    if key in picture.look.faulty:
        return mixed(color, picture.theme.color("error"), LIT)
    return color


def _mark(color: QColor) -> QColor:
    light = color.lightness() < DARK
    return mixed(color, QColor("white" if light else "black"), 0.4)


def draw_plane(picture: Painter, plane: Plane) -> None:
    """A wall or floor, so thin in colour that what is behind it is seen."""
    now, theme = picture.now, picture.theme
    fill = QColor(theme.color("ground"))
    fill.setAlphaF(0.55)
    picture.painter.setBrush(fill)
    usual = mixed(theme.color("node_line"), theme.color("paper"), 0.35)
    picture.painter.setPen(picture.look.edge(f"element:{plane.element}", usual))
    corners = now.x[plane.body] + plane.corners @ now.R[plane.body].T
    picture.painter.drawPolygon(polygon(picture.flat(corners)))


def draw_axes(picture: Painter) -> None:
    """The directions x, y, z in the lower left corner."""
    corner = axes_place(picture.size)
    camera = picture.camera
    for name, axis, role in zip("xyz", np.eye(3), ("error", "good", "accent"), strict=True):
        tip = corner + 22 * np.array([axis @ camera.right, -(axis @ camera.up)])
        picture.painter.setPen(pen(picture.theme.color(role), 1.6))
        picture.painter.drawLine(at(corner), at(tip))
        if np.hypot(*(tip - corner)) > NAMED:  # the others are written where this one points
            picture.painter.drawText(at(tip + 0.25 * (tip - corner) + (-3.0, 4.0)), name)
