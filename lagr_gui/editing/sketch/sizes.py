"""Lengths of shapes: the points at which they are pulled, and what they become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lagr_gui.arrays import Array
from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.editing.sketch.plane import half, negative, tidy
from lagr_gui.editing.sketch.written import as_written, is_plain, positive
from lagr_gui.model import Body, Model, Scalar, Vector
from lagr_gui.problem import Path

ROUND = ("disc", "cylinder", "wheel", "sphere")
"""Shapes that have a radius."""


def path_of_size(index: int, axis: int) -> Path:
    """Where the length of a shape along an axis of its body is written."""
    return "bodies", index, "shape", "size", axis


def is_size(path: Path) -> bool:
    """Whether a path leads to a length of a shape."""
    return len(path) == 5 and path[2:4] == ("shape", "size")


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
    body = model.bodies[int(path[1])]
    return body.shape.form in (*ROUND, "bead") and int(path[4]) in _across(body)


def with_size(model: Model, path: Path, size: Scalar) -> Model:
    """Give a shape another length; what is round stays round."""
    body, axis = model.bodies[int(path[1])], int(path[4])
    together = _across(body) if is_radius(model, path) else (axis,)
    sizes = tuple(size if k in together else old for k, old in enumerate(body.shape.size))
    return set_value(model, path[:4], sizes)


def pull_size(model: Model, path: Path, off: Array, step: float) -> Model:
    """Let a shape end where a point is so far off (3,) its middle, to a multiple of a step (m)."""
    reach = abs(float(off[int(path[4])]))
    part = step if is_radius(model, path) else step / 2
    return with_size(model, path, tidy(2 * max(round(reach / part) * part, part)))


def type_size(model: Model, values: Mapping[str, float], path: Path, text: str) -> Model:
    """Give a shape a length that was typed, what is round a radius.

    Raises LagrError for what has no positive value.
    """
    number = positive(text, values)
    if not is_radius(model, path):
        return with_size(model, path, as_written(text))
    return with_size(model, path, tidy(2 * number) if is_plain(text) else f"2*({as_written(text)})")
