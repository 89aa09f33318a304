"""Equations as plain text that can be read back as expressions."""

from __future__ import annotations

from lagr_gui.exchange.coordinates import chosen_words
from lagr_gui.exchange.symbols import ASSUMED, DEFINITIONS, SOLVED, sections
from lagr_gui.expression import write
from lagr_gui.mechanics.balance import equations_of_motion, whole
from lagr_gui.mechanics.sheet import Sheet


def text_equations(sheet: Sheet) -> str:
    """All results different from zero by sections, one result in a line."""
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
        for entry in entries:
            name = entry.reference if sheet.structured else entry.name
            lines.append(f"  {name} = {write(entry.tree)}    ({entry.equation})")
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
