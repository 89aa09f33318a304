"""A Bode diagram with pyqtgraph: amplitude above, phase below, over one frequency axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtWidgets import QWidget

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.base_plot import BasePlot
from lagr_gui.gui.panes.curves.drawn_runs import shade
from lagr_gui.gui.panes.curves.picture import save_plots
from lagr_gui.gui.panes.curves.plots import AXIS
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.laying import NONE, below
from lagr_gui.gui.widgets.plain import PageLabel
from lagr_gui.gui.words import tr

PAGE = 760, 480
"""Width and height of what is written (pixels)."""

DEGREES = (5, 10, 15, 30, 45, 90, 180, 360, 720, 1440)
"""Steps of a scale in degrees."""

ROOM = 18
"""Pixels that a number needs upwards."""

WIDTH = 40
"""Pixels that a number needs sideways."""

Ticks = list[tuple[float, list[float]]]


@dataclass(frozen=True, eq=False)
class Curve:
    """One output: amplitudes and phases (n,) in degrees; nan where there is none."""

    name: str
    amplitude: Array
    phase: Array


@dataclass(frozen=True, slots=True)
class Peak:
    """A resonance: which curve, where (rad/s), how large, the number of its mode from 1."""

    curve: int
    omega: float
    amplitude: float
    mode: int


class Half(BasePlot):
    """One of the two plots, in the colours of the theme."""

    def __init__(self, upright: pg.AxisItem) -> None:
        super().__init__(56, axisItems={"left": upright, "bottom": DecadeAxis("bottom")})
        self.item.setLogMode(x=True, y=False)
        self.item.getAxis("left").setWidth(AXIS)
        self.curves: list[pg.PlotDataItem] = []
        self.marks: list[pg.GraphicsObject] = []
        self.cursor: Any = pg.InfiniteLine(angle=90)
        self.cursor.hide()
        self.item.addItem(self.cursor, ignoreBounds=True)

    def draw(self, omega: Array, curves: Sequence[Array]) -> None:
        """Draw these curves and no others."""
        self.remove([*self.curves, *self.marks])
        self.marks = []
        self.curves = [self.item.plot(omega, y, connect="finite") for y in curves]

    def mark(self, item: pg.GraphicsObject) -> None:
        """Add something that belongs to these curves."""
        self.marks.append(item)
        self.item.addItem(item, ignoreBounds=True)

    def paint(self) -> None:
        """Use the colours of the theme."""
        self.paint_ground()
        self.cursor.setPen(pg.mkPen(theme().muted, width=1))
        for index, curve in enumerate(self.curves):
            curve.setPen(pg.mkPen(shade(index), width=1.6))


class BodePlots(QWidget):
    """Both plots; `pointed` tells the frequency under the pointer, nan beside the plots."""

    pointed = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.above = Half(DecadeAxis("left"))
        self.below = Half(DegreeAxis("left"))
        self.below.setXLink(self.above)
        self.above.item.getAxis("bottom").setStyle(showValues=False)
        self._omega: Array = np.empty(0)
        self._curves: Sequence[Curve] = ()
        self._peaks: Sequence[Peak] = ()
        self.decibel = False
        self.legend = PageLabel()
        self.legend.setWordWrap(True)
        column = below(self.legend, within=self, margins=NONE, spacing=2)
        for plot, share in ((self.above, 3), (self.below, 2)):
            column.addWidget(plot, share)
            plot.item.scene().sigMouseMoved.connect(lambda at, plot=plot: self._point(plot, at))
            plot.item.scene().sigMouseClicked.connect(self._clicked)
        theme_changed().connect(self._draw)

    def show_response(self, omega: Array, curves: Sequence[Curve], peaks: Sequence[Peak]) -> None:
        """Draw curves over circular frequencies (n,), and name their peaks."""
        positive = omega > 0  # a logarithmic axis has no 0
        self._omega = omega[positive]
        self._curves = [Curve(c.name, c.amplitude[positive], c.phase[positive]) for c in curves]
        self._peaks = peaks
        self._draw()
        self.show_all()

    def use_decibel(self, decibel: bool) -> None:
        """Amplitudes in decibel (20 lg), or as numbers on a logarithmic axis."""
        self.decibel = decibel
        self._draw()
        self.above.enableAutoRange()

    def show_all(self) -> None:
        """Show the whole of all curves."""
        for plot in (self.above, self.below):
            plot.enableAutoRange()

    def save(self, path: Path) -> bool:
        """Write the diagram as SVG, PDF or PNG; whether that could be done.

        It is drawn anew on a page of its own, whose size is not that of the window.
        """
        page = BodePlots()
        page.decibel = self.decibel
        page.show_response(self._omega, self._curves, self._peaks)
        page.below.item.setLabel("bottom", tr("ω (rad/s)"))
        page.resize(*PAGE)
        for printed, shown in ((page.above, self.above), (page.below, self.below)):
            printed.item.setRange(shown.item.vb.viewRect(), padding=0)
        page.grab()  # lays it out without showing it
        done = save_plots(path, [page.above, page.below], self.legend.text())
        page.deleteLater()
        return done

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left the plots."""
        self._show_cursor(np.nan)
        super().leaveEvent(event)

    def _draw(self) -> None:
        self.above.item.setLogMode(x=True, y=not self.decibel)
        self.above.draw(self._omega, [self._size(curve.amplitude) for curve in self._curves])
        self.below.draw(self._omega, [curve.phase for curve in self._curves])
        names = (
            f'<span style="color: {shade(n)}">━</span>&nbsp;{escape(curve.name)}'
            for n, curve in enumerate(self._curves)
        )
        self.legend.setText(" &nbsp; ".join(names))
        self._name_peaks()
        for plot in (self.above, self.below):
            plot.paint()

    def _size(self, amplitude: Any) -> Any:
        return 20 * np.log10(amplitude) if self.decibel else amplitude

    def _name_peaks(self) -> None:
        """A dot on each finite peak; one line and one number for each mode, at its largest peak."""
        largest: dict[int, Peak] = {}
        for peak in self._peaks:
            if peak.mode not in largest or peak.amplitude > largest[peak.mode].amplitude:
                largest[peak.mode] = peak
            if np.isfinite(peak.amplitude):
                height = self._size(peak.amplitude)
                at = [np.log10(peak.omega)], [height if self.decibel else np.log10(height)]
                dot = pg.ScatterPlotItem(*at, size=7, brush=shade(peak.curve), pen=theme().paper)
                self.above.mark(dot)
        pen = pg.mkPen(theme().muted, width=1, style=Qt.PenStyle.DotLine)
        for peak in largest.values():
            words = {"position": 0.93, "color": theme().text}
            place = float(np.log10(peak.omega))
            line = pg.InfiniteLine(place, 90, pen, label=str(peak.mode), labelOpts=words)
            self.above.mark(line)
            self.below.mark(pg.InfiniteLine(place, 90, pen))

    def _point(self, plot: Half, at: QPointF) -> None:
        inside = plot.item.vb.sceneBoundingRect().contains(at)
        self._show_cursor(float(plot.item.vb.mapSceneToView(at).x()) if inside else np.nan)

    def _show_cursor(self, place: float) -> None:
        shown = bool(np.isfinite(place)) and bool(self._curves)
        for plot in (self.above, self.below):
            plot.cursor.setVisible(shown)
            if shown:
                plot.cursor.setValue(place)
        self.pointed.emit(10**place if shown else np.nan)

    def _clicked(self, event: MouseClickEvent) -> None:
        """A double click shows everything."""
        if event.double():
            self.show_all()


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
