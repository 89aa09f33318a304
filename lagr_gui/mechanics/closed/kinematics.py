"""Absolute motion of all bodies in closed form: E and x as functions of q and t (39, 41)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import TIME, Expression, Symbol, symbols
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.mechanics.closed.length import LONGEST_POSES, Length
from lagr_gui.mechanics.reading import ElasticBody, Link, Reading
from lagr_gui.mechanics.reading_order import reading_order
from lagr_gui.mechanics.steps import Shift, Spin, Step
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.mechanics.vectors import Square, Triple, dot, plus, product, rotation, transpose

Vector = Triple[Canonical]
Matrix = Square[Canonical]
Pose = tuple[Matrix, Vector]
"""E (row i is body axis i in space axes) and the position x of the origin."""

OF_A_COORDINATE = 2
"""The generators that a coordinate brings besides itself: its rate, and mostly an angle."""


class Kinematics:
    """Poses of the bodies and their partial derivatives; index 0 is time."""

    def __init__(self, reading: Reading, algebra: Any = None) -> None:
        """`algebra` makes the values; canonical ones, unless it is given."""
        self.reading = reading
        late, names = (*reading.coordinates, TIME), (*reading_order(reading), *reading.coordinates)
        expected = len(names) + OF_A_COORDINATE * len(reading.coordinates) + 1
        self.algebra = algebra or Algebra(reading.positive, late, reading.spelling, expected)
        for name in names:
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
        length = Length(LONGEST_POSES)
        for link in reading.links:
            E, x = self.poses[link.child] = self._walk(self.poses[link.parent], link.steps)
            for value in (*chain(*E), *x):
                length.add(value)
        self._seen: dict[tuple[int, int], Pose] = {}
        self._slopes: dict[tuple[int, int, int | None], tuple[Matrix, Vector]] = {}
        self._turns: dict[tuple[int, ...], Matrix] = {}
        self._links = {link.child: link for link in reading.links}
        self._names = {link.child: _names(link.steps) for link in reading.links}

    @cached_property
    def is_skew(self) -> bool:
        """Whether results are expanded and an axis is not one of the axes of its frame."""
        if not isinstance(self.algebra, Algebra):
            return False
        steps = [step for link in self.reading.links for step in link.steps]
        return any(
            sum(entry != NOUGHT for entry in step.axis) > 1
            for step in steps
            if isinstance(step, Spin)
        )

    def velocity(self, index: int) -> Canonical:
        """q̇ of a coordinate; 1 for index 0."""
        if index == 0:
            return self.algebra.one
        return self.algebra.symbol(Symbol(self.symbols[index].name, 1))

    def stations(self, body: int) -> dict[int, int | None]:
        """For each index on which a body's pose depends the body where that begins.

        The motion up to that body is the same for everything behind it; None is space.
        """
        path: list[Link] = []
        while body:
            path.append(self._links[body])
            body = path[-1].parent
        starts: dict[int, int | None] = {}
        for index, symbol in enumerate(self.symbols):
            for link in path:
                if symbol.name in self._names[link.child]:
                    starts[index] = link.parent
            if symbol.name in _names(self.reading.base):
                starts[index] = None
        return starts

    def order(self, station: int | None) -> int:
        """How many joints lie before a station."""
        count = 0
        while station:
            station, count = self._links[station].parent, count + 1
        return -1 if station is None else count

    def seen_from(self, station: int | None, body: int) -> Pose:
        """The pose of a body as it is seen from another one on its path (None: from space)."""
        if station is None:
            return self.poses[body]
        key = (station, body)
        if key not in self._seen:
            if station == body:
                self._seen[key] = self.identity, self.nowhere
            else:
                link = self._links[body]
                self._seen[key] = self._walk(self.seen_from(station, link.parent), link.steps)
        return self._seen[key]

    def slopes(self, body: int, index: int, station: int | None = None) -> tuple[Matrix, Vector]:
        """∂E and ∂x with respect to coordinate `index` (0: time), seen from a station.

        ∂E is the same object for all coordinates that turn the body alike.
        """
        key = (body, index, station)
        if key not in self._slopes:
            E, x = self.seen_from(station, body)
            rows = (
                self.slope(E[0], index),
                self.slope(E[1], index),
                self.slope(E[2], index),
            )
            alike = tuple([id(self.algebra.shared(value)) for row in rows for value in row])
            self._slopes[key] = self._turns.setdefault(alike, rows), self.slope(x, index)
        return self._slopes[key]

    def strands(self, body: ElasticBody, station: int | None = None) -> list[Vector]:
        """X_α with x(ξ) = φ_α(ξ) X_α (E1), seen from a station: φ = 1, ξ, uᵢ, hᵢⱼ."""
        E, x = self._walk(self.seen_from(station, body.root), body.steps)
        return [x, *(self.in_space(E, self.vector(w)) for w in body.beam.vectors)]

    def bent_stations(self, body: ElasticBody) -> dict[int, int | None]:
        """For each index on which a beam's points depend the body where that begins."""
        starts = self.stations(body.root)
        amplitudes = {symbol.name for symbol in body.beam.amplitudes}
        for index, symbol in enumerate(self.symbols):
            if symbol.name in amplitudes:
                starts.setdefault(index, body.root)
        return starts

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
        by_symbol = {Symbol(name): value for name, value in measures.items()}
        return evaluate(
            tree,
            self.algebra,
            lambda symbol: (
                by_symbol[symbol] if symbol in by_symbol else self.algebra.symbol(symbol)
            ),
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


def _names(steps: Sequence[Step]) -> frozenset[str]:
    """The names of all symbols in steps."""
    trees: list[Expression] = []
    for step in steps:
        if isinstance(step, Shift):
            trees += step.vector
        elif isinstance(step, Spin):
            trees += (*step.axis, step.angle)
        else:
            trees += (entry for row in step.matrix for entry in row)
    return frozenset(symbol.name for tree in trees for symbol in symbols(tree))
