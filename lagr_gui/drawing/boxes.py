"""Boxes and segments of the drawing; y points down."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import hypot

from lagr_gui.drawing.geometry import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Segment = tuple[Point, Point]


def about(centre: Point, width: float, height: float) -> Box:
    """The box of a size about a point."""
    x, y = centre
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def grown(box: Box, by: float) -> Box:
    """A box with a margin."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def middle(box: Box) -> Point:
    """The centre of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes have an inner point in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def united(boxes: Iterable[Box]) -> Box:
    """The smallest box around boxes, of which there is at least one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def box_of(points: Iterable[Point]) -> Box:
    """The smallest box around points, of which there is at least one."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def segments(line: Sequence[Point]) -> list[Segment]:
    """The parts of a line."""
    return list(itertools.pairwise(line))


def hits(segment: Segment, box: Box) -> bool:
    """Whether a segment has a point inside a box (Liang and Barsky)."""
    (x, y), (x1, y1) = segment
    left, top, right, bottom = box
    if (x <= left and x1 <= left) or (x >= right and x1 >= right):
        return False
    if (y <= top and y1 <= top) or (y >= bottom and y1 >= bottom):
        return False
    dx, dy = x1 - x, y1 - y
    if dx == 0 or dy == 0:
        return True
    low, high = 0.0, 1.0
    for slope, near, far in ((dx, left - x, right - x), (dy, top - y, bottom - y)):
        first, last = sorted((near / slope, far / slope))
        low, high = max(low, first), min(high, last)
    return low < high


def crossing(a: Segment, b: Segment) -> Point | None:
    """The inner point that two segments have in common; None for parallel ones too."""
    (ax, ay), (bx, by) = a
    (cx, cy), (dx, dy) = b
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    wedge = ux * vy - uy * vx
    if abs(wedge) < 1e-9:
        return None
    s = ((cx - ax) * vy - (cy - ay) * vx) / wedge
    t = ((cx - ax) * uy - (cy - ay) * ux) / wedge
    return (ax + s * ux, ay + s * uy) if 0 < s < 1 and 0 < t < 1 else None


def distance(point: Point, segment: Segment) -> float:
    """From a point to the nearest one of a segment."""
    x, y = nearest(point, segment)
    return hypot(point[0] - x, point[1] - y)


def nearest(point: Point, segment: Segment) -> Point:
    """The point of a segment that is nearest to another point."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0:
        return ax, ay
    t = min(1.0, max(0.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / square))
    return ax + t * dx, ay + t * dy


def alongside(a: Segment, b: Segment, gap: float) -> bool:
    """Whether two segments that do not cross, or hardly so, come nearer than a gap.

    Segments that cross at a good angle may do so; those that run along each other may not.
    """
    if not overlap(grown(box_of(a), gap), box_of(b)) and not overlap(
        box_of(a), grown(box_of(b), gap)
    ):
        return False
    (ax, ay), (bx, by) = a
    (cx, cy), (dx, dy) = b
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    size = hypot(ux, uy) * hypot(vx, vy)
    if size and abs(ux * vy - uy * vx) > 0.3 * size and crossing(a, b) is not None:
        ends = [distance(p, b) for p in a] + [distance(p, a) for p in b]
        return min(ends) < 2.0
    ends = [distance(p, b) for p in a] + [distance(p, a) for p in b]
    return min(ends) < gap
