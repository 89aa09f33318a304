"""Spatial mechanisms are seen first from where their bodies can be told apart."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.prepared import prepare
from lagr_gui.scenery.camera import orbit_camera, upward
from lagr_gui.scenery.first_view import AZIMUTH, ELEVATION, SEEN, first_angles, long_axes
from lagr_gui.scenery.scene import Scene, build_scene
from tests.samples.gallery import sample

IN_SPACE = ("bennett", "cardan_shaft", "flyball_governor", "furuta_pendulum", "quadruped")


def scene_of(name: str) -> Scene:
    model = sample(name)
    return build_scene(model, standing(prepare(model)))


@pytest.mark.parametrize("name", [*IN_SPACE, "robot_arm_6r", "whipple_bicycle"])
def test_no_long_body_is_looked_along(name: str) -> None:
    scene = scene_of(name)
    towards = orbit_camera(*first_angles(scene), upward(scene.gravity)).towards
    for axis in long_axes(scene).values():
        assert np.linalg.norm(np.cross(axis, towards)) >= SEEN


def test_the_arm_of_furutas_pendulum_does_not_lie_behind_its_rod() -> None:
    scene = scene_of("furuta_pendulum")
    camera = orbit_camera(*first_angles(scene), upward(scene.gravity))
    (a, b), (c, d) = (camera.project(axis, (0, 0)) for axis in long_axes(scene).values())
    assert abs(a * d - b * c) > np.sin(np.radians(15)) * np.hypot(a, b) * np.hypot(c, d)


@pytest.mark.parametrize("name", ["spinning_top", "rolling_disc"])
def test_what_is_well_seen_is_seen_from_the_usual_place(name: str) -> None:
    assert first_angles(scene_of(name)) == (AZIMUTH, ELEVATION)
