"""Units that act in a model, in the window: asked for once, never run without leave."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from shutil import which

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.gui.allowed_units import allow_unit, allowed_units
from lagr_gui.gui.file_desk import AllowedUnits
from lagr_gui.simulation.units import read_unit
from tests.gui.panes.fields import field, fill, labels, told
from tests.gui.panes.test_live import followed, jobs_of
from tests.units.building import controller_unit
from tests.units.test_controllers import controlled, pendulum
from tests.widgets import windows

pytestmark = [
    pytest.mark.skipif(which("cc") is None, reason="no compiler for C on this machine"),
    pytest.mark.skipif(find_spec("fmpy") is None, reason="FMPy is not installed"),
]


@pytest.fixture(scope="module")
def unit(tmp_path_factory) -> Path:
    return controller_unit(tmp_path_factory.mktemp("units") / "pd.fmu")


@pytest.fixture
def regulated(window, unit, tmp_path):
    """A pendulum that a unit beside its file controls."""
    (tmp_path / "pd.fmu").write_bytes(unit.read_bytes())
    pipeline.save(controlled(0.02).model, tmp_path / "swing.lagr")
    window.session.open(tmp_path / "swing.lagr")
    return window.session


@pytest.fixture
def refused(window):
    """What the window was told that cannot be done."""
    problems: list = []
    window.session.refused.disconnect(window._tell_refused)
    window.session.refused.connect(problems.extend)
    yield problems
    window.session.refused.disconnect(problems.extend)
    window.session.refused.connect(window._tell_refused)


def start(window, qtbot) -> None:
    """Press Run, and wait until the process has done what it may."""
    window.menus.actions["run"].trigger()
    qtbot.waitUntil(lambda: not window.session.motions.busy)


def offer(window) -> QPushButton:
    window.show_pane("problems")
    return window.problems.fix


def test_what_is_allowed_is_asked_once_and_moves_as_the_unit_says(
    regulated, window, qtbot, answers, unit
):
    answers["question"] = "allow"
    start(window, qtbot)
    mark = read_unit(str(unit)).mark
    assert mark in answers["asked"][0] and "pd.fmu" in answers["asked"][0]
    expected = pipeline.simulate(regulated.model, allow_fmu=True, folder=str(regulated.folder))
    assert np.array_equal(regulated.running.trajectory.q, expected.q)
    assert regulated.running.trajectory.driven is not None
    start(window, qtbot)
    assert len(answers["asked"]) == 1
    assert list(allowed_units()) == [mark]


def test_a_refusal_runs_nothing_and_leaves_a_button_that_asks_again(
    regulated, window, qtbot, answers
):
    answers["question"] = "refuse"
    start(window, qtbot)
    assert regulated.running.trajectory is None and not allowed_units()
    assert [p.code for p in regulated.problems] == ["fmu-consent"]
    answers["question"] = "allow"
    assert "pd.fmu" in offer(window).text()
    QTest.keyClick(offer(window), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: regulated.running.trajectory is not None)
    assert len(answers["asked"]) == 2 and not regulated.problems


def test_a_file_that_changed_is_asked_for_anew(regulated, window, qtbot, answers, tmp_path):
    answers["question"] = "allow"
    start(window, qtbot)
    with (tmp_path / "pd.fmu").open("ab") as file:
        file.write(b"\0")
    answers["question"] = "refuse"
    start(window, qtbot)
    assert len(answers["asked"]) == 2
    assert [p.code for p in regulated.problems] == ["fmu-consent"]


def test_a_file_that_is_missing_is_told_and_not_asked_for(
    regulated, window, qtbot, answers, tmp_path
):
    (tmp_path / "pd.fmu").unlink()
    start(window, qtbot)
    assert not answers["asked"]
    assert "pd.fmu" in " ".join(str(p.cause) + p.place for p in regulated.problems)
    assert "fmu-consent" not in [p.code for p in regulated.problems]


def test_a_unit_is_added_by_its_file_and_joined_in_the_form(window, qtbot, answers, unit, tmp_path):
    session = window.session
    pipeline.save(pendulum("u").model, tmp_path / "swing.lagr")
    session.open(tmp_path / "swing.lagr")
    file = tmp_path / "pd.fmu"
    file.write_bytes(unit.read_bytes())
    answers["open"] = file
    window.menus.actions["add_controller"].trigger()
    made = session.model.simulation.controllers[0]
    assert (made.name, made.file) == ("controller", "pd.fmu")
    assert [(e.name, e.expression) for e in made.inputs] == [("q", ""), ("v", "")]
    assert [(e.name, e.parameter) for e in made.outputs] == [("u", "u")]
    assert {e.name: e.value for e in made.values}["kp"] == 20
    at = "simulation", "controllers", 0
    first = field(window, *at, "inputs", 0, "expression")
    qtbot.waitUntil(first.edit.hasFocus)
    fill(first, "velocity(Bob)")  # no sensor shows it: told at once, at the field
    assert "is a vector" in told(field(window, *at, "inputs", 0, "expression"))
    first = field(window, *at, "inputs", 0, "expression")
    fill(first, "phi")
    assert not told(first)
    fill(field(window, *at, "inputs", 1, "expression"), "phi'")
    fill(field(window, *at, "sample"), "20 ms")
    fill(field(window, *at, "outputs", 0, "parameter"), "w")
    assert "no parameter" in told(field(window, *at, "outputs", 0, "parameter"))
    session.undo()
    made = session.model.simulation.controllers[0]
    answers["question"] = "allow"
    start(window, qtbot)
    expected = pipeline.simulate(controlled(0.02).model, allow_fmu=True, folder=str(tmp_path))
    assert np.array_equal(session.running.trajectory.q, expected.q)
    answers["open"] = unit  # another file keeps what is joined
    field(window, *at, "file").choose_wanted.emit(0)
    again = session.model.simulation.controllers[0]
    assert again == made.having(file=unit.as_posix())
    assert session.selection == {"controller:controller"}
    window.menus.actions["delete"].trigger()
    assert "Sample time" not in labels(window) and session.model.parameters


@pytest.mark.parametrize("content", [b"no archive", b""])
def test_what_is_no_unit_is_refused_in_words(content, window, refused, answers, tmp_path):
    (tmp_path / "broken.fmu").write_bytes(content)
    answers["open"] = tmp_path / "broken.fmu"
    window.menus.actions["add_controller"].trigger()
    assert "broken.fmu" in refused[0].place and not window.session.model.simulation.controllers


@pytest.mark.follows
def test_opening_starts_no_unit_although_it_may_run(window, qtbot, unit, tmp_path, monkeypatch):
    (tmp_path / "pd.fmu").write_bytes(unit.read_bytes())
    allow_unit(read_unit(str(unit)).mark, "pd.fmu")
    pipeline.save(controlled(0.02).model, tmp_path / "swing.lagr")
    asked = jobs_of(window, monkeypatch)
    window.session.open(tmp_path / "swing.lagr")
    qtbot.waitUntil(lambda: window.session.derivation.finished)
    qtbot.wait(400)
    assert "live" not in asked and window.session.running.trajectory is None


@pytest.mark.follows
def test_motions_follow_edits_with_the_unit_and_stop_when_leave_is_withdrawn(
    regulated, window, qtbot, answers
):
    answers["question"] = "allow"
    start(window, qtbot)
    heavier = edits.set_value(regulated.model, ("parameters", 0, "value"), 2.0)
    regulated.edit("Value", lambda _: heavier)
    followed(window, qtbot)
    expected = pipeline.simulate(heavier, allow_fmu=True, folder=str(regulated.folder))
    assert np.array_equal(regulated.running.trajectory.q, expected.q)
    window.menus.actions["allowed_units"].trigger()
    dialog = next(w for w in windows() if isinstance(w, AllowedUnits) and w.isVisible())
    QTest.keyClick(dialog.withdraw, Qt.Key.Key_Space)
    assert not allowed_units() and not dialog.list.topLevelItemCount()
    dialog.accept()
    regulated.edit("Value", lambda m: edits.set_value(m, ("parameters", 0, "value"), 3.0))
    qtbot.waitUntil(lambda: [p.code for p in regulated.problems] == ["fmu-consent"])
    assert regulated.outdated
