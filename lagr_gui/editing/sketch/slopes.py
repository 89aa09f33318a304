"""Slides on a slope: its inclination is an angle with a name, and a box that is free lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, cos, degrees, pi, remainder, sin

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing.edits.values import set_value
from lagr_gui.editing.sketch.anchors import Anchor, inside
from lagr_gui.editing.sketch.bodies import with_parameter
from lagr_gui.editing.sketch.plane import BodyPlaces, tidy
from lagr_gui.editing.sketch.suspension import held_together, joined, whole
from lagr_gui.editing.sketch.written import is_plain
from lagr_gui.expression import read, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Joint, Model, Scalar, Vector, bodies_in
from lagr_gui.model.record import IDENTITY, Matrix

SAME = 1e-9
STEP = 1e-4
"""By which an angle (rad) is changed to see how a slide turns with it."""
SLOPE_MEANINGS = ("inclination of the slope of {name}",)
"""What the parameter of a slope is; `{name}` is the body on it."""


def slope_under(places: BodyPlaces, host: int, angle: float) -> float | None:
    """How far a slide in a direction (rad) is inclined in its host, from -π/2 to π/2.

    None along an axis of the host, and where the host is not seen from the front.
    """
    normal, R = places.plane.normal, places.R[host]
    if places.strict or not np.allclose(R @ normal, normal, atol=SAME):
        return None
    slope = remainder(angle - places.angle(host), pi)
    return slope if min(abs(sin(slope)), abs(cos(slope))) > SAME else None


def laid(model: Model, places: BodyPlaces, anchor: Anchor, host: int, slope: float) -> BodyPlaces:
    """Where the bodies stand as a box that nothing holds yet is laid on a slope of its host."""
    body, number = model.body(anchor.body), anchor.body
    hung = any(number in bodies_in(e, ELEMENTS[e.kind].fields) for e in model.elements)
    if body.shape.form != "box" or hung or held_together(model, number) != {number}:
        return places
    at, point = places.space(number, places.numbers(anchor.point)), places.numbers(anchor.point)
    turned = places.plane.turned(slope) @ places.R[host]
    x, R = {**places.x, number: at - turned @ point}, {**places.R, number: turned}
    return replace(places, x=x, R=R)


def put_on_slope(
    model: Model,
    places: BodyPlaces,
    anchor: Anchor,
    angle: float,
    host: int,
    slope: float,
    meanings: Sequence[str] = SLOPE_MEANINGS,
) -> Model | None:
    """A slider on a slope, whose coordinate counts from where it is drawn; a parameter inclines it.

    The body lies on the slope, or keeps the directions of its host; None for one that does neither.
    """
    S, R = places.R[anchor.body], places.R[host]
    lies = np.allclose(S, places.plane.turned(slope) @ R, atol=SAME)
    if not lies and not np.allclose(S, R, atol=SAME):
        return None
    bodies = {body.number: body.name for body in model.bodies}
    text = meanings[0].format(name=bodies.get(anchor.body, ""))
    size = angle_with_unit(abs(slope))
    model, name = with_parameter(model, "alpha", anchor.body, size, "rad", text, positive=False)
    way = S.T @ places.plane.space((cos(angle), sin(angle)))
    return joined(
        model,
        "prismatic",
        inside(places, host, anchor.at),
        anchor,
        (0,),
        stem="s",
        axis=whole(way) if lies else _direction(places, way, name),
        orientation=_turn(places, slope, name) if lies else IDENTITY,
    )


def angle_with_unit(angle: float) -> Scalar:
    """An angle (rad) as the value of a parameter: whole degrees as such."""
    whole_degrees = round(degrees(angle))
    exact = abs(degrees(angle) - whole_degrees) < 1e-7
    return f"{whole_degrees} deg" if exact and whole_degrees else tidy(angle)


def _direction(places: BodyPlaces, way: Array, name: str) -> Vector:
    """A direction of a slope as it is written, by cosine and sine of the parameter."""
    entries: list[Scalar] = [0, 0, 0]
    for axis, function in ((places.plane.right, "cos"), (places.plane.up, "sin")):
        index = int(np.argmax(np.abs(axis)))
        entries[index] = _signed(float(way[index]), f"{function}({name})")
    return entries[0], entries[1], entries[2]


def _turn(places: BodyPlaces, slope: float, name: str) -> Matrix:
    """The turn onto a slope as it is written, by cosines and sines of the parameter."""
    turned = places.plane.turned(slope)
    across = int(np.argmax(np.abs(places.plane.normal)))

    def entry(i: int, j: int) -> Scalar:
        if across in (i, j):
            return int(i == j)
        return _signed(float(turned[i, j]), f"{'cos' if i == j else 'sin'}({name})")

    first, second, third = ((entry(i, 0), entry(i, 1), entry(i, 2)) for i in range(3))
    return first, second, third


def _signed(number: float, text: str) -> str:
    return f"-{text}" if number < 0 else text


def inclined(
    model: Model, places: BodyPlaces, joint: Joint, field: str, angle: float
) -> Model | None:
    """A slide that one parameter alone inclines, led into a direction of the plane (rad) by it.

    Its axis stands in a `field`.  None for a slide that numbers incline, or several parameters, or
    one in another way.
    """
    axis: Vector = getattr(joint, field)
    entries = (*(entry for row in joint.orientation for entry in row), *axis)
    names = {symbol.name for entry in entries for symbol in symbols(read(entry))}
    found = [(i, p) for i, p in enumerate(model.parameters) if names == {p.name}]
    index, parameter = found[0] if found else (0, None)
    if parameter is None or parameter.value is None or not is_plain(parameter.value):
        return None
    name, now = parameter.name, float(value(parameter.value, places.values))

    def direction(size: float) -> float:
        known = replace(places, values={**places.values, name: size})
        A = np.array([known.numbers(row) for row in joint.orientation])
        way = places.R[joint.parent] @ A @ known.numbers(axis)
        return atan2(float(way @ places.plane.up), float(way @ places.plane.right))

    sense = remainder(direction(now + STEP) - direction(now), 2 * pi) / STEP
    if abs(abs(sense) - 1) > 1e-6:
        return None
    new = remainder(now + round(sense) * (angle - direction(now)), 2 * pi)
    return set_value(model, ("parameters", index, "value"), angle_with_unit(new))
