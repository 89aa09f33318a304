"""The modes pane lists equilibria and modes, and plays a mode in the animation."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.editing import edits
from lagr_gui.resource import sample_models
from tests.systems import pendulum

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def found(window, qtbot):
    """The window with the equilibria of a double pendulum."""
    window.open_path(SAMPLES["double_pendulum"])
    with qtbot.waitSignal(
        window.session.small.changed,
        check_params_cb=lambda: bool(window.session.small.modes),
        timeout=20_000,
    ):
        window.menus.actions["equilibria"].trigger()
    return window


def test_the_action_lists_equilibria_and_their_modes(found) -> None:
    rows = [found.modes.list.topLevelItem(i) for i in range(found.modes.list.topLevelItemCount())]
    assert len(rows) == 4
    assert rows[0].text(0).startswith("stable:") and rows[0].isExpanded()
    assert all(row.text(0).startswith("unstable:") for row in rows[1:])
    assert rows[0].childCount() == 2 and "rad/s" in rows[0].child(0).text(0)
    assert found.docks["modes"].isVisible()


def test_the_start_is_shown_after_the_search(found, qtbot) -> None:
    qtbot.waitUntil(lambda: found.animation._motion is not None, timeout=20_000)


def test_a_click_plays_a_mode_about_the_equilibrium(found, qtbot) -> None:
    mode = found.modes.list.topLevelItem(0).child(1)
    with qtbot.waitSignal(found.session.trajectory_changed, timeout=20_000):
        found.modes.list.itemClicked.emit(mode, 0)
    motion = found.session.motion
    assert motion.t[-1] == pytest.approx(12.0)
    assert np.allclose(motion.x[1][0], motion.x[1][60])
    assert found.animation.player.playing
    assert found.session.trajectory is None


def test_an_edit_makes_the_list_void(found) -> None:
    found.session.edit("Build", lambda _: edits.set_start(pendulum(), "q1", 1, 0))
    assert found.modes.list.topLevelItemCount() == 0
    assert found.session.small.equilibria is None


def test_what_has_no_equilibrium_is_told(window, qtbot) -> None:
    window.open_path(SAMPLES["quadruped"])
    small = window.session.small
    with qtbot.waitSignal(
        small.changed, check_params_cb=lambda: small.equilibria is not None, timeout=30_000
    ):
        window.session.find_equilibria()
    assert "None was found" in window.modes.words.text()
