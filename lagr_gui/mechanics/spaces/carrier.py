"""How a carrier holds what moves, what takes forces, and what a measure is.

`lagr_gui.mechanics.measures` states over these what the geometry of each element measures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from lagr_gui.expression import Expression
from lagr_gui.mechanics.reading import Link, Part
from lagr_gui.mechanics.trees import NOUGHT, ONE, Trees, negative, unit_along
from lagr_gui.mechanics.vectors import Square, Triple, times

Vector = Triple[Any]
Place = tuple[Any, Any]
"""A body and a point of it, as a carrier names them and its sinks take them."""


class MovingVector(Protocol):
    """A vector that moves: from one point to another, or a direction of a body."""

    @property
    def value(self) -> Vector:
        """Its components."""
        ...

    @property
    def rate(self) -> Vector:
        """Their time derivatives."""
        ...

    def __sub__(self, other: Self, /) -> Self: ...

    def dot(self, other: Self, /) -> Any:
        """The scalar product, as a scalar that moves."""
        ...


A = TypeVar("A", bound=MovingVector)
"""The arrows of a carrier."""


class Sink(Protocol):
    """What takes forces and moments, in space axes, and forces on coordinates (1 … f)."""

    def push(self, body: Any, point: Any, force: Vector, /) -> None:
        """A force at a point of a body, as a `Place` names it."""
        ...

    def push_at(self, body: Any, point: Vector, force: Vector, /) -> None:
        """A force on a body at a point of space."""
        ...

    def turn(self, body: Any, moment: Vector, /) -> object:
        """A moment on a body."""
        ...

    def move(self, index: int, force: Any, /) -> None:
        """A force on a coordinate."""
        ...


class Space(Protocol[A]):
    """How a carrier holds what moves."""

    @property
    def one(self) -> Any:
        """The number 1."""
        ...

    @property
    def identity(self) -> Square[Any]:
        """The axes of space."""
        ...

    @property
    def nowhere(self) -> Vector:
        """The vector 0."""
        ...

    @property
    def links(self) -> Sequence[Link]:
        """How bodies hang on each other."""
        ...

    def seat(self, body: int) -> Any:
        """A body, as sinks take it."""
        ...

    def place(self, body: int, local: Trees) -> Place:
        """A point of a body."""
        ...

    def point(self, place: Place) -> A:
        """Where it is in space."""
        ...

    def direction(self, body: int, local: Trees) -> A:
        """A direction that is fixed in a body."""
        ...

    def fixed(self, vector: Vector) -> A:
        """A direction that is fixed in space."""
        ...

    def lean(self, normal: A, axis: A, /) -> tuple[Any, Vector]:
        """|n × a| of the axis of a disc, and the direction from where it touches to its centre."""
        ...

    def slips(
        self, body: int, ground: int, centre: A, arm: Vector, radius: Any, *directions: A
    ) -> list[Any]:
        """The velocities of a body over another one along directions, `arm` away from a point.

        The arm is not longer than |radius|.
        """
        ...

    def value(self, tree: Expression, **measures: Any) -> Any:
        """A number that does not move; `measures` are names that are known only here."""
        ...

    def vector(self, trees: Trees) -> Vector:
        """Three of them."""
        ...

    def moving(self, value: Expression, rate: Expression | None = None) -> Any:
        """A scalar that is written in coordinates and time; its rate may be told."""
        ...

    def function(
        self, tree: Expression, moving: Mapping[str, Any], /
    ) -> tuple[Any, Mapping[str, Any]]:
        """An expression in names that stand for scalars that move, and its slopes by these."""
        ...

    def speed(self, value: Any) -> Any:
        """A velocity as a scalar that moves."""
        ...

    def rate(self, moving: Any, /) -> Any:
        """The rate of a scalar, as one that moves."""
        ...

    def angle(self, sine: Any, cosine: Any, /) -> Any:
        """The angle of two scalars that move, of which forces need value and rate."""
        ...

    def slopes(self, moving: Any) -> Mapping[int, Any]:
        """The derivatives of a scalar by the coordinates (1 … f) that move it."""
        ...

    def length(self, a: A, b: A, /) -> tuple[Any, Any]:
        """The distance of two points as it moves, and the same where there is a direction."""
        ...

    def parting(self, part: Part, span: A, length: Any) -> Vector:
        """The direction (either sign) in which the ends of a line part; 0 if they never do."""
        ...


Push = Callable[[Sink, Any], None]
"""Enters in a sink what a force along a measure, or a multiplier, does."""


def _nothing(sink: Sink, force: Any) -> None:
    """What pushes along another measure does the work of this one, too."""


@dataclass(frozen=True, eq=False)
class Measure:
    """A measure, as its carrier holds what moves, and what a force along it does.

    `sure` stands for it in the slopes of laws: nan where nothing has a direction; `over` tells
    that these are divided by it before they push, so that nothing is divided by zero.  `thrust`
    makes of a slope the force that pushes the ends of a line apart.
    """

    value: Any
    push: Push = _nothing
    sure: Any = None
    over: bool = False
    thrust: Callable[[], Any] | None = None


Measures = Mapping[str, Measure]


def apart(a: Place, b: Place, way: Vector) -> Push:
    """A force along a way on one point, and its opposite on the other."""

    def push(sink: Sink, force: Any) -> None:
        sink.push(*a, times(way, force))
        sink.push(*b, times(way, -force))

    return push


def push_both(body: Any, ground: Any, point: Vector, direction: Vector) -> Push:
    """A force along a direction on one body at a point of space, and its opposite on another."""

    def push(sink: Sink, force: Any) -> None:
        vector = times(direction, force)
        sink.push_at(body, point, vector)
        sink.push_at(ground, point, times(vector, -1))

    return push


def level_of(part: Part, field: str) -> Trees:
    """A direction across a normal: in the plane of x and y where it is in that."""
    x, y, _ = part.trees(field)
    if x == y == NOUGHT:
        return ONE, NOUGHT, NOUGHT
    return unit_along((negative(y), x, NOUGHT), part.place(field))


def unit_of(part: Part, field: str) -> Trees:
    return unit_along(part.trees(field), part.place(field))
