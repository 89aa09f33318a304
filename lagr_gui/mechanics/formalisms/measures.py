"""What the geometry of each element measures, and how a force along it acts on bodies cut free.

Laws are written over these measures in `wrenches`; a geometry has one function here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lagr_gui.catalogue.geometry import AtPoint, Line, OnBody, OnCoordinate, OverPulleys
from lagr_gui.mechanics.formalisms import pulleys
from lagr_gui.mechanics.formalisms.acting import ActingMeasure, Acts, Vector, apart
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, rates
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.vectors import dot, minus, times

Act = Callable[[Vector], Acts]


def along_of(kinetics: Kinetics, part: Part, names: set[str]) -> Mapping[str, ActingMeasure]:
    """Those of the measures with names that energies, powers and loads may speak of."""
    geometry = part.kind.geometry
    return _ALONG[type(geometry)](kinetics, part, geometry, names)


def vector_of(kinetics: Kinetics, part: Part) -> tuple[int, Act]:
    """The body in whose axes a force or moment may be given, and what it does."""
    geometry = part.kind.geometry
    return _VECTORS[type(geometry)](kinetics, part, geometry)


def _line(
    kinetics: Kinetics, part: Part, line: Line, names: set[str]
) -> Mapping[str, ActingMeasure]:
    a, b = ((body, kinetics.kinematics.point(body, point)) for body, point in part.course)
    span = minus(a[1], b[1])
    speeds = rates(kinetics.rate, span)
    algebra = kinetics.kinematics.algebra
    length = algebra.call("sqrt", (dot(span, span),))
    found = {
        "length": ActingMeasure(length, lambda force: apart(a, b, times(span, force / length)))
    }
    square = dot(speeds, speeds)
    found["square_speed"] = ActingMeasure(
        square, lambda force: apart(a, b, times(speeds, force * 2))
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


_ALONG: Mapping[type, Callable[[Kinetics, Part, Any, set[str]], Mapping[str, ActingMeasure]]] = {
    Line: _line,
    OverPulleys: pulleys.along,
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
