"""An overview in the corner while not all of the drawing is seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint

from lagr_gui.editing import edits
from lagr_gui.gui import settings
from tests.gui.hands import mouse


@pytest.fixture
def long(window):
    """A row of bodies that does not fit into the view as it is."""

    def build(model):
        for number in range(1, 12):
            model = edits.add_body(model, (300.0 * number, 0.0))
            model = edits.connect(model, "revolute", number - 1, number)
        return edits.move(model, {"body:0": (0.0, 0.0)})

    window.session.edit("Build", build)
    window.canvas.fit()
    return window.canvas


def test_it_comes_and_goes_with_what_lies_outside_the_view(window, long):
    window.session.edit("Add body", lambda model: edits.add_body(model, (9000.0, 0.0)))
    assert long.minimap.isVisible()
    window.session.undo()
    assert not long.minimap.isVisible()


def test_it_comes_when_the_drawing_is_larger_than_the_view_and_goes_again(long):
    assert not long.minimap.isVisible()
    long.zoom_by(4)
    assert long.minimap.isVisible()
    assert long.rect().contains(long.minimap.geometry())
    long.fit()
    assert not long.minimap.isVisible()


def test_a_press_shows_that_part_and_a_drag_goes_on(long):
    long.zoom_by(4)
    corner = long.minimap
    middle = corner.rect().center()
    mouse(corner, QEvent.Type.MouseButtonPress, QPoint(12, middle.y()))
    assert long.seen().contains(*long.content.place("body:0"))
    mouse(corner, QEvent.Type.MouseMove, QPoint(corner.width() - 12, middle.y()))
    assert long.seen().contains(*long.content.place("body:11"))
    assert long.session.document.undo_title == "Build", "looking is no edit"


def test_who_does_not_want_it_is_not_shown_it_again(long, window):
    long.zoom_by(4)
    window.menus.actions["minimap"].trigger()
    assert not long.minimap.isVisible() and settings.text("minimap") == "hidden"
    window.menus.actions["minimap"].trigger()
    assert long.minimap.isVisible()


def test_it_follows_what_is_drawn(long, window):
    long.zoom_by(4)
    before = long.minimap.grab().toImage()
    window.session.edit("Move", lambda model: edits.move(model, {"body:5": (1500.0, 600.0)}))
    assert long.minimap.grab().toImage() != before
