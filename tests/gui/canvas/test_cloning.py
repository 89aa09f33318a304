"""Ctrl and drag copies; what is carried is drawn into line with what lies there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGraphicsLineItem, QGraphicsPathItem

from lagr_gui.editing import edits
from tests.gui.hands import mouse

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pair(window):
    """Two jointed bodies beside body 0."""

    def build(model):
        model = edits.add_body(edits.add_body(model, (200, 0)), (400, 0))
        model = edits.connect(edits.connect(model, "revolute", 0, 1), "revolute", 1, 2)
        return edits.move(model, {"body:0": (0.0, 0.0)})

    window.session.edit("Build", build)
    window.canvas.fit()
    return window.session


def pull(hands, start, end, keys=CTRL, drop: bool = True) -> None:
    hands.press(start, keys=keys)
    for part in (0.3, 0.7, 1.0):
        a, b = hands.at(start), hands.at(end)
        mouse(hands.paper, QEvent.Type.MouseMove, a + (b - a) * part, keys=keys)
    if drop:
        hands.release(end, keys=keys)


def place(session, number: int) -> tuple[float, float]:
    return edits.places(session.model)[f"body:{number}"]


def helpers(window) -> list[object]:
    return [
        i
        for i in window.canvas.scene().items()
        if type(i) in (QGraphicsLineItem, QGraphicsPathItem)
    ]


def test_ctrl_and_drag_copies_with_joints_and_leaves_the_original(pair, window, hands):
    before = pair.model
    pull(hands, "body:2", hands.point(437, 166))
    assert place(pair, 2) == (400, 0)
    assert place(pair, 3) == (440, 170)
    assert pair.selection == {"body:3"}
    assert pair.document.steps == ("Build", "Duplicate")
    pair.undo()
    assert pair.model == before
    assert not helpers(window)


def test_several_are_copied_together_with_the_joints_between_them(pair, hands):
    pair.select({"body:1", "body:2"})
    pull(hands, "body:1", hands.point(200, 200))
    assert place(pair, 3) == (200, 200) and place(pair, 4) == (400, 200)
    joints = {(joint.parent, joint.child) for joint in pair.model.joints}
    assert joints == {(0, 1), (1, 2), (0, 3), (3, 4)}


def test_an_element_is_copied_between_the_same_bodies(pair, hands, window):
    pair.edit("Spring", lambda model: edits.connect(model, "spring", 0, 2))
    window.canvas.fit()
    hands.click("element:spring 1")
    pull(hands, "element:spring 1", hands.point(200, 200))
    springs = pair.model.elements
    assert [(s.body_a, s.body_b) for s in springs] == [(0, 2), (0, 2)]


def test_escape_gives_a_copy_up_and_body_0_is_not_copied(pair, window, hands):
    pull(hands, "body:2", hands.point(440, 200), drop=False)
    assert helpers(window)
    hands.key(Qt.Key.Key_Escape)
    hands.release(hands.point(440, 200))
    assert not helpers(window) and pair.model.numbers == (1, 2)
    pull(hands, "body:0", hands.point(0, 200))
    assert pair.model.numbers == (1, 2)


def test_what_is_carried_lines_up_with_others_and_says_so(pair, window, hands):
    pair.edit("Odd", lambda model: edits.move(model, {"body:1": (203.0, 7.0)}))
    hands.press("body:2")
    for at in ((300, 100), (206, 160)):
        hands.move(hands.point(*at))
    assert helpers(window), "a line shows that centres lie over each other"
    hands.release(hands.point(206, 160))
    assert place(pair, 2) == (203, 160)
    assert not helpers(window)


def test_far_from_others_the_grid_holds(pair, hands):
    hands.pull("body:2", hands.point(437, 166))
    assert place(pair, 2) == (440, 170)
