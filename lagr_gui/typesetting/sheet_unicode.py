"""Equations as plain text in the letters of books: ½ m₁ l₁² φ₁′², lines that fit a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import lowered, pretty
from lagr_gui.mechanics.sheets.sheet import COORDINATE, OF_BODIES, Definition, Entry, Sheet, numbers
from lagr_gui.typesetting import MINUS, UNICODE, depths
from lagr_gui.typesetting.sheet_text import WIDTH, SheetText, below
from lagr_gui.typesetting.vectors import ATOM, VectorPrinter

_HIGH = str.maketrans("0123456789()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾")
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_MARGIN = 10
"""Columns behind the widest line for the number of a formula."""
_HAT = "\u0302"
_STEMS = {
    **{f"{letter}hat": letter + _HAT for letter in "msBJ"},
    **{f"{letter}beam": f"{letter}ᴮ" for letter in "msBNkgh"},
    "mw": f"m{_HAT}ᴳ",
    "sw": f"s{_HAT}ᴳ",
    "alphaB": "αᴮ",
    "aB": "aᴮ",
    "arm": "ϱ",
    "rate": "ℓ′",
    "tilt": "τ",
    "tiltrate": "τ′",
}
"""Names of the program that are no single letter."""
_RESULTS = {
    "U_F": "U",
    "D_F": "D",
    "p_const": "p",
    "h_const": "h",
    "jacobi": "h",
    "Gamma": "Γ",
    "T_dot": "T′",
    "T_ddot": "T′′",
    "T_star": "T*",
    "w": "ω",
    "phi": "Φ",
    "gamma_bar": "γ\u0304",
    "gamma_bar2": "γ\u033f",
}
_TITLES = {"q''": "q′′", "q'": "q′", "gamma": "γ", "sigma": "σ", "asin": "arcsin", "pi -": "π −"}


def unicode_equations(sheet: Sheet, digest: str = "") -> str:
    """All results different from zero by sections, with Greek letters, indices and primes.

    The `digest` of the model stands in the last line.
    """
    return _SheetUnicode(sheet).text() + below(digest)


class _SheetUnicode(SheetText):
    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self._typeset = self._typesetter()
        self._names = {name: pretty(name) for name in sheet.coordinates}

    def _typesetter(self) -> Callable[[Expression], str]:
        sheet = self.sheet
        if not sheet.structured:
            return UNICODE.formula
        names = {own.name: self.defined(own) for own in sheet.definitions}
        names |= {entry.reference: self.called(entry) for entry in sheet.entries}
        return _Vectors({**names, "unit": "1"}).formula

    def formula(self, tree: Expression) -> str:
        return self._typeset(tree).replace("-", MINUS)

    def name(self, text: str) -> str:
        return pretty(text)

    def words(self, title: str) -> str:
        for plain, other in _TITLES.items():
            title = re.sub(rf"(?<!\w){re.escape(plain)}", other, title)
        return title

    def defined(self, definition: Definition) -> str:
        if definition.meaning == COORDINATE:
            return pretty(definition.stem)
        stem = _STEMS.get(definition.stem) or pretty(definition.stem)
        return stem + lowered(definition.indices)

    def called(self, entry: Entry) -> str:
        symbol, indices = entry.symbol, entry.indices
        if symbol not in OF_BODIES:
            return _RESULTS.get(symbol, symbol) + numbers(indices).translate(_LOW)
        rest = numbers(indices[1:]).translate(_LOW)
        return self.posed(symbol, indices[0]) + rest

    def posed(self, symbol: str, body: int) -> str:
        return _RESULTS.get(symbol, symbol) + f"({body})".translate(_HIGH)

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
        found = note.replace("q''", "q′′")
        return re.sub(r"\w+", lambda word: self._names.get(word[0], word[0]), found)

    def matrix(self, name: str, rows: Sequence[Sequence[str]]) -> list[str]:
        columns = [max(map(_width, column)) for column in zip(*rows, strict=True)]
        texts = (
            "  ".join(own + " " * (n - _width(own)) for own, n in zip(row, columns, strict=True))
            for row in rows
        )
        before = (" " * _width(name), name, " " * _width(name))
        return [
            f"{start}{first}{text}{last}"
            for start, first, text, last in zip(before, "⎡⎢⎣", texts, "⎤⎥⎦", strict=True)
        ]


class _Vectors(VectorPrinter):
    """The structured form: a·b, a × b, Aᵀ."""

    dot, times, transposed, turn = "·", "×", "ᵀ", "R"

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__(names, UNICODE)

    def word(self, text: str) -> str:
        return UNICODE.function(text)

    def _call(self, function: str, arguments: Sequence[Expression]) -> tuple[str, int]:
        if function == "trace":
            return f"tr({self.formula(arguments[0])})", ATOM
        return super()._call(function, arguments)

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        return f"[{'; '.join(', '.join(row) for row in rows)}]"


def _width(text: str) -> int:
    """The columns of a terminal that it takes: marks over letters take none."""
    return sum(not unicodedata.combining(sign) for sign in text)


def wrapped_sum(text: str, room: int) -> list[str]:
    """A formula in lines, those after the first with their signs: its outermost sum is divided."""
    if _width(text) <= room:
        return [text]
    known = depths(text)
    signs = [m.start() + 1 for m in re.finditer(f" [+{MINUS}] ", text)]
    if not signs:
        return [text]
    least = min(known[at] for at in signs)
    cuts = [0, *(at for at in signs if known[at] == least), len(text)]
    parts = [text[a:b].rstrip() for a, b in pairwise(cuts)]
    rows: list[str] = []
    for piece in (row for part in parts for row in wrapped_sum(part, room)):
        if rows and _width(rows[-1]) + 1 + _width(piece) <= room:
            rows[-1] += f" {piece}"
        else:
            rows.append(piece)
    return rows
