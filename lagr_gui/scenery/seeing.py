"""What of lines lies in a picture: motions that run away lead far beyond every edge."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.foundation.arrays import Array

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

ROOM = 2000.0
"""So far beside a picture (pixels) a line has its own end."""
DISTANT = 1e9
"""What is farther away (pixels) is seen in the same direction, at this distance: painters count
with some 32 bits."""
EXTREME = 1e90
"""Farther away (m) nothing is drawn: squares of lengths are numbers still."""


def seen_part(a: Array, b: Array, size: tuple[float, float]) -> tuple[float, float] | None:
    """Between which parts (0 … 1) a line from a to b (2,) lies in a picture or near it.

    None where it does not (Y.-D. Liang, B. A. Barsky: A new concept and method for line clipping,
    1984).  A picture without a size has no edges.
    """
    if not any(size):
        return 0.0, 1.0
    first, last = 0.0, 1.0
    for here, there, length in zip(a.tolist(), b.tolist(), size, strict=True):
        low, high, way = -ROOM - here, length + ROOM - here, there - here
        if not isfinite(way) or (way == 0 and not low <= 0 <= high):
            return None
        if way != 0:
            first, last = (
                max(first, min(low / way, high / way)),
                min(last, max(low / way, high / way)),
            )
    return (first, last) if first < last else None


def near_chain(points: Array) -> Array:
    """A chain of lines (n, 2) that looks the same with no corner farther than `DISTANT`.

    Corners that are nowhere are left out.
    """
    reach = np.abs(points).max(initial=0.0)
    if reach <= DISTANT:
        return points
    points = points[np.isfinite(points).all(axis=1)]
    chain: list[Array] = []
    for a, b in pairwise(points):
        part = seen_part(a, b, (DISTANT, DISTANT))
        way = b - a
        chain += [a, b] if part is None else [a + part[0] * way, a + part[1] * way]
    return np.array([near_point(point) for point in chain]).reshape(-1, 2)


def near_point(point: Array) -> Array:
    """A point (2,), or one in its direction that is not farther than `DISTANT`."""
    reach = float(np.abs(point).max())
    if reach <= DISTANT:
        return point
    return point * (DISTANT / reach) if isfinite(reach) else np.full(2, -DISTANT)


def drawable(motion: Motion) -> Motion:
    """A motion whose places are numbers that a picture can count with."""
    tables = {name: getattr(motion, name) for name in ("x", "lines", "joints", "beams")}
    if all(_moderate(places) for table in tables.values() for places in table.values()):
        return motion
    return replace(
        motion,
        **{
            name: {
                key: np.clip(np.nan_to_num(places), -EXTREME, EXTREME)
                for key, places in table.items()
            }
            for name, table in tables.items()
        },
    )


def _moderate(places: Array) -> bool:
    return bool(np.abs(places).max(initial=0.0) <= EXTREME)
