"""What the geometry of each element measures in closed form, and along what loads act.

Laws are written over these measures: here, once, fields and measures are inserted in them.  A
geometry has one function that makes its measures; where loads act along it another one says how
far they move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.geometry import (
    AtPoint,
    Conductor,
    Contact,
    Edge,
    Line,
    OnBody,
    OnCoordinate,
    OnTwoCoordinates,
    OverPulleys,
    entry_of,
    known_entry,
)
from lagr_gui.expression import read, symbols
from lagr_gui.mechanics.closed.kinematics import Kinematics, Vector
from lagr_gui.mechanics.closed.spans import OF_LENGTHS, length_of, spans_of
from lagr_gui.mechanics.closed.touch import ClosedTouch, across
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.vectors import dot, minus

Values = dict[str, Canonical]
Slope = Callable[[int], Canonical]
"""How far a measure goes per unit of a coordinate (1 … f)."""
Way = Callable[[int], Vector]
"""Along what a force, or about what a moment, moves per unit of a coordinate (1 … f)."""


@dataclass(frozen=True)
class Inserted:
    """A law with everything inserted.

    `spans` are the ways on whose lengths it depends, each from its end to its beginning.
    """

    value: Canonical
    spans: tuple[Vector, ...] = ()


def inserted(kinematics: Kinematics, part: Part, text: str) -> Inserted:
    """A law with its measures and fields."""
    geometry = part.kind.geometry
    measured = known_entry(_MEASURED, geometry)
    if measured is None:
        return Inserted(kinematics.value(part.law(text)))
    tree = read(text)
    names = {symbol.name for symbol in symbols(tree)}
    fields = {spec.name for spec in part.kind.fields if spec.name in names}
    values = {name: kinematics.value(part.tree(name)) for name in fields}
    measures = measured(kinematics, part, geometry, names - fields)
    value = kinematics.value(tree, **values, **measures)
    return Inserted(value, spans_of(kinematics, part) if names & OF_LENGTHS else ())


def slope_of(kinematics: Kinematics, part: Part, along: str) -> Slope:
    """The slopes of the measure that a single force acts along."""
    geometry = part.kind.geometry
    if isinstance(geometry, Conductor):
        return _along_branch(kinematics, part)
    measure = entry_of(_MEASURED, geometry)(kinematics, part, geometry, {along})[along]
    return lambda index: measure.derivative(kinematics.symbols[index])


def way_of(kinematics: Kinematics, part: Part) -> tuple[int, Way]:
    """The body on which a vector acts, and the displacement or turn on which it does work."""
    geometry = part.kind.geometry
    assert isinstance(geometry, AtPoint | OnBody)
    return part.value(geometry.body), entry_of(_WAYS, geometry)(kinematics, part, geometry)


def _coordinate(kinematics: Kinematics, part: Part, on: OnCoordinate, names: set[str]) -> Values:
    orders = {"value": 0, "rate": 1}
    return {
        name: kinematics.value(part.coordinate(on.coordinate, orders[name]))
        for name in orders
        if name in names
    }


def _two_coordinates(
    kinematics: Kinematics, part: Part, on: OnTwoCoordinates, names: set[str]
) -> Values:
    value = kinematics.value
    return {
        "value_a": value(part.coordinate(on.coordinate_a)),
        "value_b": value(part.coordinate(on.coordinate_b)),
    }


def _line(kinematics: Kinematics, part: Part, line: Line, names: set[str]) -> Values:
    (span,) = spans_of(kinematics, part)
    measures = {"span_x": span[0], "span_y": span[1], "span_z": span[2]}
    if "square_length" in names:
        measures["square_length"] = dot(span, span)
    if "square_speed" in names:
        rates = kinematics.rate(span[0]), kinematics.rate(span[1]), kinematics.rate(span[2])
        measures["square_speed"] = dot(rates, rates)
    if names & {"length", "rate"}:
        length = length_of(kinematics, span)
        measures["length"] = length
        if "rate" in names:
            rate = kinematics.algebra.zero if part.joined else kinematics.rate(length)
            measures["rate"] = rate
    return measures


def _edge(kinematics: Kinematics, part: Part, edge: Edge, names: set[str]) -> Values:
    return {"v_across": across(kinematics, part, edge)}


def _contact(kinematics: Kinematics, part: Part, contact: Contact, names: set[str]) -> Values:
    return ClosedTouch(kinematics, part, contact).measures(names)


def _over_pulleys(
    kinematics: Kinematics, part: Part, over: OverPulleys, names: set[str]
) -> dict[str, Canonical]:
    """The length of all spans together, and its rate."""
    length = kinematics.algebra.zero
    for span in spans_of(kinematics, part):
        length = length + length_of(kinematics, span)
    found = {"length": length, "shortening": -length}
    if "rate" in names:
        found["rate"] = kinematics.rate(length)
    return found


_MEASURED: Mapping[type, Callable[[Kinematics, Part, Any, set[str]], Values]] = {
    Line: _line,
    OverPulleys: _over_pulleys,
    OnCoordinate: _coordinate,
    OnTwoCoordinates: _two_coordinates,
    Edge: _edge,
    Contact: _contact,
}
"""The measures of geometries; those of circuits are charges and currents, which are read."""


def _along_branch(kinematics: Kinematics, part: Part) -> Slope:
    """A voltage drives every mesh that its branch belongs to."""
    names, algebra = kinematics.reading.coordinates, kinematics.algebra
    signs = {names.index(name) + 1: sign for name, sign in part.charges[part.record.name]}
    return lambda index: algebra.number(Fraction(signs.get(index, 0)))


def _along_point(kinematics: Kinematics, part: Part, at: AtPoint) -> Way:
    x = kinematics.point(part.value(at.body), part.trees(at.point))
    return lambda index: kinematics.slope(x, index)


def _around_body(kinematics: Kinematics, part: Part, on: OnBody) -> Way:
    """The turn of a body over the one that takes the reaction."""
    body, reaction = part.value(on.body), part.value(on.reaction)
    return lambda index: minus(
        _turning(kinematics, body, index), _turning(kinematics, reaction, index)
    )


def _turning(kinematics: Kinematics, body: int, index: int) -> Vector:
    """The vector −½ ε_ikl ∂Eⱼᵢ Eⱼₖ: angular velocity per unit of q̇ in space axes (27, 28)."""
    E, _ = kinematics.poses[body]
    dE, _ = kinematics.slopes(body, index)
    half = kinematics.algebra.number(Fraction(1, 2))

    def axial(i: int, k: int) -> Canonical:
        forth = sum((dE[j][k] * E[j][i] for j in range(3)), kinematics.algebra.zero)
        back = sum((dE[j][i] * E[j][k] for j in range(3)), kinematics.algebra.zero)
        return half * (forth - back)

    return axial(1, 2), axial(2, 0), axial(0, 1)


_WAYS: Mapping[type, Callable[[Kinematics, Part, Any], Way]] = {
    AtPoint: _along_point,
    OnBody: _around_body,
}
