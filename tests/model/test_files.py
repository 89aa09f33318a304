"""Files hold models exactly, and a file is never half written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Body, Model, Simulation, write_text
from lagr_gui.model.migrations import CURRENT, migrate
from tests.model.models import MODELS
from tests.systems import pendulum

SAMPLES = pytest.mark.parametrize("path", sample_models(), ids=lambda path: path.stem)


@SAMPLES
def test_a_sample_model_keeps_its_bytes(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    pipeline.save(pipeline.load(path), copy)
    assert copy.read_bytes() == path.read_bytes()


@SAMPLES
def test_a_sample_model_has_no_errors(path: Path) -> None:
    assert pipeline.check(pipeline.load(path)).sound


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(MODELS)
def test_any_model_is_read_as_it_was_written(model: Model) -> None:
    text = write_text(model)
    again = pipeline.read_text(text)
    assert again == model
    assert write_text(again) == text


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
@given(MODELS)
def test_any_model_is_checked_without_an_exception(model: Model) -> None:
    report = pipeline.check(model)
    assert all(p.place and p.cause and p.remedy for p in report.problems)


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(MODELS)
def test_a_file_does_not_depend_on_the_order_of_keys(model: Model) -> None:
    data = json.loads(write_text(model))
    turned = json.dumps(dict(reversed(data.items())), indent=3)
    assert pipeline.read_text(turned) == model


def test_a_change_of_one_number_changes_one_line() -> None:
    model = pipeline.load(sample_models()[0])
    first, *others = model.bodies
    bodies = (first.model_copy(update={"mass": 123}), *others)
    before = write_text(model).splitlines()
    after = write_text(model.model_copy(update={"bodies": bodies})).splitlines()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_the_system_of_the_file_is_that_of_any_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "model.lagr"
    text = write_text(pendulum())
    path.write_bytes(text.replace("\n", "\r\n").encode())
    assert pipeline.load(path) == pendulum()
    pipeline.save(pipeline.load(path), path)
    assert path.read_bytes() == text.encode()


def _full(*_: Any, **__: Any) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("function", ["fsync", "replace", "fdopen"])
def test_a_failing_write_leaves_the_old_file_whole(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.lagr"
    pipeline.save(pendulum(), path)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, function, _full)
        with pytest.raises(LagrError, match="No space left") as caught:
            pipeline.save(Model(), path)
    assert caught.value.problems[0].remedy
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_write_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.lagr"
    pipeline.save(pendulum(), path)
    before = path.read_bytes()

    def stopped(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        pipeline.save(Model(), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["missing/model.lagr", ".", "x" * 300, "a\0b"], ids=ascii)
def test_a_place_where_no_file_can_be_is_named(name: str, tmp_path: Path) -> None:
    for use in (lambda path: pipeline.save(Model(), path), pipeline.load):
        with pytest.raises(LagrError) as caught:
            use(tmp_path / name)
        assert all(p.place and p.cause and p.remedy for p in caught.value.problems)
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def test_half_a_character_does_not_keep_a_drawing_from_being_saved(tmp_path: Path) -> None:
    path = tmp_path / "model.lagr"
    body = Body(number=1).model_copy(update={"name": "wheel \ud800"})
    pipeline.save(Model(bodies=(body,)), path)
    assert pipeline.load(path).bodies[0].name == "wheel ?"


def test_a_newer_file_says_that_it_is_newer() -> None:
    data = {"format": "lagr-model", "version": CURRENT + 1, "unheard": ["of"]}
    with pytest.raises(LagrError) as caught:
        pipeline.read_text(json.dumps(data))
    (problem,) = caught.value.problems
    assert str(CURRENT + 1) in problem.cause and "newer" in problem.remedy


@pytest.mark.parametrize("version", [None, "1", 1.0, True, 0, -1, [1], {}])
def test_a_version_that_is_no_version_is_refused(version: Any) -> None:
    with pytest.raises(LagrError, match="version"):
        pipeline.read_text(json.dumps({"format": "lagr-model", "version": version}))


def test_an_older_file_takes_every_step_to_the_current_version() -> None:
    def renamed(data: dict[str, Any]) -> dict[str, Any]:
        return {("bodies" if key == "masses" else key): entry for key, entry in data.items()}

    def extended(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "added": len(data["bodies"])}

    old = {"version": 1, "masses": [1, 2]}
    found = migrate(old, current=3, steps={1: renamed, 2: extended})
    assert found == {"version": 3, "bodies": [1, 2], "added": 2}
    assert old == {"version": 1, "masses": [1, 2]}


@pytest.mark.parametrize("atol", [None, 1e-12, 1e-9])
def test_an_absolute_tolerance_is_kept_as_it_was_given(atol: float | None) -> None:
    model = Model(simulation=Simulation(atol=atol))
    text = write_text(model)
    assert pipeline.read_text(text).simulation.atol == atol
    assert json.loads(text)["version"] == (3 if atol == 1e-12 else 1)


def test_older_files_with_the_tolerance_of_nobody_read_as_before() -> None:
    data = {"format": "lagr-model", "version": 2, "simulation": {"until": 3, "atol": 1e-12}}
    for atol, known in ((1e-12, None), (1e-9, 1e-9)):
        data["simulation"] = {"until": 3, "atol": atol}
        assert pipeline.read_text(json.dumps(data)).simulation == Simulation(until=3, atol=known)
