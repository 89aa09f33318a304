"""How much room tables and formulas take on a page, and how tables are laid out by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from lagr_gui.exchange.documents.blocks import Rows, Table
from lagr_gui.exchange.documents.length import PAGE
from lagr_gui.typesetting.formula import Box, Formula
from lagr_gui.typesetting.widths import width
from lagr_gui.typesetting.words import Text

LINE = 170.0
"""Length of a line (mm)."""
BETWEEN = 5.0
"""Room between parts of a table that stand side by side (mm)."""
GAP = 2.9
"""Room between the columns of a table (mm)."""
WHOLE = 24
"""A table of so many lines is never divided."""
TOGETHER = 10.0
"""Formulas so many lines high are never divided."""
BESIDE_FIGURE = 24.0
"""Formulas so many lines high stand beside their figure, higher ones below it."""
_MOST_PARTS = 3
"""At most so many parts of a table stand side by side."""
_SAVED = 2.0
"""A further part saves so many lines at least."""
_EM = 3.17
"""The size of the letters in tables (mm)."""
_WIDE = {
    sign: width
    for width, signs in {
        0.28: "ijl.,:;!'|‘’[]",
        0.33: " -f",
        0.39: "rstI()",
        0.45: "cez",
        0.55: "bdhnpukqvxyü",
        0.72: "w",
        0.86: "m@%",
        0.98: "MW—",
    }.items()
    for sign in signs
}
_OTHER, _CAPITAL = 0.5, 0.72
"""Widths of letters in Computer Modern, to the size of the letters."""


@dataclass(frozen=True)
class TableLayout:
    """A table in parts that stand side by side.

    `widths` (mm) are those of columns that divide what the others leave, 0 for columns as wide as
    their words; a table that is `whole` stands on one page.
    """

    parts: tuple[Rows, ...]
    widths: tuple[float, ...]
    whole: bool


def table_layout(table: Table) -> TableLayout:
    """In as many parts as make the table lower, its columns by what they hold."""
    sizes = [[words_width(cell) for cell in row] for row in table.rows]
    heads = [words_width(head) for head in table.heads]
    cells = [max(column) for column in zip(*sizes, strict=True)]
    words = [_longest(column) for column in zip(table.heads, *table.rows, strict=True)]
    best = 0, 0.0, (0.0,)
    for count in range(1, _MOST_PARTS + 1):
        room = (LINE - BETWEEN * (count - 1)) / count - GAP * len(heads)
        if count > 1 and (len(sizes) < 2 * count or sum(words) > room):
            break
        for least in (heads, [_in_two_lines(head) for head in heads]):
            widths = _widths(cells, heads, least, words, room)
            lines = _lines(heads, widths) + sum(_lines(row, widths) for row in sizes) / count
            saved = 0.0 if best[0] == count else _SAVED
            if not best[0] or (lines < best[1] - saved and lines <= PAGE):
                best = count, lines, widths
    count, lines, widths = best
    each = ceil(len(table.rows) / count)
    parts = tuple(table.rows[at : at + each] for at in range(0, len(table.rows), each))
    return TableLayout(parts, widths, lines <= WHOLE)


def _in_two_lines(head: float) -> float:
    """About how wide a head is whose words stand in two lines."""
    return min(head, 0.6 * head + 3.0)


def _widths(
    cells: Sequence[float],
    heads: Sequence[float],
    least: Sequence[float],
    words: Sequence[float],
    room: float,
) -> tuple[float, ...]:
    """Columns with less than their share keep their width; the others divide what is left.

    Where there is room for all, the last column takes what is left; otherwise heads may be as wide
    as the `least`.
    """
    whole = list(map(max, cells, heads))
    count = len(whole)
    natural = whole
    if sum(whole) > room:
        natural = [
            max(cell, word, head) for cell, head, word in zip(cells, least, words, strict=True)
        ]
        for at in sorted(range(count), key=lambda at: whole[at] - natural[at]):
            if sum(natural) + whole[at] - natural[at] <= room:
                natural[at] = whole[at]
    wide = {count - 1} if sum(natural) <= room else set(range(count))
    for at in sorted(range(count), key=lambda at: natural[at]):
        if at in wide and natural[at] * len(wide) <= room and len(wide) > 1:
            wide.remove(at)
        if at not in wide:
            room -= natural[at]
    shares = {at: natural[at] ** _LEVELLED for at in wide}
    part = room / sum(shares.values())
    widths = [max(shares[at] * part, words[at]) if at in wide else 0.0 for at in range(count)]
    return tuple(
        round(width or (size if head > size else 0.0), 1)
        for width, size, head in zip(widths, natural, heads, strict=True)
    )


_LEVELLED = 0.7
"""Columns that hold more are wider by less than that."""


def _lines(row: Sequence[float], widths: Sequence[float]) -> float:
    """About how many lines high a row is whose cells are so wide (mm)."""
    return max(
        ceil(size / width - 0.02) if width else 1.0 for size, width in zip(row, widths, strict=True)
    )


def _items(text: Text) -> Formula:
    return (text,) if isinstance(text, str) else text


def words_width(text: Text) -> float:
    """About how wide words are in a line of a table (mm)."""
    return sum(_of_words(item) if isinstance(item, str) else _of_box(item) for item in _items(text))


def _of_words(text: str) -> float:
    return _EM * sum(map(_letter, text))


def _letter(sign: str) -> float:
    return _WIDE.get(sign, _CAPITAL if sign.isupper() else _OTHER)


def _of_box(box: Box) -> float:
    if box.kind in ("strong", "tiny", "words"):
        return 1.1 * _of_words(box.text or "".join(map(str, box.parts[0])))
    inner = box.parts[0] if box.kind in ("formula", "unbroken") else (box,)
    return _EM * width(inner)


def _longest(cells: Sequence[Text]) -> float:
    """The width of the longest word of a column (mm); formulas are words."""
    return max(
        (
            _of_box(item) if isinstance(item, Box) else max(map(_of_words, item.split()), default=0)
            for cell in cells
            for item in _items(cell)
        ),
        default=0.0,
    )
