"""Points and directions that bodies carry, with first and second time derivative.

The second derivative is that for q̈ = 0: what G q̈ leaves over in (C3).  Beside them stand bounds of
their size and of their velocity, per unit of each q̇.  Both are made when they are asked for:
forces need neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce
from operator import add

from lagr_gui.expression import Expression, Symbol
from lagr_gui.kernel import Node
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion.frames import BodySeat, length
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.reach import (
    Reach,
    Sway,
    joined,
    root_beyond_rounding,
    stretched,
    sways,
)
from lagr_gui.mechanics.trees import Trees
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, minus, plus, times, transpose

Place = tuple[BodySeat, Triple[Node]]
"""A body, and a point of it in its axes."""


@dataclass(frozen=True, eq=False)
class Moving:
    """A scalar: value, time derivative, and second derivative for q̈ = 0, the `drift`.

    `reach` bounds the derivatives of the rate by the velocities, or of the value where this is a
    velocity; such a one is not differentiated.
    """

    value: Node
    rate: Node
    later: Callable[[], Node]
    bound: Callable[[], Reach]

    @cached_property
    def drift(self) -> Node:
        """The second derivative."""
        return self.later()

    @cached_property
    def reach(self) -> Reach:
        """The bound."""
        return self.bound()

    def __add__(self, other: Moving) -> Moving:
        return Moving(
            self.value + other.value,
            self.rate + other.rate,
            lambda: self.drift + other.drift,
            lambda: joined(self.reach, other.reach),
        )

    def __mul__(self, factor: Fraction) -> Moving:
        """A positive part of it."""
        return Moving(
            self.value * factor,
            self.rate * factor,
            lambda: self.drift * factor,
            lambda: {nu: bound * factor for nu, bound in self.reach.items()},
        )

    def __neg__(self) -> Moving:
        return Moving(-self.value, -self.rate, lambda: -self.drift, lambda: self.reach)


@dataclass(frozen=True, eq=False)
class Carried:
    """A vector in space axes: value, time derivative, and second derivative for q̈ = 0.

    `bound` gives bounds of the value, `length`, and of the derivatives of the rate by the
    velocities, `reach`.
    """

    value: Triple[Node]
    rate: Triple[Node]
    later: Callable[[], Triple[Node]]
    bound: Callable[[], tuple[Node, Reach]]

    @cached_property
    def drift(self) -> Triple[Node]:
        """The second derivative."""
        return self.later()

    @cached_property
    def _bounds(self) -> tuple[Node, Reach]:
        return self.bound()

    @property
    def length(self) -> Node:
        """The bound of the value."""
        return self._bounds[0]

    @property
    def reach(self) -> Reach:
        """The bound of the velocity."""
        return self._bounds[1]

    def __sub__(self, other: Carried) -> Carried:
        return Carried(
            minus(self.value, other.value),
            minus(self.rate, other.rate),
            lambda: minus(self.drift, other.drift),
            lambda: (self.length + other.length, joined(self.reach, other.reach)),
        )

    def _across(self, other: Carried) -> Reach:
        """The bound of products of both."""
        return joined(stretched(self.reach, other.length), stretched(other.reach, self.length))

    def dot(self, other: Carried) -> Moving:
        """The scalar product."""
        return Moving(
            dot(self.value, other.value),
            dot(self.rate, other.value) + dot(self.value, other.rate),
            lambda: (
                dot(self.drift, other.value)
                + 2 * dot(self.rate, other.rate)
                + dot(self.value, other.drift)
            ),
            lambda: self._across(other),
        )

    def cross(self, other: Carried) -> Carried:
        """The vector product."""
        return Carried(
            cross(self.value, other.value),
            plus(cross(self.rate, other.value), cross(self.value, other.rate)),
            lambda: plus(
                plus(cross(self.drift, other.value), cross(self.value, other.drift)),
                times(cross(self.rate, other.rate), 2),
            ),
            lambda: (self.length * other.length, self._across(other)),
        )


class RecursionSpace:
    """The space of `lagr_gui.mechanics.measures` over the motion of a system.

    `straight` are elements whose ends part along a fixed axis.
    """

    def __init__(self, motion: MovingFrames) -> None:
        self.motion, self.scope = motion, motion.scope
        self.program = motion.scope.program
        self.one, self.identity = self.program.one, motion.frames.identity
        self.nowhere = motion.still
        self.links = motion.scope.reading.links
        self.straight: set[str] = set()

    @cached_property
    def _accelerations(self) -> list:
        return self.motion.accelerations(self.motion.still)

    @cached_property
    def sways(self) -> list[Sway]:
        """Bounds of all frames."""
        return sways(self.motion.frames.frames)

    def seat(self, body: int) -> BodySeat:
        """The frame of a body, and the body in it."""
        return self.motion.frames.seats[body]

    def place(self, body: int, local: Trees) -> Place:
        """A point of a body, given from its centre of mass in its axes."""
        return self.seat(body), self.scope.vector(local)

    def point(self, place: Place) -> Carried:
        """Where it is."""
        seat, local = place
        arm = plus(seat.p, apply(seat.m, local))

        def drift() -> Triple[Node]:
            state = self._accelerations[seat.frame]
            W, _ = self.motion.poses[seat.frame]
            return apply(W, plus(state.a, apply(state.U, arm)))

        def bounds() -> tuple[Node, Reach]:
            sway, span = self.sways[seat.frame], seat.span + length(local)
            return sway.far + span, joined(sway.move, stretched(sway.turn, span))

        value = self.motion.point(seat, local)
        return Carried(value, self.motion.point_velocity(seat, local), drift, bounds)

    def direction(self, body: int, local: Trees) -> Carried:
        """A direction that is fixed in a body, given in its axes."""
        seat, vector = self.place(body, local)
        W, _ = self.motion.poses[seat.frame]
        in_frame = apply(seat.m, vector)
        return Carried(
            apply(W, in_frame),
            apply(W, cross(self.motion.spins[seat.frame], in_frame)),
            lambda: apply(W, apply(self._accelerations[seat.frame].U, in_frame)),
            lambda: (
                length(vector),
                stretched(self.sways[seat.frame].turn, length(vector)),
            ),
        )

    def fixed(self, vector: Triple[Node]) -> Carried:
        """A direction that is fixed in space."""
        still = self.motion.still
        return Carried(vector, still, lambda: still, lambda: (length(vector), {}))

    def value(self, tree: Expression, **measures: Node) -> Node:
        """A tree of the model; `measures` are names that are known only here."""
        return self.scope.node(tree, **measures)

    def vector(self, trees: Trees) -> Triple[Node]:
        """Three of them."""
        return self.scope.vector(trees)

    def moving(self, value: Expression, rate: Expression | None = None) -> Moving:
        """What is written in coordinates; where others are in use, it is a function of these."""
        scope = self.scope

        def along(node: Node) -> Node:
            return self.program.flow(dict(zip(scope.q, scope.qd, strict=True)))(node)

        speed = along(scope.node(value)) if rate is None else scope.node(rate)
        return Moving(
            scope.node(value),
            speed,
            lambda: along(speed),
            lambda: self._reach_of(speed, [scope.node(value)]),
        )

    def function(
        self, tree: Expression, moving: Mapping[str, Moving]
    ) -> tuple[Moving, dict[str, Node]]:
        """An expression in names and parameters by the chain rule, and its slopes."""
        values = {name: entry.value for name, entry in moving.items()}
        by_name = {name: slope_of(tree, Symbol(name)) for name in moving}
        slopes = {name: self.scope.node(slope, **values) for name, slope in by_name.items()}

        def drift() -> Node:
            terms = [slopes[name] * entry.drift for name, entry in moving.items()]
            for name, slope in by_name.items():
                for other, second in moving.items():
                    bend = self.scope.node(slope_of(slope, Symbol(other)), **values)
                    terms.append(bend * moving[name].rate * second.rate)
            return reduce(add, terms)

        def reach() -> Reach:
            sizes = {name: self.program.call("abs", (slope,)) for name, slope in slopes.items()}
            return reduce(joined, (stretched(moving[n].reach, size) for n, size in sizes.items()))

        rate = reduce(add, (slopes[name] * entry.rate for name, entry in moving.items()))
        return Moving(self.scope.node(tree, **values), rate, drift, reach), slopes

    def _reach_of(self, speed: Node, moved: list[Node]) -> Reach:
        slopes = self._slopes(speed, moved)
        return {nu: self.program.call("abs", (slope,)) for nu, slope in slopes.items()}

    def _slopes(self, speed: Node, moved: list[Node]) -> dict[int, Node]:
        moving = [index for index in self.scope.moved_by(moved) if index]
        return {i: self.program.derivative(speed, self.scope.qd[i]) for i in moving}

    def angle(self, sine: Moving, cosine: Moving) -> Moving:
        """The angle of two scalars, with its rate."""
        square = sine.value * sine.value + cosine.value * cosine.value
        rate = (cosine.value * sine.rate - sine.value * cosine.rate) / square
        value = self.program.call("atan2", (sine.value, cosine.value))
        return Moving(value, rate, lambda: self.program.zero, dict)

    def slopes(self, moving: Moving) -> dict[int, Node]:
        """The derivatives of a scalar by the coordinates that move it."""
        return self._slopes(moving.rate, [moving.value])

    def speed(self, value: Node) -> Moving:
        """A velocity, of which forces need no more than its value."""
        return Moving(value, self.program.zero, lambda: self.program.zero, dict)

    def rate(self, moving: Moving) -> Moving:
        """The rate of a scalar."""
        return self.speed(moving.rate)

    def length(self, a: Carried, b: Carried) -> tuple[Moving, Node]:
        """The distance of two points, and the same with nan where it is rounding: no direction."""
        span = a - b
        square = span.dot(span)
        value = divisor = self.program.call("sqrt", (square.value,))
        if value.value is None:
            about = dot(a.value, a.value) + dot(b.value, b.value)
            divisor = root_beyond_rounding(square.value, about)
        inverse = 1 / divisor if divisor.value != 0 else self.program.zero
        rate = dot(times(span.value, inverse), span.rate)
        return Moving(
            value,
            rate,
            lambda: (square.drift / 2 - rate * rate) * inverse,
            lambda: span.reach,
        ), divisor

    def parting(self, part: Part, span: Carried, length: Node) -> Triple[Node]:
        """The direction in which the ends of a line part; 0 if they never do.

        Along a fixed axis of space there is one where the ends meet, too, unless it matters
        whether they part or come together, as it does to friction.
        """
        if part.joined or length.value == 0:
            return self.motion.still
        axes = [i for i in range(3) if span.value[i].value != 0]
        if len(axes) == 1:
            axis = self.identity[axes[0]]
            if part.rubs:
                return times(
                    axis, 1 - 2 * self.program.not_above(span.value[axes[0]], self.program.zero)
                )
            self.straight.add(part.record.name)
            return axis
        return times(span.value, 1 / length)

    def lean(self, normal: Carried, axis: Carried) -> tuple[Moving, Triple[Node]]:
        """|n × a|, not √(1 − (n·a)²): that would hold no digits of a disc that lies nearly flat."""
        arrow = normal.cross(axis)
        square = arrow.dot(arrow)
        lean = root_beyond_rounding(square.value, self.one)
        rate = square.rate / (2 * lean)
        fall = cross(axis.value, cross(normal.value, axis.value))
        moving = Moving(
            lean, rate, lambda: (square.drift / 2 - rate * rate) / lean, lambda: arrow.reach
        )
        return moving, times(fall, 1 / lean)

    def slips(
        self,
        body: int,
        ground: int,
        centre: Carried,
        arm: Triple[Node],
        radius: Node,
        *directions: Carried,
    ) -> list[Moving]:
        """Components of the relative velocity of the points of both bodies that are at a place."""
        seats, point = (self.seat(body), self.seat(ground)), plus(centre.value, arm)
        velocity = minus(*(self._velocity(seat, point) for seat in seats))

        def reach() -> Reach:
            far = centre.length + self.program.call("abs", (radius,))
            both = (self.sways[seat.frame] for seat in seats)
            return joined(
                *(joined(sway.move, stretched(sway.turn, far + sway.far)) for sway in both)
            )

        speeds = (self.speed(dot(velocity, direction.value)) for direction in directions)
        return [replace(speed, bound=reach) for speed in speeds]

    def _velocity(self, seat: BodySeat, point: Triple[Node]) -> Triple[Node]:
        """The velocity of the body point that is at a place of space."""
        W, x = self.motion.poses[seat.frame]
        state = self.motion.velocities[seat.frame]
        arm = apply(transpose(W), minus(point, x))
        return apply(W, plus(state.v, cross(state.w, arm)))
