"""Forms fit their pane, what is wrong is seen, and numbers give way to parameters."""

from __future__ import annotations

import pytest

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.editing import edits
from lagr_gui.gui import words
from tests.gui.panes.fields import field, type_text
from tests.gui.panes.test_inspector import drawn, pendulum


@pytest.fixture
def session(window):
    window.session.edit("Build", lambda model: pendulum())
    return window.session


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_form_is_wider_than_the_pane(window, language):
    session, pane = window.session, window.inspector
    room = pane.minimumWidth() - 30  # margins and the scroll bar
    words.use_language(language)
    try:
        for kind in (*JOINTS, *ELEMENTS):
            session.edit("Build", lambda model, kind=kind: drawn(pendulum(), kind))
            sort, items = (
                ("joint", session.model.joints)
                if kind in JOINTS
                else ("element", session.model.elements)
            )
            session.select({f"{sort}:{next(i.name for i in items if i.kind == kind)}"})
            assert pane._area.widget().minimumSizeHint().width() <= room, kind
    finally:
        words.use_language("en")
        session.select(())


def test_a_problem_that_is_clicked_is_seen_whole_and_moves_no_drawing(window, qtbot):
    session, area = window.session, window.inspector._area
    at = ("bodies", 0, "inertia", "zz")
    session.edit("Build", lambda model: edits.set_value(pendulum(), at, "J"))
    window.canvas.zoom_to(0.7)
    qtbot.wait(1)
    before = window.canvas.viewportTransform()
    session.reveal("body:1", at)
    shown = field(window, *at)

    def whole(widget) -> bool:
        corners = widget.rect().topLeft(), widget.rect().bottomRight()
        viewport = area.viewport()
        return all(viewport.rect().contains(widget.mapTo(viewport, c)) for c in corners)

    qtbot.waitUntil(lambda: whole(shown.offer) and whole(shown.edit), timeout=20_000)
    assert shown.offer.text().startswith("Add parameter")
    assert window.canvas.viewportTransform() == before


def test_a_parameter_takes_value_and_unit_of_the_number_whose_place_it_takes(session, window):
    session.edit("Set", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 0.3))
    session.edit("Set", lambda m: edits.set_value(m, ("joints", 0, "point_child"), (0, 0.5, 0)))
    session.select({"body:1"})
    mass = field(window, "bodies", 0, "mass")
    type_text(mass, "m1")
    mass.offer.click()
    session.select({"joint:revolute 1"})
    point = field(window, "joints", 0, "point_child")
    type_text(point, "(0, l, 2*rho)")
    point.offer.click()
    point.offer.click()
    found = {p.name: (p.value, p.unit) for p in session.model.parameters}
    assert found["m1"] == (0.3, "kg")
    assert found["l"] == (0.5, "m") and found["rho"] == (1, "")


def test_no_terms_come_from_an_item_while_there_are_no_equations(session, window, qtbot):
    item = window.canvas.content.items["body:1"]
    said = window.canvas.pointer._terms_text
    qtbot.waitUntil(lambda: "from here" in said(item), timeout=20_000)
    session.edit("Break", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "2*("))
    qtbot.waitUntil(lambda: bool(session.derivation.problems), timeout=20_000)
    assert said(item) == ""


def test_where_the_pointer_rests_the_terms_of_the_new_equations_are_told(window, qtbot, hands):
    session = window.session
    model = edits.connect(edits.add_body(pendulum(), (480, 0)), "revolute", 1, 2)
    for at in ((0, "point_child"), (1, "point_child")):
        model = edits.set_value(model, ("joints", *at), (0, 1, 0))
    model = edits.add_element(model, "force", body=1, vector=(3, 0, 0))
    session.edit("Build", lambda _: model)
    qtbot.waitUntil(lambda: session.derivation.finished, timeout=20_000)
    hands.hover("element:force 1")
    assert "of Q₁ comes" in hands.tip()
    session.edit("Set", lambda m: edits.set_value(m, ("elements", 0, "body"), 2))
    assert window.canvas.pointer._terms_text(window.canvas.content.items["element:force 1"]) == ""
    qtbot.waitUntil(lambda: "of Q₁, Q₂ come" in hands.tip(), timeout=20_000)


def test_a_form_that_is_made_anew_stays_where_it_was_scrolled(session, window, qtbot):
    pane = window.inspector
    session.select({"body:1"})
    bar = pane._area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 60)
    bar.setValue(60)
    fields = pane.fields
    session.edit("Shape", lambda m: edits.set_value(m, ("bodies", 0, "shape", "form"), "disc"))
    assert pane.fields is not fields
    qtbot.wait(1)
    assert bar.value() == 60
    session.select(frozenset())
    session.select({"body:1"})
    assert bar.value() == 0
