"""Circuits are drawn with the pointer, and their equations can be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.expression import write
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from tests.gui.hands import SHIFT, choose
from tests.gui.waiting import derived

CORNERS = ((100, 100), (300, 100), (300, 260), (100, 260))


def draw_ring(window, hands) -> None:
    """Source, resistor, coil and capacitor from corner to corner, each with one pull."""
    kinds = ("voltage_source", "resistor", "inductor", "capacitor")
    for place, kind in enumerate(kinds):
        window.canvas.arm(f"element:{kind}")
        hands.pull(hands.point(*CORNERS[place]), hands.point(*CORNERS[(place + 1) % 4]))
    hands.key(Qt.Key.Key_Escape)


def test_a_drawn_rlc_circuit_has_its_textbook_equation(window, hands, qtbot):
    draw_ring(window, hands)
    model = window.session.model
    assert [element.kind for element in model.elements] == [
        "voltage_source", "resistor", "inductor", "capacitor"
    ]  # fmt: skip
    assert len(model.terminals) == 4  # the ends of pulls meet
    assert window.session.document.steps == ("Add branch",) * 4
    derived(window, qtbot)
    (balance,) = equations_of_motion(window.session.derivation.sheet)
    assert balance.coordinate == "q_L"
    text = f"{write(whole(balance.left))} = {write(whole(balance.right))}"
    assert text == "0.01*q_L'' + q_L' + 1000000*q_L = 1"
    assert [term.sources for term in balance.left] == [
        ("element:inductor 1",), ("element:resistor 1",), ("element:capacitor 1",)
    ]  # fmt: skip


def test_a_branch_pulled_from_a_port_asks_for_its_kind(window, hands):
    window.canvas.arm("terminal:new")
    hands.click(hands.point(200, 200))
    assert window.session.selection == {"terminal:n1"}
    hands.key(Qt.Key.Key_Escape)
    window.canvas.arm("")
    hands.hover("terminal:n1")
    hands.pull(hands.point(215, 200), hands.point(400, 203))
    choose("Inductor")
    model = window.session.model
    assert [terminal.name for terminal in model.terminals] == ["n1", "n2"]
    assert window.canvas.content.place("terminal:n2") == (400, 200)
    assert window.session.selection == {"element:inductor 1"}


def test_terminals_move_with_the_pointer_and_their_branches_follow(window, hands):
    draw_ring(window, hands)
    before = window.canvas.content.place("element:resistor 1")
    hands.pull("terminal:n3", hands.point(420, 260))
    assert window.canvas.content.place("terminal:n3") == (420, 260)
    assert window.canvas.content.place("element:resistor 1") != before
    window.session.undo()
    assert window.canvas.content.place("terminal:n3") == (300, 260)


def test_a_terminal_is_removed_with_its_branches_and_comes_back(window, hands):
    draw_ring(window, hands)
    hands.click("terminal:n1")
    hands.key(Qt.Key.Key_Delete)
    assert [e.kind for e in window.session.model.elements] == ["resistor", "inductor"]
    window.session.undo()
    assert len(window.session.model.elements) == 4


def test_a_pull_that_ends_where_it_began_draws_nothing(window, hands):
    draw_ring(window, hands)
    window.canvas.arm("element:resistor")
    hands.pull("terminal:n1", hands.point(112, 112))
    assert len(window.session.model.elements) == 4
    hands.key(Qt.Key.Key_Escape)
    assert not window.canvas.pointer.connecting


def test_escape_gives_up_a_branch(window, hands):
    window.canvas.arm("element:resistor")
    hands.press(hands.point(100, 100))
    hands.move(hands.point(200, 100))
    assert window.canvas.pointer.connecting
    hands.key(Qt.Key.Key_Escape)
    assert not window.canvas.pointer.connecting
    assert not window.session.model.terminals


def test_a_coupling_of_two_coils_lies_between_them(window, hands):
    for y in (100, 300):
        window.canvas.arm("element:inductor")
        hands.pull(hands.point(100, y), hands.point(300, y))
    window.canvas.arm("element:mutual_inductance")
    hands.click(hands.point(600, 400))
    assert window.canvas.content.place("element:mutual inductance 1") == (200, 200)


def test_parallel_branches_do_not_cover_each_other(window, hands):
    window.canvas.arm("element:resistor")
    hands.pull(hands.point(100, 100), hands.point(300, 100))
    for _ in range(3):
        hands.pull("terminal:n1", "terminal:n2")
    places = [window.canvas.content.place(f"element:resistor {n}") for n in (1, 2, 3, 4)]
    assert len(set(places)) == 4


def test_the_inspector_tells_of_what_a_dependent_charge_is_made(window, hands, inspector_text):
    draw_ring(window, hands)
    window.session.select({"element:resistor 1"})
    assert "q_R = q_L" in inspector_text()
    window.session.select({"terminal:n1"})
    assert "voltage source 1, capacitor 1" in inspector_text()


@pytest.fixture
def inspector_text(window):
    def text() -> str:
        return "\n".join(label.text() for label in window.inspector.findChildren(QLabel))

    return text


def test_a_circuit_can_be_copied_with_the_keys(window, hands):
    draw_ring(window, hands)
    hands.click("terminal:n1")
    for name in ("n2", "n3", "n4"):
        hands.click(f"terminal:{name}", keys=SHIFT)
    window.session.edit("Duplicate", lambda model: edits.duplicate(model, window.session.selection))
    assert len(window.session.model.elements) == 8
    assert len(pipeline.check(window.session.model).coordinates) == 2


def test_symbols_of_branches_are_drawn_along_them(window, hands):
    draw_ring(window, hands)
    keys = [f"element:{e.name}" for e in window.session.model.elements]
    items = [window.canvas.content.items[key] for key in keys]
    angles = [item.form.laid(item.look)[0] for item in items]
    assert [round(angle) for angle in angles] == [0, 90, 180, -90]
