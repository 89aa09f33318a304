"""Plates in the sketch: how they lie in the working plane, and their corners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import asin, atan2, pi

import numpy as np

from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.editing.sketch.plane import BodyPlaces, WorkingPlane, angle_text, tidy
from lagr_gui.editing.sketch.solids import placed
from lagr_gui.editing.solid import COMPOSED, composed_of
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, Path, refusal
from lagr_gui.model import Body, Model, Scalar, Solid, Vector
from lagr_gui.model.solids.bodies import PLATE

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
    if body.shape.form != COMPOSED:
        return
    for number, solid in enumerate(body.shape.solids):
        if solid.form != PLATE:
            continue
        try:
            at, turn = placed(solid, values)
            flat = [[value(entry, values) for entry in corner] for corner in solid.corners]
        except (LagrError, ArithmeticError, ValueError):
            continue  # the problems say what is wrong with it
        for k, (x, y) in enumerate(flat):
            a, b, c = (tidy(entry) for entry in at + turn @ np.array([x, y, 0.0]))
            yield (a, b, c), ("bodies", index, "shape", "solids", number, "corners", k)


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
        cause = "The corner is a formula."
        raise refusal("Sketch", cause, "Double click it to type another.", code="several")
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
        cause = "The outline meets itself."
        raise refusal("Sketch", cause, "Let its corners go round once.", code="crossed")
    return changed
