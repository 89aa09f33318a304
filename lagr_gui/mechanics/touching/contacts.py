"""What contacts measure that few models have: balls that collide, followers beside curves."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import pi
from typing import Any

from lagr_gui.catalogue.contacts import BallGap, Track
from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    read,
    substitute,
    write,
)
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.measures import SLOT_X, line_measures, on_plane
from lagr_gui.mechanics.numbers import known_value
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.spaces.carrier import (
    A,
    Measure,
    Measures,
    Push,
    Space,
    Vector,
    push_both,
    unit_of,
)
from lagr_gui.mechanics.trees import ONE, negative
from lagr_gui.mechanics.vectors import cross, dot, minus, plus, times
from lagr_gui.model import Scalar

CLOSED = 1e-9
"""Part of the radius by which the value and slope of a profile may differ after a turn."""
TRACK_THETA = "theta"
"""What the curve of a cam is a function of."""
ALONG, ACROSS = "place along", "place across"
"""Coordinates of a place in the plane of a curve, by names that nobody gives."""


def gap(space: Space[A], part: Part, line: BallGap, names: set[str]) -> Measures:
    """A line; and how the balls about its ends slip over each other where they touch."""
    measures = dict(line_measures(space, part, line, names))
    if not names & {"slip_1", "slip_2"}:
        return measures
    first, second = part.value(line.body_a), part.value(line.body_b)
    centre, other = (space.point(space.place(*stop)) for stop in part.course)
    span = minus(centre.value, other.value)
    arm = times(span, -space.value(part.tree(line.share)))
    level = cross(space.direction(second, unit_of(part, line.across)).value, span)
    along = times(level, _inverse_root(space, dot(level, level)))
    beside = times(cross(span, along), _inverse_root(space, dot(span, span)))
    least = space.value(part.tree(line.distance))
    ways = [space.fixed(way) for way in (along, beside)]
    slips = space.slips(first, second, centre, arm, least, *ways)
    place = plus(centre.value, arm)
    for name, slip, way in zip(("slip_1", "slip_2"), slips, (along, beside), strict=True):
        measures[name] = Measure(slip, push_both(space.seat(first), space.seat(second), place, way))
    return measures


def _inverse_root(space: Space[A], square: Any) -> Any:
    """1 over the length of a vector, by its square."""
    return space.value(read("1/sqrt(square)"), square=square)


def track(space: Space[A], part: Part, slot: Track, names: set[str]) -> Measures:
    """How far a roller is beside its curve, which pushes it away, and how it slips there."""
    body, ground = part.value(slot.body), part.value(slot.ground)
    centre, way, first, across = on_plane(space, part, slot)
    places = {ALONG: way.dot(first), ACROSS: way.dot(across)}
    gap, slopes = space.function(_beside(part.tree(slot.curve), slot.polar), places)
    normal = plus(times(first.value, slopes[ALONG]), times(across.value, slopes[ACROSS]))
    radius = space.value(part.tree(slot.radius))
    arm, plane = times(normal, -radius), space.direction(ground, unit_of(part, slot.normal)).value

    def push(direction: Vector) -> Push:
        place = plus(centre.value, arm)
        return push_both(space.seat(body), space.seat(ground), place, direction)

    measures = {"gap": Measure(gap, push(normal))}
    if names & {"slip_1", "slip_2"}:
        ways = cross(normal, plane), plane
        slips = space.slips(body, ground, centre, arm, radius, *map(space.fixed, ways))
        named = zip(("slip_1", "slip_2"), slips, ways, strict=True)
        measures |= {name: Measure(slip, push(way)) for name, slip, way in named}
    return measures


def _beside(curve: Expression, polar: bool) -> Expression:
    """How far a place is beside a curve: exactly that on it, with its slopes of length 1."""
    x, y, square = Symbol(ALONG), Symbol(ACROSS), Number(Fraction(2))
    name, angle, height = SLOT_X, x, y
    if polar:
        rho = Call("sqrt", (Sum((Power(x, square), Power(y, square))),))
        name, angle, height = TRACK_THETA, Call("atan2", (y, x)), rho
    there = {Symbol(name): angle}
    slope = substitute(slope_of(curve, Symbol(name)), there)
    if polar:
        slope = Product((slope, Power(height, Number(Fraction(-1)))))
    gap = Sum((height, negative(substitute(curve, there))))
    return Product((gap, Power(Sum((ONE, Power(slope, square))), Number(Fraction(-1, 2)))))


def is_closed(profile: Scalar, values: Mapping[str, float]) -> bool:
    """Whether a profile has the same value and slope at θ = π and −π, as far as that is known."""
    tree = read(profile)
    slope, ends = slope_of(tree, Symbol(TRACK_THETA)), ({TRACK_THETA: -pi}, {TRACK_THETA: pi})
    known = [
        [value for end in ends if (value := known_value(write(of), {**values, **end})) is not None]
        for of in (tree, slope)
    ]
    size = max((abs(value) for row in known for value in row), default=0.0)
    return all(len(row) < 2 or abs(row[0] - row[1]) <= CLOSED * size for row in known)
