"""Every field of every kind: what is wrong in it is told there, in the model and in its file."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.catalogue.geometry import BetweenCoils, Conductor, Unplaced
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.model import Model
from lagr_gui.model.files import read_text, write_text
from lagr_gui.model.kinds import FieldSpec, FieldType, Range

Path = tuple[str | int, ...]


@cache
def drawn(kind: str) -> tuple[Model, Path]:
    """A small drawing with one joint or element of a kind, and where it stands."""
    model, joint = Model(), "prismatic" if kind == "guide_friction" else "revolute"
    for number in (1, 2):
        model = edits.add_body(model, (200.0 * number, 0.0))
        model = edits.connect(model, joint, number - 1, number)
    if kind in JOINTS:
        model = edits.add_body(model, (600.0, 0.0))
        return edits.connect(model, kind, 2, 3), ("joints", 2)
    geometry = ELEMENTS[kind].geometry
    if isinstance(geometry, Conductor | BetweenCoils):
        for place in (0.0, 200.0):
            model = edits.add_terminal(model, (place, 300.0))
        one, other = (terminal.name for terminal in model.terminals)
        for _ in range(2 * isinstance(geometry, BetweenCoils)):
            model = edits.join(model, "inductor", one, other)
        if isinstance(geometry, BetweenCoils):
            model = edits.add_element(model, kind)
        else:
            model = edits.join(model, kind, one, other)
    elif isinstance(geometry, Unplaced):
        model = edits.add_element(model, kind)
    else:
        model = edits.connect(model, kind, 1, 2)
    return model, ("elements", len(model.elements) - 1)


def fields(*types: FieldType) -> list[Any]:
    """Every field of these types: its kind and its description."""
    kinds = {**JOINTS, **ELEMENTS}
    return [
        pytest.param(name, spec, id=f"{name}-{spec.name}")
        for name, kind in kinds.items()
        for spec in kind.fields
        if spec.type in types
    ]


def told(model: Model, path: Path) -> list[Problem]:
    """What is said of a place."""
    return [p for p in pipeline.check(model).problems if p.path[: len(path)] == path]


UNREADABLE = ["3*(", "2 x", "1/0", "sin()", "q'''", "x = 2", "__import__('os')"]
UNKNOWN = ["nowhere + 1", "2*nothing^2", "foo(3)"]


@pytest.mark.parametrize(("kind", "spec"), fields(FieldType.SCALAR))
def test_an_expression_that_does_not_read_is_told_at_its_field(kind: str, spec: FieldSpec) -> None:
    model, place = drawn(kind)
    path = (*place, spec.name)
    for text in UNREADABLE:
        problems = told(edits.set_value(model, path, text), path)
        assert problems and problems[0].severity == "error", text
        assert "olumn" in problems[0].cause and problems[0].remedy
        assert not pipeline.check(edits.set_value(model, path, text)).sound


@pytest.mark.parametrize(("kind", "spec"), fields(FieldType.SCALAR))
def test_a_name_that_nothing_has_is_told_at_its_field(kind: str, spec: FieldSpec) -> None:
    model, place = drawn(kind)
    path = (*place, spec.name)
    for text in UNKNOWN:
        problems = told(edits.set_value(model, path, text), path)
        assert problems and problems[0].severity == "error", text


@pytest.mark.parametrize(("kind", "spec"), fields(FieldType.SCALAR))
def test_a_parameter_may_stand_in_every_field_of_numbers(kind: str, spec: FieldSpec) -> None:
    model, place = drawn(kind)
    model = edits.add_parameter(model)
    (*_, parameter) = model.parameters
    path = (*place, spec.name)
    with_it = edits.set_value(model, path, f"2*{parameter.name}/3")
    wrong = [p for p in told(with_it, path) if p.severity == "error"]
    assert not [p for p in wrong if p.code in ("expression", "symbol", "function")]


@pytest.mark.parametrize(("kind", "spec"), fields(FieldType.SCALAR))
def test_a_value_out_of_its_range_is_told(kind: str, spec: FieldSpec) -> None:
    bad = {Range.POSITIVE: [0, -1], Range.NOT_NEGATIVE: [-1], Range.PART: [-0.1, 1.1]}
    model, place = drawn(kind)
    path = (*place, spec.name)
    for value in bad.get(spec.range, []):
        assert told(edits.set_value(model, path, value), path), value


@pytest.mark.parametrize(("kind", "spec"), fields(FieldType.VECTOR, FieldType.AXIS))
@pytest.mark.parametrize("component", range(3))
def test_a_component_that_does_not_read_is_told_with_its_place(
    kind: str, spec: FieldSpec, component: int
) -> None:
    model, place = drawn(kind)
    path = (*place, spec.name, component)
    for text in (UNREADABLE[0], UNKNOWN[0]):
        problems = told(edits.set_value(model, path, text), path[:-1])
        assert problems and problems[0].path == path, text


@pytest.mark.parametrize(("kind", "spec"), fields(FieldType.AXIS))
def test_an_axis_without_direction_is_told(kind: str, spec: FieldSpec) -> None:
    model, place = drawn(kind)
    path = (*place, spec.name)
    for component in range(3):
        model = edits.set_value(model, (*path, component), 0)
    assert told(model, path)


@pytest.mark.parametrize(("kind", "spec"), fields(FieldType.BODY))
@pytest.mark.parametrize("number", [7, 99])
def test_a_body_that_is_not_there_is_told(kind: str, spec: FieldSpec, number: int) -> None:
    model, place = drawn(kind)
    path = (*place, spec.name)
    (problem, *_) = told(edits.set_value(model, path, number), path)
    assert problem.severity == "error" and str(number) in str(problem)


@pytest.mark.parametrize(
    ("kind", "spec"), fields(FieldType.COORDINATE, FieldType.TERMINAL, FieldType.COIL)
)
@pytest.mark.parametrize("name", ["", "nobody"])
def test_a_reference_that_leads_nowhere_is_told(kind: str, spec: FieldSpec, name: str) -> None:
    model, place = drawn(kind)
    path = (*place, spec.name)
    assert told(edits.set_value(model, path, name), path)


def file(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The file of that drawing as data, and the part of it that the kind is."""
    model, place = drawn(kind)
    data = json.loads(write_text(model))
    return data, data[place[0]][place[1]]


