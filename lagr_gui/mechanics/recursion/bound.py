"""Accelerations of a bound system, written out in line for simulation.

With g = Lᵀ D L, Y = g⁻¹ Gᵀ and S = G Y the multipliers solve S λ = −γ̿ − G g⁻¹ (Q − h), and
q̈ = g⁻¹ (Q − h) + Y λ.  The rows must be independent: the caller chooses them.

What limits in contact add follows from how the system answers to each of them: docs/impacts.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from lagr_gui.kernel import Node
from lagr_gui.mechanics.recursion.derivation import Recursion
from lagr_gui.mechanics.recursion.solve import Row, factorise, product, row_of, solve

if TYPE_CHECKING:
    from lagr_gui.mechanics.recursion.feedback import FedBack

REFINEMENTS = 2
"""Steps after which a passage of a parallelogram is as exact as with singular values."""


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


@dataclass(frozen=True)
class LimitAnswers:
    """What the c limits H ≤ 0 and frictions need so that any of them can be held, one by one.

    Slopes h = ∂H/∂q, their answers u and v of (36), the Ḧ that results where none of them is held,
    and the power −h₀ − vᵀ γ̄ that a unit force of contact (λ = 1) supplies where limits or
    conditions move.
    """

    slopes: list[list[Node]]
    answers: list[list[Node]]
    passed: list[list[Node]]
    arrivals: list[Node]
    supplies: list[Node]


def bound(
    recursion: Recursion, rows: Sequence[int], weights: Sequence[float] = ()
) -> BoundAcceleration:
    """The solution of (C4) for independent rows, with `weights` as in `_Factored`."""
    return _Factored(recursion, rows, weights).acceleration()


def refined(recursion: Recursion, rows: Sequence[int], weights: Sequence[float] = ()) -> list[Node]:
    """The same q̈ (f,) with less rounding, where rows nearly depend on each other.

    Pivots of S square the distance from a singular configuration; what (C4) misses with their
    solution is solved for again, which leaves the rounding of G alone.
    Higham: Accuracy and Stability of Numerical Algorithms, chapter 12 (iterative refinement).
    """
    return _Factored(recursion, rows, weights).refined()


def bound_with_limits(
    recursion: Recursion, rows: Sequence[int], weights: Sequence[float] = ()
) -> tuple[BoundAcceleration, LimitAnswers]:
    """The same without any limit in contact, and what each of them would do."""
    factored = _Factored(recursion, rows, weights)
    acceleration = factored.acceleration()
    program, constraints = recursion.program, recursion.constraints
    limits, held = constraints.holds, [constraints.rows[s] for s in rows]
    bars = [constraints.own_rate(row) for row in held]
    still = [program.zero] * len(rows)
    slopes = [constraints.slopes(limit) for limit in limits]
    solved = [factored.answer(h, still) for h in slopes]
    pairs = [(*each, row_of(each[1])) for each in zip(limits, slopes, solved, strict=True)]
    return acceleration, LimitAnswers(
        slopes,
        [u for u, _ in solved],
        [v for _, v in solved],
        [product(program, row, acceleration.qdd) + limit.drift for limit, _, _, row in pairs],
        [
            -constraints.own_rate(limit) - product(program, row_of(v), bars)
            for limit, _, (_, v), _ in pairs
        ],
    )


class _Factored:
    """(C4) for independent rows, ready to be solved for several right sides.

    `weights`, one per row, add w Gᵀ G to g and −w Gᵀ γ̿ to the forces, which changes neither
    q̈ nor λ: it makes g regular where bodies without mass move only under conditions.
    """

    def __init__(self, recursion: Recursion, rows: Sequence[int], weights: Sequence[float]) -> None:
        self._recursion, self._rows, self._weights = recursion, rows, weights
        self._order = recursion.order
        self._G = [row_of(recursion.constraints.G[s]) for s in rows]
        self._g = [list(row[1:]) for row in recursion.g[1:]]
        for slopes, weight in zip(self._G, weights, strict=bool(weights)):
            for rho, slope in slopes.items():
                carried = slope * weight
                for nu, other in slopes.items():
                    self._g[rho][nu] = self._g[rho][nu] + carried * other
        table = [[recursion.program.zero, *row] for row in self._g]
        self._L, self._D = factorise(recursion.program, [[], *table], self._order)
        self._Y = [self._inverse(self._spread(slopes)) for slopes in self._G]
        S = [[self._product(slopes, column) for column in self._Y] for slopes in self._G]
        self._columns = self._by_coordinate([row_of(column) for column in self._Y])
        self._factors, self._pivots = factorise(recursion.program, S, range(len(rows)))

    def _product(self, row: Row, values: Sequence[Node]) -> Node:
        return product(self._recursion.program, row, values)

    def _spread(self, row: Row) -> list[Node]:
        """A row with its zeros."""
        return [row.get(rho, self._recursion.program.zero) for rho in range(len(self._g))]

    def _by_coordinate(self, rows: Sequence[Row]) -> list[Row]:
        """The rows of the transposed table, one for each coordinate."""
        columns: list[dict[int, Node]] = [{} for _ in self._g]
        for s, row in enumerate(rows):
            for rho, entry in row.items():
                columns[rho][s] = entry
        return list(columns)

    def _inverse(self, values: Sequence[Node]) -> list[Node]:
        """g⁻¹ times values (f,)."""
        x = solve(self._L, self._D, [values[nu - 1] for nu in self._order])
        by = dict(zip(self._order, x, strict=True))
        return [by[nu] for nu in range(1, len(values) + 1)]

    def answer(
        self, force: Sequence[Node], drifts: Sequence[Node]
    ) -> tuple[list[Node], list[Node]]:
        """q̈ (f,) under a force (f,), and λ of the rows."""
        right = list(force)
        for slopes, drift, weight in zip(self._G, drifts, self._weights, strict=False):
            for rho, slope in slopes.items():
                right[rho] = right[rho] - slope * weight * drift
        loose = self._inverse(right)
        wanted = [-d - self._product(G, loose) for d, G in zip(drifts, self._G, strict=True)]
        multipliers = solve(self._factors, self._pivots, wanted)
        program = self._recursion.program
        return [
            program.add([a, *(Y * multipliers[s] for s, Y in column.items())])
            for a, column in zip(loose, self._columns, strict=True)
        ], multipliers

    @cached_property
    def _gamma(self) -> list[Node]:
        return [self._recursion.constraints.gamma[s] for s in self._rows]

    @cached_property
    def _fed_back(self) -> FedBack | None:
        """The accelerations that are fed back."""
        feedback = self._recursion.feedback
        still = [self._recursion.program.zero] * len(self._rows)
        return feedback and feedback.solved(
            lambda force: self.answer(force, self._gamma)[0],
            lambda force: self.answer(force, still)[0],
        )

    @cached_property
    def _force(self) -> list[Node]:
        """Q − h (f,)."""
        feedback, fed_back = self._recursion.feedback, self._fed_back
        if feedback is None or fed_back is None:
            return self._recursion.right[1:]
        return feedback.whole(fed_back.a)

    def acceleration(self) -> BoundAcceleration:
        recursion = self._recursion
        qdd, lambdas = self.answer(self._force, self._gamma)
        multipliers = [recursion.program.zero] * len(recursion.constraints.rows)
        for row, multiplier in zip(self._rows, lambdas, strict=True):
            multipliers[row] = multiplier
        by = dict(zip(self._order, self._D, strict=True))
        pivots = [recursion.relative(by[i + 1], self._g[i][i]) for i in range(len(by))]
        if recursion.feedback is not None and self._fed_back is not None:
            pivots = recursion.feedback.weakened(pivots, self._fed_back)
        return BoundAcceleration(qdd, multipliers, pivots, list(self._pivots))

    def refined(self) -> list[Node]:
        """q̈ (f,) after steps of refinement."""
        recursion, product = self._recursion, self._product
        gamma, force = self._gamma, self._force
        g, columns = [row_of(row[1:]) for row in recursion.g[1:]], self._by_coordinate(self._G)
        qdd, multipliers = self.answer(force, gamma)
        for _ in range(REFINEMENTS):
            missed = [
                Q + product(column, multipliers) - product(row, qdd)
                for Q, column, row in zip(force, columns, g, strict=True)
            ]
            asked = [drift + product(row, qdd) for drift, row in zip(gamma, self._G, strict=True)]
            more, pushes = self.answer(missed, asked)
            qdd = [a + b for a, b in zip(qdd, more, strict=True)]
            multipliers = [a + b for a, b in zip(multipliers, pushes, strict=True)]
        return qdd
