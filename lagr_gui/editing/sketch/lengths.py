"""Lengths of what is drawn: which parameters they are, and how pulling a point changes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import hypot, inf

import numpy as np

from lagr_gui.editing.edits.values import get_value, set_parameter, set_value
from lagr_gui.editing.sketch.anchors import Anchor, distance
from lagr_gui.editing.sketch.bodies import LEAST
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, refused, tidy
from lagr_gui.editing.sketch.shapes import (
    ROUND,
    faces,
    is_corner,
    is_size,
    path_of_size,
    pull_corner,
    pull_size,
    radii_of,
    size_at,
    way_of_size,
    with_told,
)
from lagr_gui.editing.sketch.written import as_written, is_plain, positive
from lagr_gui.expression import read, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.model import Body, Model, Scalar, Vector

Standing = Callable[[Model], BodyPlaces]
"""Where the bodies of a model stand."""
_LENGTH = re.compile(r"(?:2\*)?([A-Za-z]\w*)")
STEP = 1e-4
"""The part by which a parameter is changed to see how a point answers."""
ROUNDS = 4
"""Steps of Newton's method; one is enough where the point depends linearly."""


@dataclass(frozen=True)
class BodyLength:
    """A length that a parameter is: its ends in the sketch, and the body that has it."""

    body: int
    name: str
    start: Flat
    end: Flat


def lengths(
    model: Model, places: BodyPlaces, wanted: Callable[[int], bool] = lambda _: True
) -> tuple[BodyLength, ...]:
    """The lengths of rods, radii of discs, and sides of boxes that are parameters.

    `wanted` tells of which bodies.
    """
    names = {parameter.name for parameter in model.parameters}
    sizes: list[BodyLength] = []
    for body in model.bodies:
        if body.number not in places.x or not wanted(body.number):
            continue
        for size, start, end in _sides(body, places):
            if name := _name_in(size, names):
                ends = (places.at(body.number, point) for point in (start, end))
                sizes.append(BodyLength(body.number, name, *ends))
    return tuple(sizes)


def parameter_of(model: Model, path: Path) -> str:
    """The parameter that a length or a radius of a shape is; empty for another formula."""
    return _name_in(get_value(model, path), {parameter.name for parameter in model.parameters})


def _name_in(size: Scalar, names: Collection[str]) -> str:
    match = _LENGTH.fullmatch(size) if isinstance(size, str) else None
    return match[1] if match and match[1] in names else ""


def _sides(body: Body, places: BodyPlaces) -> Iterator[tuple[Scalar, np.ndarray, np.ndarray]]:
    shape, axes = body.shape, np.eye(3)
    try:
        half = [value(size, places.values) / 2 for size in shape.size]
        middle = places.numbers(body.centre)
    except (LagrError, ArithmeticError, ValueError):
        return
    right, up, _ = ("xyz".index(letter) for letter in places.plane.axes)
    main = "xyz".index(shape.axis)
    if shape.form == "rod":
        along = half[main] * axes[main]
        yield shape.size[main], middle - along, middle + along
    elif shape.form in ("disc", "cylinder", "wheel", "sphere", "bead"):
        yield shape.size[right], middle, middle + half[right] * axes[right]
    elif shape.form == "box":
        for one, other in ((right, up), (up, right)):
            out = -half[other] * axes[other] if other == up else half[other] * axes[other]
            edge, along = middle + out, half[one] * axes[one]
            yield shape.size[one], edge - along, edge + along


def set_length(model: Model, name: str, text: str) -> Model:
    """Give a parameter a value that was typed: a number, or an expression with or without units.

    Raises LagrError for what has no positive value.
    """
    others = {p.name: p.value for p in model.parameters if p.name != name and p.value is not None}
    numbers = {key: value(entry, {}) for key, entry in others.items() if is_plain(entry)}
    positive(text, numbers)
    return set_parameter(model, name, as_written(text))


def names_in(model: Model, anchor: Anchor) -> list[str]:
    """The parameters with numbers from which a point of a body, or the length it ends, follows."""
    size = is_size(anchor.path)
    return names_behind(model, [get_value(model, anchor.path)] if size else anchor.point)


def names_behind(model: Model, entries: Iterable[Scalar]) -> list[str]:
    """The parameters with numbers from which values follow."""
    values = {p.name: p.value for p in model.parameters}
    more = {symbol.name for entry in entries for symbol in symbols(read(entry))}
    names = set[str]()
    while more - names:
        names |= more
        formulas = (values.get(name) for name in more)
        more = {s.name for entry in formulas if entry is not None for s in symbols(read(entry))}
    return sorted(name for name in names if is_plain(values.get(name) or 0))


def pull_point(model: Model, standing: Standing, anchor: Anchor, to: Flat, step: float) -> Model:
    """Bring a point of a body to a place by what it is written with.

    Of a point that depends on one parameter that parameter changes, to a multiple of a step (m);
    numbers of a point change themselves, formulas of parameters stay.  Raises LagrError where it
    depends on several.
    """
    names = names_in(model, anchor)
    if not names:
        return _numbers_changed(model, standing(model), anchor, to, step)
    if len(names) > 1:
        cause = say("The point depends on {names}.", names=joined(names))
        remedy = "Change one of them among the parameters."
        raise refused(cause, remedy, "several")
    return _parameter_changed(model, standing, anchor, to, names[0], step)


