"""Velocities after impacts by Newton's law, with conditions that hold all the time.

Fischer & Lilov (33)–(39), with B = Gᵀ: each unilateral condition H ≤ 0 with h = ∂H/∂q, h₀ = ∂H/∂t
gives u and v from

    g u − B v = h,   Bᵀ u = 0                                              (36)
    Λ = −(1 + κ)(hᵀ q̇⁻ + h₀) / (hᵀ u),   q̇⁺ = q̇⁻ + Λ u                    (38, 39)

Λ v are the impulses of the multipliers.  Where several conditions are reached at once each
impulse pushes only (Λ ≤ 0), and a condition with an impulse leaves with κ times its speed.
Where no velocity that the conditions allow changes H there is no impulse: hᵀ u is rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.numerics.descriptor import Array, Slopes, resolve, solve_each
from lagr_gui.numerics.tolerances import IMPACTS, RANKS


@dataclass(frozen=True, eq=False)
class Collision:
    """u (c, f) and v (c, m) of c conditions, their Λ (c,), q̇ after (f,), impulses Λ v (m,)."""

    u: Array
    v: Array
    impulses: Array
    qd: Array
    multipliers: Array


@dataclass(frozen=True, eq=False)
class Answers:
    """What unit impulses of c conditions do: u (c, f), v (c, m); hᵀ u `W` (c, c).

    All is zero for conditions on which no velocity that the rows allow has an effect.
    """

    u: Array
    v: Array
    W: Array

    def __getitem__(self, some: NDArray[np.intp]) -> Answers:
        """Those of some of the conditions, by numbers."""
        return Answers(self.u[some], self.v[some], self.W[np.ix_(some, some)])

    def collide(self, speed: Array, kappa: Array, qd: Array) -> Collision:
        """The collision of these conditions at once.

        `speed` is hᵀ q̇ + h₀ (c,), positive where it is approached.
        """
        wanted = (1 + np.where(speed > 0, kappa, 0.0)) * speed
        pushes = complementary(self.W, wanted)
        return Collision(self.u, self.v, -pushes, qd - pushes @ self.u, -pushes @ self.v)

    def hold(self, speed: Array, qd: Array) -> Array:
        """q̇ (f,) where none of these moves any more, by impulses that may pull as well."""
        even, scale = evened(self.W)
        return qd - (np.linalg.lstsq(even, speed / scale, IMPACTS.together)[0] / scale) @ self.u


def evened(W: Array) -> tuple[Array, Array]:
    """W (c, c) in units in which what moves answers with 1, and these units √W_ii (c,)."""
    scale = np.sqrt(np.where(np.diag(W) > 0, np.diag(W), 1.0))
    return W / np.outer(scale, scale), scale


def answers(g: Array, rows: Slopes, h: Slopes) -> Answers:
    """The solutions of (36) for the slopes h of c conditions; m rows hold all the time."""
    c, f, m = len(h), g.shape[0], len(rows)
    u, v = np.zeros((c, f)), np.zeros((c, m))
    free = resolve(rows, np.zeros(m), rows.scale(g))[2]
    norms, could = h.sizes(rows.scale(g))
    moved = (norms > 0) & (np.linalg.norm(h.G @ free, axis=1) > RANKS.dependent * could)
    u[moved], v[moved] = solve_each(g, h.G[moved], rows)
    return Answers(u, v, np.where(np.outer(moved, moved), h.G @ u.T, 0.0))


def collide(g: Array, rows: Slopes, h: Slopes, speed: Array, kappa: Array, qd: Array) -> Collision:
    """The collision of c conditions with slopes h at once, as `Answers.collide` finds it."""
    return answers(g, rows, h).collide(speed, kappa, qd)


def blocks(W: Array) -> list[NDArray[np.intp]]:
    """The numbers of conditions that act on each other, directly or by others: block by block."""
    linked = (W != 0) | np.eye(len(W), dtype=bool)
    label = np.arange(len(W))
    while True:
        least = np.min(np.where(linked, label, len(W)), axis=1, initial=len(W))
        if (least == label).all():
            return [np.flatnonzero(label == number) for number in np.unique(label)]
        label = least


def complementary(W: Array, b: Array) -> Array:
    """x ≥ 0 with W x − b ≥ 0 and xᵀ (W x − b) = 0, for W symmetric and not negative."""
    return bounded(W, b, np.zeros(len(b)), np.full(len(b), np.inf))


def bounded(W: Array, b: Array, lower: Array, upper: Array) -> Array:
    """Efforts x between bounds (c,), for W (c, c) symmetric and not negative.

    The x that minimises ½ xᵀ W x − xᵀ b: W x − b is 0 where x lies between its bounds, at least 0
    at a lower and at most 0 at an upper one.  Limits push from 0 on; what sticks by friction holds
    between −H and H.  Few efforts: those between are found by exchange, in each block apart; where
    they depend on each other the smallest x is taken.  Where W is 0 nothing is held, x is what is
    nearest to 0, whatever b is; so it is for what has no value.
    """
    return held(W, b, lower, upper)[0]


def held(W: Array, b: Array, lower: Array, upper: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The same x (c,), and which of them lie between their bounds, so that W x − b is 0."""
    x, between = np.clip(0.0, lower, upper), np.zeros(len(b), bool)
    for block in blocks(W):
        part = W[np.ix_(block, block)]
        if np.isfinite(part).all() and np.isfinite(b[block]).all():
            x[block], between[block] = _exchanged(part, b[block], lower[block], upper[block])
    return x, between


