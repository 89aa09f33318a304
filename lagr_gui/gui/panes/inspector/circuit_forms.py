"""Forms of terminals, and what the inspector says of the charges of branches."""

from __future__ import annotations

from lagr_gui.algebra.names import pretty
from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.gui.panes.inspector.rows import FieldsAt, Form, FormRow, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.model import Element, FieldType, Model, Role
from lagr_gui.topology import circuits


def terminal_form(model: Model, name: str) -> Form:
    """Its name, and the branches that meet in it."""
    index = [terminal.name for terminal in model.terminals].index(name)
    branches = [element.name for element in model.elements if name in _ends(element)]
    meeting = tr("No branch meets here.")
    if branches:
        meeting = tr("Here meet: {names}.").format(names=", ".join(branches))
    name_row = FieldsAt(("terminals", index), "").renamed(tr("Name"), f"terminal:{name}")
    return (Section("", (name_row, FormRow(meeting, ValueSort.NOTE, ()))),)


def charge_note(model: Model, element: Element) -> str:
    """What the charge of a branch is made of; empty where it is a coordinate itself."""
    found = circuits(model, KINDS)
    if not element.own or element.own[0] not in found.dependent:
        return ""
    charge = found.charges[element.name]
    if not charge:
        return tr("The branch lies in no closed mesh: no current flows.")
    terms = [("−" if sign < 0 else "+", pretty(name)) for name, sign in charge]
    text = " ".join(f"{sign} {name}" for sign, name in terms).removeprefix("+ ")
    return f"{pretty(element.own[0])} = {text.replace('− ', '−', 1) if text[0] == '−' else text}"


def choices(model: Model, sort: FieldType) -> tuple[tuple[str, str], ...]:
    """The terminals, or the inductors, of a model."""
    if sort is FieldType.TERMINAL:
        return tuple((terminal.name, terminal.name) for terminal in model.terminals)
    coils = (e.name for e in model.elements if ELEMENTS[e.kind].role is Role.INDUCTANCE)
    return tuple((name, name) for name in coils)


def _ends(element: Element) -> set[str]:
    fields = ELEMENTS[element.kind].fields
    return {getattr(element, s.name) for s in fields if s.type is FieldType.TERMINAL}
