"""Grid, axes and their ticks in metres."""

from __future__ import annotations

from math import ceil, floor, log10

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPen

from lagr_gui.gui.theme import Theme
from lagr_gui.scenery.camera import Camera

TICK = 90.0
"""Pixels between two numbers of an axis, at least."""
LARGEST, SMALL = 900.0, 0.5
"""Pixels per metre that are usual for a single body, and the least part of what fits."""
Size = tuple[float, float]


def usual_scale(fits: float) -> float:
    """The scale in which a single body is shown, if `fits` is that in which it fills the picture.

    It is no larger than is usual, unless so little of the picture would be left for it.
    """
    return min(fits, max(LARGEST, SMALL * fits))


def tick_step(scale: float) -> float:
    """1, 2 or 5 times a power of ten (m), so that numbers of an axis have room."""
    least = TICK / scale
    power = 10.0 ** floor(log10(least))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= least * (1 - 1e-9))


def grid_step(scale: float) -> float:
    """The distance (m) of two lines of the grid, to which a stroke snaps."""
    step = tick_step(scale)
    return step / (4 if round(step / 10.0 ** floor(log10(step))) == 2 else 5)


class Ruler:
    """What lies under the mechanism in a plane."""

    def __init__(self, painter: QPainter, camera: Camera, size: Size, theme: Theme) -> None:
        self.painter, self.camera, self.size, self.theme = painter, camera, size, theme
        half = np.array(size) / (2 * camera.scale)
        middle = np.array([camera.centre @ camera.right, camera.centre @ camera.up])
        self.low, self.high = middle - half, middle + half

    def draw(self) -> None:
        """Fine lines, stronger ones at ticks, the axes, and numbers at the edges."""
        scale, color = self.camera.scale, self.theme.color("grid")
        faint = self.theme.color("grid")
        faint.setAlphaF(0.45)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._lines(grid_step(scale), QPen(faint, 1.0))
        self._lines(tick_step(scale), QPen(color, 1.0))
        self._axes()
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._numbers(tick_step(scale))

    def _places(self, axis: int, step: float) -> list[float]:
        low, high = float(self.low[axis]), float(self.high[axis])
        return [n * step for n in range(ceil(low / step), floor(high / step) + 1)]

    def _pixel(self, x: float, y: float) -> QPointF:
        a, b = (np.array([x, y]) - self.low) * self.camera.scale
        return QPointF(float(a), self.size[1] - float(b))

    def _lines(self, step: float, pen: QPen) -> None:
        self.painter.setPen(pen)
        for x in self._places(0, step):
            self.painter.drawLine(self._pixel(x, self.low[1]), self._pixel(x, self.high[1]))
        for y in self._places(1, step):
            self.painter.drawLine(self._pixel(self.low[0], y), self._pixel(self.high[0], y))

    def _axes(self) -> None:
        self.painter.setPen(QPen(self.theme.color("line"), 1.6))
        self.painter.drawLine(self._pixel(self.low[0], 0), self._pixel(self.high[0], 0))
        self.painter.drawLine(self._pixel(0, self.low[1]), self._pixel(0, self.high[1]))

    def _numbers(self, step: float) -> None:
        self.painter.setPen(self.theme.color("muted"))
        font = self.painter.font()
        font.setPixelSize(10)
        self.painter.setFont(font)
        for x in self._places(0, step):
            place = self._pixel(x, 0)
            if 60 < place.x() < self.size[0] - 70:
                self.painter.drawText(QPointF(place.x() + 3, self.size[1] - 5), f"{x:.6g}")
        for y in self._places(1, step):
            place = self._pixel(0, y)
            if 60 < place.y() < self.size[1] - 24:
                width = self.painter.fontMetrics().horizontalAdvance(f"{y:.6g}")
                self.painter.drawText(QPointF(self.size[0] - width - 5, place.y() - 3), f"{y:.6g}")
        self.painter.drawText(QPointF(self.size[0] - 18, self.size[1] - 5), "m")
