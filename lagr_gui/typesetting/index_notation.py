"""Formulas in index notation, from the text that one would write: T = ½ g_μν q̇^μ q̇^ν."""

from __future__ import annotations

import re
from unicodedata import normalize

from lagr_gui.expression import GREEK
from lagr_gui.typesetting.formula import (
    DOT,
    QQUAD,
    QUAD,
    SPACE,
    Box,
    Formula,
    accent,
    bold,
    fraction,
    joined,
    letter,
    raised,
)

_MARKS = {"\u0307": ("dot", 1), "\u0308": ("dot", 2), "\u0304": ("bar", 1), "\u033f": ("bar", 2)}
_SIGNS = {
    "½": fraction(("1",), ("2",)),
    "·": DOT,
    "…": Box("dots"),
    "±": Box("plus minus"),
    "≤": Box("at most"),
    "/": Box("slash"),
    "(": Box("left"),
    ")": Box("right"),
    "\u2009": SPACE,
    "\u2003": QUAD,
    "\u2001": QQUAD,
}
"""What is no letter; thin and wide blanks are those of formulas."""
_NOTHING = Box("beside")
"""Between letters that would run together into one name."""
_PIECE = re.compile(r"(\d|[^\W_]|∂)([\u0304\u0307\u0308\u033f]?)(?:_(\w+))?(?:\^(\w+))?|.")


def index_notation(text: str) -> Formula:
    """A formula whose indices stand behind _ and ^ until a letter that can be none."""
    parts: list[str | Box] = []
    for piece in _PIECE.finditer(normalize("NFD", text)):
        name, mark, low, high = piece.groups()
        if name is None or name in _SIGNS:
            parts.append(_SIGNS.get(piece[0], piece[0]))
            continue
        base = _letter(name)
        if mark and isinstance(base, Box):
            base = accent(_MARKS[mark][0], base, _MARKS[mark][1])
        if low:
            base = Box("low", ((base,), _row(low)))
        parts.append(raised((base,), _row(high)) if high else base)
        if name == "∂":
            parts.append(_NOTHING)
    return tuple(parts)


def _letter(sign: str) -> str | Box:
    plain = normalize("NFKD", sign)
    if plain.isdigit():
        return plain
    base = letter("partial" if plain == "∂" else GREEK.get(plain, plain))
    return base if plain == sign else bold(base)


def _row(signs: str) -> Formula:
    return joined((_NOTHING,), [(_letter(sign),) for sign in signs])
