"""A model with states of the first order in the window: derived, shown and run."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from lagr_gui.gui.window import MainWindow
from tests.gui.panes.test_simulation import drawn, run, show
from tests.simulation.test_own_states import maxwell


def test_states_are_shown_and_run_in_the_window(window: MainWindow, qtbot: QtBot) -> None:
    show(window, maxwell().model)
    pane = window.equations
    for tab in range(pane.tabs.count()):
        pane.tabs.setCurrentIndex(tab)
        qtbot.wait(20)
    run(window, qtbot)
    assert not pane.failure.isVisible()
    assert drawn(window.simulation.curves.above)["x"] > 10
    assert window.session.running.trajectory.states == ("z",)
