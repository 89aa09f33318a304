"""The points of bodies that strokes begin and end at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import AtPoint, Line
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, tidy
from lagr_gui.editing.sketch.shapes import (
    ACROSS,
    at_sides,
    corners_of,
    ends_of,
    faces,
    path_of_size,
    round_points,
    way_of_size,
)
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.model import Body, Model, Vector
from lagr_gui.model.record import ZERO
from lagr_gui.subsystems.centres import plus

SAME = 1e-9
"""Points so near to each other (m) are one."""


@dataclass(frozen=True)
class Anchor:
    """A point of a body (0: the ground) as the model writes it, and where it is in the sketch.

    `sort` is ``end``, ``pin``, ``centre``, ``corner``, ``rim``, ``line`` or ``inside``; `path`
    leads to the point in the model, where it is written down by itself, of a shape to its length.
    """

    body: int
    point: Vector
    at: Flat
    sort: str
    path: Path = ()


@dataclass(frozen=True)
class StrokeEnd:
    """Where a stroke begins or ends; `anchor` is None on empty paper."""

    at: Flat
    anchor: Anchor | None = None

    @property
    def body(self) -> int:
        """The body it is on; 0 on empty paper, which is the ground."""
        return self.anchor.body if self.anchor else 0


def anchors(model: Model, places: BodyPlaces) -> tuple[Anchor, ...]:
    """All points that can be drawn from or to; those of the ground first, ends before centres.

    The origin of the ground comes last where nothing is hinged: bodies over it hide it.
    """
    every = [_anchor(places, *entry) for entry in _points(model, places)]
    placed = [anchor for anchor in every if anchor is not None]
    pins = [anchor.at for anchor in placed if anchor.sort == "pin" and not anchor.body]

    def order(anchor: Anchor) -> tuple[int, int]:
        bare = anchor.sort == "centre" and all(distance(anchor.at, at) > SAME for at in pins)
        return (1 if anchor.body else 2 * bare), _ORDER.index(anchor.sort)

    return tuple(sorted(placed, key=order))


def anchors_in_space(model: Model, places: BodyPlaces) -> Iterator[Anchor]:
    """All points that can be moved or drawn from, wherever one looks from.

    Among them are those of rims and faces of what is round, at which nothing is hinged.
    """
    for entry in _points(model, places, in_space=True):
        if (anchor := _anchor(places, *entry)) is not None:
            yield anchor


_ORDER = ("pin", "end", "centre", "corner", "rim", "line", "inside")


def axes(found: Sequence[Anchor]) -> list[tuple[Flat, Flat]]:
    """From end to end of each body that has two of them, as a rod has."""
    ends: dict[int, list[Flat]] = {}
    for anchor in found:
        if anchor.sort == "end" and anchor.body:
            ends.setdefault(anchor.body, []).append(anchor.at)
    return [(pair[0], pair[1]) for pair in ends.values() if len(pair) == 2]


def inside(places: BodyPlaces, body: int, at: Flat) -> Anchor:
    """A point of a body that has no name, where it is in the sketch."""
    x, y, z = (tidy(entry) for entry in places.inner(body, at))
    return Anchor(body, (x, y, z), at, "inside")


def nearest(found: Sequence[Anchor], at: Flat, reach: float) -> Anchor | None:
    """The anchor nearest to a place within a reach (m); of several at one place the first."""
    return next(iter(all_nearest(found, at, reach)), None)


def all_nearest(found: Sequence[Anchor], at: Flat, reach: float) -> list[Anchor]:
    """All anchors at the place of that which is nearest within a reach (m), in their order."""
    off = [distance(anchor.at, at) for anchor in found]
    least = min(off, default=np.inf)
    if least > reach:
        return []
    best = found[off.index(least)]
    return [anchor for anchor in found if distance(anchor.at, best.at) < SAME]


def distance(a: Flat, b: Flat) -> float:
    """The distance of two places (m)."""
    return hypot(b[0] - a[0], b[1] - a[1])


def _anchor(
    places: BodyPlaces, body: int, point: Vector, sort: str, path: Path = ()
) -> Anchor | None:
    if body not in places.x:
        return None
    try:
        numbers = np.array([value(entry, places.values) for entry in point])
    except (LagrError, ArithmeticError, ValueError):
        return None  # the problems say what is wrong with it
    if not places.lies(body, numbers):
        return None
    return Anchor(body, point, places.at(body, numbers), sort, path)


def _points(
    model: Model, places: BodyPlaces, in_space: bool = False
) -> Iterator[tuple[int, Vector, str, Path]]:
    yield 0, ZERO, "centre", ()
    for index, joint in enumerate(model.joints):
        kind = JOINTS[joint.kind]
        if kind.slides and kind.turns:
            continue  # it holds nothing
        yield joint.child, joint.point_child, "pin", ("joints", index, "point_child")
        if kind.holds_points:
            yield joint.parent, joint.point_parent, "pin", ("joints", index, "point_parent")
    for index, body in enumerate(model.bodies):
        depth = None if in_space else places.depth(body.number)
        around = round_points(body) if in_space or _lies(body, depth) else ()
        beside = ((point, sort, axis) for point, sort, axis in around if axis != depth)
        for point, sort, axis in (*_of_shape(body, depth), *beside):
            path = () if axis is None else path_of_size(index, axis)
            yield body.number, plus(point, body.centre), sort, path
        for point, sort, path in ends_of(body, index, places.values):
            if in_space or _in_plane(model, places, point, sort, path):
                yield body.number, point, sort, path
        for point, path in corners_of(body, index, places.values):
            yield body.number, point, "corner", path
    for index, element in enumerate(model.elements):
        geometry = ELEMENTS[element.kind].geometry
        if isinstance(geometry, AtPoint):
            number, path = getattr(element, geometry.body), ("elements", index, geometry.point)
            yield number, getattr(element, geometry.point), "line", path
        named = isinstance(geometry, Line)
        for place, (number, point) in enumerate(geometry.course(element)):
            field = (geometry.point_a, geometry.point_b)[place] if named else ""
            yield number, point, "line", ("elements", index, field) if field else ()
    yield from _marks(model)


def _lies(body: Body, depth: int | None) -> bool:
    """Whether what is round is seen from the side: a rim that faces the eye is pulled as one."""
    turned = "xyz".index(body.shape.axis) != depth
    return depth is not None and body.shape.form != "sphere" and turned


def _in_plane(model: Model, places: BodyPlaces, point: Vector, sort: str, path: Path) -> bool:
    """Whether a length of a solid goes in the plane where it ends, and is no circle there."""
    body = model.bodies[int(path[1])]
    if body.number not in places.R:
        return False
    R, normal = places.R[body.number], places.plane.normal
    try:
        inner = np.array([value(entry, places.values) for entry in point])
        way = R @ way_of_size(model, path, places.values, inner)
        seen = sort == "rim" and faces(body.shape.solids[int(path[4])], places.values, normal @ R)
    except (LagrError, ArithmeticError, ValueError):
        return False  # the problems say what is wrong with it
    return abs(float(way @ normal)) < ACROSS and not seen


def _of_shape(body: Body, depth: int | None) -> Iterator[tuple[Vector, str, int | None]]:
    """Points of the shape, from the centre of mass; none before or behind it along `depth`.

    With that at which it ends along one axis there is this axis.
    """
    shape = body.shape
    axis = "xyz".index(shape.axis)
    yield ZERO, "centre", None
    if shape.form == "rod" and axis != depth:
        for side in (-1, 1):
            yield at_sides(body, {axis: side}), "end", axis
    elif shape.form == "box":
        for first, second in ((0, 1), (0, 2), (1, 2)):
            if depth in (first, second):
                continue
            for a in (-1, 0, 1):
                for b in (-1, 0, 1):
                    if a or b:
                        one = None if a and b else first if a else second
                        yield at_sides(body, {first: a, second: b}), "corner", one


def _marks(model: Model) -> Iterator[tuple[int, Vector, str, Path]]:
    """Points that have names, and the ends of walls."""
    for index, mark in enumerate(model.sketch.points):
        sort = "pin" if not mark.body else "line"
        yield mark.body, mark.point, sort, ("sketch", "points", index, "point")
    for index, wall in enumerate(model.sketch.walls):
        for name in ("start", "end"):
            yield wall.body, getattr(wall, name), "line", ("sketch", "walls", index, name)
