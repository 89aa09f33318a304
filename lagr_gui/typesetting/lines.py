"""Formulas in lines: where they are broken."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from lagr_gui.mechanics.sheets.balance import condition_matrix
from lagr_gui.mechanics.sheets.sheet import Balance, Sheet, Term
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
from lagr_gui.typesetting.latex import LATEX, height
from lagr_gui.typesetting.letters import Typeset, relation, result_name, words_behind
from lagr_gui.typesetting.poses import pose_box
from lagr_gui.typesetting.widths import REPORT, PaperWidth

_CUTTING = ((", ",), (" + ", " - "))
"""What formulas are cut at: arguments of functions, and terms."""
_CUT = "cut"
_ARGUMENT = Box("beside")
"""Before an argument that begins a line."""


def balance_rows(
    balance: Balance, paper: PaperWidth = REPORT, typeset: Typeset = formula
) -> list[Formula]:
    """left = right in lines; the right side begins a line where it does not fit."""
    rows, sign = sum_rows(balance.left, 0, paper, typeset), relation(balance)
    used = paper.width(rows[-1]) + EQUALS
    others = sum_rows(balance.right, used, paper, typeset)
    if len(others) > 1 or used + paper.width(others[0]) > paper.room:
        begun = (sign[0].lstrip(), *sign[1:]) if isinstance(sign[0], str) else sign
        rows, others = [*rows, begun], sum_rows(balance.right, EQUALS, paper, typeset)
    else:
        rows[-1] = (*rows[-1], *sign)
    rows[-1] += others[0]
    rows += others[1:]
    return [*rows[:-1], (*rows[-1], *words_behind(balance))]


def sum_rows(
    terms: Sequence[Term], used: float, paper: PaperWidth = REPORT, typeset: Typeset = formula
) -> list[Formula]:
    """A sum in lines, of which so much of the first is `used`.

    Those after the first begin with their sign, and a bit further in.
    """
    return filled([typeset(term.tree) for term in terms] or [("0",)], used, INDENT, paper)


def filled(
    formulas: Sequence[Formula], used: float, indent: float, paper: PaperWidth = REPORT
) -> list[Formula]:
    """The terms of a sum in lines, those after the first with so much before them.

    The first line is empty where what is `used` of it leaves too little room.
    """
    beside = used <= MOST_BEFORE * paper.room
    narrow = replace(paper, room=paper.room - indent)
    first = replace(paper, room=paper.room - used) if beside else narrow
    pieces = _pieces(formulas[0], first)
    pieces += [piece for whole in formulas[1:] for piece in _pieces(whole, narrow)]
    rows: list[Formula] = [()]
    taken = used
    for at, piece in enumerate(pieces):
        begun = signed_piece(piece) if at else piece
        size = paper.width(begun)
        if taken + size > paper.room and (rows[-1] or not beside):
            rows.append(begun)
            taken = indent + size
        else:
            rows[-1] = (*rows[-1], " ", *begun) if rows[-1] else begun
            taken += size
    return rows


MOST_BEFORE = 0.4
"""The part of a line that what stands before a sum may take where this is divided beside it."""
EQUALS = 1.35
"""The width of a sign of equality (em)."""
INDENT = 1.0
"""How much further in the lines of a formula stand that go on (em)."""


def divided(whole: Formula, paper: PaperWidth = REPORT) -> list[Formula]:
    """A formula in parts that fit into a line, those after the first with their sign."""
    first, *rest = _pieces(whole, paper)
    return [first, *map(signed_piece, rest)]


def signed_piece(piece: Formula) -> Formula:
    """A part of a sum with its sign; one of a product has a dot, an argument nothing."""
    return piece if piece[:1] in ((DOT,), (_ARGUMENT,)) else signed(piece)


def _pieces(whole: Formula, paper: PaperWidth) -> list[Formula]:
    """A term in parts that fit into a line each.

    It is divided at the signs of its outermost sum or between arguments; brackets around them
    cannot grow with what they hold and are made large.  Where sums stand in fractions and roots
    only, these become powers; a product without sums is divided between its factors.
    """
    if paper.width(whole) <= paper.room:
        return [whole]
    places = [
        (min(depths), at)
        for at, signs in enumerate(_CUTTING)
        if (depths := list(_depths(whole, 0, signs)))
    ]
    if places:
        depth, at = min(places)
        parts = _cut(whole, depth, _CUTTING[at])
    elif (powers := _powers(whole, paper)) != whole:
        parts = [powers]
    else:
        parts = _factors(whole, paper)
    if parts == [whole]:
        return [whole]
    return [piece for part in parts for piece in _pieces(part, paper)]


def _depths(whole: Formula, depth: int, signs: Collection[str]) -> Iterator[int]:
    """How many brackets are around each of such signs that no fraction, root or index holds."""
    for item in whole:
        if isinstance(item, str):
            if item in signs:
                yield depth
        elif item.kind in ("brackets", "bars"):
            yield from _depths(item.parts[0], depth + 1, signs)
        elif item.kind in ("raised", "transposed"):
            yield from _depths(item.parts[0], depth, signs)


def _cut(whole: Formula, depth: int, signs: Collection[str]) -> list[Formula]:
    """A formula divided at the signs in so many brackets; these have a fixed size."""
    parts: list[list[str | Box]] = [[]]
    for item in _opened(whole, depth, signs):
        if not isinstance(item, Box) or item.kind != _CUT:
            parts[-1].append(item)
        elif item.text == ", ":
            parts[-1].append(",")
            parts.append([_ARGUMENT])
        else:
            parts.append(["-"] if item.text == " - " else [])
    return [tuple(part) for part in parts]


def _opened(whole: Formula, depth: int, signs: Collection[str]) -> Iterator[str | Box]:
    """A row without brackets around the signs that are so deep in it, which are marked."""
    for item in whole:
        if isinstance(item, str):
            yield Box(_CUT, text=item) if depth == 0 and item in signs else item
        elif item.kind in ("brackets", "bars") and depth - 1 in _depths(item.parts[0], 0, signs):
            left, right = "()" if item.kind == "brackets" else "||"
            size = max(1, height(LATEX.written(item.parts[0])))
            yield Box("open", text=left, order=size)
            yield from _opened(item.parts[0], depth - 1, signs)
            yield Box("close", text=right, order=size)
        elif item.kind in ("raised", "transposed") and depth in _depths(item.parts[0], 0, signs):
            yield from _opened(item.parts[0], depth, signs)
            yield Box(item.kind, ((), *item.parts[1:]))
        else:
            yield item


def _powers(whole: Formula, paper: PaperWidth) -> Formula:
    """The first fraction or root that is too wide for a line as a power."""
    wide = (
        box
        for box in boxes(whole)
        if box.kind in ("fraction", "root") and paper.width((box,)) > paper.room
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


def _factors(whole: Formula, paper: PaperWidth) -> list[Formula]:
    """A product in two halves."""
    places = [at for at, item in enumerate(whole) if item == SPACE]
    if not places:
        return [whole]
    half = paper.width(whole) / 2
    at = min(places, key=lambda place: abs(paper.width(whole[:place]) - half))
    return [whole[:at], (DOT, " ", *whole[at + 1 :])]


def condition_box(sheet: Sheet, paper: PaperWidth = REPORT) -> Formula:
    """G = ( … ), nothing where it is wider than a line, or where there is none."""
    rows = () if sheet.structured else condition_matrix(sheet)
    line = (*result_name("G", ()), " = ", pose_box(rows)) if rows else ()
    return line if paper.width(line) <= paper.room else ()
