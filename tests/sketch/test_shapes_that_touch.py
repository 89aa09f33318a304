"""Shapes of contacts are drawn as what they are; locks and arrows stand where they touch."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.scenery.rubbing import rubbing_places
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.signs import mode_signs
from lagr_gui.scenery.strokes import SceneSight

R, L, HALF, AXIS = 0.2, 0.7, (0.3, 0.2, 0.4), (2.0, 3.0, 6.0)


def scene(shape: str, joint: str, axis: tuple[float, float, float]) -> Scene:
    s = System("one", gravity=(0, -1, 0))
    body = s.body("one", mass=1, inertia=(1, 1, 1))
    s.joint(joint, GROUND, body, *"xyzabc"[: 3 if joint == "planar" else 6])
    sizes = {"radius_a": R, "length_a": L, "half_a": HALF, "axis_a": axis, "point_a": (0.1, 0, 0)}
    s.element("contact", "it", body_a=body, shape_a=shape, body_b=GROUND, **sizes)
    s.start(x=0, y=3)
    return build_scene(s.model, pipeline.start_motion(s.model))


def beyond(shape: str, points: Array, axis: Array) -> Array:
    """How far points (n, 3) lie outside of a shape about (0.1, 0, 0)."""
    points, unit = points - (0.1, 0, 0), axis / np.linalg.norm(axis)
    along = points @ unit
    across = np.linalg.norm(points - np.outer(along, unit), axis=1)
    if shape == "ball":
        return np.linalg.norm(points, axis=1) - R
    if shape == "capsule":
        return np.hypot(across, np.maximum(np.abs(along) - L / 2, 0)) - R
    if shape == "box":
        return np.max(np.abs(points) - HALF, axis=1)
    half = L / 2 if shape == "cylinder" else 0.0
    return np.maximum(across - R, np.abs(along) - half)


@pytest.mark.parametrize("shape", ["ball", "capsule", "box", "disc", "cylinder"])
def test_lines_of_a_shape_lie_on_it_and_reach_round_it(shape: str) -> None:
    drawn = [c.points for key, c in scene(shape, "free", AXIS).curves if key == "element:it"]
    points, unit = np.concatenate(drawn), np.array(AXIS) / 7
    assert beyond(shape, points, unit) == pytest.approx(0, abs=1e-9)
    half = {"ball": R, "capsule": L / 2 + R, "disc": 0, "cylinder": L / 2}.get(shape)
    if half is not None:
        assert np.ptp(points @ unit) == pytest.approx(2 * half, abs=1e-9)
    else:
        assert np.ptp(points, axis=0) == pytest.approx(2 * np.array(HALF))


@pytest.mark.parametrize(
    ("shape", "axis", "spans"),
    [
        ("ball", (0, 0, 1), (2 * R, 2 * R)),
        ("capsule", (0, 3, 0), (2 * R, L + 2 * R)),
        ("capsule", (0, 0, 1), (2 * R, 2 * R)),
        ("box", (0, 0, 1), (0.6, 0.4)),
        ("disc", (0, 0, 1), (2 * R, 2 * R)),
        ("disc", (1, 1, 0), (2 * R / sqrt(2),) * 2),
        ("cylinder", (5, 0, 0), (L, 2 * R)),
    ],
)
def test_in_the_plane_its_outline_is_seen(
    shape: str, axis: tuple[float, float, float], spans: tuple[float, float]
) -> None:
    (outline,) = [c.points for key, c in scene(shape, "planar", axis).curves if "it" in key]
    assert (outline[0] == outline[-1]).all()
    assert np.ptp(outline[:, :2], axis=0) == pytest.approx(spans)
    assert np.mean([outline[:, :2].min(axis=0), outline[:, :2].max(axis=0)], axis=0) == (
        pytest.approx((0.1, 0))
    )


def test_a_contact_has_an_arrow_while_it_slides_and_a_lock_while_it_sticks() -> None:
    s = System("box", g=9.81)
    body = s.body("box", mass=2, inertia=(0.1, 0.1, 0.1))
    s.joint("planar", GROUND, body, "x", "y", "p")
    box = {"shape_a": "box", "half_a": (0.3, 0.2, 0), "mu": 0.4, "restitution": 0}
    s.element("contact", "feet", body_a=body, body_b=GROUND, **box)
    s.start(x=(0, -1.0), y=(0.2, 0))
    motion = s.simulate(until=0.4, points=41)
    key = "element:feet"
    assert [motion.senses_at(t) for t in (0.1, 0.39)] == [{key: 1}, {key: 0}]
    drawn = build_scene(s.model, pipeline.poses(s.model, motion.t, motion.q, motion.qd))
    camera = plane_camera("xy", drawn.gravity).fitted(drawn.extent, (400.0, 300.0))
    sight = SceneSight(drawn, drawn.at(0.1), camera, (400.0, 300.0))
    place = rubbing_places(sight)[key]
    foot = sight.flat(np.array([np.interp(0.1, motion.t, motion.q[:, 0]), 0, 0]))
    assert place.at == pytest.approx(foot, abs=0.5) and place.way == pytest.approx((-1, 0))
    assert [sign.role for sign in mode_signs(sight, {key: 1})] == ["sliding"]
    assert [sign.role for sign in mode_signs(sight, {key: 0})] == ["bow", "lock"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("contact", {"shape_a": "ball", "shape_b": "box", "half_b": (0.5, 0.5, 0.5)}),
        ("contact", {"shape_a": "ball", "shape_b": "ball", "radius_b": 0.5}),
        (
            "contact",
            {
                "shape_a": "ball",
                "shape_b": "capsule",
                "radius_b": 0.5,
                "axis_b": (1, 0, 0),
                "length_b": 1,
            },
        ),
        ("contact", {"shape_a": "disc", "point_b": (0, 0.5, 0)}),
        ("wall", {"plane_point": (0, 0.5, 0)}),
        ("bumper", {"distance": 0.6, "share": 1 / 6}),
        ("follower", {"curve": "0.6", "restitution": 0}),
    ],
)
def test_each_contact_is_marked_where_it_touches(kind: str, fields: dict[str, object]) -> None:
    """The middle of what has the radius 0.1 is at (0, 0.6, 0) and goes to the right."""
    s = System("one", g=1)
    body = s.body("one", mass=1, inertia=(1, 1, 1))
    s.joint("planar", GROUND, body, "x", "y", "p")
    ends = {"contact": "body_a", "bumper": "body_a"}
    radius = {"contact": "radius_a", "bumper": ""}.get(kind, "radius")
    sizes: dict[str, object] = {radius: 0.1} if radius else {}
    s.element(kind, "it", mu=0.2, **{ends.get(kind, "body"): body}, **sizes, **fields)
    s.start(x=(0, 1), y=0.6)
    t, q = np.array([0, 0.01]), np.array([[0, 0.6, 0], [0.01, 0.6, 0]])
    drawn = build_scene(s.model, pipeline.poses(s.model, t, q, np.zeros((2, 3)), checked=False))
    camera = plane_camera("xy", drawn.gravity).fitted(drawn.extent, (400.0, 300.0))
    sight = SceneSight(drawn, drawn.at(0), camera, (400.0, 300.0))
    place = rubbing_places(sight)["element:it"]
    assert place.at == pytest.approx(sight.flat(np.array([0, 0.5, 0])), abs=0.5)
    assert place.way == pytest.approx((1, 0), abs=0.02) and place.away == pytest.approx(
        (0, 1), abs=0.02
    )


def test_a_picture_that_goes_along_holds_the_shapes_too() -> None:
    travel = scene("box", "free", (0, 0, 1)).travel
    assert np.ptp(travel.extent, axis=0) == pytest.approx(2 * np.array(HALF) + (0.1, 0, 0), abs=0.1)
