"""Formulas in lines: how wide they are, and where they are broken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lagr_gui.mechanics.sheets.sheet import Balance, Term
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import (
    DOT,
    SPACE,
    Box,
    Formula,
    boxes,
    brackets,
    mapped,
    raised,
    signed,
)
from lagr_gui.typesetting.latex import LATEX

WIDTH = 70
"""About so many letters fit into a line."""

_SIGNS = (" + ", " - ")
_CUT = "cut"


def balance_rows(balance: Balance) -> list[Formula]:
    """left = right in lines; the right side begins a line where it does not fit."""
    rows = sum_rows(balance.left, 0)
    used = width(rows[-1])
    others = sum_rows(balance.right, used)
    if len(others) > 1 or used + width(others[0]) > WIDTH:
        rows, others = [*rows, ("= ",)], sum_rows(balance.right, 0)
    else:
        rows[-1] = (*rows[-1], " = ")
    rows[-1] += others[0]
    return [*rows, *others[1:]]


def sum_rows(terms: Sequence[Term], used: float) -> list[Formula]:
    """A sum in lines; those after the first begin with their sign."""
    rows: list[Formula] = []
    row: Formula = ()
    for piece in [piece for term in terms for piece in _pieces(formula(term.tree))] or [("0",)]:
        begun = _signed(piece)
        joined = (*row, " ", *begun) if row else piece if not rows else begun
        if row and used + width(joined) > WIDTH:
            rows.append(row)
            joined, used = begun, 0
        row = joined
    return [*rows, row]


def divided(whole: Formula, room: float = WIDTH) -> list[Formula]:
    """A formula in parts of so many letters, those after the first with their sign."""
    first, *rest = _pieces(whole, room)
    return [first, *map(_signed, rest)]


def _signed(piece: Formula) -> Formula:
    """A part of a sum with its sign; one of a product has a dot."""
    return piece if piece[:1] == (DOT,) else signed(piece)


def _pieces(whole: Formula, room: float = WIDTH) -> list[Formula]:
    """A term in parts that fit into a line of so many letters each.

    It is divided at the signs of its outermost sum; brackets around them cannot grow with what
    they hold and are made large.  Where sums stand in fractions and roots only, these become
    powers; a product without sums is divided between its factors.
    """
    if width(whole) <= room:
        return [whole]
    depth = min(_depths(whole, 0), default=None)
    if depth is not None:
        parts = _cut(whole, depth)
    elif (powers := _powers(whole, room)) != whole:
        parts = [powers]
    else:
        parts = _factors(whole)
    if parts == [whole]:
        return [whole]
    return [piece for part in parts for piece in _pieces(part, room)]


def _depths(whole: Formula, depth: int) -> Iterator[int]:
    """How many brackets are around each sign of a sum that no fraction, root or index holds."""
    for item in whole:
        if isinstance(item, str):
            if item in _SIGNS:
                yield depth
        elif item.kind in ("brackets", "bars"):
            yield from _depths(item.parts[0], depth + 1)
        elif item.kind in ("raised", "transposed"):
            yield from _depths(item.parts[0], depth)


def _cut(whole: Formula, depth: int) -> list[Formula]:
    """A formula divided at the signs in so many brackets; these have a fixed size."""
    parts: list[list[str | Box]] = [[]]
    for item in _opened(whole, depth):
        if isinstance(item, Box) and item.kind == _CUT:
            parts.append(["-"] if item.text == " - " else [])
        else:
            parts[-1].append(item)
    return [tuple(part) for part in parts]


def _opened(whole: Formula, depth: int) -> Iterator[str | Box]:
    """A row without brackets around the signs that are so deep in it, which are marked."""
    for item in whole:
        if isinstance(item, str):
            yield Box(_CUT, text=item) if depth == 0 and item in _SIGNS else item
        elif item.kind in ("brackets", "bars") and depth - 1 in _depths(item.parts[0], 0):
            left, right = "()" if item.kind == "brackets" else "||"
            yield Box("open", text=left)
            yield from _opened(item.parts[0], depth - 1)
            yield Box("close", text=right)
        elif item.kind in ("raised", "transposed") and depth in _depths(item.parts[0], 0):
            yield from _opened(item.parts[0], depth)
            yield Box(item.kind, ((), *item.parts[1:]))
        else:
            yield item


def _powers(whole: Formula, room: float) -> Formula:
    """The first fraction or root that is too wide for a line as a power."""
    wide = (
        box for box in boxes(whole) if box.kind in ("fraction", "root") and width((box,)) > room
    )
    first = next(wide, None)
    if first is None:
        return whole
    done = False

    def change(box: Box) -> Formula:
        nonlocal done
        if box is not first or done:
            return (box,)
        done = True
        if box.kind == "root":
            return (raised((brackets(box.parts[0]),), ("1/2",)),)
        above, below = box.parts
        power = raised((brackets(below),), ("-1",))
        return (power,) if above == ("1",) else (brackets(above), SPACE, power)

    return mapped(whole, change)


def _factors(whole: Formula) -> list[Formula]:
    """A product in two halves."""
    places = [at for at, item in enumerate(whole) if item == SPACE]
    if not places:
        return [whole]
    half = len(LATEX.written(whole)) / 2
    at = min(places, key=lambda place: abs(len(LATEX.written(whole[:place])) - half))
    return [whole[:at], (DOT, " ", *whole[at + 1 :])]


_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)
_MATRIX = re.compile(r"\\begin\{pmatrix\} (.*?) \\end\{pmatrix\}")
_GAP = 2.0
_WIDTHS = {
    **dict.fromkeys("0123456789", 0.75),
    ",": 0.45,
    "+": 2.4,
    "-": 2.4,
    "=": 2.4,
    "(": 0.7,
    ")": 0.7,
    r"\,": 0.3,
    r"\quad": 1.8,
    r"\qquad": 3.6,
    " ": 0.0,
}
_NOTHING = (
    *("left", "right", "Bigl", "Bigr", "mathrm", "dot", "ddot", "bar", "text"),
    *("boldsymbol", "hat", "mathsf", "operatorname"),
)
SMALL = 0.75
"""Indices and exponents, by letters of the line."""


def width(whole: Formula) -> float:
    """About how many letters a formula is wide."""
    return width_of(LATEX.written(whole))


def width_of(text: str) -> float:
    """About how many letters a formula in LaTeX is wide."""
    total = sum(_of_matrix(match[1]) for match in _MATRIX.finditer(text))
    tokens, at = _TOKEN.findall(_MATRIX.sub("", text)), 0
    while at < len(tokens):
        size, at = _measured(tokens, at)
        total += size
    return total


def _of_matrix(text: str) -> float:
    """The width of a matrix with its brackets: that of its columns and of what is between them."""
    rows = [row.split(" & ") for row in re.split(r" \\\\(?:\[2pt\])? ", text)]
    columns = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return sum(columns) + _GAP * len(columns)


def _measured(tokens: Sequence[str], at: int) -> tuple[float, int]:
    """The width of what begins there, and where the next begins."""
    token = tokens[at]
    if token in "_^":
        size, end = _measured(tokens, at + 1) if at + 1 < len(tokens) else (0.0, at + 1)
        return SMALL * size, end
    if token == r"\frac":
        above, end = _measured(tokens, at + 1)
        below, end = _measured(tokens, end)
        return max(above, below), end
    if token == "{":
        total, at = 0.0, at + 1
        while at < len(tokens) and tokens[at] != "}":
            size, at = _measured(tokens, at)
            total += size
        return total, at + 1
    name = token[1:]
    if token.startswith("\\") and name.isalpha() and token not in _WIDTHS:
        if name in _NOTHING:
            return 0.0, at + 1
        return (len(name) * 0.9 if name in _FUNCTIONS else 1.1), at + 1
    return _WIDTHS.get(token, 1.0), at + 1


_FUNCTIONS = (
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan"),
    *("sinh", "cosh", "tanh", "exp", "ln"),
)
