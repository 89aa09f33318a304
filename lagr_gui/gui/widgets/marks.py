"""What a widget tells by its look: the role of a text, a fault of what was typed."""

from __future__ import annotations

from math import inf, nan

from PySide6.QtWidgets import QLineEdit, QWidget

from lagr_gui.expression.arguments import quantity
from lagr_gui.foundation.problem import LagrError


def mark(widget: QWidget, name: str, value: str | bool) -> None:
    """Set a property that the style sheet knows; the widget looks accordingly at once."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def number_in(field: QLineEdit, unit: str = "") -> float | None:
    """A number ≥ 0 in SI units, or a quantity of the sort of `unit`.

    None where the field is empty, nan where it cannot be read, which it shows.
    """
    text = field.text().strip()
    try:
        value = quantity(text, unit, "Field") if text else None
    except LagrError:
        value = nan
    fault = value is not None and not 0 <= value < inf
    mark(field, "fault", fault)
    return nan if fault else value
