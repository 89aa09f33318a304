"""Rims of what is round, at which a radius is pulled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lagr_gui.editing.sketch.anchors import Anchor, distance
from lagr_gui.editing.sketch.bodies import LEAST
from lagr_gui.editing.sketch.contacts import numbers
from lagr_gui.editing.sketch.lengths import Standing, names_behind, pull_point
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, tidy
from lagr_gui.editing.sketch.sizes import ROUND, path_of_size, size_at, with_told
from lagr_gui.editing.sketch.solids import faces, radii_of
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError, Path, refusal
from lagr_gui.model import Body, Model, Scalar, Vector


@dataclass(frozen=True)
class Rim:
    """A circle of the plane: its body, its middle in that, and where its size is written."""

    body: int
    middle: Vector
    path: Path


def rim_at(model: Model, places: BodyPlaces, at: Flat, reach: float) -> Rim | None:
    """The rim that lies within a reach (m) of a place, of several the nearest."""
    off = [
        (abs(distance(_middle(places, rim), at) - radius), rim)
        for rim, radius in _rims(model, places)
    ]
    near, rim = min(off, key=lambda entry: entry[0], default=(np.inf, None))
    return rim if near <= reach else None


def names_of_radius(model: Model, rim: Rim) -> list[str]:
    """The parameters with numbers from which the radius of a rim follows."""
    return names_behind(model, [size_at(model, rim.path)])


def pull_rim(model: Model, standing: Standing, rim: Rim, to: Flat, step: float) -> Model:
    """Bring a rim to a place by its parameter, to a multiple of a step (m).

    A radius that is a number changes itself.  Raises LagrError where the radius depends on
    several parameters, and for a place in the middle.
    """
    places, number = standing(model), rim.body
    origin = places.at(number, np.zeros(3))
    middle = _middle(places, rim)
    radius = distance(middle, to)
    if radius < LEAST:
        raise refusal("Sketch", "A disc without radius is none.", "Pull farther out.", code="short")
    if not names_of_radius(model, rim):
        return with_told(model, rim.path, max(round(radius / step) * step, step))
    out = (to[0] - middle[0]) / radius, (to[1] - middle[1]) / radius
    told = size_at(model, rim.path)
    x, y, z = (_part(entry, told) for entry in places.R[number].T @ places.plane.space(out))
    anchor = Anchor(number, (x, y, z), to, "rim")
    # what is pulled is seen from the origin: the middle may follow from other parameters
    return pull_point(model, standing, anchor, _between(origin, middle, to), step)


def _rims(model: Model, places: BodyPlaces) -> Iterator[tuple[Rim, float]]:
    """What is round here, with its radius (m)."""
    for index, body in enumerate(model.bodies):
        if body.number not in places.x:
            continue
        for rim in (*_of_shape(body, index, places), *_of_solids(body, index, places)):
            try:
                numbers(rim.middle, places)
                yield rim, value(size_at(model, rim.path), places.values)
            except (LagrError, ArithmeticError, ValueError):
                continue  # the problems say what is wrong with it


def _of_shape(body: Body, index: int, places: BodyPlaces) -> Iterator[Rim]:
    shape, depth = body.shape, places.depth(body.number)
    faces = shape.form == "sphere" or "xyz".index(shape.axis) == depth
    if shape.form in ROUND and faces:
        axis = 0 if depth is None or depth else 1  # one that lies in the plane
        yield Rim(body.number, body.centre, path_of_size(index, axis))


def _of_solids(body: Body, index: int, places: BodyPlaces) -> Iterator[Rim]:
    normal = places.plane.normal @ places.R[body.number]
    for solid, path in radii_of(body, index):
        try:
            facing = faces(solid, places.values, normal)
        except (LagrError, ArithmeticError, ValueError):
            continue  # the problems say what is wrong with it
        if facing:
            yield Rim(body.number, solid.at, path)


def _middle(places: BodyPlaces, rim: Rim) -> Flat:
    return places.at(rim.body, numbers(rim.middle, places))


def _part(entry: float, radius: Scalar) -> Scalar:
    part = tidy(float(entry))
    return f"{part}*({radius})" if part else 0


def _between(origin: Flat, middle: Flat, to: Flat) -> Flat:
    return origin[0] + to[0] - middle[0], origin[1] + to[1] - middle[1]
