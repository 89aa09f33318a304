"""What is drawn beside the mechanism: points with names; pivots, walls, motion of the ground."""

from __future__ import annotations

from math import hypot

import numpy as np

from lagr_gui.editing.edits.marks import free_letter
from lagr_gui.editing.edits.names import free_symbol, symbols_of
from lagr_gui.editing.edits.values import set_value
from lagr_gui.editing.sketch.anchors import StrokeEnd, distance, inside
from lagr_gui.editing.sketch.axes import times
from lagr_gui.editing.sketch.bodies import LEAST, with_parameter
from lagr_gui.editing.sketch.plane import NO_LENGTH, BodyPlaces, Flat, refused
from lagr_gui.editing.sketch.suspension import direction_of
from lagr_gui.model import Function, Model, SketchPoint, SketchWall, Vector


def trace_point(model: Model, end: StrokeEnd) -> Model:
    """A point of a body whose path is to be seen; one that is traced already is so no more.

    Raises LagrError where no body lies.
    """
    if end.anchor is None or end.body == 0:
        raise refused("No body lies here.", "Click on a point of a body.", "trace")
    return _with_point(model, end.body, end.anchor.point, traced=True)


def draw_ground(model: Model, places: BodyPlaces, start: StrokeEnd, end: StrokeEnd) -> Model:
    """A wall of the ground, before which the bodies are; a click puts a fixed pivot.

    Without bodies it is hatched to the right of the stroke.  A click on a pivot that was put takes
    it away.  Raises LagrError on a body.
    """
    if start.body or end.body:
        cause, remedy = "Here lies a body.", "Draw the ground on empty paper; W fixes a body."
        raise refused(cause, remedy, "ground")
    points = [each.anchor or inside(places, 0, each.at) for each in (start, end)]
    if distance(start.at, end.at) < LEAST:
        return _with_point(model, 0, points[0].point, traced=False)
    if bodies_left_of(places, start.at, end.at) < 0:
        points.reverse()
    wall = SketchWall(start=points[0].point, end=points[1].point)
    return model.having(sketch=model.sketch.having(walls=(*model.sketch.walls, wall)))


def bodies_left_of(places: BodyPlaces, a: Flat, b: Flat) -> float:
    """Positive where the bodies are to the left of the way from a to b, negative to its right."""
    bodies = [places.at(number, np.zeros(3)) for number in places.x if number]
    return sum((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x, y in bodies)


def _with_point(model: Model, body: int, point: Vector, traced: bool) -> Model:
    """The model with a point that has a name, or without one that is there already."""
    sketch = model.sketch
    left = sketch.only("points", lambda mark: (mark.body, mark.point) != (body, point))
    if left == sketch:
        mark = SketchPoint(name=free_letter(sketch), body=body, point=point, traced=traced)
        left = sketch.having(points=(*sketch.points, mark))
    return model.having(sketch=left)


# --- The ground that moves: body 0 led to and fro ----------------------------------------------

QUICK = 3.0
"""Circular frequency of a ground that was drawn (rad/s)."""


def shake_ground(model: Model, places: BodyPlaces, start: Flat, end: Flat) -> Model:
    """Let body 0 move to and fro along a stroke, as far as that is long.

    Its motion is a function of time, with parameters.  Raises LagrError for no length.
    """
    way = end[0] - start[0], end[1] - start[1]
    length = hypot(*way)
    if length == 0:
        raise refused(*NO_LENGTH)
    direction = direction_of(places, places.plane.space((way[0] / length, way[1] / length)))
    model, far = with_parameter(model, "A", 0, length, "m", "", False)
    model, quick = with_parameter(model, "Omega", 0, QUICK, "rad/s", "", False)
    name = free_symbol("u", symbols_of(model))
    motion = Function(name=name, expression=f"{far}*sin({quick}*t)")
    model = model.having(functions=(*model.functions, motion))
    moved = tuple(times(f"{name}(t)", entry) for entry in direction)
    return set_value(model, ("base", "position"), moved)
