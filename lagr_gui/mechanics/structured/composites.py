"""Composite bodies: mass m̂, first moment ŝ and Binet tensor B̂ of all that a motion carries.

    m̂ = Σ M + Σ m̂_c,   ŝ = Σ M c + Σ (ŝ_c + m̂_c r),
    B̂ = Σ (Θ + M c cᵀ) + Σ (B̂_c + ŝ_c rᵀ + r ŝ_cᵀ + m̂_c r rᵀ)

over bodies that are fixed in the segment (centres of mass at c from its point) and over the
segments c that hang on it (their points at r from its point).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from lagr_gui.expression import write
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.reading import RigidBody
from lagr_gui.mechanics.structured.book import item
from lagr_gui.mechanics.structured.quantity import (
    UNIT_TENSOR,
    Quantity,
    Rank,
    apply,
    minus,
    nothing,
    number,
    outer,
    plus,
    scaled,
    total,
    trace,
    transpose,
)
from lagr_gui.mechanics.structured.segments import WAY, Segment, Segments
from lagr_gui.mechanics.trees import Rows


@dataclass(frozen=True, eq=False)
class Whole:
    """Something that moves as one: m̂, and about `point` ŝ and B̂.

    `weight` are m̂ and ŝ of what gravity acts on; `keys` are the items that it consists of.
    """

    point: Quantity
    mass: Quantity
    moment: Quantity
    binet: Quantity
    weight: tuple[Quantity, Quantity]
    keys: tuple[str, ...]

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing with mass."""
        return self.mass.is_zero and self.moment.is_zero and self.binet.is_zero


Hung = list[tuple[Whole, Quantity]]
"""What a segment carries, each with the way to its point."""

Parts = list[tuple[Quantity, Quantity, Quantity]]
"""Mass, first moment, and the way to where they are."""


class Composites:
    """The wholes of all segments by number, from the outer ones inwards.

    `fixed` are bodies and beams by the segment in which they are fixed.
    """

    def __init__(self, segments: Segments, fixed: Mapping[int, list[Whole]]) -> None:
        self.segments, self.book, self.fixed = segments, segments.book, fixed
        self.children: dict[int, list[Segment]] = {}
        for segment in segments.all[1:]:
            self.children.setdefault(segment.parent, []).append(segment)
        self.wholes: dict[int, Whole] = {}
        for segment in reversed(segments.all):
            self.wholes[segment.number] = self._whole(segment)
        self._arms: dict[tuple[int, int], Quantity] = {}

    def __getitem__(self, segment: Segment) -> Whole:
        return self.wholes[segment.number]

    def arm(self, inner: Segment, outer: Segment) -> Quantity:
        """r from a point of a segment to the point of a whole further out."""
        key = inner.number, outer.number
        if key not in self._arms:
            self._arms[key] = self._distance(inner, inner.p, outer)
        return self._arms[key]

    def _distance(self, inner: Segment, start: Quantity, outer: Segment) -> Quantity:
        words = self.segments.words
        meaning = WAY.with_values(a=words(inner), b=words(outer))
        way = minus(self[outer].point, start)
        named = self.book.define("r", (inner.label, outer.label), way, meaning)
        self.book.draw(named, "way", start)
        return named

    def _whole(self, segment: Segment) -> Whole:
        fixed = self.fixed.get(segment.number, [])
        parts = [c for c in self.children.get(segment.number, []) if not self[c].is_nothing]
        point = segment.p
        if not segment.turns and segment.number and not fixed and len(parts) == 1:
            point = self[parts[0]].point  # any point will do: that of what it carries
        hung = [(whole, self._way(whole, point)) for whole in fixed]
        hung += [(self[child], self._distance(segment, point, child)) for child in parts]
        named = partial(self._named, segment, hung)
        all_parts = [(whole.mass, whole.moment, r) for whole, r in hung]
        heavy = [(*whole.weight, r) for whole, r in hung]
        binet = total((_moved(whole, r) for whole, r in hung), Rank.TENSOR)
        mass_words = say("mass of what has weight of all that {q} moves", q="")
        moment_words = say("first moment of what has weight of all that {q} moves", q="")
        return Whole(
            point,
            named("mhat", _mass(all_parts), say("mass of all that {q} moves", q="")),
            named("shat", _moment(all_parts), say("first moment of all that {q} moves", q="")),
            named("Bhat", binet, say("Binet tensor of all that {q} moves", q="")),
            # by the names of all where they are the same
            (named("mw", _mass(heavy), mass_words), named("sw", _moment(heavy), moment_words)),
            _keys(hung),
        )

    def _named(
        self, segment: Segment, hung: Hung, stem: str, quantity: Quantity, words: Message
    ) -> Quantity:
        if not segment.number:
            return quantity
        meaning = words.with_values(q=self.segments.words(segment))
        return self.book.define(stem, (segment.label,), quantity, meaning, _keys(hung))

    def _way(self, whole: Whole, point: Quantity) -> Quantity:
        """From the point of a motion to a body's centre of mass, or to the root of a beam."""
        (key,) = whole.keys
        meaning = say("from the point of the motion to {item}", item=item(key))
        index = key.partition(":")[2] if key.startswith("body:") else "B"
        named = self.book.define("c", (index,), minus(whole.point, point), meaning, (key,))
        self.book.draw(named, "way", point)
        return named


