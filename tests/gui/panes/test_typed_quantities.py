"""Units and decimal commas in fields, and fields of several joints or elements."""

from __future__ import annotations

import pytest

from lagr_gui.editing import edits
from lagr_gui.model import Model
from tests.gui.panes.fields import field, fill, told, type_text


@pytest.fixture
def session(window):
    """A pendulum with a parameter."""

    def build(_: Model) -> Model:
        model = edits.connect(edits.add_body(Model(), (240, 0)), "revolute", 0, 1)
        return edits.add_parameter(model, "m", 2)

    window.session.edit("Build", build)
    return window.session


@pytest.mark.parametrize(
    ("text", "kept", "seen"),
    [
        ("300 mm", "300 mm", "= 0.3 m"),
        ("0,3 m", "0.3 m", "= 0.3 m"),
        ("1,5", 1.5, ""),
        ("l/2 + 3 mm", "l/2 + 3 mm", "= 0.503 m"),
    ],
)
def test_units_and_decimal_commas_are_understood_and_kept(session, window, text, kept, seen):
    session.edit("Spring", lambda model: edits.connect(model, "spring", 0, 1))
    session.edit("Length", lambda model: edits.add_parameter(model, "l", 1, "m"))
    session.select({"element:spring 1"})
    length = field(window, "elements", 0, "l0")
    fill(length, text)
    assert session.model.elements[0].l0 == kept
    assert told(field(window, "elements", 0, "l0")) == seen


def test_a_quantity_of_another_sort_is_told_with_both_units(session, window):
    session.edit("Spring", lambda model: edits.connect(model, "spring", 0, 1))
    session.select({"element:spring 1"})
    length = field(window, "elements", 0, "l0")
    type_text(length, "5 kgf")
    assert "This is in N, the place holds m." in told(length)


def test_a_vector_with_decimal_commas_is_separated_by_semicolons(session, window):
    session.select({"joint:revolute 1"})
    point = field(window, "joints", 0, "point_child")
    fill(point, "(0,3; 0; 25 cm)")
    assert session.model.joints[0].point_child == (0.3, 0, "25 cm")
    assert told(field(window, "joints", 0, "point_child")) == "= (0.3, 0, 0.25)"


def test_a_comma_that_could_part_thousands_is_asked_for(session, window):
    session.select({"body:1"})
    mass = field(window, "bodies", 0, "mass")
    fill(mass, "1,500")
    assert "Write 1.500 or 1500." in told(mass)
    assert session.model.bodies[0].mass != 1.5


def test_several_elements_are_changed_together_in_one_step(session, window):
    for _ in range(3):
        session.edit("Spring", lambda model: edits.connect(model, "spring", 0, 1))
    session.edit("Stiffer", lambda model: edits.set_value(model, ("elements", 1, "c"), 70))
    steps = session.document.steps
    session.select({f"element:spring {n}" for n in (1, 2, 3)})
    stiffness = field(window, "elements", 0, "c")
    assert stiffness.edit.text() == "" and stiffness.edit.placeholderText() == "various"
    fill(stiffness, "5 kN/m")
    assert [spring.c for spring in session.model.elements] == ["5 kN/m"] * 3
    assert len(session.document.steps) == len(steps) + 1
    session.undo()
    assert [spring.c for spring in session.model.elements][1] == 70


def test_elements_of_several_kinds_share_what_both_have(session, window):
    session.edit("Spring", lambda model: edits.connect(model, "spring", 0, 1))
    session.edit("Dashpot", lambda model: edits.connect(model, "dashpot", 0, 1))
    session.select({"element:spring 1", "element:dashpot 1"})
    shared = {path[2] for f in window.inspector.fields for path in f.row.paths}
    assert shared == {"point_a", "point_b", "enabled"}
