"""Inertias that no body has are computed as they stand; what moves nothing is not asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import lagr_gui
from lagr_gui import LagrError, System
from lagr_gui.foundation.problem import Severity

NONE_HAS = ((1, 1, 5), (5, 1, 1), (1, 1, -0.5), (1, 1, 1, 1.5), (2, 3, 7, 0.1, -0.2, 0.3))


def hung(kind: str, inertia: tuple[float, ...], *coordinates: str, **fields) -> System:
    system = System(gravity=(0, 0, 0))
    system.body("Wheel", mass=1, inertia=inertia)
    system.joint(kind, 0, 1, *coordinates, name="joint", **fields)
    return system


def codes(system: System) -> list[str]:
    return [p.code for p in lagr_gui.check(system.model).problems if p.code == "inertia"]


@pytest.mark.parametrize("inertia", NONE_HAS)
def test_a_body_that_does_not_turn_may_have_any(inertia: tuple[float, ...]) -> None:
    assert not codes(hung("prismatic", inertia, "x"))


@pytest.mark.parametrize("inertia", NONE_HAS)
def test_a_body_that_turns_about_one_direction_is_asked_for_one_moment(inertia) -> None:
    theta = np.zeros((3, 3))
    theta[np.diag_indices(3)] = inertia[:3]
    theta[[0, 0, 1], [1, 2, 2]] = theta[[1, 2, 2], [0, 0, 1]] = [*inertia[3:], 0, 0, 0][:3]
    for axis in np.eye(3):
        felt = axis @ theta @ axis
        system = hung("revolute", inertia, "q", axis=tuple(axis))
        assert bool(codes(system)) == (felt < 0)


def test_directions_add_up_along_a_chain() -> None:
    """A second body is turned by both hinges: about one direction only where they are parallel."""
    for second, asked in (((0, 0, 1), False), ((0, 0, -2), False), ((0, 1, 0), True)):
        system = System(gravity=(0, 0, 0))
        for number in (1, 2):
            system.body(f"Body {number}", mass=1, inertia=(1, 1, 5))
        system.joint("revolute", 0, 1, "a", name="first")
        system.joint("revolute", 1, 2, "b", name="second", axis=second)
        assert bool(codes(system)) is asked


def test_a_turning_base_turns_all_bodies() -> None:
    system = hung("prismatic", (1, 1, -1), "x")
    system.ground(axis=(0, 0, 1), angle="2*t")
    assert codes(system)


def test_a_free_body_follows_euler_with_the_moments_as_they_stand() -> None:
    moments, rates = np.array([1.0, 1.5, 4.0]), np.array([0.3, 1.1, -0.4])
    turns = [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    system = hung("spherical", tuple(moments), "c", "b", "a", sequence=turns)
    assert codes(system) == ["inertia"]

    def euler(t, w):
        return -np.cross(w, moments * w) / moments

    # at zero angles the rates about z, y, x are those of the body
    system.start(c=(0, rates[2]), b=(0, rates[1]), a=(0, rates[0]))
    settings = replace(lagr_gui.settings_of(system.model), t_end=1.0)
    motion = lagr_gui.simulate(system.model, settings)
    expected = solve_ivp(euler, (0, 1), rates, rtol=1e-11, atol=1e-12).y[:, -1]
    _, b, a = motion.q[-1]
    dc, db, da = motion.qd[-1]
    w = np.array(
        [
            da - dc * np.sin(b),
            db * np.cos(a) + dc * np.cos(b) * np.sin(a),
            dc * np.cos(b) * np.cos(a) - db * np.sin(a),
        ]
    )
    assert w == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize("inertia", [-1.0, -0.4])
def test_what_is_refused_is_a_negative_kinetic_energy(inertia: float) -> None:
    """A point mass beside the axis may outweigh a negative moment."""
    system = hung("revolute", (1, 1, inertia), "q", point_child=(0, 0.8, 0))
    (problem,) = [p for p in lagr_gui.check(system.model).problems if p.code == "inertia"]
    assert problem.severity is Severity.WARNING and "as they stand" in problem.cause
    if inertia + 0.8**2 > 0:
        assert lagr_gui.simulate(system.model).q.shape[1] == 1
    else:
        with pytest.raises(LagrError, match="not positive definite"):
            lagr_gui.simulate(system.model)


@pytest.mark.parametrize("other", [1.0, 0.2])
def test_conditions_decide_what_is_left_of_a_metric(other: float) -> None:
    """Two wheels on one shaft: the sum of their moments counts, also where one is negative."""
    system = System(gravity=(0, 0, 0))
    for number, moment in ((1, -0.5), (2, other)):
        system.body(f"Wheel {number}", mass=1, inertia=(1, 1, moment))
        system.joint("revolute", 0, number, f"q{number}", name=f"axle {number}")
    system.element("position_condition", "shaft", zero="q1 - q2")
    system.element("coordinate_force", "drive", coordinate="q1", force=3)
    if other - 0.5 > 0:
        (found,) = lagr_gui.evaluate(system.model, {"t": 0, "q": [0, 0], "qd": [0, 0]})
        assert found.qdd == pytest.approx([3 / (other - 0.5)] * 2)
        assert lagr_gui.simulate(system.model).q[-1, 0] > 0
    else:
        with pytest.raises(LagrError):
            lagr_gui.simulate(system.model)
