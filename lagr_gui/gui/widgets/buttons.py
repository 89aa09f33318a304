"""Small flat buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QToolButton


def tool_button(text: str, tip: str = "", checkable: bool = False) -> QToolButton:
    """A flat button with a text."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setCheckable(checkable)
    return button
