"""The rim of a disc and the arrow of a slide are handles: Alt or Ctrl and drag."""

from __future__ import annotations

from math import cos, degrees, pi, sin

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt

from lagr_gui import pipeline
from lagr_gui.editing.edits import set_value
from lagr_gui.expression.arithmetic import value
from lagr_gui.gui.sketch.pointer.hits import told_at
from lagr_gui.gui.sketch.pointer.moved_joint import slide_tips
from lagr_gui.prepared import prepare
from tests.gui.hands import mouse
from tests.gui.sketch.test_drawing import Pencil

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def pencil(window):
    """The sketch of an empty drawing, with a pencil."""
    window.show_view("sketch")
    window.sketch.fit()
    window.sketch.setFocus()
    yield Pencil(window.sketch)
    window.sketch.take("select")


def on_rim(angle: float, radius: float = 0.2) -> tuple[float, float]:
    return 0.5 + radius * cos(angle), 0.4 + radius * sin(angle)


def values(window) -> dict:
    return {entry.name: entry.value for entry in window.session.model.parameters}


@pytest.fixture
def disc(pencil):
    pencil.take("O")
    pencil.pull((0.5, 0.4), (0.7, 0.4))
    pencil.take("V")
    return pencil


@pytest.mark.parametrize("angle", [0.0, 1.0, pi / 2, 4.0])
@pytest.mark.parametrize("keys", [CTRL, ALT])
def test_the_rim_of_a_disc_changes_its_radius_wherever_it_is_taken(window, disc, angle, keys):
    assert values(window)["r1"] == pytest.approx(0.2)
    disc.pull(on_rim(angle), on_rim(angle, 0.3), keys)
    assert values(window)["r1"] == pytest.approx(0.3, abs=0.01)
    assert window.session.document.undo_title == "Change a radius"
    window.session.undo()
    assert values(window)["r1"] == pytest.approx(0.2)


def test_what_is_dragged_twice_is_two_steps_however_slowly_it_begins(window, disc) -> None:
    steps = len(window.session.document.steps)
    for before, after in ((0.2, 0.3), (0.3, 0.4)):
        start = disc.sketch.pixel(on_rim(1.0, before)).toPoint()
        mouse(disc.sketch, QEvent.Type.MouseButtonPress, start, keys=CTRL)
        disc.sketch.hand.hover(QPointF(start))  # nothing changes yet
        disc.sketch.hand.hover(disc.sketch.pixel(on_rim(1.0, (before + after) / 2)))
        disc.sketch.hand.hover(disc.sketch.pixel(on_rim(1.0, after)))
        end = disc.sketch.pixel(on_rim(1.0, after)).toPoint()
        mouse(disc.sketch, QEvent.Type.MouseButtonRelease, end, keys=CTRL)
    assert len(window.session.document.steps) == steps + 2


def test_a_diameter_that_is_a_number_changes_itself(window, disc):
    size = (0.4, 0.4, 0.05)
    edit = ("bodies", 0, "shape", "size")
    window.session.edit("Type", lambda m: set_value(m, edit, size))
    disc.pull(on_rim(2.0), on_rim(2.0, 0.1), CTRL)
    found = window.session.model.body(1).shape.size
    assert found[0] == found[1] == pytest.approx(0.2, abs=0.02) and found[2] == 0.05
    assert values(window)["r1"] == pytest.approx(0.2)


def test_a_radius_of_several_parameters_says_which_and_stays(window, disc):
    edit = ("bodies", 0, "shape", "size")
    window.session.edit("Type", lambda m: set_value(m, edit, ("r1 + m1/5", "r1 + m1/5", 0.05)))
    before = window.session.model
    disc.pull(on_rim(0.3), on_rim(0.3, 0.4), CTRL)
    assert window.session.model == before
    assert "m1" in window.sketch.hint.text() and "r1" in window.sketch.hint.text()


def test_a_rim_tells_what_it_changes(window, disc):
    place = QPointF(window.sketch.pixel(on_rim(0.8)))
    assert "changes r1" in told_at(window.sketch, [], place)[1]


@pytest.fixture
def slide(pencil):
    pencil.take("S")
    pencil.pull((0.6, 0.3), (0.9, 0.3))
    pencil.take("V")
    return pencil


def arrow(window) -> tuple:
    """Middle and tip of the arrow, in pixels."""
    sketch = window.sketch
    sketch.grab()
    ((_, seen, tip),) = slide_tips(sketch.stand, sketch.camera, sketch.size_, ())
    return seen.centre, tip


def direction(window) -> float:
    """That of the slide (degrees)."""
    slide = next(joint for joint in window.session.model.joints if joint.kind == "prismatic")
    x, y, z = (value(entry, {}) for entry in slide.axis)
    assert z == 0
    return degrees(np.arctan2(y, x))


def lead(window, start, end) -> None:
    a, b = QPointF(*start).toPoint(), QPointF(*end).toPoint()
    mouse(window.sketch, QEvent.Type.MouseButtonPress, a, keys=CTRL)
    for part in (1, 2, 3):
        mouse(window.sketch, QEvent.Type.MouseMove, a + (b - a) * part / 3, keys=CTRL)
    mouse(window.sketch, QEvent.Type.MouseButtonRelease, b, keys=CTRL)


@pytest.mark.parametrize("turn", [31, 90, -120])
def test_the_arrow_of_a_slide_turns_it_and_the_block_stays_where_it_is(window, slide, turn):
    centre, tip = arrow(window)
    angle = np.radians(turn)
    out = 90 * np.array([cos(angle), -sin(angle)])
    before = pipeline.start_motion(window.session.model).x[1][0]
    lead(window, tip, centre + out)
    assert direction(window) == pytest.approx(30 if turn == 31 else turn)
    assert pipeline.start_motion(window.session.model).x[1][0] == pytest.approx(before, abs=1e-9)
    assert window.session.document.undo_title == "Turn a slide"
    window.session.undo()
    assert window.session.model.joints[0].axis == (1, 0, 0)


def test_a_slide_in_a_closed_path_turns_only_as_far_as_it_stays_closed(window, pencil):
    pencil.take("R")
    pencil.pull((0.0, 0.0), (0.15, 0.25))
    pencil.pull((0.15, 0.25), (0.8, 0.0))
    pencil.take("S")
    pencil.click((0.8, 0.0))
    pencil.take("V")
    centre, tip = arrow(window)
    lead(window, tip, centre + np.array([80.0, -21.0]))
    model = window.session.model
    assert window.session.document.undo_title == "Turn a slide"
    assert 10 < direction(window) < 20
    prepared = prepare(model)
    motion = pipeline.start_motion(prepared)
    assert prepared.conditions.missed(0.0, motion.q[0]) <= 1e-9
