"""Equations as plain text in the letters of books: ½ m₁ l₁² φ₁′², lines that fit a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.problem import Problem
from lagr_gui.mechanics.sheets.sheet import EQUAL, Balance, Definition, Entry, Sheet
from lagr_gui.typesetting import MINUS, UNICODE
from lagr_gui.typesetting.letters import (
    definition_name,
    entry_name,
    result_name,
    typesetter,
    vector_name,
)
from lagr_gui.typesetting.numbers import NONE
from lagr_gui.typesetting.sheet_text import SheetText, below
from lagr_gui.typesetting.text_lines import WIDTH, bracketed, equal_lines

_TITLES = {
    "F_r + F_r*": "Fᵣ + Fᵣ*",
    "Phi": "Φ",
    "q''": "q′′",
    "q'": "q′",
    "gamma": "γ",
    "sigma": "σ",
    "asin": "arcsin",
    "pi -": "π −",
    "M' - 2 C": "M′ − 2 C",
}


def unicode_equations(sheet: Sheet, digest: str = "", *, numbers: str = NONE) -> str:
    """All results different from zero by sections, with Greek letters, indices and primes.

    Equations have `numbers` (`NUMBERS`) or none.  The `digest` of the model stands in the last
    line.  Raises LagrError for other `numbers`.
    """
    return SheetUnicode(sheet, numbers).text() + below(digest)


class SheetUnicode(SheetText):
    """Writes a sheet in these letters."""

    def __init__(self, sheet: Sheet, numbers: str = NONE) -> None:
        super().__init__(sheet, numbers)
        self._typeset = typesetter(sheet)
        self._names = {name: pretty(name) for name in sheet.coordinates}

    def formula(self, tree: Expression) -> str:
        return UNICODE.written(self._typeset(tree)).replace("-", MINUS)

    def name(self, text: str) -> str:
        return pretty(text)

    def words(self, title: str) -> str:
        for plain, other in _TITLES.items():
            title = re.sub(rf"(?<!\w){re.escape(plain)}", other, title)
        return title

    def remark(self, note: Problem) -> str:
        if note.code != "reaction":  # others are not about names
            return super().remark(note)
        return str(replace(note, place=", ".join(map(pretty, note.place.split(", ")))))

    def defined(self, definition: Definition) -> str:
        return UNICODE.written(definition_name(definition))

    def called(self, entry: Entry) -> str:
        return UNICODE.written(entry_name(entry))

    def posed(self, symbol: str, body: int) -> str:
        return UNICODE.written(result_name(symbol, (body,)))

    def partial(self, symbol: str, body: int, speed: int, alone: bool) -> str:
        return UNICODE.written(vector_name(symbol, body, speed, alone))

    def equal(self, left: str, right: str, note: str = "", relation: str = EQUAL) -> Iterator[str]:
        """Lines that are no wider than a terminal."""
        tail = f"    ({self._in_words(note)})" if note else ""
        return equal_lines(left, right.replace("-", MINUS), tail, WIDTH, relation)

    def relation(self, balance: Balance) -> str:
        return balance.relation

    def _in_words(self, note: str) -> str:
        """A note with coordinates as they are written here."""
        text = note.replace("q''", "q′′")
        return re.sub(r"\w+", lambda word: self._names.get(word[0], word[0]), text)

    def matrix(self, name: str, rows: Sequence[Sequence[str]]) -> list[str]:
        return bracketed(name, rows, tall=True)
