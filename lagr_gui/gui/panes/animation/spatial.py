"""Spatial systems: surfaces in the light of the sun over a grid, with true hidden surfaces."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtGui import QColor

from lagr_gui.drawing.bodies import surfaces
from lagr_gui.gui.panes.animation.casting import Caster, Stage, colors_of
from lagr_gui.gui.panes.animation.fittings import add_fittings
from lagr_gui.gui.panes.animation.floor import axes_place, draw_grid, grid_of
from lagr_gui.gui.panes.animation.ink import at, mixed, pen
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.signs import plane_signs, point_sign, trail_signs
from lagr_gui.scenery.strokes import cable_ways

DARK = 90
"""Bodies of less lightness (of 255) have light marks."""
LIT = 0.55
"""How much of the colour of emphasis a body takes that is selected or lit up."""
NAMED = 5.0
"""Pixels of a direction that are seen, for it to have its name."""
SHADES = (0.16, 0.45)
"""How dark shadows are on light and on dark paper."""
CABLE = 0.004
"""Radius of a cable, as a part of the size."""
_caster = Caster()


def draw_spatial(picture: Painter) -> None:
    """Grid, planes and trails; over them all surfaces; point masses where they can be seen."""
    if picture.options.floor:
        grid, seen = grid_of(picture.scene), (picture.camera, picture.size, picture.theme)
        draw_grid(picture.painter, grid, *seen, picture.options.ticks)
    for plane in picture.scene.planes:
        picture.play(plane_signs(picture.sight, plane))
    picture.play(trail_signs(picture.sight, picture.trail))
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
            picture.play((point_sign(picture.sight, figure),))
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


def add_teeth(picture: Painter, stage: Stage, colors: Mapping[int, QColor]) -> None:
    """All teeth and cables as surfaces, in the colours of the bodies by their index."""
    gearing, now = picture.scene.gearing, picture.now
    for figure in picture.scene.figures:
        for place in gearing.of_body.get(figure.number, ()):
            rim, phase = gearing.rims[place], picture.sight.phases[place]
            x, R = now.x[figure.number], now.R[figure.number]
            turn, shift = rim.placed(phase)
            surface = rim.surface(phase)
            stage.add(surface.moved(R @ turn, x + R @ shift), colors[figure.index])
    for cable in gearing.cables:
        radius = CABLE * picture.scene.size
        color = picture.look.edge(f"element:{cable.element}", picture.theme.color("warm")).color()
        for line in cable_ways(cable, picture.now):
            stage.add(surfaces.along(line, radius, 6), color)


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
