"""Sizes of the drawing."""

from __future__ import annotations

Point = tuple[float, float]

WIDTH, HEIGHT = 132.0, 62.0
"""Of the block of a body."""
GLYPH = (48.0, 32.0)
"""Of the glyphs in the resources."""
GRID = 10.0


def snapped(point: Point) -> Point:
    """The nearest point of the grid."""
    return round(point[0] / GRID) * GRID, round(point[1] / GRID) * GRID
