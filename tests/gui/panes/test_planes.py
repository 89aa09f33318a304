"""Walls and floors are seen in the animation: where they are, as far as the motion goes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.model import Model
from lagr_gui.scenery.planes import corners_along
from lagr_gui.scenery.scene import Scene, build_scene
from tests.samples.gallery import sample


def moved(model: Model, until: float = 1.0) -> Scene:
    """The scene of a model along its motion."""
    settings = replace(pipeline.settings_of(model), t_end=until, points=101)
    return build_scene(model, pipeline.motion(model, pipeline.simulate(model, settings)))


@pytest.mark.parametrize(
    ("name", "normals"),
    [
        ("bouncing_ball", {"floor": (0, 1, 0), "wall": (-1, 0, 0)}),
        ("double_pendulum_wall", {"wall": (-1, 0, 0)}),
        ("rolling_disc", {"table": (0, 0, 1)}),
    ],
)
def test_planes_lie_below_the_whole_motion_and_are_in_the_picture(name: str, normals) -> None:
    scene = moved(sample(name))
    assert {p.element: tuple(p.normal) for p in scene.planes} == normals
    for plane in scene.planes:
        heights = plane.corners @ plane.normal
        assert np.ptp(heights) == pytest.approx(0)
        for x in (x for number, x in scene.motion.x.items() if number):
            assert ((x @ plane.normal) > heights[0]).all(), "bodies are before it"
        low, high = plane.corners.min(axis=0), plane.corners.max(axis=0)
        feet = scene.motion.x[max(scene.motion.x)]
        aside = plane.normal == 0
        assert ((low <= feet) & (feet <= high))[:, aside].all()
        for corner in plane.corners:
            assert (np.abs(scene.extent - corner).max(axis=1) < 1e-12).any(), "Fit shows it"


@pytest.mark.parametrize("name", ["bouncing_ball", "rolling_disc"])
def test_they_are_drawn_in_the_plane_and_in_space(qapp, name: str) -> None:
    view, scene = MotionView(), moved(sample(name))
    view.show_scene(scene, keep=False)
    seen = view.image(320, 240, 0.5)
    view.show_scene(replace(scene, planes=()), keep=False)
    assert view.image(320, 240, 0.5) != seen


def test_a_plane_of_a_moving_body_moves_with_it() -> None:
    scene = moved(sample("ball_on_turntable"))
    (plane,) = scene.planes
    ways = corners_along(scene.motion, plane).reshape(-1, 4, 3)
    assert np.ptp(ways, axis=0)[:, :2].min() > 0.1, "the table turns"
    assert np.ptp(ways @ plane.normal) == pytest.approx(0)
