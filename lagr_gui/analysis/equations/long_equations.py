"""What is printed of a model where its equations are long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.exchange.documents.length import PAGE, is_long
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity, TooLong
from lagr_gui.mechanics.sheets.sheet import STRUCTURED, Sheet
from lagr_gui.prepared import Advance, Prepared, derived

WRITTEN_OUT = 200
"""So many terms of g and Γ, as exponentials, no arrangement brings into a line."""
SHORTER = 2
"""Absolute angles are offered where they have so many times fewer terms."""
MOST = 10
"""Of more angles than these the terms are not counted."""


@derived
def surely_long(prepared: Prepared, progress: Advance | None = None) -> bool:
    """Whether expanded equations are too long for a document, before they are arranged.

    Of special cases, which may be short, it is not known.  Raises LagrError for an unsound model.
    """
    if prepared.special:
        return False
    closed = prepared.general.closed
    try:
        with closed.telling(progress):
            _ = closed.effects  # they come first in sheets too: rates are read in that order
            tables = closed.metric.g_parts, closed.metric.gamma_parts
    except TooLong:
        return True
    sums = (parts for table in tables for parts in table.values())
    length = sum(value.length for parts in sums for value in parts.values())
    return length > WRITTEN_OUT * PAGE * len(closed.reading.coordinates)


def readable(prepared: Prepared, sheet: Sheet) -> Sheet:
    """The sheet for a document: the structured form where the expanded one is too long.

    Other formalisms and own coordinates have no structured form; their sheets stay.  Equations
    without multipliers have none in the structured form, either.  Where absolute angles make the
    expanded form much shorter it is said.
    """
    if sheet.formalism != "lagrange" or sheet.chosen is not None or not is_long(sheet):
        return sheet
    special = prepared.case(sheet.special)
    if sheet.minimal is None:
        structured = sheet_of(special, STRUCTURED, side=sheet.side)
    else:
        from lagr_gui.analysis.equations.minimal import minimal_equations  # few are bound and long

        structured = minimal_equations(special, STRUCTURED, sheet.side)
    return replace(structured, notes=(*structured.notes, *_offers(prepared.general)))


def _offers(prepared: Prepared) -> Iterator[Problem]:
    """That absolute angles are shorter, where they are."""
    from lagr_gui.analysis.equations.charts import chart_of, terms  # with the first long ones
    from lagr_gui.mechanics.coordinates.angles import chains

    reading = prepared.reading
    if reading.states or reading.beams or not 1 < len(chains(reading)) <= MOST:
        return
    many, few = (terms(prepared, chart_of(prepared, way)) for way in ("relative", "absolute"))
    if SHORTER * few < many:
        cause = say(
            "In absolute angles g, Γ and Q have {few} terms written out instead of {many}.",
            few=int(few),
            many=int(many),
        )
        remedy = "Choose absolute angles: --coordinates absolute, in the window under “in”."
        yield Problem("Equations", cause, remedy, Severity.HINT, "absolute-angles")
