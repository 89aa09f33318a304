"""The space of `lagr_gui.mechanics.measures` in closed form, and laws with their measures inserted.

Values are those of an algebra: canonical expressions, or formulas of a program.  What moves is
a value itself; it is differentiated where its slopes are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, starmap
from typing import Any

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Symbol, read, symbols
from lagr_gui.mechanics.closed.kinematics import Kinematics, Vector
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.measures import load_of, measures_of, with_measures
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import Trees
from lagr_gui.mechanics.vectors import apply, cross, dot, minus, plus, times

OF_LENGTHS = {"length", "rate", "shortening", "passed"}
"""The measures that are made of lengths of spans."""


@dataclass(frozen=True, eq=False)
class ClosedArrow:
    """A vector by its components, in the axes in which it is seen."""

    value: Vector
    along: Callable[[Canonical], Canonical]

    @property
    def rate(self) -> Vector:
        """The time derivatives of its components."""
        return self.along(self.value[0]), self.along(self.value[1]), self.along(self.value[2])

    def __sub__(self, other: ClosedArrow) -> ClosedArrow:
        return ClosedArrow(minus(self.value, other.value), self.along)

    def dot(self, other: ClosedArrow) -> Canonical:
        """The scalar product."""
        return dot(self.value, other.value)


class ClosedSpace:
    """Points and directions over the kinematics; `rate` is d/dt, along q̇ unless it is given."""

    def __init__(self, kinematics: Kinematics, rate: Callable[[Any], Any] | None = None) -> None:
        self.kinematics, self.rate = kinematics, rate or kinematics.rate
        self.algebra, self.one = kinematics.algebra, kinematics.algebra.one
        self.identity, self.nowhere = kinematics.identity, kinematics.nowhere
        self.value, self.vector = kinematics.value, kinematics.vector
        self.links = kinematics.reading.links

    def seat(self, body: int) -> int:
        """A body by its number."""
        return body

    def place(self, body: int, local: Sequence[Expression]) -> tuple[int, Vector]:
        """A body, and a point of it in space."""
        return body, self.kinematics.point(body, local)

    def point(self, place: tuple[int, Vector]) -> ClosedArrow:
        """The point."""
        return self.fixed(place[1])

    def fixed(self, vector: Vector) -> ClosedArrow:
        """A vector in space axes."""
        return ClosedArrow(vector, self.rate)

    def direction(self, body: int, local: Trees) -> ClosedArrow:
        """A direction that is fixed in a body."""
        E, _ = self.kinematics.poses[body]
        return self.fixed(self.kinematics.in_space(E, self.vector(local)))

    def lean(self, normal: ClosedArrow, axis: ClosedArrow) -> tuple[Canonical, Vector]:
        """|n × a| of the normal n and the axis a, and where the rim is highest."""
        tilt = normal.dot(axis)
        lean = self.algebra.call("sqrt", (self.one - tilt * tilt,))
        return lean, times(minus(normal.value, times(axis.value, tilt)), self.one / lean)

    def slips(
        self,
        body: int,
        ground: int,
        centre: ClosedArrow,
        arm: Vector,
        radius: Canonical,
        *directions: ClosedArrow,
    ) -> list[Canonical]:
        """The velocities of a body over another one, along directions."""
        place = plus(centre.value, arm)
        velocity = minus(self._velocity(body, place), self._velocity(ground, place))
        return [dot(velocity, direction.value) for direction in directions]

    def _velocity(self, body: int, place: Vector) -> Vector:
        """ẋ + Ėᵀ E (place − x) of the body point that is at a place."""
        E, x = self.kinematics.poses[body]
        first, second, third = (self.fixed(row).rate for row in E)
        turned = self.kinematics.in_space((first, second, third), apply(E, minus(place, x)))
        return plus(self.fixed(x).rate, turned)

    def moving(self, value: Expression, rate: Expression | None = None) -> Canonical:
        """What is written in coordinates."""
        return self.value(value)

    def function(
        self, tree: Expression, moving: Mapping[str, Canonical]
    ) -> tuple[Canonical, dict[str, Canonical]]:
        """An expression in names with values inserted, and its slopes."""
        slopes = {name: self.value(slope_of(tree, Symbol(name)), **moving) for name in moving}
        return self.value(tree, **moving), slopes

    def speed(self, value: Canonical) -> Canonical:
        """A velocity."""
        return value

    def angle(self, sine: Canonical, cosine: Canonical) -> Canonical:
        """The angle of two scalars."""
        return self.algebra.call("atan2", (sine, cosine))

    def slopes(self, moving: Canonical) -> dict[int, Canonical]:
        """The derivatives by the coordinates that are not zero."""
        symbols = list(enumerate(self.kinematics.symbols))[1:]
        slopes = {index: moving.derivative(symbol) for index, symbol in symbols}
        return {index: slope for index, slope in slopes.items() if not slope.is_zero}

    def length(self, a: ClosedArrow, b: ClosedArrow) -> tuple[Canonical, Canonical]:
        """λ = |Δx|, twice."""
        length = length_of(self.kinematics, (a - b).value)
        return length, length

    def parting(self, part: Part, span: ClosedArrow, length: Canonical) -> Vector:
        """Δx/λ; 0 where the ends never part."""
        return self.nowhere if part.joined else times(span.value, self.one / length)


def spans_of(kinematics: Kinematics, part: Part) -> tuple[Vector, ...]:
    """Δx between the points of an element (34), each from the later to the earlier one."""
    points = [kinematics.point(*stop) for stop in part.course]
    return tuple(starmap(minus, pairwise(points)))


def length_of(kinematics: Kinematics, span: Vector) -> Canonical:
    """λ = |Δx|"""
    return kinematics.algebra.call("sqrt", (dot(span, span),))


# --- Laws -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Inserted:
    """A law with everything inserted.

    `spans` are the ways on whose lengths it depends, each from its end to its beginning.
    """

    value: Canonical
    spans: tuple[Vector, ...] = ()


def inserted(kinematics: Kinematics, part: Part, text: str) -> Inserted:
    """A law with its measures and fields."""
    tree = read(text)
    names = {symbol.name for symbol in symbols(tree)}
    space = ClosedSpace(kinematics)
    measures = {} if part.conducts else measures_of(space, part, names)
    if not measures:
        return Inserted(kinematics.value(part.law(text)))
    values = {name: measure.value for name, measure in measures.items()}
    spans = spans_of(kinematics, part) if names & OF_LENGTHS else ()
    return Inserted(with_measures(space, part, tree, values), spans)


def force_along(
    kinematics: Kinematics, part: Part, along: str, F: Canonical
) -> dict[int, Canonical]:
    """F ∂_ρ s of a force along a measure s."""
    space = ClosedSpace(kinematics)
    if part.slopes:
        from lagr_gui.mechanics.rubbing.surfaces import joint_slopes  # few models have any

        return {index: slope * F for index, slope in joint_slopes(space, part).items()}
    measure = measures_of(space, part, {along})[along]
    return {index: slope * F for index, slope in space.slopes(measure.value).items()}


def force_of(kinematics: Kinematics, part: Part, field: str, axes: str) -> dict[int, Canonical]:
    """Q_ρ of a force (20) or moment (27, 28) in a field, with axes in another one."""
    K, push = load_of(ClosedSpace(kinematics), part, field, axes)
    forces = GeneralisedForces(kinematics)
    push(forces, K)
    return forces.Q


class GeneralisedForces:
    """Adds up ∂_ρ xᵢ Kᵢ of forces (20) and ½ ∂_ρ Eⱼᵢ Eⱼₖ Mᵢₖ, Mᵢₖ = −ε_ikl M_l, of moments (28)."""

    def __init__(self, kinematics: Kinematics) -> None:
        self.kinematics = kinematics
        self.Q = dict.fromkeys(range(1, len(kinematics.symbols)), kinematics.algebra.zero)

    def push(self, body: int, point: Vector, force: Vector) -> None:
        """A force at a point."""
        for index in self.Q:
            self.Q[index] = self.Q[index] + dot(self.kinematics.slope(point, index), force)

    def push_at(self, body: int, point: Vector, force: Vector) -> None:
        """A force on a body at a point of space, which need not move with it."""
        centre = self.kinematics.poses[body][1]
        self.push(body, centre, force)
        self.turn(body, cross(minus(point, centre), force))

    def turn(self, body: int, moment: Vector) -> None:
        """A moment on a body."""
        for index in self.Q:
            self.Q[index] = self.Q[index] + dot(self._turning(body, index), moment)

    def move(self, index: int, force: Canonical) -> None:
        """A force on a coordinate."""
        self.Q[index] = self.Q[index] + force

    def _turning(self, body: int, index: int) -> Vector:
        """The vector −½ ε_ikl ∂Eⱼᵢ Eⱼₖ: angular velocity per unit of q̇ in space axes (27, 28)."""
        E, _ = self.kinematics.poses[body]
        dE, _ = self.kinematics.slopes(body, index)
        half = self.kinematics.algebra.number(Fraction(1, 2))

        def axial(i: int, k: int) -> Canonical:
            forth = sum((dE[j][k] * E[j][i] for j in range(3)), self.kinematics.algebra.zero)
            back = sum((dE[j][i] * E[j][k] for j in range(3)), self.kinematics.algebra.zero)
            return half * (forth - back)

        return axial(1, 2), axial(2, 0), axial(0, 1)
