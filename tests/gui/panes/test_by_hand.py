"""Bodies that are pushed and pulled with the pointer while they move."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from lagr_gui.catalogue import JOINTS
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.bridge import hand as hand_motion
from tests.gui.hands import NONE, mouse
from tests.patience import stopwatch
from tests.systems import pendulum

SAMPLES = {path.stem: path for path in sample_models()}
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def swinging(window, qtbot):
    """The window with a motion of two seconds that rests at 0.5 s."""
    model = edits.set_start(pendulum(), "q1", 1, 0)
    model = edits.set_value(model, ("simulation", "until"), 2)
    window.session.edit("Build", lambda _: model)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    window.animation.player.pause()
    window.session.running.set_time(0.5)
    window.show_pane("animation")
    qtbot.wait(1)
    yield window
    window.session.hand.end()
    window.animation.speed.choose(1.0)
    window.animation._set_speed(1.0)


def pixel(window, body: int) -> QPoint:
    """Where the centre of mass of a body is in the picture."""
    view = window.animation.view
    x = view.scene.at(view._time).x[body]
    return QPoint(*(round(float(entry)) for entry in view._now().project(x, view._size())))


def time(window) -> float:
    motion = window.session.hand.motion
    return float(motion.t[0]) if motion is not None else -1.0


def begin(window, qtbot) -> None:
    window.animation.take_hold.click()
    assert window.session.hand.on
    qtbot.waitUntil(lambda: time(window) > 0)


def press(window, at: QPoint, keys=NONE) -> None:
    mouse(window.animation.view, QEvent.Type.MouseButtonPress, at, keys=keys)


def lead(window, to: QPoint) -> None:
    mouse(window.animation.view, QEvent.Type.MouseMove, to)


def let_go(window, at: QPoint) -> None:
    mouse(window.animation.view, QEvent.Type.MouseButtonRelease, at)


def test_a_free_motion_by_hand_is_the_one_that_was_simulated(swinging, qtbot):
    begin(swinging, qtbot)
    qtbot.waitUntil(lambda: time(swinging) > 0.8)
    swinging.animation.play.click()
    hand, whole = swinging.session.hand, swinging.session.running.trajectory
    assert hand.resting and swinging.animation.play.text() == "▶"
    made = hand.trajectory
    assert made.t[0] == 0.5
    until = made.t <= whole.t[-1]
    assert np.abs(made.q[until] - whole.at(made.t[until])[0]).max() < 1e-7


def test_the_bob_follows_the_pointer_and_swings_on_when_it_is_let_go(swinging, qtbot):
    begin(swinging, qtbot)
    view, hand = swinging.animation.view, swinging.session.hand
    at = pixel(swinging, 1)
    press(swinging, at)
    assert hand.hold is not None and hand.hold.body == 1
    pivot = np.zeros(3)
    goal = view._now().project(pivot + np.array([0.5, 0.0, 0.0]), view._size())
    to = QPoint(*(round(float(entry)) for entry in goal))
    lead(swinging, to)
    qtbot.waitUntil(lambda: hand.hold.grip is not None)
    qtbot.waitUntil(lambda: abs(hand.motion.x[1][0, 1]) < 0.1 and hand.motion.x[1][0, 0] > 0.4)
    qtbot.wait(300)
    held = hand.motion.x[1][0].copy()
    assert abs(held[1]) < 0.1, "it stays there against its weight"
    with_line = view.grab().toImage()
    let_go(swinging, to)
    assert hand.hold is None and view.grab().toImage() != with_line
    qtbot.waitUntil(lambda: hand.motion.x[1][0, 1] < -0.3)


def test_of_all_places_of_the_pointer_the_newest_counts(swinging, qtbot):
    begin(swinging, qtbot)
    hand, at = swinging.session.hand, pixel(swinging, 1)
    press(swinging, at)
    for k in range(200):
        lead(swinging, at + QPoint(k % 7, 3))
    last = hand.hold.to
    lead(swinging, at + QPoint(40, 0))
    assert hand.hold.to != last
    assert len(swinging.session.motions._asides) <= 1


def test_it_rests_and_goes_on_step_by_step_by_keys(swinging, qtbot):
    begin(swinging, qtbot)
    view, hand = swinging.animation.view, swinging.session.hand
    QTest.keyClick(view, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: hand.resting and not hand._asked)
    before = time(swinging)
    qtbot.wait(80)
    assert time(swinging) == before
    QTest.keyClick(view, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: time(swinging) > before)
    assert time(swinging) == pytest.approx(before + 1 / 60)
    qtbot.wait(80)
    assert time(swinging) == pytest.approx(before + 1 / 60)
    QTest.keyClick(view, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: time(swinging) > before + 0.1)


def test_what_was_simulated_comes_back_as_it_was(swinging, qtbot):
    session = swinging.session
    model, trajectory = session.model, session.running.trajectory
    picture = swinging.animation.view.grab().toImage()
    begin(swinging, qtbot)
    qtbot.waitUntil(lambda: time(swinging) > 0.8)
    assert session.running.time == 0.5 and session.running.trajectory is trajectory
    QTest.keyClick(swinging.animation.view, Qt.Key.Key_Escape)
    assert not session.hand.on and not swinging.animation.take_hold.isChecked()
    assert (
        session.model is model
        and session.running.trajectory is trajectory
        and session.running.time == 0.5
    )
    assert swinging.animation.view.grab().toImage() == picture
    assert swinging.simulation.note.isHidden()


def test_curves_say_that_they_are_made_by_hand(swinging, qtbot):
    begin(swinging, qtbot)
    qtbot.waitUntil(lambda: time(swinging) > 0.9)
    note = swinging.simulation.note
    assert not note.isHidden() and "By hand" in note.text()
    assert swinging.simulation.drift.isHidden()
    swinging.animation.toggle()
    qtbot.waitUntil(lambda: not swinging.session.hand._asked)
    span = swinging.simulation.curves.above.viewRange
    qtbot.waitUntil(lambda: span()[0][1] > 0.85)  # the picture comes a little later
    first, last = span()[0]
    assert first < 0.52 and 0.85 < last < 3


def test_run_ends_it(swinging, qtbot):
    begin(swinging, qtbot)
    with qtbot.waitSignal(swinging.session.running.changed):
        swinging.session.run()
    assert not swinging.session.hand.on


def test_another_model_ends_it_and_another_picture_does_not(swinging, qtbot):
    begin(swinging, qtbot)
    swinging.session.edit("Name", lambda m: m.having(name="another name"))
    assert swinging.session.hand.on
    swinging.session.edit("Mass", lambda m: edits.set_value(m, ("parameters", 1, "value"), 3))
    assert not swinging.session.hand.on


def test_it_can_be_kept_as_a_run(swinging, qtbot):
    begin(swinging, qtbot)
    qtbot.waitUntil(lambda: time(swinging) > 0.7)
    runs = swinging.simulation.runs
    assert swinging.simulation.panel.keep.isEnabled()
    runs.keep()
    (run,) = runs.runs
    assert run.by_hand and run.name == "By hand 1" and run.trajectory.t[0] == 0.5
    swinging.session.hand.end()
    assert len(swinging.simulation.courses()) == 2


def test_ctrl_and_drag_takes_hold_at_once(swinging, qtbot):
    at = pixel(swinging, 1)
    press(swinging, at, CTRL)
    hand = swinging.session.hand
    assert hand.on and hand.hold is not None
    qtbot.waitUntil(lambda: hand.hold is not None and hand.hold.grip is not None)
    let_go(swinging, at)
    assert hand.on and hand.hold is None


def test_beside_the_bodies_the_picture_is_moved(swinging, qtbot):
    begin(swinging, qtbot)
    press(swinging, QPoint(5, 60))
    assert swinging.session.hand.hold is None
    before = pixel(swinging, 0)
    lead(swinging, QPoint(25, 60))
    assert pixel(swinging, 0).x() == before.x() + 20
    let_go(swinging, QPoint(25, 60))


def test_it_goes_at_the_speed_of_the_player(swinging, qtbot):
    swinging.animation._set_speed(0.1)
    begin(swinging, qtbot)
    start = time(swinging)
    qtbot.wait(400)
    assert 0 < time(swinging) - start < 0.2
    swinging.animation._set_speed(1.0)


@pytest.mark.parametrize("name", ["robot_arm_6r", "spinning_top"])
def test_in_space_the_hand_stays_in_the_plane_of_the_screen(name, window, qtbot):
    window.session.open(SAMPLES[name], sample=True)
    with qtbot.waitSignal(window.session.running.changed, timeout=60_000):
        window.session.run()
    window.animation.player.pause()
    window.show_pane("animation")
    qtbot.wait(1)
    begin(window, qtbot)
    window.animation.toggle()
    view, hand = window.animation.view, window.session.hand
    qtbot.waitUntil(lambda: not hand._asked)
    at = pixel(window, max(view.scene.motion.x))
    press(window, at)
    assert hand.hold is not None
    camera, first = view._now(), np.array(hand.hold.to)
    scene = view.scene.at(view._time)
    held = scene.x[hand.hold.body] + scene.R[hand.hold.body] @ np.array(hand.hold.point)
    assert np.abs(held - first).max() < 1e-9, "it is taken hold of where the pointer is"
    lead(window, at + QPoint(30, -20))
    way = np.array(hand.hold.to) - first
    assert abs(way @ camera.towards) < 1e-9
    assert way @ camera.right == pytest.approx(30 / camera.scale)
    assert way @ camera.up == pytest.approx(20 / camera.scale)
    hand.end()


def test_what_is_computed_too_slowly_goes_slower_and_says_so(swinging, qtbot, monkeypatch):
    monkeypatch.setattr(hand_motion, "PROMPT", 1e-5)
    begin(swinging, qtbot)
    start, passed = time(swinging), stopwatch()
    mark = swinging.animation.by_hand.mark.words
    qtbot.waitUntil(lambda: "as fast as the clock" in mark.text())
    assert time(swinging) - start < 0.95 * passed()
    assert swinging.session.hand.slowness < 1


def test_a_bit_that_takes_long_stops_nothing_else(swinging, qtbot, monkeypatch):
    begin(swinging, qtbot)
    hand = swinging.session.hand
    told, ask = [], swinging.session.motions.aside
    monkeypatch.setattr(swinging.session.motions, "aside", lambda *asked: told.append(ask) or 99)
    qtbot.waitUntil(lambda: bool(told))
    mark = swinging.animation.by_hand.mark.words
    qtbot.waitUntil(lambda: "0 times as fast" in mark.text())
    assert len(told) == 1, "nothing waits in a row"
    QTest.keyClick(swinging.animation.view, Qt.Key.Key_Escape)
    assert not hand.on


def test_it_begins_at_the_start_where_nothing_was_simulated(window, qtbot):
    window.session.edit("Build", lambda _: edits.set_start(pendulum(), "q1", 1, 0))
    qtbot.waitUntil(lambda: window.animation.take_hold.isEnabled())
    begin(window, qtbot)
    qtbot.waitUntil(lambda: time(window) > 0.1)
    assert window.session.hand.trajectory.q[0, 0] == pytest.approx(1)
    assert window.simulation.curves.above.listDataItems()
    window.session.hand.end()
    assert window.session.running.time == 0 and not window.simulation.note.isVisible()


def test_what_cannot_move_is_said(window, qtbot):
    fixed = pendulum().each(
        "joints", lambda j: JOINTS["fixed"].record(name="rigid", parent=0, child=1)
    )
    window.session.edit("Build", lambda _: fixed)
    qtbot.waitUntil(lambda: window.animation.view.scene is not None)
    assert not window.animation.take_hold.isEnabled()
    assert "no freedom" in window.animation.take_hold.toolTip()


def test_what_no_force_can_move_is_not_held(swinging, qtbot):
    begin(swinging, qtbot)
    view, hand = swinging.animation.view, swinging.session.hand
    x, y = view._now().project(np.zeros(3), view._size())
    press(swinging, QPoint(round(float(x)), round(float(y))))
    assert hand.hold is not None
    hand.take(1, (0.0, 0.5, 0.0), 15.0, (0.0, 0.0, 0.0))  # the pivot itself
    qtbot.waitUntil(lambda: hand.hold is None)
    assert "no force can move it" in swinging.animation.by_hand.mark.words.text()
    before = time(swinging)
    qtbot.waitUntil(lambda: time(swinging) > before)
    assert not swinging.session.problems


def test_a_circuit_goes_on_and_says_that_nothing_can_be_held(window, qtbot):
    window.session.open(SAMPLES["ladder_filter"], sample=True)
    with qtbot.waitSignal(window.session.running.changed, timeout=60_000):
        window.session.run()
    window.animation.player.pause()
    window.session.running.set_time(0.0)
    begin(window, qtbot)
    assert "no body" in window.animation.by_hand.mark.words.text()
    window.session.hand.end()


def start_of(window) -> tuple[float, float]:
    """Position and velocity at the start of the drawing."""
    (entry,) = window.session.model.start
    return entry.position, entry.velocity


def test_the_moment_by_hand_becomes_the_start_in_one_step(swinging, qtbot):
    before = start_of(swinging)
    begin(swinging, qtbot)
    qtbot.waitUntil(lambda: time(swinging) > 0.6)
    swinging.animation.play.click()
    hand = swinging.session.hand
    qtbot.waitUntil(lambda: not hand._asked)
    q, qd = hand.trajectory.q[-1, 0], hand.trajectory.qd[-1, 0]
    swinging.animation.by_hand.mark.findChild(QToolButton, "hand_take").click()
    assert start_of(swinging) == pytest.approx((q, qd), rel=1e-11)
    assert not hand.on, "the motion was one of another start"
    swinging.session.undo()
    assert start_of(swinging) == before


def test_the_moment_at_the_time_cursor_becomes_the_start(swinging, qtbot):
    action = swinging.menus.actions["take_as_start"]
    q, qd = swinging.session.running.trajectory.at(0.5)
    swinging.menus.refresh()
    assert action.isEnabled()
    action.trigger()
    assert start_of(swinging) == pytest.approx((q[0], qd[0]), rel=1e-11)
    swinging.menus.refresh()
    assert not action.isEnabled(), "what is shown is from before"
    with qtbot.waitSignal(swinging.session.running.changed):
        swinging.session.run()
    assert swinging.session.running.trajectory.q[0] == pytest.approx(q, rel=1e-11)
