"""Bounds of friction that follow from what presses, where that goes with the friction itself.

    b_i = Σ_e c_e |N_e|,   N_e = N_e0 + Σ_j A_ej b_j        (e: the ends at which i rubs)

The right side is convex, and changes by C_ij = Σ_e c_e |A_ej| times the change of b at most.  Where
the spectral radius of C is below 1 there is one solution; Newton's method on b leads to it, which
solves linear equations for the present directions N_e/|N_e| (semismooth: Qi, Sun, Mathematical
Programming 58 (1993) 353–367).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics.tolerances import LOADED


def gains(owners: NDArray[np.intp], weights: Array, by: Array) -> Array:
    """The spectral radius (k,) of C: from 1 on what slides may have no bound, or several.

    `owners` (e,) are the places of what rubs at each end, `weights` (k, e) are c, `by` (k, e, 3, s)
    is A.
    """
    k, s = by.shape[0], by.shape[3]
    if not s:
        return np.zeros(k)
    table = _summed(owners, weights[..., None] * np.sqrt(np.sum(by * by, axis=2)), s)
    table = np.where(np.isfinite(table), table, np.inf)
    if s == 1:
        return table[:, 0, 0]
    finite = np.isfinite(table).all(axis=(1, 2))
    radius = np.full(k, np.inf)
    radius[finite] = np.max(np.abs(np.linalg.eigvals(table[finite])), axis=1)
    return radius


def bounds(
    owners: NDArray[np.intp], weights: Array, at_rest: Array, by: Array
) -> tuple[Array, Array]:
    """b (k, s) for N₀ (k, e, 3), and the gains (k,).

    nan where there may be several solutions or none, or none is found.
    """
    k, s = by.shape[0], by.shape[3]
    gain = gains(owners, weights, by)
    if not s:
        return np.zeros((k, s)), gain
    sound = (gain < 1) & np.isfinite(at_rest).all(axis=(1, 2))
    b = np.full((k, s), np.nan)
    if sound.any():
        b[sound] = _solved(owners, weights[sound], at_rest[sound], by[sound])
    return b, gain


def _solved(owners: NDArray[np.intp], weights: Array, at_rest: Array, by: Array) -> Array:
    """b (k, s) by Newton's method, where C is a contraction; nan where it does not come to rest."""
    k, _, _, s = by.shape
    b: Array = np.zeros((k, s))
    last, one, settled = np.full(k, np.inf), np.eye(s), np.zeros(k, bool)
    for _ in range(LOADED.rounds):
        N = at_rest + np.einsum("keis,ks->kei", by, b)
        length = np.sqrt(np.sum(N * N, axis=2))
        ways = (weights / np.where(length > 0, length, 1.0))[..., None] * N
        known = _summed(owners, np.einsum("kei,kei->ke", ways, at_rest)[..., None], s)
        table = one - _summed(owners, np.einsum("kei,keis->kes", ways, by), s)
        nearer = np.asarray(np.linalg.solve(table, known)[..., 0], float)
        step, size = np.max(np.abs(nearer - b), axis=1), np.max(np.abs(nearer), axis=1)
        b = nearer
        rounded = (step >= last) & (step <= LOADED.rounded * size)
        settled = (step <= LOADED.exact * size) | rounded
        if settled.all():
            return b
        last = step
    return np.where(settled[:, None], b, np.nan)


def _summed(owners: NDArray[np.intp], table: Array, s: int) -> Array:
    """Sums (k, s, c) over the ends of a table (k, e, c)."""
    sums = np.zeros((table.shape[0], s, table.shape[2]))
    for end, owner in enumerate(owners):
        sums[:, owner] += table[:, end]
    return sums
