"""Makes a case that fails small: fewer bodies and elements, simpler numbers."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tests.oracle.comparison import Case

ROUNDS = 12
"""Passes over all ways to simplify; each pass begins with what the last one left."""

PLAIN = {
    "point_parent": [0, 0, 0],
    "point_child": [0, 0, 0],
    "point_a": [0, 0, 0],
    "point_b": [0, 0, 0],
    "point": [0, 0, 0],
    "centre": [0, 0, 0],
    "plane_point": [0, 0, 0],
    "orientation": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "axis": [0, 0, 1],
    "mass": 1,
    "inertia": {"xx": 1, "yy": 1, "zz": 1},
    "gravity": True,
    "name": "",
    "vector": [1, 0, 0],
    "c": 1,
    "k": 1,
    "l0": 0,
    "l": 1,
    "q0": 0,
    "cut": False,
}
"""What a field becomes where that leaves the fault."""


def shrunk(case: Case, fails: Callable[[Case], bool]) -> Case:
    """A smaller case that fails too."""
    for _ in range(ROUNDS):
        before = case
        for candidate in simpler(case):
            case = _sooner(case, candidate, fails)
        if case == before:
            return case
    return case


def _sooner(
    case: Case, change: Callable[[Case], Case | None], fails: Callable[[Case], bool]
) -> Case:
    """The changed case if it fails; it may not fit the case any more."""
    try:
        changed = change(case)
        return changed if changed is not None and changed != case and fails(changed) else case
    except (KeyError, IndexError, ValueError, ArithmeticError):
        return case


Change = Callable[[Case], "Case | None"]


def simpler(case: Case) -> Iterator[Change]:
    """Changes that make a case smaller, the largest ones first."""
    for key in ("elements", "joints"):
        for entry in reversed(case.data[key]):
            yield _without(key, entry["name"])
    for body in reversed(case.data["bodies"]):
        yield _without_body(body["number"])
    for key in ("base", "functions", "gravity"):
        yield _without_key(key)
    for key in ("bodies", "joints", "elements"):
        for place, entry in enumerate(case.data[key]):
            for field, value in PLAIN.items():
                if (
                    field in entry
                    and entry[field] != value
                    and (key == "bodies" or field != "name")
                ):
                    yield _with_field(key, place, field, value)
    for name in case.q:
        for digits in (0, 1):
            yield _rounded("q", name, digits)
            yield _rounded("qd", name, digits)


def _changed(case: Case, edit: Callable[[dict[str, Any]], None]) -> Case:
    data = copy.deepcopy(case.data)
    edit(data)
    names = {n for record in data["joints"] for n in record["coordinates"]}
    names |= {n for record in data["elements"] for n in record.get("own", [])}
    kept = {name: value for name, value in case.q.items() if name in names}
    rates = {name: value for name, value in case.qd.items() if name in names}
    return replace(case, data=data, q=kept, qd=rates)


def _without(key: str, name: str) -> Change:
    def edit(data: dict[str, Any]) -> None:
        data[key] = [entry for entry in data[key] if entry["name"] != name]

    return lambda case: _changed(case, edit)


def _without_body(number: int) -> Change:
    """Without a body, its joints, and the elements that speak of it."""
    ends = ("parent", "child", "body", "body_a", "body_b", "ground", "reaction_body")

    def edit(data: dict[str, Any]) -> None:
        data["bodies"] = [body for body in data["bodies"] if body["number"] != number]
        for key in ("joints", "elements"):
            data[key] = [e for e in data[key] if number not in [e.get(end) for end in ends]]

    return lambda case: _changed(case, edit)


def _without_key(key: str) -> Change:
    def edit(data: dict[str, Any]) -> None:
        data.pop(key, None)
        if key == "gravity":
            data[key] = [0, 0, 0]

    return lambda case: _changed(case, edit)


def _with_field(key: str, place: int, field: str, value: Any) -> Change:
    def edit(data: dict[str, Any]) -> None:
        data[key][place][field] = copy.deepcopy(value)

    return lambda case: _changed(case, edit)


def _rounded(which: str, name: str, digits: int) -> Change:
    def change(case: Case) -> Case:
        values = dict(getattr(case, which))
        values[name] = float(round(values[name], digits))
        return replace(case, **{which: values})

    return change
