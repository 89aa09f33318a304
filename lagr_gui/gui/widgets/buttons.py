"""Buttons with what they do, said in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton, QToolButton

from lagr_gui.gui.widgets.plain import set_note

Run = Callable[..., object] | SignalInstance | None
"""What a click calls, or the signal that it sends."""
_Button = TypeVar("_Button", bound=QAbstractButton)


def push_button(text: str = "", run: Run = None, tip: str = "", name: str = "") -> QPushButton:
    """A button with a text; `run` is called, or the signal sent, by a click."""
    return _made(QPushButton(text), run, tip, name)


def tool_button(
    text: str,
    tip: str = "",
    checkable: bool = False,
    run: Run = None,
    name: str = "",
    menu: QMenu | None = None,
) -> QToolButton:
    """A flat button with a text; it opens the menu if it has one."""
    button = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setText(text)
    button.setCheckable(checkable)
    if menu is not None:
        button.setMenu(menu)
    return _made(button, run, tip, name)


def _made(button: _Button, run: Run, tip: str, name: str) -> _Button:
    button.setObjectName(name)
    set_note(button, tip)
    if run is not None:
        button.clicked.connect(run)
    return button