def _exchanged(W: Array, b: Array, lower: Array, upper: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The same for efforts that act on each other."""
    if len(b) == 1:  # the usual impact
        w = float(W[0, 0])
        wanted = b / w if w > 0 else np.zeros(1)
        x = np.clip(wanted, lower, upper)
        return x, (np.abs(wanted - x) <= 1e-13 * np.abs(wanted)) & (w > 0)
    moved = np.diag(W) > 0
    A, scale = evened(W)
    right = np.where(moved, b, 0.0) / scale
    bounds, (lower, upper) = (lower, upper), (lower * scale, upper * scale)
    size = float(np.max(np.abs(right), initial=0.0))
    x = np.clip(0.0, lower, upper)
    between = moved & (lower < 0) & (upper > 0)
    x, between = _held(A, right, lower, upper, x, between, size)
    for _ in range(IMPACTS.exchanges):
        slack = A @ x - right
        missing = np.where(between | (lower == upper), 0.0, np.where(x <= lower, -slack, slack))
        if len(b) == 0 or np.max(missing) <= 1e-12 * size:
            break
        between[int(np.argmax(missing))] = True
        x, between = _held(A, right, lower, upper, x, between, size)
    return np.clip(x / scale, *bounds), between


def _held(
    A: Array,
    right: Array,
    lower: Array,
    upper: Array,
    x: Array,
    between: NDArray[np.bool_],
    size: float,
) -> tuple[Array, NDArray[np.bool_]]:
    """x where those `between` their bounds balance, and who still lies between.

    On the way there from x the first that meets a bound stays at it, then the next.
    """
    while between.any():
        trial, rest = x.copy(), right[between] - A[np.ix_(between, ~between)] @ x[~between]
        trial[between] = np.linalg.lstsq(A[np.ix_(between, between)], rest, IMPACTS.together)[0]
        beyond = np.maximum(lower - trial, trial - upper)
        if np.all(beyond[between] <= 1e-13 * size):
            return np.clip(trial, lower, upper), between
        leaving = between & ((trial < lower) | (trial > upper))
        bound = np.where(trial < lower, lower, upper)
        share = np.min((bound - x)[leaving] / (trial - x)[leaving])
        x = x + share * (trial - x)
        reached = leaving & (np.abs(bound - x) <= 1e-14 * size)
        x, between = np.where(reached, bound, x), between & ~reached
    return x, between


def beside(W: Array, first: int) -> Array:
    """W of the efforts behind the first ones, where these hold."""
    rows, inverse = (
        W[:first, first:],
        np.linalg.pinv(W[:first, :first], IMPACTS.together, hermitian=True),
    )
    return np.asarray(W[first:, first:] - rows.T @ inverse @ rows)


def dependent(W: Array) -> NDArray[np.bool_]:
    """Which of the efforts (c,) can take each other's place: W v = 0 for a v that has them."""
    sizes, vectors = np.linalg.eigh(evened(W)[0])
    idle = sizes <= IMPACTS.together * sizes[-1]
    return np.max(np.abs(vectors[:, idle]), axis=1, initial=0.0) > 1e-6


def independent(
    x: Array, W: Array, lower: Array, upper: Array, some: NDArray[np.bool_]
) -> tuple[Array, NDArray[np.bool_]]:
    """Efforts (c,) with the same W x, of which those of `some` between their bounds act apart.

    And which these are.  Where efforts can take each other's place, W v = 0, one after the other
    goes to its bound: a corner of what is allowed.
    """
    x, between = x.copy(), some.copy()
    even, scale = evened(W)
    while between.any():
        sizes, vectors = np.linalg.eigh(even[np.ix_(between, between)])
        if sizes[0] > IMPACTS.together * sizes[-1]:
            break
        way = np.zeros(len(x))
        way[between] = vectors[:, 0] / scale[between]
        ahead, back = (_room(x, turned, lower, upper) for turned in (way, -way))
        if np.min(back) < np.min(ahead):
            way, ahead = -way, back
        first = int(np.argmin(ahead))
        if not np.isfinite(ahead[first]):
            break
        x = np.clip(x + ahead[first] * way, lower, upper)
        x[first] = upper[first] if way[first] > 0 else lower[first]
        between[first] = False
    return x, between


def _room(x: Array, way: Array, lower: Array, upper: Array) -> Array:
    """How often a way (c,) can be gone from x until each of them is at a bound."""
    moves = np.abs(way) > 1e-10 * np.max(np.abs(way))
    bound = np.where(way > 0, upper, lower)
    return np.where(moves, (bound - x) / np.where(moves, way, 1.0), np.inf)
