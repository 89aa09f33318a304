"""Changing between diagram and sketch leaves selected what is selected."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.systems import pendulum


@pytest.mark.parametrize("selected", [(), ("body:1",)])
@pytest.mark.parametrize("goal", ["sketch", "both", "signal_flow"])
def test_it_stays(window, selected, goal):
    window.session.edit("Build", lambda _: pendulum())
    window.show_view("diagram")
    window.canvas.setFocus()
    window.session.select(selected)
    assert QApplication.focusWidget() is window.canvas
    for view in (goal, "diagram"):
        window.show_view(view)
        assert window.session.selection == frozenset(selected)
