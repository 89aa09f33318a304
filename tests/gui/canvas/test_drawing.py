"""What is drawn with the pointer becomes a model: bodies, joints, elements, names."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.panes.palette import mime_of
from tests.gui.hands import SHIFT, choose, click, mouse


def body(window, x: float = 240.0, y: float = 0.0) -> None:
    window.session.edit("Add body", lambda model: edits.add_body(model, (x, y)))


def joined(window, kind: str = "revolute", a: int = 0, b: int = 1) -> None:
    window.session.edit("Connect", lambda model: edits.connect(model, kind, a, b))


def drop(window, tool: str, at) -> None:
    data: QMimeData = mime_of(tool)
    event = QDropEvent(
        QPointF(at),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.canvas.dropEvent(event)


def test_an_armed_body_is_placed_where_one_clicks_on_the_grid(window, hands):
    window.canvas.arm("body:rigid")
    hands.click(hands.point(243, 37))
    assert window.canvas.content.place("body:1") == (240, 40)
    assert window.session.selection == {"body:1"}
    assert window.session.document.steps == ("Add body",)


def test_an_armed_tool_stays_until_escape(window, hands):
    window.canvas.arm("body:point")
    hands.click(hands.point(200, 0))
    hands.click(hands.point(400, 0))
    assert [b.inertia.xx for b in window.session.model.bodies] == [0, 0]
    hands.key(Qt.Key.Key_Escape)
    assert window.canvas.armed == ""
    hands.click(hands.point(600, 0))
    assert window.session.model.numbers == (1, 2)


def test_a_click_in_the_palette_arms_the_canvas_and_marks_the_row(window, qtbot):
    rows = window.palette_pane.list
    item = next(i for i in rows._items() if i.data(0, 0x0100) == "joint:revolute")
    rows.scrollToItem(item)
    click(rows.viewport(), rows.visualItemRect(item).center())
    assert window.canvas.armed == "joint:revolute"
    window.canvas.arm("")
    assert not rows.selectedItems()


def test_the_palette_finds_a_tool_by_a_word_and_takes_it_on_enter(window, qtbot):
    search = window.palette_pane.search
    qtbot.keyClicks(search, "dashpot")
    qtbot.keyClick(search, Qt.Key.Key_Return)
    assert window.canvas.armed == "element:dashpot"


def test_body_0_of_the_palette_is_selected_not_placed(window, qtbot):
    search = window.palette_pane.search
    qtbot.keyClicks(search, "prescribed")
    qtbot.keyClick(search, Qt.Key.Key_Return)
    assert window.session.selection == {"body:0"}
    assert window.canvas.armed == ""


def test_body_0_dropped_from_the_palette_comes_under_the_pointer(window, hands):
    drop(window, "body:0", hands.point(300, 100))
    assert window.canvas.content.place("body:0") == (300, 100)
    assert window.session.selection == {"body:0"}
    assert window.session.model.bodies == ()


def test_a_body_dropped_from_the_palette_lies_under_the_pointer(window, hands):
    drop(window, "body:rigid", hands.point(300, 100))
    assert window.canvas.content.place("body:1") == (300, 100)
    assert window.canvas.armed == ""


def test_a_force_dropped_on_a_body_acts_on_it(window, hands):
    body(window)
    drop(window, "element:force", hands.at("body:1"))
    assert window.session.model.elements[0].body == 1
    assert window.session.selection == {"element:force 1"}


def test_pulling_from_a_port_to_a_body_offers_joints_and_elements(window, hands):
    body(window)
    hands.pull(hands.port(0), "body:1")
    menu = QApplication.activePopupWidget()
    titles = [action.text() for action in menu.actions()]
    assert {"Revolute", "Prismatic", "Spring"} <= set(titles)
    headings = [a.text() for a in menu.actions() if not (a.isSeparator() or a.isEnabled())]
    assert headings == ["Joints", "Elements"]
    choose("Revolute")
    joint = window.session.model.joints[0]
    assert (joint.parent, joint.child, joint.coordinates) == (0, 1, ("q1",))
    assert window.session.selection == {"joint:revolute 1"}
    assert window.session.document.undo_title == "Connect"


def test_pulling_to_empty_paper_makes_a_body_with_its_joint_in_one_step(window, hands):
    hands.pull(hands.port(0), hands.point(301, 99))
    choose("Prismatic")
    assert window.session.model.joints[0].kind == "prismatic"
    assert window.canvas.content.place("body:1") == (300, 100)
    window.session.undo()
    assert window.session.model.numbers == ()


def test_a_connection_that_is_let_go_at_its_own_body_is_none(window, hands):
    body(window)
    hands.pull(hands.port(1), "body:1")
    assert QApplication.activePopupWidget() is None
    assert not window.canvas.pointer.connecting
    assert not window.session.model.joints


def test_an_armed_joint_is_pulled_from_body_to_body_without_a_menu(window, hands):
    body(window)
    window.canvas.arm("joint:spherical")
    hands.pull("body:0", "body:1")
    assert QApplication.activePopupWidget() is None
    assert window.session.model.joints[0].kind == "spherical"


def test_an_armed_joint_connects_by_two_clicks_too(window, hands):
    body(window)
    window.canvas.arm("joint:revolute")
    hands.click("body:1")
    hands.click("body:0")
    joint = window.session.model.joints[0]
    assert (joint.parent, joint.child) == (0, 1), "body 0 is the parent in either direction"


def test_a_click_on_a_rim_begins_a_line_that_the_next_click_ends(window, hands):
    body(window)
    hands.click(hands.port(1))
    assert window.canvas.pointer.connecting and "Esc" in window.canvas.overlay.hint.text()
    hands.hover(hands.point(400, 160))
    hands.click(hands.point(400, 160))
    assert not window.canvas.pointer.connecting and window.session.selection == frozenset()
    assert "Esc" not in window.canvas.overlay.hint.text()
    hands.click(hands.port(1))
    hands.hover("body:1")
    hands.click("body:1")
    assert not window.canvas.pointer.connecting and window.session.selection == {"body:1"}
    hands.click(hands.port(1, "left"))
    hands.hover("body:0")
    hands.click("body:0")
    choose("Prismatic")
    assert not window.canvas.pointer.connecting
    assert window.session.model.joints[0].kind == "prismatic"
    hands.click(hands.port(1))
    hands.double_click(hands.point(400, 160))
    assert not window.canvas.pointer.connecting


def test_the_second_click_on_a_sample_renames_nothing_in_it(window, hands):
    window.open_sample(next(path for path in sample_models() if path.stem == "double_pendulum"))
    mouse(hands.paper, QEvent.Type.MouseButtonDblClick, hands.at("body:1"))
    hands.release("body:1")
    assert not window.canvas.naming.isVisible()
    hands.double_click("body:1")
    assert window.canvas.naming.isVisible()
    QTest.keyClick(window.canvas.naming, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("tool", "where"),
    [
        ("element:coordinate_spring", "Click on the joint"),
        ("element:force", "Click on the body"),
        ("element:velocity_condition", "Click on the paper"),
        ("element:spring", "Pull from one body"),
        ("joint:revolute", "Pull from one body"),
    ],
)
def test_the_hint_says_where_the_tool_that_is_held_goes(window, tool, where):
    window.canvas.arm(tool)
    assert window.canvas.overlay.hint.text().startswith(where)


def test_a_connection_whose_body_is_gone_is_given_up(window, hands):
    body(window)
    window.canvas.arm("joint:revolute")
    hands.press("body:1")
    hands.move(hands.point(100, 5))
    assert window.canvas.pointer.connecting
    window.session.edit("Delete", lambda model: edits.remove(model, {"body:1"}))
    hands.move("body:0")
    assert not window.canvas.pointer.connecting


def test_what_may_not_be_connected_is_said_beside_the_pointer_and_not_lit(
    window, hands, monkeypatch
):
    from lagr_gui.foundation.problem import Problem
    from lagr_gui.gui.canvas import connecting

    body(window)
    body(window, 480)
    no = Problem("Connection", "These two cannot.", "Draw to another body.")
    monkeypatch.setattr(connecting, "may_connect", lambda m, k, a, b: no if b == 2 else None)
    window.canvas.arm("joint:revolute")
    hands.press("body:0")
    hands.move("body:1")
    assert window.session.highlighted == {"body:1"} and hands.tip() == ""
    hands.move("body:2")
    assert window.session.highlighted == frozenset()
    assert hands.tip() == "These two cannot. Draw to another body."
    hands.release("body:1")
    assert hands.tip() == ""


def test_an_element_on_no_coordinate_is_refused_with_a_remedy(window, hands, monkeypatch):
    told = []
    monkeypatch.setattr("lagr_gui.gui.desk.tell_problems", lambda *a: told.extend(a[2]))
    body(window)
    window.canvas.arm("element:coordinate_spring")
    hands.pull("body:0", "body:1")
    assert "joint" in told[0].remedy
    assert not window.session.model.elements


@pytest.mark.parametrize("kind", ["coordinate_spring", "coordinate_damper", "coordinate_force"])
def test_an_element_is_put_into_a_joint_by_a_click_on_it(window, hands, kind):
    body(window)
    joined(window)
    window.canvas.arm(f"element:{kind}")
    hands.click("joint:revolute 1")
    assert window.session.model.elements[0].coordinate == "q1"


def test_escape_gives_up_a_connection_then_the_tool_then_the_selection(window, hands):
    body(window)
    window.session.select({"body:1"})
    window.canvas.arm("joint:revolute")
    hands.press("body:0")
    hands.move(hands.point(100, 80))
    assert window.canvas.pointer.connecting
    hands.key(Qt.Key.Key_Escape)
    assert not window.canvas.pointer.connecting and window.canvas.armed
    hands.key(Qt.Key.Key_Escape)
    assert window.canvas.armed == "" and window.session.selection
    hands.key(Qt.Key.Key_Escape)
    assert window.session.selection == frozenset()


def test_ports_are_offered_under_the_pointer_only(window, hands):
    body(window)
    item = window.canvas.content.items["body:1"]
    hands.hover("body:1")
    assert item.ports and window.session.highlighted == {"body:1"}
    hands.hover("body:0")
    assert not item.ports and window.session.highlighted == {"body:0"}
    hands.hover(hands.point(120, 200))
    assert window.session.highlighted == frozenset()


def test_double_click_renames_in_place(window, hands, qtbot):
    body(window)
    hands.double_click("body:1")
    editor = window.canvas.naming
    assert editor.isVisible() and editor.text() == "Body 1" == editor.selectedText()
    qtbot.keyClicks(editor, "Swing")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert window.session.model.body(1).name == "Swing"
    assert not editor.isVisible()
    assert window.session.document.undo_title == "Rename"


def test_f2_renames_a_joint_which_stays_selected_and_escape_gives_it_up(window, hands, qtbot):
    body(window)
    joined(window)
    window.session.select({"joint:revolute 1"})
    hands.key(Qt.Key.Key_F2)
    qtbot.keyClicks(window.canvas.naming, "hinge")
    qtbot.keyClick(window.canvas.naming, Qt.Key.Key_Return)
    assert window.session.selection == {"joint:hinge"}
    hands.key(Qt.Key.Key_F2)
    qtbot.keyClicks(window.canvas.naming, "other")
    qtbot.keyClick(window.canvas.naming, Qt.Key.Key_Escape)
    assert window.session.model.joints[0].name == "hinge"


def test_two_joints_of_the_same_bodies_are_drawn_beside_each_other(window, hands):
    body(window)
    joined(window)
    joined(window, "prismatic")
    first = window.canvas.content.place("joint:revolute 1")
    second = window.canvas.content.place("joint:prismatic 1")
    assert first and second and abs(first[1] - second[1]) > 30
    for key in ("joint:revolute 1", "joint:prismatic 1"):
        hands.click(key)
        assert window.session.selection == {key}
    window.session.edit("Move", lambda model: edits.move(model, {"body:1": (0, 240)}))
    first = window.canvas.content.place("joint:revolute 1")
    second = window.canvas.content.place("joint:prismatic 1")
    assert first and second and abs(first[0] - second[0]) > 30


def test_shift_is_no_hindrance_to_placing_or_connecting(window, hands):
    window.canvas.arm("body:rigid")
    hands.click(hands.point(240, 0), keys=SHIFT)
    window.canvas.arm("joint:revolute")
    hands.pull("body:0", "body:1", keys=SHIFT)
    assert len(window.session.model.joints) == 1


def test_the_delete_key_in_a_field_removes_no_body(window, qtbot):
    body(window)
    window.session.select({"body:1"})
    field = window.commands
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    assert window.session.model.numbers == (1,)


def test_what_was_seen_at_a_place_stays_there(window, hands):
    session = window.session
    seen = edits.places(session.model)["body:0"]
    for at in ((240, -110), (480, -110), (480, 90)):
        session.edit("Add", lambda model, at=at: edits.add_body(model, at))
        assert edits.places(session.model)["body:0"] == seen
    for pair in ((0, 1), (1, 2), (0, 3), (2, 3)):
        session.edit("Join", lambda model, pair=pair: edits.connect(model, "revolute", *pair))
        assert edits.places(session.model)["body:0"] == seen
