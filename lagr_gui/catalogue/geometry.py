"""Where elements act: the geometries of their kinds, each with what it measures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from lagr_gui.model.records import Element


class Side(Enum):
    """What an element is drawn at: how many and which of its fields name it."""

    BODIES = "two bodies alike"
    GROUND = "a body and the one on which it moves"
    BODY = "a body on which it acts"
    COORDINATE = "a coordinate"
    COORDINATES = "two coordinates"
    TERMINALS = "two terminals of a circuit"
    COILS = "two inductors"
    NOWHERE = "no place of its own"


@dataclass(frozen=True)
class Ends:
    """What an element is drawn at, and the fields that name it."""

    side: Side
    fields: tuple[str, ...] = ()


Stop = tuple[int, Any]
"""A body and the vector of a point in its axes, as a record holds them."""
Course = tuple[Stop, ...]
"""The points of bodies through which an element runs, from its first end to its last."""


@dataclass(frozen=True)
class Line:
    """The line from a point of one body to a point of another.

    Measures: ``length`` λ = |Δx|, ``rate`` dλ/dt, ``square_speed`` (dΔx/dt)²; for conditions
    ``span_x``, ``span_y``, ``span_z`` (Δx in space axes) and ``square_length`` λ².
    """

    body_a: str = "body_a"
    point_a: str = "point_a"
    body_b: str = "body_b"
    point_b: str = "point_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.BODIES, (self.body_a, self.body_b))

    def course(self, element: Element) -> Course:
        """Both ends."""
        return _stop(element, self.body_a, self.point_a), _stop(element, self.body_b, self.point_b)


@dataclass(frozen=True)
class OverPulleys:
    """A line over points of bodies: from a point over pulleys to another one, straight between.

    The pulleys are as small as points and have no mass.  Measures: ``length`` L = Σ |Δx|,
    ``rate`` dL/dt, ``shortening`` −L.
    """

    body_a: str = "body_a"
    point_a: str = "point_a"
    pulleys: str = "pulleys"
    body_b: str = "body_b"
    point_b: str = "point_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.BODIES, (self.body_a, self.body_b))

    def course(self, element: Element) -> Course:
        """The ends, with the pulleys between them."""
        over = ((entry.body, entry.point) for entry in getattr(element, self.pulleys))
        first = _stop(element, self.body_a, self.point_a)
        return first, *over, _stop(element, self.body_b, self.point_b)


def _stop(element: Element, body: str, point: str) -> Stop:
    return getattr(element, body), getattr(element, point)


def course_of(geometry: Geometry, element: Element) -> Course:
    """The points through which an element runs; none where it runs along no line."""
    return geometry.course(element) if isinstance(geometry, Line | OverPulleys) else ()


@dataclass(frozen=True)
class OnCoordinate:
    """A joint coordinate. Measures: ``value`` and ``rate``."""

    coordinate: str = "coordinate"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.COORDINATE, (self.coordinate,))


@dataclass(frozen=True)
class AtPoint:
    """A point of a body, where a force acts."""

    body: str = "body"
    point: str = "point"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.BODY, (self.body,))


@dataclass(frozen=True)
class OnBody:
    """A body on which a moment acts, and the body that takes the reaction."""

    body: str = "body"
    reaction: str = "reaction_body"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.BODY, (self.body, self.reaction))


@dataclass(frozen=True)
class OnTwoCoordinates:
    """Two joint coordinates. Measures: ``value_a``, ``value_b``."""

    coordinate_a: str = "coordinate_a"
    coordinate_b: str = "coordinate_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.COORDINATES, (self.coordinate_a, self.coordinate_b))


@dataclass(frozen=True)
class Edge:
    """A point of a body that may not move along `across` (fixed in the body) over another.

    Measure of velocity: ``v_across``.
    """

    body: str = "body"
    point: str = "point"
    across: str = "across"
    ground: str = "ground"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.GROUND, (self.body, self.ground))


@dataclass(frozen=True)
class Contact:
    """A disc (with `axis`) or a ball (without) on a plane of another body.

    The plane passes through `plane_point`; `normal` and `along` are fixed in the ground.
    Measures of position: ``height`` of the centre over the plane, ``lean`` |n × a| of a
    disc's axis; measures of velocity: ``slip_1``, ``slip_2``, the velocity of the touching point
    along `along` and across it.
    """

    body: str = "body"
    centre: str = "centre"
    axis: str = ""
    radius: str = "radius"
    ground: str = "ground"
    plane_point: str = "plane_point"
    normal: str = "normal"
    along: str = "along"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.GROUND, (self.body, self.ground))


@dataclass(frozen=True)
class Unplaced:
    """No place of its own: the law speaks of coordinates and time only."""

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.NOWHERE)


@dataclass(frozen=True)
class Conductor:
    """A branch of a circuit from one terminal to another.

    Measures: ``charge`` that has flowed from the first terminal to the second, and its rate
    ``current``; both are sums over the meshes to which the branch belongs.
    """

    terminal_a: str = "terminal_a"
    terminal_b: str = "terminal_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.TERMINALS, (self.terminal_a, self.terminal_b))


@dataclass(frozen=True)
class BetweenCoils:
    """Two inductors of circuits. Measures: their currents ``current_a``, ``current_b``."""

    coil_a: str = "coil_a"
    coil_b: str = "coil_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.COILS, (self.coil_a, self.coil_b))


Geometry = (
    Line
    | OverPulleys
    | OnCoordinate
    | OnTwoCoordinates
    | AtPoint
    | OnBody
    | Edge
    | Contact
    | Unplaced
    | Conductor
    | BetweenCoils
)
