"""What the pointer takes hold of: the body that is nearest to the viewer, where one sees it."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.gui.panes.animation.grasping import (
    GraspedBeam,
    grasped,
    grasped_beam,
    held_place,
    place_of,
)
from lagr_gui.model import Body, Inertia, Shape
from lagr_gui.scenery.camera import orbit_camera, plane_camera
from lagr_gui.scenery.scene import build_scene
from tests.samples.gallery import sample
from tests.systems import joint, system

SIZE = 400.0, 300.0
UP = np.array([0.0, 0.0, 1.0])


def two(form: str):
    """Two bodies in free space, one behind the other for who looks along −x."""
    shape = Shape(form=form, size=(0.4, 0.4, 0.4))
    solid = {"mass": 1, "inertia": Inertia(xx=1, yy=1, zz=1), "shape": shape}
    model = system(
        [Body(number=1, **solid), Body(number=2, **solid)],
        [
            joint("spherical", "near", 0, 1, point_parent=(1, 0, 0), coordinates=("a", "b", "c")),
            joint("spherical", "far", 0, 2, point_parent=(-1, 0.3, 0), coordinates=("d", "e", "f")),
        ],
        parameters=(),
        gravity=(0, 0, 0),
    )
    scene = build_scene(model, pipeline.start_motion(model))
    return scene, scene.at(0.0), orbit_camera(0.0, 0.0, UP)


@pytest.mark.parametrize("form", ["sphere", "box"])
def test_the_nearer_body_is_taken_at_its_surface(form):
    scene, now, camera = two(form)
    at = camera.project(now.x[1] + np.array([0, 0.15, 0.05]), SIZE)
    found = grasped(scene, now, camera, SIZE, at)
    assert found is not None and found.body == 1
    held = now.x[1] + now.R[1] @ found.point
    assert camera.project(held, SIZE) == pytest.approx(at)
    if form == "sphere":
        assert np.linalg.norm(found.point) == pytest.approx(0.2)
    assert (held - now.x[1]) @ camera.towards > 0, "on the side of the viewer"
    assert place_of(camera, at, SIZE, found.depth) == pytest.approx(held)


@pytest.mark.parametrize("form", ["sphere", "box"])
def test_what_is_seen_beside_it_is_the_other_one(form):
    scene, now, camera = two(form)
    at = camera.project(now.x[2] + np.array([0, 0.15, 0]), SIZE)
    found = grasped(scene, now, camera, SIZE, at)
    assert found is not None and found.body == 2
    away = camera.project(np.array([0, 0, 0.6]), SIZE)
    assert grasped(scene, now, camera, SIZE, away) is None


@pytest.mark.parametrize("xi", [0.0, 0.31, 0.5, 1.0])
def test_a_beam_is_taken_at_the_point_under_the_pointer(xi):
    model = sample("cantilever")
    scene = build_scene(model, pipeline.start_motion(model))
    now, camera = scene.at(0.0), plane_camera("xy", scene.gravity)
    wanted = held_place(now, GraspedBeam("beam", np.array([xi, 0.0, 0.0]), 0.0))
    at = camera.project(wanted, SIZE)
    found = grasped_beam(scene, now, camera, SIZE, at)
    assert found is not None and found.body == "beam"
    assert found.point == pytest.approx([xi, 0, 0], abs=1e-6)
    assert place_of(camera, at, SIZE, found.depth) == pytest.approx(wanted)
    assert grasped_beam(scene, now, camera, SIZE, at + np.array([0, 30.0])) is None
