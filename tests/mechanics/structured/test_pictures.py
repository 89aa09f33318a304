"""What names are drawn as: held against poses by recursion, and against differences."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.pipeline import Drawn, Pictured
from lagr_gui.prepared import prepare

SAMPLES = {path.stem: path for path in sample_models()}
H = 1e-6
MOVING = (
    *("double_pendulum", "two_pendulums_dashpot", "rolling_disc", "robot_arm_6r", "four_bar"),
    *("mass_spring_chain", "bennett", "furuta_pendulum", "lagr_system_2", "whipple_bicycle"),
)
PICTURELESS = ("h", "u", "w", "C", "A", "sbeam", "Nbeam", "kbeam", "hbeam")
"""Gyrations, slopes, axes that never turn: nothing of them is at a place."""


@cache
def made(name: str) -> tuple[Model, Sheet]:
    model = pipeline.load(SAMPLES[name])
    return model, pipeline.equations(model, "structured")


def drawn(name: str, what: str, t, q, qd) -> Drawn:
    model, sheet = made(name)
    pictured = Pictured.of(sheet, what)
    assert pictured is not None
    return pipeline.drawn(model, pictured, np.asarray(t), np.asarray(q), np.asarray(qd))


def states(name: str, count: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Any states: what is drawn need not meet conditions."""
    source = np.random.default_rng(7)
    f = len(made(name)[1].coordinates)
    return (
        source.uniform(0, 1, count),
        source.uniform(-1, 1, (count, f)),
        source.uniform(-1, 1, (count, f)),
    )


def poses(name: str, t, q, qd) -> Motion:
    return pipeline.poses(made(name)[0], t, q, qd)


def of_kind(name: str, *kinds: str) -> list[str]:
    return [own for own, picture in made(name)[1].pictures if picture.kind in kinds]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_vector_has_a_picture_but_gyrations_and_slopes(name):
    sheet = made(name)[1]
    have = {own for own, _ in sheet.pictures}
    missing = [d for d in sheet.definitions if d.rank != "scalar" and d.name not in have]
    assert all(definition.stem in PICTURELESS for definition in missing), missing


@pytest.mark.parametrize("name", MOVING)
def test_the_centre_of_a_composite_body_is_that_of_its_bodies(name):
    model, sheet = made(name)
    t, q, qd = states(name)
    motion = poses(name, t, q, qd)
    sources = {own.name: own.sources for own in sheet.definitions}
    whole = [own.name for own in sheet.definitions if own.stem == "shat"]
    values = parameter_values(model)
    masses = {body.number: value(body.mass, values) for body in prepare(model).reading.bodies}
    for what in whole:
        keys = [key.partition(":")[2] for key in sources[what]]
        if not all(key.isdigit() for key in keys):
            continue
        numbers = [int(key) for key in keys]
        total = sum(masses[n] for n in numbers)
        centre = sum(masses[n] * motion.x[n] for n in numbers) / total
        found = drawn(name, what, t, q, qd)
        for point, shown in found.places:
            assert shown == pytest.approx(centre, abs=1e-9)
            assert found.values == pytest.approx(total * (centre - point), abs=1e-9)


@pytest.mark.parametrize("name", MOVING)
def test_rates_are_those_of_the_places_where_they_are_drawn(name):
    t, q, qd = states(name)
    for what in of_kind(name, "velocity"):
        if not what.startswith("v_"):
            continue
        place = drawn(name, what, t, q, qd).places[0][0]
        ahead, behind = (drawn(name, what, t + s * H, q + s * H * qd, qd) for s in (1, -1))
        slope = (ahead.places[0][0] - behind.places[0][0]) / (2 * H)
        assert drawn(name, what, t, q, qd).values == pytest.approx(slope, abs=1e-7), (what, place)


@pytest.mark.parametrize("name", ["two_pendulums_dashpot", "mass_spring_chain", "lagr_system_2"])
def test_elements_are_drawn_between_their_ends(name):
    t, q, qd = states(name)
    lines = list(poses(name, t, q, qd).lines.values())
    lengths, forces = of_kind(name, "length"), of_kind(name, "force")
    assert lengths or forces
    for what in lengths:
        found = drawn(name, what, t, q, qd)
        (start, end), *_ = found.places
        assert found.values[:, 0] == pytest.approx(np.linalg.norm(end - start, axis=1), abs=1e-9)
        assert any(np.allclose(ends, np.stack([end, start], axis=1)) for ends in lines)
    for what in forces:
        found = drawn(name, what, t, q, qd)
        if "V_" in str(next(own.tree for own in made(name)[1].definitions if own.name == what)):
            continue  # LAGR's damper brakes every relative velocity
        assert any(
            np.allclose(ends[:, 0], place)
            and np.allclose(np.cross(ends[:, 0] - ends[:, 1], found.values), 0, atol=1e-9)
            for (place,) in found.places
            for ends in lines
        )


@pytest.mark.parametrize("name", MOVING)
def test_an_angle_turns_what_it_ends_at_from_where_it_is_nothing(name):
    t, q, qd = states(name)
    names = list(made(name)[1].coordinates)
    for what in of_kind(name, "angle"):
        found, without = drawn(name, what, t, q, qd), q.copy()
        without[:, names.index(what)] = 0.0
        (_, axis, arm), start = found.places[0], drawn(name, what, t, without, qd)
        for n, angle in enumerate(found.values[:, 0]):
            turned = rotated(axis[n], angle, start.places[0][2][n])
            assert arm[n] == pytest.approx(turned, abs=1e-9)
            assert axis[n] == pytest.approx(start.places[0][1][n], abs=1e-9)


@pytest.mark.parametrize("name", MOVING)
def test_a_shift_begins_where_it_is_nothing(name):
    t, q, qd = states(name)
    names = list(made(name)[1].coordinates)
    for what in of_kind(name, "shift"):
        found, without = drawn(name, what, t, q, qd), q.copy()
        without[:, names.index(what)] = 0.0
        (end, along), start = found.places[0], drawn(name, what, t, without, qd)
        assert end - found.values * along == pytest.approx(start.places[0][0], abs=1e-9)


def rotated(axis, angle, vector):
    """By the formula of Rodrigues."""
    across = np.cross(axis, vector)
    return vector + np.sin(angle) * across + (1 - np.cos(angle)) * np.cross(axis, across)


def test_one_name_of_parallel_axes_is_drawn_at_each_of_them():
    t, q, qd = states("robot_arm_6r")
    found = drawn("robot_arm_6r", "e_2", t, q, qd)
    _, *joints = list(poses("robot_arm_6r", t, q, qd).joints.values())[:3]
    assert len(found.places) == len(joints) == 2
    for joint in joints:
        assert any(np.allclose(place, joint, atol=1e-9) for (place,) in found.places)


def test_numbers_along_a_motion_are_those_of_the_lines_that_are_read():
    model, sheet = made("furuta_pendulum")
    motion = pipeline.start_motion(model)
    for own in sheet.definitions:
        if own.name in dict(sheet.pictures):
            along = drawn("furuta_pendulum", own.name, motion.t, motion.q, motion.qd)
            lines = pipeline.Lines.of(sheet, [own])
            told = pipeline.line_values(model, lines).definitions[own.name]
            assert tuple(along.values[0].tolist()) == told
