"""What the geometry of each element measures, and how a force along it acts on bodies cut free.

Laws are written over these measures in `wrenches`; a geometry has one function here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from lagr_gui.catalogue.geometry import AtPoint, Line, OnBody, OnCoordinate, OverPulleys, entry_of
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, rates
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.vectors import Triple, dot, minus, times

Vector = Triple[Any]
Place = tuple[int, Vector]
"""A body, and a point of it in space."""


@dataclass(frozen=True)
class Acts:
    """Forces at points of bodies and moments on bodies, in space axes; forces on coordinates."""

    forces: tuple[tuple[int, Vector, Vector], ...] = ()
    moments: tuple[tuple[int, Vector], ...] = ()
    on_coordinates: Mapping[int, Any] = field(default_factory=dict[int, Any])


@dataclass(frozen=True)
class ActingMeasure:
    """A measure, and what a force along it does."""

    value: Any
    act: Callable[[Any], Acts]


def _apart(a: Place, b: Place, force: Vector) -> Acts:
    """A force on one point, and its opposite on the other."""
    return Acts(forces=((*a, force), (*b, times(force, -1))))


Act = Callable[[Vector], Acts]


def along_of(kinetics: Kinetics, part: Part, names: set[str]) -> Mapping[str, ActingMeasure]:
    """Those of the measures with names that energies, powers and loads may speak of."""
    geometry = part.kind.geometry
    return entry_of(_ALONG, geometry)(kinetics, part, geometry, names)


def vector_of(kinetics: Kinetics, part: Part) -> tuple[int, Act]:
    """The body in whose axes a force or moment may be given, and what it does."""
    geometry = part.kind.geometry
    return entry_of(_VECTORS, geometry)(kinetics, part, geometry)


def _line(
    kinetics: Kinetics, part: Part, line: Line, names: set[str]
) -> Mapping[str, ActingMeasure]:
    a, b = ((body, kinetics.kinematics.point(body, point)) for body, point in part.course)
    span = minus(a[1], b[1])
    speeds = rates(kinetics.rate, span)
    algebra = kinetics.kinematics.algebra
    length = algebra.call("sqrt", (dot(span, span),))
    found = {
        "length": ActingMeasure(length, lambda force: _apart(a, b, times(span, force / length)))
    }
    square = dot(speeds, speeds)
    found["square_speed"] = ActingMeasure(
        square, lambda force: _apart(a, b, times(speeds, force * 2))
    )
    if part.joined:
        return found | {"rate": ActingMeasure(algebra.zero, lambda force: Acts())}
    return found | {"rate": ActingMeasure(dot(span, speeds) / length, found["length"].act)}


def _coordinate(
    kinetics: Kinetics, part: Part, on: OnCoordinate, names: set[str]
) -> Mapping[str, ActingMeasure]:
    value, rate = (kinetics.kinematics.value(part.coordinate(on.coordinate, k)) for k in (0, 1))
    slopes = kinetics.calculus.gradient(value, kinetics.symbols[0])  # one is 1 but in new ones
    moved = {rho: slope for rho, slope in enumerate(slopes, start=1) if not slope.is_zero}

    def act(force: Any) -> Acts:
        return Acts(on_coordinates={rho: force * slope for rho, slope in moved.items()})

    return {"value": ActingMeasure(value, act), "rate": ActingMeasure(rate, act)}


def _over_pulleys(
    kinetics: Kinetics, part: Part, over: OverPulleys, names: set[str]
) -> Mapping[str, ActingMeasure]:
    """The length of all spans together; a force along it acts at both ends of each."""
    algebra = kinetics.kinematics.algebra
    stops = [(body, kinetics.kinematics.point(body, point)) for body, point in part.course]
    length = rate = algebra.zero
    ways = []
    for a, b in pairwise(stops):
        span = minus(a[1], b[1])
        way = algebra.call("sqrt", (dot(span, span),))
        length = length + way
        rate = rate + dot(span, rates(kinetics.rate, span)) / way
        ways.append((a, b, span, way))

    def act(force: Any) -> Acts:
        pulls = [_apart(a, b, times(span, force / way)) for a, b, span, way in ways]
        return Acts(forces=tuple(entry for pull in pulls for entry in pull.forces))

    return {
        "length": ActingMeasure(length, act),
        "rate": ActingMeasure(rate, act),
        "shortening": ActingMeasure(-length, lambda force: act(-force)),
    }


_ALONG: Mapping[type, Callable[[Kinetics, Part, Any, set[str]], Mapping[str, ActingMeasure]]] = {
    Line: _line,
    OverPulleys: _over_pulleys,
    OnCoordinate: _coordinate,
}


def _point(kinetics: Kinetics, part: Part, at: AtPoint) -> tuple[int, Act]:
    body = part.value(at.body)
    place = kinetics.kinematics.point(body, part.trees(at.point))
    return body, lambda force: Acts(forces=((body, place, force),))


def _body(kinetics: Kinetics, part: Part, on: OnBody) -> tuple[int, Act]:
    body, reaction = part.value(on.body), part.value(on.reaction)
    return body, lambda moment: Acts(moments=((body, moment), (reaction, times(moment, -1))))


_VECTORS: Mapping[type, Callable[[Kinetics, Part, Any], tuple[int, Act]]] = {
    AtPoint: _point,
    OnBody: _body,
}
