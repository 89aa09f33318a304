"""Widgets beside and below each other, told in one call."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""What is laid out, alone or with its share of the room that is left; a number: empty room."""
Margins = tuple[int, int, int, int]
"""Pixels on the left, above, on the right and below."""
NONE: Margins = (0, 0, 0, 0)
_Box = TypeVar("_Box", bound=QBoxLayout)


def beside(
    *parts: Part, within: QWidget | None = None, margins: Margins | None = None, spacing: int = -1
) -> QHBoxLayout:
    """A row of widgets and layouts; the rest as for `below`."""
    return _filled(QHBoxLayout(), parts, within, margins, spacing)


def below(
    *parts: Part, within: QWidget | None = None, margins: Margins | None = None, spacing: int = -1
) -> QVBoxLayout:
    """A column of widgets and layouts: that of the widget `within`, with `margins` and `spacing`.

    What is not given is as wide as the style wants it.
    """
    return _filled(QVBoxLayout(), parts, within, margins, spacing)


def _filled(
    box: _Box,
    parts: tuple[Part, ...],
    within: QWidget | None,
    margins: Margins | None,
    spacing: int,
) -> _Box:
    if within is not None:
        within.setLayout(box)
    if margins is not None:
        box.setContentsMargins(QMargins(*margins))
    box.setSpacing(spacing)
    for part in parts:
        thing, share = part if isinstance(part, tuple) else (part, 0)
        if isinstance(thing, int):
            box.addStretch(thing)
        elif isinstance(thing, QLayout):
            box.addLayout(thing, share)
        else:
            box.addWidget(thing, share)
    return box
