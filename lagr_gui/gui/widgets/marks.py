"""What a widget tells by its look: the role of a text, a fault of what was typed."""

from __future__ import annotations

from math import inf, nan
from typing import Any

from PySide6.QtWidgets import QLineEdit, QWidget


def mark(widget: QWidget, name: str, value: Any) -> None:
    """Set a property that the style sheet knows; the widget looks accordingly at once."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def number_in(field: QLineEdit) -> float | None:
    """A number ≥ 0; None where the field is empty, nan where it cannot be read, which it shows."""
    text = field.text().strip().replace(",", ".")
    try:
        value = float(text) if text else None
    except ValueError:
        value = nan
    fault = value is not None and not 0 <= value < inf
    mark(field, "fault", fault)
    return nan if fault else value
