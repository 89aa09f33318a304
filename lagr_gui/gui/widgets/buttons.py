"""Small flat buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QToolButton

from lagr_gui.gui.widgets.plain import set_note


def tool_button(text: str, tip: str = "", checkable: bool = False) -> QToolButton:
    """A flat button with a text."""
    button = QToolButton()
    button.setText(text)
    set_note(button, tip)
    button.setCheckable(checkable)
    return button
