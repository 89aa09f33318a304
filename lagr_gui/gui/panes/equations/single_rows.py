"""Single results as rows, and what they say as formulas of all dialects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from lagr_gui.gui.panes.equations.breaking import EVERY, pieces_of, with_names
from lagr_gui.gui.panes.equations.sections import Maker
from lagr_gui.gui.panes.equations.written import Written, equal, formula_of
from lagr_gui.gui.typesetting import Piece, Row
from lagr_gui.gui.words import spoken
from lagr_gui.mechanics.sheets.balance import Balance
from lagr_gui.mechanics.sheets.directions import Direction
from lagr_gui.mechanics.sheets.pictures import pose_name
from lagr_gui.mechanics.sheets.sheet import Definition, Entry, Term
from lagr_gui.typesetting import POINTED, WINDOW, Formula, formula, marked
from lagr_gui.typesetting.formula import bold, matrix, small_fractions
from lagr_gui.typesetting.letters import (
    definition_name,
    entry_name,
    relation,
    result_name,
)
from lagr_gui.typesetting.lines import condition_box
from lagr_gui.typesetting.poses import is_unit, pose_box, pose_rows, vector_line
from lagr_gui.typesetting.widths import REPORT, PaperWidth

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.equal_results import Also
    from lagr_gui.mechanics.sheets.sheet import Sheet, TermKey
    from lagr_gui.typesetting.matrices import Table


MATRIX_GAPS = "column-gap: #1em, row-gap: #0.6em"
"""Room between the entries of a matrix."""
PANE = PaperWidth(48.0, REPORT.blank)
"""Letters of a line of a pane."""


def definition_row(entry: Definition) -> Row:
    """What a name stands for."""
    pieces = tuple(pieces_of((Term(entry.tree, entry.sources),)))
    name = definition_name(entry)
    origin = Written(equal(name, formula(entry.tree)))
    return Row(POINTED.written(name), pieces, "", (entry.sources,), origin=origin, about=entry)


def pose_row(symbol: str, entries: Sequence[Entry]) -> Row:
    """A rotation matrix, or a column."""
    body, equation = entries[0].indices[0], entries[0].equation
    rows, name = pose_rows(entries), result_name(symbol, (body,))
    box = small_fractions((pose_box(rows),))
    whole = WINDOW.written((bold("1"),)) if is_unit(rows) else EVERY.written(box)
    sources = tuple(dict.fromkeys(key for e in entries for term in e.terms for key in term.sources))
    origin = Written(equal(name, (pose_box(rows),)), symbol)
    head = marked(pose_name(symbol, body), WINDOW.written(name))
    return Row(head, (Piece(whole, 0),), equation, (sources,), origin=origin, about=tuple(entries))


def partial_velocity_row(sheet: Sheet, entries: Sequence[Entry]) -> Row:
    """A partial velocity."""
    symbol, (body, _, speed) = entries[0].symbol, entries[0].indices
    name, whole = vector_line(sheet, symbol, (body, speed))
    sources = tuple(dict.fromkeys(key for e in entries for term in e.terms for key in term.sources))
    return Row(
        WINDOW.written(name),
        (Piece(EVERY.written(small_fractions(whole)), 0),),
        entries[0].equation,
        (sources,),
        origin=Written(equal(name, whole), symbol),
        about=tuple(entries),
    )


def condition_row(sheet: Sheet) -> Row | None:
    """G as a matrix in brackets, where that is no wider than a pane."""
    box, entries = condition_box(sheet, PANE), sheet.of("G")
    if not box:
        return None
    name, whole = result_name("G", ()), (box[-1],)
    sources = tuple(dict.fromkeys(key for e in entries for term in e.terms for key in term.sources))
    pieces = (Piece(EVERY.written(small_fractions(whole)), 0),)
    return Row(WINDOW.written(name), pieces, entries[0].equation, (sources,), origin=Written(box))


def result_row(entry: Entry, dropped: frozenset[TermKey] = frozenset()) -> Row:
    """A result of its own; its terms that are dropped fade."""
    places = range(len(entry.terms)) if dropped else ()
    faded = (place for place in places if (entry.symbol, entry.indices, place) in dropped)
    return Row(
        WINDOW.written(entry_name(entry)),
        tuple(pieces_of(entry.terms)),
        entry.equation,
        tuple(term.sources for term in entry.terms),
        origin=entry,
        faded=frozenset(faded),
        about=entry,
    )


def matrix_row(name: Formula, entries: Sequence[Entry], table: Table, symbol: str = "") -> Row:
    """A matrix of results, in brackets with its zeros, of full size."""
    keys = (key for entry in entries for term in entry.terms for key in term.sources)
    body = "; ".join(", ".join(map(with_names, row)) for row in table)
    box = matrix([[formula(tree) for tree in row] for row in table], "table")
    return Row(
        WINDOW.written(name),
        (Piece(f"mat({MATRIX_GAPS}, {body})", 0),),
        entries[0].equation,
        (tuple(dict.fromkeys(keys)),),
        origin=Written(equal(name, (box,)), symbol),
    )


def with_equal(row: Row, also: Also) -> Row:
    """A result with the names of those that are equal to it."""
    pieces: list[Piece] = []
    sources, names = list(row.sources), list[Formula]()
    for entry, opposite in also:
        name = entry_name(entry, opposite)
        pieces += [Piece(WINDOW.written(name), len(sources)), Piece("=")]
        sources.append(tuple(dict.fromkeys(key for t in entry.terms for key in t.sources)))
        names.append(name)
    left, right = _sides(formula_of(row))
    return replace(
        row,
        pieces=(*pieces, *row.pieces),
        sources=tuple(sources),
        origin=Written(equal(left, *names, right), also[0][0].symbol),
    )


def _sides(line: Formula) -> tuple[Formula, Formula]:
    at = line.index(" = ")
    return line[:at], line[at + 1 :]


def assumed_rows(sheet: Sheet) -> list[Maker]:
    """What is taken for granted."""
    return [partial(_assumed, line) for line in sheet.assumptions]


def _assumed(entry: Direction) -> Row:
    pieces = tuple(pieces_of((Term(entry.tree, entry.sources),)))
    return Row("", (*pieces, Piece("> 0")), "", (entry.sources,), origin=entry)


def balance_row(balance: Balance) -> Row:
    """An equation."""
    left, right = list(pieces_of(balance.left)), list(pieces_of(balance.right))
    shifted = [Piece(p.formula, p.term + len(balance.left)) for p in right]
    sign = WINDOW.written(relation(balance)).strip()
    pieces = (*left, Piece(sign), *(shifted or [Piece("0")]))
    sources = tuple(term.sources for term in (*balance.left, *balance.right))
    number = spoken(balance.said) if balance.said else balance.equation
    return Row("", pieces, number, sources, origin=balance, about=balance)
