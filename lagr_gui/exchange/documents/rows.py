"""The sections of a document: as many results in a row as fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lagr_gui.mechanics.sheets.balance import (
    OF_BALANCES,
    balances_of,
    equations_of_motion,
    whole,
)
from lagr_gui.mechanics.sheets.equal_results import said_once
from lagr_gui.mechanics.sheets.sheet import (
    EQUAL,
    VECTORS,
    Balance,
    Entry,
    Sheet,
    Term,
    poses,
    vectors,
)
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import (
    ALIGNED,
    MINUS,
    QQUAD,
    QUAD,
    ROW_END,
    Box,
    Formula,
    bold,
    joined,
    small_fractions,
    tight,
)
from lagr_gui.typesetting.letters import definition_name, entry_name, result_name, words_behind
from lagr_gui.typesetting.lines import EQUALS, balance_rows, condition_box, sum_rows
from lagr_gui.typesetting.numbers import NONE, continued, equation_label, numbered
from lagr_gui.typesetting.poses import PoseRows, is_unit, pose_box, pose_rows, vector_line
from lagr_gui.typesetting.structured import structured_section
from lagr_gui.typesetting.widths import REPORT, PaperWidth, width

_SMALLER = 0.8
"""The size of what is set small, to that of other formulas."""
_TOGETHER = 8
"""So many names of one result stand in a row."""

Line = Sequence[Formula]
"""A result in rows."""


def packed_section(sheet: Sheet, symbol: str, numbers: str = NONE) -> Formula:
    """The rows of a section, none where there is nothing to say.

    Equations have `numbers` where each of them begins a row.
    """
    if sheet.structured:
        return structured_section(
            sheet, symbol, numbers if symbol in OF_BALANCES else NONE, ruled=True
        )
    if symbol == "motion":
        return packed_balances(equations_of_motion(sheet), numbers)
    if symbol not in OF_BALANCES:
        return packed(list(_lines(sheet, symbol)))
    balances = balances_of(sheet, symbol)
    return packed_balances(
        balances, numbers, symbol, solved=symbol in ("solved", "states", "signals")
    )


def packed_balances(
    balances: Iterable[Balance],
    numbers: str = NONE,
    symbol: str = "motion",
    *,
    solved: bool = False,
    paper: PaperWidth = REPORT,
) -> Formula:
    """Equations of a section, each beginning a row; those that are `solved` are name = sum."""
    paper = paper if numbers == NONE else paper.beside_number()
    lines: list[Line] = []
    group = ""
    for balance in balances:
        if symbol in ("friction", "contacts") and balance.group != group:
            group = balance.group
            lines.append([(Box("words", text=group), *continued(numbers))])
        if solved and balance.relation == EQUAL:
            *rows, last = _result(formula(whole(balance.left)), balance.right, paper)
            line = [*rows, (*last, *words_behind(balance))]
        else:
            line = balance_rows(balance, paper)
        number = numbered(numbers, equation_label(symbol, balance), balance.equation)
        between = continued(numbers)
        lines.append([*((*row, *between) for row in line[:-1]), (*line[-1], *number)])
    return packed(lines, apart=True)


def _lines(sheet: Sheet, symbol: str) -> Iterator[Line]:
    if symbol == "definitions":
        for definition in sheet.definitions:
            yield _result(definition_name(definition), (Term(definition.tree, definition.sources),))
    elif symbol == "assumed":
        yield from ([(*formula(entry.tree), " > 0")] for entry in sheet.assumptions)
    elif symbol in ("E", "x"):
        yield from _poses(sheet, symbol)
    elif symbol in VECTORS:
        yield from _partial_velocities(sheet, symbol)
    elif symbol == "G" and (box := condition_box(sheet)):
        yield [box]
    else:
        yield from _results(sheet.of(symbol))


def _results(entries: Sequence[Entry]) -> Iterator[Line]:
    """Results; those that are the same stand before it together, opposite ones with their sign."""
    for first, also in said_once(entries):
        names = [entry_name(first), *(entry_name(entry, opposite) for entry, opposite in also)]
        rows = [
            joined((" = ",), names[at : at + _TOGETHER]) for at in range(0, len(names), _TOGETHER)
        ]
        yield _result(joined((" =", ROW_END, "\n", ALIGNED, " ", QUAD, " "), rows), first.terms)


def _entry(entry: Entry) -> Line:
    return _result(entry_name(entry), entry.terms)


def _result(name: Formula, terms: Sequence[Term], paper: PaperWidth = REPORT) -> Line:
    first, *others = sum_rows(terms, width(name) + EQUALS, paper)
    return [(*name, " = ", *first), *others]


def _partial_velocities(sheet: Sheet, symbol: str) -> Iterator[Line]:
    """Vectors; components where they are too wide."""
    for at, entries in vectors(sheet, symbol).items():
        name, whole = vector_line(sheet, symbol, at, REPORT.room)
        line = (*name, " = ", *whole)
        if width(line) <= REPORT.room:
            yield [line]
        else:
            yield from map(_entry, entries)


def _poses(sheet: Sheet, symbol: str) -> Iterator[Line]:
    """Matrices or columns; bodies that share one stand before it together."""
    shared: dict[PoseRows, list[int]] = {}
    for body, entries in poses(sheet, symbol).items():
        shared.setdefault(pose_rows(entries), []).append(body)
    for rows, bodies in shared.items():
        names = [result_name(symbol, (body,)) for body in bodies]
        whole = bold("1") if is_unit(rows) else pose_box(rows)
        line = (*joined((" = ",), names), " = ", whole)
        room = width(line)
        if room <= REPORT.room:
            yield [line]
        elif room * _SMALLER <= REPORT.room:
            yield [(*line[:-1], Box("small", ((whole,),)))]
        else:
            for body in bodies:
                yield from map(_entry, poses(sheet, symbol)[body])


def packed(lines: Sequence[Line], *, apart: bool = False) -> Formula:
    """Rows with results one behind the other while they fit; with `apart` each begins a row."""
    groups: list[Line] = []
    for line in lines:
        single = len(line) == 1 and groups and len(groups[-1]) == 1 and not apart
        beside = (*groups[-1][0], ", ", QQUAD, " ", *line[0]) if single else ()
        if beside and width(beside) <= REPORT.room:
            groups[-1] = [beside]
        else:
            groups.append([line[0], *((QUAD, " ", *row) for row in line[1:])])
    between = Box("row end", text="[3pt]") if apart else ROW_END
    rows = [
        joined((ROW_END, "\n"), [(ALIGNED, " ", *_begun(row)) for row in group]) for group in groups
    ]
    return tight(small_fractions(joined((between, "\n"), rows)))


def _begun(row: Formula) -> Formula:
    """A row whose first sign belongs to what follows it."""
    return (MINUS, *row[1:]) if row[0] == "-" else row
