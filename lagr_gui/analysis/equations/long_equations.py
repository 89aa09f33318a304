"""What is printed of a model where its equations are long."""

from __future__ import annotations

from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.exchange.documents.length import is_long
from lagr_gui.mechanics.sheets.sheet import STRUCTURED, Sheet
from lagr_gui.prepared import Prepared


def readable(prepared: Prepared, sheet: Sheet) -> Sheet:
    """The sheet for a document: the structured form where the expanded one is too long.

    Other formalisms and own coordinates have no structured form; their sheets stay.
    """
    if sheet.formalism != "lagrange" or sheet.chosen is not None or not is_long(sheet):
        return sheet
    return sheet_of(prepared.case(sheet.special), STRUCTURED, side=sheet.side)
