"""The integrators of the list: their order, measured on a pendulum; what the protocol promises.

The reference is a pendulum in closed form: sin(q/2) = k sn(K − t, k), with q̈ = −sin q.
"""

from __future__ import annotations

import ast
import math

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

from lagr_gui.simulation.solvers import METHODS, SOLVERS, Limits, Solver
from tests.ground.sources import python_files, syntax

AMPLITUDE, END = 2.0, 2.0
FIXED = [name for name, method in SOLVERS.items() if method.order is not None]
EXPLICIT = [name for name, method in SOLVERS.items() if method.is_explicit]


def side(t: float, y: np.ndarray) -> np.ndarray:
    return np.array([y[1], -math.sin(y[0])])


def exact(t: float | np.ndarray) -> np.ndarray:
    """q and q̇ of the pendulum that starts from rest."""
    m = math.sin(AMPLITUDE / 2) ** 2
    sn, cn, *_ = ellipj(ellipk(m) - t, m)
    q = 2 * np.arcsin(math.sqrt(m) * sn)
    return np.array([q, -2 * math.sqrt(m) * cn])


def begun(name: str, tolerance: float, longest: float = math.inf, first=None) -> Solver:
    limits = Limits(END, tolerance, tolerance, longest, first)
    return SOLVERS[name].start(side, 0.0, exact(0.0), limits)


def finished(solver: Solver) -> Solver:
    while solver.t < END:
        assert solver.step() is None
    return solver


def error(solver: Solver) -> float:
    return float(np.max(np.abs(finished(solver).y - exact(END))))


def slope(x: list[float], y: list[float]) -> float:
    """The slope of the line through points in logarithmic scales."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def test_the_reference_obeys_the_equation_of_the_pendulum() -> None:
    t, h = np.linspace(0.1, END, 7), 1e-4
    rates = (exact(t + h) - exact(t - h)) / (2 * h)
    assert rates[0] == pytest.approx(exact(t)[1], abs=1e-7)
    assert rates[1] == pytest.approx(-np.sin(exact(t)[0]), abs=1e-7)


@pytest.mark.parametrize("name", FIXED)
def test_the_error_falls_with_the_power_of_the_step_that_the_order_says(name: str) -> None:
    order = SOLVERS[name].order
    assert order is not None
    counts = {8: [4, 6, 8], 5: [20, 40, 80]}[order]
    steps = [END / count for count in counts]
    # so large tolerances leave the length of steps alone; Radau solves its equations to them
    loose = 1e3 if SOLVERS[name].is_explicit else 1e-3
    errors = [error(begun(name, loose, h, h)) for h in steps]
    assert slope(steps, errors) == pytest.approx(order, abs=0.5)


@pytest.mark.parametrize("name", METHODS)
def test_the_error_falls_with_the_tolerance(name: str) -> None:
    tolerances = [1e-4, 1e-6, 1e-8, 1e-10]
    errors = [error(begun(name, tolerance)) for tolerance in tolerances]
    assert 0.6 < slope(tolerances, errors) < 1.4
    assert errors[-1] < 1e-7


@pytest.mark.parametrize("name", METHODS)
def test_states_between_steps_are_those_of_the_pendulum(name: str) -> None:
    solver = begun(name, 1e-9)
    ends = [0.0]
    while solver.t < END:
        assert solver.step() is None
        before, dense = solver.before(), solver.dense()
        assert before.t == ends[-1]
        times = np.linspace(before.t, solver.t, 5)
        assert dense(times) == pytest.approx(exact(times), abs=1e-5)
        assert dense(solver.t) == pytest.approx(solver.y, abs=1e-12)
        ends.append(solver.t)
    assert ends[-1] == END


@pytest.mark.parametrize("name", EXPLICIT)
def test_a_step_that_is_taken_back_is_done_again_as_if_it_had_not_been(name: str) -> None:
    first, second = begun(name, 1e-9), begun(name, 1e-9)
    for _ in range(3):
        assert first.step() is None and second.step() is None
    h = (first.t - first.before().t) / 3
    reached = first.before()
    first.shorten(h)
    assert first.t == reached.t and np.array_equal(first.y, reached.y)
    assert first.step() is None
    assert first.t - reached.t == pytest.approx(h)
    assert first.y == pytest.approx(exact(first.t), abs=1e-7)
    assert error(first) == pytest.approx(error(second), abs=1e-7)


@pytest.mark.parametrize("name", EXPLICIT)
def test_a_method_goes_on_from_the_state_that_it_is_given(name: str) -> None:
    """The motion of a pendulum that begins later is the same, shifted in time."""
    solver, shift = begun(name, 1e-10), 0.25
    assert solver.step() is None
    there = exact(solver.t + shift)
    solver.correct(there, side(solver.t, there))
    assert finished(solver).y == pytest.approx(exact(END + shift), abs=1e-8)


@pytest.mark.parametrize("name", EXPLICIT)
def test_steps_are_no_longer_than_the_limit(name: str) -> None:
    solver = begun(name, 1e-3)
    assert solver.step() is None
    solver.limit(0.01)
    for _ in range(5):
        assert solver.step() is None
        assert solver.t - solver.before().t <= 0.01 * (1 + 1e-9)


@pytest.mark.parametrize("rate", [-3.0, -40.0])
def test_h_lambda_of_a_linear_equation_is_the_length_of_the_step_times_its_rate(rate) -> None:
    names = [name for name, method in SOLVERS.items() if method.detects_stiffness]
    assert names
    for name in names:
        limits = Limits(1.0, 1e-6, 1e-6, math.inf)
        solver = SOLVERS[name].start(lambda t, y: rate * y, 0.0, np.ones(1), limits)
        for _ in range(3):
            assert solver.step() is None
        h = solver.t - solver.before().t
        assert solver.h_lambda() == pytest.approx(-rate * h, rel=1e-6)


def test_one_file_alone_knows_how_the_integrators_of_scipy_are_made() -> None:
    private = {"h_abs", "h_previous", "n_stages", "max_step", "dense_output"}
    knowing = {
        path.name
        for path in python_files("lagr_gui/simulation")
        for node in ast.walk(syntax(path))
        if (isinstance(node, ast.Attribute) and node.attr in private - _own(node))
        or (isinstance(node, ast.alias) and node.name in ("integrate", "OdeSolution"))
    }
    assert knowing == {"scipy_solver.py"}


def _own(node: ast.Attribute) -> set[str]:
    """`max_step` of our settings is no attribute of an integrator."""
    return {"max_step"} if "settings" in ast.unparse(node.value) else set()
