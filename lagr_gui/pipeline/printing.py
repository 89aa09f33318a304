"""What is printed of a model where its equations are long."""

from __future__ import annotations

from lagr_gui.exchange.document import is_long
from lagr_gui.mechanics.sheet import STRUCTURED, Sheet
from lagr_gui.model import Model
from lagr_gui.pipeline.derivation import equations


def readable(model: Model, sheet: Sheet) -> Sheet:
    """The sheet for a document: the structured form where the expanded one is too long.

    Other formalisms and own coordinates have no structured form; their sheets stay.
    """
    if sheet.formalism != "lagrange" or sheet.chosen is not None or not is_long(sheet):
        return sheet
    return equations(model, STRUCTURED, sheet.special, side=sheet.side)
