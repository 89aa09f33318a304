"""Checking grows with the number of bodies, not with its square, and long chains have inertia."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.mechanics.validity import TreeInertia
from lagr_gui.model import Body, Model, Parameter
from lagr_gui.prepared import prepare
from tests.models.large import SHAPES, calls_of, large, ring
from tests.systems import joint, system


def mobility_calls(model: Model) -> int:
    pipeline.forget()
    return calls_of(lambda: (pipeline.check(model), pipeline.mobility(model)))


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_as_many_bodies_take_about_twice_as_many_calls(shape: str) -> None:
    mobility_calls(large(shape, 20))  # what is loaded once
    few, many = (mobility_calls(large(shape, count)) for count in (60, 120))
    assert many < 2.4 * few


def test_a_loop_of_hinges_askew_is_checked_without_its_closed_form() -> None:
    mobility_calls(ring(9))
    few, many = (mobility_calls(ring(count)) for count in (9, 18))
    assert many < 4 * few


@pytest.mark.parametrize("shape", SHAPES)
def test_two_hundred_hinged_bodies_have_inertia_and_valid_angles(shape: str) -> None:
    model = large(shape, 200)
    codes = {note.code for note in pipeline.mobility(model).notes}
    assert not codes & {"no-inertia", "negative-energy", "invalid-coordinates"}
    assert pipeline.mobility(model).freedom.freedoms == 200


def test_faults_of_many_names_take_about_as_many_calls_as_there_are() -> None:
    def calls(count: int) -> int:
        model = large("star", count)
        broken = tuple(e.model_copy(update={"coordinate": f"Q{e.name}"}) for e in model.elements)
        return calls_of(lambda: pipeline.check(model.model_copy(update={"elements": broken})))

    calls(10)
    assert calls(400) < 3 * calls(200)


def test_of_many_names_the_near_one_is_meant() -> None:
    names = [f"wheel {n}" for n in range(500)] + ["pendulum", "crank"]
    assert did_you_mean("pendulun", names) == "Did you mean “pendulum”?"
    assert did_you_mean("L1", ["l1", "l10", "m1"]) == "Did you mean “l1”?"
    assert did_you_mean("WHEEL 417", names) == "Did you mean “wheel 417”?"
    assert did_you_mean("wheel_417", names) == "Did you mean “wheel 417”?"


def planar_chain(masses: list[float]) -> Model:
    bodies = [Body(number=n, mass=m) for n, m in enumerate(masses, 1)]
    joints = [
        joint("revolute", f"J{n}", n - 1, n, point_child=(0, 0.5, 0), coordinates=(f"q{n}",))
        for n in range(1, len(bodies) + 1)
    ]
    return system(bodies, joints, start=())


@pytest.mark.parametrize(
    "masses", [[1, 0], [0, 1], [1, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 1], [0, 1, 0]]
)
def test_motions_without_inertia_are_those_of_the_null_space_of_g(masses: list[float]) -> None:
    model = planar_chain(masses)
    q = np.linspace(0.3, 0.9, len(masses))
    state = {"t": 0, "q": q.tolist(), "qd": [0] * len(q)}
    g = pipeline.evaluate(model, state)[0].g[1:, 1:]
    values, vectors = np.linalg.eigh(g)
    null = vectors[:, values < 1e-12]
    expected = {f"q{i + 1}" for i in np.flatnonzero(np.abs(null).max(axis=1, initial=0) > 0.2)}
    looking = TreeInertia(prepare(model).recursion)
    idle, negative = looking.weak([9.81], 0.0, q)
    assert not negative
    assert set(idle) == expected


def test_a_negative_mass_is_found_behind_other_bodies() -> None:
    model = planar_chain([1, 1])
    bodies = (model.bodies[0], model.bodies[1].model_copy(update={"mass": "m"}))
    given = (*model.parameters, Parameter(name="m", value=1))
    looking = TreeInertia(
        prepare(model.model_copy(update={"bodies": bodies, "parameters": given})).recursion
    )
    q = np.array([0.2, 0.4])
    assert looking.weak([9.81, 1.0], 0.0, q) == ((), ())
    assert "q2" in looking.weak([9.81, -1.0], 0.0, q)[1]
