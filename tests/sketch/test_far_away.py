"""Pictures of motions that run away: what is drawn is what is seen, and no more."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui import pipeline
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Body, Inertia, Model, Shape, StartValue
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.seeing import DISTANT, ROOM, near_chain, seen_part
from lagr_gui.scenery.strokes import SceneSight
from tests.systems import element, joint, system

SIZE = 600.0, 400.0
MOST = int((SIZE[0] + SIZE[1] + 4 * ROOM) / symbols.HATCH)
"""No picture and the room about it has more strokes of one hatched line."""
NEAR = DISTANT * (1 + 1e-12)
FAR = [1.0, 1e3, 1e8, 1e14, 1e100, 1e300, float("inf"), float("nan")]
PLACES = st.floats(-1e12, 1e12)


@cache
def drawn() -> tuple[Model, Motion]:
    """A sled on its rail with a wheel, on a spring and a dashpot."""
    model = system(
        [
            Body(number=1, mass=1, shape=Shape(form="box", size=(0.3, 0.1, 0.1))),
            Body(
                number=2,
                mass=1,
                inertia=Inertia(zz=1),
                shape=Shape(form="disc", size=(0.2, 0.2, 0.05)),
            ),
        ],
        [
            joint("prismatic", "rail", 0, 1, coordinates=("x",)),
            joint("revolute", "axle", 1, 2, coordinates=("q",)),
        ],
        [
            element("coordinate_spring", "s", coordinate="x", c=1),
            element("dashpot", "d", body_a=0, body_b=2, k=1, point_b=(0, 0.1, 0)),
        ],
        start=(StartValue(coordinate="x", position=0.3),),
    )
    return model, pipeline.start_motion(model)


def runaway(far: float) -> Scene:
    """The same, thrown far to both sides."""
    model, found = drawn()
    t = np.linspace(0.0, 1.0, 5)
    with np.errstate(all="ignore"):
        reach = 1 + far * np.linspace(-1, 1, 5)[:, None]

    def thrown(table, moved):
        return {key: np.repeat(at, 5, 0) * (moved if key else 1) for key, at in table.items()}

    with np.errstate(all="ignore"):
        x, joints = thrown(found.x, reach), thrown(found.joints, reach)
        lines, R = thrown(found.lines, reach[..., None]), thrown(found.R, 1)
    moved = replace(found, t=t, x=x, joints=joints, lines=lines, R=R)
    return build_scene(model, moved)


@pytest.mark.parametrize("far", FAR)
def test_what_is_drawn_is_bounded_however_far_a_motion_goes(far):
    scene = runaway(far)
    camera = plane_camera("xy", scene.gravity)
    for follow in (True, False):
        extent = scene.travel.extent if follow else scene.extent
        for t in np.linspace(0.0, 1.0, 3):
            centre = scene.travel.at(t) if follow else np.zeros(3)
            fitted = camera.fitted(extent, SIZE)
            seen = replace(fitted, centre=fitted.centre + centre)
            sight = SceneSight(scene, scene.at(t), seen, SIZE)
            supports = [support for g in scene.grounds if (support := sight.support(g))]
            lines = [support.line for support in supports if support.line]
            lines += [line for plane in scene.planes if (line := sight.plane(plane))]
            assert all(len(line.hatching) <= MOST for line in lines)
            ways = [way for line in scene.lines for way in sight.line(line)]
            assert all(np.abs(near_chain(way)).max(initial=0) <= NEAR for way in ways)


@settings(max_examples=30)
@given(PLACES, PLACES, PLACES, PLACES)
def test_the_part_of_a_line_that_is_seen_is_that_of_the_whole(x, y, u, v):
    """What lies in the picture is on the part, and the part ends beside the picture."""
    a, b = np.array([x, y]), np.array([u, v])
    part = seen_part(a, b, SIZE)
    inside = [w for w in np.linspace(0, 1, 41) if _within(a + w * (b - a), 0.0)]
    if part is None:
        assert not inside
        return
    assert 0 <= part[0] < part[1] <= 1
    assert all(part[0] - 1e-9 <= w <= part[1] + 1e-9 for w in inside)
    assert _within(a + (part[0] + part[1]) / 2 * (b - a), ROOM * 1.001)


@settings(max_examples=40)
@given(st.floats(0, 5000), st.floats(10, 9000), st.floats(-50, 450))
def test_the_strokes_of_a_hatched_line_stand_where_they_do_on_the_whole_of_it(left, right, y):
    """So they move along with the ground."""
    scene, camera = runaway(0.0), plane_camera("xy", np.array([0.0, -9.81, 0.0]))
    sight = SceneSight(scene, scene.at(0.0), replace(camera, scale=1.0), SIZE)
    ends = np.array([[-left, y], [right, y]])
    whole = symbols.hatching(*ends, 1.0)
    line = sight._hatched(ends, np.array([0.0, -1.0]))
    assert line is not None
    seen = [stroke for stroke in whole if 0 < stroke[0, 0] < SIZE[0]]
    mine = [stroke for stroke in line.hatching if 0 < stroke[0, 0] < SIZE[0]]
    assert np.allclose(np.array(seen)[:, 0], np.array(mine)[:, 0])


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(), st.floats()), min_size=1, max_size=6))
def test_a_chain_is_drawn_with_numbers_that_painters_can_count_with(points):
    chain = np.array(points)
    with np.errstate(all="ignore"):
        near = near_chain(chain)
    assert np.isfinite(near).all() and np.abs(near).max(initial=0) <= NEAR
    if np.abs(chain).max() <= DISTANT:
        assert near is chain


def _within(point: np.ndarray, room: float) -> bool:
    return all(-room <= p <= length + room for p, length in zip(point, SIZE, strict=True))
