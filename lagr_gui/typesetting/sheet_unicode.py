"""Equations as plain text in the letters of books: ½ m₁ l₁² φ₁′², lines that fit a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import pretty
from lagr_gui.mechanics.sheets.sheet import Definition, Entry, Sheet
from lagr_gui.typesetting import MINUS, UNICODE, depths
from lagr_gui.typesetting.letters import (
    definition_name,
    entry_name,
    result_name,
    typesetter,
    vector_name,
)
from lagr_gui.typesetting.numbers import NONE
from lagr_gui.typesetting.sheet_text import WIDTH, SheetText, below

_MARGIN = 10
"""Columns behind the widest line for the number of a formula."""
_TITLES = {"q''": "q′′", "q'": "q′", "gamma": "γ", "sigma": "σ", "asin": "arcsin", "pi -": "π −"}


def unicode_equations(sheet: Sheet, digest: str = "", *, numbers: str = NONE) -> str:
    """All results different from zero by sections, with Greek letters, indices and primes.

    Equations have `numbers` (`NUMBERS`) or none.  The `digest` of the model stands in the last
    line.  Raises LagrError for other `numbers`.
    """
    return _SheetUnicode(sheet, numbers).text() + below(digest)


class _SheetUnicode(SheetText):
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

    def defined(self, definition: Definition) -> str:
        return UNICODE.written(definition_name(definition))

    def called(self, entry: Entry) -> str:
        return UNICODE.written(entry_name(entry))

    def posed(self, symbol: str, body: int) -> str:
        return UNICODE.written(result_name(symbol, (body,)))

    def partial(self, symbol: str, body: int, speed: int, alone: bool) -> str:
        return UNICODE.written(vector_name(symbol, body, speed, alone))

    def equal(self, left: str, right: str, note: str = "") -> Iterator[str]:
        """Lines that are no wider than a terminal; those that go on stand behind the sign."""
        right = right.replace("-", MINUS)
        head, tail = f"{left} = ", f"    ({self._in_words(note)})" if note else ""
        if _width(head + right) > WIDTH and _width(head) > WIDTH // 3:
            yield from wrapped_sum(left, WIDTH)
            head = "  = "
        first, *others = wrapped_sum(right, WIDTH - _width(head))
        lines = [head + first, *(" " * _width(head) + row for row in others)]
        if _width(lines[-1] + tail) > WIDTH + _MARGIN:
            lines.append("  ")
        lines[-1] += tail
        yield from lines

    def _in_words(self, note: str) -> str:
        """A note with coordinates as they are written here."""
        text = note.replace("q''", "q′′")
        return re.sub(r"\w+", lambda word: self._names.get(word[0], word[0]), text)

    def matrix(self, name: str, rows: Sequence[Sequence[str]]) -> list[str]:
        columns = [max(map(_width, column)) for column in zip(*rows, strict=True)]
        texts = (
            "  ".join(cell + " " * (n - _width(cell)) for cell, n in zip(row, columns, strict=True))
            for row in rows
        )
        last, blank = len(rows) - 1, " " * _width(name)
        signs = ["⎡⎤", *["⎢⎥"] * (last - 1), "⎣⎦"] if last else ["[]"]
        return [
            f"{name if place == last // 2 + last % 2 else blank}{left}{text}{right}"
            for place, (text, (left, right)) in enumerate(zip(texts, signs, strict=True))
        ]


def _width(text: str) -> int:
    """The columns of a terminal that it takes: marks over letters take none."""
    return sum(not unicodedata.combining(sign) for sign in text)


def wrapped_sum(text: str, room: int) -> list[str]:
    """A formula in lines, those after the first with their signs: its outermost sum is divided."""
    if _width(text) <= room:
        return [text]
    levels = depths(text)
    signs = [m.start() + 1 for m in re.finditer(f" [+{MINUS}] ", text)]
    if not signs:
        return [text]
    least = min(levels[at] for at in signs)
    cuts = [0, *(at for at in signs if levels[at] == least), len(text)]
    parts = [text[a:b].rstrip() for a, b in pairwise(cuts)]
    rows: list[str] = []
    for piece in (row for part in parts for row in wrapped_sum(part, room)):
        if rows and _width(rows[-1]) + 1 + _width(piece) <= room:
            rows[-1] += f" {piece}"
        else:
            rows.append(piece)
    return rows
