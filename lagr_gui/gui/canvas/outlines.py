"""Lines that are on the paper while something is carried over it."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsPathItem

from lagr_gui.drawing.boxes import Box, Segment
from lagr_gui.gui.theme import theme

_Shown = TypeVar("_Shown", bound=QGraphicsItem)


def guide_line(segment: Segment) -> QGraphicsLineItem:
    """A line that shows what lies in line."""
    (ax, ay), (bx, by) = segment
    line = QGraphicsLineItem(ax, ay, bx, by)
    line.setPen(_pen(Qt.PenStyle.DotLine))
    return _light(line)


def outline(box: Box) -> QGraphicsPathItem:
    """The outline of a block, or the dot of a terminal, about its own origin."""
    left, top, right, bottom = box
    path = QPainterPath()
    if left == right:
        path.addEllipse(QPointF(0, 0), 6, 6)
    else:
        path.addRoundedRect(QRectF(left, top, right - left, bottom - top), 9, 9)
    item = QGraphicsPathItem(path)
    item.setPen(_pen(Qt.PenStyle.DashLine))
    return _light(item)


def _pen(style: Qt.PenStyle) -> QPen:
    pen = QPen(theme().color("accent"), 1.4, style)
    pen.setCosmetic(True)
    return pen


def _light(item: _Shown) -> _Shown:
    item.setZValue(3)
    item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
    return item
