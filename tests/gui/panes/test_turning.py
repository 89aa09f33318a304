"""A body that turns can be seen turning, and what travels stays in view."""

from __future__ import annotations

from math import cos

import numpy as np
import pytest
from PySide6.QtGui import QImage

from lagr_gui import pipeline
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.theme import apply_theme, theme
from lagr_gui.model import Body, Model, Parameter, Shape
from lagr_gui.scenery.scene import build_scene, crosses
from lagr_gui.scenery.values import known_values
from tests.samples.gallery import sample
from tests.systems import joint, system

SIZE = 240
SKEW = ((0.36, -0.8, 0.48), (0.48, 0.6, 0.64), (-0.8, 0.0, 0.6))
"""A turn that leaves no axis where it was; z points to the viewer, more or less."""
UNIT = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def shaft(form: str, orientation: object) -> Model:
    """A body of revolution that turns about its own axis, z."""
    size = (1, 1, 0.2) if form in ("disc", "wheel", "cylinder") else (1, 1, 1)
    size = (1.6, 1.6, 2) if form == "rod" else size
    body = Body(number=1, mass=1, shape=Shape(form=form, size=size, axis="z"))  # type: ignore[arg-type]
    bearing = joint(
        "revolute", "bearing", 0, 1, orientation=orientation, axis=(0, 0, 1), coordinates=("q1",)
    )
    return system([body], [bearing], parameters=(Parameter(name="g", value=9.81),))


def picture(model: Model, angle: float) -> np.ndarray:
    """The lightness of the picture at an angle, without the middle where the joint is drawn."""
    motion = pipeline.poses(model, np.zeros(1), np.array([[angle]]), np.zeros((1, 1)))
    view = MotionView()
    view.show_scene(build_scene(model, motion), False)
    image = view.image(SIZE, SIZE, 0.0).convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(SIZE, image.bytesPerLine())
    pixels = pixels[:, :SIZE].astype(int)
    middle = slice(SIZE // 2 - 14, SIZE // 2 + 14)
    pixels[middle, middle] = 0
    return pixels


@pytest.mark.parametrize("colors", ["light", "dark"])
@pytest.mark.parametrize("orientation", [UNIT, SKEW], ids=["plane", "space"])
@pytest.mark.parametrize("form", ["cylinder", "disc", "wheel", "sphere", "rod"])
def test_a_round_body_looks_different_when_it_has_turned(qapp, form, orientation, colors):
    before = theme().name
    apply_theme(qapp, colors)
    try:
        model = shaft(form, orientation)
        first, turned = picture(model, 0.0), picture(model, 0.5)
        assert np.count_nonzero(np.abs(first - turned) > 30) > 20
    finally:
        apply_theme(qapp, before)


def test_the_arms_of_a_cross_are_held_by_one_body_each_and_stay_at_right_angles():
    model = sample("cardan_shaft")
    trajectory, _ = pipeline.simulate_as_far(model)
    motion = pipeline.motion(model, trajectory)
    (cross,) = crosses(model, motion, known_values(model), 1.0)
    (first, a), (second, b) = cross.arms
    assert {first, second} == {1, 2} and cross.reach > 0
    angles = np.einsum("nij,j,nik,k->n", motion.R[first], a, motion.R[second], b)
    assert np.abs(angles).max() < 1e-8
    shafts = [motion.R[n] @ np.array([1.0, 0, 0]) for n in (1, 2)]
    assert shafts[1][0] @ shafts[0][0] == pytest.approx(cos(0.5))
    assert np.abs(motion.R[first] @ a @ shafts[0][0]).max() < 1e-8
    assert np.ptp(motion.R[second] @ b, axis=0).max() > 1, "it turns"


@pytest.mark.parametrize("name", ["whipple_bicycle", "quadruped"])
def test_what_travels_far_stays_in_view_and_is_seen_large(qapp, name):
    model = sample(name)
    trajectory, _ = pipeline.simulate_as_far(model)
    view = MotionView()
    view.show_scene(scene := build_scene(model, pipeline.motion(model, trajectory)), False)
    assert scene.goes_far and view.options.follow
    for t in np.linspace(trajectory.t[0], trajectory.t[-1], 5):
        shown = view.camera_at(scene, (480.0, 360.0), float(t))
        now = scene.at(float(t))
        points = shown.project(np.array([now.x[f.number] for f in scene.figures]), (480.0, 360.0))
        assert (points > 0).all() and (points < (480, 360)).all()
        assert np.ptp(points, axis=0).max() > 60


@pytest.mark.parametrize(
    "name", ["double_pendulum", "simple_pendulum", "cart_pole", "overhead_crane"]
)
def test_what_is_held_by_the_ground_is_not_followed(qapp, name):
    model = sample(name)
    trajectory, _ = pipeline.simulate_as_far(model)
    view = MotionView()
    view.show_scene(build_scene(model, pipeline.motion(model, trajectory)), False)
    assert not view.options.follow
