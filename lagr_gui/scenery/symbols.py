"""Textbook symbols as points in the picture (pixels): zigzag spring, dashpot, shoes, hatching."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from lagr_gui.foundation.arrays import Array

COILS = 7
SPRING_WIDTH = 7.0
DASHPOT_WIDTH = 6.0
HATCH, ACROSS = 7.0, 5.0
GRIP = 1.5
"""Half width of a zigzag and of a dashpot, distance of hatching lines, heads of the double arrow of
a damper in all directions, how far from its line a shoe begins, pixels."""

COIL_PLACES = np.linspace(0.0, 1.0, 2 * COILS + 1)
COIL_SIDES = np.array([0.0, *(SPRING_WIDTH * (-1.0) ** n for n in range(2 * COILS - 1)), 0.0])
"""Along a spring the corners of its coils, as parts of their length, and how far aside (pixels)."""


def frame(a: Array, b: Array) -> tuple[float, Array, Array]:
    """Length, direction and normal (2,) of the line from a to b; to the right for no length."""
    span = np.asarray(b) - np.asarray(a)
    length = float(np.hypot(*span))
    along = span / length if length > 1e-9 else np.array([1.0, 0.0])
    return length, along, np.array([-along[1], along[0]])


def zigzag(a: Array, b: Array, shift: float = 0.0) -> Array:
    """The corners (n, 2) of a spring from a to b; `shift` moves its coils sideways."""
    length, along, across = frame(a, b)
    lead = min(0.18 * length, 16.0)
    start, end = lead, length - lead
    places = np.concatenate([[0.0], start + COIL_PLACES * (end - start), [length]])
    sides = np.concatenate([[0.0], COIL_SIDES + shift, [0.0]])
    return a + places[:, None] * along + sides[:, None] * across


def dashpot(a: Array, b: Array, shift: float = 0.0, everywhere: bool = False) -> list[Array]:
    """The strokes (n, 2) of a dashpot from a to b: stem and cup, piston and its rod.

    One that resists motion `everywhere` has a double arrow over its piston.
    """
    length, along, across = frame(a, b)
    cup = min(26.0, 0.4 * length)
    bottom, rim = (length - cup) / 2, (length + cup) / 2
    piston = length / 2
    w = DASHPOT_WIDTH

    def at(distance: float, side: float) -> Array:
        return a + distance * along + (side + shift) * across

    wall = np.array([at(rim, w), at(bottom, w), at(bottom, -w), at(rim, -w)])
    stem = np.array([a, at(0.0, 0.0), at(bottom, 0.0)])
    head = np.array([at(piston, 0.75 * w), at(piston, -0.75 * w)])
    rod = np.array([at(piston, 0.0), at(length, 0.0), b])
    if not everywhere:
        return [stem, wall, head, rod]
    tips = at(piston, 2.2 * w), at(piston, -2.2 * w)
    heads = (arrow(tips[1], tips[0], ACROSS), arrow(tips[0], tips[1], ACROSS))
    return [stem, wall, np.array(tips), *heads, rod]


def friction_damper(a: Array, b: Array, shift: float = 0.0) -> list[Array]:
    """The strokes (n, 2) of a friction damper from a to b: stem and jaws, their shoes on a rod."""
    length, along, across = frame(a, b)
    jaws = min(26.0, 0.4 * length)
    bottom, rim = (length - jaws) / 2, (length + jaws) / 2
    w = 1.4 * DASHPOT_WIDTH

    def at(distance: float, side: float) -> Array:
        return a + distance * along + (side + shift) * across

    wall = np.array([at(rim, w), at(bottom, w), at(bottom, -w), at(rim, -w)])
    stem = np.array([a, at(0.0, 0.0), at(bottom, 0.0)])
    rod = np.array([at(bottom + 0.3 * jaws, 0.0), at(length, 0.0), b])
    middle, shoe = at(bottom + 0.65 * jaws, 0.0), 0.22 * jaws
    return [stem, wall, rod, *shoes(middle, along, shoe, w)]


def shoes(middle: Array, along: Array, half: float, reach: float) -> list[Array]:
    """The outlines (5, 2) of two shoes that press from both sides on a line through a point."""
    across = np.array([-along[1], along[0]])
    corners = ((-half, GRIP), (half, GRIP), (half, reach), (-half, reach), (-half, GRIP))
    return [
        np.array([middle + x * along + side * y * across for x, y in corners])
        for side in (1.0, -1.0)
    ]


def padlock(middle: Array) -> tuple[Array, Array]:
    """The bow (n, 2) and the body (5, 2) of a small padlock about a point."""
    turn = np.linspace(np.pi, 2 * np.pi, 13)
    arc = np.column_stack([3.4 * np.cos(turn), 4.0 * np.sin(turn) - 3.0])
    bow = np.vstack([[-3.4, 0.0], arc, [3.4, 0.0]])
    box = np.array([[-5.5, 0.0], [5.5, 0.0], [5.5, 8.0], [-5.5, 8.0], [-5.5, 0.0]])
    return middle + bow, middle + box


def hatching(a: Array, b: Array, side: float, first: float = HATCH / 2) -> Array:
    """Strokes (n, 2, 2) along the line from a to b, on its left (+1) or right (-1).

    The first is so far behind a, less than HATCH.
    """
    length, along, across = frame(a, b)
    depth = 8.0
    places = np.arange(first, max(length, HATCH), HATCH)
    roots = a + places[:, None] * along
    tips = roots - 0.7 * depth * along + side * depth * across
    return np.stack([roots, tips], axis=1)


def dashes(points: Array, dash: float = 4.0) -> list[Array]:
    """The dashes (2, 2) of a chain of lines (n, 2), each as long as the gap after it."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    starts = np.arange(0.0, along[-1], 2 * dash)
    places = np.stack([starts, np.minimum(starts + dash, along[-1])], axis=1)
    seen = np.stack([np.interp(places, along, axis) for axis in points.T], axis=2)
    return list(seen)


def arrow(a: Array, b: Array, head: float = 7.0) -> Array:
    """The barbs (3, 2) of an arrow that ends in b."""
    _, along, across = frame(a, b)
    back = b - head * along
    return np.array([back + 0.5 * head * across, b, back - 0.5 * head * across])


def nearest_part(a: Array, b: Array, pixel: Array) -> float:
    """The part (0 … 1) of the line from a to b (2,) that is nearest to a pixel."""
    way = b - a
    length = float(way @ way)
    return float(np.clip((pixel - a) @ way / length, 0, 1)) if length > 0 else 0.0


def distance(points: Array, pixel: Array) -> float:
    """How far a pixel (2,) lies from a chain of lines (n, 2)."""
    feet = (a + nearest_part(a, b, pixel) * (b - a) for a, b in pairwise(points))
    return min(float(np.hypot(*(foot - pixel))) for foot in feet)
