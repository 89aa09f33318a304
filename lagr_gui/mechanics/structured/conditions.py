"""Conditions on the motion in vectors: Φ (C1), G and γ̄ (C2), γ̿ (C3)."""

from __future__ import annotations

from lagr_gui.catalogue.kinds import (
    Condition,
    Conductor,
    Contact,
    Edge,
    Line,
    OnCoordinate,
    OnTwoCoordinates,
    Unplaced,
)
from lagr_gui.expression import Expression, Symbol, read, symbols
from lagr_gui.mechanics.closure import Angle, Closure, Offset
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured.book import item
from lagr_gui.mechanics.structured.forces import not_covered
from lagr_gui.mechanics.structured.laws import law_of
from lagr_gui.mechanics.structured.points import Point, Points
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    cross,
    dot,
    minus,
    number,
    plus,
    scaled,
)
from lagr_gui.mechanics.structured.rows import ZERO, Chain, Measure, Row, Slope
from lagr_gui.mechanics.structured.seen import Seen, Span
from lagr_gui.mechanics.structured.touch import Touch
from lagr_gui.mechanics.trees import IDENTITY, unit_along
from lagr_gui.message import Message, say

Measured = tuple[dict[str, Expression], list[Measure]]
"""What stands in a law for the measures of an element, and the measures in it."""


