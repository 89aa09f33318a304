"""An axis that is turned points where it was asked to, and what slides stays where it is."""

from __future__ import annotations

from math import cos, pi, radians, sin

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.editing.sketch.axes import (
    axis_fields,
    axis_in_space,
    rounded_direction,
    spatial_direction,
    turn_axis,
)
from lagr_gui.editing.sketch.plane import BodyPlaces, WorkingPlane
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.prepared import prepare

TURNED = ((0, -1, 0), (1, 0, 0), (0, 0, 1))
KINDS = {
    "revolute": (("a",), {"axis": (0, "3/5", "4/5")}),
    "prismatic": (("a",), {"axis": ("1", 1, 0)}),
    "cylindrical": (("a", "b"), {"axis": (0, 0, 1)}),
    "screw": (("a",), {"axis": (1, 0, 0), "pitch": 0.3}),
    "universal": (("a", "b"), {}),
}


def hung(kind: str) -> Model:
    """A body on a joint of a kind, on an arm that has turned, with an oblique joint frame."""
    names, own = KINDS[kind]
    system = System("axes")
    arm, body = system.body("arm", mass=1), system.body("body", mass=1)
    system.joint("revolute", 0, arm, "c", axis=(0, 1, 0), name="hinge")
    system.joint(
        kind,
        arm,
        body,
        *names,
        name="joint",
        point_parent=(0.3, 0.1, 0),
        point_child=(0, 0.2, 0),
        orientation=TURNED,
        **own,
    )
    for name, at in zip(("c", *names), (0.7, 0.4, -0.9), strict=False):
        system.start(**{name: at})
    return system.model


def places_of(model: Model) -> BodyPlaces:
    motion = standing(prepare(model))
    x = {number: table[0] for number, table in motion.x.items()}
    R = {number: table[0] for number, table in motion.R.items()}
    return BodyPlaces(WorkingPlane(np.eye(3)[0], np.eye(3)[1]), x, R, {})


def directions() -> list[Array]:
    found = [np.eye(3)[i] * sign for i in range(3) for sign in (1, -1)]
    generator = np.random.default_rng(5)
    return [*found, *(v / np.linalg.norm(v) for v in generator.normal(size=(6, 3)))]


@pytest.mark.parametrize("kind", KINDS)
def test_an_axis_points_where_it_is_turned_to(kind: str) -> None:
    model = hung(kind)
    joint = model.joint("joint")
    assert axis_fields(joint) == (("axis", "axis2") if kind == "universal" else ("axis",))
    before = places_of(model)
    for field in axis_fields(joint):
        for way in directions():
            changed = turn_axis(model, before, joint, field, way)
            after = places_of(changed)
            turned = axis_in_space(after, changed.joint("joint"), field)
            if field == "axis":
                assert turned == pytest.approx(way, abs=1e-9)
            if kind in ("prismatic", "cylindrical", "screw"):
                ends = [p.space(2, np.array([0, 0.2, 0])) for p in (before, after)]
                assert ends[1] == pytest.approx(ends[0], abs=1e-9)


def test_an_axis_that_follows_from_parameters_stays_and_says_from_which() -> None:
    system = System("axes")
    system.parameter("al", 0.3)
    body = system.body("body")
    system.joint("revolute", 0, body, "a", axis=(0, "sin(al)", "cos(al)"), name="joint")
    model = system.model
    with pytest.raises(LagrError, match="al"):
        turn_axis(model, places_of(model), model.joint("joint"), "axis", np.eye(3)[0])


def test_a_direction_is_written_so_that_its_length_is_one() -> None:
    for way in directions():
        texts = spatial_direction(way)
        numbers = [value(text, {}) for text in texts]
        assert numbers == pytest.approx(way.tolist(), abs=1e-12)
    assert spatial_direction(np.array([0, 0, -1.0])) == (0, 0, -1)
    half = np.array([cos(pi / 6), sin(pi / 6), 0])
    assert spatial_direction(half) == ("cos(pi/6)", "sin(pi/6)", 0)
    oblique = np.array([cos(0.5) * cos(pi / 6), cos(0.5) * sin(pi / 6), sin(0.5)])
    assert sum(value(f"({text})^2", {}) for text in spatial_direction(oblique)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("angles", "wanted"),
    [((0.4, 88.0), (0.0, 90.0)), ((31.3, 0.2), (30.0, 0.0)), ((38.2, 21.7), (38.0, 22.0))],
)
def test_directions_are_caught_by_axes_and_round_angles(angles, wanted) -> None:
    def way(around: float, lift: float) -> Array:
        a, e = radians(around), radians(lift)
        return np.array([cos(e) * cos(a), cos(e) * sin(a), sin(e)])

    assert rounded_direction(way(*angles)) == pytest.approx(way(*wanted), abs=1e-12)
