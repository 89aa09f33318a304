"""What remains of the balance of forces, relative to the terms of which it is a sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.balance import Balance
from lagr_gui.audit.jets import Array

IDLE = 1e-11
"""What a condition exerts below this part of its terms is rounding, and supports nothing."""

DEPENDENT = 1e-9
"""Patterns of conditions whose singular values lie below this depend on each other."""

DEAD = 1e-5
"""Those between both tell a state near a dead position, where accelerations are rounded much."""

WEIGHTED = 1e-3
"""Coordinates on which less than this part of the largest force acts have the weight of that."""

FAINT = 1e-6
"""Below this part of the largest force along any coordinate what remains may be its rounding."""

REST = 1e-3
"""Where all is at rest the terms of a rate are rounding: those of this acceleration count too."""

FAR = 1e-4
"""States that miss conditions by more say nothing: written otherwise, conditions differ there."""

OFF = 1e3
"""By so much more than its distance from the conditions may a state upset their rates."""


NEAR = 1e-3
"""The least length (m) by which places are told apart, and moments compared with forces."""


@dataclass(frozen=True, eq=False)
class Left:
    """What remains (n,) of a balance whose terms have a size (n,), and the item that it tells."""

    quantity: str
    source: str
    left: Array
    size: Array


@dataclass(frozen=True, eq=False)
class Residuals:
    """Relative residuals at n states.

    `forces` (n, f): the balance along each coordinate, without what conditions can exert;
    `rates` (m, n): the conditions, differentiated until accelerations stand in them;
    `loose` (n, f) is the first in its own unit, `bases` are orthonormal columns (by state) of
    what the conditions can exert, in the weights (n, f) of `weights`.  `clear` (n,) tells the
    states that are not near a dead position.
    """

    forces: Array
    rates: Array
    loose: Array
    bases: tuple[Array, ...]
    weights: Array
    clear: NDArray[np.bool_]


def residuals(balance: Balance, active: NDArray[np.bool_] | None = None) -> Residuals:
    """The residuals of a balance; `active` (n, c) tells which limits are in contact."""
    n, f = balance.inertial.shape
    m = len(balance.sources)
    acting = balance.acting(active)
    forces, loose, weights = np.zeros((n, f)), np.zeros((n, f)), np.ones((n, f))
    bases: list[Array] = []
    clear = np.ones(n, bool)
    bound = [i for i in range(f) if i not in balance.low_order]
    for j in range(n):
        rest = (balance.inertial - balance.applied)[j]
        weights[j] = _weights(balance.sizes[j])
        patterns = balance.patterns[acting[j], j].T
        bounds = balance.pattern_sizes[acting[j], j].T
        patterns = np.where(np.abs(patterns) > IDLE * bounds, patterns, 0.0)
        patterns[list(balance.low_order)] = 0.0
        basis, multipliers, clear[j] = _supported(patterns, rest, weights[j])
        left = rest - patterns @ multipliers
        terms = balance.sizes[j] + np.abs(patterns) @ np.abs(multipliers)
        terms = terms + FAINT * np.max(terms, initial=0.0)
        loose[j, bound] = left[bound]
        forces[j, bound] = _over(np.abs(left), terms)[bound]
        bases.append(basis)
    clear &= ~_lower(acting, [basis.shape[1] for basis in bases])
    rates = np.where(acting.T, _rates(balance), 0.0)
    if m:
        forces = np.maximum(forces - OFF * balance.off(active)[:, None], 0.0)
    return Residuals(forces, rates, loose, tuple(bases), weights, clear)


def _lower(acting: NDArray[np.bool_], ranks: list[int]) -> NDArray[np.bool_]:
    """The states in which the same conditions support less than elsewhere: dead positions."""
    rank = np.array(ranks)
    most: dict[bytes, int] = {}
    for row, own in zip(acting, ranks, strict=True):
        most[row.tobytes()] = max(own, most.get(row.tobytes(), 0))
    return rank < np.array([most[row.tobytes()] for row in acting])


def _rates(balance: Balance) -> Array:
    """Conditions that their states do not quite meet may have rates in proportion."""
    allowed = OFF * balance.gaps * (1.0 + balance.rate_sizes)
    sizes = balance.rate_sizes + REST * np.sum(balance.pattern_sizes, axis=-1)
    return _over(np.maximum(np.abs(balance.rates) - allowed, 0.0), sizes)


def _weights(sizes: Array) -> Array:
    largest = float(np.max(sizes, initial=0.0))
    return 1.0 / np.maximum(sizes, WEIGHTED * largest) if largest > 0 else np.ones_like(sizes)


def _supported(patterns: Array, rest: Array, weights: Array) -> tuple[Array, Array, bool]:
    """A basis of what conditions can exert, and multipliers with which they exert `rest`.

    Also whether they are clearly dependent or independent.
    """
    weighted = patterns * weights[:, None]
    lengths = np.sqrt(np.sum(weighted**2, axis=0))
    lengths = np.where(lengths > 0, lengths, 1.0)
    if not (weighted.size and np.isfinite(weighted).all() and np.isfinite(rest).all()):
        return np.zeros((len(rest), 0)), np.zeros(patterns.shape[1]), True
    U, s, V = np.linalg.svd(weighted / lengths, full_matrices=False)
    kept = s > DEPENDENT * s[0] if s[0] > 0 else np.zeros(len(s), bool)
    clear = not np.any(kept & (s < DEAD * s[0]))
    U, s, V = U[:, kept], s[kept], V[kept]
    return U, (V.T @ ((U.T @ (rest * weights)) / s)) / lengths, clear


def _over(values: Array, sizes: Array) -> Array:
    """Ratios; 0 where both vanish."""
    return np.where(values == 0, 0.0, values / np.where(sizes > 0, sizes, np.finfo(float).tiny))
