"""Problems with a mechanical remedy have a button that carries it out, with undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.gui.panes.remedies import remedies
from lagr_gui.model import Model
from tests.gui.panes.fields import fill


def chain() -> Model:
    model = edits.add_body(edits.add_body(Model(), (200, 0)), (400, 0))
    return edits.connect(edits.connect(model, "revolute", 0, 1), "revolute", 1, 2)


def faulty(name: str) -> Model:
    model = chain()
    match name:
        case "symbol":
            return edits.set_value(model, ("bodies", 0, "mass"), "mu + 1")
        case "function":
            return edits.set_value(model, ("base", "position"), ("wave(t)", 0, 0))
        case "free":
            return edits.add_body(model, (600, 0))
        case "numbering":
            return edits.renumber(model, {1: 2, 2: 1})
        case "doubled":
            joints = model.joints
            return model.having(joints=(joints[0], joints[1].having(name=joints[0].name)))
        case "two bodies":
            return edits.set_value(model, ("bodies", 1, "name"), model.bodies[0].name)
        case "the ground":
            return edits.set_value(model, ("bodies", 1, "name"), model.base.name)
        case "inertia":
            return edits.give_inertia(model, 0, "xx = 1, yy = 1, zz = -1")
        case "idle":
            return edits.set_value(model, ("joints", 0, "cut"), True)
        case _:
            raise AssertionError(name)


FAULTS = {
    "symbol": "symbol",
    "function": "function",
    "free": "free-joint-offered",
    "numbering": "numbering",
    "doubled": "doubled",
    "idle": "idle-cut",
    "inertia": "inertia",
    "two bodies": "same-name",
    "the ground": "same-name",
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_button_does_the_remedy_and_undo_takes_it_back(window, qtbot, name):
    session = window.session
    session.edit("Build", lambda _: faulty(name))
    window.show_pane("problems")
    pane = window.panes["problems"]
    assert FAULTS[name] in [problem.code for problem in session.report.problems]
    before = session.model
    button = pane.findChildren(QPushButton, "remedy")[0]
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert FAULTS[name] not in [problem.code for problem in session.report.problems]
    assert session.model != before
    session.undo()
    assert session.model == before


def test_a_name_that_is_nearly_right_can_be_corrected(window):
    model = edits.add_parameter(chain(), "mass_1", 2, "kg")
    model = edits.set_value(model, ("bodies", 0, "mass"), "2*mas_1 + mas_1^2")
    window.session.edit("Build", lambda _: model)
    report = window.session.report
    (problem,) = [p for p in report.problems if p.code == "symbol" and p.path[-1] == "mass"]
    offered = {one.words: one for one in remedies(model, report, problem)}
    assert set(offered) == {"Add parameter “mas_1”", "Write “mass_1”"}
    corrected = offered["Write “mass_1”"].edit(model)
    assert corrected.bodies[0].mass == "2*mass_1 + mass_1^2"


def test_a_parameter_that_is_missing_gets_the_unit_of_its_place(window, qtbot):
    """The field and the list of problems add the same one."""
    window.session.edit("Build", lambda _: chain())
    window.session.select(["body:1"])
    field = next(f for f in window.panes["inspector"].fields if f.row.label == "Mass")
    fill(field, "missing")
    told = window.session.report.problems
    (problem,) = [p for p in told if p.code == "symbol" and p.path[-1] == "mass"]
    (remedy,) = remedies(window.session.model, window.session.report, problem)
    added = remedy.edit(window.session.model).parameters[-1]
    field.offer.click()
    assert (added.name, added.unit) == ("missing", "kg")
    assert window.session.model.parameters[-1].unit == "kg"
    half = edits.set_value(chain(), problem.path, "other/2")
    told = pipeline.check(half).problems
    (problem,) = [p for p in told if p.code == "symbol" and p.path[-1] == "mass"]
    (remedy, *_) = remedies(half, None, problem)
    assert remedy.edit(half).parameters[-1].unit == ""


def test_what_needs_a_decision_has_no_button(window):
    model = edits.set_value(chain(), ("bodies", 0, "mass"), -1)
    window.session.edit("Build", lambda _: model)
    report = window.session.report
    assert not [r for p in report.problems for r in remedies(model, report, p)]
