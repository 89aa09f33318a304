"""The sections of controllers in the form of the model: file, signals, values."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.editing import edits
from lagr_gui.gui.panes.inspector.rows import FieldsAt, FormButton, FormRow, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import Model


def controller_sections(model: Model) -> Iterator[Section]:
    """One for each controller; without one there is none."""
    for place in range(len(model.simulation.controllers)):
        yield _section(model, place)


def _section(model: Model, place: int) -> Section:
    controller = model.simulation.controllers[place]
    field = FieldsAt(("simulation", "controllers", place), say("Change controller"))
    rows = (
        field.row(tr("Name"), ValueSort.TEXT, "name", step="Rename"),
        field.row(tr("File"), ValueSort.UNIT, "file", help=tr("A unit of FMI for co-simulation.")),
        field.row(tr("Sample time"), ValueSort.NUMBER, "sample", unit="s"),
        field.row(tr("Acts"), ValueSort.FLAG, "enabled"),
        *_signals(model, place, field),
    )
    remove = FormButton("Remove controller", lambda m: edits.remove_controller(m, controller.name))
    return Section(tr("Controller “{name}”").format(name=controller.name), rows, (remove,))


def _signals(model: Model, place: int, field: FieldsAt) -> Iterator[FormRow]:
    """What it measures, what it drives, the values of its parameters."""
    controller = model.simulation.controllers[place]
    measured = tr("What the input gets, such as phi', length(spring), force(hinge).y.")
    driven = tr("The parameter of the model that the output drives.")
    for at, entry in enumerate(controller.inputs):
        own = "inputs", at, "expression"
        yield field.row(f"{entry.name} ←", ValueSort.TEXT, *own, help=measured)
    for at, entry in enumerate(controller.outputs):
        own = "outputs", at, "parameter"
        yield field.row(f"{entry.name} →", ValueSort.TEXT, *own, help=driven)
    for at, entry in enumerate(controller.values):
        yield field.row(f"{entry.name} =", ValueSort.NUMBER, "values", at, "value")
