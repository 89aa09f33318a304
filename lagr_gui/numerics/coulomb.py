"""Contacts with Coulomb's friction: normal efforts, and tangential ones within discs μ N.

    a = b − W x,   x_N ≥ 0,  a_N ≤ 0,  x_N a_N = 0
    |x_T| ≤ μ x_N,  a_T = 0 where x_T lies within, a_T = α x_T/|x_T| with α ≥ 0 where not  (R2, R6)

Efforts within a ball of a given radius are those of a disc whose radius is known.

x are efforts against the motion, a what remains of accelerations (or of velocities in impacts), b
that without efforts.  With W symmetric and not negative a is what projections tell,

    x = P(x + ρ (b − W x)),

found by Gauss and Seidel's way, and then exactly by Newton's method on this equation: Alart,
Curnier, Computer Methods in Applied Mechanics and Engineering 92 (1991) 353–375; Acary, Brogliato:
Numerical Methods for Nonsmooth Dynamical Systems, chapter 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.numerics.descriptor import Array
from lagr_gui.numerics.tolerances import COULOMB, IMPACTS


@dataclass(frozen=True, slots=True)
class Efforts:
    """What bounds efforts x (c,): boxes, and discs whose radius goes with a normal effort.

    Those of no disc lie between `lower` and `upper`; a disc is the places of both of its efforts,
    that of its normal effort, and μ; a ball the places of all of its efforts, and its radius.
    """

    lower: Array
    upper: Array
    discs: Sequence[tuple[int, int, int, float]] = ()
    balls: Sequence[tuple[list[int], float]] = ()


def coulomb(W: Array, b: Array, efforts: Efforts) -> Array | None:
    """Efforts x (c,) for W (c, c); None where none is found, as in Painlevé's situations."""
    size = np.sqrt(np.where(np.diag(W) > 0, np.diag(W), 1.0))
    for first, second, _, _ in efforts.discs:  # a disc stays one
        size[[first, second]] = max(size[first], size[second])
    for some, _ in efforts.balls:
        size[some] = np.max(size[some])
    A = W / np.outer(size, size)
    right = _possible(A, b / size)
    even = Efforts(
        efforts.lower * size,
        efforts.upper * size,
        [(s, t, n, mu * size[s] / size[n]) for s, t, n, mu in efforts.discs],
        [(some, radius * float(size[some[0]])) for some, radius in efforts.balls],
    )
    x = np.clip(np.zeros(len(right)), even.lower, even.upper)
    scale = float(np.max(np.abs([right, A @ x]), initial=0.0))
    for sweeps in COULOMB.sweeps:
        x = _swept(A, right, even, x, sweeps)
        exact = _balanced(A, right, even, x, COULOMB.exact * scale)
        if exact is not None:
            return exact / size
    return None


def _possible(A: Array, right: Array) -> Array:
    """What efforts can take of the right side (c,), where the rest is rounding.

    Efforts that take each other's place move the same, but for how exactly positions are known.
    """
    U, s, _ = np.linalg.svd(A)
    idle = U[:, s <= IMPACTS.together * s[0]]
    rest = idle @ (idle.T @ right)
    most = float(np.max(np.abs(right)))
    missed = float(np.max(np.abs(rest)))
    is_rounding = 0.1 * COULOMB.exact * most < missed <= COULOMB.rounded * most
    return right - rest if is_rounding else right


def _balanced(A: Array, right: Array, efforts: Efforts, x: Array, exact: float) -> Array | None:
    """Efforts that miss no more than that, by Newton's method from near ones."""
    for _ in range(COULOMB.rounds):
        missed = x - _projected(x + right - A @ x, x, efforts)
        worst = float(np.max(np.abs(missed)))
        if worst <= exact:
            return x
        if not np.isfinite(worst):
            return None
        nearer = _improved(A, right, efforts, x, missed)
        if nearer is None:
            return None
        x = nearer
    return None


