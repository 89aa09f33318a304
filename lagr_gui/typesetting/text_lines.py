"""Equations in lines of text: a long sum goes on in further lines, each beginning with its sign."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lagr_gui.typesetting.unicode import depths

WIDTH = 96
"""Characters of the widest line in a terminal; entries of what is wider stand below one another."""
FILE_WIDTH = 180
"""The same of text in files, where lines need not be seen whole."""
_MARGIN = 10
"""Columns behind the widest line for the number of a formula."""
_SIGN = re.compile(r" [+\-−] ")


def columns(text: str) -> int:
    """The columns of a terminal that it takes: marks over letters take none."""
    return sum(not unicodedata.combining(sign) for sign in text)


def bracketed(name: str, rows: Sequence[Sequence[str]], tall: bool = False) -> list[str]:
    """The lines of a matrix behind its name, columns below one another.

    In ``tall`` brackets, of signs that fit together, the name stands beside the middle.
    """
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    texts = (
        "  ".join(cell + " " * (n - columns(cell)) for cell, n in zip(row, widths, strict=True))
        for row in rows
    )
    last, blank = len(rows) - 1, " " * columns(name)
    named = last // 2 + last % 2 if tall else 0
    signs = ["⎡⎤", *["⎢⎥"] * (last - 1), "⎣⎦"] if tall and last else ["[]"] * len(rows)
    return [
        f"{name if place == named else blank}{left}{text}{right}"
        for place, (text, (left, right)) in enumerate(zip(texts, signs, strict=True))
    ]


def listed(head: str, items: Sequence[str], room: int) -> Iterator[str]:
    """Items, at least one, behind a head; lines after the first are indented."""
    first, *others = items
    line = f"{head}: {first}"
    for item in others:
        line += ","
        if columns(f"{line} {item},") > room:
            yield line
            line = " "
        line += f" {item}"
    yield line


def equal_lines(left: str, right: str, tail: str, room: int, sign: str = "=") -> Iterator[str]:
    """left = right with a tail in so much room; lines that go on stand behind the sign."""
    head = f"{left} {sign} "
    if columns(head + right) > room and columns(head) > room // 3:
        *rows, last = wrapped_sum(left, room)
        yield from rows
        head = f"{last} {sign} "
        if columns(head + right) > room:
            yield last
            head = f"  {sign} "
    first, *others = wrapped_sum(right, room - columns(head))
    lines = [head + first, *(" " * columns(head) + row for row in others)]
    if columns(lines[-1] + tail) > room + _MARGIN:
        lines.append("  ")
    lines[-1] += tail
    yield from lines


def wrapped_sum(text: str, room: int) -> list[str]:
    """A formula in lines, those after the first with their signs: its outermost sum is divided.

    A term that is too long for a line begins one; lines that go on within its brackets stand
    behind the bracket that is open.
    """
    if columns(text) <= room:
        return [text]
    levels = depths(text)
    signs = [match.start() + 1 for match in _SIGN.finditer(text)]

    def pieces(start: int, end: int) -> list[tuple[int, int, bool]]:
        """Where pieces begin and end, and whether they are the first of what had to be divided."""
        within = [at for at in signs if start < at < end]
        if not within or columns(text[start:end].rstrip()) <= room:
            return [(start, end, False)]
        least = min(levels[at] for at in within)
        cuts = [start, *(at for at in within if levels[at] == least), end]
        (_, first, _), *others = [piece for a, b in pairwise(cuts) for piece in pieces(a, b)]
        return [(start, first, True), *others]

    rows = [_Row(0, 0, 0)]
    for start, end, divided in pieces(0, len(text)):
        row = rows[-1]
        outwards = row.start and levels[start] < levels[row.start]
        if row.end and (divided or outwards or row.indent + row.width(text, end) > room):
            row = _Row(_column(text, start, rows), start, end)
            row.indent = max(min(row.indent, room - row.width(text, end)), 0)
            rows.append(row)
        row.end = end
    return [" " * row.indent + text[row.start : row.end].rstrip() for row in rows]


@dataclass
class _Row:
    """A part of a text on a line of its own."""

    indent: int
    start: int
    end: int

    def width(self, text: str, end: int) -> int:
        """The columns up to an end."""
        return columns(text[self.start : end].rstrip())


def _column(text: str, at: int, rows: Sequence[_Row]) -> int:
    """The column behind the bracket that is open at a place."""
    closed = 0
    for place in range(at - 1, -1, -1):
        if text[place] in ")]":
            closed += 1
        elif text[place] in "([":
            if not closed:
                row = next(row for row in reversed(rows) if row.start <= place)
                return row.indent + columns(text[row.start : place + 1])
            closed -= 1
    return 0
