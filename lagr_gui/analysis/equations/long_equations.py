"""What is printed of a model where its equations are long."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from lagr_gui.analysis.equations.coordinates import Reduction, equations, kept_angles
from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.exchange.documents.length import PAGE, is_long
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity, TooLong
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, STRUCTURED, Sheet
from lagr_gui.prepared import Advance, Prepared, derived
from lagr_gui.subsystems.signals import NAMES

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.friction_modes import FrictionMode

WRITTEN_OUT = 10
"""So many terms of g and Γ, as exponentials, hardly any arrangement brings into a line."""
OF_BOUND = 100
"""So many are not brought into one where conditions leave fewer coordinates, or in other angles."""
SHORTER = 2
"""Absolute angles are offered where they have so many times fewer terms."""
MOST = 10
"""Of more angles than these the terms are not counted."""
WRITTEN = "Written out, they would exceed one page per coordinate."
FEWER = "In absolute angles g, Γ and Q have {few} terms written out instead of {many}."


@derived
def surely_long(prepared: Prepared, progress: Advance | None = None) -> bool:
    """Whether expanded equations are too long for a document, before they are arranged.

    Of special cases, which may be short, it is not known.  Raises LagrError for an unsound model.
    """
    if prepared.special:
        return False
    return _crowd(prepared, progress) > (OF_BOUND if prepared.is_bound else WRITTEN_OUT)


@derived
def _crowd(prepared: Prepared, progress: Advance | None = None) -> float:
    """The terms of g and Γ, as exponentials, for each line of a page for each coordinate."""
    closed = prepared.general.closed
    try:
        with closed.telling(progress):
            _ = closed.effects  # they come first in sheets too: rates are read in that order
            tables = closed.metric.g_parts, closed.metric.gamma_parts
    except TooLong:
        return math.inf
    sums = (parts for table in tables for parts in table.values())
    length = sum(value.length for parts in sums for value in parts.values())
    return length / (PAGE * max(len(closed.reading.coordinates), 1))


@derived
def absolute_angles(prepared: Prepared) -> tuple[int, int] | None:
    """The terms of g, Γ and Q in absolute angles, and in those of joints, where those are fewer.

    Raises LagrError for an unsound model.
    """
    from lagr_gui.analysis.equations.charts import chart_of, terms  # with the first long ones
    from lagr_gui.mechanics.coordinates.angles import chains

    prepared = prepared.general
    reading = prepared.reading
    if reading.states or reading.beams or not 1 < len(chains(reading)) <= MOST:
        return None
    if _crowd(prepared) > OF_BOUND:  # who would read them in any angles?
        return None
    few, many = (terms(prepared, chart_of(prepared, way)) for way in ("absolute", "relative"))
    return (int(few), int(many)) if SHORTER * few < many < math.inf else None


@derived
def equations_to_read(
    prepared: Prepared,
    progress: Advance | None = None,
    side: str = "right",
    minimal: Reduction = None,
    multipliers: bool = False,
    noted: bool = True,
    mode: FrictionMode = "",
    signals: str = NAMES,
    after: str = "",
) -> Sheet:
    """The equations of Lagrange as documents show them: structured where they would be long else.

    Those that are surely too long are not expanded first.  `side`, `minimal`, `multipliers`,
    `mode`, `signals` and `after` are those of `equations`; what was `noted` is among the notes: why
    the form is structured, and whether other angles are shorter.  Raises LagrError for an unsound
    model and another side.
    """

    def made(form: str) -> Sheet:
        return equations(
            prepared,
            form,
            side=side,
            progress=progress,
            minimal=minimal,
            multipliers=multipliers,
            mode=mode,
            signals=signals,
            after=after,
        )

    then = _after(prepared, after)
    crowded = not kept_angles(then.drawn) and surely_long(then, progress)
    try:
        sheet = made(STRUCTURED if crowded else DEFAULT_FORM)
    except TooLong:
        sheet = made(STRUCTURED)
    return readable(prepared, sheet, noted=noted)


def readable(prepared: Prepared, sheet: Sheet, *, noted: bool = True) -> Sheet:
    """The sheet for a document: the structured form where the expanded one is too long.

    Other formalisms and own coordinates have no structured form; their sheets stay.  Equations
    without multipliers have none in the structured form, either.  Where absolute angles make the
    expanded form much shorter it is said, and why the form is structured (`noted`).
    """
    touches = any(contact.touches for contact in sheet.contacts)
    if sheet.formalism != "lagrange" or sheet.chosen is not None or touches:
        return sheet
    prepared = _after(prepared, sheet.after)
    special = prepared.case(sheet.special)
    special = special.named if sheet.signals else special
    if sheet.structured:
        structured = sheet
    elif not is_long(sheet):
        return sheet
    elif sheet.minimal is None:
        structured = sheet_of(special, STRUCTURED, side=sheet.side)
    else:
        from lagr_gui.analysis.equations.minimal import minimal_equations  # few are bound and long

        structured = minimal_equations(special, STRUCTURED, sheet.side)
    structured = replace(structured, contacts=sheet.contacts)
    modes = {force.element: force.mode for force in sheet.frictions if force.mode}
    if modes:
        from lagr_gui.mechanics.sheets.friction_modes import in_mode  # few have dry friction

        structured = in_mode(structured, modes)
    told = tuple(note for note in sheet.notes if note.code in ("event", "limit"))
    structured = replace(
        structured, after=sheet.after, notes=tuple(dict.fromkeys((*structured.notes, *told)))
    )
    if not noted:
        return structured
    remedy = "The form terms has them written out."
    long = Problem("Equations", WRITTEN, remedy, Severity.HINT, "long-equations")
    return replace(structured, notes=(*structured.notes, long, *_offers(prepared.general)))


def _after(prepared: Prepared, events: str) -> Prepared:
    """The system after some events, with forces of friction by name."""
    if not prepared.model.events:
        return prepared.named
    from lagr_gui.prepared.held import after_events  # few models have events

    return after_events(prepared, events).named


def _offers(prepared: Prepared) -> Iterator[Problem]:
    """That absolute angles are shorter, where they are."""
    if shorter := absolute_angles(prepared):
        few, many = shorter
        cause = say(FEWER, few=few, many=many)
        remedy = "Choose them: --coordinates absolute, or in the window, where the file keeps it."
        yield Problem("Equations", cause, remedy, Severity.HINT, "absolute-angles")
