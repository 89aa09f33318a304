"""The history: a click goes to a step, a right click asks what shall be done with it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt

from lagr_gui.editing import edits
from tests.gui.hands import mouse


@pytest.fixture
def drawn(window):
    """A drawing of three steps."""
    for x in (200, 400, 600):
        window.session.edit("Add", lambda model, x=x: edits.add_body(model, (x, 0)))
    return window


def test_a_right_click_on_a_step_asks_and_does_not_go_there(drawn):
    drawn.show_pane("history")
    steps = drawn.history.list
    at = drawn.session.document.at
    assert at > 1
    place = steps.visualItemRect(steps.item(1)).center()
    for sort in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(steps.viewport(), sort, place, Qt.MouseButton.RightButton)
    assert drawn.session.document.at == at
    mouse(steps.viewport(), QEvent.Type.MouseButtonPress, place)
    assert drawn.session.document.at == 1


def test_the_history_opens_at_the_present_step(drawn, qtbot):
    for number in range(60):
        drawn.session.edit("Move", lambda model, n=number: edits.move(model, {"body:1": (n, 0)}))
    drawn.show_pane("history")
    steps = drawn.history.list

    def seen() -> bool:
        row = steps.visualItemRect(steps.item(drawn.session.document.at))
        return steps.viewport().rect().contains(row)

    qtbot.waitUntil(seen)
