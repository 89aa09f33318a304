"""The linear algebra of constraints beside pseudo-inverses and null spaces of NumPy and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import null_space, orth, subspace_angles
from scipy.optimize import minimize

from lagr_gui.numerics import (
    Slopes,
    independent,
    multipliers,
    pushes,
    refined,
    resolve,
    scales,
    solve,
    solve_many,
    steps,
    unmet,
)

SEEDS = range(25)


def metric(source: np.random.Generator, f: int) -> np.ndarray:
    """Positive, with coordinates of sizes from 10⁻² to 10²."""
    root = source.standard_normal((f, f)) + 2 * np.eye(f)
    unit = 10 ** source.uniform(-2, 2, f)
    return (root @ root.T + np.eye(f)) * np.outer(unit, unit)


def redundant(source: np.random.Generator, m: int, f: int, rank: int) -> np.ndarray:
    """Rows (m, f) of a rank."""
    return source.standard_normal((m, rank)) @ source.standard_normal((rank, f))


def slopes(G: np.ndarray) -> Slopes:
    return Slopes(G, np.abs(G) + 0.1)


def case(seed: int) -> tuple[np.random.Generator, np.ndarray, np.ndarray, int]:
    """A metric, and rows of which some depend on others."""
    source = np.random.default_rng(seed)
    f = int(source.integers(2, 9))
    rank = int(source.integers(1, f))
    m = rank + int(source.integers(0, 3))
    return source, metric(source, f), redundant(source, m, f, rank), rank


@pytest.mark.parametrize("seed", SEEDS)
def test_the_least_solution_is_that_of_the_pseudo_inverse(seed: int) -> None:
    source, g, G, rank = case(seed)
    scale = scales(g)
    right = G @ source.standard_normal(len(g))
    found, x, free = resolve(slopes(G), right, scale)
    wanted = scale * (np.linalg.pinv(G * scale, rcond=1e-9) @ right)
    assert found == rank == np.linalg.matrix_rank(G)
    np.testing.assert_allclose(x, wanted, rtol=1e-6, atol=1e-8 * np.abs(wanted).max())
    np.testing.assert_allclose(G @ x, right, atol=1e-9 * np.abs(right).max())
    assert free.shape == (len(g), len(g) - rank)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_motions_that_remain_are_the_null_space(seed: int) -> None:
    _, g, G, _ = case(seed)
    scale = scales(g)
    free = resolve(slopes(G), np.zeros(len(G)), scale)[2]
    plain = null_space(G * scale, rcond=1e-9)
    assert np.max(subspace_angles(free / scale[:, None], plain)) < 1e-6
    np.testing.assert_allclose(
        (free / scale[:, None]).T @ (free / scale[:, None]), np.eye(free.shape[1]), atol=1e-12
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_accelerations_have_the_least_compulsion_of_gauss(seed: int) -> None:
    """q̈ makes ½ (q̈ − g⁻¹Q)ᵀ g (q̈ − g⁻¹Q) least among all that meet the constraints."""
    source, g, G, _ = case(seed)
    force, gamma = source.standard_normal(len(g)), G @ source.standard_normal(len(g))
    found = solve(g, force, slopes(G), gamma)
    start = np.linalg.lstsq(G, -gamma, rcond=1e-10)[0]
    Z = null_space(G, rcond=1e-9)
    unbound = np.linalg.solve(g, force)

    def compulsion(z: np.ndarray) -> float:
        apart = start + Z @ z - unbound
        return float(apart @ g @ apart / 2)

    apart = found.qdd - unbound
    own = float(apart @ g @ apart / 2)
    best = minimize(compulsion, np.zeros(Z.shape[1]), method="BFGS").fun
    assert own <= best * (1 + 1e-6) + 1e-9
    np.testing.assert_allclose(G @ found.qdd, -gamma, atol=1e-7 * (1 + np.abs(gamma).max()))


@pytest.mark.parametrize("seed", SEEDS)
def test_reactions_do_no_work_on_motions_that_remain(seed: int) -> None:
    source, g, G, _ = case(seed)
    force, gamma = source.standard_normal(len(g)), G @ source.standard_normal(len(g))
    found = solve(g, force, slopes(G), gamma)
    reaction = g @ found.qdd - force
    np.testing.assert_allclose(
        G.T @ found.multipliers, reaction, atol=1e-6 * np.abs(reaction).max()
    )
    size = np.abs(found.free).max() * np.abs(reaction).max()
    np.testing.assert_allclose(found.free.T @ reaction, 0, atol=1e-8 * max(size, 1))


@pytest.mark.parametrize("seed", SEEDS)
def test_multipliers_are_the_smallest_that_do(seed: int) -> None:
    source, g, G, _ = case(seed)
    wanted = source.standard_normal(len(G))
    right = G.T @ wanted
    found = pushes(slopes(G).at(None), right[None], scales(g)[None])[0]
    np.testing.assert_allclose(G.T @ found, right, atol=1e-7 * np.abs(right).max())
    assert np.linalg.norm(found) <= np.linalg.norm(wanted) * (1 + 1e-7)
    np.testing.assert_allclose(found, np.linalg.pinv(G.T, rcond=1e-9) @ right, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("seed", range(10))
def test_many_instants_are_solved_as_one_by_one(seed: int) -> None:
    source = np.random.default_rng(seed)
    n, f, m = 6, 5, 3
    g = np.array([metric(source, f) for _ in range(n)])
    G = source.standard_normal((n, m, f))
    G[2, 2] = G[2, 0] - G[2, 1]  # at one instant they depend on each other
    force, gamma = source.standard_normal((n, f)), np.einsum("nmf,f->nm", G, np.arange(1.0, f + 1))
    qdd, push = solve_many(g, force, slopes(G), gamma)
    for i in range(n):
        one = solve(g[i], force[i], slopes(G[i]), gamma[i])
        np.testing.assert_allclose(qdd[i], one.qdd, rtol=1e-6, atol=1e-8 * np.abs(one.qdd).max())
        np.testing.assert_allclose(push[i], one.multipliers, rtol=1e-5, atol=1e-6)
    again = multipliers(g, force, slopes(G), qdd)
    np.testing.assert_allclose(again, push, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_steps_of_many_instants_are_those_of_one(seed: int) -> None:
    source = np.random.default_rng(seed)
    n, f, m = 5, 6, 4
    g = np.array([metric(source, f) for _ in range(n)])
    G = np.array([redundant(source, m, f, 3) for _ in range(n)])
    right = np.einsum("nmf,nf->nm", G, source.standard_normal((n, f)))
    found = steps(slopes(G), right, scales(g))
    for i in range(n):
        wanted = resolve(slopes(G[i]), right[i], scales(g[i]))[1]
        np.testing.assert_allclose(found[i], wanted, rtol=1e-6, atol=1e-8 * np.abs(wanted).max())


def test_steps_do_not_hand_on_what_singular_values_below_a_limit_tell() -> None:
    G = np.array([[1.0, 0.0], [1.0, 1e-5]])
    right, scale = np.array([[1.0, 2.0]]), np.ones((1, 2))
    exact = steps(slopes(G[None]), right, scale)[0]
    np.testing.assert_allclose(exact, [1.0, 1e5], rtol=1e-6)
    calm = steps(slopes(G[None]), right, scale, least=1e-3)[0]
    np.testing.assert_allclose(calm, [1.5, 0.0], atol=1e-4)


@pytest.mark.parametrize("seed", SEEDS)
def test_independent_rows_span_all_rows(seed: int) -> None:
    source, g, G, rank = case(seed)
    prefer = source.integers(0, 2, len(G)).astype(float)
    chosen = independent(slopes(G), scales(g), prefer)
    assert len(chosen) == rank and chosen == sorted(set(chosen))
    scaled = G * scales(g)
    assert np.max(subspace_angles(orth(scaled[chosen].T), orth(scaled.T, rcond=1e-9))) < 1e-5
    wished = np.flatnonzero(prefer == 0)
    assert sum(row in wished for row in chosen) == np.linalg.matrix_rank(G[wished])


@pytest.mark.parametrize("factor", [1e-6, 1e-3, 1.0, 1e3, 1e6])
def test_units_of_coordinates_and_rows_change_only_the_numbers(factor: float) -> None:
    source, g, G, _ = case(7)
    force, gamma = source.standard_normal(len(g)), G @ source.standard_normal(len(g))
    unit = factor ** np.linspace(0, 1, len(g))
    row = factor ** np.linspace(1, 0, len(G))
    known = solve(g, force, slopes(G), gamma)
    other = Slopes(*(row[:, None] * part * unit for part in (G, np.abs(G) + 0.1)))
    found = solve(g * np.outer(unit, unit), force * unit, other, gamma * row)
    assert found.rank == known.rank
    np.testing.assert_allclose(found.qdd * unit, known.qdd, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("seed", range(10))
def test_the_row_that_contradicts_is_named(seed: int) -> None:
    source, g, G, _ = case(seed)
    force, gamma = source.standard_normal(len(g)), G @ source.standard_normal(len(g))
    assert unmet(g, force, slopes(G), gamma) is None
    both, odd = np.vstack([G, G[:1]]), np.append(gamma, gamma[0] + 5)
    assert unmet(g, force, slopes(both), odd) in (0, len(G))
    nothing = solve(g, force, slopes(both), odd)
    assert np.isnan(nothing.qdd).all() and np.isnan(nothing.multipliers).all()


@pytest.mark.parametrize("part", ["g", "force", "G", "gamma"])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_has_no_value_has_no_solution(part: str, bad: float) -> None:
    given = {
        "g": np.eye(3),
        "force": np.ones(3),
        "G": np.array([[1.0, 1.0, 0.0]]),
        "gamma": np.zeros(1),
    }
    given[part].flat[0] = bad
    found = solve(given["g"], given["force"], Slopes(given["G"], np.ones((1, 3))), given["gamma"])
    assert np.isnan(found.qdd).all() and np.isnan(found.multipliers).all()


@pytest.mark.parametrize("f", [1, 4])
def test_without_rows_a_force_accelerates_against_the_metric(f: int) -> None:
    source = np.random.default_rng(f)
    g, force = metric(source, f), source.standard_normal(f)
    found = solve(g, force, Slopes.none(f), np.zeros(0))
    np.testing.assert_allclose(found.qdd, np.linalg.solve(g, force), rtol=1e-8)
    assert found.rank == 0 and len(found.multipliers) == 0


@pytest.mark.parametrize("f", [0, 2])
def test_rows_without_slopes_are_met_where_nothing_is_asked_of_them(f: int) -> None:
    rows = Slopes(np.zeros((2, f)), np.zeros((2, f)))
    met = solve(np.eye(f), np.zeros(f), rows, np.zeros(2))
    assert met.qdd.shape == (f,) and not met.qdd.any() and not met.multipliers.any()
    if not f:  # acceleration of what has no coordinate
        missed = solve(np.eye(f), np.zeros(f), rows, np.array([0.0, 1.0]))
        assert np.isnan(missed.multipliers).all()


def test_rows_whose_terms_cancel_bind_nothing() -> None:
    reach = np.ones((2, 2))
    rows = Slopes(np.array([[1.0, 0.0], [1e-14, -1e-14]]), reach)
    rank, x, free = resolve(rows, np.array([2.0, 0.0]), np.ones(2))
    assert rank == 1 and x.tolist() == [2.0, 0.0]
    np.testing.assert_allclose(np.abs(free), [[0.0], [1.0]], atol=1e-12)
    assert independent(rows, np.ones(2)) == [0]
    assert len(rows[[True, False]]) == 1 and rows[1:].G.tolist() == [[1e-14, -1e-14]]


@pytest.mark.parametrize(
    ("diagonal", "wanted"),
    [
        ([4.0, 0.25], [0.5, 2.0]),
        ([4.0, 0.0], [0.5, 0.5]),  # without inertia: like the heaviest
        ([0.0, 0.0], [1.0, 1.0]),
        ([-4.0, 1.0], [0.5, 1.0]),
    ],
)
def test_scales_are_lengths_of_units(diagonal: list[float], wanted: list[float]) -> None:
    g = np.diag(diagonal)
    np.testing.assert_allclose(scales(g), wanted)
    np.testing.assert_allclose(scales(np.array([g, 4 * g])), [wanted, scales(4 * g)])


@pytest.mark.parametrize("seed", SEEDS)
def test_refined_solutions_meet_their_equations_however_g_is_conditioned(seed: int) -> None:
    """Close to a gimbal lock two coordinates turn about almost the same axis."""
    source = np.random.default_rng(seed)
    f, m = 6, 2
    turning = np.eye(f)
    turning[:3, :3] = [[1, 0, 1], [0, 1, 0], [0, 1e-5, 1e-5]]
    g = turning.T @ np.diag(source.uniform(0.5, 2, f)) @ turning
    rows = slopes(source.standard_normal((m, f)) @ turning)
    force, gamma = source.standard_normal(f), source.standard_normal(m)
    first = solve(g, force, rows, gamma)
    qdd, lambdas = refined(g, force, rows, gamma, first.qdd, first.multipliers)
    for terms in (
        np.column_stack([g * qdd, -rows.G.T * lambdas, -force]),
        np.column_stack([rows.G * qdd, gamma]),
    ):
        largest = np.abs(terms).max(axis=1)
        assert np.all(np.abs(terms.sum(axis=1)) < 1e-14 * largest)
    np.testing.assert_allclose(qdd, first.qdd, rtol=1e-3)
