"""Bodies of solids in the inspector: forms, buttons, what belongs to them, and undo."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from lagr_gui.editing import edits
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.gui import words
from lagr_gui.model import Model
from tests.gui.panes.fields import field, fill, labels, told

SOLID = ("bodies", 0, "shape", "solids", 0)


@pytest.fixture
def composed(window):
    """A window with one body that is composed and selected."""
    window.session.edit("Add", lambda model: edits.add_body(model, (0.0, 0.0)))
    window.session.edit("Compose", lambda model: edits.set_form(model, 0, COMPOSED))
    window.session.select({"body:1"})
    return window


def press(window, words: str) -> None:
    (button,) = [b for b in window.inspector.findChildren(QPushButton) if b.text() == words]
    button.click()


def notes(window) -> str:
    from lagr_gui.gui.widgets.plain import PlainLabel

    return " ".join(label.text() for label in window.inspector.findChildren(PlainLabel))


def test_mass_and_inertia_are_taken_from_the_solids_and_go_with_them(composed) -> None:
    session = composed.session
    fill(field(composed, *SOLID, "density"), "1000")
    press(composed, "Take mass and inertia")
    assert session.model.bodies[0].mass == pytest.approx(8)
    assert "Of the solids: the mass, the centre of mass, the inertia." in notes(composed)
    fill(field(composed, *SOLID, "size"), "(0.4, 0.2, 0.2)")
    assert session.model.bodies[0].mass == pytest.approx(16)
    fill(field(composed, *SOLID, "at"), "(0.1, 0, 0)")
    assert session.model.bodies[0].centre == (0.1, 0, 0)
    fill(field(composed, "bodies", 0, "mass"), "5")
    assert "the mass" not in notes(composed)


def test_inertia_says_that_it_is_of_the_solids_and_whether_the_mass_is_too(composed) -> None:
    def moment():
        return field(composed, "bodies", 0, "inertia", "zz")

    fill(field(composed, *SOLID, "density"), "1000")
    press(composed, "Take mass and inertia")
    assert told(moment()).endswith("that of the solids")
    kept = composed.session.model.bodies[0].inertia
    fill(field(composed, "bodies", 0, "mass"), "5")
    assert composed.session.model.bodies[0].inertia == kept
    assert told(moment()).endswith("that of the solids alone")
    assert "size" not in told(moment())
    fill(moment(), "0.5")
    assert "solids" not in told(moment())


def test_solids_come_and_go_and_every_step_can_be_undone(composed) -> None:
    session = composed.session
    before: Model = session.model
    press(composed, "Add solid")
    assert len(session.model.bodies[0].shape.solids) == 2
    assert "overlap" in notes(composed)
    session.undo()
    assert session.model == before
    press(composed, "Remove solid")
    assert not session.model.bodies[0].shape.solids
    session.undo()
    assert session.model == before


@pytest.mark.parametrize("form", ["tube", "sphere", "plate", "mesh", "capsule"])
def test_another_form_shows_its_own_dimensions(composed, form: str) -> None:
    session = composed.session
    session.edit("Form", lambda model: edits.set_solid_form(model, 0, 0, form))
    shown = labels(composed)
    wanted = {
        "tube": {"Radius", "Inner radius", "Length"},
        "sphere": {"Radius"},
        "plate": {"Thickness", "Corner 1, x", "Corner 4, y"},
        "mesh": {"File", "Scale"},
        "capsule": {"Radius", "Length"},
    }[form]
    assert wanted <= set(shown)
    assert ("Inner radius" in shown) == (form == "tube")
    if form == "mesh":
        fill(field(composed, *SOLID, "file"), "nowhere.stl")
        assert "nowhere.stl" in notes(composed)


def test_what_is_wrong_with_a_mesh_is_said_in_the_language_of_the_window(composed) -> None:
    words.use_language("de")
    try:
        session = composed.session
        session.edit("Form", lambda model: edits.set_solid_form(model, 0, 0, "mesh"))
        fill(field(composed, *SOLID, "file"), "nirgends.stl")
        assert "Diese Datei gibt es nicht." in notes(composed)
    finally:
        words.use_language("en")


def test_the_angles_of_a_solid_are_wholly_seen(composed) -> None:
    composed.session.edit("Turn", lambda m: edits.set_value(m, (*SOLID, "turn"), (0, "pi/2", 0)))
    edit = field(composed, *SOLID, "turn").edit
    assert edit.width() > edit.fontMetrics().horizontalAdvance(edit.text())
