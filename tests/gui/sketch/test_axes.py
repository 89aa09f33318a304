"""Axes of joints in space are arrows that one turns by their tips, or types."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt

from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.editing.edits import set_value
from lagr_gui.editing.sketch.axes import axis_in_space
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.sketch.axes import AxisArrow, axis_arrows, in_space
from lagr_gui.gui.sketch.pointer.hits import told_at
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.gui.hands import mouse

SAMPLES = {path.stem: path for path in sample_models()}
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def sketch(window):
    window.open_sample(SAMPLES["robot_arm_6r"])
    window.show_view("sketch")
    window.sketch.take("select")
    window.sketch.lens.look_at("", window.session.model)
    window.sketch.fit()
    window.session.select({f"joint:{window.session.model.joints[1].name}"})
    return window.sketch


def arrow(sketch) -> AxisArrow:
    (found,) = axis_arrows(sketch.stand, sketch.camera, sketch.size_, sketch.session.selection)
    return found


def pixel(point) -> QPointF:
    return QPointF(float(point[0]), float(point[1]))


def lead(sketch, start: QPointF, end: QPointF) -> None:
    mouse(sketch, QEvent.Type.MouseButtonPress, start.toPoint(), keys=CTRL)
    for part in (0.3, 0.7, 1.0):
        mouse(sketch, QEvent.Type.MouseMove, (start + part * (end - start)).toPoint(), keys=CTRL)
        sketch._pointer.flush()
    mouse(sketch, QEvent.Type.MouseButtonRelease, end.toPoint(), keys=CTRL)


def axis(sketch) -> np.ndarray:
    return np.array([value(entry, {}) for entry in sketch.session.model.joints[1].axis])


@pytest.mark.parametrize("turn", [25.0, -40.0])
@pytest.mark.parametrize("about", [0, 2])
def test_the_tip_of_an_axis_stays_under_the_pointer(sketch, turn: float, about: int) -> None:
    shown, steps = arrow(sketch), len(sketch.session.document.steps)
    before = sketch.session.model
    c, s = np.cos(radians(turn)), np.sin(radians(turn))
    first, second = [k for k in range(3) if k != about]
    R = np.eye(3)
    R[np.ix_([first, second], [first, second])] = [[c, -s], [s, c]]
    wanted = R @ shown.way
    end = sketch.camera.project(shown.centre + wanted, sketch.size_)
    lead(sketch, pixel(shown.tip), pixel(end))
    joint = sketch.session.model.joints[1]
    places = in_space(sketch.stand, sketch.camera)
    there = axis_in_space(places, joint, "axis") * np.linalg.norm(shown.way)
    tip = sketch.camera.project(shown.centre + there, sketch.size_)
    assert np.hypot(*(tip - end)) < 9, "whole degrees, and axes that catch it"
    assert np.linalg.norm(axis(sketch)) == pytest.approx(1, abs=1e-12)
    assert len(sketch.session.document.steps) == steps + 1
    assert sketch.session.document.undo_title == "Turn an axis"
    sketch.session.undo()
    assert sketch.session.model == before


def test_no_axis_is_held_where_none_is_selected(sketch) -> None:
    shown, before = arrow(sketch), sketch.session.model
    sketch.session.select(())
    lead(sketch, pixel(shown.tip), pixel(shown.tip + 2))
    assert sketch.session.model.joints == before.joints


def test_an_axis_of_formulas_says_what_it_depends_on_and_stays(sketch) -> None:
    name = sketch.session.model.parameters[1].name
    formulas = (0, f"cos({name})", f"sin({name})")
    sketch.session.edit("Type", lambda m: set_value(m, ("joints", 1, "axis"), formulas))
    shown, before = arrow(sketch), sketch.session.model
    assert f"depends on {name}" in told_at(sketch, [], pixel(shown.tip))[1]
    lead(sketch, pixel(shown.tip), pixel(shown.tip + 40))
    assert sketch.session.model == before and name in sketch.hint.text()
    sketch.session.undo()


@pytest.mark.parametrize(
    ("text", "found"),
    [("1; 0; 0", (1, 0, 0)), ("0; sin(30 deg); cos(30 deg)", None), ("0; 0; 0", ()), ("1; 2", ())],
)
def test_an_axis_is_typed_at_its_tip(sketch, text: str, found) -> None:
    before = sketch.session.model
    mouse(sketch, QEvent.Type.MouseButtonDblClick, pixel(arrow(sketch).tip).toPoint())
    assert sketch.field.isVisible() and sketch.field.text().count(";") == 2
    sketch.field.setText(text)
    sketch.field.setModified(True)
    sketch.field.returnPressed.emit()
    model = sketch.session.model
    if found == ():
        assert model == before and sketch.hint.text() and sketch.field.text() == text
        assert sketch.field.isVisible()
        sketch.session.edit("Clear", lambda _: Model())
        assert not sketch.field.isVisible()
        sketch.session.undo()
        return
    numbers = [value(entry, {}) for entry in found or model.joints[1].axis]
    assert numbers == pytest.approx(list(found or (0, 0.5, np.sqrt(0.75))))
    assert model.joints[1].axis == (found or ("0", "sin(30 deg)", "cos(30 deg)")) or found is None
    assert standing(prepare(model)) is not None
    sketch.session.undo()
