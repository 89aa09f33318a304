"""Spatial mechanisms are dragged through their joints from any side; free paper turns the view."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF

from lagr_gui.foundation.resource import sample_models
from tests.gui.hands import mouse

SAMPLES = {path.stem: path for path in sample_models()}
PRESS, MOVE = QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove
RELEASE = QEvent.Type.MouseButtonRelease


def drag(sketch, start: QPointF, by: tuple[float, float]) -> None:
    mouse(sketch, PRESS, start.toPoint())
    for part in (0.3, 0.6, 1.0):
        mouse(sketch, MOVE, (start + part * QPointF(*by)).toPoint())
        sketch._pointer.flush()
    mouse(sketch, RELEASE, (start + QPointF(*by)).toPoint())


def pixel_of(sketch, body: int) -> QPointF:
    x, y = sketch.camera.project(sketch.stand.scene.motion.x[body][0], sketch.size_)
    return QPointF(float(x), float(y))


@pytest.mark.parametrize("name", ["furuta_pendulum", "bennett", "robot_arm_6r"])
def test_a_body_follows_the_pointer_in_space(window, name: str) -> None:
    window.open_sample(SAMPLES[name])
    window.show_view("sketch")
    sketch, session = window.sketch, window.session
    assert not sketch.planar
    body = session.model.numbers[-1]
    before, steps = pixel_of(sketch, body), len(session.document.steps)
    right = sketch.camera.right.copy()
    by = (18.0, -14.0)
    drag(sketch, before, by)
    assert np.array_equal(sketch.camera.right, right), "the view stays"
    assert len(session.document.steps) == steps + 1 and session.report.sound
    moved = pixel_of(sketch, body) - before
    assert np.hypot(moved.x() - by[0], moved.y() - by[1]) < np.hypot(*by)
    session.undo()


def test_free_paper_turns_what_is_seen(window) -> None:
    window.open_sample(SAMPLES["robot_arm_6r"])
    window.show_view("sketch")
    sketch, right = window.sketch, window.sketch.camera.right.copy()
    steps = len(window.session.document.steps)
    drag(sketch, QPointF(sketch.width() - 30, sketch.height() - 60), (40, 10))
    assert not np.array_equal(sketch.camera.right, right)
    assert len(window.session.document.steps) == steps


def test_what_is_near_is_larger_in_space_and_not_in_a_plane(window) -> None:
    window.open_sample(SAMPLES["robot_arm_6r"])
    window.show_view("sketch")
    sketch, ball = window.sketch, 0.1

    def seen(depth: float) -> float:
        camera = sketch.camera
        middle = camera.centre + depth * camera.towards
        ends = [camera.project(middle + side * camera.right, sketch.size_) for side in (0, ball)]
        return float(np.hypot(*(ends[1] - ends[0])))

    assert seen(0.2) > 1.05 * seen(-0.2)
    sketch.lens.box.choose("xz")
    sketch.fit()
    assert seen(0.2) == pytest.approx(seen(-0.2))
    sketch.lens.box.choose("")
