"""The form of a list of points of bodies: one after the other, each with its body."""

from __future__ import annotations

from lagr_gui.editing.edits import get_value, set_value
from lagr_gui.gui.panes.inspector.rows import FieldsAt, FormButton, FormRow, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import BodyPoint, FieldSpec, Model
from lagr_gui.problem import Path


def points_section(model: Model, at: Path, spec: FieldSpec) -> Section:
    """Body and point of every entry, and buttons that make the list longer or shorter."""
    path = (*at, spec.name)
    field = FieldsAt(path, say("Change element"))
    points: tuple[BodyPoint, ...] = get_value(model, path)
    rows: list[FormRow] = []
    for index in range(len(points)):
        label = tr("Point {n}: body").format(n=index + 1)
        rows += [
            field.row(label, ValueSort.CHOICE, index, "body", choices=bodies(model)),
            field.row(tr("Point on it"), ValueSort.VECTOR, index, "point", unit=spec.unit),
        ]
    more = FormButton(
        tr("Add point"),
        lambda model: set_value(model, path, (*get_value(model, path), BodyPoint())),
    )
    fewer = FormButton(
        tr("Remove last point"),
        lambda model: set_value(model, path, get_value(model, path)[:-1]),
    )
    actions = (more, fewer) if points else (more,)
    return Section(tr(spec.label), tuple(rows), actions)


def bodies(model: Model) -> tuple[tuple[int, str], ...]:
    """All bodies by number and name."""
    return (
        (0, f"0 {model.base.name}"),
        *((b.number, f"{b.number} {b.name}") for b in model.bodies),
    )
