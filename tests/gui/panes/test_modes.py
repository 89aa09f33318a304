"""The modes pane lists equilibria and modes, and plays a mode in the animation."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.resource import sample_models
from tests.systems import pendulum

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def found(window, qtbot):
    """The window with the equilibria of a double pendulum."""
    window.open_path(SAMPLES["double_pendulum"])
    with qtbot.waitSignal(
        window.session.small.changed,
        check_params_cb=lambda: bool(window.session.small.modes),
    ):
        window.menus.actions["equilibria"].trigger()
    return window


def test_the_action_lists_equilibria_and_their_modes(found) -> None:
    rows = [found.modes.list.topLevelItem(i) for i in range(found.modes.list.topLevelItemCount())]
    rows = [row for row in rows if "stable" in row.text(0)]  # others count freedoms
    assert len(rows) == 4
    assert rows[0].text(0).startswith("stable:") and rows[0].isExpanded()
    assert all(row.text(0).startswith("unstable:") for row in rows[1:])
    assert rows[0].childCount() == 2 and "rad/s" in rows[0].child(0).text(0)
    assert found.docks["modes"].isVisible()


def test_the_start_is_shown_after_the_search(found, qtbot) -> None:
    qtbot.waitUntil(lambda: found.animation._motion is not None)


def test_a_click_plays_a_mode_about_the_equilibrium(found, qtbot) -> None:
    mode = found.modes.list.topLevelItem(0).child(1)
    with qtbot.waitSignal(found.session.running.changed):
        found.modes.list.itemClicked.emit(mode, 0)
    motion = found.session.motion
    assert motion.t[-1] == pytest.approx(12.0)
    assert np.allclose(motion.x[1][0], motion.x[1][60])
    assert found.animation.player.playing
    assert found.session.running.trajectory is None


def test_an_edit_makes_the_list_void(found) -> None:
    found.session.edit("Build", lambda _: edits.set_start(pendulum(), "q1", 1, 0))
    assert found.modes.list.topLevelItemCount() == 0
    assert found.session.small.equilibria is None


def test_what_has_no_equilibrium_is_told(window, qtbot) -> None:
    window.open_path(SAMPLES["quadruped"])
    small = window.session.small
    with qtbot.waitSignal(small.changed, check_params_cb=lambda: small.equilibria is not None):
        window.session.find_equilibria()
    assert "None was found" in window.modes.words.text()


def test_both_frequencies_of_a_mode_are_the_undamped_ones(window, qtbot) -> None:
    window.open_path(SAMPLES["dc_motor_pendulum"])
    with qtbot.waitSignal(
        window.session.small.changed,
        check_params_cb=lambda: bool(window.session.small.modes),
        timeout=20_000,
    ):
        window.session.find_equilibria()
    mode = next(m for m in window.session.small.modes[0].modes if m.damping_ratio)
    row = window.modes.list.topLevelItem(0)
    texts = [row.child(i).text(0) for i in range(row.childCount())]
    both = f"{mode.frequency:.5g} rad/s ({mode.frequency / (2 * np.pi):.4g} Hz)"
    assert mode.frequency != pytest.approx(mode.damped_frequency, rel=1e-3)
    assert any(both in text for text in texts)


def steady(window, qtbot, text: str) -> None:
    """Search for steady motions with these velocities."""
    small = window.session.small
    window.modes.steady.setText(text)
    with qtbot.waitSignal(
        small.changed,
        check_params_cb=lambda: bool(small.equilibria or small.problems),
    ):
        window.session.find_equilibria()


def test_steady_motions_are_found_with_the_velocities_that_are_given(window, qtbot) -> None:
    model = pipeline.load(SAMPLES["furuta_pendulum"])
    window.open_path(SAMPLES["furuta_pendulum"])
    steady(window, qtbot, f"{model.coordinates[0]} = 4*pi")
    expected = pipeline.equilibria(model, {model.coordinates[0]: 4 * np.pi})
    listed = window.session.small.equilibria.found
    assert [item.stability for item in listed] == [item.stability for item in expected.found]
    assert all(item.qd[0] == pytest.approx(4 * np.pi) for item in listed)
    rows = [window.modes.list.topLevelItem(i).text(0) for i in range(len(listed))]
    assert all(f"{pretty(model.coordinates[0], 1)} = 12.57" in row for row in rows)
    window.show_pane("response")
    places = [window.response.place.itemText(i) for i in range(window.response.place.count())]
    assert sum("′ = 12.57" in place for place in places) == len(listed)
    window.docks["response"].hide()


@pytest.mark.parametrize(("text", "cause"), [("q1", "gives no value"), ("q2 = 3", "constant")])
def test_velocities_that_cannot_be_are_told(window, qtbot, text: str, cause: str) -> None:
    window.open_path(SAMPLES["furuta_pendulum"])
    names = window.session.model.coordinates
    steady(window, qtbot, text.replace("q1", names[0]).replace("q2", names[1]))
    assert cause in window.modes.words.text() and window.modes.words.property("role") == "error"
    window.open_path(SAMPLES["double_pendulum"])
    assert window.modes.steady.text() == "" and window.session.small.steady == ""
