"""The limits of a model in its equations: what each is, and what it exerts in contact."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.algebra import operation_count
from lagr_gui.analysis.equations.charts import closed_in
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity, TooLong
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.sheets.contact_forces import ContactForces
from lagr_gui.mechanics.sheets.contact_records import Contact
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, Sheet
from lagr_gui.mechanics.sheets.shown_as import show_of
from lagr_gui.prepared import Prepared

LONGEST = 500
"""So many operations a contact may have that somebody reads."""


def with_contacts(prepared: Prepared, sheet: Sheet) -> Sheet:
    """The sheet with its limits; of those that nobody could read it is said that they are open."""
    general = prepared.general
    closed = general.closed if sheet.chosen is None else closed_in(general, sheet.chosen.chart)
    try:
        contacts = _contacts(prepared, sheet, closed)
    except TooLong:
        contacts = ()
    if contacts and max(map(_length, contacts)) <= LONGEST:
        return replace(sheet, contacts=contacts)
    return replace(sheet, notes=(*sheet.notes, _while_open(prepared)))


def _contacts(prepared: Prepared, sheet: Sheet, closed: Closed) -> tuple[Contact, ...]:
    form = DEFAULT_FORM if sheet.structured else sheet.form
    show = show_of(replace(sheet, form=form), prepared.general.model, closed.reading.typed)
    reading = closed.reading
    forces = (s for force in sheet.frictions for s, _ in force.presses)
    taken = {
        *(*reading.names, *reading.parameters),
        *(definition.name for definition in sheet.definitions),
        *(symbol.name for symbol in forces),
        *(entry.reference for entry in sheet.entries),
    }
    return ContactForces(closed, show, taken).told


def _length(contact: Contact) -> int:
    return sum(map(operation_count, contact.trees))


def _while_open(prepared: Prepared) -> Problem:
    """That equations are those without contact."""
    names = dict.fromkeys(part.record.name for part in prepared.reading.limits)
    cause = say(
        "They hold while these are open: {names}. What a limit exerts in contact is not in them.",
        names=", ".join(names),
    )
    remedy = "In contact its condition holds as an equation, with a multiplier that only pushes."
    return Problem("Equations", cause, remedy, Severity.HINT, "limit")
