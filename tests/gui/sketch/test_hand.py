"""What is drawn, typed and pulled in the sketch, where a hand is not exact."""

from __future__ import annotations

from math import degrees, hypot

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest

from lagr_gui.editing.edits import set_value
from lagr_gui.expression.arithmetic import value
from lagr_gui.gui.sketch.pointer.hits import tip_of
from lagr_gui.gui.sketch.pointer.moved_joint import seen_joint
from tests.ground.sources import ROOT
from tests.gui.hands import mouse
from tests.gui.sketch.test_drawing import Pencil, four_bar

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pencil(window):
    """The sketch of an empty drawing, with a pencil."""
    window.show_view("sketch")
    window.sketch.fit()
    window.sketch.setFocus()
    yield Pencil(window.sketch)
    window.sketch.take("select")


def entry_of(sketch, name: str):
    """What is written of a name."""
    sketch.grab()
    return next(entry for entry in sketch.written if entry.name == name)


def double_click(sketch, at: QPoint) -> None:
    """Both presses, as a window system sends them."""
    mouse(sketch, QEvent.Type.MouseButtonPress, at)
    mouse(sketch, QEvent.Type.MouseButtonRelease, at)
    mouse(sketch, QEvent.Type.MouseButtonDblClick, at)
    mouse(sketch, QEvent.Type.MouseButtonRelease, at)


@pytest.mark.parametrize("pixels", [-1, 1, 2])
def test_a_spring_that_is_pulled_nearly_level_is_level(window, pencil, pixels) -> None:
    sketch = window.sketch
    pencil.take("B")
    pencil.pull((0.3, 0.5), (0.7, 0.65))
    pencil.take("K")
    a, b = sketch.pixel((0.3, 0.575)).toPoint(), sketch.pixel((-0.1, 0.575)).toPoint()
    b += QPoint(0, pixels)
    mouse(sketch, QEvent.Type.MouseButtonPress, a)
    mouse(sketch, QEvent.Type.MouseMove, b)
    end = sketch.hand.drawer.end
    mouse(sketch, QEvent.Type.MouseButtonRelease, b)
    (_spring,) = window.session.model.elements
    heights = [place[1] for place in next(iter(sketch.stand.scene.motion.lines.values()))[0]]
    assert heights[0] == pytest.approx(heights[-1], abs=1e-12)
    assert end.at[1] == pytest.approx(heights[0], abs=1e-12)


@pytest.mark.parametrize("letter", "VRBMK")
def test_a_double_click_on_a_value_types_it_whatever_tool_is_held(window, pencil, letter) -> None:
    four_bar(pencil)
    sketch = window.sketch
    pencil.take(letter)
    before = len(window.session.model.bodies), len(window.session.model.elements)
    double_click(sketch, entry_of(sketch, "l2").box.center().toPoint())
    assert sketch.field.isVisible()
    QTest.keyClicks(sketch.field, "0.8")
    QTest.keyClick(sketch.field, Qt.Key.Key_Return)
    values = {p.name: p.value for p in window.session.model.parameters}
    assert values["l2"] == 0.8
    assert before == (len(window.session.model.bodies), len(window.session.model.elements))
    assert not sketch.hand.drawer.points


def test_the_field_of_a_point_shows_all_it_holds_shortly(window, pencil) -> None:
    sketch = window.sketch
    pencil.take("R")
    pencil.pull((0.0, 0.0), (0.5, 0.0))
    model = window.session.model
    assert len(model.joints) == 1
    index = 0
    place = (1.014819807435, -0.00171843582, 0)
    window.session.edit("Move", lambda m: set_value(m, ("joints", index, "point_parent"), place))
    pencil.take("V")
    at = sketch.pixel(place[:2]).toPoint()
    mouse(sketch, QEvent.Type.MouseButtonDblClick, at)
    field = sketch.field
    assert field.text() == "1.01482; -0.00171844"
    assert field.fontMetrics().horizontalAdvance(field.text()) < field.width() - 8
    assert ";" in sketch.hint.text()
    QTest.keyClick(field, Qt.Key.Key_End)
    for _ in range(len("-0.00171844")):
        QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClicks(field, "0.25")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.session.model.joints[index].point_parent == (place[0], 0.25, 0)
    assert ";" not in sketch.hint.text()


