"""The method of the bursts: its coefficients by Butcher's trees, its steps beside SciPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import DOP853, solve_ivp
from scipy.integrate._ivp import dop853_coefficients as known
from scipy.integrate._ivp.common import select_initial_step
from scipy.integrate._ivp.rk import Dop853DenseOutput

from lagr_gui.simulation.bursts import advancing, constrained, dop853, tables
from lagr_gui.simulation.bursts.record import CAREFUL, DONE, PAUSE, ROOM, ROWS, STAGES, Burst
from lagr_gui.simulation.solvers import ManySteps
from tests.simulation.trees import Tree, density, size, stage_weights, trees

Law = Callable[[float, np.ndarray, np.ndarray], np.ndarray]
"""q̈ at a time, a position, a velocity."""


def matrix() -> np.ndarray:
    """The weights a of all 16 stages."""
    A = np.zeros((STAGES, STAGES))
    for i in range(STAGES):
        for e in range(tables.STARTS[i], tables.STARTS[i + 1]):
            A[i, tables.COLUMNS[e]] = tables.WEIGHTS[e]
    return A


A = matrix()
B = A[12]
ALL_TREES = [tree for order in range(1, 9) for tree in trees(order)]


# --- coefficients -----------------------------------------------------------------------------


def test_there_are_as_many_trees_as_cayley_counted() -> None:
    assert [len(trees(order)) for order in range(1, 9)] == [1, 1, 2, 4, 9, 20, 48, 115]
    assert all(size(tree) <= 8 for tree in ALL_TREES)


@pytest.mark.parametrize("order", range(1, 9))
def test_a_step_is_of_order_eight(order: int) -> None:
    for tree in trees(order):
        assert B @ stage_weights(tree, A) == pytest.approx(1 / density(tree), abs=1e-13), tree


def test_a_step_is_not_of_order_nine() -> None:
    tall: Tree = ()
    for _ in range(8):
        tall = (tall,)
    assert abs(B @ stage_weights(tall, A) - 1 / density(tall)) > 1e-8


@pytest.mark.parametrize(("weights", "order"), [(tables.ERROR_3, 3), (tables.ERROR_5, 5)])
def test_an_error_vanishes_up_to_its_order_and_no_further(
    weights: tuple[float, ...], order: int
) -> None:
    E = np.array([*weights, *[0.0] * (STAGES - 12)])
    for tree in ALL_TREES:
        if size(tree) <= order:
            assert E @ stage_weights(tree, A) == pytest.approx(0, abs=1e-13), tree
    missed = [abs(E @ stage_weights(tree, A)) for tree in trees(order + 1)]
    assert max(missed) > 1e-5


def test_a_stage_lies_at_its_node() -> None:
    np.testing.assert_allclose(A.sum(axis=1), tables.NODES, atol=1e-14)
    assert np.all(np.triu(A) == 0)


def course(theta: float) -> np.ndarray:
    """The weights (16,) of the rates in the state at a part of a step of length 1."""
    k = np.eye(STAGES)
    change = B @ k
    rows = [change, k[0] - change, 2 * change - (k[12] + k[0])]
    rows += list(np.array(tables.COURSES).reshape(4, STAGES) @ k)
    steps = ManySteps(np.array([0.0, 1.0]), np.zeros((1, STAGES)), np.array([rows]))
    return steps(theta)


@pytest.mark.parametrize("theta", [0.1, 0.25, 0.5, 0.7, 0.95])
def test_states_within_a_step_are_of_order_seven(theta: float) -> None:
    weights = course(theta)
    for tree in ALL_TREES:
        if size(tree) <= 7:
            wanted = theta ** size(tree) / density(tree)
            assert weights @ stage_weights(tree, A) == pytest.approx(wanted, abs=1e-12), tree


def test_the_course_begins_and_ends_with_states_and_rates() -> None:
    unit, tiny = np.eye(STAGES), 1e-7
    np.testing.assert_allclose(course(0.0), 0, atol=1e-15)
    np.testing.assert_allclose(course(1.0), B, atol=1e-14)
    np.testing.assert_allclose(course(tiny) / tiny, unit[0], atol=1e-4)
    np.testing.assert_allclose((course(1.0) - course(1 - tiny)) / tiny, unit[12], atol=1e-4)


def test_the_coefficients_are_those_of_scipy() -> None:
    np.testing.assert_array_equal(A[:12, :12], known.A[:12, :12])
    np.testing.assert_array_equal(B[:12], known.B)
    np.testing.assert_array_equal(tables.NODES, known.C)
    np.testing.assert_array_equal(tables.ERROR_3, known.E3[:12])
    np.testing.assert_array_equal(tables.ERROR_5, known.E5[:12])
    np.testing.assert_array_equal(np.reshape(tables.COURSES, (4, STAGES)), known.D)


# --- steps ------------------------------------------------------------------------------------


def burst(law: Law, q: Any, qd: Any, t_end: float, atol: float = 1e-11, **given: Any) -> Burst:
    """A free motion under way, as Python runs it: no kernel, no machine code."""
    q, qd = np.array(q, float), np.array(qd, float)
    f, room = len(q), given.get("room", 2000)

    def state(x: np.ndarray, _: np.ndarray, out: np.ndarray) -> None:
        out[:f] = law(x[0], x[1 : 1 + f], x[1 + f : 1 + 2 * f])
        out[f:] = 1.0

    n = 2 * f
    settings: dict[str, Any] = {
        "f": f,
        "n": n,
        "state": state,
        "x": np.zeros(1 + n),
        "w": np.zeros(1),
        "out": np.zeros(2 * f),
        "pivots": f,
        "t_end": t_end,
        "longest": 1e9,
        "rtol": 1e-9,
        "floors": np.full(n, atol),
        "units": np.ones(n),
        "size": np.full(1, np.inf),
        "share": 1.0,
        "base": atol,
        "nearly": 1e-12,
        "room": room,
        "y": np.concatenate([q, qd]),
        "k": np.zeros(STAGES * n),
        "zeros": np.zeros(n),
        "trial": np.zeros(n),
        "after": np.zeros(n),
        "ends": np.zeros(room + 1),
        "spans": np.zeros(room),
        "origins": np.zeros(room * n),
        "rows": np.zeros(room * ROWS * n),
        "pause_at": 10**9,
        "stiff_above": np.inf,
        "patience": 15,
        "relief": 6,
        "here": 1.0,
    }
    return Burst(**{**settings, **given})


def moved(law: Law, q: Any, qd: Any, t_end: float, **given: Any) -> Burst:
    """A burst that has come to its end."""
    found = burst(law, q, qd, t_end, **given)
    advancing.begin(found)
    assert advancing.advance(found) == DONE
    return found


def states(found: Burst) -> ManySteps:
    """The states of a burst at any time."""
    k, n = found.steps, found.n
    rows = found.rows[: k * ROWS * n].reshape(k, ROWS, n)
    return ManySteps(found.ends[: k + 1], found.origins[: k * n].reshape(k, n), rows)


def kepler(_: float, q: np.ndarray, __: np.ndarray) -> np.ndarray:
    return -q / np.hypot(*q) ** 3


def driven(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    return np.cos(3 * t) - 0.3 * qd - q**3


def swung(_: float, q: np.ndarray, __: np.ndarray) -> np.ndarray:
    return -9.81 * np.sin(q)


LAWS = {
    "Kepler": (kepler, [1.0, 0.0], [0.0, 1.2], 12.0),
    "driven": (driven, [0.5], [0.0], 10.0),
    "pendulum": (swung, [3.0], [0.1], 6.0),
}


def rates(law: Law, f: int) -> Callable[[float, np.ndarray], np.ndarray]:
    return lambda t, y: np.concatenate([y[f:], law(t, y[:f], y[f:])])


@pytest.mark.parametrize("name", LAWS)
def test_steps_and_states_are_those_of_scipy(name: str) -> None:
    law, q, qd, t_end = LAWS[name]
    found = moved(law, q, qd, t_end)
    begun = burst(law, q, qd, t_end)
    advancing.begin(begun)
    options = {"rtol": 1e-9, "atol": 1e-11, "dense_output": True, "first_step": begun.h}
    wanted = solve_ivp(rates(law, len(q)), (0, t_end), [*q, *qd], method="DOP853", **options)
    assert found.steps == len(wanted.t) - 1
    np.testing.assert_allclose(found.ends[: found.steps + 1], wanted.t, rtol=1e-5)
    times = np.linspace(0, t_end, 501)
    np.testing.assert_allclose(states(found)(times), wanted.sol(times), atol=1e-7)


@pytest.mark.parametrize("name", LAWS)
def test_the_first_step_is_as_long_as_that_of_scipy_where_a_tenth_of_the_time_is_its_unit(
    name: str,
) -> None:
    law, q, qd, t_end = LAWS[name]
    unit, slow = t_end / 10, rates(law, len(q))
    rate = lambda t, y: unit * slow(unit * t, y)  # noqa: E731
    found = burst(law, q, qd, t_end)
    advancing.begin(found)
    y = np.array([*q, *qd], float)
    order = DOP853.error_estimator_order
    wanted = select_initial_step(
        rate, 0.0, y, 10.0, np.inf, rate(0.0, y), 1, order, found.rtol, found.base
    )
    assert found.h == pytest.approx(unit * wanted, rel=1e-12)


@pytest.mark.parametrize("power", range(7))
def test_a_polynomial_is_exact_in_one_step(power: int) -> None:
    """q̈ = tᵖ: the velocity to t⁸, the position too as long as it is of degree 8."""
    found = moved(
        lambda t, q, qd: np.array([t**power]), [1.0], [2.0], 1.5, h=1.5, rtol=1e6, atol=1e6
    )
    assert found.steps == 1
    p, t = power, 1.5
    assert found.y[1] == pytest.approx(2 + t ** (p + 1) / (p + 1), rel=1e-13)
    assert found.y[0] == pytest.approx(1 + 2 * t + t ** (p + 2) / ((p + 1) * (p + 2)), rel=1e-13)


def missed(h: float) -> float:
    """How far from the exact way round an ellipse steps of one length lead in half a turn."""
    speed = np.sqrt(1.3 / 0.7)  # at the pericentre of an ellipse with half axis 1
    whole = {"h": h, "longest": h, "stride": h, "rtol": 1e6, "atol": 1e6}
    found = moved(kepler, [0.7, 0.0], [0.0, speed], float(np.pi), **whole)
    return float(np.hypot(found.y[0] + 1.3, found.y[1]))


def test_half_the_step_makes_the_error_256_times_smaller() -> None:
    wrong = [missed(np.pi / count) for count in (8, 16, 32)]
    assert np.log2(wrong[0] / wrong[1]) > 6.5
    assert 7 < np.log2(wrong[1] / wrong[2]) < 9.2


@pytest.mark.parametrize("name", ["Kepler", "pendulum"])
def test_what_is_conserved_stays(name: str) -> None:
    law, q, qd, t_end = LAWS[name]
    course_of = states(moved(law, q, qd, t_end))(np.linspace(0, t_end, 200))
    f = len(q)
    q_t, qd_t = course_of[:f], course_of[f:]
    kinetic = (qd_t**2).sum(axis=0) / 2
    if name == "Kepler":
        energy = kinetic - 1 / np.hypot(*q_t)
        spin = q_t[0] * qd_t[1] - q_t[1] * qd_t[0]
        np.testing.assert_allclose(spin, 1.2, atol=1e-7)
    else:
        energy = kinetic[None] - 9.81 * np.cos(q_t)
    np.testing.assert_allclose(energy, np.ravel(energy)[0], atol=2e-7)


# --- ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", ["room", "pause"])
def test_a_motion_in_pieces_is_the_same_to_the_last_bit(pieces: str) -> None:
    law, q, qd, t_end = LAWS["Kepler"]
    whole = moved(law, q, qd, t_end)
    found = burst(law, q, qd, t_end, **({"room": 3} if pieces == "room" else {}))
    advancing.begin(found)
    ends, reasons = [0.0], set[int]()
    for _ in range(500):
        found.steps = 0
        if pieces == "pause":
            found.pause_at = found.evaluations + 30
        reason = advancing.advance(found)
        ends += found.ends[1 : found.steps + 1].tolist()
        reasons.add(reason)
        if reason == DONE:
            break
    assert reasons == {DONE, ROOM if pieces == "room" else PAUSE}
    assert ends == whole.ends[: whole.steps + 1].tolist()
    assert found.y.tolist() == whole.y.tolist()
    assert found.evaluations == whole.evaluations


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_where_there_is_no_acceleration_it_is_left_to_others(bad: float) -> None:
    def law(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return np.array([1.0 if t < 0.5 else bad])

    found = burst(law, [0.0], [0.0], 2.0)
    with np.errstate(invalid="ignore"):
        advancing.begin(found)
        assert advancing.advance(found) == CAREFUL
    assert 0 <= found.t < 0.5
    assert found.y == pytest.approx([found.t**2 / 2, found.t])


def test_a_body_that_loses_its_inertia_is_left_to_others() -> None:
    found = burst(lambda t, q, qd: -q, [1.0], [0.0], 2.0)
    lawful = found.state

    def light(x: np.ndarray, w: np.ndarray, out: np.ndarray) -> None:
        lawful(x, w, out)
        out[1] = 1.0 if x[0] < 1 else 1e-15

    found.state = light
    advancing.begin(found)
    assert advancing.advance(found) == CAREFUL and found.t < 1


def test_stiffness_is_told_where_stability_limits_the_steps() -> None:
    """Steps of a motion that creeps become as long as |h λ| allows, about 6 for this method."""
    found = burst(lambda t, q, qd: -1000 * (qd + q), [1.0], [-1.0], 8.0, stiff_above=5.0, rtol=1e-6)
    advancing.begin(found)
    reasons = {dop853.step(found) for _ in range(200)}
    assert dop853.STIFF in reasons
    calm = burst(lambda t, q, qd: -q, [1.0], [0.0], 1e9, stiff_above=5.0)
    advancing.begin(calm)
    assert {dop853.step(calm) for _ in range(100)} == {DONE}


@given(st.floats(0, 1e12))
def test_the_distance_of_floats_is_about_right(t: float) -> None:
    if t > 1e-290:
        assert 0.99 <= dop853.spacing(t) / np.spacing(t) <= 2.01


@given(st.floats(1e-200, 1e200))
def test_eighth_roots(x: float) -> None:
    assert dop853.eighth_root(x) == pytest.approx(x**0.125, rel=1e-14)


@pytest.mark.parametrize("x", [0.0, 0.3, 0.5, 0.9, 1.0])
def test_both_ways_into_a_step_lead_to_the_same_state(x: float) -> None:
    source = np.random.default_rng(int(10 * x))
    rows, origin, found = source.normal(size=(ROWS, 4)), source.normal(size=4), np.zeros(4)
    constrained.between(4, 0, rows.ravel(), origin, x, found)
    steps = ManySteps(np.array([2.0, 5.0]), origin[None], rows[None])
    np.testing.assert_allclose(found, steps(2 + 3 * x), rtol=1e-12, atol=1e-13)


@given(st.integers(0, 2**32 - 1), st.integers(1, 6))
def test_rows_of_many_steps_weighed_at_once_are_those_of_each_step_alone(seed, count) -> None:
    """SciPy's dense output of one step, also behind the last, where it goes on."""
    random = np.random.default_rng(seed)
    ends = np.cumsum(random.uniform(0.01, 2, count + 1))
    origins, rows = random.normal(size=(count, 3)), random.normal(size=(count, ROWS, 3))
    alone = [Dop853DenseOutput(ends[k], ends[k + 1], origins[k], rows[k]) for k in range(count)]
    times = np.sort(random.uniform(ends[0], ends[-1], 40))
    own = np.clip(np.searchsorted(ends, times) - 1, 0, count - 1)
    known = np.column_stack([alone[k](t) for k, t in zip(own, times, strict=True)])
    steps = ManySteps(ends, origins, rows)
    np.testing.assert_allclose(steps(times), known, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(steps(times[0]), known[:, 0], rtol=1e-12, atol=1e-12)
    behind = ends[-1] + ends[-1] - ends[-2]
    np.testing.assert_allclose(steps(behind), alone[-1](behind), rtol=1e-12, atol=1e-12)
