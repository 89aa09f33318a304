"""The descriptor form at one state: accelerations and multipliers, also where rows depend.

    g q̈ − Gᵀ λ = Q − h,   G q̈ = −γ̿                                        (C4)

The rank of G is found by singular values.  Where conditions depend on each other λ is the one
of least norm; q̈ is the same for any.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

DEPENDENT = 1e-9
"""A singular value of the scaled G below this part of the largest counts as zero."""

SINGULAR = 1e-13
"""The same for the metric of the motions that the conditions leave."""

IDLE = 1e-12
"""A row of the scaled G smaller than this part of the largest binds nothing: it is rounding."""

UNFULFILLED = 1e-6
"""A part of γ̿ above this, relative, that no q̈ can meet: the conditions contradict."""

ROUNDING = 1e-9
"""Accelerations in the scale of the metric below which all is rounding."""


@dataclass(frozen=True, eq=False)
class Solution:
    """q̈ (f,), λ (m,), the rank of G, and a basis (f, f − rank) of the motions that remain.

    Where the equations have no unique q̈, or conditions contradict each other, q̈ and λ are nan.
    """

    qdd: Array
    multipliers: Array
    rank: int
    free: Array


def solve(g: Array, force: Array, G: Array, gamma: Array) -> Solution:
    """The solution of (C4) for g (f, f), Q − h (f,), G (m, f), γ̿ (m,)."""
    f = len(force)
    nowhere = Solution(np.full(f, np.nan), np.full(len(gamma), np.nan), 0, np.zeros((f, 0)))
    if not all(np.isfinite(part).all() for part in (g, force, G, gamma)):
        return nowhere
    scale = scales(g)
    rank, particular, free = resolve(G, -gamma, scale)
    reduced = free.T @ g @ free
    away = _away(G * scale, gamma, particular / scale, scale * force)
    if np.any(away > 1) or not _regular(reduced):
        return Solution(nowhere.qdd, nowhere.multipliers, rank, free)
    move = np.linalg.solve(reduced, free.T @ (force - g @ particular))
    qdd = particular + free @ move
    right = scale * (g @ qdd - force)
    multipliers = _least_norm((G * scale)[None], right[None], np.array([rank]))[0]
    return Solution(qdd, multipliers, rank, free)


def multipliers(g: Array, force: Array, G: Array, qdd: Array) -> Array:
    """λ (n, m) of least norm at n instants with known q̈ (n, f): Gᵀ λ = g q̈ − (Q − h).

    g (n, f, f), Q − h (n, f), G (n, m, f).
    """
    scale = scales(g)
    rows = G * scale[:, None, :]
    s = np.linalg.svd(_even(rows)[0], compute_uv=False)
    rank = np.sum(s > DEPENDENT * s[:, :1], axis=1)
    right = scale * (np.matmul(g, qdd[:, :, None])[:, :, 0] - force)
    return _least_norm(rows, right, rank)


def solve_many(g: Array, force: Array, G: Array, gamma: Array) -> tuple[Array, Array]:
    """q̈ (n, f) and λ (n, m) at n instants: g (n, f, f), Q − h (n, f), G (n, m, f), γ̿ (n, m).

    In one step where conditions are independent; where the result does not fit, one by one.
    """
    n, f = force.shape
    m = gamma.shape[1]
    matrix = np.zeros((n, f + m, f + m))
    matrix[:, :f, :f], matrix[:, :f, f:], matrix[:, f:, :f] = g, -G.transpose(0, 2, 1), G
    right = np.concatenate([force, -gamma], axis=1)
    try:
        found = np.asarray(np.linalg.solve(matrix, right[:, :, None])[:, :, 0], float)
        wrong = np.abs(np.matmul(matrix, found[:, :, None])[:, :, 0] - right)
        size = np.max(np.abs(right), axis=1, initial=1e-300, keepdims=True)
        sound = np.all(wrong <= 1e-9 * size, axis=1) & np.all(np.abs(found) < 1e12 * size, axis=1)
    except np.linalg.LinAlgError:
        found, sound = np.zeros((n, f + m)), np.zeros(n, bool)
    for i in np.flatnonzero(~sound):
        one = solve(g[i], force[i], G[i], gamma[i])
        found[i] = np.concatenate([one.qdd, one.multipliers])
    return found[:, :f], found[:, f:]


def scales(g: Array) -> Array:
    """Lengths of one unit of each coordinate, 1/√g_ρρ: metres and radians become comparable.

    For g (f, f), or for g (n, f, f) at n instants.
    """
    diagonal = np.abs(np.diagonal(g, axis1=-2, axis2=-1))
    largest = np.max(diagonal, axis=-1, initial=0.0, keepdims=True)
    usual = np.where(largest > 0, largest, 1.0)
    return 1 / np.sqrt(np.where(diagonal > 1e-12 * usual, diagonal, usual))


def row_sizes(rows: Array) -> Array:
    """Norms (…, m) of the rows (…, m, f) of the scaled G; 0 for those that are rounding."""
    sizes = np.linalg.norm(rows, axis=-1)
    return np.where(sizes > IDLE * np.max(sizes, axis=-1, initial=0.0, keepdims=True), sizes, 0.0)


def resolve(G: Array, right: Array, scale: Array) -> tuple[int, Array, Array]:
    """Rank of G, the smallest x of G x = right (in the scale), and a basis of G x = 0.

    Rows of any unit count alike.
    """
    f = G.shape[1]
    sizes = row_sizes(G * scale)
    used = sizes > 0
    rows = (G[used] * scale) / sizes[used, None]
    if not len(rows):
        return 0, np.zeros(f), np.diag(scale)
    U, s, Vt = np.linalg.svd(rows)
    rank = int(np.sum(s > DEPENDENT * s[0]))
    y = Vt[:rank].T @ ((U[:, :rank].T @ (right[used] / sizes[used])) / s[:rank])
    return rank, scale * y, scale[:, None] * Vt[rank:].T


def steps(G: Array, right: Array, scale: Array, least: float = DEPENDENT) -> Array:
    """The smallest x (n, f) of G x = right at n instants at once, as `resolve` finds it.

    G (n, m, f), right (n, m), scale (n, f); singular values below the part `least` of the
    largest count as zero.
    """
    rows, usual = _even(G * scale[:, None, :])
    U, s, Vt = np.linalg.svd(rows, full_matrices=False)
    kept = s > least * s[:, :1]
    inverse = np.where(kept, 1 / np.where(kept, s, 1.0), 0.0)
    along = np.matmul(U.transpose(0, 2, 1), (right / usual)[:, :, None])[:, :, 0]
    y = np.matmul(Vt.transpose(0, 2, 1), (inverse * along)[:, :, None])[:, :, 0]
    return scale * y


def _even(rows: Array) -> tuple[Array, Array]:
    """Rows (n, m, f) of one length, those that bind nothing as zeros; their lengths (n, m)."""
    sizes = row_sizes(rows)
    usual = np.where(sizes > 0, sizes, 1.0)
    return np.where(sizes > 0, 1 / usual, 0.0)[:, :, None] * rows, usual


def independent(G: Array, scale: Array, prefer: Array | None = None) -> list[int]:
    """Rows of G that are independent and span all others, those with small `prefer` first.

    By elimination with the largest remaining row among the preferred ones.
    """
    sizes = row_sizes(G * scale)
    rest = np.where(sizes[:, None] > 0, G * scale / np.maximum(sizes, 1e-300)[:, None], 0.0)
    order = np.zeros(len(G)) if prefer is None else np.asarray(prefer, float)
    chosen: list[int] = []
    for level in np.unique(order):
        candidates = [int(s) for s in np.flatnonzero(order == level)]
        while candidates:
            norms = [float(np.linalg.norm(rest[s])) for s in candidates]
            best = int(np.argmax(norms))
            if norms[best] <= np.sqrt(DEPENDENT) / 10:
                break
            s = candidates.pop(best)
            chosen.append(s)
            direction = rest[s] / norms[best]
            rest = rest - np.outer(rest @ direction, direction)
    return sorted(chosen)


def unmet(g: Array, force: Array, G: Array, gamma: Array) -> int | None:
    """The row of G q̈ = −γ̿ that is met worst, where no q̈ meets all rows; otherwise None."""
    scale = scales(g)
    _, particular, _ = resolve(G, -gamma, scale)
    away = _away(G * scale, gamma, particular / scale, scale * force)
    return int(np.argmax(away)) if np.any(away > 1) else None


def _away(rows: Array, gamma: Array, y: Array, push: Array) -> Array:
    """How far each row is from being met, in what may be by the accelerations about."""
    usual = np.linalg.norm(y) + np.linalg.norm(push)
    sizes = row_sizes(rows)
    wrong = np.abs(rows @ y + gamma)
    limit = UNFULFILLED * np.where(sizes > 0, np.abs(gamma) + sizes * usual, 0.0)
    # A row without slopes is measured by the others: what it holds may be rounding as a whole.
    limit = limit + ROUNDING * (np.max(np.abs(gamma), initial=0.0) + np.maximum(sizes, 1e-3))
    return wrong / limit


def _regular(reduced: Array) -> bool:
    if reduced.size == 0:
        return True
    values = np.linalg.eigvalsh((reduced + reduced.T) / 2)
    # In the scale of the metric its entries are of the order one.
    return bool(values[0] > SINGULAR * max(values[-1], 1.0))


def _least_norm(rows: Array, right: Array, rank: Array) -> Array:
    """The smallest λ (n, m) of rowsᵀ λ = right (n, f), for rows (n, m, f) of known rank (n,)."""
    U, s, Vt = np.linalg.svd(rows, full_matrices=False)
    kept = np.arange(s.shape[1]) < rank[:, None]
    along = np.matmul(Vt, right[:, :, None])[:, :, 0] / np.where(kept, s, 1.0)
    return np.matmul(U, np.where(kept, along, 0.0)[:, :, None])[:, :, 0]
