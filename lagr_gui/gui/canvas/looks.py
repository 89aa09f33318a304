"""Fonts of what edges show."""

from __future__ import annotations

from PySide6.QtGui import QFont

from lagr_gui.drawing.looks import FONT
from lagr_gui.gui.theme import formula_font


def label_font(sort: str) -> QFont:
    """The font of the label of a joint, element or terminal."""
    font = formula_font(11) if sort == "joint" else QFont()
    font.setPixelSize(round(FONT[sort]))
    return font
