"""Guides: with what a box lines up that is moved over the drawing, near enough to be meant."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lagr_gui.drawing.boxes import Box, Segment
from lagr_gui.drawing.geometry import Point


@dataclass(frozen=True, slots=True)
class Guidance:
    """Steps along x and y that bring a box in line, None where nothing is near; lines that show it.

    Edges lie on edges and centres on centres of others, or gaps are as wide as others in the row.
    """

    x: float | None
    y: float | None
    lines: tuple[Segment, ...] = ()


def guided(box: Box, others: Sequence[Box], near: float) -> Guidance:
    """The smallest steps not longer than `near`, along each axis by itself."""
    x, across = _along(box, others, near)
    y, along = _along(_turned(box), [_turned(other) for other in others], near)
    moved = (box[0] + (x or 0), box[1] + (y or 0), box[2] + (x or 0), box[3] + (y or 0))
    lines = [*_lines(moved, others, across)]
    turned = _lines(_turned(moved), [_turned(other) for other in others], along)
    lines += [((ay, ax), (by, bx)) for (ax, ay), (bx, by) in turned]
    return Guidance(x, y, tuple(dict.fromkeys(lines)))


def _turned(box: Box) -> Box:
    return box[1], box[0], box[3], box[2]


def _along(box: Box, others: Sequence[Box], near: float) -> tuple[float | None, bool]:
    """The best step along the first axis, and whether there is one."""
    steps = [there - here for other in others for here, there in _pairs(box, other)]
    steps += _even(box, others)
    best = min(steps, key=abs, default=near + 1)
    return (best, True) if abs(best) <= near else (None, False)


def _pairs(box: Box, other: Box) -> Iterator[tuple[float, float]]:
    """Left edges, right edges and centres."""
    yield box[0], other[0]
    yield box[2], other[2]
    yield (box[0] + box[2]) / 2, (other[0] + other[2]) / 2


def _row(box: Box, others: Iterable[Box]) -> tuple[list[Box], list[Box]]:
    """What stands beside a box: on its left, nearest first, and on its right."""
    beside = [other for other in others if other[1] < box[3] and box[1] < other[3]]
    middle = box[0] + box[2]
    left = sorted((o for o in beside if o[0] + o[2] < middle), key=lambda o: -o[2])
    right = sorted((o for o in beside if o[0] + o[2] > middle), key=lambda o: o[0])
    return left, right


def _even(box: Box, others: Iterable[Box]) -> Iterator[float]:
    """Steps after which two gaps of the row are equal."""
    left, right = _row(box, others)
    if left and right and right[0][0] - left[0][2] > box[2] - box[0]:
        yield ((left[0][2] + right[0][0]) - (box[0] + box[2])) / 2
    if len(left) > 1 and (gap := left[0][0] - left[1][2]) > 0:
        yield left[0][2] + gap - box[0]
    if len(right) > 1 and (gap := right[1][0] - right[0][2]) > 0:
        yield right[0][0] - gap - box[2]


def _lines(box: Box, others: Sequence[Box], there: bool) -> Iterator[Segment]:
    """What a box in line has in common with others, along the first axis."""
    if not there:
        return
    for other in others:
        for here, at in _pairs(box, other):
            if _same(here, at):
                yield (at, min(box[1], other[1])), (at, max(box[3], other[3]))
    height = (box[1] + box[3]) / 2
    for gap in _equal_gaps(box, others):
        yield (gap[0], height), (gap[1], height)


def _equal_gaps(box: Box, others: Iterable[Box]) -> Iterator[Point]:
    """Ends of the gaps of the row that are as wide as one beside the box."""
    left, right = _row(box, others)
    row = [*reversed(left[:2]), box, *right[:2]]
    gaps = [(a[2], b[0]) for a, b in itertools.pairwise(row) if b[0] > a[2]]
    own = [b - a for a, b in gaps if _same(a, box[2]) or _same(b, box[0])]
    for width in own:
        equal = [gap for gap in gaps if _same(gap[1] - gap[0], width)]
        if len(equal) > 1:
            yield from equal


def _same(a: float, b: float) -> bool:
    return abs(a - b) < 1e-6
