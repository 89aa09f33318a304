"""Rims of discs, at which a radius is pulled."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.arrays import Array
from lagr_gui.editing.sketch.anchors import Anchor, distance
from lagr_gui.editing.sketch.bodies import LEAST
from lagr_gui.editing.sketch.lengths import Standing, names_behind, pull_point
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, half, tidy
from lagr_gui.editing.sketch.sizes import ROUND, path_of_size, with_size
from lagr_gui.editing.sketch.touching import numbers
from lagr_gui.model import Body, Model, Scalar
from lagr_gui.problem import LagrError, Path, refusal


def disc_at(model: Model, places: BodyPlaces, at: Flat, reach: float) -> Body | None:
    """The body whose rim lies within a reach (m) of a place, of several the nearest."""
    off = [
        (abs(distance(middle, at) - radius), body) for body, middle, radius in _rims(model, places)
    ]
    near, body = min(off, key=lambda entry: entry[0], default=(np.inf, None))
    return body if near <= reach else None


def names_of_radius(model: Model, places: BodyPlaces, body: Body) -> list[str]:
    """The parameters with numbers from which the radius of a disc follows."""
    return names_behind(model, [_diameter(body, places)])


def pull_rim(model: Model, standing: Standing, body: Body, to: Flat, step: float) -> Model:
    """Bring the rim of a disc to a place by its parameter, to a multiple of a step (m).

    A diameter that is a number changes itself.  Raises LagrError where the radius depends on
    several parameters, and for a place in the middle.
    """
    places, number = standing(model), body.number
    origin = places.at(number, np.zeros(3))
    middle = places.at(number, numbers(body.centre, places))
    radius = distance(middle, to)
    if radius < LEAST:
        raise refusal("Sketch", "A disc without radius is none.", "Pull farther out.", code="short")
    diameter = _diameter(body, places)
    if not names_behind(model, [diameter]):
        new = tidy(2 * max(round(radius / step) * step, step))
        return with_size(model, path_of_rim(model, places, body), new)
    out = (to[0] - middle[0]) / radius, (to[1] - middle[1]) / radius
    x, y, z = (_part(entry, diameter) for entry in places.R[number].T @ places.plane.space(out))
    rim = Anchor(number, (x, y, z), to, "rim")
    # what is pulled is seen from the origin: the centre of mass may follow from other parameters
    return pull_point(model, standing, rim, _between(origin, middle, to), step)


def _rims(model: Model, places: BodyPlaces) -> Iterator[tuple[Body, Flat, float]]:
    """The bodies that are round here, with their middles and radii (m)."""
    for body in model.bodies:
        shape = body.shape
        faces = shape.form == "sphere" or "xyz".index(shape.axis) == places.depth(body.number)
        if shape.form not in ROUND or not faces or body.number not in places.x:
            continue
        try:
            middle: Array = numbers(body.centre, places)
            radius = float(value(_diameter(body, places), places.values)) / 2
        except (LagrError, ArithmeticError, ValueError):
            continue  # the problems say what is wrong with it
        yield body, places.at(body.number, middle), radius


def path_of_rim(model: Model, places: BodyPlaces, body: Body) -> Path:
    """Where the diameter of a disc is written."""
    index = [entry.number for entry in model.bodies].index(body.number)
    return path_of_size(index, _axis(body, places))


def _diameter(body: Body, places: BodyPlaces) -> Scalar:
    return body.shape.size[_axis(body, places)]


def _axis(body: Body, places: BodyPlaces) -> int:
    """An axis of the body that lies in the plane."""
    depth = places.depth(body.number)
    return 0 if depth is None or depth else 1


def _part(entry: float, diameter: Scalar) -> Scalar:
    part = tidy(float(entry))
    return f"{part}*({half(diameter)})" if part else 0


def _between(origin: Flat, middle: Flat, to: Flat) -> Flat:
    return origin[0] + to[0] - middle[0], origin[1] + to[1] - middle[1]