def _keys(hung: Hung) -> tuple[str, ...]:
    """The items that hang there."""
    return tuple(key for whole, _ in hung for key in whole.keys)


def _mass(parts: Parts) -> Quantity:
    return total((mass for mass, _, _ in parts), Rank.SCALAR)


def _moment(parts: Parts) -> Quantity:
    return total((plus(moment, scaled(mass, r)) for mass, moment, r in parts), Rank.VECTOR)


def _moved(whole: Whole, r: Quantity) -> Quantity:
    """B̂ about a point from which the whole's own is at r."""
    s = whole.moment
    return plus(whole.binet, outer(s, r), outer(r, s), scaled(whole.mass, outer(r, r)))


def rigid(segments: Segments, body: RigidBody) -> Whole:
    """A rigid body by itself, about its centre of mass."""
    nowhere, massless = nothing(Rank.VECTOR), nothing(Rank.SCALAR)
    mass = segments.book.scalar(segments.enter(body.mass))
    return Whole(
        segments.position(segments.seats[body.number]),
        mass,
        nowhere,
        _theta(segments, body),
        (mass if body.gravity else massless, nowhere),
        (body.key,),
    )


def _theta(segments: Segments, body: RigidBody) -> Quantity:
    """Θ in space: A Θ′ Aᵀ, or ½ tr J 1 − J of the ordinary tensor if that is shorter."""
    book, seat = segments.book, segments.seats[body.number]
    binet, ordinary = (_entered(segments, rows) for rows in (body.theta, body.theta_bar))
    shorter = _length(ordinary) < _length(binet)
    local = book.entries(ordinary if shorter else binet)
    turned = apply(apply(seat.A, local), transpose(seat.A)) if not local.is_zero else local
    meaning = say("Binet tensor of body {n} about its centre of mass", n=body.number)
    index, key = (body.number,), (body.key,)
    if not shorter:
        return book.define("Theta", index, turned, meaning, key)
    ordinary_too = say("inertia tensor of body {n} about its centre of mass", n=body.number)
    J = book.define("J", index, turned, ordinary_too, key)
    book.draw(J, "centre", segments.position(seat))
    if J.is_zero:
        return J
    half = number(Fraction(1, 2))
    return book.define(
        "Theta", index, minus(scaled(scaled(half, trace(J)), UNIT_TENSOR), J), meaning, key
    )


def _entered(segments: Segments, rows: Rows) -> Rows:
    first, second, third = (
        tuple(segments.tidy(segments.enter(entry)) for entry in row) for row in rows
    )
    return first, second, third  # type: ignore[return-value]


def _length(rows: Rows) -> int:
    return sum(len(write(entry)) for row in rows for entry in row)
