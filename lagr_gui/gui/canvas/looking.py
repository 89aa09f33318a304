"""Which part of the diagram is seen, and how large."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsView

CanvasLook = tuple[float, QPointF]
"""The scale, and the point of the drawing in the middle."""


def look_at(canvas: QGraphicsView) -> CanvasLook:
    """How one looks at the diagram now."""
    middle = canvas.mapToScene(canvas.viewport().rect().center())
    return canvas.transform().m11(), middle


def look_again(canvas: QGraphicsView, look: CanvasLook) -> None:
    """Look at it like that again."""
    scale, middle = look
    canvas.resetTransform()
    canvas.scale(scale, scale)
    canvas.centerOn(middle)
