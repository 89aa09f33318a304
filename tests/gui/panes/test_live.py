"""Motions that follow edits by themselves: newest first, never queueing, never old unmarked."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.gui.bridge import live
from lagr_gui.model import Model
from tests.gui.hands import mouse
from tests.gui.panes.test_simulation import run, show, swinging, swinging_long
from tests.samples.gallery import sample

pytestmark = pytest.mark.follows


def heavier(mass: float):
    """The edit that gives the parameter `l` of the pendulum another value."""
    return lambda model: edits.set_value(model, ("parameters", 2, "value"), mass)


def jobs_of(window, monkeypatch) -> list[str]:
    """The names of the jobs of the process of motions, as they are asked for from now on."""
    worker, asked = window.session.motions._ready(), []
    submit = worker.submit

    def noted(name, **arguments):
        asked.append(name)
        return submit(name, **arguments)

    monkeypatch.setattr(worker, "submit", noted)
    return asked


def followed(window, qtbot) -> None:
    """Wait until the motion that is shown is that of the model as it is now."""
    session = window.session
    qtbot.waitUntil(lambda: not session.live.computing and not session.outdated)


def expected(model: Model) -> np.ndarray:
    """The motion of a model, computed here."""
    return pipeline.simulate(model).q


def test_the_motion_follows_an_edit_and_is_that_of_the_new_model(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    before = window.session.running.trajectory
    window.session.edit("Value", heavier(2.5))
    followed(window, qtbot)
    shown = window.session.running.trajectory
    assert shown is not before
    assert np.array_equal(shown.q, expected(window.session.model))
    assert np.array_equal(window.session.motion.q, shown.q)


def test_many_values_at_once_lead_to_two_runs_at_most_and_the_last_is_shown(
    window, qtbot, monkeypatch
):
    show(window, swinging())
    run(window, qtbot)
    asked = jobs_of(window, monkeypatch)
    for number in range(60):
        window.session.edit("Value", heavier(1 + number / 50), merge=True)
    followed(window, qtbot)
    assert 1 <= asked.count("live") <= 2
    assert np.array_equal(window.session.running.trajectory.q, expected(window.session.model))


def test_nothing_follows_before_a_motion_was_shown(window, qtbot, monkeypatch):
    show(window, swinging())
    asked = jobs_of(window, monkeypatch)
    window.session.edit("Value", heavier(2.0))
    qtbot.wait(200)
    assert "live" not in asked and window.session.running.trajectory is None


def test_slow_motions_wait_for_run_and_are_marked(window, qtbot, monkeypatch):
    show(window, swinging())
    run(window, qtbot)
    before = window.session.running.trajectory
    monkeypatch.setattr(live, "QUICK", before.seconds / 2)
    monkeypatch.setattr(live, "FIRST", before.seconds / 2)
    asked = jobs_of(window, monkeypatch)
    window.session.edit("Value", heavier(2.0))
    qtbot.wait(200)
    assert "live" not in asked and window.session.running.trajectory is before
    assert window.animation.age.isVisible()
    assert "before the last edit" in window.simulation.drift.text()
    assert "○" in window.simulation.controls.live.button.text()


def test_a_run_that_turns_out_slow_is_given_up_until_the_next_run(window, qtbot, monkeypatch):
    show(window, swinging(2.0))
    run(window, qtbot)
    monkeypatch.setattr(live, "QUICK", 0.2)
    monkeypatch.setattr(live, "FIRST", 0.4)
    window.session.live._first = False  # or the machine is too busy for the first one
    monkeypatch.setattr(live, "WAITED", 0.05)
    window.session.edit("End", lambda _: swinging_long())
    qtbot.waitUntil(lambda: not window.session.live.computing)
    assert window.session.outdated and window.animation.age.isVisible()
    assert not window.session.live.follows
    window.session.undo()
    assert not window.session.outdated
    run(window, qtbot)
    assert window.session.live.follows


def test_the_picture_and_its_drawing_always_belong_together(window, qtbot):
    """Whatever is painted, the bodies have the poses of the model that they are drawn with."""
    show(window, sample("double_pendulum"))
    run(window, qtbot)
    seen = []

    def look() -> None:
        shown, running = window.animation._shown, window.session.running
        assert shown is not None
        trajectory = running.trajectory
        assert trajectory is None or np.array_equal(trajectory.q, shown.motion.q)
        seen.append(shown)

    signals = window.session.live.changed, window.session.running.changed
    for signal in signals:
        signal.connect(look)
    for value in (1.1, 1.2, 1.3):
        window.session.edit("Value", heavier(value), merge=True)
        look()
        qtbot.wait(30)
    followed(window, qtbot)
    for signal in signals:
        signal.disconnect(look)
    assert len(set(map(id, seen))) > 1
    assert window.session.running.origin.model is window.session.model


def test_time_and_play_go_on_while_motions_follow(window, qtbot):
    show(window, swinging(10.0))
    run(window, qtbot)
    qtbot.waitUntil(lambda: window.session.running.time > 0.05)
    window.session.edit("Value", heavier(2.0))
    followed(window, qtbot)
    assert window.animation.player.playing and window.session.running.time > 0.05
    assert window.animation.player.end == 10.0


def test_the_mark_is_a_button_that_turns_it_off(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    button = window.simulation.controls.live.button
    assert button.isChecked() and "●" in button.text()
    button.click()
    window.session.edit("Value", heavier(2.0))
    assert window.session.outdated and not window.session.live.computing
    assert window.animation.age.isVisible()
    button.click()
    followed(window, qtbot)
    assert "●" in button.text()


def test_a_model_without_a_motion_is_told_and_the_old_one_marked(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    before = window.session.running.trajectory
    window.session.edit("Mass", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "unknown"))
    qtbot.wait(50)
    assert window.session.running.trajectory is before and window.animation.age.isVisible()


def before_of(window) -> list[np.ndarray]:
    """The light curves that are drawn."""
    return [curve.y for curve, _ in window.simulation.curves.above._behind]


def test_while_a_slider_is_dragged_the_curves_from_before_stay_lightly(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    before = window.session.running.trajectory.q[:, 0]
    steps = len(window.session.document.steps)
    slider = window.panes["parameters"].rows["l"].slider
    slider.setSliderDown(True)
    for value in range(300, 700, 10):
        slider.setValue(value)
        qtbot.wait(2)
        assert all(np.array_equal(y, before) for y in before_of(window)) and before_of(window)
    slider.setSliderDown(False)
    assert not before_of(window)
    assert window.session.model.parameters[2].value == slider_value(window, 690)
    followed(window, qtbot)
    assert np.array_equal(window.session.running.trajectory.q, expected(window.session.model))
    assert len(window.session.document.steps) == steps + 1


def slider_value(window, step: int) -> float:
    """The number at a place of the slider, by its range and the digits that are kept."""
    row = window.panes["parameters"].rows["l"]
    return float(f"{row._low + (row._high - row._low) * step / 1000:.4g}")


def test_what_is_opened_moves_by_itself_unless_that_is_turned_off(window, qtbot):
    window.session.live.turn(False)
    window.session.show_document(swinging(), None)
    qtbot.wait(100)
    assert not window.session.live.computing and window.session.running.trajectory is None
    window.session.live.turn(True)
    window.session.show_document(swinging(), None)
    qtbot.waitUntil(lambda: window.session.running.trajectory is not None)
    assert np.array_equal(window.session.running.trajectory.q, expected(window.session.model))
    assert window.animation.player.playing and not window.session.outdated
    assert window.session.document.steps == () and not window.session.document.dirty


def test_what_is_edited_before_it_moved_waits_for_run(window, qtbot):
    window.session.show_document(swinging(), None)
    window.session.edit("Value", heavier(2.0))
    qtbot.waitUntil(lambda: not window.session.live.computing and not window.session.motions.busy)
    assert window.session.running.trajectory is None


def test_a_motion_that_is_too_slow_to_be_shown_by_itself_is_left_to_run(window, qtbot, monkeypatch):
    monkeypatch.setattr(live, "FIRST", 0.2)
    window.session.show_document(swinging_long(), None)
    qtbot.waitUntil(lambda: window.session.live.left_to_run)
    line = window.panes["simulation"].drift
    assert "Run computes it" in line.text()
    window.menus.actions["run"].trigger()
    qtbot.waitUntil(
        lambda: window.session.running.simulating and "Run computes it" not in line.text()
    )
    window.menus.actions["stop"].trigger()
    qtbot.waitUntil(lambda: not window.session.running.simulating)
    monkeypatch.setattr(live, "FIRST", 60.0)
    window.session.show_document(swinging(), None)
    qtbot.waitUntil(lambda: window.session.running.trajectory is not None)
    assert "Run computes it" not in line.text()


def label_of(window, name: str):
    """The label of a row in the inspector, and its field."""
    field = next(f for f in window.panes["inspector"].fields if f.row.label == name)
    grid = field.parentWidget().layout()
    row = grid.getItemPosition(grid.indexOf(field))[0]
    return grid.itemAtPosition(row, 0).widget(), field


def test_a_number_is_dragged_by_its_label_in_one_step_and_the_motion_follows(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    before = window.session.running.trajectory.q[:, 0]
    steps = len(window.session.document.steps)
    window.session.select({"joint:pivot"})
    label, field = label_of(window, "q₁")
    start = label.rect().center()
    mouse(label, QEvent.Type.MouseButtonPress, start)
    for way in range(0, 41, 4):
        mouse(label, QEvent.Type.MouseMove, start + QPoint(way, 0))
        qtbot.wait(5)
    assert before_of(window) and np.array_equal(before_of(window)[0], before)
    mouse(label, QEvent.Type.MouseButtonRelease, start + QPoint(40, 0))
    assert window.session.model.start[0].position == 1.2, "40 steps of 0.005 rad from 1"
    assert field.edit.text() == "1.2"
    assert len(window.session.document.steps) == steps + 1
    followed(window, qtbot)
    assert window.session.running.trajectory.q[0, 0] == 1.2 and not before_of(window)


def test_a_click_on_a_label_changes_nothing_and_expressions_are_not_dragged(window, qtbot):
    show(window, edits.set_start(swinging(), "q1", "pi/4", 0))
    window.session.select({"joint:pivot"})
    label, _ = label_of(window, "q₁")
    steps, start = len(window.session.document.steps), label.rect().center()
    for way in (0, 60):
        mouse(label, QEvent.Type.MouseButtonPress, start)
        mouse(label, QEvent.Type.MouseMove, start + QPoint(way, 0))
        mouse(label, QEvent.Type.MouseButtonRelease, start + QPoint(way, 0))
    assert len(window.session.document.steps) == steps


def test_an_emptied_drawing_has_no_motion_and_what_comes_back_has_it_again(
    window, qtbot, monkeypatch
):
    show(window, swinging())
    run(window, qtbot)
    asked, view = jobs_of(window, monkeypatch), window.animation.view
    session, model = window.session, window.session.model
    session.edit("Empty", lambda _: Model())
    qtbot.waitUntil(lambda: not session.motions.busy)
    assert "live" not in asked and session.running.trajectory is None
    assert window.simulation.drift.text() == "" and view._why_empty == "Nothing to move yet."
    session.undo()
    assert session.model == model
    followed(window, qtbot)
    assert np.array_equal(session.running.trajectory.q, expected(model))


def test_curves_are_seen_whole_again_after_a_motion_by_hand(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    session = window.session
    session.edit("Value", heavier(2.5))
    followed(window, qtbot)
    shown = window.simulation.curves.above.viewRange
    whole = shown()[0]
    window.animation.take_hold.click()
    qtbot.waitUntil(lambda: shown()[0] != whole)
    session.hand.end()
    assert session.running.renewed and shown()[0] == pytest.approx(whole, rel=0.1)
