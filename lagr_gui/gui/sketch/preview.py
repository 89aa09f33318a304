"""What is being drawn: the stroke, what it snaps to, its length and angle at the pointer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import hypot

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lagr_gui.editing.sketch.anchors import StrokeEnd
from lagr_gui.editing.sketch.plane import Flat
from lagr_gui.editing.sketch.snapping import measure
from lagr_gui.gui.panes.animation.ink import polygon
from lagr_gui.gui.sketch.pointer.drawer import Drawer
from lagr_gui.gui.theme import Theme
from lagr_gui.scenery import symbols
from lagr_gui.scenery.load_signs import HEAD

ROUND = 1e-9
"""An angle (°) that is nearer to a whole one is that."""
CATCH = 6.0
"""Radius of the circle around a point that is snapped to, pixels."""


class Preview:
    """Draws a stroke that is not done yet."""

    def __init__(self, painter: QPainter, theme: Theme, pixel: Callable[[Flat], QPointF]) -> None:
        self.painter, self.theme, self.pixel = painter, theme, pixel
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def draw(self, drawer: Drawer) -> None:
        """The shape between both ends, the points that are caught, and the measures."""
        if drawer.end is None:
            return
        for a, b in pairwise(drawer.points):
            self._shape(drawer.tool.shape, a.at, b.at)
            self._catch(a)
        if drawer.start is not None:
            self._shape(drawer.tool.shape, drawer.start.at, drawer.end.at)
            if drawer.tool.shape == "polygon":
                self._shape("line", drawer.end.at, drawer.points[0].at)
            self._catch(drawer.start)
            self._measures(drawer, drawer.start.at, drawer.end.at)
        self._catch(drawer.end)

    def _shape(self, shape: str, start: Flat, end: Flat) -> None:
        self.painter.setPen(QPen(self.theme.color("accent"), 2.0, Qt.PenStyle.DashLine))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        a, b = self.pixel(start), self.pixel(end)
        if shape == "box":
            self.painter.drawRect(QRectF(a, b).normalized())
        elif shape == "disc":
            radius = hypot(b.x() - a.x(), b.y() - a.y())
            self.painter.drawEllipse(a, radius, radius)
        elif shape == "force" and a != b:
            tail, tip = (np.array([place.x(), place.y()]) for place in (a, b))
            self.painter.drawPolyline(polygon(symbols.arrow(tail, tip, HEAD)))
        self.painter.drawLine(a, b)

    def _catch(self, end: StrokeEnd) -> None:
        """A ring around a point of a body, a cross on paper."""
        place = self.pixel(end.at)
        self.painter.setPen(QPen(self.theme.color("accent"), 1.6))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        if end.anchor is not None:
            self.painter.drawEllipse(place, CATCH, CATCH)
            return
        for step in (QPointF(4, 0), QPointF(0, 4)):
            self.painter.drawLine(place - step, place + step)

    def _measures(self, drawer: Drawer, start: Flat, end: Flat) -> None:
        length, angle = measure(start, end)
        if length == 0 and not drawer.text:
            return
        text = f"{drawer.text}▏" if drawer.text else f"{length:.4g} m   {_degrees(angle)}"
        if drawer.tool.shape == "box" and not drawer.text:
            text = f"{abs(end[0] - start[0]):.4g} × {abs(end[1] - start[1]):.4g} m"
        if drawer.tool.shape == "force" and not drawer.text:
            text = f"{drawer.newtons * length:.4g} N   {_degrees(angle)}"
        metrics = self.painter.fontMetrics()
        wide = metrics.horizontalAdvance(text) + 14
        room = self.painter.viewport()
        place = self.pixel(end) + QPointF(16, 22)
        x, y = min(place.x(), room.width() - wide - 4), min(place.y(), room.height() - 26)
        frame = QRectF(x, y, wide, 22)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.color("badge"))
        self.painter.drawRoundedRect(frame, 4, 4)
        self.painter.setPen(self.theme.color("on_badge"))
        self.painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, text)


def _degrees(angle: float) -> str:
    """An angle (°) to a hundredth; one that is nearly round is not told as round."""
    return f"{angle:.4g}°" if abs(angle - round(angle)) < ROUND else f"{angle:.2f}°"
