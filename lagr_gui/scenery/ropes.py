"""How a rope is seen over discs: straight between them, along their rims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import asin, atan2, hypot, pi

import numpy as np

from lagr_gui.arrays import Array

STRAIGHT = 1e-6
"""A bend of a smaller angle (rad) is none."""
FINE = pi / 24
"""Between points of an arc, rad."""
ROUND, ALIKE = 12, 0.97
"""So many corners has a circle at least, and so alike are their distances from its middle."""


@dataclass(frozen=True, eq=False)
class RopeWay:
    """Straight `spans` (k − 1, 2, 2) between the points of a rope, and the `arcs` (n, 2) at them.

    There are as many arcs as points; one where no disc lies is the point itself.
    """

    spans: Array
    arcs: tuple[Array, ...]

    @property
    def whole(self) -> Array:
        """All of it (n, 2)."""
        return np.concatenate(self.arcs)


def rope_way(points: Array, radii: Sequence[float]) -> RopeWay:
    """The way over points (k, 2), some of them middles of discs with a radius (0: none).

    A disc lies within the bend of the rope.  Where discs overlap that far that no line touches
    both the rope runs over their middles.
    """
    sides = [0.0, *(_side(*points[i : i + 3]) for i in range(len(points) - 2)), 0.0]
    signed = [side * radius for side, radius in zip(sides, radii, strict=True)]
    angles = [
        _heading(b - a, other - one)
        for (a, b), (one, other) in zip(pairwise(points), pairwise(signed), strict=True)
    ]
    known = [angle for angle in angles if angle is not None]
    if len(known) < len(angles):
        return rope_way(points, [0.0] * len(points))
    arcs = [points[:1]]
    for i, reach in enumerate(signed[1:-1], start=1):
        arcs.append(_arc(points[i], reach, known[i - 1], known[i]))
    arcs.append(points[-1:])
    spans = np.array([[before[-1], after[0]] for before, after in pairwise(arcs)])
    return RopeWay(spans.reshape(-1, 2, 2), tuple(arcs))


def _side(before: Array, here: Array, after: Array) -> float:
    """On which side of the rope the middle of a disc lies: +1 where the rope turns to it so."""
    (a, b), (c, d) = here - before, after - here
    return 1.0 if a * d - b * c >= 0 else -1.0


def _heading(way: Array, apart: float) -> float | None:
    """The angle of the line that touches two discs `way` apart, whose signed radii differ so."""
    length = hypot(*way.tolist())
    if not length or abs(apart) > length:
        return None if apart else atan2(float(way[1]), float(way[0]))
    return atan2(float(way[1]), float(way[0])) - asin(apart / length)


def _arc(middle: Array, reach: float, before: float, after: float) -> Array:
    """Points (n, 2) of a rim from one heading to another one; the middle without a radius."""
    if not reach:
        return middle[None]
    turn = (after - before) % (2 * pi) if reach > 0 else -((before - after) % (2 * pi))
    if 2 * pi - abs(turn) < STRAIGHT:
        turn = 0.0
    count = max(int(abs(turn) / FINE) + 2, 2)
    headings = before + np.linspace(0.0, turn, count)
    return middle + reach * np.column_stack([np.sin(headings), -np.cos(headings)])


def round_radius(outline: Array, middle: Array) -> float:
    """The radius of an outline (n, 2) that is a circle about a point; 0 of any other."""
    off = np.hypot(*(outline - middle).T) if len(outline) >= ROUND else np.zeros(1)
    high, low = float(off.max()), float(off.min())
    return (high + low) / 2 if low > ALIKE * high > 0 else 0.0
