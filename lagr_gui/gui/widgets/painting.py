"""Painting of widgets that goes on after a fault."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

Painted = TypeVar("Painted", bound=QWidget)


def painted(
    paint: Callable[[Painted, QPainter, QPaintEvent], None],
) -> Callable[[Painted, QPaintEvent], None]:
    """A `paintEvent` that is given a painter of the widget, or of its viewport.

    It is ended whatever happens: while a painter lives that a fault has left, Qt lets no other
    one paint there.
    """

    @wraps(paint)
    def paint_event(widget: Painted, event: QPaintEvent) -> None:
        device = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
        with QPainter(device) as painter:
            paint(widget, painter, event)

    return paint_event
