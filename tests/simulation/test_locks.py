"""Coordinates that fail on the way: passed rightly, or named with time and position."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import System
from lagr_gui.foundation.problem import LagrError
from tests.simulation.dead_positions import spin

INERTIA = np.diag([0.3, 0.5, 0.7])
X, Y, Z = np.eye(3)


def top(**start: object) -> System:
    """A free top in Euler's angles, which lock at theta = 0."""
    system = System(gravity=(0, 0, 0))
    system.body("Top", mass=1, inertia=tuple(np.diag(INERTIA)))
    turns = ((0, 0, 1), (1, 0, 0), (0, 0, 1))
    system.joint("spherical", 0, 1, "psi", "theta", "phi", sequence=turns)
    system.start(**start)
    return system


def euler(angles: np.ndarray) -> np.ndarray:
    psi, theta, phi = angles
    return spin(psi, Z) @ spin(theta, X) @ spin(phi, Z)


def turned(start: np.ndarray, rates: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Orientations (n, 3, 3) of the free top by Euler's equations in body axes."""
    psi = start[0]
    R = euler(start)
    axes = np.column_stack([Z, spin(psi, Z) @ X, R @ Z])
    w = R.T @ axes @ rates

    def motion(_: float, y: np.ndarray) -> np.ndarray:
        R, w = y[:9].reshape(3, 3), y[9:]
        hat = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
        return np.concatenate(
            [(R @ hat).ravel(), np.linalg.solve(INERTIA, np.cross(INERTIA @ w, w))]
        )

    limits = {"rtol": 1e-12, "atol": 1e-12, "method": "DOP853"}
    found = solve_ivp(motion, (0, times[-1]), [*R.ravel(), *w], t_eval=times, **limits)
    return found.y[:9].T.reshape(-1, 3, 3)


@pytest.mark.parametrize("rate", [0.1, 1e-2, 1e-3, 0.0])
def test_a_free_top_passes_near_its_lock_as_by_eulers_equations(rate: float) -> None:
    found = top(theta=(1.0, -2.0), psi=(0, rate)).simulate(2.0)
    assert np.abs(found.q[:, 1]).min() < 0.2
    expected = turned(np.array([0, 1.0, 0]), np.array([rate, -2.0, 0]), found.t)
    orientations = np.array([euler(q) for q in found.q])
    assert orientations == pytest.approx(expected, abs=1e-6)
    assert found.energy_error < 3e-7


def gimbals(**start: object) -> System:
    """A pendulum on three hinges in sequence; the two frames between have no mass."""
    system = System(gravity=(0, 0, "-g"))
    for name in ("Outer", "Inner"):
        system.body(name, mass=0)
    system.body("Bob", mass=2.0, inertia=(0.3, 0.5, 0.4))
    system.joint("revolute", 0, 1, "a", axis=(0, 0, 1))
    system.joint("revolute", 1, 2, "b", axis=(0, 1, 0))
    system.joint("revolute", 2, 3, "c", axis=(1, 0, 0), point_child=(-0.3, -0.2, 1.0))
    system.start(**start)
    return system


def polar(**start: object) -> System:
    """A point that moves freely in a plane, in polar coordinates."""
    system = System(gravity=(0, 0, 0))
    system.body("Arm", mass=0)
    system.body("Point", mass=1)
    system.joint("revolute", 0, 1, "phi")
    system.joint("prismatic", 1, 2, "r", axis=(1, 0, 0))
    system.start(**start)
    return system


def own(**start: object) -> System:
    """The same by its energy alone."""
    system = System()
    system.element("energies", "point", own=["r", "phi"], kinetic="(r'^2 + r^2*phi'^2)/2")
    system.start(**start)
    return system


@pytest.mark.parametrize("make", [polar, own])
@pytest.mark.parametrize("miss", [1e-2, 1e-6, 1e-9])
def test_a_point_passes_the_pole_on_a_straight_line(make, miss: float) -> None:
    found = make(r=(1.0, -1.0), phi=(0, miss)).simulate(2.0)
    r, phi = (found.q[:, found.coordinates.index(name)] for name in ("r", "phi"))
    assert r * np.cos(phi) == pytest.approx(1 - found.t, abs=1e-8)
    assert r * np.sin(phi) == pytest.approx(miss * found.t, abs=1e-8)


@pytest.mark.parametrize(
    ("system", "names", "position"),
    [
        (gimbals(a=(0, 1.0), b=np.pi / 2), "a, c", "b = 1.571"),
        (polar(r=(0, 1.0), phi=(0, 1.0)), "phi", "r = 0"),
        (own(r=(0, 1.0), phi=(0, 1.0)), "phi", "r = 0"),
    ],
)
def test_a_start_in_a_lock_names_coordinates_and_position(system, names, position) -> None:
    with pytest.raises(LagrError, match=f"coordinate {names}:.* t = 0 s.*{position}") as caught:
        system.simulate(1.0)
    assert caught.value.problems[0].code == "invalid-coordinates"


@pytest.mark.parametrize(
    ("system", "names", "when"),
    [
        (gimbals(b=(np.pi / 2 - 1e-5, 0.0), a=(0, 2.0)), "a, c", r"\d"),
    ],
)
def test_a_lock_too_near_to_pass_is_told_soon(system, names, when, costs) -> None:
    with pytest.raises(LagrError, match=f"coordinate {names}:.* t = {when}"):
        system.simulate(5.0)
    assert costs["run"] < 200_000


def test_a_body_without_inertia_is_no_lock() -> None:
    system = System()
    system.body("Wheel", mass=1)
    system.joint("revolute", 0, 1, "q")
    with pytest.raises(LagrError, match="no inertia") as caught:
        system.simulate(1.0)
    assert caught.value.problems[0].code == "singular-metric"


def test_conditions_can_hold_what_a_lock_leaves_free() -> None:
    """With psi prescribed the other two angles are valid coordinates at theta = 0 too."""
    system = top(theta=(0.5, -1.0))
    system.element("prescribed_motion", "still", coordinate="psi", motion="0.3")
    found = system.simulate(1.0)
    assert found.q[:, 1] == pytest.approx(0.5 - found.t, abs=1e-8)
