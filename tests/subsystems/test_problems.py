"""What is wrong with subsystems is told where it can be mended."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from lagr_gui import LagrError, System, pipeline
from lagr_gui.foundation.resource import resource_path
from lagr_gui.model import Model, write_text
from lagr_gui.model.migrations import migrate
from lagr_gui.subsystems import flat
from tests.subsystems.systems import chain, link

Change = Callable[[dict[str, Any]], Any]


def changed(change: Change) -> Model:
    """A chain of two links on a cart, with a change in its file."""
    system = chain(2)
    system.body("Cart")
    system.joint("prismatic", 0, system.model.numbers[0], "x")
    data = json.loads(write_text(system.model))
    change(data)
    return pipeline.read_text(json.dumps(data))


def instance(**fields: Any) -> Change:
    return lambda data: data["instances"][0].update(fields)


def inner(**fields: Any) -> Change:
    return lambda data: data["subsystems"][0]["model"].update(fields)


def port(**fields: Any) -> Change:
    return inner(ports=[{"name": "top"}, {"name": "tip", "body": 1, **fields}])


def attached(*entries: dict[str, Any]) -> Change:
    return instance(attachments=list(entries))


def values(**given: Any) -> Change:
    return instance(values=[{"name": name, "value": value} for name, value in given.items()])


def both(*changes: Change) -> Change:
    return lambda data: [change(data) for change in changes]


def of_an_instance(data: dict[str, Any]) -> None:
    """A port that stands for a body outside, though that is one of an instance."""
    data["instances"][0]["attachments"] = [{"port": "tip", "body": 7}]
    data["ports"] = [{"name": "tip", "body": 7, "outside": True}]


def twice(section: str) -> Change:
    return lambda data: data[section].append(data[section][0])


FAULTS: list[tuple[str, Change, str]] = [
    ("unknown-subsystem", instance(subsystem="lnk"), "Instance “rod”, subsystem"),
    ("name", instance(name="my rod"), "Instance “my rod”"),
    ("name", instance(name="dot", repeat=None, links=[]), "Instance “dot”"),
    ("doubled", twice("instances"), "Instance “rod”"),
    ("doubled", twice("subsystems"), "Subsystem “link”"),
    ("repeat", instance(repeat=0), "Instance “rod”, repeat"),
    ("repeat", instance(repeat=-3), "Instance “rod”, repeat"),
    ("too-many", instance(repeat=1_000_000_000), "instances"),
    ("unknown-port", attached({"port": "bottom", "body": 0}), "attachment"),
    ("unknown-port", instance(links=[{"port": "top", "to": "end"}]), "link"),
    ("link", instance(links=[{"port": "top", "to": "top"}]), "link"),
    ("link", instance(links=[{"port": "tip", "to": "tip"}]), "link"),
    ("doubled", attached(*[{"port": "top", "body": 0}] * 2), "attachment"),
    ("unknown-body", attached({"port": "top", "body": 9}), "attachment"),
    ("number-taken", attached({"port": "tip", "body": 2}), "attachment"),
    ("number-taken", attached({"port": "tip", "body": 0}), "attachment"),
    ("not-attached", both(port(outside=True), attached()), "Instance “rod”"),
    ("unknown-body", inner(ports=[{"name": "top", "body": 5}]), "Subsystem “link”"),
    ("unknown-body", of_an_instance, "Port “tip”, body"),
    ("unknown-name", values(q=1), "Instance “rod”, value “q”"),
    ("symbol", values(m="m + nothing"), "Instance “rod”, value “m”"),
    ("bracket", values(m="(m"), "Instance “rod”, value “m”"),
    ("doubled", instance(values=[{"name": "m", "value": 1}] * 2), "Instance “rod”, value “m”"),
]


@pytest.mark.parametrize(("code", "change", "place"), FAULTS)
def test_a_fault_is_told_at_its_place(code: str, change: Change, place: str) -> None:
    model = changed(change)
    report = pipeline.check(model)
    errors = [p for p in report.problems if p.severity == "error"]
    assert place in errors[0].place
    assert code in [p.code for p in errors] or code == "bracket"
    assert not report.sound
    assert all(p.cause and p.remedy for p in report.problems)
    with pytest.raises(LagrError):
        pipeline.equations(model)
    if errors[0].code not in ("symbol", "syntax"):
        with pytest.raises(LagrError):
            flat(model)


def test_a_port_that_was_removed_is_one_problem() -> None:
    """It is attached to a body, which goes with it, and the links of the chain use it."""
    without = changed(inner(ports=[{"name": "top"}]))
    (problem,) = (p for p in pipeline.check(without).problems if p.severity == "error")
    assert problem.code == "unknown-port" and "“tip”" in problem.cause


def test_a_body_has_one_number_in_all_ports() -> None:
    """Another free number would not mend it: the one that the body has is told."""
    ports = [{"name": "tip", "body": 1}, {"name": "top", "body": 1, "point": [1, 0, 0]}]
    numbers = attached({"port": "tip", "body": 7}, {"port": "top", "body": 8})
    model = changed(both(inner(ports=ports), instance(links=[], repeat=None), numbers))
    errors = [p for p in pipeline.check(model).problems if p.severity == "error"]
    (problem,) = (p for p in errors if p.code == "two-numbers")
    assert "7" in problem.cause and "7" in problem.remedy and "“top”" in problem.place
    assert "number-taken" not in [p.code for p in errors]


def test_the_model_that_is_changed_is_sound() -> None:
    assert pipeline.check(changed(lambda data: None)).sound


def test_a_fault_within_a_subsystem_names_instance_and_item() -> None:
    part = link()
    part.element("spring", "coil", body_a=1, c="stiff")
    whole = System("Two")
    whole.subsystem("link", part)
    whole.instance("link", "a")
    (problem,) = (p for p in pipeline.check(whole.model).problems if p.code == "symbol")
    assert "“a.coil”" in problem.place
    assert problem.path == ("instances", 0)


def test_a_fault_of_the_drawing_keeps_its_path() -> None:
    system = chain(2)
    system.element("spring", "coil", body_a=0, c="stiff")
    (problem,) = (p for p in pipeline.check(system.model).problems if p.code == "symbol")
    assert problem.path == ("elements", 0, "c")


def test_members_in_members_have_an_end() -> None:
    system = chain(1000)
    for _ in range(12):
        outer = System("More")
        outer.subsystem("part", system)
        outer.instance("part", "p", repeat=1000)
        system = outer
    (problem,) = pipeline.check(system.model).problems
    assert problem.code == "too-many"
    again = pipeline.read_text(write_text(system.model))
    assert again == system.model
    for _ in range(12):
        outer = System("More")
        outer.subsystem("part", system)
        system = outer
    with pytest.raises(LagrError) as refused:
        pipeline.read_text(write_text(system.model))
    assert refused.value.problems[0].code == "too-deep"


def test_faults_of_structure_in_a_subsystem_are_told_with_their_path() -> None:
    with pytest.raises(LagrError) as refused:
        changed(inner(joints=[{"kind": "hinge"}], bodies=7))
    paths = {problem.path for problem in refused.value.problems}
    start = ("subsystems", 0, "model")
    assert (*start, "joints", 0, "kind") in paths or (*start, "bodies") in paths


def test_older_files_are_migrated_with_their_subsystems() -> None:
    def step(data: dict[str, Any]) -> dict[str, Any]:
        return {("title" if key == "name" else key): value for key, value in data.items()}

    def keep(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "seen": True}

    model = {"name": "in", "subsystems": [{"name": "x", "model": {"name": "deep"}}]}
    data = {"version": 1, "name": "out", "subsystems": [{"name": "a", "model": model}]}
    found = migrate(data, 3, {1: step, 2: keep})
    part = found["subsystems"][0]
    assert (found["title"], part["name"], part["model"]["title"]) == ("out", "a", "in")
    assert part["model"]["subsystems"][0]["model"] == {"title": "deep", "seen": True}


@pytest.mark.parametrize(("value", "sound"), [("250 g", True), ("250 mm", False), ("2*M", True)])
def test_a_value_of_another_dimension_is_told_once_and_where_it_stands(value, sound) -> None:
    whole = System("Two", M=1.0)
    whole.subsystem("link", resource_path("subsystems") / "link.lagr")
    whole.instance("link", "left", repeat=3, m=value)
    problems = pipeline.check(whole.model).problems
    told = [problem.path for problem in problems if problem.code == "dimension"]
    assert told == ([] if sound else [("instances", 0, "values", 0, "value")])
