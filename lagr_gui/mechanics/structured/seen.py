"""How points and bodies move relative to each other: in space, and as another body sees it."""

from __future__ import annotations

from lagr_gui.foundation.message import say
from lagr_gui.mechanics.structured.points import Point, Points
from lagr_gui.mechanics.structured.quantity import Quantity, cross, minus, number, plus, scaled
from lagr_gui.mechanics.structured.segments import Segment


class Span:
    """x_a − x_b in space: slopes, rate, and second rate for q̈ = 0."""

    def __init__(self, points: Points, a: Point, b: Point) -> None:
        self.points, self.a, self.b = points, a, b

    def slope(self, index: int) -> Quantity:
        """∂ (x_a − x_b)"""
        return self.points.parting(self.a, self.b, index)

    @property
    def rate(self) -> Quantity:
        """v_a − v_b"""
        return minus(self.points.velocity(self.a), self.points.velocity(self.b))

    @property
    def second(self) -> Quantity:
        """a_a − a_b"""
        return minus(self.points.acceleration(self.a), self.points.acceleration(self.b))


class Seen:
    """The motion of a body as it is seen from another one, for q̈ = 0."""

    def __init__(self, points: Points, body: Segment, ground: Segment) -> None:
        self.points, self.body, self.ground = points, body, ground
        rates, other = points.rates(body), points.rates(ground)
        spin = minus(rates.omega, other.omega)
        rise = minus(minus(rates.alpha, other.alpha), cross(other.omega, spin))
        words = {"b": body.label, "g": ground.label}
        turning = say("angular velocity of {b} over {g}", **words)
        rising = say("angular acceleration of {b} over {g} for q'' = 0", **words)
        labels = body.label, ground.label
        self.omega = points.book.define("omega", labels, spin, turning)
        self.alpha = points.book.define("alpha", labels, rise, rising)
        points.book.draw(self.omega, "turn", body.p)
        points.book.draw(self.alpha, "swing", body.p)

    def velocity(self, point: Point) -> Quantity:
        """The velocity of a point of the body."""
        carried = self.points.velocity(Point(self.ground, point.place))
        return minus(self.points.velocity(point), carried)

    def acceleration(self, point: Point) -> Quantity:
        """The acceleration of a point of the body."""
        carried = self.points.acceleration(Point(self.ground, point.place))
        turn = cross(self.points.rates(self.ground).omega, self.velocity(point))
        return minus(minus(self.points.acceleration(point), carried), scaled(number(2), turn))

    def turned(self, vector: Quantity) -> Quantity:
        """The rate of a vector fixed in the body."""
        return cross(self.omega, vector)

    def turned_twice(self, vector: Quantity) -> Quantity:
        """Its second rate."""
        return plus(cross(self.alpha, vector), cross(self.omega, cross(self.omega, vector)))