def _projected(y: Array, x: Array, efforts: Efforts) -> Array:
    """The efforts nearest to y that bounds allow, with normal efforts as in x."""
    nearest = np.clip(y, efforts.lower, efforts.upper)
    for s, t, n, mu in efforts.discs:
        length, radius = float(np.hypot(y[s], y[t])), mu * max(float(x[n]), 0.0)
        part = 1.0 if length <= radius else radius / length
        nearest[s], nearest[t] = part * y[s], part * y[t]
    for some, radius in efforts.balls:
        nearest[some] = _within(y[some], radius)
    return nearest


def _within(y: Array, radius: float) -> Array:
    """The efforts of a ball that are nearest to y (d,)."""
    length = float(np.linalg.norm(y))
    return y if length <= radius else y * (radius / length)


def _swept(A: Array, right: Array, efforts: Efforts, x: Array, sweeps: int) -> Array:
    """Efforts after sweeps over all of them, each balanced for itself."""
    x, c = x.copy(), len(right)
    paired = {place for s, t, _, _ in efforts.discs for place in (s, t)}
    paired |= {place for some, _ in efforts.balls for place in some}
    alone = [i for i in range(c) if i not in paired and A[i, i] > 0]
    for _ in range(sweeps):
        before = x.copy()
        for i in alone:
            wanted = x[i] + (right[i] - A[i] @ x) / A[i, i]
            x[i] = min(max(wanted, efforts.lower[i]), efforts.upper[i])
        for s, t, n, mu in efforts.discs:
            pair = [s, t]
            stiff = A[s, s] + abs(A[s, t]) if A[s, s] >= A[t, t] else A[t, t] + abs(A[s, t])
            y = x[pair] + (right[pair] - A[pair] @ x) / (stiff or 1.0)
            length, radius = float(np.hypot(*y)), mu * max(float(x[n]), 0.0)
            x[pair] = y if length <= radius else y * (radius / length)
        for some, radius in efforts.balls:
            stiff = float(np.max(np.sum(np.abs(A[np.ix_(some, some)]), axis=1)))
            x[some] = _within(x[some] + (right[some] - A[some] @ x) / (stiff or 1.0), radius)
        if np.max(np.abs(x - before), initial=0.0) <= COULOMB.near * np.max(np.abs(x), initial=0.0):
            break
    return x


def _improved(A: Array, right: Array, efforts: Efforts, x: Array, missed: Array) -> Array | None:
    """One step of Newton's method, shortened where it leads away; None where none leads on."""
    y = x + right - A @ x
    slope = np.eye(len(x)) - A
    inside = (efforts.lower <= y) & (y <= efforts.upper)
    J = np.where(inside[:, None], slope, 0.0)
    for s, t, n, mu in efforts.discs:
        pair, radius = [s, t], mu * max(float(x[n]), 0.0)
        length = float(np.hypot(y[s], y[t]))
        if length <= radius:
            J[pair] = slope[pair]
            continue
        way = y[pair] / length
        across = np.eye(2) - np.outer(way, way)
        J[pair] = (radius / length) * across @ slope[pair]
        if x[n] > 0:
            J[pair, n] += mu * way
    for some, radius in efforts.balls:
        length = float(np.linalg.norm(y[some]))
        if length <= radius:
            J[some] = slope[some]
            continue
        way = y[some] / length
        across = np.eye(len(some)) - np.outer(way, way)
        J[some] = (radius / length) * across @ slope[some]
    step = np.linalg.lstsq(np.eye(len(x)) - J, missed, 1e-13)[0]
    worst, part = float(np.max(np.abs(missed))), 1.0
    for _ in range(COULOMB.halvings):
        trial = x - part * step
        left = trial - _projected(trial + right - A @ trial, trial, efforts)
        if float(np.max(np.abs(left))) < worst:
            return trial
        part /= 2
    return None
