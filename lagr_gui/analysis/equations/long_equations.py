"""What is printed of a model where its equations are long."""

from __future__ import annotations

from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.exchange.documents.length import is_long
from lagr_gui.mechanics.sheets.sheet import STRUCTURED, Sheet
from lagr_gui.prepared import Prepared


def readable(prepared: Prepared, sheet: Sheet) -> Sheet:
    """The sheet for a document: the structured form where the expanded one is too long.

    Other formalisms and own coordinates have no structured form; their sheets stay.  Equations
    without multipliers have none in the structured form, either.
    """
    if sheet.formalism != "lagrange" or sheet.chosen is not None or not is_long(sheet):
        return sheet
    special = prepared.case(sheet.special)
    if sheet.minimal is None:
        return sheet_of(special, STRUCTURED, side=sheet.side)
    from lagr_gui.analysis.equations.minimal import minimal_equations  # few are bound and long

    return minimal_equations(special, STRUCTURED, sheet.side)
