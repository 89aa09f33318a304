"""Numbers of control by what they have to satisfy, and beside python-control where it is there."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import block_diag, expm

from lagr_gui import LagrError
from lagr_gui.extensions.control.numbers.faults import poles_text
from lagr_gui.extensions.control.numbers.locus import gains, regulated, root_locus
from lagr_gui.extensions.control.numbers.margins import margins
from lagr_gui.extensions.control.numbers.pid import SORTS, closed_by, loop_of, pid
from lagr_gui.extensions.control.numbers.placing import placed
from lagr_gui.extensions.control.numbers.responses import free, impulse, step
from lagr_gui.extensions.control.numbers.riccati import kalman, lqr
from lagr_gui.extensions.control.numbers.state_space import StateSpace, series
from lagr_gui.extensions.control.numbers.structure import controllability, observability, zeros
from lagr_gui.foundation.arrays import Array

SOURCE = np.random.default_rng(7)
SYSTEMS = 30
BEGIN = SOURCE.bit_generator.state


@pytest.fixture(autouse=True)
def same_numbers() -> None:
    """Every test draws the same numbers, whatever ran before it."""
    SOURCE.bit_generator.state = BEGIN


def plant(n: int, m: int = 1, k: int = 1, source: np.random.Generator = SOURCE) -> StateSpace:
    """A random one, without a direct part."""
    A, B, C = (source.normal(size=size) for size in ((n, n), (n, m), (k, n)))
    return StateSpace(A, B, C, np.zeros((k, m)))


def sizes(rounds: int = SYSTEMS) -> list[tuple[int, int, int]]:
    return [tuple(SOURCE.integers((2, 1, 1), (7, 3, 3)).tolist()) for _ in range(rounds)]  # type: ignore[misc]


def definite(n: int) -> Array:
    root = SOURCE.normal(size=(n, n))
    return np.asarray(root @ root.T + 0.1 * np.eye(n))


def chain(masses: int, pushed: int, seen: int) -> StateSpace:
    """Equal masses between springs, all of 1."""
    K = 2 * np.eye(masses) - np.eye(masses, k=1) - np.eye(masses, k=-1)
    A = np.block([[np.zeros_like(K), np.eye(masses)], [-K, np.zeros_like(K)]])
    B, C = np.zeros((2 * masses, 1)), np.zeros((1, 2 * masses))
    B[masses + pushed], C[0, seen] = 1, 1
    return StateSpace(A, B, C, np.zeros((1, 1)))


# --- Optimal gains, placed poles -----------------------------------------------------------------


@pytest.mark.parametrize("h", [0.0, 0.1])
def test_regulator_and_filter_solve_their_riccati_equations(h: float) -> None:
    control = pytest.importorskip("control")
    for n, m, k in sizes():
        system = plant(n, m, k)
        system = system.sampled(h) if h else system
        Q, R, V = definite(n), definite(m), definite(k)
        gains, estimate = lqr(system, Q, R), kalman(system, Q, V)
        assert gains.residual < 1e-8 and estimate.residual < 1e-8
        for P in (gains.P, estimate.P):
            assert np.linalg.eigvalsh(P)[0] > -1e-9 * np.max(P)
        closed = StateSpace(system.A - system.B @ gains.K, system.B, system.C, system.D, h)
        assert closed.is_stable
        assert np.allclose(gains.poles, closed.poles)
        theirs = (control.dlqr if h else control.lqr)(system.A, system.B, Q, R)[0]
        assert np.allclose(gains.K, theirs, rtol=1e-7, atol=1e-9)
        design = control.dlqe if h else control.lqe
        noise = design(system.A, np.eye(n), system.C, Q, V)[0]
        assert np.allclose(estimate.K.T, noise, rtol=1e-7, atol=1e-9)


def test_the_cost_of_a_motion_is_what_the_regulator_says() -> None:
    system, Q, R = plant(4, 2), definite(4), definite(2)
    gains, x0 = lqr(system, Q, R), SOURCE.normal(size=4)
    closed = StateSpace(system.A - system.B @ gains.K, system.B, system.C, system.D)
    t, x = free(closed, x0, 60.0, 40_001)
    u = -x @ gains.K.T
    cost = np.einsum("wi,ij,wj->w", x, Q, x) + np.einsum("wi,ij,wj->w", u, R, u)
    assert np.trapezoid(cost, t) == pytest.approx(x0 @ gains.P @ x0, rel=1e-4)


@pytest.mark.parametrize("h", [0.0, 0.05])
def test_poles_are_where_they_are_wanted(h: float) -> None:
    for n, m, _ in sizes():
        system = plant(n, m)
        pairs = -SOURCE.uniform(0.5, 3, n // 2) + 1j * SOURCE.uniform(0.1, 3, n // 2)
        wanted = np.concatenate([pairs, pairs.conj(), -SOURCE.uniform(1, 4, n % 2)])
        if h:
            system, wanted = system.sampled(h), np.exp(wanted * h)
        K = placed(system, wanted.tolist())
        reached = np.linalg.eigvals(system.A - system.B @ K)
        assert np.allclose(
            np.poly(reached), np.poly(wanted), atol=1e-7 * np.max(np.abs(wanted)) ** n
        )


def test_one_input_can_put_all_poles_at_one_place() -> None:
    K = placed(chain(2, 0, 0), [-1.0] * 4)
    system = chain(2, 0, 0)
    assert np.allclose(np.poly(system.A - system.B @ K), np.poly([-1.0] * 4), atol=1e-10)


# --- Structure -----------------------------------------------------------------------------------


@pytest.mark.parametrize("masses", [1, 3, 8])
def test_a_chain_that_is_pushed_at_its_end_is_controllable(masses: int) -> None:
    system = chain(masses, 0, masses - 1)
    assert controllability(system).is_complete
    assert observability(system).is_complete


def test_the_middle_of_a_chain_moves_no_odd_mode() -> None:
    reach, seen = controllability(chain(3, 1, 1)), observability(chain(3, 1, 1))
    assert reach.rank == seen.rank == 4
    assert not reach.decays
    assert np.allclose(np.abs(reach.modes.imag), np.sqrt(2))
    away = np.linalg.lstsq(reach.rest, np.array([1.0, 0, -1, 0, 0, 0]), rcond=None)[0]
    assert np.allclose(reach.rest @ away, [1, 0, -1, 0, 0, 0])
    assert np.allclose(np.abs(seen.rest).sum(axis=1)[[1, 4]], 0)


def test_what_can_be_moved_does_not_depend_on_units() -> None:
    for n, m, _ in sizes():
        whole = plant(n, m)
        part = plant(2, m)
        other = StateSpace(
            block_diag(whole.A, part.A), np.vstack([whole.B, 0 * part.B]), np.eye(n + 2), whole.D
        )
        units = 10.0 ** SOURCE.uniform(-4, 4, n + 2)
        time, volts = 10.0 ** SOURCE.uniform(-3, 3), 10.0 ** SOURCE.uniform(-4, 4, m)
        changed = StateSpace(
            other.A / units[:, None] * units * time,
            other.B / units[:, None] * volts,
            other.C,
            other.D,
        )
        first, second = controllability(other), controllability(changed)
        assert first.rank == second.rank == n
        assert first.weakest == pytest.approx(second.weakest, rel=1e-6)
        assert np.allclose(second.rest[:n] / units[:n, None], 0, atol=1e-9)


def test_unmoved_combinations_stay_whatever_acts() -> None:
    for n, m, _ in sizes(10):
        system = plant(n, m)
        twice = StateSpace(
            block_diag(system.A, system.A), np.vstack([system.B, system.B]), np.eye(2 * n), system.D
        )
        mix = SOURCE.normal(size=(2 * n, 2 * n)) + 3 * np.eye(2 * n)
        mixed = StateSpace(
            np.linalg.solve(mix, twice.A @ mix), np.linalg.solve(mix, twice.B), mix, twice.D
        )
        reach = controllability(mixed)
        assert reach.rank == n
        for t in (0.3, 0.7):
            moved = reach.rest.T @ expm(mixed.A * t) @ mixed.B
            assert np.allclose(
                moved, 0, atol=1e-7 * np.linalg.norm(expm(mixed.A * t)) * np.linalg.norm(mixed.B)
            )


@pytest.mark.parametrize(("m", "k"), [(1, 1), (2, 2), (1, 2), (2, 1)])
def test_rank_drops_at_zeros_and_nowhere_else(m: int, k: int) -> None:
    for n in (2, 3, 5, 6):
        system = plant(n, m, k)
        found = zeros(system)
        assert len(found) == (n - m if m == k else 0)

        def least(s: complex, system: StateSpace = system, n: int = n) -> float:
            block = np.block([[system.A - s * np.eye(n), system.B], [system.C, system.D]])
            return float(np.linalg.svd(block, compute_uv=False)[-1])

        usual = least(0.37 + 0.2j)
        assert all(least(zero) < 1e-9 * max(1.0, abs(zero)) for zero in found.tolist())
        assert usual > 1e-6


def test_zeros_of_a_collocated_chain_are_the_poles_of_the_held_one() -> None:
    found = zeros(chain(3, 0, 0))
    held = np.sqrt(np.array([1.0, 3.0]))
    assert np.allclose(sorted(np.abs(found.imag)), sorted([*held, *held]))
    assert len(zeros(chain(3, 0, 2))) == 0


# --- Motions -------------------------------------------------------------------------------------


def test_steps_and_impulses_are_exponentials() -> None:
    system = plant(4, 2, 3)
    t, y = step(system, 2.0, 21, 1)
    place = 13
    exact = np.linalg.solve(system.A, (expm(system.A * t[place]) - np.eye(4)) @ system.B[:, 1])
    assert np.allclose(y[place], system.C @ exact, rtol=1e-10)
    t, y = impulse(system, 2.0, 21, 1)
    assert np.allclose(y[place], system.C @ expm(system.A * t[place]) @ system.B[:, 1], rtol=1e-10)


def test_sampling_is_exact_while_inputs_are_held() -> None:
    system = plant(4, 1, 2)
    sampled = system.sampled(0.25)
    t, y = step(sampled, 2.0)
    _, exact = step(system, 2.0, len(t))
    assert np.allclose(y, exact, rtol=1e-10)
    assert np.allclose(np.sort_complex(sampled.poles), np.sort_complex(np.exp(0.25 * system.poles)))


# --- Margins -------------------------------------------------------------------------------------


@pytest.mark.parametrize("h", [0.0, 0.05])
def test_a_loop_at_its_margins_is_on_the_border(h: float) -> None:
    for n in (2, 3, 4):
        system = plant(n)
        system = system.sampled(h) if h else system
        K = lqr(system, np.eye(n), np.eye(1)).K
        loop = StateSpace(system.A, system.B, K, np.zeros((1, 1)), h)
        known = margins(loop)
        assert known.stable
        for factor, omega in ((known.gain, known.at_gain), (known.least, known.at_least)):
            if np.isfinite(factor):
                L = loop.response(np.array([omega]))[0, 0, 0]
                assert abs(1 + factor * L) < 1e-9
        L = loop.response(np.array([known.at_phase]))[0, 0, 0]
        if np.isfinite(known.phase):
            sides = [abs(1 + L * np.exp(side * 1j * known.phase)) for side in (1, -1)]
            assert min(sides) < 1e-9
            L = loop.response(np.array([known.at_delay]))[0, 0, 0]
            assert abs(1 + L * np.exp(-1j * known.at_delay * known.delay)) < 1e-9
        if not h:  # of a regulator: it stays a circle of radius 1 away
            assert known.nearest > 1 - 1e-9
            assert not known.phase < np.pi / 3


def test_margins_are_those_of_python_control() -> None:
    control = pytest.importorskip("control")
    for sort in ("PD", "PID"):
        system = StateSpace(
            np.array([[0.0, 1], [-4, -0.5]]),
            np.array([[0.0], [1]]),
            np.eye(2)[:1],
            np.zeros((1, 1)),
        )
        loop = loop_of(system, pid(system, sort, np.radians(50), 3.0))
        theirs = control.stability_margins(control.ss(loop.A, loop.B, loop.C, loop.D))
        known = margins(loop)
        assert np.degrees(known.phase) == pytest.approx(theirs[1], rel=1e-6)
        assert known.at_phase == pytest.approx(theirs[4], rel=1e-6)


@pytest.mark.parametrize("sort", SORTS[1:])
def test_a_controller_has_the_margin_it_is_made_for(sort: str) -> None:
    system = StateSpace(
        np.array([[0.0, 1], [-1, -1.2]]), np.array([[0.0], [1]]), np.eye(2)[:1], np.zeros((1, 1))
    )
    gains = pid(system, sort, np.radians(60))
    loop = loop_of(system, gains)
    L = loop.response(np.array([gains.crossover]))[0, 0, 0]
    assert abs(L) == pytest.approx(1)
    assert np.degrees(np.angle(-L)) == pytest.approx(60)
    closed = closed_by(system, gains)
    y = step(closed, 60.0)[1]
    assert y[-1, 0] == pytest.approx(1.0 if gains.ki else gains.kp / (1 + gains.kp), abs=1e-3)


def test_poles_over_weights_are_those_of_the_regulators() -> None:
    system, Q, R = plant(4, 2), definite(4), definite(2)
    factors = np.geomspace(1e-2, 1e2, 9)
    for factor, poles in zip(factors, regulated(system, Q, R, factors), strict=True):
        assert np.allclose(np.poly(poles), np.poly(lqr(system, Q, factor * R).poles), rtol=1e-6)


def test_a_root_locus_begins_at_the_poles_and_leads_to_zeros() -> None:
    system = chain(2, 0, 0)
    way = root_locus(lambda k: system.A - k * system.B @ system.C, gains(1e6))
    assert np.allclose(np.poly(way[0]), np.poly(system.poles), atol=1e-9)
    for zero in zeros(system):
        assert np.min(np.abs(way[-1] - zero)) < 1e-3
    steps = np.abs(np.diff(way[:-60], axis=0)).max(axis=1)
    assert np.all(steps < 0.2 * np.abs(way[1:-60]).max(axis=1))


def test_two_systems_in_a_row_multiply() -> None:
    first, second = plant(2, 1, 2), plant(3, 2, 1)
    both, s = series(first, second), np.array([0.3 + 1j])
    assert np.allclose(both.transfer(s), second.transfer(s) @ first.transfer(s))


# --- Refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (lambda: lqr(chain(3, 1, 1), np.eye(6), np.eye(1)), "no input moves the mode"),
        (lambda: kalman(chain(3, 1, 1), np.eye(6), np.eye(1)), "do not show the mode"),
        (lambda: lqr(chain(1, 0, 0), np.eye(2), -np.eye(1)), "R is not positive definite"),
        (lambda: lqr(chain(1, 0, 0), np.diag([1.0, -1]), np.eye(1)), "Q is negative"),
        (lambda: lqr(chain(1, 0, 0), np.array([[1.0, 1], [0, 1]]), np.eye(1)), "not symmetric"),
        (lambda: lqr(chain(1, 0, 0), np.zeros((2, 2)), np.eye(1)), "costs nothing"),
        (lambda: placed(chain(1, 0, 0), [-1]), "1 poles are given, and there are 2 states"),
        (lambda: placed(chain(1, 0, 0), [-1 + 1j, -2]), "without its conjugate"),
        (lambda: placed(chain(3, 1, 1), [-1.0] * 6), "No input moves the mode"),
        (lambda: pid(chain(1, 0, 0), "PI", 0.0), "between 0° and 180°"),
        (lambda: pid(chain(1, 0, 0), "PI", 1.0, 1.0), "cannot turn the phase"),
        (lambda: pid(chain(1, 0, 0), "PX", 1.0), "no controller"),
    ],
)
def test_what_cannot_be_is_told_in_words_of_control(task, words) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(LagrError, match=words):
        task()


def test_poles_are_told_as_often_as_they_are_there():
    assert poles_text(np.array([0j, 1e-15, 1 + 2j, 1 - 2j, -3])) == "0, 0, 1 ± 2 i, -3"
