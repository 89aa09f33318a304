"""What the geometry of each element measures in vectors, by names, and how a force along it acts.

Laws are written over these measures: `StructuredForces` asks for those of energies, powers and
loads (`NamedMeasure`), `Conditions` for those of conditions (`MeasureRow`).  A geometry has one
function for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from lagr_gui.catalogue.geometry import (
    AtPoint,
    Conductor,
    Contact,
    Edge,
    Line,
    OnBody,
    OnCoordinate,
    OnTwoCoordinates,
    OverDrum,
    OverPulleys,
    Overrun,
    Slot,
    Unplaced,
    entry_of,
    known_entry,
)
from lagr_gui.expression import Call, Power, Symbol, substitute
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import NotStructured
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.measures import SLOT_X
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured import pulleys
from lagr_gui.mechanics.structured.book import item
from lagr_gui.mechanics.structured.named import FORCE, Act, MeasureNaming, NamedMeasure
from lagr_gui.mechanics.structured.points import Point
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    Rank,
    dot,
    minus,
    nothing,
    number,
    plus,
    scaled,
)
from lagr_gui.mechanics.structured.rows import MeasureRow
from lagr_gui.mechanics.structured.seen import Seen, Span
from lagr_gui.mechanics.structured.touch import Measured, StructuredTouch
from lagr_gui.mechanics.trees import (
    IDENTITY,
    MINUS,
    NOUGHT,
    Trees,
    crossed,
    negative,
    total,
    unit_along,
)


@dataclass(frozen=True, eq=False)
class Acted:
    """Where a force or moment acts: its letter, what it is, and on which body it is given."""

    stem: str
    words: Message
    body: int
    act: Act


class StructuredMeasures(MeasureNaming):
    """The measures of elements."""

    _directions = 0

    def of_force(self, part: Part, names: set[str]) -> Mapping[str, NamedMeasure]:
        """Those of the measures with names that energies, powers and loads may speak of.

        Raises LagrError for a geometry that this form does not cover.
        """
        geometry = part.kind.geometry
        made = known_entry(_FORCES, geometry)
        if geometry.framed:
            from lagr_gui.mechanics.structured.mounts import mounted as made  # few models have such
        if made is None:
            raise not_covered(part)
        return made(self, part, geometry, names)

    def of_vector(self, part: Part) -> Acted:
        """Where a force or moment acts."""
        geometry = part.kind.geometry
        return entry_of(_VECTORS, geometry)(self, part, geometry)

    def of_condition(self, part: Part, names: set[str]) -> Measured:
        """Those of the measures with names that conditions may speak of.

        Raises LagrError for a geometry that this form does not cover.
        """
        geometry = part.kind.geometry
        made = known_entry(_CONDITIONS, geometry)
        if made is None:
            raise not_covered(part)
        return made(self, part, geometry, names)

    def direction(self, quantity: Quantity, key: str, place: Quantity) -> Quantity:
        """A direction by its name, drawn at a place."""
        self._directions += 1
        meaning = say("direction of {item}", item=item(key))
        named = self.book.define("n", (self._directions,), quantity, meaning, (key,))
        self.book.draw(named, "direction", place)
        return named

    def line(self, part: Part, line: Line, names: set[str]) -> Mapping[str, NamedMeasure]:
        """Length λ, its rate, and the square of the relative velocity of the ends."""
        a, b = self.course(part)
        together = part.joined or minus(a.place, b.place).is_zero
        if "square_speed" in names:
            return {"square_speed": self._square_speed(part, a, b)}
        if together:
            return dict.fromkeys(("length", "rate"), NamedMeasure(NOUGHT, _nothing))
        d, length = self._length(part, a, b)
        if "length" in names:
            return {"length": NamedMeasure(length, self.apart(part, a, b, d), over=True)}
        return {"rate": self._rate(part, a, b, d, length)}

    def _rate(self, part: Part, a: Point, b: Point, d: Quantity, length: Symbol) -> NamedMeasure:
        speed = minus(self.points.velocity(a), self.points.velocity(b))
        inverse = self.book.scalar(Power(length, MINUS))
        rate = scaled(inverse, dot(d, speed))
        if rate.is_zero:
            return NamedMeasure(NOUGHT, _nothing)
        words = say("rate of the length of {item}", item="")
        name = self.symbol("rate", rate, part.key, words)
        return NamedMeasure(name, self.apart(part, a, b, scaled(inverse, d)))

    def _square_speed(self, part: Part, a: Point, b: Point) -> NamedMeasure:
        speed = minus(self.points.velocity(a), self.points.velocity(b))
        words = say("relative velocity of the ends of {item}", item="")
        v = self.named("V", speed, part.key, words)
        self.book.draw(v, "velocity", a.place)
        if v.is_zero:
            return NamedMeasure(NOUGHT, _nothing)
        words = say("square of the relative velocity of {item}", item="")
        name = self.symbol("square", dot(v, v), part.key, words)
        return NamedMeasure(name, self.apart(part, a, b, scaled(number(2), v)))

    def _length(self, part: Part, a: Point, b: Point) -> tuple[Quantity, Symbol]:
        """d and its length λ by their names."""
        d = self.way(part, a, b)
        root = self.book.scalar(Call("sqrt", (dot(d, d).tree,)))
        length = self.symbol("ell", root, part.key, say("length of {item}", item=""))
        self.book.draw(d, "way", b.place)
        self.book.draw(length, "length", b.place, a.place)
        return d, length

    def way(self, part: Part, a: Point, b: Point) -> Quantity:
        """d from the second end to the first."""
        words = say("from the second end of {item} to the first", item="")
        return self.named("d", minus(a.place, b.place), part.key, words)

    def component(
        self, part: Part, d: Quantity, span: Span, axis: Trees, letter: str
    ) -> MeasureRow:
        """Of the way between two ends that along an axis of space."""
        meaning = say("space axis {n}", n=letter)
        n = self.book.define("n", (letter,), self.book.components(axis), meaning)
        self.book.draw(n, "direction", span.b.place)
        return self.measure(
            f"span{letter}",
            dot(d, n),
            part,
            lambda i: dot(span.slope(i), n),
            dot(span.rate, n),
            dot(span.second, n),
        )


def _nothing(force: Quantity) -> dict[int, Quantity]:
    return {}


def not_covered(part: Part) -> NotStructured:
    """The refusal of an element that has no structured lines."""
    return NotStructured.refusal(
        place=say("Element “{name}”", name=part.record.name),
        cause="The structured form has no lines for this element.",
        remedy="Choose another form of the equations.",
        code="structured",
    )


def _coordinate(
    measures: StructuredMeasures, part: Part, on: OnCoordinate, names: set[str]
) -> Mapping[str, NamedMeasure]:
    name = part.value(on.coordinate)
    index = measures.names.index(name)

    def act(force: Quantity) -> dict[int, Quantity]:
        return {index: force}

    return {"value": NamedMeasure(Symbol(name), act), "rate": NamedMeasure(Symbol(name, 1), act)}


def _overrun(
    measures: StructuredMeasures, part: Part, on: Overrun, names: set[str]
) -> Mapping[str, NamedMeasure]:
    """The rate at which a coordinate overruns what may turn beside it."""
    sign, book = on.sign(part.value(on.turns)), measures.book
    ahead = total((Symbol(part.value(on.coordinate)), negative(part.tree(on.other))))
    ahead = measures.points.segments.enter(ahead if sign > 0 else negative(ahead))
    slopes = [book.scalar(slope_of(ahead, Symbol(name))) for name in measures.names]
    speeds = [number(1), *(book.scalar(Symbol(name, 1)) for name in measures.names[1:])]
    rates = [scaled(s, v) for s, v in zip(slopes, speeds, strict=True) if not s.is_zero]

    def act(force: Quantity) -> dict[int, Quantity]:
        return {i: scaled(force, s) for i, s in enumerate(slopes) if i and not s.is_zero}

    rate = reduce(plus, rates)
    if rate.tree == Symbol(part.value(on.coordinate), 1):
        return {"rate": NamedMeasure(rate.tree, act)}
    words = say("velocity of slip of {item}", item="")
    return {"rate": NamedMeasure(measures.symbol("slip", rate, part.key, words), act)}


def _branch(
    measures: StructuredMeasures, part: Part, branch: Conductor, names: set[str]
) -> Mapping[str, NamedMeasure]:
    charge = part.charges[part.record.name]

    def act(force: Quantity) -> dict[int, Quantity]:
        signs = {measures.names.index(name): sign for name, sign in charge}
        return {index: force if sign > 0 else -force for index, sign in signs.items()}

    return {"value": NamedMeasure(NOUGHT, act)}


_FORCES: Mapping[
    type, Callable[[StructuredMeasures, Part, Any, set[str]], Mapping[str, NamedMeasure]]
] = {
    Line: StructuredMeasures.line,
    OverPulleys: pulleys.along,
    OverDrum: pulleys.passing,
    OnCoordinate: _coordinate,
    Overrun: _overrun,
    Conductor: _branch,
}


def _point(measures: StructuredMeasures, part: Part, at: AtPoint) -> Acted:
    body = part.value(at.body)
    point = measures.points.point(body, part.trees(at.point), part.key)
    ground = Point(measures.points.segments.all[0], nothing(Rank.VECTOR))

    def act(force: Quantity) -> dict[int, Quantity]:
        measures.book.draw(force, "force", point.place)
        return measures.pulling(point, ground, force)

    return Acted("F", FORCE, body, act)


def _body(measures: StructuredMeasures, part: Part, on: OnBody) -> Acted:
    points, body = measures.points, part.value(on.body)
    a, b = points.segment(body), points.segment(part.value(on.reaction))

    def act(moment: Quantity) -> dict[int, Quantity]:
        place = points.segments.position(points.segments.seats[body])
        measures.book.draw(moment, "torque", place)
        return {i: dot(points.turning(a, b, i), moment) for i in range(1, len(measures.names))}

    return Acted("M", say("moment of {item}", item=""), body, act)


_VECTORS: Mapping[type, Callable[[StructuredMeasures, Part, Any], Acted]] = {
    AtPoint: _point,
    OnBody: _body,
}


def _unplaced(
    measures: StructuredMeasures, part: Part, none: Unplaced, names: set[str]
) -> Measured:
    return {}, []


def _on_coordinate(
    measures: StructuredMeasures, part: Part, on: OnCoordinate, names: set[str]
) -> Measured:
    return {"value": Symbol(part.value(on.coordinate))}, []


def _on_two(
    measures: StructuredMeasures, part: Part, on: OnTwoCoordinates, names: set[str]
) -> Measured:
    a, b = part.value(on.coordinate_a), part.value(on.coordinate_b)
    return {"value_a": Symbol(a), "value_b": Symbol(b)}, []


def _span(measures: StructuredMeasures, part: Part, line: Line, names: set[str]) -> Measured:
    a, b = measures.course(part)
    d = measures.way(part, a, b)
    measures.book.draw(d, "way", b.place)
    span = Span(measures.points, a, b)
    by_word = {
        f"span_{letter}": measures.component(part, d, span, axis, letter)
        for axis, letter in zip(IDENTITY, "xyz", strict=True)
        if f"span_{letter}" in names
    }
    if "square_length" in names:
        v, two = span.rate, number(2)
        by_word["square_length"] = measures.measure(
            "square",
            dot(d, d),
            part,
            lambda i: scaled(two, dot(d, span.slope(i))),
            scaled(two, dot(d, v)),
            scaled(two, plus(dot(v, v), dot(d, span.second))),
        )
    return {name: measure.name for name, measure in by_word.items()}, list(by_word.values())


def _edge(measures: StructuredMeasures, part: Part, edge: Edge, names: set[str]) -> Measured:
    points = measures.points
    point = points.point(part.value(edge.body), part.trees(edge.point), part.key)
    ground = points.segment(part.value(edge.ground))
    along = unit_along(part.trees(edge.across), part.place(edge.across))
    across = points.direction(part.value(edge.body), along)
    n = measures.direction(across, part.key, point.place)
    seen = Seen(points, point.segment, ground)
    v = seen.velocity(point)

    def slope(index: int) -> Quantity:
        return dot(points.relative(point.segment, ground, point.place, index), n)

    rate = plus(dot(seen.acceleration(point), n), dot(v, seen.turned(n)))
    slip = measures.measure("slip", dot(v, n), part, slope, rate)
    return {"v_across": slip.name}, [slip]


def _contact(
    measures: StructuredMeasures, part: Part, contact: Contact, names: set[str]
) -> Measured:
    return StructuredTouch(measures.points, part, contact, measures.count).measured(names)


def _slot(measures: StructuredMeasures, part: Part, slot: Slot, names: set[str]) -> Measured:
    """y − f(x): x and y by their names, seen from the body of the slot."""
    points, key, body = measures.points, part.key, part.value(slot.ground)
    pin = points.point(part.value(slot.body), part.trees(slot.point), key)
    origin, ground = points.point(body, part.trees(slot.origin), key), points.segment(body)
    seen = Seen(points, pin.segment, ground)
    along, normal = (unit_along(part.trees(f), part.place(f)) for f in (slot.along, slot.normal))

    def component(letter: str, direction: Trees) -> MeasureRow:
        n = measures.direction(points.direction(body, direction), key, origin.place)
        return measures.measure(
            f"span{letter}",
            dot(minus(pin.place, origin.place), n),
            part,
            lambda i: dot(points.relative(pin.segment, ground, pin.place, i), n),
            dot(seen.velocity(pin), n),
            dot(seen.acceleration(pin), n),
        )

    x, y = component("x", along), component("y", crossed(normal, along))
    curve = points.segments.enter(part.tree(slot.curve))
    gap = total((y.name, negative(substitute(curve, {Symbol(SLOT_X): x.name}))))
    return {"gap": gap}, [x, y]


_CONDITIONS: Mapping[type, Callable[[StructuredMeasures, Part, Any, set[str]], Measured]] = {
    Unplaced: _unplaced,
    OnCoordinate: _on_coordinate,
    OnTwoCoordinates: _on_two,
    Line: _span,
    OverPulleys: pulleys.bound,
    Edge: _edge,
    Contact: _contact,
    Slot: _slot,
}