class Conditions:
    """The rows of all conditions, in the order of the reading."""

    def __init__(self, points: Points) -> None:
        self.points, self.book, self.enter = points, points.book, points.segments.enter
        self.chain = Chain(points)
        self._number = self._directions = 0

    def rows(self, constraint: Closure | Part) -> list[Row]:
        """The conditions of a joint that is cut, or of an element.

        Raises LagrError for an element that this form does not cover.
        """
        self._number += 1
        return (
            self._closure(constraint) if isinstance(constraint, Closure) else self._part(constraint)
        )

    def _named(self, stem: str, quantity: Quantity, key: str, words: Message) -> Quantity:
        meaning = words.with_values(item=item(key))
        return self.book.define(stem, (self._number,), quantity, meaning, (key,))

    def _direction(self, quantity: Quantity, key: str, place: Quantity) -> Quantity:
        self._directions += 1
        meaning = say("direction of {item}", item=item(key))
        named = self.book.define("n", (self._directions,), quantity, meaning, (key,))
        self.book.draw(named, "direction", place)
        return named

    def _closure(self, closure: Closure) -> list[Row]:
        key = closure.key
        P = self.points.point(closure.child, closure.point_child, key)
        N = self.points.point(closure.parent, closure.point_parent, key)
        d = self._named("d", minus(P.place, N.place), key, say("gap of {item}", item=""))
        self.book.draw(d, "way", N.place)
        return [
            self._offset(closure, P, N, d, condition)
            if isinstance(condition, Offset)
            else self._angle(closure, N, condition)
            for condition in closure.conditions
        ]

    def _offset(self, closure: Closure, P: Point, N: Point, d: Quantity, offset: Offset) -> Row:
        key, made = closure.key, self.chain.of_slopes
        if not offset.in_parent:
            n = self._direction(
                self.book.components(self.points.entered(offset.direction)), key, N.place
            )
            span = Span(self.points, P, N)
            return made(
                key,
                dot(d, n),
                lambda i: dot(span.slope(i), n),
                dot(span.rate, n),
                dot(span.second, n),
            )
        across = self.points.direction(closure.parent, offset.direction)
        n = self._direction(across, key, N.place)
        seen = Seen(self.points, P.segment, N.segment)

        def slope(index: int) -> Quantity:
            return dot(self.points.relative(P.segment, N.segment, P.place, index), n)

        return made(key, dot(d, n), slope, dot(seen.velocity(P), n), dot(seen.acceleration(P), n))

    def _angle(self, closure: Closure, at: Point, angle: Angle) -> Row:
        u = self._direction(self.points.direction(closure.parent, angle.u), closure.key, at.place)
        v = self._direction(self.points.direction(closure.child, angle.v), closure.key, at.place)
        child, parent = self.points.segment(closure.child), self.points.segment(closure.parent)
        seen = Seen(self.points, child, parent)
        phi = minus(dot(u, v), self.book.scalar(self.enter(angle.cosine)))

        def slope(index: int) -> Quantity:
            return dot(u, cross(self.points.turning(child, parent, index), v))

        return self.chain.of_slopes(
            closure.key, phi, slope, dot(u, seen.turned(v)), dot(u, seen.turned_twice(v))
        )

    def _part(self, part: Part) -> list[Row]:
        law = part.kind.law
        assert isinstance(law, Condition)
        texts = law.position
        if law.chosen:
            texts = tuple(texts["xyz".index(letter)] for letter in part.value(law.chosen))
        names = {s.name for text in (*texts, *law.velocity) for s in symbols(read(text))}
        if isinstance(part.kind.geometry, Conductor):
            return [
                self.chain.of_positions(part.key, self.enter(part.law(t)), []) for t in texts
            ] + [
                self.chain.of_velocities(part.key, self.enter(part.law(t)), [])
                for t in law.velocity
            ]
        places, measures = self._measured(part, names)
        on = [(text, self.chain.of_positions) for text in texts]
        on += [(text, self.chain.of_velocities) for text in law.velocity]
        rows: list[Row] = []
        for text, made in on:
            tree = law_of(part, text, places, self.enter)
            used = [m for m in measures if m.name in symbols(tree)]
            rows.append(made(part.key, tree, used))
        return rows

    def _measured(self, part: Part, names: set[str]) -> Measured:
        match part.kind.geometry:
            case Unplaced():
                return {}, []
            case OnCoordinate(field):
                return {"value": Symbol(part.value(field))}, []
            case OnTwoCoordinates(a, b):
                return {"value_a": Symbol(part.value(a)), "value_b": Symbol(part.value(b))}, []
            case Line() as line:
                return self._span(part, line, names)
            case Edge() as edge:
                return self._edge(part, edge)
            case Contact() as contact:
                return self._contact(part, contact, names)
            case _:
                raise not_covered(part)

    def _measure(
        self,
        stem: str,
        value: Quantity,
        part: Part,
        slope: Slope,
        rate: Quantity,
        second: Quantity = ZERO,
    ) -> Measure:
        meaning = say("measure of {item}", item=item(part.key))
        name = self.book.symbol(stem, (self._number,), value, meaning, (part.key,))
        return Measure(name, slope, rate, second)

    def _span(self, part: Part, line: Line, names: set[str]) -> Measured:
        a = self.points.point(part.value(line.body_a), part.trees(line.point_a), part.key)
        b = self.points.point(part.value(line.body_b), part.trees(line.point_b), part.key)
        d = self._named(
            "d",
            minus(a.place, b.place),
            part.key,
            say("from the second end of {item} to the first", item=""),
        )
        self.book.draw(d, "way", b.place)
        span = Span(self.points, a, b)
        found = [
            self._component(part, d, span, axis, letter)
            for axis, letter in zip(IDENTITY, "xyz", strict=True)
            if f"span_{letter}" in names
        ]
        places: dict[str, Expression] = dict(found_names(found, "xyz", names))
        if "square_length" in names:
            v, two = span.rate, number(2)
            second = scaled(two, plus(dot(v, v), dot(d, span.second)))
            square = self._measure(
                "square",
                dot(d, d),
                part,
                lambda i: scaled(two, dot(d, span.slope(i))),
                scaled(two, dot(d, v)),
                second,
            )
            found.append(square)
            places["square_length"] = square.name
        return places, found

    def _component(
        self,
        part: Part,
        d: Quantity,
        span: Span,
        axis: tuple[Expression, Expression, Expression],
        letter: str,
    ) -> Measure:
        n = self.book.define(
            "n", (letter,), self.book.components(axis), say("space axis {n}", n=letter)
        )
        self.book.draw(n, "direction", span.b.place)
        return self._measure(
            f"span{letter}",
            dot(d, n),
            part,
            lambda i: dot(span.slope(i), n),
            dot(span.rate, n),
            dot(span.second, n),
        )

    def _edge(self, part: Part, edge: Edge) -> Measured:
        point = self.points.point(part.value(edge.body), part.trees(edge.point), part.key)
        ground = self.points.segment(part.value(edge.ground))
        along = unit_along(part.trees(edge.across), part.place(edge.across))
        across = self.points.direction(part.value(edge.body), along)
        n = self._direction(across, part.key, point.place)
        seen = Seen(self.points, point.segment, ground)
        v = seen.velocity(point)

        def slope(index: int) -> Quantity:
            return dot(self.points.relative(point.segment, ground, point.place, index), n)

        rate = plus(dot(seen.acceleration(point), n), dot(v, seen.turned(n)))
        found = self._measure("slip", dot(v, n), part, slope, rate)
        return {"v_across": found.name}, [found]

    def _contact(self, part: Part, contact: Contact, names: set[str]) -> Measured:
        return Touch(self.points, part, contact, self._number).measured(names)


def found_names(
    found: list[Measure], letters: str, names: set[str]
) -> list[tuple[str, Expression]]:
    """The names of spans beside those of the law."""
    wanted = [f"span_{letter}" for letter in letters if f"span_{letter}" in names]
    return [(name, measure.name) for name, measure in zip(wanted, found, strict=True)]
