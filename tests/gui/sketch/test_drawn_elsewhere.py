"""What was drawn in the sketch is seen when one goes to the diagram; else that stays as it was."""

from __future__ import annotations

import pytest

from lagr_gui.editing import edits
from lagr_gui.gui.canvas.looking import look_at
from tests.systems import pendulum


def sees_all(window) -> bool:
    return window.canvas.seen().contains(window.canvas.contents())


def far_away(number: int):
    return lambda model: edits.add_body(model, (0.0, -900.0 * number))


def test_the_diagram_shows_what_came_while_it_was_hidden(window, qtbot):
    window.show_view("sketch")
    window.session.edit("Add body", far_away(1))
    window.show_view("diagram")
    qtbot.waitUntil(lambda: sees_all(window))


def test_where_nothing_came_the_diagram_stays_as_it_was_left(window, qtbot):
    window.session.edit("Add body", far_away(1))
    window.canvas.zoom_to(3.0)
    before = window.canvas.transform().m11()
    window.show_view("sketch")
    window.show_view("diagram")
    qtbot.wait(20)
    assert window.canvas.transform().m11() == before and not sees_all(window)


@pytest.mark.parametrize("view", ["sketch", "signal_flow"])
def test_what_was_opened_while_the_diagram_was_hidden_is_fitted_to_its_room(window, qtbot, view):
    window.show_view(view)
    window.canvas.resize(240, 160)  # as little as a view has that was never seen
    window.session.show_document(pendulum(), None)
    window.show_view("diagram")
    qtbot.waitUntil(lambda: window.canvas.width() > 240)
    shown = look_at(window.canvas)
    window.canvas.fit()
    assert look_at(window.canvas) == shown


def test_what_is_drawn_in_a_document_begun_in_the_sketch_is_seen(window, qtbot):
    window.show_view("sketch")
    window.session.new()
    window.session.edit("Add body", far_away(1))
    window.show_view("diagram")
    qtbot.waitUntil(lambda: sees_all(window))


def test_a_model_that_was_first_shown_in_the_sketch_is_fitted_though_one_looked_away(window, qtbot):
    window.show_view("sketch")
    window.session.edit("Add body", far_away(3))
    window.canvas.fit()  # as after opening it there
    first = window.session.document
    window.models.make_room()
    window.session.new()
    window.models.show(first)
    window.show_view("diagram")
    qtbot.waitUntil(lambda: sees_all(window))
