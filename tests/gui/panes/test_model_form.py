"""The form of the model, the list of parameters, the list of problems."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from lagr_gui import System, equal
from lagr_gui.editing import edits
from lagr_gui.gui import words
from lagr_gui.gui.panes.problems import _Card
from lagr_gui.model import Model, Replacement
from tests.gui.hands import click
from tests.gui.panes.fields import field, fill, told
from tests.gui.waiting import derived
from tests.systems import pendulum


@pytest.fixture
def session(window, qtbot):
    """A pendulum of mass m and length l, whose equations are there."""
    window.session.edit("Build", lambda model: pendulum())
    derived(window, qtbot)
    return window.session


def button(window, text: str) -> QPushButton:
    return next(b for b in window.inspector.findChildren(QPushButton) if b.text() == text)


def cards(window) -> list[_Card]:
    page = window.problems._area.widget()
    return page.findChildren(_Card)


# --- the model -----------------------------------------------------------------------------


def test_without_a_selection_name_gravity_and_simulation_are_shown(session, window):
    fill(field(window, "name"), "Swing")
    assert window.windowTitle().startswith("Swing")
    assert window.canvas.overlay.title.text() == "Swing"
    fill(field(window, "gravity"), "(0, 0, -g)")
    assert session.model.gravity == (0, 0, "-g")
    fill(field(window, "simulation", "until"), "3")
    assert session.model.simulation.until == 3
    assert window.simulation.controls.end.edit.text() == "3"


def test_a_number_of_the_simulation_must_be_a_number(session, window):
    until = field(window, "simulation", "until")
    fill(until, "soon")
    assert "number is expected" in until.verdict.text()
    assert session.model.simulation.until == 10


def test_a_history_begun_in_german_is_told_in_english_after_a_change_of_language(session, window):
    words.use_language("de")
    try:
        window.inspector.refresh()
        button(window, "Funktion hinzufügen").click()
        fill(field(window, "functions", 0, "name"), "U")
        window.menus.refresh()
        assert window.menus.actions["undo"].text() == "Rückgängig „Umbenennen“"
    finally:
        words.use_language("en")
    window.menus.refresh()
    assert window.menus.actions["undo"].text() == "Undo “Rename”"
    session.undo()
    assert window.menus.actions["undo"].text() == "Undo “Add function”"


def test_the_points_of_a_table_are_shown_and_typed(session, window):
    system = System("Cart")
    system.table("F", [0, 10, 20], [0, 2.5, 4], units=("mm", "N"))
    system.integral("W", "F")
    session.edit("Build", lambda model: model.having(functions=system.model.functions))
    points = field(window, "functions", 0, "table", "points")
    assert points.edit.text() == "0 0, 10 2.5, 20 4"
    fill(points, "0 0, 10 2.5, 30 5")
    assert session.model.functions[0].table.points == ((0, 0), (10, 2.5), (30, 5))
    fill(field(window, "functions", 0, "table", "y_unit"), "kN")
    assert session.model.functions[0].table.y_unit == "kN"
    fill(field(window, "functions", 0, "table", "points"), "0 0, 10")
    assert "“10” is no pair" in field(window, "functions", 0, "table", "points").verdict.text()
    assert field(window, "functions", 1, "integral").edit.text() == "F"


def test_a_function_is_added_named_defined_and_removed(session, window):
    button(window, "Add function").click()
    fill(field(window, "functions", 0, "name"), "U")
    fill(field(window, "functions", 0, "arguments"), "t, s")
    fill(field(window, "functions", 0, "expression"), "s*sin(t)")
    (function,) = session.model.functions
    assert (function.name, function.arguments) == ("U", ("t", "s"))
    assert function.expression == "s*sin(t)"
    fill(field(window, "functions", 0, "expression"), "s*u")
    assert "u" in told(field(window, "functions", 0, "expression"))
    fill(field(window, "functions", 0, "expression"), "")
    assert session.model.functions[0].expression is None
    button(window, "Remove function").click()
    assert session.model.functions == ()


def test_a_special_case_is_written_as_a_list(session, window):
    button(window, "Add special case").click()
    fill(field(window, "special_cases", 0, "name"), "light")
    fill(field(window, "special_cases", 0, "replacements"), "m = 0.5, g = 2*l")
    (case,) = session.model.special_cases
    assert case.replacements == (
        Replacement(name="m", value=0.5),
        Replacement(name="g", value="2*l"),
    )
    assert window.equations.choices.case.findData("light") >= 0
    button(window, "Remove special case").click()
    assert window.equations.choices.case.findData("light") < 0


def test_a_replacement_without_equals_sign_or_of_nothing_is_a_mistake(session, window):
    button(window, "Add special case").click()
    replace = field(window, "special_cases", 0, "replacements")
    fill(replace, "m 0")
    assert "Write name = value" in told(replace)
    assert session.model.special_cases[0].replacements == ()
    fill(replace, "z = 0")
    assert "z" in told(field(window, "special_cases", 0, "replacements"))


# --- parameters ----------------------------------------------------------------------------


def test_a_slider_changes_the_value_and_derives_nothing(session, window, qtbot, monkeypatch):
    asked = []
    qtbot.waitUntil(lambda: not window.equations.certified.check.waiting)
    monkeypatch.setattr(session.equations, "start", lambda *a, **k: asked.append(a))
    row = window.parameters.rows["m"]
    steps = len(session.document.steps)
    row.slider.setSliderDown(True)
    for value in (300, 400, 512):
        row.slider.setValue(value)
    row.slider.setSliderDown(False)
    qtbot.wait(250)
    assert session.model.parameters[1].value == pytest.approx(4 * 0.512, abs=1e-3)
    assert row.edit.text() == str(session.model.parameters[1].value)
    assert len(session.document.steps) == steps + 1, "a slide is one step"
    assert not asked
    session.undo()
    assert row.edit.text() == "2" and row.slider.value() == 500


def test_a_parameter_may_be_an_expression_which_no_slider_moves(session, window):
    row = window.parameters.rows["l"]
    row.edit.selectAll()
    QTest.keyClicks(row.edit, "m/4")
    QTest.keyClick(row.edit, Qt.Key.Key_Return)
    assert session.model.parameters[2].value == "m/4"
    assert not row.slider.isEnabled()
    assert "= 0.5" in row.toolTip()


def test_the_range_of_a_slider_is_set_in_the_inspector(session, window):
    row = window.parameters.rows["m"]
    click(row.label)
    assert session.selection == {"parameter:m"}
    fill(field(window, "parameters", 1, "minimum"), "1")
    fill(field(window, "parameters", 1, "maximum"), "5")
    row.slider.setValue(0)
    assert session.model.parameters[1].value == 1
    row.slider.setValue(1000)
    assert session.model.parameters[1].value == 5


def test_a_new_parameter_is_shown_and_can_be_renamed_at_once(session, window):
    session.edit("Add", edits.add_parameter)
    window.parameters._add()
    assert list(window.parameters.rows) == ["g", "m", "l", "p1", "p2"]
    assert session.selection == {"parameter:p2"}
    fill(field(window, "parameters", 4, "name"), "rho")
    assert "rho" in window.parameters.rows
    fill(field(window, "parameters", 4, "unit"), "kg/m")
    assert window.parameters.rows["rho"].unit.text() == "kg/m"
    button(window, "Remove parameter").click()
    assert "rho" not in window.parameters.rows and session.selection == frozenset()


# --- problems ------------------------------------------------------------------------------


def test_nothing_is_wrong_with_a_pendulum(session, window):
    assert cards(window) == []
    assert window.problems.title.text() == "Problems"
    assert window.status.problems.text() == "no problems"


def test_a_click_on_a_problem_goes_to_the_field_at_fault(session, window, qtbot):
    session.edit("Break", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "2*mm"))
    (card,) = cards(window)
    assert "mm" in card.text() and "(1)" in window.problems.title.text()
    assert window.status.problems.text() == "1 problem"
    click(card)
    assert session.selection == {"body:1"}
    mass = field(window, "bodies", 0, "mass").edit
    assert mass.hasFocus() and mass.selectedText() == "2*mm"


def test_the_number_of_problems_under_the_drawing_opens_the_pane(session, window):
    window.docks["problems"].hide()
    window.status.problems.click()
    assert window.docks["problems"].isVisible()


def test_a_problem_of_a_start_value_goes_to_its_joint(session, window):
    session.edit("Break", lambda m: edits.set_start(m, "q1", "2*(", 0))
    click(cards(window)[0])
    assert session.selection == {"joint:pivot"}
    assert field(window, "start", "q1", "position").edit.hasFocus()


def test_bodies_that_hang_on_nothing_get_free_joints_by_a_button(session, window):
    session.edit("Add body", lambda model: edits.add_body(model, (480, 0)))
    fix = window.problems.fix
    assert fix.isVisible() and fix.text() == "Add free joints"
    fix.click()
    assert session.model.joints[1].kind == "free"
    assert not fix.isVisible() and session.report.sound


def test_rolling_that_has_an_integral_is_stated_on_positions_by_a_button(session, window, qtbot):
    def build(_: Model) -> Model:
        system = System("wheel", r=0.4)
        system.body("wheel", 1, (0, 0, 0.3))
        system.joint("planar", 0, 1, "x", "y", "p")
        system.element("velocity_condition", "rolling", zero="x' + r*p'")
        return system.model

    session.edit("Build", build)
    offered = "State on positions"

    def buttons() -> list[QPushButton]:
        found = window.problems.findChildren(QPushButton)
        return [button for button in found if button.text() == offered]

    qtbot.waitUntil(lambda: len(buttons()) == 1)
    click(buttons()[0])
    (element,) = session.model.elements
    assert (element.name, element.kind) == ("rolling", "position_condition")
    assert equal(element.zero, "x + r*p")
    qtbot.waitUntil(lambda: not buttons())
    assert session.document.undo_title == offered
    session.undo()
    assert session.model.elements[0].kind == "velocity_condition"


def test_numbers_that_do_not_rise_are_renumbered_by_a_button(session, window):
    def build(model: Model) -> Model:
        model = edits.add_body(edits.add_body(Model(), (480, 0)), (240, 0))
        return edits.connect(edits.connect(model, "revolute", 0, 2), "revolute", 2, 1)

    session.edit("Build", build)
    assert window.status.parts["numbering"].text() == "⚠ Numbering does not rise"
    fix = window.problems.fix
    assert fix.isVisible() and fix.text() == "Renumber"
    fix.click()
    assert {(j.parent, j.child) for j in session.model.joints} == {(0, 1), (1, 2)}
    assert session.model.body(1).name == "Body 2"
    assert not fix.isVisible()


def test_a_closed_loop_is_told_in_strip_and_list(session, window):
    session.edit("Loop", lambda model: edits.connect(model, "revolute", 0, 1))
    assert "1 closed loop" in window.status.parts["tree"].text()
    assert cards(window)


def test_a_long_description_is_read_as_a_whole_and_typed_in_lines(session, window, qtbot):
    session.edit("Tell", lambda m: edits.set_value(m, ("description",), "word " * 60))
    session.select(())
    prose = field(window, "description")
    qtbot.waitUntil(lambda: prose.edit.height() > 3 * prose.edit.fontMetrics().lineSpacing())
    end = prose.edit.textCursor()
    end.movePosition(end.MoveOperation.End)
    page = prose.edit.viewport().rect()
    assert page.contains(prose.edit.cursorRect(end)), "all of it is seen"
    prose.edit.setFocus()
    prose.edit.selectAll()
    qtbot.keyClicks(prose.edit, "one")
    qtbot.keyClick(prose.edit, Qt.Key.Key_Return)
    qtbot.keyClicks(prose.edit, "two")
    assert session.model.description.startswith("word"), "not before the field is left"
    window.canvas.setFocus()
    assert session.model.description == "one\ntwo"
    prose.edit.setFocus()
    qtbot.keyClicks(prose.edit, "three")
    qtbot.keyClick(prose.edit, Qt.Key.Key_Escape)
    window.canvas.setFocus()
    assert session.model.description == "one\ntwo" == prose.edit.toPlainText()
    session.undo()
    assert prose.edit.toPlainText() == "word " * 60


def test_an_event_that_is_added_is_open_and_stays_so_when_it_is_renamed(window):
    button(window, "Add event").click()
    assert field(window, "events", 0, "when").isVisibleTo(window.inspector)
    fill(field(window, "events", 0, "name"), "cut")
    assert [event.name for event in window.session.model.events] == ["cut"]
    assert field(window, "events", 0, "when").isVisibleTo(window.inspector)
    button(window, "Add event").click()
    assert field(window, "events", 1, "when").isVisibleTo(window.inspector)
