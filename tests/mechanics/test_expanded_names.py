"""What names in expanded results are drawn as: held against poses by recursion, and differences."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model
from lagr_gui.pipeline import Drawn, ExpandedName

SAMPLES = {path.stem: path for path in sample_models()}
H = 1e-6
Array = NDArray[np.float64]


@cache
def made(name: str) -> tuple[Model, Sheet]:
    model = pipeline.load(SAMPLES[name])
    return model, pipeline.equations(model)


def states(model: Model, count: int = 5) -> tuple[Array, Array, Array]:
    source, f = np.random.default_rng(3), len(pipeline.equations(model).coordinates)
    q, qd = source.uniform(-1, 1, (2, count, f))
    return source.uniform(0, 1, count), q, qd


def drawn(name: str, what: str, t: Array, q: Array, qd: Array) -> Drawn:
    model, sheet = made(name)
    return pipeline.drawn(model, ExpandedName.of(sheet, what), t, q, qd)


def apart(found: Drawn) -> list[Array]:
    return [np.linalg.norm(end - start, axis=1) for start, end in found.places]


def test_a_length_is_drawn_between_the_ends_of_its_element() -> None:
    t, q, qd = states(made("two_pendulums_dashpot")[0])
    found = drawn("two_pendulums_dashpot", "ell_1", t, q, qd)
    lines = pipeline.poses(made("two_pendulums_dashpot")[0], t, q, qd).lines["dashpot"]
    assert found.kind == "length" and len(found.places) == 1
    assert np.allclose(found.places[0][0], lines[:, 0]) and np.allclose(
        found.places[0][1], lines[:, 1]
    )
    assert np.allclose(found.values[:, 0], apart(found)[0])


def test_the_rate_of_a_length_is_the_velocity_at_which_its_ends_part() -> None:
    model = made("two_pendulums_dashpot")[0]
    t, q, qd = states(model)
    found = drawn("two_pendulums_dashpot", "elldot_1", t, q, qd)
    after, before = (pipeline.poses(model, t + h, q + h * qd, qd).lines["dashpot"] for h in (H, -H))
    lengths = [np.linalg.norm(line[:, 1] - line[:, 0], axis=1) for line in (after, before)]
    way = (after + before)[:, 1] - (after + before)[:, 0]
    away = np.sign(np.sum(way * found.values, axis=1)) * np.linalg.norm(found.values, axis=1)
    assert found.kind == "velocity"
    assert np.allclose(away, (lengths[0] - lengths[1]) / (2 * H), atol=1e-6)


def test_the_distance_in_a_loop_lies_between_the_two_joints_that_are_so_far_apart() -> None:
    model, sheet = made("four_bar")
    t, q, qd = states(model)
    found = drawn("four_bar", "rho_1", t, q, qd)
    assert len(found.places) == 1 and np.allclose(found.values[:, 0], apart(found)[0])
    joints = pipeline.poses(model, t, q, qd).joints
    ends = [
        name for end in found.places[0] for name, place in joints.items() if np.allclose(place, end)
    ]
    assert "C" not in ends and len(set(ends)) == 2  # the joint that closes the loop is beyond
    assert sheet.definitions[0].sources == ("joint:C",)


@pytest.mark.parametrize("name", ["double_pendulum", "five_link_chain", "cart_pole"])
def test_coordinates_are_drawn_as_in_the_structured_form(name: str) -> None:
    model, sheet = made(name)
    t, q, qd = states(model)
    whole = pipeline.equations(model, "structured")
    for place, own in enumerate(sheet.coordinates):
        found = drawn(name, own, t, q, qd)
        pictured = pipeline.Pictured.of(whole, own)
        assert pictured is not None
        other = pipeline.drawn(model, pictured, t, q, qd)
        assert found.kind == other.kind and np.allclose(found.values[:, 0], q[:, place])
        for one, two in zip(found.places[0], other.places[0], strict=True):
            assert np.allclose(one, two)


def test_a_length_lies_between_the_points_that_are_so_far_apart_on_a_body() -> None:
    """The rod of the sample goes from (0, l1/2, 0) to (0, −l1/2, 0): its halves are not l1."""
    model = made("double_pendulum")[0]
    t, q, qd = states(model)
    found = drawn("double_pendulum", "l1", t, q, qd)
    joints = list(pipeline.poses(model, t, q, qd).joints.values())
    assert found.kind == "length" and len(found.places) == 1
    assert np.allclose(apart(found)[0], found.values[:, 0])
    ends = {tuple(np.round(end[0], 9)) for end in found.places[0]}
    assert ends == {tuple(np.round(joint[0], 9)) for joint in joints}


def test_a_length_from_the_centre_of_mass_begins_there() -> None:
    model = made("double_pendulum")[0]
    model = edits.set_value(model, ("joints", 0, "point_child"), (0, "l1", 0))
    t, q, qd = states(model)
    asked = ExpandedName.of(pipeline.equations(model), "l1")
    found = pipeline.drawn(model, asked, t, q, qd)
    motion = pipeline.poses(model, t, q, qd)
    ends = [{tuple(np.round(end[0], 9)) for end in place} for place in found.places]
    joint = next(iter(motion.joints.values()))
    assert {tuple(np.round(own[0], 9)) for own in (motion.x[1], joint)} in ends


def test_masses_gravity_and_poses_have_pictures_and_stiffnesses_have_none() -> None:
    model = made("lagr_system_2")[0]
    t, q, qd = states(model)
    motion = pipeline.poses(model, t, q, qd)
    mass = drawn("lagr_system_2", "M3", t, q, qd)
    assert mass.kind == "centre" and np.allclose(mass.places[0][0], motion.x[3])
    weight = drawn("lagr_system_2", "GE", t, q, qd)
    assert weight.kind == "acceleration" and np.allclose(weight.values[:, 1], -9.81, atol=0.02)
    assert not drawn("lagr_system_2", "C10", t, q, qd).places
    place, turned = (drawn("lagr_system_2", own, t, q, qd) for own in ("x(2)", "E(2)"))
    assert place.kind == "point" and np.allclose(place.values, motion.x[2])
    assert turned.kind == "axes" and np.allclose(turned.values.reshape(-1, 3, 3), motion.R[2])
    assert not drawn("lagr_system_2", "x(9)", t, q, qd).places


def test_names_of_parts_and_of_other_coordinates_have_no_picture() -> None:
    model = made("lagr_system_2")[0]
    t, q, qd = states(model)
    sheet = pipeline.equations(model, name_parts=True)
    assert not pipeline.drawn(model, ExpandedName.of(sheet, "kappa_3"), t, q, qd).places
    model = made("double_pendulum")[0]
    t, q, qd = states(model)
    sheet = pipeline.equations(model, coordinates="absolute")
    new = next(name for name in sheet.coordinates if name not in model.coordinates)
    assert not pipeline.drawn(model, ExpandedName.of(sheet, new), t, q, qd).places
    assert pipeline.drawn(model, ExpandedName.of(sheet, "q2"), t, q, qd).kind == "angle"
