"""Which part of the diagram is seen, and how large."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from lagr_gui.gui.canvas.canvas import Canvas

CanvasLook = tuple[float, QPointF] | None
"""The scale, and the point of the drawing in the middle; None: the whole is seen."""


def look_at(canvas: Canvas) -> CanvasLook:
    """How one looks at the diagram now."""
    if canvas.fitted:
        return None
    middle = canvas.mapToScene(canvas.viewport().rect().center())
    return canvas.transform().m11(), middle


def look_again(canvas: Canvas, look: CanvasLook) -> None:
    """Look at it like that again."""
    if look is None:
        canvas.fit()
        return
    scale, middle = look
    canvas.zoom_to(scale)
    canvas.look_at(middle)
