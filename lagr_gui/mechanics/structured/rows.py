"""Rows of conditions by the chain rule over measures, coordinates and time: Φ, G, γ̄, γ̿."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from lagr_gui.expression import Expression, Symbol, substitute, symbols
from lagr_gui.mechanics.structured.laws import slope as slope_of
from lagr_gui.mechanics.structured.points import Points
from lagr_gui.mechanics.structured.quantity import Quantity, Rank, minus, nothing, scaled, total
from lagr_gui.mechanics.trees import NOUGHT

ZERO = nothing(Rank.SCALAR)
Slope = Callable[[int], Quantity]


@dataclass(frozen=True, eq=False)
class MeasureRow:
    """A measure by its name.

    `slope` gives ∂_ρ of a measure of positions; of one that is linear in velocities ∂/∂q̇^ρ, and
    with index 0 what is left without velocities.  `second` is the second rate for q̈ = 0, which
    those of velocities do not need.
    """

    name: Symbol
    slope: Slope
    rate: Quantity
    second: Quantity = ZERO


@dataclass(frozen=True, eq=False)
class StructuredCondition:
    """One condition: Φ (zero for one on velocities), G, γ̄, Φ̇ or ψ, and γ̿.

    One that is `own` is the equation of a mesh without inductance, and no further condition.
    """

    source: str
    phi: Quantity
    G: dict[int, Quantity]
    gamma_bar: Quantity
    rate: Quantity
    gamma: Quantity
    on_positions: bool = True
    own: bool = False


class Chain:
    """Makes rows of laws."""

    def __init__(self, points: Points) -> None:
        self.points, self.book = points, points.book
        self.q = [Symbol(name) for name in points.segments.names]
        self.qd = [Symbol(name, 1) for name in points.segments.names]

    def of_slopes(
        self, key: str, phi: Quantity, slope: Slope, rate: Quantity, second: Quantity
    ) -> StructuredCondition:
        """A row whose slopes and rates are known."""
        G = {i: value for i in range(1, len(self.q)) if not (value := slope(i)).is_zero}
        return StructuredCondition(key, phi, G, slope(0), rate, second)

    def of_positions(
        self, key: str, tree: Expression, measures: Sequence[MeasureRow]
    ) -> StructuredCondition:
        """Φ(measures, q, t) = 0"""
        first = {x: self._by(tree, x) for x in (*(m.name for m in measures), *self.q)}

        def slope(index: int) -> Quantity:
            parts = [scaled(first[m.name], m.slope(index)) for m in measures]
            return total((*parts, first[self.q[index]]), Rank.SCALAR)

        rates = {m.name: m.rate for m in measures}
        rates |= {q: self.points.rate_of(i) for i, q in enumerate(self.q)}
        rate = total((scaled(first[x], rates[x]) for x in first), Rank.SCALAR)
        parts = [scaled(first[m.name], m.second) for m in measures]
        for x in self._present(tree, first):
            slopes = slope_of(tree, x)
            parts += [
                scaled(scaled(self._by(slopes, y), rates[x]), rates[y])
                for y in self._present(slopes, first)
            ]
        second = total(parts, Rank.SCALAR)
        return self.of_slopes(key, self.book.scalar(tree), slope, rate, second)

    def of_velocities(
        self, key: str, tree: Expression, measures: Sequence[MeasureRow]
    ) -> StructuredCondition:
        """ψ(measures of velocity, q, q̇, t) = 0, linear in measures, which are linear in q̇."""
        nothing_moves = dict.fromkeys((*(m.name for m in measures), *self.qd), NOUGHT)
        by = {m.name: self._by(tree, m.name) for m in measures}

        def slope(index: int) -> Quantity:
            parts = [scaled(by[m.name], m.slope(index)) for m in measures]
            left = self._by(tree, self.qd[index]) if index else self._left(tree, nothing_moves)
            return total((*parts, left), Rank.SCALAR)

        parts = [scaled(by[m.name], m.rate) for m in measures]
        for index, q in enumerate(self.q):
            parts.append(scaled(self._by(tree, q), self.points.rate_of(index)))
        second = total(parts, Rank.SCALAR)
        row = self.of_slopes(key, ZERO, slope, self.book.scalar(tree), second)
        if self._is_bent(tree):
            works = [scaled(self.points.rate_of(i), value) for i, value in row.G.items()]
            parts = [row.rate, *(minus(ZERO, work) for work in works)]
            row = replace(row, gamma_bar=total(parts, Rank.SCALAR))
        return replace(row, on_positions=False)

    def _is_bent(self, tree: Expression) -> bool:
        """Whether a law is not linear in q̇."""
        speeds = [qd for qd in self.qd[1:] if qd in symbols(tree)]
        slopes = [slope_of(tree, qd) for qd in speeds]
        return any(not self._by(s, qd).is_zero for s in slopes for qd in speeds)

    def _left(self, tree: Expression, none: dict[Symbol, Expression]) -> Quantity:
        """What is left of ψ without velocities."""
        return self.book.scalar(self.points.segments.tidy(substitute(tree, none)))

    def _by(self, tree: Expression, variable: Symbol) -> Quantity:
        if variable not in symbols(tree):
            return ZERO
        return self.book.scalar(slope_of(tree, variable))

    @staticmethod
    def _present(tree: Expression, variables: dict[Symbol, Quantity]) -> list[Symbol]:
        return [x for x in variables if x in symbols(tree)]
