"""Impacts: what Newton's law and the laws of momentum say, for any masses and contacts."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import lsq_linear

from lagr_gui.numerics import Slopes, answers, collide
from lagr_gui.numerics.impacts import bounded, complementary

SEEDS = range(40)


@dataclass(frozen=True)
class Struck:
    """A metric, conditions that always hold, contacts with their coefficients, velocities."""

    g: np.ndarray
    rows: Slopes
    h: Slopes
    kappa: np.ndarray
    qd: np.ndarray

    @property
    def speed(self) -> np.ndarray:
        return self.h.G @ self.qd


def slopes(table: np.ndarray) -> Slopes:
    return Slopes(table, np.abs(table) + 0.1)


def made(seed: int, contacts: int, bound: bool = True) -> Struck:
    source = np.random.default_rng(seed)
    f = int(source.integers(3, 7))
    root = source.standard_normal((f, f))
    g = root @ root.T + 0.5 * np.eye(f)
    m = int(source.integers(0, f - 2)) if bound else 0
    G = source.standard_normal((m, f))
    free = np.linalg.svd(G)[2][m:] if m else np.eye(f)
    qd = free.T @ source.standard_normal(f - m)
    h = source.standard_normal((contacts, f))
    h *= np.sign(h @ qd)[:, None]  # all are approached
    return Struck(g, slopes(G.reshape(m, f)), slopes(h), source.uniform(0, 1, contacts), qd)


def energy(struck: Struck, qd: np.ndarray) -> float:
    return float(qd @ struck.g @ qd) / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_one_contact_leaves_with_its_part_of_the_speed(seed: int) -> None:
    struck = made(seed, 1)
    found = collide(struck.g, struck.rows, struck.h, struck.speed, struck.kappa, struck.qd)
    assert struck.h.G @ found.qd == pytest.approx(-struck.kappa * struck.speed, rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_conditions_hold_after_an_impact_as_before(seed: int) -> None:
    struck = made(seed, 2)
    found = collide(struck.g, struck.rows, struck.h, struck.speed, struck.kappa, struck.qd)
    assert struck.rows.G @ found.qd == pytest.approx(np.zeros(len(struck.rows)), abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_change_of_momentum_is_that_of_the_impulses(seed: int) -> None:
    struck = made(seed, 2)
    found = collide(struck.g, struck.rows, struck.h, struck.speed, struck.kappa, struck.qd)
    change = struck.g @ (found.qd - struck.qd)
    impulses = struck.h.G.T @ found.impulses + struck.rows.G.T @ found.multipliers
    assert change == pytest.approx(impulses, abs=1e-9)
    assert np.all(found.impulses <= 1e-12), "contacts push only"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("contacts", [1, 2, 3])
def test_no_impact_makes_energy(seed: int, contacts: int) -> None:
    struck = made(seed, contacts)
    kappa = np.full(contacts, struck.kappa[0])
    found = collide(struck.g, struck.rows, struck.h, struck.speed, kappa, struck.qd)
    assert energy(struck, found.qd) <= energy(struck, struck.qd) * (1 + 1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_elastic_impact_keeps_the_energy_and_twice_reversed_gives_the_velocities(
    seed: int,
) -> None:
    struck = made(seed, 1)
    one = np.ones(1)
    found = collide(struck.g, struck.rows, struck.h, struck.speed, one, struck.qd)
    assert energy(struck, found.qd) == pytest.approx(energy(struck, struck.qd), rel=1e-10)
    back = collide(struck.g, struck.rows, struck.h, struck.h.G @ -found.qd, one, -found.qd)
    assert -back.qd == pytest.approx(struck.qd, abs=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_parts_already_is_left_alone(seed: int) -> None:
    struck = made(seed, 1)
    found = collide(struck.g, struck.rows, struck.h, -struck.speed, struck.kappa, -struck.qd)
    assert found.qd == pytest.approx(-struck.qd, abs=1e-12)
    assert not found.impulses.any()


@pytest.mark.parametrize("seed", range(12))
def test_in_other_units_the_same_happens(seed: int) -> None:
    source = np.random.default_rng(seed)
    struck = made(seed, 2)
    unit = 10 ** source.uniform(-2, 2, len(struck.qd))
    one = collide(struck.g, struck.rows, struck.h, struck.speed, struck.kappa, struck.qd)
    other = collide(
        struck.g * np.outer(unit, unit),
        Slopes(struck.rows.G * unit, struck.rows.reach * unit),
        Slopes(struck.h.G * unit, struck.h.reach * unit),
        struck.speed,
        struck.kappa,
        struck.qd / unit,
    )
    assert other.qd * unit == pytest.approx(one.qd, rel=1e-6, abs=1e-8)
    assert other.impulses == pytest.approx(one.impulses, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("seed", range(12))
def test_answers_to_unit_impulses_are_symmetric_and_push_back(seed: int) -> None:
    struck = made(seed, 3)
    found = answers(struck.g, struck.rows, struck.h)
    assert pytest.approx(found.W.T, abs=1e-10) == found.W
    assert np.all(np.linalg.eigvalsh(found.W) > -1e-10)
    assert pytest.approx(np.zeros((len(struck.rows), 3)), abs=1e-9) == struck.rows.G @ found.u.T


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("seed", range(12))
def test_pushes_and_openings_exclude_each_other(seed: int, count: int) -> None:
    source = np.random.default_rng(seed)
    root = source.standard_normal((count, count + 1))
    W, b = root @ root.T, source.standard_normal(count)
    x = complementary(W, b)
    opening = W @ x - b
    assert np.all(x >= 0) and np.all(opening >= -1e-9)
    assert abs(x @ opening) <= 1e-9 * (1 + np.max(np.abs(b)))


@pytest.mark.parametrize("seed", range(12))
def test_few_pushes_are_those_of_trying_all_sets(seed: int) -> None:
    source = np.random.default_rng(100 + seed)
    root = source.standard_normal((3, 4))
    W, b = root @ root.T, source.standard_normal(3)
    fitting = []
    for chosen in itertools.product((False, True), repeat=3):
        active = np.array(chosen)
        x = np.zeros(3)
        if active.any():
            x[active] = np.linalg.solve(W[np.ix_(active, active)], b[active])
        if np.all(x >= -1e-12) and np.all(W @ x - b >= -1e-10):
            fitting.append(x)
    assert fitting and complementary(W, b) == pytest.approx(fitting[0], abs=1e-8)


@pytest.mark.parametrize("copies", [2, 3, 5])
def test_contacts_that_are_the_same_share_what_one_would_push(copies: int) -> None:
    W, b = np.ones((copies, copies)) * 2.0, np.full(copies, 3.0)
    x = complementary(W, b)
    assert x.sum() == pytest.approx(1.5) and np.all(x >= 0)


@given(st.integers(0, 2**32 - 1))
def test_efforts_between_bounds_are_those_of_bounded_least_squares(seed: int) -> None:
    """Limits [0, ∞), what sticks [−H, H], what binds (−∞, ∞), side by side; SciPy's BVLS."""
    source = np.random.default_rng(seed)
    c = int(source.integers(1, 8))
    S = source.standard_normal((int(source.integers(c, 10)), c)) * 10 ** source.uniform(-2, 2, c)
    y, H = source.standard_normal(len(S)), 10 ** source.uniform(-2, 2, c)
    sort, free = source.integers(0, 3, c), np.full(c, np.inf)
    lower, upper = np.choose(sort, [0 * H, -H, -free]), np.choose(sort, [free, H, free])
    x = bounded(S.T @ S, -S.T @ y, lower, upper)
    known: Any = lsq_linear(S, -y, (lower, upper), method="bvls", max_iter=400)
    assert np.all((x >= lower) & (x <= upper))
    assert S @ x == pytest.approx(S @ known.x, abs=1e-7 * (1 + np.abs(S @ known.x).max()))


