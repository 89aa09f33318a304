"""The pane of given motions: what is typed or read from a file, and what it needs, as computed."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.exchange.tables.csv_curves import trajectory_csv
from lagr_gui.extensions.inverse.answer import answer
from tests.gui.panes.fields import fill, told
from tests.gui.panes.test_simulation import run
from tests.samples.gallery import sample


@pytest.fixture
def seen(window, qtbot):
    """Shows the pane for a model."""

    def see(model):
        window.session.show_document(model, None)
        window.menus.actions["inverse"].trigger()
        return window.inverse

    yield see
    window.inverse.motions._use(None, "")
    window.docks["inverse"].hide()


@pytest.fixture
def settled(window, qtbot):
    """Waits for the answer to what is asked now."""

    def settle():
        driven = answer(window.session)
        qtbot.waitUntil(lambda: driven._wanted is not None)
        qtbot.waitUntil(lambda: not driven.waiting)
        return window.inverse.found

    return settle


def short(name: str = "double_pendulum", until: float = 1.0):
    return edits.set_value(sample(name), ("simulation", "until"), until)


def drawn(pane) -> dict[str, np.ndarray]:
    """All curves by name."""
    return {
        name: curve.yData
        for plot in pane.curves.plots
        if not plot.isHidden()
        for name, curve in plot._curves.items()
    }


def test_motions_that_are_typed_are_kept_in_the_model_and_their_forces_drawn(window, seen, settled):
    model = short()
    pane = seen(model)
    assert pane.toggle.isChecked() and "Give at least one" in pane.words.text()
    first, second = pane.motions.fields
    fill(first, "0.3*sin(2*t)")
    fill(second, "t/10")
    assert [m.motion for m in window.session.model.motions] == ["0.3*sin(2*t)", "t/10"]
    found = settled()
    expected = pipeline.inverse(model, {"q1": "0.3*sin(2*t)", "q2": "t/10"}, found.t.tolist())
    pane.toggle.setChecked(False)
    curves = drawn(pane)
    assert set(curves) == {"q₁ (rad)", "q₂ (rad)", "τ q₁ (N m)", "τ q₂ (N m)"}
    for column, name in enumerate(("q₁", "q₂")):
        assert curves[f"{name} (rad)"] == pytest.approx(expected.q[:, column])
        assert curves[f"τ {name} (N m)"] == pytest.approx(expected.forces[:, column])
    assert "Work and energy agree" in pane.words.text()
    largest = max(expected.forces[:, 0].tolist(), key=abs)
    assert f"τ q₁: up to {largest:.4g} N m" in pane.words.text()
    window.session.undo()
    window.session.undo()
    assert window.session.model == model and not drawn(pane)


def test_a_fault_is_told_at_the_field_and_an_empty_field_leaves_the_coordinate_free(
    window, seen, settled
):
    pane = seen(short())
    first, second = pane.motions.fields
    fill(first, "0.3*sin(2*q2)")
    assert "q2" in told(first) or "time" in told(first)
    fill(first, "0.3*sin(2*w*t)")
    assert first.offer.text() == "Add parameter “w”"
    assert not pane.animate.isEnabled() and "agree" not in pane.words.text()
    [problem] = window.session.report.problems
    pane.toggle.setChecked(False)
    window.session.reveal("joint:shoulder", problem.path)
    assert pane.toggle.isChecked() and first.edit.selectedText() == "0.3*sin(2*w*t)"
    first.offer.click()
    assert window.session.model.parameters[-1].name == "w" and not told(first)
    fill(first, "0.3*sin(2*t)")
    assert not told(first)
    found = settled()
    assert found.free == ("q2",) and "q₂" in pane.words.text()
    fill(second, "0")
    assert not settled().free
    fill(second, "")
    assert settled().free == ("q2",)


def test_reactions_power_and_work_can_be_chosen_in_other_axes(window, seen, settled):
    pane = seen(edits.set_motion(short("overhead_crane", 5.72), "x", "0.1*t^2"))
    assert not pane.toggle.isChecked(), "motions are given: curves are shown"
    found = settled()
    pane.menu.aboutToShow.emit()
    for key in ("power:P x", "work:W x", "force:rope Fy"):
        pane.menu.chosen.emit(key, True)
    curves = drawn(pane)
    assert curves["P x (W)"] == pytest.approx(found.power[:, 0])
    assert curves["W x (J)"] == pytest.approx(found.work[:, 0])
    space = curves["rope Fy (N)"].copy()
    assert space == pytest.approx(found.reactions["rope"].force[:, 1])
    pane.menu.axes_chosen.emit("child")
    turned = settled()
    assert drawn(pane)["rope Fy (N)"] == pytest.approx(turned.reactions["rope"].force[:, 1])
    assert not np.allclose(drawn(pane)["rope Fy (N)"], space)


def test_a_table_takes_the_place_of_what_is_typed_until_it_is_removed(
    window, qtbot, seen, settled, tmp_path, monkeypatch
):
    model = edits.set_motion(short(), "q1", "t")
    pane = seen(model)
    simulated = pipeline.simulate(model)
    path = tmp_path / "measured.csv"
    path.write_text(trajectory_csv(simulated, pipeline.check(model).units), "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    pane.motions.open.click()
    found = settled()
    assert found.prescribed == ("q1", "q2") and "left aside: q1'" in pane.motions.about.text()
    # a free motion needs no force
    scale = np.abs(simulated.qdd).max()
    assert found.forces == pytest.approx(0, abs=1e-3 * scale)
    assert not pane.motions.fields[0].isEnabled()
    pane.motions.uncertainty.setText("0.001")
    pane.motions.uncertainty.editingFinished.emit()
    assert "smoothed by 0.001" in settled().how
    pane.motions.uncertainty.setText("0")
    pane.motions.uncertainty.editingFinished.emit()
    pane.motions.forget.click()
    assert settled().prescribed == ("q1",) and pane.motions.fields[0].isEnabled()
    pane.motions.open.click()
    window.session.show_document(model, None)
    assert pane.motions.table is None, "a table belongs to the drawing it was opened for"


def test_a_file_of_expressions_becomes_one_step_of_the_drawing(window, seen, settled, tmp_path):
    pane = seen(short())
    path = tmp_path / "motion.json"
    path.write_text(json.dumps({"q1": "sin(t)", "q2": 0}), "utf-8")
    pane.motions.open_file(path)
    assert [m.motion for m in window.session.model.motions] == ["sin(t)", 0]
    assert settled().prescribed == ("q1", "q2")
    window.session.undo()
    assert not window.session.model.motions


@pytest.mark.parametrize("text", ["", "t,q1\n0,x\n", "t,a\n0,1\n", "t,q1\n"])
def test_a_file_that_is_no_motion_is_refused_and_changes_nothing(window, seen, tmp_path, text):
    pane = seen(short())
    heard = []
    window.session.refused.disconnect(window._tell_refused)
    window.session.refused.connect(heard.extend)
    path = tmp_path / "motion.csv"
    path.write_text(text, "utf-8")
    pane.motions.open_file(path)
    window.session.refused.disconnect(heard.extend)
    window.session.refused.connect(window._tell_refused)
    assert len(heard) == 1 and heard[0].cause and heard[0].remedy
    assert pane.motions.table is None and not window.session.model.motions


def test_why_there_is_no_answer_is_told_in_words(window, seen, settled, tmp_path):
    pane = seen(short())
    path = tmp_path / "motion.csv"
    path.write_text("t,q1\n" + "".join(f"{i},{i}\n" for i in range(9)), "utf-8")
    pane.motions.open_file(path)
    assert settled() is None
    assert "leaves freedoms among q2" in pane.words.text()
    assert pane.words.property("role") == "error" and not pane.animate.isEnabled()


def test_the_motion_is_animated_when_asked_for_and_the_cursor_follows(window, qtbot, seen, settled):
    pane = seen(edits.set_motion(short(until=2.0), "q1", "t"))
    run(window, qtbot)
    simulated = window.session.running.trajectory
    window.show_pane("inverse")
    settled()
    assert window.session.running.trajectory is simulated, "nobody asked for another animation"
    pane.animate.click()
    window.animation.player.pause()
    assert window.session.motion is answer(window.session).found[1]
    pane.curves.moved.emit(1.25)
    assert window.session.running.time == 1.25
    pane.curves.moved.emit(99)
    assert window.session.running.time == 2


def test_the_export_is_the_table_of_the_command_line(
    window, qtbot, seen, settled, tmp_path, monkeypatch
):
    path = tmp_path / "forces.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    seen(edits.set_motion(short("overhead_crane", 5.72), "x", "0.1*t^2"))
    window.menus.refresh()
    found = settled()
    window.menus.refresh()
    window.menus.actions["export_inverse"].trigger()
    heads, *rows = list(csv.reader(path.read_text("utf-8").splitlines()))
    column = heads.index("force on x")
    assert [float(row[column]) for row in rows] == pytest.approx(found.forces[:, 0].tolist())
    assert len(rows) == len(found.t) == 1001


def test_an_edit_is_followed_while_the_pane_is_seen(window, seen, settled):
    seen(edits.set_motion(short("overhead_crane", 5.72), "x", "0.1*t^2"))
    light = settled().forces[0, 0]
    places = [p.name for p in window.session.model.parameters]
    path = ("parameters", places.index("M"), "value")
    window.session.edit("Heavier", lambda m: edits.set_value(m, path, 400.0))
    heavy = settled().forces[0, 0]
    assert heavy - light == pytest.approx(200 * 0.2)


def test_the_answer_can_be_stopped_and_asked_for_again(window, qtbot, seen, settled):
    pane = seen(edits.set_motion(short("overhead_crane", 2000.0), "x", "sin(3*t)"))
    qtbot.waitUntil(lambda: pane.answer.computing)
    assert "computing" in window._busy.text() and pane.stop.text() == "Stop"
    pane.stop.click()
    qtbot.waitUntil(lambda: not window.session.motions.busy)
    assert pane.answer.stopped and pane.stop.text() == "Compute"
    path = ("simulation", "until")
    window.session.edit("Shorter", lambda m: edits.set_value(m, path, 1.0))
    assert settled() is not None
