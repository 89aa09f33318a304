"""Fonts and sizes of what edges show."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from PySide6.QtGui import QFont, QFontMetricsF

from lagr_gui import drawing
from lagr_gui.algebra.names import pretty_text
from lagr_gui.drawing import Look
from lagr_gui.gui.canvas import symbols
from lagr_gui.gui.theme import formula_font
from lagr_gui.model import Model

LONGEST = 170.0
"""Width of a label; longer ones are cut off with …."""
HEIGHTS = {"joint": 20.0, "element": 16.0, "terminal": 13.0}


def label_font(sort: str) -> QFont:
    """The font of the label of a joint, element or terminal."""
    font = formula_font(11) if sort == "joint" else QFont()
    font.setPixelSize({"joint": 15, "element": 12, "terminal": 11}[sort])
    return font


def looks_of(model: Model, cut: Collection[str]) -> dict[str, Look]:
    """The looks of all joints, elements and terminals by their keys."""
    return drawing.looks_of(model, cut, pretty_text, _size)


@cache
def _size(sort: str, text: str) -> tuple[float, float]:
    if not text:
        return 0.0, 0.0
    width = symbols.formula_width(label_font(sort), text) if sort == "joint" else 0.0
    width = width or QFontMetricsF(label_font(sort)).horizontalAdvance(text)
    return min(round(width) + 4.0, LONGEST), HEIGHTS[sort]
