"""Linear equations without their dependent coordinates have the motions of the whole ones."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
import scipy.linalg

from lagr_gui.numerics import Slopes, independent, resolve, scales, steps
from lagr_gui.numerics.reduction import LinearDescriptor, Reduced, picked, reduce

SEEDS = range(25)


@dataclass(frozen=True)
class Case:
    """Descriptor equations with h holonomic and v further conditions, which are constant."""

    d: LinearDescriptor
    h: int


def made(seed: int, velocity: bool = False) -> Case:
    source = np.random.default_rng(seed)
    f = int(source.integers(3, 7))
    h = int(source.integers(0, f - 1))
    v = int(source.integers(0, f - h)) if velocity else 0
    root = source.standard_normal((f, f))
    stiff = source.standard_normal((f, f))
    c, m = h + v, 1
    G = source.standard_normal((c, f))
    zeros = np.zeros((c, f))
    return Case(
        LinearDescriptor(
            M=root @ root.T + np.eye(f),
            P=0.3 * (stiff @ stiff.T) + 0.2 * (stiff - stiff.T),
            S=stiff @ stiff.T + np.eye(f),
            B=np.concatenate([source.standard_normal((1, f, m)), np.zeros((2, f, m))]),
            G=G,
            reach=np.abs(G) + 0.1,
            Gq=zeros,
            Av=zeros,
            Aq=zeros,
            F=np.zeros((c, m)),
            Gu=np.zeros((3, c, m)),
            Au=np.zeros((3, c, m)),
            holonomic=np.arange(c) < h,
            Yq=np.eye(f),
            Yv=np.zeros((f, f)),
            Yu=np.zeros((3, f, m)),
        ),
        h,
    )


def response(reduced: Reduced, s: complex) -> np.ndarray:
    """y for u = exp(s t), from the reduced equations."""
    n, p = len(reduced.independent), len(reduced.quick)
    U = np.array([1, s, s * s])
    matrix = np.block(
        [
            [s * np.eye(n) - reduced.Z, -reduced.T],
            [reduced.S, s * reduced.M + reduced.P],
        ]
    )
    right = np.concatenate(
        [np.tensordot(U, reduced.Bz[:, :, 0], 1), np.tensordot(U, reduced.B[:, :, 0], 1)]
    )
    found = np.linalg.solve(matrix, right)
    z, w = found[:n], found[n:]
    assert len(w) == p
    return reduced.Yz @ z + reduced.Yw @ w + np.tensordot(U, reduced.Yu[:, :, 0], 1)


def directly(case: Case, s: complex) -> np.ndarray:
    """The same from the whole equations with their multipliers."""
    d = case.d
    f, c = len(d.M), len(d.G)
    rows = np.vstack([d.G[: case.h], s * d.G[case.h :]]).astype(complex)
    matrix = np.block([[s * s * d.M + s * d.P + d.S, -d.G.T], [rows, np.zeros((c, c))]])
    right = np.concatenate([d.B[0, :, 0], np.zeros(c)])
    return np.linalg.solve(matrix, right)[:f]


@pytest.mark.parametrize("velocity", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_answer_to_an_input_is_that_of_the_whole_equations(seed: int, velocity: bool) -> None:
    case = made(seed, velocity)
    reduced = reduce(case.d)
    for s in (0.3 + 0.9j, -0.2 + 2j, 1.5 + 0j):
        assert response(reduced, s) == pytest.approx(directly(case, s), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_frequencies_are_those_of_the_whole_pencil(seed: int) -> None:
    case = made(seed)
    d, reduced = case.d, reduce(case.d)
    n = len(reduced.independent)
    A = np.block([[reduced.Z, reduced.T], [-reduced.S, -reduced.P]])
    E = np.block([[np.eye(n), np.zeros((n, n))], [np.zeros((n, n)), reduced.M]])
    found = scipy.linalg.eigvals(A, E)
    for value in found:
        matrix = np.block(
            [
                [value**2 * d.M + value * d.P + d.S, -d.G.T],
                [d.G, np.zeros((len(d.G), len(d.G)))],
            ]
        )
        s = np.linalg.svd(matrix, compute_uv=False)
        assert s[-1] <= 1e-7 * s[0]
    assert len(found) == 2 * (len(d.M) - case.h)


@pytest.mark.parametrize("seed", SEEDS)
def test_there_are_as_many_independent_coordinates_as_freedoms(seed: int) -> None:
    case = made(seed, velocity=True)
    reduced = reduce(case.d)
    f, c = len(case.d.M), len(case.d.G)
    assert len(reduced.independent) == f - case.h
    assert len(reduced.quick) == f - c
    assert set(reduced.quick) <= set(reduced.independent)


@pytest.mark.parametrize("seed", SEEDS)
def test_preferred_coordinates_stay_where_that_is_possible(seed: int) -> None:
    case = made(seed)
    f = len(case.d.M)
    if case.h == 0:
        return
    for wanted in range(f):
        reduced = reduce(case.d, prefer=[wanted])
        free = scipy.linalg.null_space(case.d.G * scales(case.d.M))
        share = np.linalg.norm(free, axis=1)
        assert wanted in reduced.independent or share[wanted] < 0.3 * max(share)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_condition_said_twice_changes_nothing(seed: int) -> None:
    case = made(seed)
    d = case.d
    if case.h == 0:
        return
    twice = {
        name: np.concatenate([value := getattr(d, name), value[:1] * 3])
        for name in ("G", "reach", "Gq", "Av", "Aq", "F")
    }
    more = replace(
        d,
        **twice,
        Gu=np.zeros((3, len(d.G) + 1, 1)),
        Au=np.zeros((3, len(d.G) + 1, 1)),
        holonomic=np.append(d.holonomic, True),
    )
    for s in (0.3 + 0.9j, 1.5 + 0j):
        assert response(reduce(more), s) == pytest.approx(response(reduce(d), s), rel=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
def test_energies_over_a_period_are_means(seed: int) -> None:
    case = made(seed)
    reduced = reduce(case.d)
    source = np.random.default_rng(seed)
    n = len(reduced.independent)
    omega = 1.7
    z = source.standard_normal(n) + 1j * source.standard_normal(n)
    w = 1j * omega * z
    kinetic, stored, lost = reduced.whole.means(z, w, np.zeros(3, complex), 0)
    times = np.linspace(0, 2 * np.pi / omega, 400, endpoint=False)
    wave = np.exp(1j * omega * times)
    place = np.real(np.outer(wave, reduced.whole.N @ z))
    speed = np.real(np.outer(wave, reduced.whole.W @ w))
    d = case.d
    for found, values in (
        (kinetic, np.einsum("ti,ij,tj->t", speed, d.M, speed) / 2),
        (stored, np.einsum("ti,ij,tj->t", place, d.S, place) / 2),
        (lost, np.einsum("ti,ij,tj->t", speed, d.P, speed)),
    ):
        assert found == pytest.approx(values.mean(), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_that_are_picked_determine_all_others(seed: int) -> None:
    source = np.random.default_rng(seed)
    f, n = 6, int(source.integers(1, 6))
    free = np.linalg.qr(source.standard_normal((f, n)))[0]
    chosen = picked(free, list(source.permutation(f)))
    assert len(set(chosen)) == n == np.linalg.matrix_rank(free[chosen])
    assert np.linalg.cond(free[chosen]) < 1e4


@pytest.mark.parametrize("seed", SEEDS)
def test_independent_rows_span_all_and_preferred_ones_come_first(seed: int) -> None:
    source = np.random.default_rng(seed)
    f, r = 6, int(source.integers(1, 5))
    base = source.standard_normal((r, f))
    table = np.vstack([base, source.standard_normal((3, r)) @ base])
    rows = Slopes(table, np.abs(table) + 0.1)
    chosen = independent(rows, np.ones(f))
    assert len(chosen) == r == np.linalg.matrix_rank(table[chosen])
    last = np.array([1] * r + [0] * 3)
    preferred = independent(rows, np.ones(f), prefer=last)
    assert len(preferred) == r
    assert len([s for s in preferred if s >= r]) == min(3, r)


@pytest.mark.parametrize("seed", SEEDS)
def test_steps_are_the_least_ones_in_the_scale(seed: int) -> None:
    source = np.random.default_rng(seed)
    f, m = 5, int(source.integers(1, 5))
    G, right = source.standard_normal((m, f)), source.standard_normal(m)
    scale = 10 ** source.uniform(-1, 1, f)
    rows = Slopes(G, np.abs(G) + 0.1)
    _, one, free = resolve(rows, right, scale)
    many = steps(Slopes(G[None], rows.reach[None]), right[None], scale[None])[0]
    least = scale * (np.linalg.pinv(G * scale) @ right)
    assert one == pytest.approx(least, rel=1e-8, abs=1e-10)
    assert many == pytest.approx(least, rel=1e-8, abs=1e-10)
    assert G @ free == pytest.approx(np.zeros((m, f - m)), abs=1e-9)


def test_scales_make_metres_and_radians_comparable() -> None:
    g = np.diag([4.0, 0.25, 0.0])
    assert scales(g) == pytest.approx([0.5, 2.0, 0.5])
    assert scales(np.stack([g, 4 * g]))[1] == pytest.approx([0.25, 1.0, 0.25])
