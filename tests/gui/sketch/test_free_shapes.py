"""Free shapes drawn by the pointer: an outline ends in three ways, and is one step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lagr_gui.model import Solid
from tests.gui.sketch.test_drawing import Pencil

CORNERS = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.5)]


@pytest.fixture
def pencil(window):
    """The sketch of an empty drawing, with the tool for free shapes."""
    window.show_view("sketch")
    window.sketch.fit()
    window.sketch.setFocus()
    pencil = Pencil(window.sketch)
    pencil.take("N")
    yield pencil
    window.sketch.take("select")


def plate(window) -> Solid:
    (body,) = window.session.model.bodies
    (solid,) = body.shape.solids
    return solid


@pytest.mark.parametrize("end", ["first", "twice", "enter"])
def test_an_outline_ends_at_its_first_corner_by_a_second_click_and_by_enter(window, pencil, end):
    for at in CORNERS:
        pencil.click(at)
    if end == "enter":
        QTest.keyClick(pencil.sketch, Qt.Key.Key_Return)
    else:
        pencil.click(CORNERS[0] if end == "first" else CORNERS[-1])
    found = [tuple(map(float, corner)) for corner in plate(window).corners]
    assert found == [pytest.approx((x - 0.2, y - 0.2), abs=1e-9) for x, y in CORNERS]
    assert window.session.document.steps == ("Draw a free shape",)
    assert window.session.selection == {"body:1"}


def test_sides_are_pulled_and_typed_too(window, pencil):
    pencil.pull(CORNERS[0], CORNERS[1])
    pencil.type("0.3 90")
    pencil.click(CORNERS[0])
    assert len(plate(window).corners) == 3


def test_what_meets_itself_is_told_and_draws_nothing(window, pencil):
    for at in ((0.2, 0.2), (0.8, 0.6), (0.8, 0.2), (0.2, 0.6)):
        pencil.click(at)
    pencil.click((0.2, 0.2))
    assert not window.session.model.bodies
    assert window.sketch.hint.text() == "The outline meets itself."


def test_escape_gives_an_outline_up(window, pencil):
    for at in CORNERS:
        pencil.click(at)
    QTest.keyClick(pencil.sketch, Qt.Key.Key_Escape)
    assert not window.sketch.hand.drawer.points and not window.session.model.bodies
