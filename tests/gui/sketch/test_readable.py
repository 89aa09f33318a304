"""Values in the sketch can be read: none stands on another, on an arrow, or on what it measures."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from lagr_gui.drawing.labels import LabelBox
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.sketch.pointer.moved_joint import seen_joint
from tests.gui.sketch.test_drawing import Pencil, four_bar


@pytest.fixture
def pencil(window):
    """The sketch of an empty drawing, with a pencil."""
    window.show_view("sketch")
    window.sketch.fit()
    window.sketch.setFocus()
    yield Pencil(window.sketch)
    window.sketch.take("select")


def boxes(sketch) -> dict[str, QRectF]:
    sketch.grab()
    return {f"{entry.sort} {entry.name}": entry.box for entry in sketch.written}


def keeps_clear(sketch) -> None:
    found = boxes(sketch)
    for (a, one), (b, other) in combinations(found.items(), 2):
        assert not one.intersects(other), (a, b)
    for body, place in sketch.stand.scene.motion.x.items():
        if body:
            x, y = sketch.camera.project(place[0], sketch.size_)
            mark = QRectF(x - 3, y - 3, 6, 6)
            assert not any(box.intersects(mark) for box in found.values()), body
    arrows(sketch, found)


def arrows(sketch, found: dict[str, QRectF]) -> None:
    """No value stands on the arrow of a slide."""
    stand = sketch.stand
    values = dict(zip(stand.coordinates, stand.scene.motion.q[0], strict=False))
    for joint in stand.model.joints:
        if len(joint.coordinates) != 1 or joint.coordinates[0] not in values:
            continue
        seen = seen_joint(stand, sketch.camera, sketch.size_, joint)
        if seen is None or seen.way is None:
            continue
        tip = seen.centre + 46 * seen.way / np.hypot(*seen.way)
        for name, box in found.items():
            middle = box.center()
            room = LabelBox(middle.x(), middle.y(), box.width() - 6, box.height() - 6)
            assert not room.crossed_by(seen.centre, tip), name


def cart_with_rod(pencil) -> None:
    """A box that slides on the ground, with a spring to a wall and a rod hung on it."""
    pencil.take("B")
    pencil.pull((0.3, 0.5), (0.7, 0.65))
    pencil.take("S")
    pencil.pull((0.5, 0.575), (0.9, 0.575))
    pencil.take("R")
    pencil.pull((0.5, 0.575), (0.75, 0.145))


def test_a_cart_with_a_rod_can_be_read(window, pencil) -> None:
    cart_with_rod(pencil)
    keeps_clear(window.sketch)
    found = boxes(window.sketch)
    assert len(found) == 5, found


def test_the_width_of_a_box_is_written_outside_whatever_hangs_on_it(window, pencil) -> None:
    cart_with_rod(pencil)
    sketch = window.sketch
    cart = QRectF(sketch.pixel((0.3, 0.65)), sketch.pixel((0.7, 0.5)))
    found = boxes(sketch)
    assert not found["length a1"].intersects(cart)
    assert not found["length b1"].intersects(cart)


def test_a_four_bar_can_be_read_and_lengths_stand_off_their_rods(window, pencil) -> None:
    four_bar(pencil)
    keeps_clear(window.sketch)
    sketch = window.sketch
    for body in (1, 2, 3):
        box = boxes(sketch)[f"length l{body}"]
        motion = sketch.stand.scene.motion
        along = motion.R[body][0][:, 0] * 0.1
        a, b = (sketch.camera.project(motion.x[body][0] + s * along, sketch.size_) for s in (-1, 1))
        middle = box.center()
        assert not LabelBox(middle.x(), middle.y(), box.width(), box.height()).crossed_by(a, b)


@pytest.mark.parametrize("path", sample_models(), ids=lambda path: path.stem)
def test_samples_can_be_read(window, path) -> None:
    window.open_sample(path)
    window.show_view("sketch")
    if window.sketch.planar:
        window.sketch.grab()
        for one, other in combinations([entry.box for entry in window.sketch.written], 2):
            assert not one.intersects(other)


def test_the_same_drawing_is_always_labelled_alike(window, pencil) -> None:
    four_bar(pencil)
    assert boxes(window.sketch) == boxes(window.sketch)
