"""A field of curves whose scale rests while they change many times a second."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg

FILLED = 0.5
"""Part of the height that curves must fill if the scale is to rest."""
ROOM = 0.1
"""Part of the height by which the scale exceeds curves that left it."""


class SteadyBox(pg.ViewBox):
    """Fits itself to the curves; while it is `steady`, only where they leave it or shrink much.

    A scale that follows each of them cannot be read, and has its grid and numbers painted anew.
    """

    def __init__(self) -> None:
        super().__init__()
        self._steady = self._fitting = False

    def rest(self, steady: bool) -> None:
        """Let the scale rest, or fit it exactly from now on."""
        if steady != self._steady:
            self._steady = steady
            self.queueUpdateAutoRange()

    def updateAutoRange(self) -> None:
        """Fit what is not set by hand."""
        self._fitting = True
        try:
            super().updateAutoRange()
        finally:
            self._fitting = False

    def setRange(
        self, rect: Any = None, xRange: Any = None, yRange: Any = None, *more: Any, **others: Any
    ) -> None:
        """Show a range."""
        if self._fitting and self._steady and yRange is not None:
            yRange = resting(self.viewRange()[1], yRange)
        super().setRange(rect, xRange, yRange, *more, **others)


def resting(shown: list[float], wanted: list[float]) -> list[float]:
    """The scale (low, high) that follows one where another is wanted."""
    (low, high), (lower, upper) = shown, wanted
    if lower < low or upper > high:
        room = ROOM * (upper - lower)
        return [lower - room if lower < low else low, upper + room if upper > high else high]
    return shown if upper - lower > FILLED * (high - low) else wanted
