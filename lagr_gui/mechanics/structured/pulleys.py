"""What a line over pulleys measures in vectors, and how it pulls: ℓ = Σ |d|, ℓ̇ = Σ d·ḋ/ℓᵢ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from lagr_gui.catalogue.geometry import OverDrum, OverPulleys
from lagr_gui.expression import Call, Number, Power, Symbol
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured.named import Act, MeasureNaming, NamedMeasure
from lagr_gui.mechanics.structured.points import Point
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    Rank,
    dot,
    minus,
    number,
    plus,
    scaled,
    total,
)
from lagr_gui.mechanics.structured.seen import Span
from lagr_gui.mechanics.structured.touch import Measured
from lagr_gui.mechanics.trees import MINUS, NOUGHT, negative

CUBE = Number(Fraction(-3))


@dataclass(frozen=True, eq=False)
class Way:
    """A span between two points: d by its name, its length, and 1/length."""

    a: Point
    b: Point
    d: Quantity
    length: Symbol
    inverse: Quantity


def along(
    named: MeasureNaming, part: Part, over: OverPulleys, names: set[str]
) -> Mapping[str, NamedMeasure]:
    """The length of all spans together; a force along it acts at both ends of each."""
    ways = _ways(named, part)
    acts = [
        named.apart(part, way.a, way.b, scaled(way.inverse, way.d), place)
        for place, way in enumerate(ways, start=1)
    ]
    if "rate" in names:
        rate = _sum(scaled(way.inverse, dot(way.d, _parting(named, way))) for way in ways)
        words = say("rate of the length of {item}", item="")
        return {"rate": NamedMeasure(named.symbol("rate", rate, part.key, words), _all(acts))}
    if "length" in names:
        return {"length": NamedMeasure(_length(named, part, ways), _all(acts))}
    return {"shortening": NamedMeasure(NOUGHT, lambda force: _all(acts)(-force))}


def passing(
    named: MeasureNaming, part: Part, over: OverDrum, names: set[str]
) -> Mapping[str, NamedMeasure]:
    """The rate at which a line is drawn over its drum, ½ (ℓ̇₂ − ℓ̇₁) less that of the surface."""
    ways, half = _ways(named, part), Fraction(1, 2)
    parts = [scaled(number(-half), way.inverse) for way in ways[:-1]]
    parts.append(scaled(number(half), ways[-1].inverse))
    rates = [
        scaled(share, dot(way.d, _parting(named, way)))
        for way, share in zip(ways, parts, strict=True)
    ]
    acts = [
        named.apart(part, way.a, way.b, scaled(share, way.d), place)
        for place, (way, share) in enumerate(zip(ways, parts, strict=True), start=1)
    ]
    run, book = named.points.segments.enter(part.tree(over.run)), named.book
    slopes = [book.scalar(negative(slope_of(run, Symbol(name)))) for name in named.names]
    speeds = [number(1), *(book.scalar(Symbol(name, 1)) for name in named.names[1:])]
    rates += [scaled(s, v) for s, v in zip(slopes, speeds, strict=True) if not s.is_zero]

    def act(force: Quantity) -> dict[int, Quantity]:
        pulls = _all(acts)(force)
        for index, slope in enumerate(slopes):
            if index and not slope.is_zero:
                pulls[index] = plus(pulls[index], scaled(force, slope))
        return pulls

    words = say("velocity of slip of {item}", item="")
    return {"rate": NamedMeasure(named.symbol("slip", _sum(rates), part.key, words), act)}


def bound(named: MeasureNaming, part: Part, over: OverPulleys, names: set[str]) -> Measured:
    """The same length with its derivatives, for conditions on positions."""
    ways = _ways(named, part)
    spans = [Span(named.points, way.a, way.b) for way in ways]
    pairs = list(zip(ways, spans, strict=True))

    def slope(index: int) -> Quantity:
        return _sum(scaled(way.inverse, dot(way.d, span.slope(index))) for way, span in pairs)

    rate = _sum(scaled(way.inverse, dot(way.d, span.rate)) for way, span in pairs)
    second = _sum(_second(named, way, span) for way, span in pairs)
    whole = _sum(named.book.scalar(way.length) for way in ways)
    length = named.measure("ell", whole, part, slope, rate, second)
    return {"length": length.name}, [length]


def _ways(named: MeasureNaming, part: Part) -> list[Way]:
    book, ways = named.book, list[Way]()
    for place, (a, b) in enumerate(pairwise(named.course(part)), start=1):
        words = say("span {n} of {item}", n=place, item="")
        d = named.named("d", minus(a.place, b.place), part.key, words, place)
        root = book.scalar(Call("sqrt", (dot(d, d).tree,)))
        words = say("length of span {n} of {item}", n=place, item="")
        length = named.symbol("ell", root, part.key, words, place)
        book.draw(d, "way", b.place)
        book.draw(length, "length", b.place, a.place)
        ways.append(Way(a, b, d, length, book.scalar(Power(length, MINUS))))
    return ways


def _length(named: MeasureNaming, part: Part, ways: list[Way]) -> Symbol:
    whole = _sum(named.book.scalar(way.length) for way in ways)
    return named.symbol("ell", whole, part.key, say("length of {item}", item=""))


def _parting(named: MeasureNaming, way: Way) -> Quantity:
    """ḋ of a span."""
    return minus(named.points.velocity(way.a), named.points.velocity(way.b))


def _second(named: MeasureNaming, way: Way, span: Span) -> Quantity:
    """(ḋ·ḋ + d·d̈)/ℓ − (d·ḋ)²/ℓ³"""
    v = span.rate
    along_way = dot(way.d, v)
    bent = scaled(way.inverse, plus(dot(v, v), dot(way.d, span.second)))
    cube = named.book.scalar(Power(way.length, CUBE))
    return minus(bent, scaled(cube, scaled(along_way, along_way)))


def _sum(parts: Iterable[Quantity]) -> Quantity:
    return total(parts, Rank.SCALAR)


def _all(acts: list[Act]) -> Act:
    """The same force along all spans."""

    def act(force: Quantity) -> dict[int, Quantity]:
        pulls: dict[int, Quantity] = {}
        for pulled in acts:
            for index, value in pulled(force).items():
                pulls[index] = plus(pulls[index], value) if index in pulls else value
        return pulls

    return act