def way_of_point(model: Model, standing: Standing, anchor: Anchor) -> Array | None:
    """The direction (3,) in which a point goes as the one length grows that it depends on.

    None for a point of numbers, and for one that several parameters or none can move.
    """
    names = names_in(model, anchor)
    if not names and is_size(anchor.path):
        places = standing(model)
        point = places.numbers(anchor.point)
        return places.R[anchor.body] @ way_of_size(model, anchor.path, places.values, point)
    if len(names) != 1:
        return None
    number = standing(model).values[names[0]]
    small = STEP * max(abs(number), STEP)

    def at(number: float) -> Array:
        places = standing(_with_parameter(model, names[0], number))
        return places.space(anchor.body, places.numbers(anchor.point))

    way = at(number + small) - at(number)
    length = float(np.linalg.norm(way))
    return way / length if length > LEAST * small else None


def _with_parameter(model: Model, name: str, number: float) -> Model:
    return set_parameter(model, name, tidy(number))


def _parameter_changed(
    model: Model, standing: Standing, anchor: Anchor, to: Flat, name: str, step: float
) -> Model:
    def at(number: float) -> Flat:
        places = standing(_with_parameter(model, name, number))
        return places.at(anchor.body, places.numbers(anchor.point))

    number = standing(model).values[name]
    positive = next(entry.positive for entry in model.parameters if entry.name == name)
    least = step if positive else -inf
    for _ in range(ROUNDS):
        here = at(number)
        small = STEP * max(abs(number), STEP)
        there = at(number + small)
        slope = (there[0] - here[0]) / small, (there[1] - here[1]) / small
        if hypot(*slope) < LEAST:
            cause = say("The point stays where it is, whatever {name} is.", name=name)
            raise refused(cause, "Pull another point.", "fast")
        way = (to[0] - here[0]) * slope[0] + (to[1] - here[1]) * slope[1]
        number = max(number + way / hypot(*slope) ** 2, least)
    return _with_parameter(model, name, max(round(number / step) * step, least))


def _numbers_changed(
    model: Model, places: BodyPlaces, anchor: Anchor, to: Flat, step: float
) -> Model:
    if not anchor.path:
        raise refused("The point is not written down by itself.", "Pull another point.", "shape")
    start = places.numbers(anchor.point)
    inner = places.led(anchor.body, start, to)
    if is_corner(anchor.path):
        return pull_corner(model, places, anchor.path, inner)
    if is_size(anchor.path):
        return pull_size(model, anchor.path, places.values, (start, inner), step)
    x, y, z = (tidy(entry) for entry in inner)
    return set_value(model, anchor.path, (x, y, z))


# --- Rims of what is round, at which a radius is pulled ----------------------------------------


def rim_at(model: Model, places: BodyPlaces, at: Flat, reach: float) -> Anchor | None:
    """The rim that lies within a reach (m) of a place, by its middle; of several the nearest."""
    off = [(abs(distance(rim.at, at) - radius), rim) for rim, radius in _rims(model, places)]
    near, rim = min(off, key=lambda entry: entry[0], default=(np.inf, None))
    return rim if near <= reach else None


def pull_rim(model: Model, standing: Standing, rim: Anchor, to: Flat, step: float) -> Model:
    """Bring a rim to a place by its parameter, to a multiple of a step (m).

    A radius that is a number changes itself.  Raises LagrError where the radius depends on
    several parameters, and for a place in the middle.
    """
    places, number = standing(model), rim.body
    origin = places.at(number, np.zeros(3))
    middle = places.at(number, places.numbers(rim.point))
    radius = distance(middle, to)
    if radius < LEAST:
        raise refused("A disc without radius is none.", "Pull farther out.", "short")
    if not names_in(model, rim):
        return with_told(model, rim.path, max(round(radius / step) * step, step))
    out = (to[0] - middle[0]) / radius, (to[1] - middle[1]) / radius
    size = size_at(model, rim.path)
    x, y, z = (_part(entry, size) for entry in places.R[number].T @ places.plane.space(out))
    anchor = Anchor(number, (x, y, z), to, "rim")
    # what is pulled is seen from the origin: the middle may follow from other parameters
    there = origin[0] + to[0] - middle[0], origin[1] + to[1] - middle[1]
    return pull_point(model, standing, anchor, there, step)


def _rims(model: Model, places: BodyPlaces) -> Iterator[tuple[Anchor, float]]:
    """What is round here, by its middle, with its radius (m)."""
    for index, body in enumerate(model.bodies):
        for point, path in _circles(body, index, places) if body.number in places.x else ():
            try:
                at = places.at(body.number, places.numbers(point))
                yield (
                    Anchor(body.number, point, at, "rim", path),
                    value(size_at(model, path), places.values),
                )
            except (LagrError, ArithmeticError, ValueError):
                continue  # the problems say what is wrong with it


def _circles(body: Body, index: int, places: BodyPlaces) -> Iterator[tuple[Vector, Path]]:
    """The middles of circles of a body that face the eye, and where their sizes are written."""
    shape, depth = body.shape, places.depth(body.number)
    if shape.form in ROUND and (shape.form == "sphere" or "xyz".index(shape.axis) == depth):
        axis = 0 if depth is None or depth else 1  # one that lies in the plane
        yield body.centre, path_of_size(index, axis)
    normal = places.plane.normal @ places.R[body.number]
    for solid, path in radii_of(body, index):
        with suppress(LagrError, ArithmeticError, ValueError):  # the problems say what is wrong
            if faces(solid, places.values, normal):
                yield solid.at, path


def _part(entry: float, radius: Scalar) -> Scalar:
    part = tidy(float(entry))
    return f"{part}*({radius})" if part else 0
