"""Gears, racks, and cables on drums, in the plane and in space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainterPath

from lagr_gui.drawing.bodies import surfaces
from lagr_gui.gui.panes.animation.ink import mixed, polygon
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.strokes import cable_ways

if TYPE_CHECKING:
    from lagr_gui.gui.panes.animation.casting import Stage  # it is compiled

WIDE, THIN = 9.0, 0.35
"""Lines are thinner where a tooth takes less room (pixels), down to this part of their width."""
CABLE = 0.004
"""Radius of a cable in space, as a part of the size."""


def draw_teeth(picture: Painter, figure: Figure) -> None:
    """The toothed outlines of a body, softly filled."""
    gearing = picture.scene.gearing
    color = picture.look.body(figure)
    for place in gearing.of_body.get(figure.number, ()):
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for loop in picture.sight.teeth(figure, place):
            path.addPolygon(polygon(loop))
            path.closeSubpath()
        stroke = picture.look.edge(f"body:{figure.number}", color)
        room = gearing.rims[place].pitch * picture.camera.scale
        stroke.setWidthF(stroke.widthF() * min(1.0, max(room / WIDE, THIN)))
        picture.painter.setPen(stroke)
        picture.painter.setBrush(mixed(color, picture.theme.color("paper"), 0.72))
        picture.painter.drawPath(path)


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


def draw_cables(picture: Painter) -> None:
    """Cables, and the circles of their drums."""
    for cable in picture.scene.gearing.cables:
        usual = mixed(picture.theme.color("warm"), picture.theme.color("text"), 0.25)
        picture.painter.setPen(picture.look.edge(f"element:{cable.element}", usual))
        picture.painter.setBrush(Qt.BrushStyle.NoBrush)
        for line in cable_ways(cable, picture.now):
            picture.painter.drawPolyline(polygon(picture.flat(line)))
