"""Solids of composed bodies in the sketch: how they lie in their body, and where they end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from lagr_gui.editing.sketch.plane import tidy
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.expression import Expression, read, symbols, write
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.collection import number, times, total
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.model import Body, Scalar, Solid, Vector
from lagr_gui.model.solids.bodies import PLATE, dimensions, turn_of
from lagr_gui.model.solids.solid_forms import NOTHING, Row

RADII = ("radius", "inner")
LENGTHS = ("size", *RADII, "length", "thickness")
"""The dimensions of solids that can be pulled: where they end is seen."""
ACROSS = 1e-6
"""A direction whose cosine with the normal of a plane is smaller lies in it."""
SIDES = (number(1), number(-1))
HALF = number(1, 2)
End = tuple[Row, Path]


def placed(solid: Solid, values: Mapping[str, float]) -> tuple[Array, Array]:
    """Where the origin of a solid is in its body, and how it is turned."""
    at = np.array([value(entry, values) for entry in solid.at])
    turn = [[value(entry, values) for entry in row] for row in turn_of(solid.turn)]
    return at, np.array(turn)


def faces(solid: Solid, values: Mapping[str, float], normal: Array) -> bool:
    """Whether the circles of what is round lie in the plane with a normal (3,) in its body."""
    _, turn = placed(solid, values)
    return solid.form == "sphere" or float(np.linalg.norm(normal @ turn[:, :2])) < ACROSS


def of_solid(path: Path) -> bool:
    """Whether a path leads to a length of a solid."""
    return len(path) > 5 and path[2:4] == ("shape", "solids") and path[5] in LENGTHS


def ends_of(
    body: Body, index: int, values: Mapping[str, float]
) -> Iterator[tuple[Vector, str, Path]]:
    """Points, from the origin of a body, at which its solids end, and the lengths that end there.

    They are of the sort ``end`` at rods, ``rim`` where a radius ends, else ``corner``.
    """
    if body.shape.form != COMPOSED:
        return
    for place, solid in enumerate(body.shape.solids):
        where = "bodies", index, "shape", "solids", place
        try:
            for row, dimension in _ends(solid):
                if value(_length(solid, dimension), values) > 0:
                    sort = "rim" if dimension[0] in RADII else "corner"
                    sort = "end" if solid.form == "rod" else sort
                    yield _in_body(row, solid.at, solid.turn), sort, (*where, *dimension)
        except (LagrError, ArithmeticError, ValueError):
            continue  # the problems say what is wrong with it


def radii_of(body: Body, index: int) -> Iterator[tuple[Solid, Path]]:
    """The solids of a body that are round, and where each of their radii is written."""
    for place, solid in enumerate(body.shape.solids if body.shape.form == COMPOSED else ()):
        for name in dimensions(solid.form):
            if name in RADII:
                yield solid, ("bodies", index, "shape", "solids", place, name)


def axes_of(solid: Solid, path: Path) -> tuple[int, ...]:
    """The axes of a solid along which one of its lengths is measured."""
    match path[5:]:
        case "size", int(axis):
            return (axis,)
        case "radius", *_ if solid.form == "sphere":
            return 0, 1, 2
        case name, *_ if name in RADII:
            return 0, 1
        case _:
            return (2,)


def is_one_sided(solid: Solid, path: Path) -> bool:
    """Whether a length goes from the origin of a solid, not from end to end about it."""
    return path[5] in RADII or (solid.form == "cone" and path[5] == "length")


def _length(solid: Solid, dimension: Path) -> Scalar:
    found = getattr(solid, str(dimension[0]))
    return found[int(dimension[1])] if len(dimension) > 1 else found


def _ends(solid: Solid) -> Iterator[End]:
    """Where a solid ends, in its own axes, and the dimension that ends there."""
    names = dimensions(solid.form)
    radius, half = read(solid.radius), times(HALF, read(solid.length))
    if solid.form == "box":
        for axis in range(3):
            yield from _sides(axis, times(HALF, read(solid.size[axis])), ("size", axis))
    if "radius" in names:
        for axis in range(3 if solid.form == "sphere" else 2):
            yield from _sides(axis, radius, ("radius",))
    if "inner" in names:
        for axis in (0, 1):
            for side in SIDES:
                yield from _sides(axis, read(solid.inner), ("inner",), times(side, half))
    if solid.form == "cone":
        yield (NOTHING, NOTHING, read(solid.length)), ("length",)
    elif solid.form == "tube":  # its faces are between its radii
        middle = times(HALF, total([radius, read(solid.inner)]))
        for side in SIDES:
            yield (middle, NOTHING, times(side, half)), ("length",)
    elif "length" in names:
        cap = radius if solid.form == "capsule" else NOTHING
        yield from _sides(2, total([half, cap]), ("length",))
    if solid.form == PLATE and solid.corners:
        x, y = map(read, solid.corners[0])
        for side in SIDES:
            yield (x, y, times(side, HALF, read(solid.thickness))), ("thickness",)


def _sides(
    axis: int, reach: Expression, dimension: Path, up: Expression = NOTHING
) -> Iterator[End]:
    """Points before and behind the origin along an axis, `up` along z."""
    for side in SIDES:
        x, y, z = (times(side, reach) if k == axis else NOTHING for k in range(3))
        yield (x, y, total([z, up])), dimension


@lru_cache(maxsize=4096)
def _in_body(row: Row, place: Vector, angles: Vector) -> Vector:
    """A point of a solid at a place of its body in the axes of that; kept while others move."""
    turned = (
        total(times(read(turn), entry) for turn, entry in zip(line, row, strict=True))
        for line in turn_of(angles)
    )
    x, y, z = (_scalar(total([read(at), entry])) for at, entry in zip(place, turned, strict=True))
    return x, y, z


def _scalar(tree: Expression) -> Scalar:
    return write(tree) if symbols(tree) else tidy(float(value(tree, {})))
