"""Accelerations of a bound system, written out in line for simulation.

With g = Lᵀ D L, Y = g⁻¹ Gᵀ and S = G Y the multipliers solve S λ = −γ̿ − G g⁻¹ (Q − h), and
q̈ = g⁻¹ (Q − h) + Y λ.  The rows must be independent: the caller chooses them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.derivation import Recursion
from lagr_gui.mechanics.recursion.solve import factorise, solve


@dataclass(frozen=True)
class BoundAcceleration:
    """q̈ (f,), λ (m,) with zeros for rows that were left out, and pivots.

    `pivots` (f,) are those of g over its diagonal, `row_pivots` those of S in the order of the
    rows: one near zero belongs to a condition that the others hold already, or that binds
    nothing (a singular position).
    """

    qdd: list[Node]
    multipliers: list[Node]
    pivots: list[Node]
    row_pivots: list[Node]


def bound(
    recursion: Recursion, rows: Sequence[int], weights: Sequence[float] = ()
) -> BoundAcceleration:
    """The solution of (C4) for independent rows.

    `weights`, one per row, add w Gᵀ G to g and −w Gᵀ γ̿ to the forces, which changes neither
    q̈ nor λ: it makes g regular where bodies without mass move only under conditions.
    """
    program, f = recursion.program, recursion.size - 1
    G = [recursion.constraints.G[s] for s in rows]
    gamma = [recursion.constraints.gamma[s] for s in rows]
    g = [list(row) for row in recursion.g]
    right = list(recursion.right)
    for slopes, drift, weight in zip(G, gamma, weights, strict=bool(weights)):
        for rho in range(f):
            carried = slopes[rho] * weight
            right[rho + 1] = right[rho + 1] - carried * drift
            for nu in range(f):
                g[rho + 1][nu + 1] = g[rho + 1][nu + 1] + carried * slopes[nu]
    order = recursion.order
    L, D = factorise(program, g, order)

    def inverse(values: Sequence[Node]) -> list[Node]:
        x = solve(L, D, [values[nu - 1] for nu in order])
        by = dict(zip(order, x, strict=True))
        return [by[nu] for nu in range(1, f + 1)]

    def product(a: Sequence[Node], b: Sequence[Node]) -> Node:
        return program.add([x * y for x, y in zip(a, b, strict=True)])

    loose = inverse(right[1:])
    Y = [inverse(slopes) for slopes in G]
    S = [[product(slopes, column) for column in Y] for slopes in G]
    wanted = [-drift - product(slopes, loose) for drift, slopes in zip(gamma, G, strict=True)]
    within = range(len(rows))
    factors, pivots = factorise(program, S, within)
    found = solve(factors, pivots, wanted)
    qdd = [program.add([loose[rho], *(Y[s][rho] * found[s] for s in within)]) for rho in range(f)]
    multipliers = [program.zero] * len(recursion.constraints.rows)
    for s, row in enumerate(rows):
        multipliers[row] = found[s]
    by = dict(zip(order, D, strict=True))
    return BoundAcceleration(
        qdd,
        multipliers,
        [recursion.relative(by[nu], g[nu][nu]) for nu in range(1, f + 1)],
        list(pivots),
    )
