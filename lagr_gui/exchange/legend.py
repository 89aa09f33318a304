"""What the names of a sheet stand for, in a paragraph behind the heading of the definitions."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.algebra import latex_name
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.vector_latex import latex_definition
from lagr_gui.exchange.words import Words
from lagr_gui.expression import TIME
from lagr_gui.mechanics.parts import NAMED_PART
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.message import Message

_AT_REST, _AT_REST_SET = "q'' = 0", r"$\ddot{q} = 0$"


def legend(w: Words, sheet: Sheet) -> str:
    """What names stand for: each of them, or of the structured form the first of each letter.

    Names that mean the same stand side by side.
    """
    alike = sheet.structured
    firsts = {
        entry.stem if alike or entry.stem == NAMED_PART else entry.name: entry
        for entry in sheet.definitions[::-1]
    }
    told: dict[str, list[str]] = {}
    for entry in sheet.definitions:
        if entry in firsts.values():
            meaning = _typeset(w, entry.meaning, sheet.coordinates)
            told.setdefault(meaning, []).append(f"${latex_definition(entry)}$")
    alike = alike or sum(entry.stem == NAMED_PART for entry in sheet.definitions) > 1
    ending = "; " + w("other indices likewise") if alike else ""
    return "; ".join(f"{', '.join(names)} {words}" for words, names in told.items()) + ending


def _typeset(w: Words, meaning: str, coordinates: Sequence[str]) -> str:
    """A meaning in words; the coordinates that it names stand as in formulas."""
    marked: dict[str, str] = {}

    def mark(value: object) -> object:
        names = value.split(", ") if isinstance(value, str) else []
        if not names or not all(name in (*coordinates, TIME) for name in names):
            return value
        sign = chr(_PRIVATE + len(marked))
        marked[sign] = ", ".join(f"${latex_name(name)}$" for name in names)
        return sign

    if isinstance(meaning, Message):
        values = {name: mark(value) for name, value in meaning.values.items()}
        meaning = meaning.with_values(**values)
    parts = (escaped(part) for part in w.spoken(meaning).split(_AT_REST))
    text = _AT_REST_SET.join(parts)
    for sign, formula in marked.items():
        text = text.replace(sign, formula)
    return text


_PRIVATE = 1
"""Control characters, which stand in no text."""
