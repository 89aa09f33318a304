"""Axes of a Bode diagram: frequencies and amplitudes in decades, phases in degrees."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg

DEGREES = (5, 10, 15, 30, 45, 90, 180, 360, 720, 1440)
"""Steps of a scale in degrees."""

ROOM = 18
"""Pixels that a number needs upwards."""

WIDTH = 40
"""Pixels that a number needs sideways."""

Ticks = list[tuple[float, list[float]]]


class DecadeAxis(pg.AxisItem):
    """A logarithmic axis with numbers such as 0.1, 0.2, 0.5; plain where it is not logarithmic."""

    def tickValues(self, minVal: float, maxVal: float, size: float) -> Ticks:
        """Numbered places first, then those without a number."""
        if not self.logMode:
            return super().tickValues(minVal, maxVal, size)
        low, high = sorted((minVal, maxVal))
        if high - low < 0.7:  # too narrow for decades
            evenly = super().tickValues(10**low, 10**high, size)[:1]
            return [(1.0, [float(np.log10(v)) for _, places in evenly for v in places if v > 0])]
        room = ROOM if self.orientation in ("left", "right") else WIDTH
        step = max(1, int(np.ceil((high - low) * room / max(size, 1.0))))
        decades = [float(n) for n in range(int(np.floor(low)), int(np.ceil(high)) + 1)]
        numbered = [n for n in decades if n % step == 0]
        if step > 1:
            return [(1.0, numbered), (0.0, decades)]
        parts = {float(np.log10(digit)) for digit in range(2, 10)}
        wide = size / (high - low) < 5 * room
        named = set() if wide else {float(np.log10(2)), float(np.log10(5))}
        return [
            (1.0, _between(low, high, decades, {0.0})),
            (1.0, _between(low, high, decades, named)),
            (0.0, _between(low, high, decades, parts - named)),
        ]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """The numbers of places; spacing 0 marks those without one."""
        if not self.logMode:
            return super().tickStrings(values, scale, spacing)
        return [f"{10**value:.4g}" if spacing else "" for value in values]


class DegreeAxis(pg.AxisItem):
    """An axis that counts in parts of a turn."""

    def tickValues(self, minVal: float, maxVal: float, size: float) -> Ticks:
        """Multiples of a step that leaves room for the numbers."""
        low, high = sorted((minVal, maxVal))
        margin = ROOM / 2 * (high - low) / max(size, ROOM)  # numbers at the ends are not drawn
        for step in DEGREES:
            first, last = int(np.ceil((low + margin) / step)), int((high - margin) // step)
            if last - first < max(size / ROOM, 1.0) - 1:
                return [(step, [float(n * step) for n in range(first, last + 1)])]
        return []

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """The numbers with the sign of degrees."""
        return [f"{value:.4g}°" for value in values]


def _between(low: float, high: float, decades: list[float], parts: set[float]) -> list[float]:
    places = (decade + part for decade in decades for part in sorted(parts))
    return [place for place in places if low <= place <= high]
