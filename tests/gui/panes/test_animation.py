"""The animation: its clock, its pictures in the plane and in space."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QMenu, QToolButton

from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.panes.animation.pane import SPEEDS, Player
from tests.gui.hands import mouse, wheel
from tests.systems import pendulum

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def swinging(window, qtbot):
    """The window with a motion of two seconds that rests at its beginning."""
    model = edits.set_start(pendulum(), "q1", 1, 0)
    model = edits.set_value(model, ("simulation", "until"), 2)
    window.session.edit("Build", lambda _: model)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    window.animation.player.pause()
    window.session.running.set_time(0.0)
    return window


def button(window, tip: str) -> QToolButton:
    return next(b for b in window.animation.findChildren(QToolButton) if b.toolTip() == tip)


def picture(window):
    return window.animation.view.grab().toImage()


def test_the_motion_plays_when_the_simulation_is_done(window, qtbot):
    window.session.edit("Build", lambda _: edits.set_start(pendulum(), "q1", 1, 0))
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    assert window.animation.player.playing and window.animation.play.text() == "▮▮"
    qtbot.waitUntil(lambda: window.session.running.time > 0.05)
    window.animation.play.click()
    assert window.animation.play.text() == "▶"
    stopped = window.session.running.time
    qtbot.wait(60)
    assert window.session.running.time == stopped


def test_before_a_run_the_start_is_shown_and_cannot_be_played(window, qtbot):
    window.session.edit("Build", lambda _: edits.set_start(pendulum(), "q1", 1, 0))
    qtbot.waitUntil(lambda: window.animation._motion is not None)
    assert not window.animation.play.isEnabled() and not window.animation.slider.isEnabled()
    assert not window.menus.actions["play"].isEnabled()
    before = picture(window)
    window.session.edit("Turn", lambda m: edits.set_start(m, "q1", 2, 0))
    qtbot.waitUntil(lambda: picture(window) != before)


def test_steps_go_from_sample_to_sample(swinging):
    times = swinging.session.motion.t
    button(swinging, "One step on").click()
    assert swinging.session.running.time == times[1]
    button(swinging, "One step on").click()
    button(swinging, "One step back").click()
    assert swinging.session.running.time == times[1]
    swinging.animation.slider.setValue(7000)
    button(swinging, "To the start").click()
    assert swinging.session.running.time == 0


def test_scrubbing_moves_picture_label_and_the_cursor_of_the_curves(swinging):
    before = picture(swinging)
    swinging.animation.slider.setValue(5000)
    assert swinging.session.running.time == pytest.approx(1)
    assert swinging.simulation.curves.above.time_line.value() == pytest.approx(1)
    assert swinging.animation.label.text() == "t = 1.00 s"
    assert picture(swinging) != before
    assert not swinging.animation.player.playing


def test_speed_and_loop_are_those_that_are_chosen(swinging, qtbot):
    pane = swinging.animation
    pane.speed.setCurrentIndex(SPEEDS.index(10.0))
    pane.speed.activated.emit(pane.speed.currentIndex())
    pane.loop.click()
    turned = []
    swinging.session.running.time_changed.connect(turned.append)
    pane.play.click()
    qtbot.waitUntil(lambda: any(b < a for a, b in pairwise(turned)))
    assert pane.player.playing, "it begins anew"
    pane.loop.click()
    qtbot.waitUntil(lambda: not pane.player.playing)
    swinging.session.running.time_changed.disconnect(turned.append)
    assert swinging.session.running.time == 2 and pane.play.text() == "▶"
    pane.play.click()
    assert pane.player.time < 2, "play at the end goes to the start"
    pane.play.click()
    pane.speed.setCurrentIndex(SPEEDS.index(1.0))
    pane.speed.activated.emit(pane.speed.currentIndex())


def test_the_clock_of_a_player_keeps_within_the_motion():
    player = Player([1.0, 1.5, 2.0])
    player.play()
    player.speed = 0.5
    assert player.advance(0.5) == 1.25
    assert player.seek(99) == 2 and player.seek(-1) == 1
    player.loop = True
    player.play()
    assert player.advance(2.5) == 1.25 and player.playing
    assert player.step(1) == 1.5 and not player.playing


@pytest.mark.parametrize("name", ["double_pendulum", "spinning_top"])
def test_plane_and_space_are_drawn_and_can_be_zoomed_and_fitted(window, qtbot, name):
    window.open_sample(SAMPLES[name])
    pane = window.animation
    bodies = set(window.session.model.numbers)
    window.session.edit("Short", lambda m: edits.set_value(m, ("simulation", "until"), 0.5))
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    pane.player.pause()
    assert bodies <= set(pane._motion.x)
    assert bool(pane._motion.planar) == (name == "double_pendulum")
    first, view = picture(window), pane.view
    assert (
        len(
            {
                first.pixel(x, y)
                for x in range(0, first.width(), 3)
                for y in range(0, first.height(), 3)
            }
        )
        > 5
    )
    wheel(view, QPoint(80, 80), 480)
    zoomed = picture(window)
    assert zoomed != first
    mouse(view, QEvent.Type.MouseButtonPress, QPoint(80, 80))
    mouse(view, QEvent.Type.MouseMove, QPoint(130, 60))
    mouse(view, QEvent.Type.MouseButtonRelease, QPoint(130, 60))
    assert picture(window) != zoomed
    turned = view._angles != (35.0, 22.0)
    assert turned == (name == "spinning_top"), "the left button turns in space only"
    mouse(view, QEvent.Type.MouseButtonDblClick, QPoint(80, 80))
    mouse(view, QEvent.Type.MouseButtonRelease, QPoint(80, 80))
    assert picture(window) == first


def test_what_is_shown_besides_is_chosen_from_a_menu(swinging):
    pane = swinging.animation
    swinging.session.running.set_time(1.0)
    menu = next(m for m in pane.findChildren(QMenu) if len(m.actions()) == 6)
    for action in (entry for entry in menu.actions() if entry.isCheckable()):
        before, checked = picture(swinging), action.isChecked()
        action.trigger()
        assert picture(swinging) != before, action.text()
        action.trigger()
        assert action.isChecked() == checked and picture(swinging) == before


def test_a_selected_body_stands_out_in_the_animation(swinging):
    before = picture(swinging)
    swinging.session.select({"body:1"})
    assert picture(swinging) != before
    swinging.session.select(())
    swinging.session.highlight({"body:1"})
    assert picture(swinging) != before


def test_space_plays_only_where_the_pointer_of_keys_is(swinging, qtbot):
    pane = swinging.animation
    pane.play.setFocus()
    qtbot.keyClick(pane.play, Qt.Key.Key_Space)
    assert pane.player.playing
    swinging.menus.actions["play"].trigger()
    assert not pane.player.playing
