"""Shapes of bodies in the sketch: how they lie, where they end, what becomes of their lengths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import asin, atan2, pi

import numpy as np

from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.editing.sketch.plane import (
    CROSSED,
    BodyPlaces,
    WorkingPlane,
    angle_text,
    half,
    negative,
    refused,
    tidy,
)
from lagr_gui.editing.sketch.written import as_written, is_plain, positive
from lagr_gui.editing.solid import COMPOSED, composed_of, composed_or_refused
from lagr_gui.expression import Expression, read, symbols, write
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.collection import number, times, total
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.model import Body, Model, Scalar, Solid, Vector
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
    for solid, where in _solids(body, index):
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
    for solid, where in _solids(body, index):
        for name in dimensions(solid.form):
            if name in RADII:
                yield solid, (*where, name)


def _solids(body: Body, index: int) -> Iterator[tuple[Solid, Path]]:
    """The solids of a composed body, and where they are written."""
    for place, solid in enumerate(body.shape.solids if body.shape.form == COMPOSED else ()):
        yield solid, ("bodies", index, "shape", "solids", place)


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
    entry = getattr(solid, str(dimension[0]))
    return entry[int(dimension[1])] if len(dimension) > 1 else entry


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


# --- How plates lie in the plane, and their corners --------------------------------------------

ALONG = 1 - 1e-12
"""An axis whose cosine with another is greater is that."""


def turn_into(plane: WorkingPlane) -> Vector:
    """The angles that turn the axes x, y, z to the right, upwards and to the viewer."""
    R = np.column_stack([plane.right, plane.up, plane.normal])
    up = asin(float(np.clip(-R[2, 0], -1.0, 1.0)))
    if abs(R[2, 0]) > 1 - 1e-12:
        sign = -float(np.sign(R[2, 0]))
        angles = (atan2(sign * float(R[0, 1]), float(R[1, 1])), sign * pi / 2, 0.0)
    else:
        angles = (
            atan2(float(R[2, 1]), float(R[2, 2])),
            up,
            atan2(float(R[1, 0]), float(R[0, 0])),
        )
    x, y, z = map(angle_text, angles)
    return x, y, z


def corners_of(
    body: Body, index: int, values: Mapping[str, float]
) -> Iterator[tuple[Vector, Path]]:
    """The corners of the plates of a body, from its origin, and where they are written."""
    for solid, where in _solids(body, index):
        if solid.form != PLATE:
            continue
        try:
            at, turn = placed(solid, values)
            flat = [[value(entry, values) for entry in corner] for corner in solid.corners]
        except (LagrError, ArithmeticError, ValueError):
            continue  # the problems say what is wrong with it
        for k, (x, y) in enumerate(flat):
            a, b, c = (tidy(entry) for entry in at + turn @ np.array([x, y, 0.0]))
            yield (a, b, c), (*where, "corners", k)


def facing(model: Model, path: Path, values: Mapping[str, float]) -> Array:
    """The axes (3, 3) of the plate with a corner in those of its body: the third one faces out."""
    return placed(get_value(model, path[:5]), values)[1]


def is_corner(path: Path) -> bool:
    """Whether a path leads to the corner of a plate."""
    return len(path) == 7 and path[5] == "corners"


def pull_corner(model: Model, places: BodyPlaces, path: Path, inner: Array) -> Model:
    """Bring a corner to a point (3,) of its body; mass, centre and inertia go with the outline.

    Raises LagrError where the outline would meet itself, and for a corner that is a formula.
    """
    solid: Solid = get_value(model, path[:5])
    if any(isinstance(entry, str) for entry in get_value(model, path)):
        raise refused("The corner is a formula.", "Double click it to type another.", "several")
    at, turn = placed(solid, places.values)
    x, y, _ = turn.T @ (inner - at)
    return _with_corner(model, path, (tidy(x), tidy(y)))


def type_corner(model: Model, places: BodyPlaces, path: Path, point: Vector) -> Model:
    """Give a corner another point of its body, numbers or formulas.

    Formulas stay where the axes of the plate are those of its body.  Raises LagrError where the
    outline would meet itself.
    """
    solid: Solid = get_value(model, path[:5])
    at, turn = placed(solid, places.values)
    right, up, _ = np.argmax(turn, axis=0)
    if not any(solid.at) and min(turn[right, 0], turn[up, 1]) > ALONG:
        return _with_corner(model, path, (point[right], point[up]))
    inner = np.array([value(entry, places.values) for entry in point])
    x, y, _ = turn.T @ (inner - at)
    return _with_corner(model, path, (tidy(x), tidy(y)))


def _with_corner(model: Model, path: Path, corner: tuple[Scalar, Scalar]) -> Model:
    changed = set_value(model, path, corner)
    body = changed.bodies[int(path[1])]
    if composed_of(body) is None:
        raise refused(*CROSSED)
    return changed


# --- Lengths of shapes: the points at which they are pulled, and what they become --------------

ROUND = ("disc", "cylinder", "wheel", "sphere")
"""Shapes that have a radius."""


def path_of_size(index: int, axis: int) -> Path:
    """Where the length of a shape along an axis of its body is written."""
    return "bodies", index, "shape", "size", axis


def is_size(path: Path) -> bool:
    """Whether a path leads to a length of a shape, or of a solid of it."""
    return of_solid(path) or (len(path) == 5 and path[2:4] == ("shape", "size"))


def at_sides(body: Body, sides: Mapping[int, int]) -> Vector:
    """The point, from the centre of mass, where the shape ends along axes: -1 before, 1 behind."""
    entries: list[Scalar] = [0, 0, 0]
    for axis, side in sides.items():
        if side:
            size = half(body.shape.size[axis])
            entries[axis] = size if side > 0 else negative(size)
    return entries[0], entries[1], entries[2]


def round_points(body: Body) -> Iterator[tuple[Vector, str, int]]:
    """Points of the rim (``rim``) and of both faces (``end``) of what is round, and their axes."""
    shape = body.shape
    if shape.form not in (*ROUND, "bead"):
        return
    for axis in range(3):
        across = axis in _across(body)
        if across or shape.form != "bead":
            for side in (-1, 1):
                yield at_sides(body, {axis: side}), "rim" if across else "end", axis


def _across(body: Body) -> tuple[int, ...]:
    """The axes along which a round shape has its diameter."""
    along = None if body.shape.form == "sphere" else "xyz".index(body.shape.axis)
    return tuple(axis for axis in range(3) if axis != along)


def size_at(model: Model, path: Path) -> Scalar:
    """A length of a shape as it is written; of what is round about there the radius."""
    size: Scalar = get_value(model, path)
    return half(size) if is_radius(model, path) else size


def is_radius(model: Model, path: Path) -> bool:
    """Whether a length is a diameter, of which the radius is told."""
    if of_solid(path):
        return False
    body = model.bodies[int(path[1])]
    return body.shape.form in (*ROUND, "bead") and int(path[4]) in _across(body)


def with_size(model: Model, path: Path, size: Scalar) -> Model:
    """Give a shape another length; what is round stays round.

    Raises LagrError where the solids of a body would have no mass any more.
    """
    if of_solid(path):
        return _with_solid(model, path, size)
    body, axis = model.bodies[int(path[1])], int(path[4])
    together = _across(body) if is_radius(model, path) else (axis,)
    sizes = tuple(size if k in together else old for k, old in enumerate(body.shape.size))
    return set_value(model, path[:4], sizes)


def _with_solid(model: Model, path: Path, size: Scalar) -> Model:
    changed, index = set_value(model, path, size), int(path[1])
    if composed_of(model.bodies[index]) is not None:
        composed_or_refused(changed.bodies[index])
    return changed


def way_of_size(model: Model, path: Path, values: Mapping[str, float], point: Array) -> Array:
    """The direction (3,) in its body in which a point (3,) goes at which a growing length ends."""
    body = model.bodies[int(path[1])]
    if of_solid(path):
        solid = body.shape.solids[int(path[4])]
        (at, turn), along = placed(solid, values), axes_of(solid, path)
    else:
        at, turn = np.array([value(entry, values) for entry in body.centre]), np.eye(3)
        along = (int(path[4]),)
    off = turn[:, along] @ (turn[:, along].T @ (point - at))
    return off / np.linalg.norm(off)


def pull_size(
    model: Model,
    path: Path,
    values: Mapping[str, float],
    way: tuple[Array, Array],
    step: float,
) -> Model:
    """Let a length that ends at a point end at another one, to a multiple of a step (m)."""
    start, end = way
    size = value(size_at(model, path), values)
    grown = float((end - start) @ way_of_size(model, path, values, start))
    size += grown if _is_told_from_middle(model, path) else 2 * grown
    return with_told(model, path, max(round(size / step) * step, step))


def with_told(model: Model, path: Path, told: float) -> Model:
    """Give a shape another length (m), what is round a radius."""
    return with_size(model, path, tidy(2 * told if is_radius(model, path) else told))


def _is_told_from_middle(model: Model, path: Path) -> bool:
    """Whether the length that is told ends at one point, not at two."""
    if of_solid(path):
        return is_one_sided(get_value(model, path[:5]), path)
    return is_radius(model, path)


def type_size(model: Model, values: Mapping[str, float], path: Path, text: str) -> Model:
    """Give a shape a length that was typed, what is round a radius.

    Raises LagrError for what has no positive value.
    """
    number = positive(text, values)
    if not is_radius(model, path):
        return with_size(model, path, as_written(text))
    return with_size(model, path, tidy(2 * number) if is_plain(text) else f"2*({as_written(text)})")
