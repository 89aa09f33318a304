"""Springs and dampers in joints have signs about their pins, which turn as the bodies do."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.model import Model
from lagr_gui.scenery.camera import orbit_camera, plane_camera, upward
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.strokes import HINGE, SceneSight
from tests.samples.gallery import sample


def arm(start: float = 0.3, second: float = 0.7) -> Model:
    """Two rods on hinges; in the second one act a spring and two dampers."""
    system = System("arm")
    upper, lower = system.body("upper", mass=1), system.body("lower", mass=1)
    system.joint("revolute", 0, upper, "q1", point_child=(0, 0.5, 0))
    place = {"point_parent": (0, -0.5, 0), "point_child": (0, 0.5, 0)}
    system.joint("revolute", upper, lower, "q2", name="knee", **place)
    system.element("coordinate_damper", "oil", coordinate="q2", k=1)
    system.element("coordinate_spring", "spiral", coordinate="q2", c=5)
    system.element("coordinate_damper", "grease", coordinate="q2", k=2)
    system.start(q1=start, q2=second)
    return system.model


def seen(model: Model) -> SceneSight:
    scene = build_scene(model, pipeline.start_motion(model))
    camera = plane_camera(scene.motion.planar or "xy", scene.gravity).fitted(
        scene.extent, (800.0, 600.0)
    )
    return SceneSight(scene, scene.at(0.0), camera, (800.0, 600.0))


def strokes(sight: SceneSight, name: str) -> list[np.ndarray]:
    """The strokes of an element from the middle of its joint (pixels)."""
    (found,) = (torsion for torsion in sight.scene.torsions if torsion.name == name)
    return [sight.flat(way) - sight.joints[found.joint] for way in sight.torsion(found)]


def test_signs_lie_around_each_other_and_clear_of_the_pin() -> None:
    sight = seen(arm())
    reach = HINGE + 1.0
    for name in ("spiral", "oil", "grease"):
        off = np.hypot(*np.concatenate(strokes(sight, name)).T)
        assert off.min() > reach
        reach = off.max() - 1e-6


@pytest.mark.parametrize("turn", [-2.0, -0.4, 0.9, 2.5])
def test_a_spiral_is_wound_by_the_angle_of_its_joint(turn: float) -> None:
    model = arm()
    scene = build_scene(model, pipeline.start_motion(model))
    turned = scene.along(pipeline.start_motion(arm(second=0.7 + turn)))
    windings, ends = [], []
    for one in (scene, turned):
        camera = plane_camera("xy", scene.gravity)
        sight = SceneSight(one, one.at(0.0), camera, (800.0, 600.0))
        (way,) = strokes(sight, "spiral")
        angles = np.unwrap(np.arctan2(-way[:, 1], way[:, 0]))
        windings.append(angles[-1] - angles[0])
        ends.append((way[0], way[-1]))
    assert windings[0] == pytest.approx(4 * pi)
    assert windings[1] - windings[0] == pytest.approx(turn)
    (inner, outer), (held, moved) = ends
    assert held == pytest.approx(inner), "its inner end stays with the parent"
    back = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    assert moved == pytest.approx(back @ outer), "its outer end goes along with the child"


def test_a_spiral_ends_on_the_bar_of_its_child() -> None:
    sight = seen(arm())
    (way,) = strokes(sight, "spiral")
    bar = sight.centres[2] - sight.joints["knee"]
    assert way[-1] @ bar == pytest.approx(np.hypot(*way[-1]) * np.hypot(*bar))


@pytest.mark.parametrize("second", [-1.2, -0.5, 0.5, 1.2])
def test_a_dashpot_keeps_off_the_bar_of_the_parent(second: float) -> None:
    sight = seen(arm(second=second))
    middle = np.concatenate(strokes(sight, "oil")).mean(axis=0)
    parent, child = (sight.centres[body] - sight.joints["knee"] for body in (1, 2))
    sides = [np.sign(child[0] * way[1] - child[1] * way[0]) for way in (middle, parent)]
    assert sides[0] == -sides[1]


def test_what_acts_on_a_slide_has_no_spiral() -> None:
    assert not seen(sample("loudspeaker")).scene.torsions
    both = [element.kind for element in sample("flexible_arm").elements]
    assert len(seen(sample("flexible_arm")).scene.torsions) == len(both) > 2


def test_signs_shrink_where_joints_lie_close() -> None:
    model = arm()
    scene = build_scene(model, pipeline.start_motion(model))
    wide = {}
    for scale in (300.0, 40.0):
        camera = plane_camera("xy", scene.gravity)
        camera = replace(camera, scale=scale)
        sight = SceneSight(scene, scene.at(0.0), camera, (800.0, 600.0))
        wide[scale] = np.hypot(*np.concatenate(strokes(sight, "grease")).T).max()
    assert wide[40.0] < 40.0 / 2 + 1e-6 < wide[300.0] * 2


def scene_in_space() -> Scene:
    model = sample("robot_arm_6r")
    return build_scene(model, pipeline.start_motion(model))


@pytest.mark.parametrize("azimuth", [35.0, 215.0])
def test_in_space_signs_lie_outside_of_the_bodies_toward_the_eye(azimuth: float) -> None:
    scene = scene_in_space()
    camera = orbit_camera(azimuth, 22.0, upward(scene.gravity)).fitted(scene.extent, (800, 600))
    sight = SceneSight(scene, scene.at(0.0), camera, (800.0, 600.0))
    assert len(scene.torsions) == 12
    for torsion in scene.torsions:
        axis = sight.now.R[torsion.pin.body] @ torsion.pin.axis
        for way in sight.torsion(torsion):
            level = (way - sight.now.joints[torsion.joint]) @ axis
            low, high = torsion.pin.ends
            assert np.ptp(level) < 1e-9
            assert level[0] == pytest.approx(high if axis @ camera.towards > 0 else low)
