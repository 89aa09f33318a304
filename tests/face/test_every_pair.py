"""Generalised forces, energies and inertias of every joint with every element, by differences.

What is compared follows from positions alone: U from lengths, Q from U, D or virtual work, T from
velocities that are differences of positions.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.face.pairs import (
    DAMPERS,
    JOINTS,
    LOADS,
    OVER,
    POTENTIALS,
    H,
    State,
    beside,
    evaluated,
    pair,
    slopes,
    states,
)

BODIES = {
    1: (1.2, np.array([[0.11, 0.01, -0.02], [0.01, 0.14, 0.015], [-0.02, 0.015, 0.12]])),
    2: (0.7, np.diag([0.08, 0.05, 0.09])),
}


@cache
def plain(joint: str) -> tuple[Any, State, Any]:
    """The system without element, a state, and what holds there."""
    system = pair(joint)
    (state,) = states(system, seed=len(joint))
    return system, state, evaluated(system, [state])[0]


@cache
def around_plain(joint: str) -> list[Any]:
    """What holds beside that state."""
    base, state, _ = plain(joint)
    return evaluated(base, beside(state, "q"))


@cache
def made(joint: str, name: str) -> Any:
    """The system with an element, which several tests look at."""
    return pair(joint, {**POTENTIALS, **DAMPERS, **LOADS}[name])


def forces(joint: str, name: str) -> tuple[Any, State, Any]:
    """The system with the element, the state, and what the element adds to Q."""
    _, state, without = plain(joint)
    system = made(joint, name)
    (found,) = evaluated(system, [state])
    return system, state, np.array(found.Q) - np.array(without.Q)


def point(entry: Any, body: int, place: Any) -> Any:
    """Where a point of a body lies."""
    own = np.array(place, float)
    return own if body == 0 else np.array(entry.x[body]) + np.array(entry.E[body]).T @ own


def length(entry: Any, fields: dict[str, Any]) -> float:
    """The length of a line, perhaps over pulleys."""
    course = [
        (fields["body_a"], fields["point_a"]),
        *((p["body"], p["point"]) for p in fields.get("pulleys", ())),
        (fields["body_b"], fields["point_b"]),
    ]
    places = [point(entry, body, at) for body, at in course]
    return sum(float(np.linalg.norm(b - a)) for a, b in pairwise(places))


@pytest.mark.parametrize("name", POTENTIALS)
@pytest.mark.parametrize("joint", JOINTS)
def test_a_potential_pushes_where_it_falls(joint: str, name: str) -> None:
    system, state, Q = forces(joint, name)
    around = beside(state, "q")
    energies = [
        own.U - other.U
        for own, other in zip(evaluated(system, around), around_plain(joint), strict=True)
    ]
    assert pytest.approx(-slopes(energies), rel=1e-5, abs=1e-6) == Q


@pytest.mark.parametrize("name", DAMPERS)
@pytest.mark.parametrize("joint", JOINTS)
def test_a_damper_brakes_with_the_slope_of_its_function(joint: str, name: str) -> None:
    system, state, Q = forces(joint, name)
    power = [entry.D for entry in evaluated(system, beside(state, "qd"))]
    if joint != "beam":
        assert pytest.approx(-slopes(power), rel=1e-5, abs=1e-6) == Q
    (here,) = evaluated(system, [state])
    assert here.dissipated_power == pytest.approx(-Q @ state.qd, rel=1e-9)


LENGTHS = {"spring": (7.0, 0.6), "spring to ground": (3.0, 0.0), "elastic rope": (5.0, 0.3)}


@pytest.mark.parametrize("name", LENGTHS)
@pytest.mark.parametrize("joint", JOINTS)
def test_energies_of_springs_follow_from_where_their_ends_are(joint: str, name: str) -> None:
    c, l0 = LENGTHS[name]
    element = POTENTIALS[name]
    system, state, _ = forces(joint, name)
    _, _, without = plain(joint)
    (here,) = evaluated(system, [state])
    long = length(here, element[1]) - l0
    assert pytest.approx(c / 2 * long**2, rel=1e-9) == here.U - without.U


def test_a_slack_rope_does_nothing() -> None:
    for joint in JOINTS:
        _, _, Q = forces(joint, "slack rope")
        assert pytest.approx(np.zeros(len(Q)), abs=1e-12) == Q


@pytest.mark.parametrize("joint", JOINTS)
def test_a_force_does_the_work_of_its_point(joint: str) -> None:
    _base, _state, here = plain(joint)
    around = around_plain(joint)
    for name in ("force", "force in body axes"):
        fields = LOADS[name][1]
        force = np.array(fields["vector"])
        if "axes" in fields:
            force = np.array(here.E[2]).T @ force
        moved = slopes([point(entry, 2, fields["point"]) for entry in around])
        _, _, Q = forces(joint, name)
        assert pytest.approx(moved @ force, rel=1e-6, abs=1e-7) == Q


def turned(entries: Any, body: int, here: Any) -> Any:
    """∂ω/∂q̇ (f, 3) of a body from differences of its rotation."""
    R = np.array(here.E[body]).T
    rates = slopes([np.array(entry.E[body]).T for entry in entries]) @ R.T
    return np.stack([rates[:, 2, 1], rates[:, 0, 2], rates[:, 1, 0]], axis=1)


@pytest.mark.parametrize("joint", JOINTS)
def test_a_torque_does_the_work_of_the_turn(joint: str) -> None:
    _base, _state, here = plain(joint)
    around = around_plain(joint)
    for name in (name for name in LOADS if name.startswith("torque")):
        fields = LOADS[name][1]
        moment = np.array(fields["vector"])
        if "axes" in fields:
            moment = np.array(here.E[2]).T @ moment
        turn = turned(around, 2, here)
        if "reaction_body" in fields:
            turn = turn - turned(around, 1, here)
        _, _, Q = forces(joint, name)
        assert pytest.approx(turn @ moment, rel=1e-6, abs=1e-7) == Q, name


@pytest.mark.parametrize("joint", JOINTS)
def test_a_pull_shortens_its_rope(joint: str) -> None:
    _base, state, _ = plain(joint)
    around = around_plain(joint)
    longer = slopes([length(entry, OVER) for entry in around])
    _, _, Q = forces(joint, "pull of a rope")
    pull = 1.5 + state.q[-1]
    assert pytest.approx(-pull * longer, rel=1e-6, abs=1e-7) == Q


@pytest.mark.parametrize("joint", JOINTS)
def test_a_force_on_a_coordinate_acts_on_that_alone(joint: str) -> None:
    _, state, Q = forces(joint, "force on a coordinate")
    assert Q[0] == pytest.approx(2 - 1.3 * state.qd[-1]) and not Q[1:].any()


@pytest.mark.parametrize("name", [*POTENTIALS, *DAMPERS, *LOADS])
@pytest.mark.parametrize("joint", ["revolute", "cylindrical"])
def test_the_closed_form_has_the_numbers_of_the_recursion(joint: str, name: str) -> None:
    system = made(joint, name)
    several = states(system, seed=3, count=2)
    closed = evaluated(system, several, derivation="closed")
    for one, other in zip(evaluated(system, several), closed, strict=True):
        for quantity in ("g", "h", "Q", "qdd", "T", "U", "D"):
            wanted, found = (np.array(getattr(entry, quantity)) for entry in (one, other))
            assert found == pytest.approx(wanted, rel=1e-9, abs=1e-10), quantity


@pytest.mark.parametrize("joint", [name for name in JOINTS if name != "beam"])
def test_the_kinetic_energy_is_that_of_velocities_and_turns(joint: str) -> None:
    base, state, here = plain(joint)
    ahead = [State(state.t, state.q + s * H * state.qd, state.qd) for s in (1, -1)]
    entries = evaluated(base, ahead)
    T = 0.0
    for body, (mass, inertia) in BODIES.items():
        (v,) = slopes([entry.x[body] for entry in entries])
        R = np.array(here.E[body]).T
        (rate,) = slopes([np.array(entry.E[body]).T for entry in entries])
        spin = R.T @ rate
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        T += mass * v @ v / 2 + omega @ inertia @ omega / 2
    assert pytest.approx(T, rel=1e-7) == here.T


@pytest.mark.parametrize("joint", JOINTS)
def test_weights_have_the_potential_of_their_heights(joint: str) -> None:
    _base, _state, here = plain(joint)
    down = np.array([0.3, -9.81, 0.2])
    if joint != "beam":
        U = -sum(mass * down @ np.array(here.x[body]) for body, (mass, _) in BODIES.items())
        assert pytest.approx(U, rel=1e-9) == here.U
    energies = [entry.U for entry in around_plain(joint)]
    assert np.array(here.Q) == pytest.approx(-slopes(energies), rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("joint", JOINTS)
def test_inertias_and_their_slopes_are_those_of_the_kinetic_energy(joint: str) -> None:
    base, state, here = plain(joint)
    g = np.array(here.g)[1:, 1:]
    momenta = slopes([entry.T for entry in evaluated(base, beside(state, "qd"))])
    assert g @ state.qd == pytest.approx(momenta, rel=1e-6, abs=1e-7)
    assert pytest.approx(state.qd @ g @ state.qd / 2, rel=1e-10) == here.T
    around = around_plain(joint)
    tables = slopes([np.array(entry.g)[1:, 1:] @ state.qd for entry in around])
    rise = slopes([entry.T for entry in around])
    assert np.array(here.h) == pytest.approx(tables.T @ state.qd - rise, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("joint", JOINTS)
def test_accelerations_are_what_forces_and_inertias_ask_for(joint: str) -> None:
    _, _, here = plain(joint)
    g = np.array(here.g)[1:, 1:]
    assert g @ here.qdd + here.h == pytest.approx(np.array(here.Q), rel=1e-9, abs=1e-9)
    assert np.linalg.eigvalsh(g).min() > 0
