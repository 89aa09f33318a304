"""Runs that are kept: overlaid, named, hidden, removed, measured, written."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from PySide6.QtCore import Qt

from lagr_gui.editing import edits
from lagr_gui.editing.changes import distinctions
from lagr_gui.exchange.tables.csv_curves import trajectory_csv
from tests.gui.panes.test_sensors import measure, shown
from tests.gui.panes.test_simulation import run, show, swinging
from tests.samples.gallery import sample, with_values


@pytest.fixture
def pane(window):
    window.simulation.list_runs.setChecked(True)
    yield window.simulation
    window.simulation.list_runs.setChecked(False)
    window.simulation.views.tabs.setCurrentIndex(0)


def behind(plot) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The curves of other runs: times and values by name."""
    return {curve.name: (drawn.xData, drawn.yData) for curve, drawn in plot._behind}


def told(pane) -> list[tuple[str, str]]:
    """Names of the runs, below the motion that is shown, and what they differ in."""
    rows = [pane.panel.table.topLevelItem(n) for n in range(pane.panel.table.topLevelItemCount())]
    return [(row.text(0), row.text(2)) for row in rows if row.text(0) != "shown now"]


def row_of(pane, place: int):
    """The row of a run."""
    rows = [pane.panel.table.topLevelItem(n) for n in range(pane.panel.table.topLevelItemCount())]
    return [row for row in rows if row.text(0) != "shown now"][place]


def set_length(window, value: float) -> None:
    window.session.edit("Length", lambda m: with_values(m, l=value))


def test_a_run_that_is_kept_stays_behind_the_next_one(window, qtbot, pane):
    show(window, swinging())
    assert not pane.panel.keep.isEnabled()
    run(window, qtbot)
    first = window.session.running.trajectory
    pane.panel.keep.click()
    set_length(window, 0.8)
    run(window, qtbot)
    t, y = behind(pane.curves.above)["q₁ (rad)"]
    assert np.array_equal(t, first.t) and np.array_equal(y, first.q[:, 0])
    assert not np.array_equal(y, window.session.running.trajectory.q[:, 0])
    assert set(behind(pane.curves.below)) == {"T (J)", "U (J)", "E (J)"}
    assert told(pane) == [("Run 1", "l = 0.5")]
    pane.panel.keep.click()
    assert told(pane) == [("Run 1", "l = 0.5"), ("Run 2", "l = 0.8")]


def test_runs_are_named_hidden_and_removed(window, qtbot, pane):
    show(window, swinging())
    run(window, qtbot)
    pane.panel.keep.click()
    row = row_of(pane, 0)
    row.setText(0, "long rod")
    assert pane.runs.runs[0].name == "long rod"
    row = row_of(pane, 0)
    row.setCheckState(0, Qt.CheckState.Unchecked)
    assert not behind(pane.curves.above) and told(pane)[0][0] == "long rod"
    row_of(pane, 0).setCheckState(0, Qt.CheckState.Checked)
    assert behind(pane.curves.above)
    pane.panel.table.setCurrentItem(row_of(pane, 0))
    pane.panel.remove.click()
    assert not pane.runs.runs and not behind(pane.curves.above)


def test_another_drawing_has_no_runs(window, qtbot, pane):
    show(window, swinging())
    run(window, qtbot)
    pane.panel.keep.click()
    window.session.new()
    assert not pane.runs.runs and not told(pane)


def test_sensors_are_computed_along_kept_runs_too(window, qtbot, pane):
    show(window, swinging())
    run(window, qtbot)
    first = window.session.running.trajectory
    pane.panel.keep.click()
    set_length(window, 0.8)
    run(window, qtbot)
    measure(window, "2*q1")
    qtbot.waitUntil(lambda: shown(window, "2*q1") and "2*q1 (rad)" in behind(pane.curves.above))
    assert np.array_equal(behind(pane.curves.above)["2*q1 (rad)"][1], 2 * first.q[:, 0])


def test_phase_portraits_and_spectra_have_all_runs(window, qtbot, pane):
    show(window, swinging())
    run(window, qtbot)
    first = window.session.running.trajectory
    pane.panel.keep.click()
    set_length(window, 0.8)
    run(window, qtbot)
    pane.views.tabs.setCurrentIndex(1)
    lines = pane.views.xy.plot.lines
    assert len(lines) == 2 and np.array_equal(lines[1].yData, first.qd[:, 0])
    pane.views.tabs.setCurrentIndex(2)
    assert len(pane.views.spectrum.plot.lines) == 2


def test_a_measured_table_is_drawn_as_dots_of_signals_of_its_heads(
    window, qtbot, pane, tmp_path, answers
):
    show(window, swinging())
    run(window, qtbot)
    file = tmp_path / "measured.csv"
    file.write_text("t (s);q1 (rad);foot\n0;0,5;1\n0,5;0,25;2\n1;-0,5;3\n", "utf-8")
    answers["open"] = file
    pane.panel.load.click()
    t, y = behind(pane.curves.above)["q₁ (rad)"]
    assert t.tolist() == [0, 0.5, 1] and y.tolist() == [0.5, 0.25, -0.5]
    ((curve, drawn),) = pane.curves.above._behind
    assert curve.dots and drawn.opts["symbol"] == "o" and drawn.opts["pen"] is None
    assert told(pane) == [("measured.csv", "3 rows, 0 … 1 s")]
    panel = pane.panel
    assert panel.columns.isVisible()  # it is chosen, since a column of it has no signal yet
    panel._menu.aboutToShow.emit()
    parts = {action.text(): action.menu() for action in panel._menu.actions()}
    assert set(parts) == {"q1", "foot"}
    next(a for a in parts["foot"].actions() if a.text() == "T (J)").trigger()
    assert behind(pane.curves.below)["T (J)"][1].tolist() == [1, 2, 3]


