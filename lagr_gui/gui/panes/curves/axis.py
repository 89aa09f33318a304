"""An axis with its grid that is painted anew only when it changes, not with each curve."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QWidget

GAP = 3
"""Pixels on both sides of a number that stay free."""

Text = tuple[QRectF, Any, str]
"""A number of an axis: its room, how it stands in it, the number."""


class KeptAxis(pg.AxisItem):
    """Keeps its picture as pixels; those of pyqtgraph have their texts laid out each time."""

    def __init__(self, side: str, kept: bool = True) -> None:
        super().__init__(side)
        if kept:
            self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def paint(self, p: QPainter, opt: Any, widget: QWidget | None = None) -> None:
        """Paint lines and numbers."""
        specs = self.generateDrawSpecs(p)
        if specs is None:
            return
        axis, ticks, texts = specs
        for pen, start, end in (axis, *ticks):
            p.fillRect(_upright(start, end), pen.color())  # a line of a pen takes ten times as long
        p.setPen(self.textPen())
        for rect, flags, text in apart(p, texts):
            p.drawText(rect, int(flags), text)


def apart(painter: QPainter, texts: Iterable[Text]) -> list[Text]:
    """The numbers that have room: none touches one before it. Those of longer ticks come first."""
    kept: list[tuple[QRectF, Text]] = []
    for text in texts:
        room, flags, words = text
        box = painter.boundingRect(room, int(flags), words).adjusted(-GAP, 0, GAP, 0)
        if not any(box.intersects(other) for other, _ in kept):
            kept.append((box, text))
    return [text for _, text in kept]


def _upright(start: QPointF, end: QPointF) -> QRectF:
    """A line along an edge of the screen, one unit thick."""
    return QRectF(start, end).normalized().adjusted(0, 0, *_thick(start, end))


def _thick(start: QPointF, end: QPointF) -> tuple[int, int]:
    return (1, 0) if start.x() == end.x() else (0, 1)
