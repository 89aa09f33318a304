"""Laws of the linear algebra with ranks, of picking columns, and of impulses that only push."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.numerics import Slopes, complementary, picked, scales, solve

SEEDS = st.integers(0, 10**6)


@pytest.mark.parametrize(("inertia", "moves"), [(1e-11, True), (1e-15, False)])
def test_motions_without_inertia_have_no_acceleration(inertia: float, moves: bool) -> None:
    """Two coordinates whose sum alone has a mass; a constraint-free motion is left without one."""
    g = np.array([[1.0, 1.0], [1.0, 1.0 + inertia]])
    found = solve(g, np.array([1.0, 1.0]), Slopes.none(2), np.zeros(0))
    assert np.isfinite(found.qdd).all() == moves


@given(SEEDS)
def test_accelerations_and_multipliers_solve_the_descriptor_form(seed: int) -> None:
    source = np.random.default_rng(seed)
    f = int(source.integers(1, 8))
    m = int(source.integers(0, f + 1))
    root = source.standard_normal((f, f)) + 2 * np.eye(f)
    g, force = root @ root.T + np.eye(f), source.standard_normal(f)
    G, gamma = source.standard_normal((m, f)), source.standard_normal(m)
    rows = Slopes(G, np.abs(G))
    if m and np.linalg.svd(rows.even(scales(g))[0], compute_uv=False)[-1] < 1e-3:
        return
    found = solve(g, force, rows, gamma)
    assert g @ found.qdd - G.T @ found.multipliers == pytest.approx(force, abs=1e-6)
    assert G @ found.qdd == pytest.approx(-gamma, abs=1e-6)


@given(SEEDS)
def test_picked_columns_determine_all_others_well(seed: int) -> None:
    """All rows of a basis are combinations of the picked ones, with factors that stay small."""
    source = np.random.default_rng(seed)
    f = int(source.integers(1, 9))
    n = int(source.integers(1, f + 1))
    free = np.linalg.qr(source.standard_normal((f, n)))[0]
    chosen = picked(free, list(source.permutation(f)))
    assert len(set(chosen)) == n and chosen == sorted(chosen)
    factors = np.linalg.solve(free[chosen].T, free.T)
    assert np.max(np.abs(factors)) < (1 / 0.3 + 1) ** n


def test_a_wished_column_is_picked_where_it_tells_enough() -> None:
    free = np.array([[0.2], [0.4], [1.0]])
    assert picked(free, [0, 1, 2]) == [1]
    assert picked(free, [2, 1, 0]) == [2]
    assert picked(free, [0, 2, 1]) == [2]


@given(SEEDS)
def test_impulses_push_where_contacts_close_and_only_there(seed: int) -> None:
    """The linear complementarity problem, also where contacts depend on each other."""
    source = np.random.default_rng(seed)
    c = int(source.integers(1, 9))
    f = int(source.integers(1, 9))
    h = source.standard_normal((c, f)) * 10 ** source.uniform(-3, 3, (c, 1))
    W, b = h @ h.T, h @ source.standard_normal(f)
    x = complementary(W, b)
    size = np.sqrt(np.diag(W))
    slack = (W @ x - b) / size
    scale = 1 + float(np.max(np.abs(b / size)))
    assert np.all(x >= 0)
    assert np.all(slack >= -1e-8 * scale)
    assert np.max(np.abs(x * size * slack)) < 1e-7 * scale**2


@given(SEEDS)
def test_one_contact_pushes_with_what_it_needs(seed: int) -> None:
    source = np.random.default_rng(seed)
    w, b = float(np.exp(source.uniform(-9, 9))), float(source.uniform(-5, 5))
    found = complementary(np.array([[w]]), np.array([b]))
    assert found[0] == pytest.approx(max(b, 0) / w, rel=1e-12)


def test_inertias_of_any_unit_count_and_rounding_does_not() -> None:
    small, rounding = 1e-18, np.sin(np.pi) ** 2
    even = np.array([[4.0, 0.0, 0.0], [0.0, 4.0 * small, 0.0], [0.0, 0.0, 4.0 * rounding]])
    assert scales(even) == pytest.approx([0.5, 0.5 / np.sqrt(small), 0.5], rel=1e-12)


def test_coordinates_without_inertia_go_as_far_as_others_beside_their_extents() -> None:
    g, extents = np.diag([4.0, 0.0]), np.array([1e-6, 1.0])
    assert scales(g, extents) == pytest.approx([0.5, 0.5e6])
