"""What is at fault stands out in the sketch as in the diagram, and says what is wrong."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage

from lagr_gui.editing.edits import set_value
from lagr_gui.gui.sketch.pointer.hits import told_at
from lagr_gui.gui.theme import theme
from tests.gui.sketch.opened import opened


@pytest.fixture
def sketch(qtbot):
    with opened(qtbot, "four_bar") as shown:
        yield shown


def spoil(session) -> None:
    """The second body gets a mass of which nothing is known."""
    session.edit("Change", lambda m: set_value(m, ("bodies", 1, "mass"), "unknown_mass"))


def has(image: QImage, color: QColor) -> bool:
    seen = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    return color.rgb() in seen


def test_a_body_at_fault_has_the_colour_of_faults_until_it_is_mended(sketch) -> None:
    red = theme().color("error")
    assert not has(sketch.grab().toImage(), red)
    spoil(sketch.session)
    assert has(sketch.grab().toImage(), red)
    sketch.session.undo()
    assert not has(sketch.grab().toImage(), red)


def test_under_the_pointer_it_says_what_is_wrong(sketch) -> None:
    x, y = sketch.camera.project(sketch.stand.scene.motion.x[2][0], sketch.size_)
    at = QPointF(float(x), float(y))
    before = told_at(sketch, [], at)
    spoil(sketch.session)
    told = told_at(sketch, [], at)
    assert told is not None and "unknown_mass" in told[1]
    sketch.session.undo()
    assert told_at(sketch, [], at) == before