WRONG_SORTS: dict[FieldType, list[Any]] = {
    FieldType.SCALAR: [None, True, [1], {"a": 1}],
    FieldType.VECTOR: [None, 3, [1, 2], [1, 2, 3, 4], "xyz", [1, 2, None]],
    FieldType.AXIS: [None, [1], "x", [0, True, 1]],
    FieldType.AXES: [None, 3, [[1, 0]], "xyz"],
    FieldType.MATRIX: [None, [[1, 0, 0], [0, 1, 0]], [1, 2, 3]],
    FieldType.BODY: [None, "1", 1.5, True, -1],
    FieldType.CHOICE: [None, "sideways", 3, ""],
    FieldType.COORDINATE: [None, 3, ["q1"]],
    FieldType.TERMINAL: [None, 3, ["n1"]],
    FieldType.COIL: [None, 3],
    FieldType.PLACES: [None, 3, [3], [[1, 0]], "xyz"],
    FieldType.POINTS: [None, 3, [3], [{"body": 1, "point": [0]}], [{"at": 1}]],
}


@pytest.mark.parametrize(("kind", "spec"), fields(*FieldType))
def test_a_value_of_another_sort_is_told_with_its_place_in_the_file(
    kind: str, spec: FieldSpec
) -> None:
    _, place = drawn(kind)
    for value in WRONG_SORTS[spec.type]:
        data, part = file(kind)
        part[spec.name] = value
        with pytest.raises(LagrError) as caught:
            read_text(json.dumps(data), KINDS)
        problem = caught.value.problems[0]
        assert problem.path[:3] == (*place, spec.name), (value, problem.path)
        assert problem.place and problem.cause and problem.remedy


@pytest.mark.parametrize("kind", [*JOINTS, *ELEMENTS])
def test_a_key_that_no_kind_has_is_told_with_the_one_that_was_meant(kind: str) -> None:
    data, part = file(kind)
    part["nmae"] = "x"
    with pytest.raises(LagrError) as caught:
        read_text(json.dumps(data), KINDS)
    assert "nmae" in str(caught.value) and "name" in caught.value.problems[0].remedy


@pytest.mark.parametrize("kind", [*JOINTS, *ELEMENTS])
def test_a_kind_that_is_mistyped_is_told_with_the_one_that_was_meant(kind: str) -> None:
    data, part = file(kind)
    part["kind"] = kind[:-1] + "Q"
    with pytest.raises(LagrError) as caught:
        read_text(json.dumps(data), KINDS)
    assert caught.value.problems[0].code == "unknown-kind"


@pytest.mark.parametrize("kind", [*JOINTS, *ELEMENTS])
def test_all_faults_of_a_file_are_told_at_once(kind: str) -> None:
    data, part = file(kind)
    part["name"] = 3
    data["bodies"][0]["mass"] = None
    data["gravity"] = [0, 1]
    with pytest.raises(LagrError) as caught:
        read_text(json.dumps(data), KINDS)
    starts = {problem.path[0] for problem in caught.value.problems}
    assert {"bodies", "gravity"} <= starts and starts & {"joints", "elements"}


@pytest.mark.parametrize("kind", [*JOINTS, *ELEMENTS])
def test_a_drawing_with_it_is_read_as_it_was_written(kind: str) -> None:
    model, _ = drawn(kind)
    assert read_text(write_text(model), KINDS) == model
