"""What rows say as formulas that all dialects can write."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.gui.typesetting import Row
from lagr_gui.mechanics.sheets.directions import Direction
from lagr_gui.mechanics.sheets.sheet import Balance, Entry
from lagr_gui.typesetting import Formula, formula
from lagr_gui.typesetting.formula import joined
from lagr_gui.typesetting.letters import balance_formula, entry_name


@dataclass(frozen=True)
class Written:
    """What a row shows where that is no single result: a matrix, equal results, a line of names."""

    formula: Formula
    symbol: str = ""


def equal(*sides: Formula) -> Formula:
    """Equal formulas."""
    return joined((" = ",), sides)


def formula_of(row: Row) -> Formula:
    """What a row shows, as a formula that all dialects can write; empty for words."""
    match row.origin:
        case Entry():
            return equal(entry_name(row.origin), formula(row.origin.tree))
        case Balance():
            return balance_formula(row.origin)
        case Written(formula=written):
            return written
        case Direction(tree=tree):
            return (*formula(tree), " > 0")
        case _:
            return ()
