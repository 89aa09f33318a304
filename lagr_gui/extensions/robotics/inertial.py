"""The ten inertial parameters of a body, and what they do in the equations of motion.

    Y_ρ = ∂v/∂q̇^ρ · F + ∂ω/∂q̇^ρ · N,   F = m a + U s,   N = s × a + J α + ω × J ω

with m, the first moment s = m c and the inertia tensor J about a point of the body that has the
acceleration a (less that of gravity), U = [α]× + [ω]×²; all in axes of the body.  F and N are
linear in m, s and J.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lagr_gui.mechanics.vectors import Square, Triple, cross, dot, plus, times

STEMS = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
"""Names of the parameters, in order: J (entries, so that XY = −∫ x y dm), m c, m."""

PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
"""The entries of J in this order."""


@dataclass(frozen=True)
class BodyRates:
    """How a body moves about its point, in its axes: ω, α, and a less gravity.

    `columns` are partial angular velocity and partial velocity of the point by coordinate.
    """

    omega: Triple[Any]
    alpha: Triple[Any]
    a: Triple[Any]
    columns: dict[int, tuple[Triple[Any], Triple[Any]]]


def columns_of(moving: BodyRates) -> dict[int, list[Any]]:
    """The ten entries of Y_ρ of one body by coordinate ρ, in the order of `STEMS`."""
    omega, alpha, a = moving.omega, moving.alpha, moving.a
    columns: dict[int, list[Any]] = {}
    for rho, (w, u) in moving.columns.items():
        turned = cross(w, omega)
        J = [
            w[i] * alpha[i] + turned[i] * omega[i]
            if i == j
            else w[i] * alpha[j] + w[j] * alpha[i] + turned[i] * omega[j] + turned[j] * omega[i]
            for i, j in PAIRS
        ]
        lever = plus(cross(u, alpha), cross(cross(u, omega), omega))
        columns[rho] = [*J, *plus(lever, cross(a, w)), dot(u, a)]
    return columns


def moved(values: Sequence[Any], R: Square[Any], r: Triple[Any]) -> list[Any]:
    """The parameters of the same mass about another point in other axes.

    R maps the old axes into the new ones, r leads from the new point to the old one in these.
    """
    m, s = values[9], (values[6], values[7], values[8])
    s = dot(R[0], s), dot(R[1], s), dot(R[2], s)
    J = turned(values, R)
    both = dot(r, s) + dot(r, s) + m * dot(r, r)
    shifted = [
        J[k] - (r[i] * s[j] + s[i] * r[j] + m * r[i] * r[j]) + (both if i == j else both - both)
        for k, (i, j) in enumerate(PAIRS)
    ]
    return [*shifted, *plus(s, times(r, m)), m]


def turned(values: Sequence[Any], R: Square[Any]) -> list[Any]:
    """The entries of R J Rᵀ."""
    xx, xy, xz, yy, yz, zz = values[:6]
    rows = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    half = [[dot(row, R[j]) for j in range(3)] for row in rows]
    return [dot(R[i], (half[0][j], half[1][j], half[2][j])) for i, j in PAIRS]


def of_dyad(a: Triple[Any], b: Triple[Any]) -> list[Any]:
    """The entries of J = tr B 1 − B for the symmetric Binet tensor B = (a bᵀ + b aᵀ)."""
    trace = dot(a, b) + dot(a, b)
    return [(trace if i == j else trace - trace) - (a[i] * b[j] + b[i] * a[j]) for i, j in PAIRS]