def test_efforts_that_share_a_bound_and_what_nothing_moves() -> None:
    W = np.ones((3, 3))
    assert bounded(W, np.full(3, 2.0), np.full(3, -0.5), np.full(3, 0.5)).tolist() == [0.5] * 3
    coupled, wished = np.array([[2.0, 1], [1, 2]]), np.array([10.0, 1])
    still, free = np.zeros(2), np.array([0, np.inf])  # the first has no room at all
    assert bounded(coupled, wished, still, free) == pytest.approx([0, 0.5])
    assert bounded(np.zeros((1, 1)), np.ones(1), np.array([2.0]), np.array([5.0])).tolist() == [2.0]


def test_no_contact_pushes_nothing() -> None:
    assert complementary(np.zeros((0, 0)), np.zeros(0)).shape == (0,)
    assert complementary(np.zeros((2, 2)), np.array([1.0, -1.0])) == pytest.approx([0, 0])


@pytest.mark.parametrize(("m1", "m2", "kappa"), [(1, 1, 1), (1, 3, 0), (2, 5, 0.5), (7, 1, 0.9)])
def test_two_balls_meet_as_in_any_textbook(m1: float, m2: float, kappa: float) -> None:
    v1, v2 = 3.0, -1.0
    h = slopes(np.array([[1.0, -1.0]]))
    found = collide(
        np.diag([m1, m2]).astype(float),
        Slopes.none(2),
        h,
        np.array([v1 - v2]),
        np.array([kappa]),
        np.array([v1, v2]),
    )
    common = (m1 * v1 + m2 * v2) / (m1 + m2)
    wanted = [
        common - kappa * m2 * (v1 - v2) / (m1 + m2),
        common + kappa * m1 * (v1 - v2) / (m1 + m2),
    ]
    assert found.qd == pytest.approx(wanted)
