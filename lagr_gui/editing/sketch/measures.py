"""Measures that are written into a sketch: distances of points, and angles between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, inf, isfinite, pi, sin
from typing import TypeVar

from lagr_gui.editing.edits.values import set_parameter, set_value
from lagr_gui.editing.sketch.anchors import SAME, StrokeEnd, distance, inside
from lagr_gui.editing.sketch.bodies import LEAST
from lagr_gui.editing.sketch.lengths import Standing
from lagr_gui.editing.sketch.marks import bodies_left_of
from lagr_gui.editing.sketch.moved import stand_at
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, refused, tidy
from lagr_gui.editing.sketch.written import is_plain
from lagr_gui.expression.arguments import quantity
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import BodyPoint, Model, SketchMeasure, SketchPoint, Vector

Mark = TypeVar("Mark", BodyPoint, SketchPoint)
STEP, ROUNDS, CLOSE = 1e-6, 30, 1e-10
"""By which a value is changed to see how a measure answers; steps of Newton, and their aim."""
SHORT = 9
"""Digits after the point of a value that gives the measure as well as one with more."""


def draw_measure(
    model: Model, places: BodyPlaces, ends: Sequence[StrokeEnd], aside: float
) -> Model:
    """The distance of two points, or the angle at the second of three, written so far aside (m).

    Raises LagrError where two points are one.
    """
    if len(ends) < 2 or min(distance(a.at, b.at) for a, b in pairwise(ends)) < LEAST:
        raise refused("A measure needs points apart.", "Pull from one point to another.", "short")
    anchors = [end.anchor or inside(places, 0, end.at) for end in ends]
    points = tuple(BodyPoint(body=anchor.body, point=anchor.point) for anchor in anchors)
    if len(ends) == 2 and bodies_left_of(places, ends[0].at, ends[1].at) > 0:
        aside = -aside
    measure = SketchMeasure(points=points, aside=aside)
    return model.having(sketch=model.sketch.having(measures=(*model.sketch.measures, measure)))


def ends_of(measure: SketchMeasure, places: BodyPlaces) -> list[Flat]:
    """Where the points of a measure are. Raises LagrError or KeyError where one is nowhere."""
    return [places.at(point.body, places.numbers(point.point)) for point in measure.points]


def measured(measure: SketchMeasure, places: BodyPlaces) -> float:
    """The distance (m), or the angle from the first to the last point (rad, from -π to π)."""
    ends = ends_of(measure, places)
    if len(ends) == 2:
        return distance(*ends)
    (ax, ay), (bx, by), (cx, cy) = ends
    turned = atan2(cy - by, cx - bx) - atan2(ay - by, ax - bx)
    return atan2(sin(turned), cos(turned))


def set_measure(model: Model, standing: Standing, index: int, text: str) -> Model:
    """Give a measure a value that was typed, by the one parameter or start value it depends on.

    A distance is sought among parameters first, an angle among start values.  Of a distance that
    depends on none a fixed pin at an end moves along it, that at the second end first.  Raises
    LagrError where it depends on several or nothing, and where no value of that one gives it.
    """
    measure = model.sketch.measures[index]
    angle = len(measure.points) > 2
    places = standing(model)
    wanted = quantity(text, "rad" if angle else "m", "Sketch", places.values)
    if angle and measured(measure, places) < 0:
        wanted = -wanted
    sorts = [_parameters(model), _starts(model, places.values)]
    for sort in sorts[::-1] if angle else sorts:
        moves = {name: change for name, change in sort.items() if _moves(measure, standing, change)}
        if len(moves) > 1:
            cause = say("The measure depends on {names}.", names=joined(sorted(moves)))
            raise refused(cause, "Change one of them.", "several")
        if moves:
            ((_, change),) = moves.items()
            return _solved(measure, standing, change, wanted)
    moved = None if angle else _with_pin_moved(model, places, measure, wanted)
    if moved is not None:
        return moved
    cause = "The measure depends on no parameter and no start value."
    remedy = "Double click one of its points and type its place, or pull it with Alt or Ctrl."
    raise refused(cause, remedy, "fixed")


def _with_pin_moved(
    model: Model, places: BodyPlaces, measure: SketchMeasure, wanted: float
) -> Model | None:
    """The model with a fixed pin so far from the other end of a distance; None: no end is one."""
    ends = ends_of(measure, places)
    if wanted <= 0 or distance(*ends) < LEAST:
        return None
    for pin, other in ((1, 0), (0, 1)):
        if measure.points[pin].body == 0 and _is_pin(model, places, ends[pin]):
            (ax, ay), (bx, by) = ends[other], ends[pin]
            part = wanted / distance(*ends)
            to = tidy(ax + part * (bx - ax)), tidy(ay + part * (by - ay))
            return _pins_moved(model, places, ends[pin], (float(to[0]), float(to[1])))
    return None


def _is_pin(model: Model, places: BodyPlaces, at: Flat) -> bool:
    """Whether a joint is on the ground there, by numbers that stand for nothing else."""
    return any(
        joint.parent == 0 and _is_there(joint.point_parent, places, at) for joint in model.joints
    )


def _is_there(point: Vector, places: BodyPlaces, at: Flat) -> bool:
    """Whether a point of the ground is at a place, by plain numbers."""
    plain = not any(isinstance(entry, str) for entry in point)
    return plain and distance(places.at(0, places.numbers(point)), at) < SAME


def _pins_moved(model: Model, places: BodyPlaces, old: Flat, new: Flat) -> Model:
    """The model with joints, pivots and ends of measures on the ground at another place."""

    def moved(point: Vector) -> Vector:
        x, y, z = (tidy(entry) for entry in places.led(0, places.numbers(point), new))
        return x, y, z

    def placed(mark: Mark) -> Mark:
        there = mark.body == 0 and _is_there(mark.point, places, old)
        return mark.having(point=moved(mark.point)) if there else mark

    for index, joint in enumerate(model.joints):
        if joint.parent == 0 and _is_there(joint.point_parent, places, old):
            path = ("joints", index, "point_parent")
            model = set_value(model, path, moved(joint.point_parent))
    measures = tuple(
        measure.having(points=tuple(map(placed, measure.points)))
        for measure in model.sketch.measures
    )
    pivots = tuple(map(placed, model.sketch.points))
    return model.having(sketch=model.sketch.having(measures=measures, points=pivots))


Change = tuple[float, Callable[[float], Model]]
"""A number of a model as it is, and the model with another one."""


def _parameters(model: Model) -> dict[str, Change]:
    return {
        entry.name: (
            float(value(entry.value, {})),
            lambda number, name=entry.name: set_parameter(model, name, tidy(number)),
        )
        for entry in model.parameters
        if entry.value is not None and is_plain(entry.value)
    }


def _starts(model: Model, values: Mapping[str, float]) -> dict[str, Change]:
    starts = {entry.coordinate: entry.position for entry in model.start}
    positions = {name: starts.get(name, 0) for name in model.coordinates}
    return {
        name: (
            float(value(position, values)),
            lambda number, name=name: stand_at(model, {name: number}),
        )
        for name, position in positions.items()
        if is_plain(position)
    }


def _value(measure: SketchMeasure, standing: Standing, model: Model) -> float:
    try:
        return measured(measure, standing(model))
    except (LagrError, ArithmeticError, ValueError, KeyError):
        return inf


def _moves(measure: SketchMeasure, standing: Standing, change: Change) -> bool:
    number, changed = change
    step = STEP * max(abs(number), 1.0)
    ends = (_value(measure, standing, changed(at)) for at in (number + step, number))
    apart = next(ends) - next(ends)
    return isfinite(apart) and abs(apart) > 1e-3 * step


def _solved(measure: SketchMeasure, standing: Standing, change: Change, wanted: float) -> Model:
    """By Newton's method from the present value on."""
    number, changed = change
    turn = 2 * pi if len(measure.points) > 2 else inf
    for _ in range(ROUNDS):
        here = _value(measure, standing, changed(number))
        off = wanted - here
        off = off - turn * round(off / turn) if turn < inf else off
        if abs(off) <= CLOSE * max(abs(wanted), 1.0):
            short = round(number, SHORT)
            exact = abs(wanted - _value(measure, standing, changed(short))) <= abs(off)
            return changed(short if exact else number)
        step = STEP * max(abs(number), 1.0)
        slope = (_value(measure, standing, changed(number + step)) - here) / step
        if not isfinite(slope) or abs(slope) < STEP:
            break
        number += off / slope
    cause = "The measure cannot have this value as the mechanism stands."
    raise refused(cause, "Type another value, or move the mechanism first.", "fixed")
