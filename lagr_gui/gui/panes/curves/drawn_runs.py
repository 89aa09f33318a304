"""Runs whose curves are drawn together: the motion that is shown, runs that are kept, tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.signals import Signal, values_between
from lagr_gui.gui.theme import theme

if TYPE_CHECKING:
    from lagr_gui.simulation import Trajectory


LIGHT = 130
"""How opaque curves of other runs are, of 255."""
DOT = 5
"""Width of the dots of measured values (pixels)."""

STROKES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
)
"""What tells curves of the same colour apart."""


@dataclass(frozen=True, eq=False)
class DrawnRun:
    """A run: its times (n,) and its values (n,) of a signal, None where it has none.

    What was measured is drawn as dots.  `stroke` is its place in STROKES.  The `motion` of one that
    was simulated tells more than its output times.
    """

    title: str
    t: Array
    values: Callable[[Signal], Array | None]
    dots: bool = False
    stroke: int = 0
    motion: Trajectory | None = None

    def over(self, across: Signal, up: Signal) -> tuple[Array, Array, Array] | None:
        """Times (m,) and one signal over another; None where it has not both.

        Where their line would have corners there are times between those of the run.
        """
        x, y = self.values(across), self.values(up)
        if x is None or y is None:
            return None
        times = self.t if self.motion is None else times_of(self.t, x, y)
        if self.motion is not None and len(times) > len(self.t):
            along, high = (values_between(one, self.motion, times) for one in (across, up))
            if along is not None and high is not None:
                return times, along, high
        return self.t, x, y


@dataclass(frozen=True, eq=False)
class Behind:
    """A curve of another run, behind the one of the same name."""

    name: str
    t: Array
    y: Array
    dots: bool
    stroke: int


def shade(index: int) -> str:
    """The colour of a curve."""
    shades = theme().curves
    return shades[index % len(shades)]


def light_pen(index: int, stroke: int) -> QPen:
    """The pen of a curve of another run."""
    color = QColor(shade(index))
    color.setAlpha(LIGHT)
    pen = QPen(color, 1.4)
    pen.setCosmetic(True)
    pen.setStyle(STROKES[stroke % len(STROKES)])
    return pen


def dressed(index: int, stroke: int, dots: bool) -> dict[str, object]:
    """How pyqtgraph draws a curve of another run."""
    if not dots:
        return {"pen": light_pen(index, stroke), "symbol": None}
    color = QColor(shade(index)).darker(130) if not theme().dark else QColor(shade(index))
    return {"pen": None, "symbol": "o", "symbolSize": DOT, "symbolBrush": color, "symbolPen": None}


# --- Where a curve over another one bends between two output times -----------------------------

MOST, PARTS = 4000, 8
"""Times that are added at most to those of a motion, and parts of one of its intervals."""
STRAIGHT = np.radians(3)
"""Turn of a line (in a square picture) up to which it does not look like a corner."""


def times_of(t: Array, x: Array, y: Array) -> Array:
    """The times t (n,) and others between them where a line through x, y (n,) has corners."""
    bends = np.zeros(max(len(t) - 1, 0), bool)
    corners = _turns(x, y) > STRAIGHT
    bends[:-1] |= corners
    bends[1:] |= corners
    parts = min(PARTS, MOST // max(int(bends.sum()), 1) + 1)
    inner = t[:-1][bends, None] + np.diff(t)[bends, None] * (np.arange(1, parts) / parts)
    return np.sort(np.concatenate([t, inner.ravel()]))


def _turns(x: Array, y: Array) -> Array:
    """By how much (rad) a line turns at each point (n-2,) but its ends."""
    across, up = (np.nan_to_num(np.diff(one)) / _span(one) for one in (x, y))
    steps = across + 1j * up
    return np.abs(np.angle(steps[1:] * steps[:-1].conj()))


def _span(values: Array) -> float:
    finite = values[np.isfinite(values)]
    return float(finite.max() - finite.min()) or 1.0 if len(finite) else 1.0
