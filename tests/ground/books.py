"""Equations as books write them, held against the motion of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import TIME, Expression, Symbol
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.evaluation import Evaluation

Line = tuple[str, Expression, Expression]
"""``:=`` of a name that a book introduces or ``=`` of an equation, and its sides."""


class Book:
    """Equations over coordinates, their rates, and names that stand for such."""

    def __init__(self, lines: Sequence[Line], coordinates: Sequence[str]) -> None:
        self.algebra = Algebra()
        self.coordinates = coordinates
        self._known: dict[Symbol, Canonical] = {}
        for sign, name, tree in lines:
            if sign == ":=":
                self._define(name, tree)
        self.equations = [
            (self.value(left) - self.value(right)).tree()
            for sign, left, right in lines
            if sign == "="
        ]

    def _define(self, name: Expression, tree: Expression) -> None:
        assert isinstance(name, Symbol) and not name.order
        value = self.value(tree)
        for order in range(3):
            self._known[Symbol(name.name, order)] = value
            value = self._rate(value)

    def value(self, tree: Expression) -> Canonical:
        """An expression in coordinates and their rates alone."""
        return self.algebra.expression(tree).substitute(self._known)

    def _rate(self, value: Canonical) -> Canonical:
        total = value.derivative(Symbol(TIME))
        for name in self.coordinates:
            for order in range(3):
                slope = value.derivative(Symbol(name, order))
                if not slope.is_zero:
                    total = total + slope * self.algebra.symbol(Symbol(name, order + 1))
        return total

    def gap(self, at: Evaluation, values: Mapping[str, float]) -> float:
        """What the equations miss at a state, of what its accelerations make of them."""
        size = np.max(np.abs(self._slopes(at, values)), axis=0) * np.max(np.abs(at.qdd))
        return float(np.max(np.abs(self._missed(at, at.qdd, values)) / size))

    def rank(self, at: Evaluation, values: Mapping[str, float]) -> int:
        """How many ways to accelerate that the conditions leave the equations tell apart."""
        slopes = self._slopes(at, values)
        sizes = np.max(np.abs(slopes), axis=0)
        return int(np.linalg.matrix_rank(slopes / np.where(sizes > 0, sizes, 1.0), tol=1e-6))

    def _slopes(self, at: Evaluation, values: Mapping[str, float]) -> Array:
        missed = [self._missed(at, at.qdd + way, values) for way in _free(at.G, len(at.q))]
        return np.array(missed) - self._missed(at, at.qdd, values)

    def _missed(self, at: Evaluation, qdd: Array, values: Mapping[str, float]) -> Array:
        known = {Symbol(name): value for name, value in values.items()} | {Symbol(TIME): at.t}
        for order, row in enumerate((at.q, at.qd, qdd)):
            pairs = zip(self.coordinates, row, strict=True)
            known |= {Symbol(name, order): float(value) for name, value in pairs}
        carrier = FloatCarrier()
        return np.array([evaluate(tree, carrier, known.__getitem__) for tree in self.equations])


def freedoms(at: Evaluation) -> int:
    """How many accelerations the conditions leave."""
    return len(_free(at.G, len(at.q)))


def _free(G: Array, count: int) -> Array:
    """Rows that span what accelerations may do under the conditions G (m, f)."""
    if not len(G):
        return np.eye(count)
    _, sizes, rows = np.linalg.svd(G)
    rank = int(np.sum(sizes > 1e-9 * sizes[0]))
    return rows[rank:]
