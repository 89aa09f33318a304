"""What the animation draws where bodies hold on to body 0 follows from the motion of a joint."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.catalogue import JOINTS
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.scenery.scene import Scene, build_scene

PICTURES = {
    "revolute": "bearing",
    "prismatic": "track",
    "cylindrical": "track",
    "screw": "track",
    "universal": "bearing",
    "spherical": "bearing",
    "planar": "",
    "free": "",
    "fixed": "wall",
    "beam": "wall",
}


def scene_of(kind: str, **fields: object) -> Scene:
    """A body that moves on a joint with body 0."""
    s = System("One body")
    body = s.body("Body", mass=1, inertia=(0.1, 0.1, 0.1))
    count = JOINTS[kind].freedoms
    names = "abcdef"[: 2 if count is None else count]
    s.joint(kind, GROUND, body, *names, name="joint", **fields)
    s.start(**dict.fromkeys(names, (0.1, 1.0)))
    motion: Motion = pipeline.motion(s.model, s.simulate(until=0.5))
    return build_scene(s.model, motion)


@pytest.mark.parametrize(("kind", "sort"), PICTURES.items())
def test_a_joint_holds_on_to_body_0_as_its_motion_does(kind: str, sort: str) -> None:
    assert "".join(ground.sort for ground in scene_of(kind).grounds) == sort


def test_a_screw_runs_along_its_axis_as_far_as_it_turns() -> None:
    scene = scene_of("screw", axis=(0, 3, 4), pitch=0.5)
    (track,) = scene.grounds
    assert track.toward == pytest.approx([0, 0.6, 0.8])
    heights = scene.motion.x[1] @ track.toward
    assert np.ptp(heights) > 0.01
    assert track.ends == pytest.approx((heights.min(), heights.max()))