def test_tables_that_cannot_be_read_are_refused(window, pane, tmp_path, told):
    show(window, swinging())
    file = tmp_path / "bad.csv"
    for text in ("q1,q2\n1,2\n", "t\n1\n", "t,q1\n1,x\n"):
        file.write_text(text, "utf-8")
        before = len(told)
        pane.runs.load(file)
        assert len(told) == before + 1 and not pane.runs.runs


def test_what_was_exported_comes_back_as_dots_on_its_curve(window, qtbot, pane, tmp_path):
    show(window, swinging())
    run(window, qtbot)
    measure(window, "tip = position(1).x")
    qtbot.waitUntil(lambda: shown(window, "tip"))
    file = tmp_path / "motion.csv"
    file.write_text(trajectory_csv(pane.measured(), window.session.report.units), "utf-8")
    pane.runs.load(file)
    found, motion = behind(pane.curves.above), window.session.running.trajectory
    assert found["q₁ (rad)"][1].tolist() == motion.q[:, 0].tolist()
    assert found["tip (m)"][1].tolist() == pane.curves.above._curves["tip (m)"].yData.tolist()
    assert behind(pane.curves.below)["U (J)"][1].tolist() == motion.U.tolist()


def test_all_runs_are_written_with_their_own_times(window, qtbot, pane, tmp_path, answers):
    show(window, swinging())
    run(window, qtbot)
    pane.panel.keep.click()
    file = tmp_path / "m.csv"
    file.write_text("t,q1\n0,0.5\n1,0.25\n", "utf-8")
    pane.runs.load(file)
    answers["save"] = tmp_path / "all.csv"
    window.menus.actions["export_runs"].trigger()
    heads, *rows = csv.reader((tmp_path / "all.csv").read_text("utf-8").splitlines())
    motion = window.session.running.trajectory
    assert len(rows) == len(motion.t)
    columns = {head: [float(row[at]) for row in rows if row[at]] for at, head in enumerate(heads)}
    assert columns["t (s)"] == motion.t.tolist()
    assert columns["Run 1: q1 (rad)"] == columns["q1 (rad)"] == motion.q[:, 0].tolist()
    assert columns["m.csv: t (s)"] == [0, 1] and columns["m.csv: q1 (rad)"] == [0.5, 0.25]


def test_all_runs_that_were_written_come_back_each_with_its_own_times(
    window, qtbot, pane, tmp_path, answers
):
    show(window, swinging())
    run(window, qtbot)
    pane.panel.keep.click()
    (tmp_path / "m.csv").write_text("t,q1\n0,0.5\n1,0.25\n2,0.125\n", "utf-8")
    pane.runs.load(tmp_path / "m.csv")
    answers["save"] = tmp_path / "all.csv"
    window.menus.actions["export_runs"].trigger()
    written = pane.tables()
    for _ in range(2):
        pane.runs.remove(0)
    pane.runs.load(tmp_path / "all.csv")
    names = ["all.csv", "all.csv: Run 1", "all.csv: m.csv"]
    assert [own.name for own in pane.runs.runs] == names
    for own, block in zip(pane.runs.runs, written.values(), strict=True):
        assert own.t.tolist() == block["t (s)"].tolist()
        assert own.columns["q1"].tolist() == block["q1 (rad)"].tolist()
    assert behind(pane.curves.above)["q₁ (rad)"][1].tolist() == [0.5, 0.25, 0.125]


GAPS = {
    "t,q1\n0,1\n,2\n2,3\n": "Row 3, column “t”",
    "t,q1\n0,1\n1,\n": "not of one length",
    "t,q1,Run 1: t,Run 1: q1\n0,1,0,\n1,2,,5\n": "Row 2, column “Run 1: q1”",
    "t,q1,Run 1: q1\n0,1,2\n": "",
}


@pytest.mark.parametrize("text", GAPS)
def test_gaps_in_tables_are_told_by_their_place(window, pane, tmp_path, told, text):
    (tmp_path / "m.csv").write_text(text, "utf-8")
    pane.runs.load(tmp_path / "m.csv")
    if GAPS[text]:
        assert GAPS[text] in str(told[0]) and not pane.runs.runs
    else:
        assert pane.runs.runs[0].columns.keys() == {"t", "q1", "Run 1: q1"}


def test_versions_are_told_apart_by_what_differs_alone():
    model = sample("double_pendulum")
    longer = with_values(model, l2=0.8, m1=2.5)
    moved = edits.set_start(longer, longer.coordinates[0], "30 deg", 0)
    found = distinctions([model, longer, moved])
    name = f"{longer.coordinates[0]}(0)"
    assert set(found[0]) <= {"l2", "m1", name} and found[2][name] == "30 deg"
    assert found[1]["m1"] == found[2]["m1"] == "2.5"
    assert distinctions([model, model]) == [{}, {}]
    grown = edits.connect(model, "coordinate_damper", 0, 1)
    assert [own["drawing"] for own in distinctions([model, grown, model])] == ["1", "2", "1"]