def test_what_was_said_of_one_drawing_does_not_stay_in_another(window, pencil) -> None:
    four_bar(pencil)
    sketch = window.sketch
    usual = sketch.hint.text()
    pencil.pull((0.1, 0.166), (0.7, 1.2))
    assert sketch.hint.text() != usual
    window.session.undo()
    assert sketch.hint.text() == usual
    pencil.pull((0.1, 0.166), (0.7, 1.2))
    window.session.new()
    assert "nearer" not in sketch.hint.text() and "farther" not in sketch.hint.text()


@pytest.mark.parametrize("keys", [ALT, CTRL])
def test_while_a_length_is_pulled_the_loop_is_closed_in_every_picture(
    window,
    pencil,
    qtbot,
    keys,
) -> None:
    four_bar(pencil)
    sketch, session = window.sketch, window.session
    qtbot.waitUntil(lambda: session.start.shown is not None and not session.start.pending)
    sketch.grab()
    pin = next(j for j in session.model.joints if (j.parent, j.child) == (1, 2))
    place = sketch.stand.scene.motion.joints[pin.name][0]
    a = sketch.pixel((float(place[0]), float(place[1]))).toPoint()
    mouse(sketch, QEvent.Type.MouseButtonPress, a, keys=keys)
    lengths, noted = set(), session.problems
    for step in range(1, 60, 4):
        mouse(sketch, QEvent.Type.MouseMove, a + QPoint(step, -2 * step), keys=keys)
        sketch._pointer.flush()
        stand = sketch.stand
        assert stand.model is session.model
        assert gap(stand) < 1e-9
        lengths.add(next(p.value for p in session.model.parameters if p.name == "l1"))
    qtbot.waitUntil(lambda: not session.start.pending)
    assert session.problems == noted  # what is moved to fit is so while it is pulled only
    mouse(sketch, QEvent.Type.MouseButtonRelease, a + QPoint(57, -114), keys=keys)
    qtbot.waitUntil(lambda: not session.start.pending)
    assert session.problems == noted
    assert len(lengths) > 3
    assert gap(sketch.stand) < 1e-9


def gap(stand) -> float:
    """How far the ends of a pin are apart, the farthest of all (m)."""
    motion, places = stand.scene.motion, {p.name: p.value for p in stand.model.parameters}
    worst = 0.0
    for joint in stand.model.joints:
        points = []
        for body, point in ((joint.parent, joint.point_parent), (joint.child, joint.point_child)):
            inner = np.array([float(value(entry, places)) for entry in point])
            x = motion.x[body][0] if body else np.zeros(3)
            R = motion.R[body][0] if body else np.eye(3)
            points.append(x + R @ inner)
        worst = max(worst, float(np.linalg.norm(points[0] - points[1])))
    return worst


def test_the_angle_of_a_rod_is_drawn_where_the_rod_is(window, pencil) -> None:
    four_bar(pencil)
    sketch = window.sketch
    stand, camera = sketch.stand, sketch.camera
    values = dict(zip(stand.coordinates, stand.scene.motion.q[0], strict=False))
    seen = 0
    for joint in stand.model.joints:
        if joint.coordinates[0] not in values:
            continue
        q = float(values[joint.coordinates[0]])
        found = seen_joint(stand, camera, sketch.size_, joint)
        out = camera.project(stand.scene.motion.x[joint.child][0], sketch.size_) - found.centre
        ray = found.ray(q)
        assert out @ ray == pytest.approx(hypot(*out), rel=1e-6), degrees(q)
        seen += 1
    assert seen == 3


def test_a_pin_tells_both_keys_that_change_it(window, pencil) -> None:
    four_bar(pencil)
    sketch = window.sketch
    surface = sketch.hand.surface()
    told = [
        tip_of(surface.model, anchor)[1]
        for anchor in sketch.hand.points_at(sketch.pixel((0.0, 0.0)))
    ]
    assert told and all("Alt or Ctrl" in text for text in told)


def test_the_angle_of_a_pendulum_begins_where_its_coordinate_is_zero(window) -> None:
    """It hangs on the y axis of its body: zero is straight down, not to the right."""
    window.show_view("sketch")
    window.session.open(ROOT / "sample_models" / "simple_pendulum.lagr")
    sketch = window.sketch
    stand, camera = sketch.stand, sketch.camera
    (joint,) = stand.model.joints
    q = float(stand.scene.motion.q[0][0])
    found = seen_joint(stand, camera, sketch.size_, joint)
    assert found.ray(0.0) == pytest.approx([0, 1], abs=1e-6)  # pixels count downwards
    out = camera.project(stand.scene.motion.x[joint.child][0], sketch.size_) - found.centre
    assert out @ found.ray(q) == pytest.approx(hypot(*out), rel=1e-6)
