"""What is written in the sketch does not cover itself, and nothing of the mechanism is cut."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication

from lagr_gui.drawing.labels import LabelBox
from lagr_gui.editing.edits import set_start
from lagr_gui.gui.sketch import labels
from lagr_gui.gui.sketch.pointer.tools import TOOLS
from lagr_gui.gui.theme import theme
from lagr_gui.scenery.strokes import SceneSight
from tests.gui.sketch.opened import opened

SAMPLES = ("cart_pole", "four_bar", "newtons_cradle", "gear_train", "parallelogram", "slider_crank")


@pytest.fixture(params=SAMPLES)
def sketch(request, qtbot):
    with opened(qtbot, request.param) as shown:
        yield shown


def test_values_of_coordinates_stand_in_the_picture_and_on_no_other(sketch) -> None:
    boxes = [entry.box for entry in sketch.written if entry.sort == "coordinate"]
    assert boxes
    for box in boxes:
        assert QRectF(sketch.rect()).contains(box)
    for one, other in combinations(boxes, 2):
        assert not one.intersects(other)


@pytest.mark.parametrize(("angle", "text"), [(1e-13, "0°"), (-2e-13, "0°"), (0.01, "0.573°")])
def test_what_rounding_leaves_of_an_angle_of_zero_is_written_as_zero(
    qtbot, monkeypatch, angle, text
) -> None:
    written = []
    draw = labels.draw_formula

    def drawn(painter, box, align, formula) -> None:
        written.append(formula)
        draw(painter, box, align, formula)

    monkeypatch.setattr(labels, "draw_formula", drawn)
    with opened(qtbot, "simple_pendulum") as shown:
        shown.session.edit("Change a start value", lambda m: set_start(m, "q1", angle, 0))
        written.clear()
        shown.grab()
    assert f"q₁ = {text}" in written


def test_the_mechanism_stands_beside_the_tools(sketch) -> None:
    at = sketch.camera.project(sketch.stand.scene.extent, sketch.size_)
    assert np.all(at[:, 0] > sketch.strip.geometry().right())
    assert np.all((at > 0) & (at < sketch.size_))


def test_texts_stand_in_the_picture_and_on_no_body_and_no_hatching(sketch) -> None:
    sight = SceneSight(sketch.stand.scene, sketch.stand.scene.at(0.0), sketch.camera, sketch.size_)
    plain = [
        f for f in sight.scene.figures if f.solid and len(f.solid.corners) and not f.solid.radius
    ]
    chains = [np.vstack([edge, edge[:1]]) for edge in map(sight.outline, plain)]
    supports = [support for ground in sight.scene.grounds if (support := sight.support(ground))]
    for line in (support.line for support in supports if support.line):
        (_, first), (_, last) = line.hatching[[0, -1]]
        chains.append(np.array([first, *line.ends, last, first]))
    for entry in sketch.written:
        middle, box = entry.box.center(), entry.box
        label = LabelBox(middle.x(), middle.y(), box.width(), box.height())
        assert QRectF(sketch.rect()).contains(box)
        assert not any(label.crossed_by(*ends) for chain in chains for ends in pairwise(chain))


@pytest.mark.parametrize("wide", [330, 640])
def test_what_is_said_stands_below_the_picture_and_is_whole(qtbot, wide) -> None:
    with opened(qtbot, "robot_arm_6r") as shown:
        shown.resize(wide, 440)
        for tool in TOOLS:
            shown.take(tool.name)
            hint = shown.hint
            assert shown.rect().contains(hint.geometry()), tool.name
            assert hint.height() >= hint.heightForWidth(hint.width()), tool.name
        shown.take("select")
        assert shown.hint.geometry().top() >= shown.size_[1]
        at = shown.camera.project(shown.stand.scene.extent, shown.size_)
        assert np.all((at > 0) & (at < shown.size_))


def test_nothing_is_painted_below_the_picture(sketch) -> None:
    sketch.hint.hide()
    sketch.zoom_by(3.0)
    picture, paper = sketch.grab().toImage(), theme().color("paper")
    left = sketch.strip.geometry().right() + 1
    below = range(round(sketch.size_[1]), sketch.height(), 5)
    assert all(
        picture.pixelColor(x, y) == paper for y in below for x in range(left, sketch.width(), 3)
    )


def test_tools_take_no_more_than_half_of_a_narrow_sketch_and_unfold_to_the_pointer(sketch) -> None:
    strip = sketch.strip
    for size in ((900, 600), (260, 200)):
        sketch.resize(*size)
        assert 2 * strip.geometry().right() < size[0] + 16
    assert [name for name, button in strip.buttons.items() if not button.isHidden()] == ["select"]
    sketch.take("rod")
    assert [name for name, button in strip.buttons.items() if not button.isHidden()] == ["rod"]
    QApplication.sendEvent(strip, QEnterEvent(QPointF(), QPointF(), QPointF()))
    assert not any(button.isHidden() for button in strip.buttons.values())
    QApplication.sendEvent(strip, QEvent(QEvent.Type.Leave))
    assert not strip.buttons["rod"].isHidden() and strip.buttons["select"].isHidden()


def test_no_text_stands_under_the_tools(sketch) -> None:
    sketch.camera = sketch.camera.panned(-150.0, 0.0)
    sketch.grab()
    tools = QRectF(sketch.strip.geometry())
    free = [entry for entry in sketch.written if entry.sort != "measure"]
    assert free
    assert not any(entry.box.intersects(tools) for entry in free)
