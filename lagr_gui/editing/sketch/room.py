"""A free place in the diagram for what is drawn in the sketch: the others keep theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from lagr_gui.editing.edits.layout import Point, places
from lagr_gui.editing.edits.neatness import BLOCK, COLUMN, ROW
from lagr_gui.model import Model

HEIGHT = 76.0
"""Of a block."""
GAP = 50.0
"""Between two blocks, at least: for the symbol of a joint."""
ASIDE = 1.6
"""A row away counts so much more than its distance: chains go on to the right."""
REACH = 12
"""So many columns and rows around the others are looked at."""


@dataclass(frozen=True)
class FreePlace:
    """A place for a new block, and where the others stay."""

    place: Point
    others: dict[str, Point]


def free_place(model: Model, near: Sequence[int]) -> FreePlace:
    """The place nearest to some bodies where no block lies, nor on the way to them."""
    others = places(model)
    hosts = [others[f"body:{number}"] for number in near if f"body:{number}" in others]
    left, top = hosts[0] if hosts else (0.0, 0.0)
    cells = [
        (left + column * COLUMN, top + row * ROW)
        for column in range(-REACH, REACH + 1)
        for row in range(-REACH, REACH + 1)
    ]
    free = [cell for cell in cells if not any(_touch(cell, at) for at in others.values())]

    def cost(cell: Point) -> tuple[int, float, float]:
        crossed = sum(_crosses(host, cell, at) for host in hosts for at in others.values())
        way = sum(hypot(cell[0] - x, ASIDE * (cell[1] - y)) for x, y in hosts)
        return crossed, way, -cell[0]

    return FreePlace(min(free, key=cost), others)


def _touch(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < BLOCK + GAP and abs(a[1] - b[1]) < HEIGHT + GAP


def _crosses(host: Point, cell: Point, block: Point) -> bool:
    """Whether the straight way from a host to a cell leads through another block."""
    if block == host:
        return False
    low, high = 0.0, 1.0
    for start, end, middle, side in (
        (host[0], cell[0], block[0], BLOCK / 2 + 10),
        (host[1], cell[1], block[1], HEIGHT / 2 + 10),
    ):
        step = end - start
        if abs(step) < 1e-9:
            if abs(start - middle) > side:
                return False
            continue
        ends = sorted(((middle - side - start) / step, (middle + side - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high
