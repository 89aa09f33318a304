"""Shapes of what the user has put somewhere by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import dist

from lagr_gui.drawing import routes, spots
from lagr_gui.drawing.boxes import about, distance, grown, nearest, segments, united
from lagr_gui.drawing.ends import End, border
from lagr_gui.drawing.field import Obstacles, Sight
from lagr_gui.drawing.geometry import Point
from lagr_gui.drawing.records import DrawnShape, Hand, Job, Look
from lagr_gui.drawing.seats import Seat, label_boxes, seat, seat_at, symbol_box

INSET = 8.0
"""A line whose next corner faces a side of a block leaves it at a right angle."""


def between(job: Job, ends: Sequence[End], sight: Sight) -> dict[str, DrawnShape]:
    """An edge with corners, a symbol or a label that the user has moved."""
    hand = job.hand
    if hand.bends:
        line = _along(ends, hand.bends)
        shapes = routes.shapes_of(job, line, _seat(job, line, sight), sight)
    elif hand.place is not None:
        shapes = _by_way_of(job, ends, hand.place, sight)
    else:
        shapes = routes.between(replace(job, hand=Hand()), ends, sight)
    return {**shapes, job.key: labelled(shapes[job.key], job.look, hand)}


def labelled(shape: DrawnShape, look: Look, hand: Hand) -> DrawnShape:
    """A shape with its label where the user has put it."""
    if hand.label is None:
        return shape
    (x, y), (dx, dy) = shape.centre, hand.label
    return replace(shape, label=about((x + dx, y + dy), *look.label), side="middle")


def hanging(job: Job, host: DrawnShape) -> dict[str, DrawnShape]:
    """What hangs on the symbol of a joint and was moved."""
    shapes: dict[str, DrawnShape] = {}
    for key, look, hand in job.hung:
        if hand.place is not None:
            symbol = about(hand.place, *look.symbol)
            start = border(End("", host.symbol), hand.place)
            end = border(End("", symbol), host.centre)
            label, side = list(label_boxes(look, symbol, True))[2]
            shape = DrawnShape((start, end), hand.place, symbol, label, side)
            shapes[key] = labelled(shape, look, hand)
    return shapes


def alone(job: Job, end: End) -> DrawnShape:
    """A load, or what belongs to no body, at the place that was chosen."""
    assert job.hand.place is not None
    at = job.hand.place
    return spots.put(job, (border(end, at), at) if job.ends else (at, at), at)


def _by_way_of(job: Job, ends: Sequence[End], place: Point, sight: Sight) -> dict[str, DrawnShape]:
    route = routes.by_way_of(job, ends, place, sight)
    if route is None:
        line = border(ends[0], place), place, border(ends[1], place)
        route = line, _at(job, line, 0, place, Obstacles([], []))
    return routes.shapes_of(job, *route, sight)


def _along(ends: Sequence[End], bends: Sequence[Point]) -> tuple[Point, ...]:
    return (_leave(ends[0], bends[0]), *bends, _leave(ends[1], bends[-1]))


def _leave(end: End, to: Point) -> Point:
    left, top, right, bottom = end.box
    x, y = to
    if left + INSET <= x <= right - INSET and not top <= y <= bottom:
        return x, top if y < top else bottom
    if top + INSET <= y <= bottom - INSET and not left <= x <= right:
        return left if x < left else right, y
    return border(end, to)


def _seat(job: Job, line: tuple[Point, ...], sight: Sight) -> Seat:
    """At the point of the line nearest to the place that was chosen, or where there is room."""
    pieces = segments(line)
    area = grown(united([about(point, 1, 1) for point in line]), 200)
    scene = sight.look(area)
    place = job.hand.place
    if place is None:
        spot = seat(job, line, scene)
        if spot is not None:
            return spot
        host = max(range(len(pieces)), key=lambda i: dist(*pieces[i]))
        (ax, ay), (bx, by) = pieces[host]
        return _at(job, line, host, ((ax + bx) / 2, (ay + by) / 2), scene)
    host = min(range(len(pieces)), key=lambda i: distance(place, pieces[i]))
    return _at(job, line, host, nearest(place, pieces[host]), scene)


def _at(job: Job, line: tuple[Point, ...], host: int, place: Point, scene: Obstacles) -> Seat:
    """A seat at a place, with everything free about it if possible."""
    pieces = segments(line)
    free = seat_at(job, place, host, pieces, scene)
    if free is None:
        free = seat_at(job, place, host, [(place, place)] * (host + 1), Obstacles([], []))
    assert free is not None
    symbol = symbol_box(job.look, place, pieces[host])
    return Seat(host, place, symbol, free.label, free.side, free.hung)
