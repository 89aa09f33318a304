"""Equations in lines of text: a long sum goes on in further lines, each beginning with its sign."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
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


def equal_lines(left: str, right: str, tail: str, room: int) -> Iterator[str]:
    """left = right with a tail in so much room; lines that go on stand behind the sign."""
    head = f"{left} = "
    if columns(head + right) > room and columns(head) > room // 3:
        yield from wrapped_sum(left, room)
        head = "  = "
    first, *others = wrapped_sum(right, room - columns(head))
    lines = [head + first, *(" " * columns(head) + row for row in others)]
    if columns(lines[-1] + tail) > room + _MARGIN:
        lines.append("  ")
    lines[-1] += tail
    yield from lines


def wrapped_sum(text: str, room: int) -> list[str]:
    """A formula in lines, those after the first with their signs: its outermost sum is divided."""
    if columns(text) <= room:
        return [text]
    levels = depths(text)
    signs = [match.start() + 1 for match in _SIGN.finditer(text)]
    if not signs:
        return [text]
    least = min(levels[at] for at in signs)
    cuts = [0, *(at for at in signs if levels[at] == least), len(text)]
    parts = [text[a:b].rstrip() for a, b in pairwise(cuts)]
    rows: list[str] = []
    for piece in (row for part in parts for row in wrapped_sum(part, room)):
        if rows and columns(rows[-1]) + 1 + columns(piece) <= room:
            rows[-1] += f" {piece}"
        else:
            rows.append(piece)
    return rows
