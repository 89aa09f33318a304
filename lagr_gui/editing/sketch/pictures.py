"""Photos and drawings behind the sketch: put there, moved, brought to scale by two points."""

from __future__ import annotations

from math import atan2, cos, degrees, floor, log10, pi, radians, remainder, sin

from lagr_gui.editing.sketch.anchors import distance
from lagr_gui.editing.sketch.bodies import LEAST
from lagr_gui.editing.sketch.plane import Flat, refused
from lagr_gui.model import Model, SketchPicture

DIGITS = 6
"""Of the width of a picture; its place is as fine."""
ANGLE_DIGITS = 4
"""After the point of the angle (°) by which it is turned."""


def add_picture(model: Model, picture: SketchPicture) -> Model:
    """One picture more, over those that are there."""
    return _with(model, (*model.sketch.pictures, picture))


def move_picture(model: Model, index: int, by: Flat) -> Model:
    """A picture elsewhere (m)."""
    pictures = model.sketch.pictures
    moved = _placed(pictures[index], x=pictures[index].x + by[0], y=pictures[index].y + by[1])
    return _with(model, (*pictures[:index], moved, *pictures[index + 1 :]))


def scale_picture(
    model: Model, index: int, a: Flat, b: Flat, length: float, direction: float | None = None
) -> Model:
    """Make a picture so large that two of its points have a distance (m); the first one stays.

    With a direction (rad) it is turned so that the second one lies there.
    Raises LagrError where both points are the same, or the length is none.
    """
    if distance(a, b) < LEAST:
        raise refused("Both points are the same.", "Pull from one point to another.", "short")
    if length <= 0:
        raise refused("A length is positive.", "Type a greater number.", "short")
    factor, seen = length / distance(a, b), atan2(b[1] - a[1], b[0] - a[0])
    by = 0.0 if direction is None else remainder(direction - seen, 2 * pi)
    pictures = model.sketch.pictures
    old = pictures[index]
    x, y = turned((old.x - a[0], old.y - a[1]), by)
    turn = remainder(old.turn + by, 2 * pi)
    new = old.having(width=old.width * factor, turn=radians(round(degrees(turn), ANGLE_DIGITS)))
    new = _placed(new, x=a[0] + factor * x, y=a[1] + factor * y)
    return _with(model, (*pictures[:index], new, *pictures[index + 1 :]))


def _placed(picture: SketchPicture, x: float, y: float) -> SketchPicture:
    """The picture at another place, in numbers as fine as a pixel asks for."""
    digits = DIGITS - 1 - floor(log10(picture.width))
    x, y, width = (round(entry, digits) for entry in (x, y, picture.width))
    return picture.having(x=x, y=y, width=width)


def turned(way: Flat, by: float) -> Flat:
    """A way that is turned by an angle (rad)."""
    c, s = cos(by), sin(by)
    return c * way[0] - s * way[1], s * way[0] + c * way[1]


def _with(model: Model, pictures: tuple[SketchPicture, ...]) -> Model:
    return model.having(sketch=model.sketch.having(pictures=pictures))
