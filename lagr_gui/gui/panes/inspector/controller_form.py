"""The form of a controller: file, signals, values."""

from __future__ import annotations

from lagr_gui.gui.panes.inspector.rows import FieldsAt, Form, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import Model


def controller_form(model: Model, name: str) -> Form:
    """Its file and sample time, what it measures, what it drives, the values of its parameters."""
    names = [controller.name for controller in model.simulation.controllers]
    place = names.index(name)
    controller = model.simulation.controllers[place]
    field = FieldsAt(("simulation", "controllers", place), say("Change controller"))
    general = (
        field.renamed(tr("Name"), f"controller:{name}"),
        field.row(tr("File"), ValueSort.UNIT, "file", help=tr("A unit of FMI for co-simulation.")),
        field.row(tr("Sample time"), ValueSort.NUMBER, "sample", unit="s"),
        field.row(tr("Acts"), ValueSort.FLAG, "enabled"),
    )
    measured = tr("What the input gets, such as phi', length(spring), force(hinge).y.")
    driven = tr("The parameter of the model that the output drives.")
    inputs = tuple(
        field.row(f"{entry.name} ←", ValueSort.TEXT, "inputs", at, "expression", help=measured)
        for at, entry in enumerate(controller.inputs)
    )
    outputs = tuple(
        field.row(f"{entry.name} →", ValueSort.TEXT, "outputs", at, "parameter", help=driven)
        for at, entry in enumerate(controller.outputs)
    )
    values = tuple(
        field.row(f"{entry.name} =", ValueSort.NUMBER, "values", at, "value")
        for at, entry in enumerate(controller.values)
    )
    more = (tr("Inputs"), inputs), (tr("Outputs"), outputs), (tr("Values"), values)
    return (Section("", general), *(Section(title, rows) for title, rows in more if rows))
