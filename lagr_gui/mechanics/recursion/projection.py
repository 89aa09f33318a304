"""Back to the constraints: one Newton step for positions and one for velocities, in line.

Of G δq = −Φ and G δq̇ = −Φ̇ the solutions of least size, in units of the coordinates in which the
inertia of each is one: δq = D Gᵀ (G D Gᵀ)⁻¹ (−Φ) with D = diag(1/g_ρρ).
Hairer, Wanner: Solving Ordinary Differential Equations II, section VII.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.derivation import Recursion
from lagr_gui.mechanics.recursion.solve import factorise, product, row_of, solve
from lagr_gui.numerics.tolerances import RANKS


@dataclass(frozen=True)
class Projection:
    """δq and δq̇ (f,), and the pivots of both equations, each over its diagonal entry."""

    shift: list[Node]
    turn: list[Node]
    pivots: list[Node]


def projection(
    recursion: Recursion, rows: Sequence[int], reach: Sequence[Array], extents: Array
) -> Projection:
    """The steps by independent rows.

    `reach` (f,) tells how much farther than others coordinates go, for positions and velocities,
    `extents` (f,) how far where the system moves as a whole.
    """
    constraints = recursion.constraints
    mobility = _mobility(recursion, extents)
    near, far = (
        [entry * float(r) ** 2 for entry, r in zip(mobility, rs, strict=True)] for rs in reach
    )
    placed = [s for s in rows if constraints.rows[s].value is not None]
    values = [constraints.rows[s].value or recursion.program.zero for s in placed]
    shift, first = _step(recursion, placed, values, near)
    turn, second = _step(recursion, rows, [constraints.rows[s].rate for s in rows], far)
    return Projection(shift, turn, [*first, *second])


def _mobility(recursion: Recursion, extents: Array) -> list[Node]:
    """1/g_ρρ (f,); of coordinates without inertia as that of the one with the largest.

    Extents count alike (`numerics.scales`).
    """
    program = recursion.program
    squares = [float(extent) ** 2 for extent in extents]
    inertias = [
        program.call("abs", [recursion.g[i][i]]) * square for i, square in enumerate(squares, 1)
    ]
    largest = program.zero
    for inertia in inertias:
        largest = program.call("max", [largest, inertia])
    usual = largest + program.not_above(largest, program.zero)
    return [
        square
        / (inertia + program.not_above(inertia, RANKS.weightless * usual) * (usual - inertia))
        for inertia, square in zip(inertias, squares, strict=True)
    ]


def _step(
    recursion: Recursion, rows: Sequence[int], values: Sequence[Node], mobility: Sequence[Node]
) -> tuple[list[Node], list[Node]]:
    """The step (f,) that makes the values of rows vanish, and the relative pivots."""
    program = recursion.program
    G = [row_of(recursion.constraints.G[s]) for s in rows]
    carried = [{rho: slope * mobility[rho] for rho, slope in row.items()} for row in G]
    spread = [[row.get(rho, program.zero) for rho in range(recursion.size - 1)] for row in G]
    N = [[product(program, row, slopes) for slopes in spread] for row in carried]
    within = range(len(rows))
    L, D = factorise(program, N, within)
    multipliers = solve(L, D, [-value for value in values])
    shares: list[list[Node]] = [[] for _ in mobility]
    for row, multiplier in zip(carried, multipliers, strict=True):
        for rho, entry in row.items():
            shares[rho].append(entry * multiplier)
    step = [program.add(share) for share in shares]
    return step, [recursion.relative(D[s], N[s][s]) for s in within]
