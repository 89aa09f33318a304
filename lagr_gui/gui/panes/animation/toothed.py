"""Gears, racks, and cables on drums, in the plane and in space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import pi
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainterPath

from lagr_gui.arrays import Array
from lagr_gui.drawing import surfaces
from lagr_gui.drawing.gears import DrivenCable, ToothedRim
from lagr_gui.drawing.shapes import outline
from lagr_gui.gui.panes.animation.figures import Figure
from lagr_gui.gui.panes.animation.ink import mixed, polygon
from lagr_gui.gui.panes.animation.painter import Painter

if TYPE_CHECKING:
    from lagr_gui.gui.panes.animation.casting import Stage  # it is compiled

FACING = 0.5
"""The cosine of the angle of view from which on a wheel is seen as a disc."""
WIDE, THIN = 9.0, 0.35
"""Lines are thinner where a tooth takes less room (pixels), down to this part of their width."""
CABLE = 0.004
"""Radius of a cable in space, as a part of the size."""
AROUND = 49
"""Points of the circle of a drum."""


def draw_teeth(picture: Painter, figure: Figure) -> None:
    """The toothed outlines of a body, softly filled."""
    gearing, now = picture.scene.gearing, picture.now
    x, R = now.x[figure.number], now.R[figure.number]
    color = picture.look.body(figure)
    for place in gearing.of_body.get(figure.number, ()):
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for loop in _outlines(picture, gearing.rims[place], picture.phases[place], x, R):
            path.addPolygon(polygon(loop))
            path.closeSubpath()
        stroke = picture.look.edge(f"body:{figure.number}", color)
        room = gearing.rims[place].pitch * picture.camera.scale
        stroke.setWidthF(stroke.widthF() * min(1.0, max(room / WIDE, THIN)))
        picture.painter.setPen(stroke)
        picture.painter.setBrush(mixed(color, picture.theme.color("paper"), 0.72))
        picture.painter.drawPath(path)


def _outlines(
    picture: Painter, rim: ToothedRim, phase: float, x: Array, R: Array
) -> Iterator[Array]:
    """The outlines (n, 2) of a rim in pixels; from the side that of all its corners."""
    loops, (turn, shift) = rim.loops(phase), rim.placed(phase)
    turn, shift = R @ turn, x + R @ shift
    if abs(turn[:, 2] @ picture.camera.towards) < FACING:
        corners = rim.surface(phase).corners
        yield outline(picture.flat(shift + corners @ turn.T))
        return
    for loop in loops.outlines:
        yield picture.flat(shift + loop @ turn.T[:2])


def add_teeth(picture: Painter, stage: Stage, colors: Mapping[int, QColor]) -> None:
    """All teeth and cables as surfaces, in the colours of the bodies by their index."""
    gearing, now = picture.scene.gearing, picture.now
    for figure in picture.scene.figures:
        for place in gearing.of_body.get(figure.number, ()):
            rim, phase = gearing.rims[place], picture.phases[place]
            x, R = now.x[figure.number], now.R[figure.number]
            turn, shift = rim.placed(phase)
            surface = rim.surface(phase)
            stage.add(surface.moved(R @ turn, x + R @ shift), colors[figure.index])
    for cable in gearing.cables:
        radius = CABLE * picture.scene.size
        color = picture.look.edge(f"element:{cable.element}", picture.theme.color("warm")).color()
        for line in _ways(picture, cable):
            stage.add(surfaces.along(line, radius, 6), color)


def draw_cables(picture: Painter) -> None:
    """Cables, and the circles of their drums."""
    for cable in picture.scene.gearing.cables:
        usual = mixed(picture.theme.color("warm"), picture.theme.color("text"), 0.25)
        picture.painter.setPen(picture.look.edge(f"element:{cable.element}", usual))
        picture.painter.setBrush(Qt.BrushStyle.NoBrush)
        for line in _ways(picture, cable):
            picture.painter.drawPolyline(polygon(picture.flat(line)))


def _ways(picture: Painter, cable: DrivenCable) -> tuple[Array, Array]:
    """The free part of a cable (2, 3), and what lies about its drum (n, 3)."""
    now = picture.now
    x, R = now.x[cable.body], now.R[cable.body]
    angles = np.linspace(0, 2 * pi, AROUND)[:, None]
    least = np.eye(3)[int(np.argmin(np.abs(cable.axis)))]
    first: Array = np.asarray(np.cross(cable.axis, least), float)
    first = first / np.linalg.norm(first)
    second: Array = np.asarray(np.cross(cable.axis, first), float)
    around = cable.radius * (np.cos(angles) * first + np.sin(angles) * second)
    return cable.ends(now.x, now.R, now.joints), x + (cable.middle + around) @ R.T
