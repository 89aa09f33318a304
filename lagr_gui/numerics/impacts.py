"""Velocities after impacts by Newton's law, with conditions that hold all the time.

Fischer & Lilov (33)–(39), with B = Gᵀ: each unilateral condition H ≤ 0 with h = ∂H/∂q, h₀ = ∂H/∂t
gives u and v from

    g u − B v = h,   Bᵀ u = 0                                              (36)
    Λ = −(1 + κ)(hᵀ q̇⁻ + h₀) / (hᵀ u),   q̇⁺ = q̇⁻ + Λ u                    (38, 39)

Λ v are the impulses of the multipliers.  Where several conditions are reached at once each
impulse pushes only (Λ ≤ 0), and a condition with an impulse leaves with κ times its speed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.numerics.descriptor import Array, solve

ROUNDS = 10_000


@dataclass(frozen=True, eq=False)
class Collision:
    """u (c, f) and v (c, m) of c conditions, their Λ (c,), q̇ after (f,), impulses Λ v (m,)."""

    u: Array
    v: Array
    impulses: Array
    qd: Array
    multipliers: Array


def collide(g: Array, G: Array, h: Array, speed: Array, kappa: Array, qd: Array) -> Collision:
    """The collision of c conditions at once.

    h (c, f) are their slopes, `speed` hᵀ q̇ + h₀ (c,), positive where it is approached.
    """
    c, m = len(h), len(G)
    solutions = [solve(g, slope, G, np.zeros(m)) for slope in h]
    u = np.array([found.qdd for found in solutions]).reshape(c, -1)
    v = np.array([found.multipliers for found in solutions]).reshape(c, m)
    wanted = (1 + np.where(speed > 0, kappa, 0.0)) * speed
    pushes = complementary(h @ u.T, wanted)
    return Collision(u, v, -pushes, qd - pushes @ u, -pushes @ v)


def complementary(W: Array, b: Array) -> Array:
    """x ≥ 0 with W x − b ≥ 0 and xᵀ (W x − b) = 0, for W symmetric and not negative.

    Few conditions: the active ones are found by exchange; where these depend on each other the
    smallest x is taken.
    """
    scale = np.sqrt(np.maximum(np.diag(W), 1e-300))
    A, right = W / np.outer(scale, scale), b / scale
    size = float(np.max(np.abs(right), initial=0.0))
    active = np.zeros(len(b), bool)
    x = np.zeros(len(b))
    for _ in range(ROUNDS):
        slack = A @ x - right
        missing = np.where(active, 0.0, -slack)
        if len(b) == 0 or np.max(missing) <= 1e-12 * size:
            break
        active[int(np.argmax(missing))] = True
        while True:
            trial = np.zeros(len(b))
            trial[active] = np.linalg.lstsq(A[np.ix_(active, active)], right[active], 1e-10)[0]
            if np.all(trial[active] >= -1e-13 * size):
                x = np.maximum(trial, 0.0)
                break
            shrinking = active & (trial < 0)
            share = np.min(x[shrinking] / (x[shrinking] - trial[shrinking]))
            x = x + share * (trial - x)
            active &= ~(shrinking & (x <= 1e-14 * size))
            x[~active] = 0.0
    return x / scale
