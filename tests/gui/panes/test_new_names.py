"""Names that are given to values where these are typed, and parameters that are new."""

from __future__ import annotations

from typing import Any

from lagr_gui.editing import edits
from lagr_gui.model import Model
from tests.gui.panes.fields import field, fill, told, type_text


def block() -> Model:
    return edits.connect(edits.add_body(Model(), (240, 0)), "prismatic", 0, 1)


def test_a_field_takes_a_name_with_its_value(window: Any) -> None:
    session = window.session
    session.edit("Build", lambda _: edits.add_parameter(block(), "m", 2))
    session.select({"body:1"})
    mass = field(window, "bodies", 0, "mass")
    type_text(mass, "m = 3")
    assert told(mass) == "= 3"
    fill(mass, "m = 3")
    assert mass.edit.text() == "m" and session.model.bodies[0].mass == "m"
    assert {p.name: p.value for p in session.model.parameters}["m"] == 3
    fill(mass, "M = 4 kg")  # where one parameter stood, that is called so now
    names = {p.name: p.value for p in session.model.parameters}
    assert session.model.bodies[0].mass == "M" and "m" not in names and names["M"] == "4 kg"
    session.undo()
    assert session.model.bodies[0].mass == "m"  # one step
    before = session.model
    fill(mass, "g(t) = 4")
    assert told(mass) and session.model == before


def test_a_new_parameter_is_in_sight(window: Any, qtbot: Any) -> None:
    session, pane = window.session, window.parameters
    many = [f"a{number}" for number in range(30)]

    def build(model: Model) -> Model:
        for name in many:
            model = edits.add_parameter(model, name, 1)
        return model

    session.edit("Build", build)
    bar = pane._area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(0)
    session.edit("Add", lambda model: edits.add_parameter(model, "mu", 0.3))
    row = pane.rows["mu"]
    qtbot.waitUntil(lambda: not row.visibleRegion().isEmpty())
    scrolled = bar.value()
    session.edit("Remove", lambda model: edits.remove(model, {"parameter:a3"}))
    qtbot.wait(1)
    assert bar.value() >= scrolled - row.height() - 10
    session.show_document(build(Model()), None)  # another drawing is shown from its top
    qtbot.wait(1)
    assert len(pane.rows) > len(many) and bar.value() == 0
