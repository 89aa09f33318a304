"""The form of several joints or elements: the fields that they have in common."""

from __future__ import annotations

from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.gui.panes.inspector.body_forms import AXES
from lagr_gui.gui.panes.inspector.rows import Form, FormRow, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import FieldSpec, FieldType, Model
from lagr_gui.problem import Path

_SORTS = {
    FieldType.SCALAR: ValueSort.SCALAR,
    FieldType.VECTOR: ValueSort.VECTOR,
    FieldType.AXIS: ValueSort.VECTOR,
    FieldType.CHOICE: ValueSort.CHOICE,
}
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
    rows = [_row(spec, places, _step(section)) for spec in common if spec.type in _SORTS]
    return (Section(_title(section), (*rows, *_own_rows(section, places))),)


def _title(section: str) -> str:
    return tr("All selected joints") if section == "joints" else tr("All selected elements")


def _step(section: str) -> str:
    return say("Change joint") if section == "joints" else say("Change element")


def _has(fields: tuple[FieldSpec, ...], spec: FieldSpec) -> bool:
    """Whether a kind has the same field: of that name, type and unit, with the same choices."""
    return any(
        (known.name, known.type, known.unit, known.choices)
        == (spec.name, spec.type, spec.unit, spec.choices)
        for known in fields
    )


def _row(spec: FieldSpec, places: tuple[Path, ...], step: str) -> FormRow:
    return FormRow(
        tr(spec.label),
        _SORTS[spec.type],
        tuple((*place, spec.name) for place in places),
        step,
        spec.unit,
        choices=tuple((word, tr(word)) for word in spec.choices),
        presets=AXES if spec.type is FieldType.AXIS else (),
    )


def _own_rows(section: str, places: tuple[Path, ...]) -> tuple[FormRow, ...]:
    """What all joints have, or all elements."""
    if section == "elements":
        paths = tuple((*place, "enabled") for place in places)
        return (FormRow(tr("Active"), ValueSort.FLAG, paths, _step(section)),)
    return tuple(
        FormRow(
            title, ValueSort.VECTOR, tuple((*place, name) for place in places), _step(section), "m"
        )
        for title, name in (
            (tr("Point on parents"), "point_parent"),
            (tr("Point on children"), "point_child"),
        )
    )
