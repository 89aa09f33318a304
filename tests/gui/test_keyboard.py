"""Every job of the main path without a pointer; the keyboard goes through the drawing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from lagr_gui.editing import edits
from lagr_gui.gui.panes.inspector.pane import InspectorPane

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key for whatever has the keyboard."""
    focus = QApplication.focusWidget()
    assert focus is not None, "nothing has the keyboard"
    QTest.keyClick(focus, key, held)


def type_(text: str) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text)


def insert(window, qtbot, name: str) -> None:
    press(Qt.Key.Key_Insert)
    qtbot.waitUntil(window.canvas.quick.field.hasFocus)
    type_(name)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(window.canvas.hasFocus)


def fill(window, qtbot, path: str, text: str) -> None:
    """Go to the fields of what is selected, by Tab to one of them, type and come back."""
    press(Qt.Key.Key_Return)
    for _ in range(40):
        focus = QApplication.focusWidget()
        if focus is not None and focus.objectName() == path:
            break
        press(Qt.Key.Key_Tab)
    else:
        raise AssertionError(f"{path} is not reached by Tab")
    press(Qt.Key.Key_A, CTRL)
    type_(text)
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_F4)
    qtbot.waitUntil(window.canvas.hasFocus)


def test_from_an_empty_drawing_to_a_running_double_pendulum_by_keys_alone(window, qtbot):
    session = window.session
    window.canvas.setFocus()
    insert(window, qtbot, "rev")
    fill(window, qtbot, "field_joints_0_point_child", "(0, 0.5, 0)")
    insert(window, qtbot, "rev")
    fill(window, qtbot, "field_joints_1_point_parent", "(0, -0.5, 0)")
    fill(window, qtbot, "field_joints_1_point_child", "(0, 0.5, 0)")
    fill(window, qtbot, "field_start_q2_position", "30 deg")
    model = session.model
    assert [(j.parent, j.child) for j in model.joints] == [(0, 1), (1, 2)]
    places = edits.places(model)
    assert len(set(places.values())) == 3, "no body lies on another"
    with qtbot.waitSignal(session.running.changed):
        press(Qt.Key.Key_F5)
    assert session.running.trajectory.energy_error < 1e-6
    window.animation.player.pause()


@pytest.fixture
def chain(window):
    def build(model):
        for number in range(1, 4):
            model = edits.add_body(model, (200.0 * number, 0.0))
        return edits.connect(model, "revolute", 0, 1)

    window.session.edit("Build", build)
    window.canvas.setFocus()
    return window.session


def test_tab_goes_through_all_items_and_then_leaves_the_drawing(chain, window):
    window.session.select(())
    seen = []
    for _ in range(len(window.canvas.content.items)):
        press(Qt.Key.Key_Tab)
        seen += chain.selection
    assert set(seen) == set(window.canvas.content.items) and len(seen) == len(set(seen))
    assert window.canvas.hasFocus()
    press(Qt.Key.Key_Tab)
    assert not window.canvas.hasFocus()


@pytest.mark.parametrize("end", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
@pytest.mark.parametrize("begin", [Qt.Key.Key_F2, Qt.Key.Key_Insert])
def test_what_is_selected_stays_so_when_a_field_on_the_drawing_is_done(
    chain, window, qtbot, begin, end
):
    chain.select({"body:1"})
    press(begin)
    field = window.canvas.naming if begin == Qt.Key.Key_F2 else window.canvas.quick.field
    qtbot.waitUntil(field.hasFocus)
    type_("nothing like it")
    press(end)
    if field.isVisible():
        press(Qt.Key.Key_Escape)
    assert chain.selection == {"body:1"} and window.canvas.hasFocus()


def test_shift_tab_goes_back(chain, window):
    chain.select({"body:2"})
    press(Qt.Key.Key_Backtab, SHIFT)
    assert chain.selection == {"body:1"}


def test_ctrl_down_holds_on_so_that_two_bodies_can_be_connected(chain, window, qtbot):
    chain.select({"body:1"})
    press(Qt.Key.Key_Down, CTRL)
    assert chain.selection == {"body:1", "body:2"}
    press(Qt.Key.Key_Tab)
    assert chain.selection == {"body:1", "body:3"}
    insert(window, qtbot, "spring")
    (spring,) = chain.model.elements
    assert (spring.body_a, spring.body_b) == (1, 3)


def test_enter_leads_to_the_fields_and_f4_back(chain, window, qtbot):
    chain.select({"body:2"})
    press(Qt.Key.Key_Return)
    assert window.panes["inspector"].isAncestorOf(QApplication.focusWidget())
    assert isinstance(window.panes["inspector"], InspectorPane)
    press(Qt.Key.Key_F4)
    assert window.canvas.hasFocus()
