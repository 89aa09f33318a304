"""Painting of widgets that goes on after a fault."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea


def painted(
    paint: Callable[[Any, QPainter, QPaintEvent], None],
) -> Callable[[Any, QPaintEvent], None]:
    """A `paintEvent` that is given a painter of the widget, or of its viewport.

    It is ended whatever happens: while a painter lives that a fault has left, Qt lets no other
    one paint there.
    """

    @wraps(paint)
    def paint_event(widget: Any, event: QPaintEvent) -> None:
        device = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
        with QPainter(device) as painter:
            paint(widget, painter, event)

    return paint_event
