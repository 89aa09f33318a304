"""Guides: with what a box lines up that is moved over the drawing, near enough to be meant."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.drawing.boxes import Box, Segment
from lagr_gui.drawing.geometry import Point
from lagr_gui.foundation.arrays import Array

SAME = 1e-6
"""Places that are no farther apart are one."""


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
    table = np.array(others, float).reshape(-1, 4)
    turned = table[:, [1, 0, 3, 2]]
    x, across = _along(box, table, near)
    y, along = _along(_turned(box), turned, near)
    moved = (box[0] + (x or 0), box[1] + (y or 0), box[2] + (x or 0), box[3] + (y or 0))
    lines = [*_lines(moved, table, across)]
    lines += [((ay, ax), (by, bx)) for (ax, ay), (bx, by) in _lines(_turned(moved), turned, along)]
    return Guidance(x, y, tuple(dict.fromkeys(lines)))


def _turned(box: Box) -> Box:
    return box[1], box[0], box[3], box[2]


def _along(box: Box, others: Array, near: float) -> tuple[float | None, bool]:
    """The best step along the first axis, and whether there is one."""
    steps = np.append(_apart(box, others), [*_even(box, others)])
    if not len(steps):
        return None, False
    best = float(steps[np.abs(steps).argmin()])
    return (best, True) if abs(best) <= near else (None, False)


def _apart(box: Box, others: Array) -> Array:
    """How far left edges, right edges and centres of others (n, 4) are from those of a box."""
    middles = (others[:, 0] + others[:, 2]) / 2
    there = np.column_stack([others[:, 0], others[:, 2], middles])
    return there - np.array([box[0], box[2], (box[0] + box[2]) / 2])


def _row(box: Box, others: Array) -> tuple[list[Box], list[Box]]:
    """The two boxes that stand beside a box on its left, nearest first, and on its right."""
    beside = others[(others[:, 1] < box[3]) & (box[1] < others[:, 3])]
    middles, middle = beside[:, 0] + beside[:, 2], box[0] + box[2]
    left, right = beside[middles < middle], beside[middles > middle]
    left = left[np.argsort(-left[:, 2], kind="stable")[:2]]
    right = right[np.argsort(right[:, 0], kind="stable")[:2]]
    return [*map(tuple, left.tolist())], [*map(tuple, right.tolist())]


def _even(box: Box, others: Array) -> Iterator[float]:
    """Steps after which two gaps of the row are equal."""
    left, right = _row(box, others)
    if left and right and right[0][0] - left[0][2] > box[2] - box[0]:
        yield ((left[0][2] + right[0][0]) - (box[0] + box[2])) / 2
    if len(left) > 1 and (gap := left[0][0] - left[1][2]) > 0:
        yield left[0][2] + gap - box[0]
    if len(right) > 1 and (gap := right[1][0] - right[0][2]) > 0:
        yield right[0][0] - gap - box[2]


def _lines(box: Box, others: Array, there: bool) -> Iterator[Segment]:
    """What a box in line has in common with others, along the first axis."""
    if not there:
        return
    xs = box[0], box[2], (box[0] + box[2]) / 2
    for number, which in np.argwhere(np.abs(_apart(box, others)) < SAME).tolist():
        _, top, _, bottom = others[number].tolist()
        yield (xs[which], min(box[1], top)), (xs[which], max(box[3], bottom))
    height = (box[1] + box[3]) / 2
    for gap in _equal_gaps(box, others):
        yield (gap[0], height), (gap[1], height)


def _equal_gaps(box: Box, others: Array) -> Iterator[Point]:
    """Ends of the gaps of the row that are as wide as one beside the box."""
    left, right = _row(box, others)
    row = [*reversed(left), box, *right]
    gaps = [(a[2], b[0]) for a, b in itertools.pairwise(row) if b[0] > a[2]]
    widths = [b - a for a, b in gaps if _same(a, box[2]) or _same(b, box[0])]
    for width in widths:
        equal = [gap for gap in gaps if _same(gap[1] - gap[0], width)]
        if len(equal) > 1:
            yield from equal


def _same(a: float, b: float) -> bool:
    return abs(a - b) < SAME
