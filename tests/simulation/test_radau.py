"""The implicit method of the bursts: coefficients by Butcher's trees, steps beside SciPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from lagr_gui.simulation import Settings, simulate
from lagr_gui.simulation.bursts import advancing, library, radau, stepper
from lagr_gui.simulation.bursts.record import ROWS, Burst
from lagr_gui.simulation.floors import Floors
from tests.simulation.systems import oscillator, pendulum, single
from tests.simulation.trees import density, stage_weights, trees

A = radau.A
T = np.reshape(radau.TO_STAGES, (3, 3))


# --- coefficients -----------------------------------------------------------------------------


@pytest.mark.parametrize("order", range(1, 6))
def test_a_step_is_of_order_five(order: int) -> None:
    for tree in trees(order):
        assert A[2] @ stage_weights(tree, A) == pytest.approx(1 / density(tree), abs=1e-14), tree


def test_a_step_is_not_of_order_six() -> None:
    assert max(abs(A[2] @ stage_weights(t, A) - 1 / density(t)) for t in trees(6)) > 1e-5


def test_the_equations_of_the_stages_fall_apart() -> None:
    mu, a, b = radau.MU, radau.ALPHA, radau.BETA
    parted = np.linalg.inv(T) @ np.linalg.inv(A) @ T
    np.testing.assert_allclose(parted, [[mu, 0, 0], [0, a, b], [0, -b, a]], atol=1e-13)
    np.testing.assert_allclose(np.reshape(radau.FROM_STAGES, (3, 3)) @ T, np.eye(3), 0, 1e-14)


def test_the_error_is_of_order_three_and_no_more() -> None:
    """With (E Z + y' h)/μ as the difference to a method of order 3: weights of the stages."""
    weights = np.array(radau.ERRORS) @ A
    for order in (1, 2, 3, 4):
        missed = [abs(weights @ stage_weights(tree, A) + (order == 1)) for tree in trees(order)]
        assert (max(missed) < 1e-13) == (order <= 3)


# --- linear equations -------------------------------------------------------------------------


@given(st.integers(1, 7), st.integers(0, 10**6))
def test_equations_are_solved(f: int, seed: int) -> None:
    source = np.random.default_rng(seed)
    real, imaginary = source.standard_normal((2, f, f))
    x, y = source.standard_normal((2, f))
    rows = np.zeros(f, np.int64)
    M, found = real.ravel().copy(), (real @ x).copy()
    assert radau.factor_real(f, M, rows)
    radau.solve_real(f, M, rows, found)
    np.testing.assert_allclose(found, x, atol=1e-8 * np.linalg.cond(real))
    both = (real + 1j * imaginary) @ (x + 1j * y)
    u, v, re, im = both.real.copy(), both.imag.copy(), real.ravel().copy(), imaginary.ravel().copy()
    assert radau.factor_complex(f, re, im, rows)
    radau.solve_complex(f, re, im, rows, u, v)
    np.testing.assert_allclose(u + 1j * v, x + 1j * y, atol=1e-8 * np.linalg.cond(real))


def test_equations_without_a_solution_are_told() -> None:
    rows = np.zeros(2, np.int64)
    assert not radau.factor_real(2, np.array([1.0, 2, 2, 4]), rows)
    assert not radau.factor_complex(2, np.array([1.0, 2, 2, 4]), np.zeros(4), rows)


# --- steps ------------------------------------------------------------------------------------


def stiffly(t_end: float, q: float, **more: Any) -> Settings:
    return Settings(t_end, [q], [0.0], method="Radau", **more)


STIFF: dict[str, tuple[Any, Callable[[float, Any], Any], Callable[[float, Any], Any]]] = {
    "pendulum": (
        pendulum(damping=40.0),
        lambda t, y: [y[1], -9.81 * np.sin(y[0]) - 40 * y[1]],
        lambda t, y: [[0, 1], [-9.81 * np.cos(y[0]), -40]],
    ),
    "van der Pol": (
        single(lambda s: (200 * (1 - s.q**2) * s.v - s.q, s.q**2 / 2, 0, 0)),
        lambda t, y: [y[1], 200 * (1 - y[0] ** 2) * y[1] - y[0]],
        lambda t, y: [[0, 1], [-400 * y[0] * y[1] - 1, 200 * (1 - y[0] ** 2)]],
    ),
    "followed cosine": (
        single(lambda s: (-1e6 * (s.q - s.cos(s.t)) - 1e5 * s.v, 0, 0, 0)),
        lambda t, y: [y[1], -1e6 * (y[0] - np.cos(t)) - 1e5 * y[1]],
        lambda t, y: [[0, 1], [-1e6, -1e5]],
    ),
}


@pytest.mark.parametrize("name", STIFF)
@pytest.mark.parametrize("rtol", [1e-4, 1e-7])
def test_steps_are_those_of_scipy(name: str, rtol: float) -> None:
    system, law, slopes = STIFF[name]
    t_end = 300.0 if name == "van der Pol" else 10.0
    found = simulate(system, stiffly(t_end, 2.0, rtol=rtol, atol=rtol / 100))
    known = solve_ivp(law, (0, t_end), [2.0, 0.0], "Radau", rtol=rtol, atol=rtol / 100, jac=slopes)
    assert found.steps == pytest.approx(len(known.t) - 1, rel=0.06, abs=3)
    assert found.evaluations == pytest.approx(known.nfev, rel=0.05)
    exact = solve_ivp(law, (0, t_end), [2.0, 0.0], "Radau", rtol=1e-11, atol=1e-13, jac=slopes)
    missed, theirs = (abs(end - exact.y[0, -1]) for end in (found.q[-1, 0], known.y[0, -1]))
    assert missed <= 3 * theirs + 10 * rtol


def test_the_error_falls_with_the_fifth_power_of_the_step() -> None:
    errors: list[float] = []
    for step in (0.2, 0.1):
        loose = stiffly(5.0, 1.0, rtol=1e-3, atol=1e3, max_step=step)
        motion = simulate(oscillator(), loose)
        errors.append(abs(motion.q[-1, 0] - np.cos(5.0)))
    assert 4.5 < np.log2(errors[0] / errors[1]) < 5.5


def test_states_within_a_step_are_those_of_the_motion() -> None:
    motion = simulate(oscillator(), stiffly(10.0, 1.0, rtol=1e-8, atol=1e-10))
    times = np.linspace(0, 10, 501)
    np.testing.assert_allclose(motion.at(times)[0][:, 0], np.cos(times), atol=1e-5)


def test_the_functions_of_implicit_steps_compute_the_same_in_python() -> None:
    machine, system = library(), pendulum(damping=30.0)
    code = system.machine_code(implicit=True)
    assert machine is not None and code is not None and system._slopes is not None
    settings = Settings(1.0, [2.0], [0.5])
    bursts = [
        stepper.burst_at(code, settings, None, 0.0, np.array([2.0, 0.5]), Floors(settings))
        for _ in range(2)
    ]
    translated, plain = bursts
    for name, kernel in (("state", system.bound), ("slopes", system._slopes())):

        def call(x: np.ndarray, _: np.ndarray, y: np.ndarray, kernel: Any = kernel) -> None:
            y[:] = kernel(x[:3]).table

        plain.pointed[list(Burst.kinds).index(name)] = call
    for burst, functions in ((translated, machine), (plain, advancing)):
        burst.room, burst.pause_at = 20, 10**9
        functions.begin(burst)
        functions.advance(burst)
    assert plain.steps == translated.steps > 5
    assert plain.evaluations == translated.evaluations
    for name in ("y", "k", "ends", "path"):
        np.testing.assert_array_equal(getattr(plain, name), getattr(translated, name))
    written = plain.steps * ROWS * plain.n
    np.testing.assert_array_equal(plain.rows[:written], translated.rows[:written])
