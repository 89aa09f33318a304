"""Limits of hinges and sliders in the sketch: put, pulled, typed, taken away."""

from __future__ import annotations

from math import pi, radians

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest

from lagr_gui import pipeline
from lagr_gui.expression.arithmetic import value
from tests.gui.hands import mouse
from tests.gui.sketch.test_drawing import Pencil

CTRL = Qt.KeyboardModifier.ControlModifier
HINGE, TIP, SLIDER = (0.5, 0.4), (1.0, 0.4), (1.6, 0.2)


@pytest.fixture
def pencil(window):
    """A level rod on a hinge, and a block that slides to the right."""
    window.show_view("sketch")
    window.sketch.fit()
    window.sketch.setFocus()
    pencil = Pencil(window.sketch)
    pencil.take("R")
    pencil.pull(HINGE, TIP)
    pencil.take("P")
    pencil.click(HINGE)
    pencil.take("S")
    pencil.pull(SLIDER, (SLIDER[0] + 0.3, SLIDER[1]))
    yield pencil
    window.sketch.take("select")


def put(pencil, at) -> None:
    pencil.take("H")
    pencil.click(at)
    pencil.take("V")
    pencil.sketch.grab()  # what is written is known when it is painted


def stop(window):
    (found,) = window.session.model.elements
    return found


def both(window) -> tuple[float, float]:
    return tuple(float(value(getattr(stop(window), name), {})) for name in ("lower", "upper"))


def box(pencil, which: str):
    pencil.sketch.grab()
    return next(entry.box for entry in pencil.sketch.written if entry.sort == which)


def pull(pencil, start, end) -> None:
    mouse(pencil.sketch, QEvent.Type.MouseButtonPress, start, keys=CTRL)
    for part in (1, 2, 3):
        at = start + (end - start) * part / 3
        mouse(pencil.sketch, QEvent.Type.MouseMove, at, keys=CTRL)
    mouse(pencil.sketch, QEvent.Type.MouseButtonRelease, end, keys=CTRL)


def test_a_click_on_a_hinge_gives_it_limits_about_where_it_is_and_another_takes_them(
    window, pencil
):
    put(pencil, HINGE)
    assert both(window) == pytest.approx((-pi / 6, pi / 6))
    assert window.session.document.undo_title == "Put a stop"
    assert window.session.selection == {f"element:{stop(window).name}"}
    pencil.take("H")
    pencil.click(HINGE)
    assert not window.session.model.elements


def test_a_click_on_a_slider_gives_it_limits_in_metres(window, pencil):
    put(pencil, SLIDER)
    lower, upper = both(window)
    assert lower < SLIDER[0] < upper and upper - lower < 2.0
    texts = {entry.sort for entry in pencil.sketch.written}
    assert {"lower", "upper"} <= texts


def test_a_click_where_no_joint_lies_is_told(window, pencil):
    put(pencil, (0.75, 0.4))
    assert not window.session.model.elements


@pytest.mark.parametrize("which", ["lower", "upper"])
def test_a_limit_is_typed_in_degrees_where_it_is_written(window, pencil, which):
    put(pencil, HINGE)
    place = box(pencil, which).center().toPoint()
    mouse(pencil.sketch, QEvent.Type.MouseButtonDblClick, place)
    field = pencil.sketch.field
    assert field.isVisible() and field.text() == ("-30°" if which == "lower" else "30°")
    QTest.keyClicks(field, "-75" if which == "lower" else "80")
    QTest.keyClick(field, Qt.Key.Key_Return)
    wanted = (radians(-75), pi / 6) if which == "lower" else (-pi / 6, radians(80))
    assert both(window) == pytest.approx(wanted)
    assert window.session.document.undo_title == "Change a stop"


def test_a_lower_limit_above_the_upper_one_is_told_and_not_taken(window, pencil):
    put(pencil, HINGE)
    mouse(pencil.sketch, QEvent.Type.MouseButtonDblClick, box(pencil, "lower").center().toPoint())
    QTest.keyClicks(pencil.sketch.field, "45")
    QTest.keyClick(pencil.sketch.field, Qt.Key.Key_Return)
    assert both(window) == pytest.approx((-pi / 6, pi / 6))
    assert "lower limit" in pencil.sketch.hint.text()


def test_a_limit_follows_the_pointer_as_one_step(window, pencil):
    put(pencil, HINGE)
    start = box(pencil, "upper").center().toPoint()
    middle = pencil.sketch.pixel(HINGE).toPoint()
    off = start - middle
    steps = len(window.session.document.steps)
    # A quarter turn about the hinge, from x to y: upwards in the sketch, y of pixels points down.
    quarter = type(off)(off.y(), -off.x())
    pull(pencil, start, middle + quarter)
    assert both(window) == pytest.approx((-pi / 6, pi / 6 + pi / 2), abs=radians(2))
    assert len(window.session.document.steps) == steps + 1
    window.session.undo()
    assert both(window) == pytest.approx((-pi / 6, pi / 6))


def test_a_limit_of_a_slider_follows_the_pointer(window, pencil):
    put(pencil, SLIDER)
    lower, upper = both(window)
    start = box(pencil, "upper").center().toPoint()
    scale = pencil.sketch.camera.scale
    pull(pencil, start, start + type(start)(round(0.25 * scale), 0))
    found = both(window)
    assert found == pytest.approx((lower, upper + 0.25), abs=0.02)


def test_the_mechanism_rebounds_at_the_limit_that_was_put(window, pencil):
    put(pencil, HINGE)
    model = window.session.model
    trajectory = pipeline.simulate(model)
    q = trajectory.q[:, list(trajectory.coordinates).index(stop(window).coordinate)]
    assert q.min() == pytest.approx(-pi / 6, abs=1e-6)
