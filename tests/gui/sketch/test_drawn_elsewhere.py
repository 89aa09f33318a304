"""What was drawn in the sketch is seen when one goes to the diagram; else that stays as it was."""

from __future__ import annotations

from lagr_gui.editing import edits


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
