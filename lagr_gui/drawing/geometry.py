"""Sizes of the drawing."""

from __future__ import annotations

Point = tuple[float, float]

WIDTH, HEIGHT = 132.0, 62.0
"""Of the block of a body."""
CONTROL = (112.0, 50.0)
"""Of the block of a controller."""
SIGNAL = (84.0, 56.0)
"""Of the block of a signal."""
DOT = 8.0
"""Of the dot of a terminal."""
GLYPH = (48.0, 32.0)
"""Of the glyphs in the resources."""
GRID = 10.0


def size_of(key: str) -> tuple[float, float]:
    """The size of a block, or of the dot of a terminal, by its key."""
    sizes = {"controller": CONTROL, "signal": SIGNAL, "terminal": (DOT, DOT)}
    return sizes.get(key.partition(":")[0], (WIDTH, HEIGHT))


def snapped(point: Point) -> Point:
    """The nearest point of the grid."""
    return round(point[0] / GRID) * GRID, round(point[1] / GRID) * GRID
