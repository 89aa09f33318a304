"""Fields of what is selected: every one is there, says its value or its mistake, and changes it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import BetweenCoils, Conductor, Unplaced
from lagr_gui.editing import edits
from lagr_gui.model import FieldType, Model
from tests.gui.panes.fields import field, fill, labels, told, type_text


def pendulum() -> Model:
    model = edits.add_body(Model(), (240, 0))
    model = edits.connect(model, "revolute", 0, 1)
    return edits.add_parameter(model, "m", 2)


def drawn(model: Model, kind: str) -> Model:
    """With a joint or element of a kind, from body 0 to 1 where it joins bodies."""
    if kind in ELEMENTS and isinstance(ELEMENTS[kind].geometry, Unplaced):
        return edits.add_element(model, kind)
    if kind in ELEMENTS and isinstance(ELEMENTS[kind].geometry, Conductor):
        return branched(model, kind)
    if kind in ELEMENTS and isinstance(ELEMENTS[kind].geometry, BetweenCoils):
        coils = branched(branched(model, "inductor"), "inductor")
        return edits.add_element(coils, kind)
    return edits.connect(model, kind, 0, 1)


def branched(model: Model, kind: str) -> Model:
    """With a branch of a circuit between two new terminals."""
    model = edits.add_terminal(edits.add_terminal(model, (0, 300)), (200, 300))
    return edits.join(model, kind, *(terminal.name for terminal in model.terminals[-2:]))


@pytest.fixture
def session(window: Any) -> Any:
    window.session.edit("Build", lambda model: pendulum())
    return window.session


@pytest.mark.parametrize("kind", JOINTS)
def test_every_field_of_every_joint_is_there(window: Any, kind: str) -> None:
    session = window.session
    session.edit("Build", lambda model: edits.change_kind(pendulum(), "joint:revolute 1", kind))
    session.select({"joint:revolute 1"})
    held = {path[2] for f in window.inspector.fields for path in f.row.paths if path[0] == "joints"}
    record = session.model.joints[0]
    without = set() if record.coordinates or kind == "general" else {"coordinates"}
    assert held == set(type(record).model_fields) - without
    assert all(spec.label in " ".join(labels(window)) for spec in JOINTS[kind].fields)
    starts = {
        path[1:] for f in window.inspector.fields for path in f.row.paths if path[0] == "start"
    }
    both = {(name, what) for name in record.coordinates for what in ("position", "velocity")}
    assert starts == both


@pytest.mark.parametrize("kind", ELEMENTS)
def test_every_field_of_every_element_is_there(window: Any, kind: str) -> None:
    session = window.session

    def build(model: Model) -> Model:
        return drawn(edits.add_body(pendulum(), (480, 0)), kind)

    session.edit("Build", build)
    element = session.model.elements[-1]
    session.select({f"element:{element.name}"})
    held = {
        path[2] for f in window.inspector.fields for path in f.row.paths if path[0] == "elements"
    }
    without = set() if element.own else {"own"}
    lists = (FieldType.POINTS, FieldType.PLACES)
    without |= {spec.name for spec in ELEMENTS[kind].fields if spec.type in lists}
    assert held == set(type(element).model_fields) - without
    rows = [spec for spec in ELEMENTS[kind].fields if spec.name not in without]
    assert all(spec.label in " ".join(labels(window)) for spec in rows)


@pytest.mark.parametrize("kind", [*JOINTS, *ELEMENTS])
def test_every_scalar_of_every_kind_can_be_typed_and_undone(window: Any, kind: str) -> None:
    session = window.session
    session.edit("Build", lambda model: drawn(pendulum(), kind))
    key = f"{'joint' if kind in JOINTS else 'element'}s"
    record = getattr(session.model, key)[-1]
    index = len(getattr(session.model, key)) - 1
    session.select({f"{key[:-1]}:{record.name}"})
    for name in [f.row.paths[0] for f in window.inspector.fields if f.row.sort == "scalar"]:
        before = session.model
        fill(field(window, *name), "3*m")
        assert session.model != before
        causes = tuple(problem.cause for problem in session.report.problems)
        assert told(field(window, *name)).startswith(("= 6", *causes))
        session.undo()
        assert session.model == before
        assert field(window, *name).edit.text() != "3*m"
    assert getattr(session.model, key)[index] == record


def test_every_field_of_a_body_is_there(session: Any, window: Any) -> None:
    session.select({"body:1"})
    held = {path[2:] for f in window.inspector.fields for path in f.row.paths}
    held -= {("outside",), ("point",)}  # of a port
    pairs = ("form", "xx", "yy", "zz", "xy", "xz", "yz")
    plain = {(name,) for name in ("name", "number", "mass", "centre", "gravity")}
    shape = {("shape", name) for name in ("form", "size", "color")}  # a box lies along no axis
    material = {("shape",)}  # it follows from mass and shape
    assert held == plain | shape | material | {("inertia", pair) for pair in pairs}


def test_an_expression_shows_its_value_while_one_types(session: Any, window: Any) -> None:
    session.select({"body:1"})
    mass = field(window, "bodies", 0, "mass")
    type_text(mass, "m*1.5/4")
    assert told(mass) == "= 0.75"
    assert mass.verdict.property("role") == "value"
    assert session.model.body(1).mass == 1, "nothing is changed before Enter"
    QTest.keyClick(mass.edit, Qt.Key.Key_Return)
    assert session.model.body(1).mass == "m*1.5/4"
    assert session.document.undo_title == "Change mass"


def test_a_mistake_names_its_column_and_escape_brings_the_old_value_back(
    session: Any, window: Any
) -> None:
    session.select({"body:1"})
    mass = field(window, "bodies", 0, "mass")
    type_text(mass, "2*(m+")
    assert "Column 6" in told(mass)
    assert mass.verdict.property("role") == "error" and mass.edit.property("fault")
    QTest.keyClick(mass.edit, Qt.Key.Key_Escape)
    assert mass.edit.text() == "1" and told(mass) == ""
    assert session.model.body(1).mass == 1
    assert session.document.undo_title == "Build"


def test_the_column_counts_from_the_beginning_of_a_vector(session: Any, window: Any) -> None:
    session.select({"joint:revolute 1"})
    point = field(window, "joints", 0, "point_child")
    type_text(point, "(0, 2*m, m+*2)")
    assert "Column 12" in told(point)
    type_text(point, "(0, 1)")
    assert "three components" in told(point)
    QTest.keyClick(point.edit, Qt.Key.Key_Return)
    assert session.model.joints[0].point_child == (0, 0, 0)
    type_text(point, "0, m, 0")
    assert told(point) == "= (0, 2, 0)"
    QTest.keyClick(point.edit, Qt.Key.Key_Return)
    assert session.model.joints[0].point_child == (0, "m", 0)


def test_a_vector_that_cannot_be_taken_is_a_problem_until_it_is_gone(
    session: Any, window: Any
) -> None:
    session.select({"joint:revolute 1"})
    point = field(window, "joints", 0, "point_child")
    before = session.problems
    fill(point, "(0, 1)")
    (problem,) = set(session.problems) - set(before)
    assert "three components" in problem.cause
    assert problem.path == ("joints", 0, "point_child") and "revolute 1" in problem.place
    assert window.status.problems.text() == "1 problem"
    fill(point, "(0, 1, 0)")
    assert session.problems == before
    fill(point, "(0, 1)")
    session.select({"body:1"})
    assert session.problems == before


def test_angles_may_be_typed_in_degrees(session: Any, window: Any) -> None:
    session.select({"joint:revolute 1"})
    fill(field(window, "start", "q1", "position"), "30 deg")
    assert session.model.start[0].position == "30 deg"
    start = field(window, "start", "q1", "position")
    assert start.edit.text() == "30 deg"
    assert told(start) == "= 0.5236 rad  (30°)"


def test_a_mistake_in_a_start_value_stands_below_it(session: Any, window: Any) -> None:
    session.select({"joint:revolute 1"})
    start = field(window, "start", "q1", "position")
    type_text(start, "2*(")
    assert "Column 4" in told(start)
    QTest.keyClick(start.edit, Qt.Key.Key_Escape)
    fill(start, "phi0")
    assert "phi0" in told(field(window, "start", "q1", "position"))
    session.select(())
    session.reveal("joint:revolute 1", ("start", 0, "position"))
    assert field(window, "start", "q1", "position").edit.hasFocus()


def test_a_missing_parameter_is_defined_by_a_click(session: Any, window: Any) -> None:
    session.select({"body:1"})
    mass = field(window, "bodies", 0, "mass")
    type_text(mass, "2*rho")
    assert mass.offer.text() == "Add parameter “rho”"
    mass.offer.click()
    assert [entry.name for entry in session.model.parameters] == ["g", "m", "rho"]
    assert session.model.body(1).mass == "2*rho"
    assert told(field(window, "bodies", 0, "mass")) == "= 2"
    assert "rho" in window.parameters.rows


def test_a_missing_function_is_defined_with_its_arguments(session: Any, window: Any) -> None:
    session.edit("Add element", lambda model: edits.connect(model, "coordinate_force", 0, 1))
    name = session.model.elements[0].name
    session.select({f"element:{name}"})
    force = next(f for f in window.inspector.fields if f.row.sort == "scalar")
    type_text(force, "m*U(t, m)")
    assert force.offer.text() == "Add function “U”"
    force.offer.click()
    (function,) = session.model.functions
    assert (function.name, len(function.arguments)) == ("U", 2)


def test_inertia_says_that_it_follows_from_mass_and_size_until_somebody_types_one(
    session: Any, window: Any
) -> None:
    session.select({"body:1"})
    moment = field(window, "bodies", 0, "inertia", "zz")
    fill(field(window, "bodies", 0, "mass"), "m")
    assert moment.edit.text() == "m*0.2^2/6"
    assert told(moment) == "= 0.01333 · follows from mass and size"
    fill(moment, "0.5")
    assert told(moment) == "" == told(field(window, "bodies", 0, "inertia", "xy"))
    fill(field(window, "bodies", 0, "mass"), "3")
    assert session.model.body(1).inertia.zz == 0.5


def test_several_bodies_are_changed_in_one_step(session: Any, window: Any) -> None:
    session.edit("Add body", lambda model: edits.add_body(model, (480, 0)))
    session.edit("Set", lambda model: edits.set_value(model, ("bodies", 1, "mass"), 5))
    session.select({"body:1", "body:2"})
    assert "2 items" in window.inspector.title.text()
    mass = field(window, "bodies", 0, "mass")
    assert mass.edit.text() == "" and mass.edit.placeholderText() == "various"
    fill(mass, "m")
    assert [body.mass for body in session.model.bodies] == ["m", "m"]
    session.undo()
    assert [body.mass for body in session.model.bodies] == [1, 5]
    session.edit("Set", lambda model: edits.set_value(model, ("bodies", 1, "gravity"), False))
    weight = field(window, "bodies", 0, "gravity").box
    assert weight.checkState() == Qt.CheckState.PartiallyChecked


def test_a_renamed_joint_stays_selected(session: Any, window: Any) -> None:
    session.select({"joint:revolute 1"})
    fill(field(window, "joints", 0, "name"), "pivot")
    assert session.selection == {"joint:pivot"}
    assert field(window, "joints", 0, "name").edit.text() == "pivot"
    session.undo()
    assert session.model.joints[0].name == "revolute 1"


def test_a_renamed_parameter_is_renamed_where_it_is_used(session: Any, window: Any) -> None:
    session.edit("Set", lambda model: edits.set_value(model, ("bodies", 0, "mass"), "2*m"))
    session.select({"parameter:m"})
    fill(field(window, "parameters", 1, "name"), "mu")
    assert session.model.body(1).mass == "2*mu"
    assert session.selection == {"parameter:mu"}


def test_a_name_that_is_taken_is_refused_below_the_field(session: Any, window: Any) -> None:
    session.edit("Connect", lambda model: edits.connect(model, "prismatic", 0, 1))
    session.select({"joint:revolute 1"})
    name = field(window, "joints", 0, "name")
    type_text(name, "prismatic 1")
    assert "taken" in told(name)
    QTest.keyClick(name.edit, Qt.Key.Key_Escape)
    assert session.model.joints[0].name == "revolute 1"


def test_a_body_takes_the_number_of_another_which_takes_its_own(session: Any, window: Any) -> None:
    session.edit("Add body", lambda model: edits.add_body(model, (480, 0)))
    session.select({"body:1"})
    fill(field(window, "bodies", 0, "number"), "2")
    assert [(b.number, b.name) for b in session.model.bodies] == [(1, "Body 2"), (2, "Body 1")]
    assert session.selection == {"body:2"}
    assert session.model.joints[0].child == 2


def test_a_coordinate_of_another_name_keeps_its_start_and_its_springs(
    session: Any, window: Any
) -> None:
    session.edit("Add", lambda model: edits.connect(model, "coordinate_spring", 0, 1))
    session.select({"joint:revolute 1"})
    fill(field(window, "start", "q1", "position"), "0.3")
    fill(field(window, "joints", 0, "coordinates", 0), "phi")
    assert session.model.coordinates == ("phi",)
    assert session.model.start[0].coordinate == "phi"
    assert session.model.elements[0].coordinate == "phi"
    assert field(window, "start", "phi", "position").edit.text() == "0.3"


def test_a_direction_is_chosen_by_a_click(session: Any, window: Any) -> None:
    session.select({"joint:revolute 1"})
    row = field(window, "joints", 0, "axis")
    buttons = row.findChildren(type(row._preset("x", (1, 0, 0))))
    next(button for button in buttons if button.text() == "x").click()
    assert session.model.joints[0].axis == (1, 0, 0)
    assert field(window, "joints", 0, "axis").edit.text() == "(1, 0, 0)"


def test_a_colour_is_chosen_shown_on_undo_and_reset(
    session: Any, window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = QColor("#12ab56")
    monkeypatch.setattr(
        "lagr_gui.gui.panes.inspector.fields.QColorDialog.getColor", lambda *a: chosen
    )
    session.select({"body:1"})
    color = field(window, "bodies", 0, "shape", "color")
    color.button.click()
    assert session.model.body(1).shape.color == "#12ab56"
    assert color.button.text() == "#12ab56" and not color.button.icon().isNull()
    session.undo()
    assert color.button.text() == "automatic"


def test_undo_brings_the_text_of_the_field_back(session: Any, window: Any) -> None:
    session.select({"body:1"})
    fill(field(window, "bodies", 0, "mass"), "7")
    fill(field(window, "bodies", 0, "mass"), "8")
    session.undo()
    assert field(window, "bodies", 0, "mass").edit.text() == "7"
    session.undo()
    assert field(window, "bodies", 0, "mass").edit.text() == "1"
    session.redo()
    assert field(window, "bodies", 0, "mass").edit.text() == "7"


def test_another_kind_keeps_what_fits(session: Any, window: Any) -> None:
    session.select({"joint:revolute 1"})
    fill(field(window, "joints", 0, "point_child"), "(0, 0.5, 0)")
    kind = field(window, "joints", 0, "kind").box
    kind.setCurrentIndex(kind.findData("cylindrical"))
    kind.activated.emit(kind.currentIndex())
    joint = session.model.joints[0]
    assert (joint.kind, joint.point_child) == ("cylindrical", (0, 0.5, 0))
    assert len(joint.coordinates) == 2
    assert session.selection == {"joint:revolute 1"}


def test_an_element_that_is_not_active_is_drawn_dashed(session: Any, window: Any) -> None:
    session.edit("Add", lambda model: edits.connect(model, "spring", 0, 1))
    session.select({"element:spring 1"})
    field(window, "elements", 0, "enabled").box.click()
    assert not session.model.elements[0].enabled
    assert not window.canvas.content.items["element:spring 1"].look.enabled


def test_body_0_may_move_as_a_function_of_time(session: Any, window: Any) -> None:
    session.select({"body:0"})
    fill(field(window, "base", "position"), "(0, 0.1*sin(5*t), 0)")
    assert session.model.base.position == (0, "0.1*sin(5*t)", 0)
    assert window.canvas.content.items["body:0"].formula == "y = 0.1·sin(5·t)"


def test_a_coordinate_that_took_a_name_can_be_renamed_and_keeps_the_keyboard(window: Any) -> None:
    model = edits.add_body(pendulum(), (480, 0))
    window.session.edit("Build", lambda _: edits.connect(model, "revolute", 1, 2))
    window.session.select({"joint:revolute 2"})
    path = ("joints", 1, "coordinates", 0)
    fill(field(window, *path), "q1")
    assert "taken" in told(field(window, *path))
    fill(field(window, *path), "beta")
    assert window.session.model.coordinates == ("q1", "beta")
    assert told(field(window, *path)) == "" and field(window, *path).edit.hasFocus()


def test_a_value_that_no_system_has_is_marked_while_typing_and_after_enter(
    session: Any, window: Any
) -> None:
    session.select({"body:1"})
    mass = field(window, "bodies", 0, "mass")
    type_text(mass, "-2")
    assert "The mass is -2 kg" in told(mass)
    fill(mass, "bad +")
    fill(mass, "-2")
    assert "The mass is -2 kg" in told(mass) and mass.edit.hasFocus()
