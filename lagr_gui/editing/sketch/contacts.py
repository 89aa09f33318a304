"""What keeps bodies apart: walls of the ground, other discs."""

from __future__ import annotations

from math import inf

import numpy as np

from lagr_gui.editing.edits.add import add_element
from lagr_gui.editing.sketch.anchors import SAME, Anchor, StrokeEnd
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, half, refused
from lagr_gui.editing.sketch.shapes import ROUND
from lagr_gui.editing.sketch.suspension import direction_of
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Body, Model, Scalar


def draw_contact(model: Model, places: BodyPlaces, start: StrokeEnd, end: StrokeEnd) -> Model:
    """A body that rebounds from a wall, or two discs that rebound from each other.

    A disc touches with its rim, any other body with the point that was met.  Raises LagrError where
    nothing of that kind lies at the ends.
    """
    a, b = start.anchor, end.anchor
    if a is not None and b is not None and a.body and b.body and a.body != b.body:
        return _collision(model, a, b)
    for one, other in ((a, end), (b, start)):
        if one is not None and one.body and not other.body:
            wall = wall_at(model, places, other)
            if wall is not None:
                return _on_wall(model, places, one, wall)
    cause = "From a body one pulls to a wall, or from a disc to another disc."
    raise refused(cause, "Draw a wall first (G).", "contact")


def wall_at(model: Model, places: BodyPlaces, end: StrokeEnd) -> int | None:
    """The index of the wall of the ground on which a stroke ends."""
    near = [(off_line(end.at, *ends), index) for index, ends in walls(model, places).items()]
    off, index = min(near, default=(inf, 0))
    return index if off < SAME else None


def off_line(at: Flat | Array, start: Flat | Array, end: Flat | Array) -> float:
    """The distance of a place from the line between two others."""
    a, b, here = np.array(start), np.array(end), np.array(at)
    way = b - a
    part = float(np.clip((here - a) @ way / (way @ way), 0, 1)) if way.any() else 0.0
    return float(np.hypot(*(a + part * way - here)))


def walls(model: Model, places: BodyPlaces) -> dict[int, tuple[Flat, Flat]]:
    """Both ends of each wall of the ground by its index, as far as they are known."""
    lines: dict[int, tuple[Flat, Flat]] = {}
    for index, wall in enumerate(model.sketch.walls):
        try:
            ends = [places.numbers(point) for point in (wall.start, wall.end)]
        except (LagrError, ArithmeticError, ValueError):
            continue  # the problems say what is wrong with it
        if wall.body == 0 and all(places.lies(0, end) for end in ends):
            lines[index] = places.at(0, ends[0]), places.at(0, ends[1])
    return lines


def apart(places: BodyPlaces, a: Anchor, b: Anchor) -> float:
    """The distance of two points in space (m), where one may lie before the other too."""
    ends = [places.space(one.body, places.numbers(one.point)) for one in (a, b)]
    return float(np.linalg.norm(ends[0] - ends[1]))


def _collision(model: Model, a: Anchor, b: Anchor) -> Model:
    radii = [radius_of(model.body(one.body)) for one in (a, b)]
    if 0 in radii:
        cause, remedy = "Only round bodies collide with each other.", "Pull from disc to disc."
        raise refused(cause, remedy, "contact")
    centres = [model.body(one.body).centre for one in (a, b)]
    fields = {"body_a": a.body, "body_b": b.body, "distance": f"{radii[0]} + {radii[1]}"}
    return add_element(model, "bumper", **fields, point_a=centres[0], point_b=centres[1])


def _on_wall(model: Model, places: BodyPlaces, anchor: Anchor, index: int) -> Model:
    """The body comes to the side of the wall on which it is; that one is not hatched then."""
    wall = model.sketch.walls[index]
    a, b = (places.numbers(point) for point in (wall.start, wall.end))
    normal = places.plane.normal @ places.R[0]
    away = np.cross(normal, b - a)
    away = away / np.linalg.norm(away)
    body = model.body(anchor.body)
    radius = radius_of(body)
    point = body.centre if radius else anchor.point
    here = places.R[0].T @ (places.space(body.number, places.numbers(point)) - places.x[0])
    if (here - a) @ away < 0:
        away, turned = -away, wall.having(start=wall.end, end=wall.start)
        walls = list(model.sketch.walls)
        walls[index] = turned
        model = model.having(sketch=model.sketch.having(walls=tuple(walls)))
    return add_element(
        model,
        "wall",
        body=anchor.body,
        centre=point,
        radius=radius,
        ground=0,
        plane_point=wall.start,
        normal=direction_of(places, away),
    )


def radius_of(body: Body) -> Scalar:
    """The radius of a round body as it is written; 0 for any other."""
    shape = body.shape
    if shape.form not in ROUND:
        return 0
    across = next(
        size for letter, size in zip("xyz", shape.size, strict=True) if letter != shape.axis
    )
    return half(across)
