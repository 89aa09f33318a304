"""Absolute motion of all bodies in closed form: E and x as functions of q and t (39, 41)."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.arithmetic import evaluate
from lagr_gui.expression import TIME, Expression, Symbol
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.steps import Shift, Spin, Step
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    dot,
    plus,
    product,
    rotation,
    transpose,
)

Vector = Triple[Canonical]
Matrix = Square[Canonical]
Pose = tuple[Matrix, Vector]
"""E (row i is body axis i in space axes) and the position x of the origin."""


class Kinematics:
    """Poses of the bodies and their partial derivatives; index 0 is time."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.algebra = Algebra(positive=reading.positive, late=(*reading.coordinates, TIME))
        for name in (*reading.parameters, *reading.coordinates):
            self.algebra.symbol(Symbol(name))
        self.symbols = [Symbol(TIME), *(Symbol(name) for name in reading.coordinates)]
        zero, one = self.algebra.zero, self.algebra.one
        self.identity: Matrix = (
            (one, zero, zero),
            (zero, one, zero),
            (zero, zero, one),
        )
        self.nowhere: Vector = (zero, zero, zero)
        self.poses: dict[int, Pose] = {0: self._walk((self.identity, self.nowhere), reading.base)}
        for link in reading.links:
            self.poses[link.child] = self._walk(self.poses[link.parent], link.steps)
        self._slopes: dict[tuple[int, int], tuple[Matrix, Vector]] = {}

    def velocity(self, index: int) -> Canonical:
        """q̇ of a coordinate; 1 for index 0."""
        if index == 0:
            return self.algebra.one
        return self.algebra.symbol(Symbol(self.symbols[index].name, 1))

    def slopes(self, body: int, index: int) -> tuple[Matrix, Vector]:
        """∂E and ∂x of a body with respect to coordinate `index` (0: time)."""
        key = (body, index)
        if key not in self._slopes:
            E, x = self.poses[body]
            rows = (
                self.slope(E[0], index),
                self.slope(E[1], index),
                self.slope(E[2], index),
            )
            self._slopes[key] = rows, self.slope(x, index)
        return self._slopes[key]

    def slope(self, vector: Vector, index: int) -> Vector:
        """∂ of a vector with respect to coordinate `index` (0: time)."""
        q = self.symbols[index]
        return vector[0].derivative(q), vector[1].derivative(q), vector[2].derivative(q)

    def rate(self, value: Canonical) -> Canonical:
        """The time derivative ∂_ν value q̇^ν, ν = 0 … f."""
        total = self.algebra.zero
        for index, q in enumerate(self.symbols):
            total = total + value.derivative(q) * self.velocity(index)
        return total

    def point(self, body: int, local: Sequence[Expression]) -> Vector:
        """A body point in space: xᵢ = x⁰ᵢ + x′ⱼ Eⱼᵢ (4)."""
        E, x = self.poses[body]
        return plus(x, self.in_space(E, self.vector(local)))

    @staticmethod
    def in_space(E: Matrix, vector: Vector) -> Vector:
        """x′ⱼ Eⱼᵢ"""
        columns = transpose(E)
        return dot(vector, columns[0]), dot(vector, columns[1]), dot(vector, columns[2])

    def value(self, tree: Expression, **measures: Canonical) -> Canonical:
        """A tree of the model; `measures` are names that are known only here."""
        known = {Symbol(name): value for name, value in measures.items()}
        return evaluate(
            tree,
            self.algebra,
            lambda symbol: known[symbol] if symbol in known else self.algebra.symbol(symbol),
        )

    def vector(self, trees: Sequence[Expression]) -> Vector:
        """Three trees of the model."""
        return self.value(trees[0]), self.value(trees[1]), self.value(trees[2])

    def _walk(self, pose: Pose, steps: Sequence[Step]) -> Pose:
        E, x = pose
        for step in steps:
            if isinstance(step, Shift):
                x = plus(x, self.in_space(E, self.vector(step.vector)))
            else:
                E = product(transpose(self._turn(step)), E)
        return E, x

    def _turn(self, step: Step) -> Matrix:
        """Rᵀ of a step: maps vectors of the new axes into the present ones."""
        if isinstance(step, Spin):
            angle = self.value(step.angle)
            cosine = self.algebra.call("cos", (angle,))
            sine = self.algebra.call("sin", (angle,))
            return rotation(self.vector(step.axis), cosine, sine, self.algebra.one)
        assert not isinstance(step, Shift)
        rows = step.matrix
        return self.vector(rows[0]), self.vector(rows[1]), self.vector(rows[2])
