"""Equations as plain text: each right-hand side can be read back as an expression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lagr_gui.exchange.pose_latex import UNIT, table
from lagr_gui.exchange.symbols import ASSUMED, DEFINITIONS, SOLVED, sections
from lagr_gui.expression import write
from lagr_gui.mechanics.balance import equations_of_motion, whole
from lagr_gui.mechanics.chart import Chosen
from lagr_gui.mechanics.equal import said_once
from lagr_gui.mechanics.sheet import Entry, Sheet, poses

_POSES = ("E", "x")
"""Results of which each body has one; of partial velocities it has one for each coordinate."""

_WIDTH = 96
"""Characters of the widest line; entries of what is wider stand one below the other."""


def text_equations(sheet: Sheet) -> str:
    """All results different from zero by sections, matrices and columns as such."""
    case = f", special case {sheet.special}" if sheet.special else ""
    formalism = "" if sheet.formalism == "lagrange" else f", {sheet.formalism}"
    lines = [f"{sheet.title or 'Model without a name'} ({sheet.form} form{formalism}{case})"]
    named = ", ".join(f"q{i} = {name}" for i, name in enumerate(sheet.coordinates, start=1))
    if sheet.chosen is not None:  # names of the model stand in the definitions
        named = ", ".join(sheet.coordinates)
    lines.append(f"Coordinates: {named or 'none'}")
    if sheet.chosen is not None:
        lines += _chosen_words(sheet.chosen)
    if sheet.definitions:
        lines += ["", DEFINITIONS]
    for definition in sheet.definitions:
        lines.append(f"  {definition.name} = {write(definition.tree)}    ({definition.meaning})")
    for symbol, title in sections(sheet):
        entries = sheet.of(symbol)
        if entries:
            lines += ["", title]
        if symbol in _POSES and not sheet.structured:
            lines += [f"  {line}" for line in _pose_lines(sheet, symbol)]
            continue
        lines += [f"  {line}" for line in _results(sheet, entries)]
    if sheet.solved:
        lines += ["", SOLVED]
        for balance in sheet.solved:
            lines.append(f"  {write(whole(balance.left))} = {write(whole(balance.right))}")
    if sheet.notes:
        lines += ["", "Remarks", *(f"  {note}" for note in sheet.notes)]
    lines += ["", "Equations of motion"]
    for balance in equations_of_motion(sheet):
        sides = f"{write(whole(balance.left))} = {write(whole(balance.right))}"
        lines.append(f"  {sides}" + (f"    ({balance.equation})" if sheet.balances else ""))
    if sheet.assumptions:
        lines += ["", ASSUMED, *(f"  {write(entry.tree)} > 0" for entry in sheet.assumptions)]
    return "\n".join(lines)


def _results(sheet: Sheet, entries: Sequence[Entry]) -> Iterator[str]:
    """Results, a line each; in the structured form those that equal another one by its name."""
    if not sheet.structured:
        yield from (_line(entry.name, write(entry.tree), entry) for entry in entries)
        return
    for first, also in said_once(entries):
        yield _line(first.reference, write(first.tree), first)
        for entry, opposite in also:
            name = f"-{first.reference}" if opposite else first.reference
            text = name if first.reference.isidentifier() else write(entry.tree)  # x(2) is no name
            yield _line(entry.reference, text, entry)


def _line(name: str, text: str, entry: Entry) -> str:
    return f"{name} = {text}    ({entry.equation})"


def _pose_lines(sheet: Sheet, symbol: str) -> Iterator[str]:
    """The lines of one of `_POSES` of all bodies, those of unit matrices in one."""
    resting: list[str] = []
    equation = ""
    for body, entries in poses(sheet, symbol).items():
        name, rows = f"{symbol}({body})", table(symbol, entries, write)
        equation = entries[0].equation
        if symbol == "E":
            lines = _matrix(f"{name} = ", rows)
        else:
            lines = [f"{name} = ({', '.join(row for (row,) in rows)})"]
        if rows == UNIT:
            resting.append(name)
        elif max(map(len, lines)) <= _WIDTH:
            yield from lines[:-1]
            yield f"{lines[-1]}    ({equation})"
        else:
            yield from (f"{e.name} = {write(e.tree)}    ({e.equation})" for e in entries)
    if resting:
        yield f"{' = '.join(resting)} = 1    ({equation})"


def _matrix(name: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """Three lines of equal length, columns below one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)) for row in rows]
    before = [name, *[" " * len(name)] * (len(rows) - 1)]
    return [f"{start}[{line}]" for start, line in zip(before, lines, strict=True)]


def _chosen_words(chosen: Chosen) -> list[str]:
    """Start and certificate, a line each."""
    begun = (
        f"{name} = {p:.6g}, {name}' = {pd:.6g}"
        for name, (p, pd) in zip(chosen.chart.names, chosen.start, strict=False)
    )
    start = [f"Start: {'; '.join(begun)}"] if chosen.start else []
    return [*start, str(chosen.certificate)]
