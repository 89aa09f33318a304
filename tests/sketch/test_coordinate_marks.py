"""Arcs and arrows show the coordinates: what they measure is what the motion says."""

from __future__ import annotations

from dataclasses import replace
from math import atan2

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.exchange.documents.sketch import HIGH, WIDTH, DrawnMechanism, sketch
from lagr_gui.prepared import prepare
from lagr_gui.scenery.camera import plane_camera
from lagr_gui.scenery.coordinate_signs import counted_coordinates
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.strokes import SceneSight
from lagr_gui.subsystems import flat
from tests.samples.gallery import NAMES, sample
from tests.systems import pendulum


def measured(scene: Scene) -> dict[str, float]:
    """The coordinates as marks measure them at the first instant."""
    now = scene.at(scene.motion.t[0])
    values: dict[str, float] = {}
    for mark in scene.marks:
        held = now.R[mark.parent]
        way = held.T @ (now.joints[mark.joint] - now.x[mark.parent]) - mark.point
        values |= {name: way @ axis for name, axis in zip(mark.names, mark.axes, strict=True)}
        if mark.name:
            arm = held.T @ now.R[mark.child] @ mark.arm
            side = np.cross(mark.axis, mark.rest)
            values[mark.name] = atan2(float(arm @ side), float(arm @ mark.rest))
    return values


@pytest.mark.parametrize("name", NAMES)
def test_marks_measure_the_coordinates_of_their_joints(name: str) -> None:
    model = flat(sample(name))
    motion = pipeline.start_motion(model)
    scene = build_scene(model, motion)
    start = dict(zip(prepare(model).coordinates, motion.q[0], strict=True))
    turns = {mark.name for mark in scene.marks}
    for coordinate, value in measured(scene).items():
        if coordinate not in start:
            continue  # of a joint that is cut
        off = value - start[coordinate]
        if coordinate in turns:
            off = np.angle(np.exp(1j * off))
        assert off == pytest.approx(0.0, abs=1e-9 * scene.size), coordinate


def test_an_arc_ends_where_the_body_is_and_goes_the_short_way() -> None:
    model = pendulum()
    motion = pipeline.start_motion(model)
    scene = build_scene(model, motion)
    for angle in (-2.0, 0.5, 2.5):
        c, s = np.cos(angle), np.sin(angle)
        turned = np.array([[[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]])
        rest = motion.R[1][0].T @ motion.x[1][0]
        moved = replace(motion, R={**motion.R, 1: turned}, x={**motion.x, 1: turned @ rest})
        camera = replace(plane_camera("xy", scene.gravity), scale=200.0)
        placed = scene.along(moved)
        sight = SceneSight(placed, placed.at(0.0), camera, (0.0, 0.0))
        (counted,) = counted_coordinates(sight)
        arc = counted.signs[-1].lines[0]
        _, along = sight.joints[model.joints[0].name], sight.centres[1]
        assert np.allclose(arc[-1] / np.hypot(*arc[-1]), along / np.hypot(*along))
        turns = np.unwrap(np.arctan2(-arc[:, 1], arc[:, 0]))
        assert turns[-1] - turns[0] == pytest.approx(angle)


def extent(drawn: DrawnMechanism) -> np.ndarray:
    """How wide and how high the signs, axes and measure of a picture are (cm)."""
    ways = [way for sign in drawn.signs for way in sign.ways]
    ways += [drawn.measure[0], *(way for way, _ in drawn.axes)]
    return np.ptp(np.concatenate(ways), axis=0)


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_of_a_mechanism_fits_the_page_and_is_not_small(name: str) -> None:
    model = flat(sample(name))
    if not (drawn := sketch(model, pipeline.start_motion(model))):
        return
    wide, high = extent(drawn)
    crowded = len(model.joints) + len(model.elements) + len(model.coordinates) > 8
    assert wide <= WIDTH + 0.1 and high <= HIGH * (1.4 if crowded else 1.0) + 0.1
    signs = np.concatenate([way for sign in drawn.signs for way in sign.ways])
    assert np.ptp(signs, axis=0).max() > 3.0
    bare = sketch(model, pipeline.start_motion(model), counted=False)
    assert bare is not None and len(bare.signs) <= len(drawn.signs)
