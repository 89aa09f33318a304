"""The form of several joints or elements: the fields that they have in common."""

from __future__ import annotations

from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.gui.panes.inspector.body_forms import AXES
from lagr_gui.gui.panes.inspector.rows import Form, FormRow, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import FieldSpec, FieldType, Model
from lagr_gui.model.quantities import Places
from lagr_gui.problem import Path

_SHARED = (FieldType.SCALAR, FieldType.VECTOR, FieldType.AXIS, FieldType.CHOICE)
"""Fields that several records can share; which bodies they join is a matter of each."""


def records_form(model: Model, keys: frozenset[str]) -> Form:
    """Common fields of several joints, or of several elements; empty for other selections."""
    sorts = {key.partition(":")[0] for key in keys}
    if len(keys) < 2 or sorts not in ({"joint"}, {"element"}):
        return ()
    section, kinds = ("joints", JOINTS) if sorts == {"joint"} else ("elements", ELEMENTS)
    names = {key.partition(":")[2] for key in keys}
    records: list[tuple[int, Any]] = [
        (index, record)
        for index, record in enumerate(getattr(model, section))
        if record.name in names
    ]
    places: tuple[Path, ...] = tuple((section, index) for index, _ in records)
    fields = [kinds[record.kind].fields for _, record in records]
    common = [spec for spec in fields[0] if all(_has(others, spec) for others in fields[1:])]
    if section == "joints":
        title, step = tr("All selected joints"), say("Change joint")
        own = (
            (tr("Point on parents"), ValueSort.VECTOR, "point_parent", "m"),
            (tr("Point on children"), ValueSort.VECTOR, "point_child", "m"),
        )
    else:
        title, step = tr("All selected elements"), say("Change element")
        own = ((tr("Active"), ValueSort.FLAG, "enabled", ""),)
    shared = (spec for spec in common if spec.type in _SHARED)
    known = Places(model, KINDS)
    rows = [
        *(field_row(spec, places, step, shown_unit(known, places, spec)) for spec in shared),
        *(
            FormRow(label, sort, _below(places, name), step, unit)
            for label, sort, name, unit in own
        ),
    ]
    return (Section(title, tuple(rows)),)


def _below(places: tuple[Path, ...], name: str) -> tuple[Path, ...]:
    return tuple((*place, name) for place in places)


def _has(fields: tuple[FieldSpec, ...], spec: FieldSpec) -> bool:
    """Whether a kind has the same field: of that name, type and unit, with the same choices."""
    return any(
        (known.name, known.type, known.unit, known.choices)
        == (spec.name, spec.type, spec.unit, spec.choices)
        for known in fields
    )


def shown_unit(known: Places, places: tuple[Path, ...], spec: FieldSpec) -> str:
    """The unit of a field of a kind: that of its coordinate; none where records differ."""
    units = {known.unit(place) for place in _below(places, spec.name)}
    if len(units) > 1:
        return ""
    return spec.unit if units <= {"", "1"} else units.pop()


def field_row(
    spec: FieldSpec,
    places: tuple[Path, ...],
    step: str,
    unit: str,
    choices: tuple[tuple[Any, str], ...] | None = None,
) -> FormRow:
    """The row of a field of a kind, for all records at the places."""
    if choices is None:
        choices = tuple((word, tr(word)) for word in spec.choices)
    sorts = {FieldType.SCALAR: ValueSort.SCALAR, FieldType.VECTOR: ValueSort.VECTOR}
    is_axis = spec.type is FieldType.AXIS
    return FormRow(
        tr(spec.label),
        ValueSort.VECTOR if is_axis else sorts.get(spec.type, ValueSort.CHOICE),
        _below(places, spec.name),
        step,
        unit,
        choices=choices,
        presets=AXES if is_axis else (),
    )
