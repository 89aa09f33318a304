"""Conditions on the motion in vectors: Φ (C1), G and γ̄ (C2), γ̿ (C3)."""

from __future__ import annotations

from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import Condition
from lagr_gui.expression import read, symbols
from lagr_gui.mechanics.closure import Angle, Closure, Offset
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured.laws import law_of
from lagr_gui.mechanics.structured.measures import StructuredMeasures
from lagr_gui.mechanics.structured.points import Point, Points
from lagr_gui.mechanics.structured.quantity import Quantity, cross, dot, minus
from lagr_gui.mechanics.structured.rows import Chain, StructuredCondition
from lagr_gui.mechanics.structured.seen import Seen, Span
from lagr_gui.message import say


class Conditions:
    """The rows of all conditions, in the order of the reading."""

    def __init__(self, points: Points) -> None:
        self.points, self.book, self.enter = points, points.book, points.segments.enter
        self.chain = Chain(points)
        self.measures = StructuredMeasures(points)

    def rows(self, constraint: Closure | Part) -> list[StructuredCondition]:
        """The conditions of a joint that is cut, or of an element.

        Raises LagrError for an element that this form does not cover.
        """
        self.measures.count += 1
        return (
            self._closure(constraint) if isinstance(constraint, Closure) else self._part(constraint)
        )

    def _closure(self, closure: Closure) -> list[StructuredCondition]:
        key = closure.key
        P = self.points.point(closure.child, closure.point_child, key)
        N = self.points.point(closure.parent, closure.point_parent, key)
        d = self.measures.named("d", minus(P.place, N.place), key, say("gap of {item}", item=""))
        self.book.draw(d, "way", N.place)
        return [
            self._offset(closure, P, N, d, condition)
            if isinstance(condition, Offset)
            else self._angle(closure, N, condition)
            for condition in closure.conditions
        ]

    def _offset(
        self, closure: Closure, P: Point, N: Point, d: Quantity, offset: Offset
    ) -> StructuredCondition:
        key, made = closure.key, self.chain.of_slopes
        if not offset.in_parent:
            n = self.measures.direction(
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
        n = self.measures.direction(across, key, N.place)
        seen = Seen(self.points, P.segment, N.segment)

        def slope(index: int) -> Quantity:
            return dot(self.points.relative(P.segment, N.segment, P.place, index), n)

        return made(key, dot(d, n), slope, dot(seen.velocity(P), n), dot(seen.acceleration(P), n))

    def _angle(self, closure: Closure, at: Point, angle: Angle) -> StructuredCondition:
        u = self.measures.direction(
            self.points.direction(closure.parent, angle.u), closure.key, at.place
        )
        v = self.measures.direction(
            self.points.direction(closure.child, angle.v), closure.key, at.place
        )
        child, parent = self.points.segment(closure.child), self.points.segment(closure.parent)
        seen = Seen(self.points, child, parent)
        phi = minus(dot(u, v), self.book.scalar(self.enter(angle.cosine)))

        def slope(index: int) -> Quantity:
            return dot(u, cross(self.points.turning(child, parent, index), v))

        return self.chain.of_slopes(
            closure.key, phi, slope, dot(u, seen.turned(v)), dot(u, seen.turned_twice(v))
        )

    def _part(self, part: Part) -> list[StructuredCondition]:
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
        places, measures = self.measures.of_condition(part, names)
        on = [(text, self.chain.of_positions) for text in texts]
        on += [(text, self.chain.of_velocities) for text in law.velocity]
        rows: list[StructuredCondition] = []
        for text, made in on:
            tree = law_of(part, text, places, self.enter)
            used = [m for m in measures if m.name in symbols(tree)]
            rows.append(made(part.key, tree, used))
        return rows
