"""Setting a value anywhere in a model by its path."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from lagr_gui.catalogue import ELEMENTS, JOINTS, SIGNALS
from lagr_gui.editing.edits.names import free_own, free_symbols
from lagr_gui.editing.solid import following
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.model import BY_COORDINATE, Element, FieldType, Joint, Model, NamedSignal
from lagr_gui.model.faults import place_of
from lagr_gui.model.findings import faults
from lagr_gui.model.record import Record, Vector
from lagr_gui.model.solids.bodies import turn_of


def get_value(model: Model, path: Path) -> Any:
    """What is at a path such as ``("bodies", 0, "mass")``."""
    value: Any = model
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def set_parameter(model: Model, name: str, value: Any) -> Model:
    """The model with another value of one of its parameters. Raises as `set_value` does."""
    index = [parameter.name for parameter in model.parameters].index(name)
    return set_value(model, ("parameters", index, "value"), value)


def turn_joint(model: Model, name: str, angles: Vector) -> Model:
    """Turn the axes of a joint about those of its first body, x, y, z one after the other."""
    index = next(i for i, joint in enumerate(model.joints) if joint.name == name)
    return set_value(model, ("joints", index, "orientation"), turn_of(angles))


def set_value(model: Model, path: Path, value: Any) -> Model:
    """The model with another value at a path.

    The inertia of a body that belonged to its mass and shape goes with these.  Raises LagrError
    when the value is not of the sort that is kept there.
    """
    try:
        return following(model, _set(model, path, value, path), path)
    except LagrError as error:
        problems = error.problems
    raise LagrError(replace(problem, place=place_of(path, model)) for problem in problems)


def _set(record: Any, path: Path, value: Any, whole: Path) -> Any:
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        entries = list(record)
        entries[step] = _set(entries[step], rest, value, whole)
        return tuple(entries)
    inner = _set(getattr(record, step), rest, value, whole)
    return record.having(**{step: _checked(record, step, inner, whole)})


def _checked(record: Record, name: str, value: Any, path: Path) -> Any:
    """The value as the record keeps it."""
    try:
        return getattr(type(record).model_validate({**dict(record), name: value}), name)
    except ValidationError as error:
        raise LagrError(faults(error, type(record), path[:-1], {})) from error


def change_kind(model: Model, key: str, kind: str) -> Model:
    """Make a joint, element or signal one of another kind; what fits both stays.

    Start values and motions of coordinates that it has no longer go.  Bodies that the new kind asks
    for anew are such as the model has.
    """
    sort, _, name = key.partition(":")
    if sort == "joint":
        changed = model.each(
            "joints", lambda j: _joint_of_kind(model, j, kind) if j.name == name else j
        )
    elif sort == "signal":
        record = SIGNALS[kind].record
        changed = model.each(
            "signals", lambda s: record(**_kept_of(s, record, kind)) if s.name == name else s
        )
    else:
        changed = model.each(
            "elements", lambda e: _element_of_kind(model, e, kind) if e.name == name else e
        )
    lost = {*model.coordinates} - {*changed.coordinates}
    for section in BY_COORDINATE:
        changed = changed.only(section, lambda entry: entry.coordinate not in lost)
    return changed


def choose_cut(model: Model, name: str, loop: Collection[str]) -> Model:
    """Of a closed path (names of its joints) the joint with this name is cut."""
    return model.each("joints", lambda j: j.having(cut=j.name == name) if j.name in loop else j)


def state_on_positions(model: Model, name: str, zero: str) -> Model:
    """Let the condition that `zero` vanishes stand for an element."""
    path = ("elements", [element.name for element in model.elements].index(name), "zero")
    return set_value(change_kind(model, f"element:{name}", "position_condition"), path, zero)


def _joint_of_kind(model: Model, joint: Joint, kind: str) -> Joint:
    declared = JOINTS[kind]
    coordinates = list(joint.coordinates)
    if declared.freedoms is not None:
        del coordinates[declared.freedoms :]
        coordinates += free_symbols(model, declared.freedoms - len(coordinates), coordinates)
    kept = _common(joint, declared.record) | {"kind": kind, "coordinates": tuple(coordinates)}
    return declared.record(**kept)


def _element_of_kind(model: Model, element: Element, kind: str) -> Element:
    declared = ELEMENTS[kind]
    names = list(element.own)
    wanted = max(len(names), 1) if declared.own is None else len(declared.own)
    names = [*names[:wanted], *free_own(model, declared, names, wanted - len(names))]
    kept = _common(element, declared.record) | {"kind": kind, "own": tuple(names)}
    return _on_bodies(model, declared.record(**kept), {*kept})


def _kept_of(signal: NamedSignal, record: type[NamedSignal], kind: str) -> dict[str, Any]:
    """The fields of a signal as one of another kind: what it is made of becomes an input."""
    kept = _common(signal, record) | {"kind": kind}
    first, *_ = [f for f in _FIRST if f in type(signal).model_fields] or [""]
    into = next((f for f in _FIRST if f in record.model_fields), "")
    return kept | ({into: getattr(signal, first)} if first and into else {})


_FIRST = ("value", "input", "rate")
"""Fields of signals that tell what they are made of."""


def _on_bodies(model: Model, element: Element, filled: Collection[str]) -> Element:
    """An element whose bodies, where they were not chosen, are bodies that the model has."""
    if not model.bodies:
        return element
    numbers = {0, *model.numbers}
    new = {
        spec.name: min(model.numbers)
        for spec in ELEMENTS[element.kind].fields
        if spec.type is FieldType.BODY
        and spec.name not in filled
        and getattr(element, spec.name) not in numbers
    }
    return element.having(**new)


def _common(record: Record, other: type[Record]) -> dict[str, Any]:
    """The fields that both have and whose values fit the other."""
    fitting: dict[str, Any] = {}
    for name in other.model_fields:
        if name in type(record).model_fields:
            value = getattr(record, name)
            same = type(record).model_fields[name].annotation == other.model_fields[name].annotation
            if same:
                fitting[name] = value
    return fitting
