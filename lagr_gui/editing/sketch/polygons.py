"""Free shapes: bodies that are plates of any outline."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd, distance
from lagr_gui.editing.sketch.bodies import LEAST, add_hinged, one_digit, with_parameter
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, tidy
from lagr_gui.editing.sketch.plates import turn_into
from lagr_gui.editing.solid import COMPOSED, with_solids
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import Body, Model, Shape, Solid
from lagr_gui.model.solids.bodies import PLATE
from lagr_gui.model.solids.polygons import crosses_itself, signed_area


def draw_polygon(
    model: Model, places: BodyPlaces, ends: Sequence[StrokeEnd], name: str = "Plate {n}"
) -> Model:
    """A plate with these corners, hinged to the points of bodies at which it has some.

    Its points are seen from its first corner; mass, centre and inertia are those of the outline.
    Raises LagrError where the outline has no area or meets itself.
    """
    ends = _distinct(ends)
    area = _area([end.at for end in ends])
    if area < 0:
        ends = [ends[0], *reversed(ends[1:])]
    number = model.next_number
    name = name.format(n=number)
    model, m = with_parameter(model, "m", number, 1, "kg", name)
    first = ends[0].at
    flat = [(end.at[0] - first[0], end.at[1] - first[1]) for end in ends]
    plate = Solid(
        form=PLATE,
        corners=tuple((tidy(x), tidy(y)) for x, y in flat),
        thickness=one_digit(sqrt(abs(area)) / 10),
        turn=turn_into(places.plane),
    )
    body = with_solids(
        Body(number=number, name=name, mass=m, shape=Shape(form=COMPOSED, solids=(plate,)))
    )
    places = places.with_body(number, first)
    pins: list[tuple[Anchor, Anchor]] = []
    for end, (x, y) in zip(ends, flat, strict=True):
        if end.anchor is not None and end.body not in [anchor.body for anchor, _ in pins]:
            point = places.plane.vector(tidy(x), tidy(y))
            pins.append((end.anchor, Anchor(number, point, end.at, "corner")))
    return add_hinged(model, places, body, pins)


def _distinct(ends: Sequence[StrokeEnd]) -> list[StrokeEnd]:
    """The corners, each once where it follows itself; the last may be the first again."""
    found: list[StrokeEnd] = []
    for end in ends:
        if not found or distance(found[-1].at, end.at) > LEAST:
            found.append(end)
    if len(found) > 1 and distance(found[0].at, found[-1].at) <= LEAST:
        found.pop()
    return found


def _area(corners: Sequence[Flat]) -> float:
    """The signed area of an outline. Raises LagrError where it is none."""
    if len(corners) < 3:
        cause = "A free shape has three corners at least."
        raise refusal("Sketch", cause, "Click more of them.", code="short")
    if crosses_itself(corners):
        cause = "The outline meets itself."
        raise refusal("Sketch", cause, "Let its corners go round once.", code="crossed")
    return signed_area(corners)
