"""Lengths of shapes: the points at which they are pulled, and what they become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.editing.sketch.plane import half, negative, tidy
from lagr_gui.editing.sketch.solids import axes_of, is_one_sided, of_solid, placed
from lagr_gui.editing.sketch.written import as_written, is_plain, positive
from lagr_gui.editing.solid import composed_of, composed_or_refused
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import Path
from lagr_gui.model import Body, Model, Scalar, Vector

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
    told = value(size_at(model, path), values)
    grown = float((end - start) @ way_of_size(model, path, values, start))
    told += grown if _is_told_from_middle(model, path) else 2 * grown
    return with_told(model, path, max(round(told / step) * step, step))


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
