"""Points of bodies: partial velocities w × (x − p) and u, velocities, accelerations for q̈ = 0.

Velocities and accelerations are told from segment to segment, with names for each:

    ω = ω₀ + w_ν q̇^ν,   v = v₀ + ω₀ × r + u_ν q̇^ν,
    α = α₀ + ω₀ × w_ν q̇^ν + ∂_μ w_ν q̇^μ q̇^ν,
    a = a₀ + α₀ × r + ω₀ × (ω₀ × r) + 2 ω₀ × u_ν q̇^ν + ∂_μ u_ν q̇^μ q̇^ν
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lagr_gui.expression import Symbol
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.structured.book import item
from lagr_gui.mechanics.structured.inertia import Flow, Inertia
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    Rank,
    apply,
    cross,
    minus,
    nothing,
    number,
    plus,
    scaled,
    total,
)
from lagr_gui.mechanics.structured.segments import FixedFrame, Segment
from lagr_gui.mechanics.trees import Trees

NONE = nothing(Rank.VECTOR)


@dataclass(frozen=True, eq=False)
class Point:
    """A point of a body: its segment and its place in space."""

    segment: Segment
    place: Quantity


@dataclass(frozen=True, eq=False)
class PointRates:
    """ω, α of a segment and v, a of its point, for q̈ = 0."""

    omega: Quantity
    alpha: Quantity
    v: Quantity
    a: Quantity


class Points:
    """Points and directions of bodies, and how they move."""

    def __init__(self, inertia: Inertia) -> None:
        self.inertia, self.segments, self.book = inertia, inertia.segments, inertia.book
        self.size = inertia.size
        self._rates: dict[int, PointRates] = {0: PointRates(NONE, NONE, NONE, NONE)}
        self._count = 0

    def entered(self, trees: Trees) -> Trees:
        """Trees of the model as they come in."""
        first, second, third = (self.segments.tidy(self.segments.enter(t)) for t in trees)
        return first, second, third

    def segment(self, body: int) -> Segment:
        """The segment in which a body is fixed."""
        return self.segments.all[self.segments.seats[body].segment]

    def point(self, body: int, local: Trees, key: str) -> Point:
        """A point of a body by its name."""
        return self.placed(self.segments.seats[body], self.entered(local), key)

    def placed(self, seat: FixedFrame, local: Trees, key: str) -> Point:
        """A point of a frame by its name."""
        self._count += 1
        meaning = say("point of {item}", item=item(key))
        place = self.segments.position(seat, local)
        segment = self.segments.all[seat.segment]
        named = self.book.define("x", (self._count,), place, meaning, (key,))
        self.book.draw(named, "point")
        return Point(segment, named)

    def direction(self, body: int, trees: Trees) -> Quantity:
        """A vector fixed in a body, in space."""
        return apply(self.segments.seats[body].A, self.book.components(self.entered(trees)))

    def rate_of(self, index: int) -> Quantity:
        """q̇; 1 for the time."""
        if not index:
            return number(1)
        return self.book.scalar(Symbol(self.segments.names[index], 1))

    def parting(self, a: Point, b: Point, index: int) -> Quantity:
        """∂ (x_a − x_b) in space."""
        parts: list[Quantity] = []
        for flow in self.inertia.flows[index]:
            first, second = flow.segment.carries(a.segment), flow.segment.carries(b.segment)
            if first and second and flow.turns:
                parts.append(cross(flow.vector, minus(a.place, b.place)))
            elif first and not second:
                parts.append(self._moved(flow, a.place))
            elif second and not first:
                parts.append(-self._moved(flow, b.place))
        return total(parts, Rank.VECTOR)

    def relative(self, body: Segment, ground: Segment, place: Quantity, index: int) -> Quantity:
        """∂ of a point of a body as it is seen from another one."""
        parts = (
            self._moved(flow, place) if sign > 0 else -self._moved(flow, place)
            for flow, sign in self._between(body, ground, index)
        )
        return total(parts, Rank.VECTOR)

    def turning(self, body: Segment, ground: Segment, index: int) -> Quantity:
        """The partial angular velocity of a body as it is seen from another one."""
        parts = (
            flow.vector if sign > 0 else -flow.vector
            for flow, sign in self._between(body, ground, index)
            if flow.turns
        )
        return total(parts, Rank.VECTOR)

    def _between(self, body: Segment, ground: Segment, index: int) -> Iterable[tuple[Flow, int]]:
        """The flows that move one of two segments, with + for the first and − for the second."""
        for flow in self.inertia.flows[index]:
            sign = flow.segment.carries(body) - flow.segment.carries(ground)
            if sign:
                yield flow, sign

    @staticmethod
    def _moved(flow: Flow, place: Quantity) -> Quantity:
        if not flow.turns:
            return flow.vector
        return cross(flow.vector, minus(place, flow.segment.p))

    def velocity(self, point: Point) -> Quantity:
        """The velocity of a point."""
        rates = self.rates(point.segment)
        return plus(rates.v, cross(rates.omega, minus(point.place, point.segment.p)))

    def acceleration(self, point: Point) -> Quantity:
        """The acceleration of a point for q̈ = 0."""
        rates, r = self.rates(point.segment), minus(point.place, point.segment.p)
        return plus(rates.a, cross(rates.alpha, r), cross(rates.omega, cross(rates.omega, r)))

    def known(self, segment: Segment) -> PointRates | None:
        """How a segment moves, if lines speak of it."""
        return self._rates.get(segment.number)

    def rates(self, segment: Segment) -> PointRates:
        """How a segment moves."""
        if segment.number not in self._rates:
            self._rates[segment.number] = self._made(segment)
        return self._rates[segment.number]

    def _made(self, segment: Segment) -> PointRates:
        inner = self.segments.all[segment.parent]
        before, r = self.rates(inner), minus(segment.p, inner.p)
        relative = total((scaled(self.rate_of(i), w) for i, w in segment.acts.items()), Rank.VECTOR)
        v = plus(before.v, cross(before.omega, r))
        spin = cross(before.omega, cross(before.omega, r))
        a = plus(before.a, cross(before.alpha, r), spin)
        if segment.turns:
            omega = plus(before.omega, relative)
            alpha = plus(before.alpha, cross(before.omega, relative), self._bent(segment))
        else:
            omega, alpha, v = before.omega, before.alpha, plus(v, relative)
            a = plus(a, scaled(number(2), cross(before.omega, relative)), self._bent(segment))
        return PointRates(
            self._named(segment, "omega", omega, say("angular velocity of what {q} moves", q="")),
            self._named(
                segment,
                "alpha",
                alpha,
                say("angular acceleration for q'' = 0 of what {q} moves", q=""),
            ),
            self._named(segment, "v", v, say("velocity of the point of {q}", q="")),
            self._named(segment, "a", a, say("acceleration for q'' = 0 of the point of {q}", q="")),
        )

    def _bent(self, segment: Segment) -> Quantity:
        """∂_μ w_ν q̇^μ q̇^ν"""
        parts = (
            scaled(self.rate_of(i), scaled(self.rate_of(j), slope))
            for (i, j), slope in segment.seconds.items()
        )
        return total(parts, Rank.VECTOR)

    def _named(self, segment: Segment, stem: str, quantity: Quantity, words: Message) -> Quantity:
        meaning = words.with_values(q=self.segments.words(segment))
        return self.book.define(stem, (segment.label,), quantity, meaning)
