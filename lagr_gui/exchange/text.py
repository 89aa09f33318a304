"""Equations as plain text: each right-hand side can be read back as an expression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lagr_gui.exchange.coordinates import chosen_words
from lagr_gui.exchange.pose_text import POSES, pose_lines
from lagr_gui.exchange.symbols import ASSUMED, DEFINITIONS, SOLVED, sections
from lagr_gui.expression import write
from lagr_gui.mechanics.balance import equations_of_motion, whole
from lagr_gui.mechanics.equal import said_once
from lagr_gui.mechanics.sheet import Entry, Sheet


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
        lines += chosen_words(sheet.chosen)
    if sheet.definitions:
        lines += ["", DEFINITIONS]
    for definition in sheet.definitions:
        lines.append(f"  {definition.name} = {write(definition.tree)}    ({definition.meaning})")
    for symbol, title in sections(sheet):
        entries = sheet.of(symbol)
        if entries:
            lines += ["", title]
        if symbol in POSES and not sheet.structured:
            lines += [f"  {line}" for line in pose_lines(sheet, symbol)]
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
