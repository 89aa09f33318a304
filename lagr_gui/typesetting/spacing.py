"""Brackets and gaps of formulas no greater than they need to be."""

from __future__ import annotations

import re

_LOW = re.compile(r"\\left\(((?:(?!\\left|\\right|\\frac|\\sqrt|\\begin)[^&])*?)\\right\)")


def tight(text: str) -> str:
    """Formulas with plain brackets around what is not high, and no gaps beside those that grow."""
    before = ""
    while before != text:
        before, text = text, _LOW.sub(r"(\1)", text)
    return text.replace(" \\, \\left", " \\left").replace("\\right) \\, ", "\\right) ")
