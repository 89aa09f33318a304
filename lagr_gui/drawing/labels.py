"""Places labels beside what they name: none on another one, none on a line where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lagr_gui.foundation.arrays import Array

GAP = 3.0
"""Free room around a label."""
STEP, REACH = 7.0, 60
"""How far places that are tried lie apart, and how many of them outwards."""
TURNS = 24
"""Directions that are tried."""


@dataclass(frozen=True)
class LabelBox:
    """A box by its middle and its size, in the units of the picture."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: LabelBox) -> bool:
        """Whether two boxes have more than an edge in common, with the room around them."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2 + GAP
            and abs(self.y - other.y) < (self.height + other.height) / 2 + GAP
        )

    def crossed_by(self, a: Array, b: Array) -> bool:
        """Whether a line from a to b runs through it (Liang and Barsky's clipping)."""
        low, high = 0.0, 1.0
        for start, way, middle, size in (
            (a[0], b[0] - a[0], self.x, self.width),
            (a[1], b[1] - a[1], self.y, self.height),
        ):
            half = size / 2 + GAP
            if abs(way) < 1e-12:
                if abs(start - middle) > half:
                    return False
                continue
            ends = sorted(((middle - half - start) / way, (middle + half - start) / way))
            low, high = max(low, ends[0]), min(high, ends[1])
        return low < high


@dataclass
class LabelPlan:
    """A picture of a width and height, with what stands in it already."""

    width: float
    height: float
    boxes: list[LabelBox] = field(default_factory=list)
    lines: list[tuple[Array, Array]] = field(default_factory=list)

    def place(self, at: Array, away: Array, size: Sequence[float]) -> LabelBox:
        """The place of a label of a size near a point (2,), best of all in a direction (2,)."""
        second: LabelBox | None = None
        for step in range(REACH):
            for turn in _turns(away):
                box = self._beside(at, turn, GAP + step * STEP, size)
                if not self._inside(box) or any(box.meets(other) for other in self.boxes):
                    continue
                if not any(box.crossed_by(*line) for line in self.lines):
                    self.boxes.append(box)
                    return box
                second = second or box
        place = second or self._below(size)
        self.boxes.append(place)
        return place

    def _beside(self, at: Array, turn: Array, gap: float, size: Sequence[float]) -> LabelBox:
        """A box of which the side towards a point is a gap away from it."""
        reach = np.array(size) / 2 * np.clip(turn * 1.5, -1, 1) + gap * turn
        x, y = at + reach
        return LabelBox(float(x), float(y), float(size[0]), float(size[1]))

    def _inside(self, box: LabelBox) -> bool:
        return (
            box.width / 2 <= box.x <= self.width - box.width / 2
            and box.height / 2 <= box.y <= self.height - box.height / 2
        )

    def _below(self, size: Sequence[float]) -> LabelBox:
        """A line of its own under everything: there is no room in the picture."""
        bottom = max((box.y + box.height / 2 for box in self.boxes), default=0.0)
        bottom = max(bottom, self.height)
        return LabelBox(size[0] / 2, bottom + GAP + size[1] / 2 + 1, size[0], size[1])


def _turns(away: Array) -> list[Array]:
    """Directions, the ones nearest to a wanted one first."""
    first = float(np.arctan2(away[1], away[0]))
    steps = [0, *(sign * k for k in range(1, TURNS // 2 + 1) for sign in (1, -1))]
    angles = [first + step * 2 * np.pi / TURNS for step in steps]
    return [np.array([np.cos(angle), np.sin(angle)]) for angle in angles]
