"""Two cursors in curves over time: their differences, and the numbers of a curve between them."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.plots import Curves
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.numerics.curves import figures

NAMES = "AB"
PLACES = 0.25, 0.75
"""Where the cursors stand at first, as parts of the span of time that is seen."""


class Cursors(QWidget):
    """A line below the plots: a switch, a curve to choose, and its numbers."""

    def __init__(self, curves: Curves) -> None:
        super().__init__()
        self._curves = curves
        self._drawn: dict[str, tuple[Array, Array]] = {}
        self._times: list[float] | None = None
        tip = tr("Two cursors: differences, mean, RMS and period of a curve between them")
        self.switch = tool_button(tr("Cursors"), tip, checkable=True, name="cursors")
        self.switch.toggled.connect(self._switch)
        self.curve = SlimComboBox(run=lambda _: self._tell(), name="cursor_curve")
        self.words = PlainLabel(wordWrap=True)
        self.words.setObjectName("cursor_words")
        row = beside(self.switch, self.curve, 1, spacing=6)
        below(row, self.words, within=self, margins=NONE, spacing=1)
        self.lines = [[_line(name) for name in NAMES] for _ in curves.plots]
        for plot, pair in zip(curves.plots, self.lines, strict=True):
            for place, line in enumerate(pair):
                plot.item.addItem(line, ignoreBounds=True)
                line.sigPositionChanged.connect(lambda line, at=place: self._move(at, line.value()))
        theme_changed().connect(self._paint)
        self._paint()
        self._switch(False)

    def show_curves(self, drawn: Mapping[str, tuple[Array, Array]]) -> None:
        """Offer these curves: times and values (n,) by legend."""
        self._drawn = dict(drawn)
        chosen = self.curve.currentData()
        if self.curve.offer([(name, name) for name in drawn]):
            self.curve.choose(chosen)
        if self.switch.isChecked():
            self._place()
            self._tell()

    def forget(self) -> None:
        """Another drawing: cursors begin anew."""
        self._times = None
        self.switch.setChecked(False)

    @property
    def times(self) -> tuple[float, float]:
        """Where the cursors stand, the earlier one first."""
        first, last = self._times or (0.0, 0.0)
        return min(first, last), max(first, last)

    def _switch(self, on: bool) -> None:
        for pair in self.lines:
            for line in pair:
                line.setVisible(on)
        self.curve.setVisible(on)
        self.words.setVisible(on)
        if on:
            self._place()
            self._tell()

    def _place(self) -> None:
        """Put the cursors into what is seen where they do not stand yet."""
        if self._times is None and self._drawn:
            (left, right), _ = self._curves.above.item.vb.viewRange()
            self._times = [left + part * (right - left) for part in PLACES]
        for place, t in enumerate(self._times or ()):
            self._put(place, t)

    def _put(self, place: int, t: float) -> None:
        for pair in self.lines:
            pair[place].setValue(t)

    def _move(self, place: int, t: float) -> None:
        if self._times is not None and t != self._times[place]:
            self._times[place] = t
            self._put(place, t)
            self._tell()

    def _tell(self) -> None:
        curve = self._drawn.get(self.curve.currentData())
        self.words.setText(told(self.curve.currentData(), *curve, *self.times) if curve else "")

    def _paint(self) -> None:
        for pair in self.lines:
            for line in pair:
                line.setPen(pg.mkPen(theme().text, width=1))
                line.setHoverPen(pg.mkPen(theme().text, width=2))
                line.label.setColor(theme().text)


def _line(name: str) -> Any:
    line: Any = pg.InfiniteLine(
        angle=90, movable=True, label=name, labelOpts={"position": 0.94, "movable": False}
    )
    line.setZValue(49)
    return line


def told(name: str, t: Array, y: Array, first: float, last: float) -> str:
    """The numbers of a curve between two times; its unit stands in its name."""
    first, last = max(first, float(t[0])), min(last, float(t[-1]))
    if not first < last:
        return ""
    unit = name.rpartition(" (")[2].rstrip(")") if name.endswith(")") and " (" in name else ""
    summary, ends = figures(t, y, first, last), np.interp([first, last], t, y)
    rows = (
        ("Δt", last - first, "s"),
        ("1/Δt", 1 / (last - first), "Hz"),
        ("Δy", ends[1] - ends[0], unit),
        (tr("mean"), summary.mean, unit),
        (tr("RMS"), summary.rms, unit),
        (tr("min"), summary.least, unit),
        (tr("max"), summary.most, unit),
        (tr("period"), summary.period, "s"),
    )
    numbers = [f"{word}\u00a0{_number(value, unit)}" for word, value, unit in rows]
    return " · ".join(numbers)


def _number(value: float, unit: str) -> str:
    """A number with its unit, which stay on one line."""
    if isnan(value):
        return "–"
    text = f"{value:.5g}".replace("-", "−")
    return f"{text} {unit}".strip().replace(" ", "\u00a0")
