"""Curves over time with pyqtgraph: plots one above the other, one time cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGraphicsItem, QWidget

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.axis import KeptAxis
from lagr_gui.gui.panes.curves.base_plot import BasePlot
from lagr_gui.gui.panes.curves.drawn_runs import STROKES, Behind, dressed, shade
from lagr_gui.gui.panes.curves.legend import Legend
from lagr_gui.gui.panes.curves.mode_bands import ModeBands
from lagr_gui.gui.panes.curves.picture import save_plots
from lagr_gui.gui.panes.curves.signals import EFFORT, ENERGY, MOTION, ROWS
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.laying import NONE, below
from lagr_gui.gui.words import tr

SMOOTH = 20_000
"""Points up to which lines are drawn smoothly."""
PAGE = 760, 270
"""Width, and height of each plot, of a picture (pixels)."""
TICKS = 1.5
"""How much closer ticks stand on a page than in the window."""
AXIS, BESIDE = 52, 8
"""Widths (pixels) of the axis on the left, and of what else is beside the legend."""
LINE, PIECES = 1.6, 1.1
"""Widths (pixels) of a curve drawn as one line, and in pieces whose ends lie over each other: they
look alike, and the pieces are painted ten times as fast."""
CALM_MS = 300
"""Milliseconds after which curves that change no more are given a scale of their own."""


def stroke(index: int) -> int:
    """The place in STROKES of a curve: the first of each colour is a full line."""
    return index // len(theme().curves) % len(STROKES)


class Plot(BasePlot):
    """One plot; curves by name in the colours of the theme."""

    moved = Signal(float)

    def __init__(self, kept: bool = True) -> None:
        """Curves and axes are `kept` as pixels, but not where a file takes them as lines."""
        self._legend, self._kept = Legend(), kept
        axes = {side: KeptAxis(side, kept) for side in ("left", "bottom")}
        self._box = SteadyBox()
        super().__init__(44, viewBox=self._box, axisItems=axes)
        self._curves: dict[str, pg.PlotDataItem] = {}
        self._behind: list[tuple[Behind, Any]] = []
        self._drawn: tuple[Array, Mapping[str, Array], str] = np.empty(0), {}, ""
        self._note = ""
        self.item.layout.removeItem(self.item.getAxis("top"))  # the legend has its place
        self.item.layout.addItem(self._legend, 1, 1)
        self.time_line = pg.InfiniteLine(angle=90, movable=True)
        self.time_line.sigDragged.connect(lambda line: self.moved.emit(float(line.value())))
        self.time_line.setZValue(50)
        self.item.addItem(self.time_line, ignoreBounds=True)
        self.item.setDownsampling(auto=True, mode="peak")
        self.item.setClipToView(True)
        self.item.scene().sigMouseClicked.connect(self._clicked)
        self.paint_theme()

    def show_curves(self, t: Array, curves: Mapping[str, Array], note: str = "") -> None:
        """Draw these curves and no others; the note stands behind their names."""
        if [note, *curves] != [self._note, *self._curves]:
            self._note = note
            self.remove([*self._curves.values()])
            self._curves = {name: self._curve(name=name) for name in curves}
            self._paint_curves()
        self._drawn = t, curves, note
        for name, y in curves.items():
            self._curves[name].setData(t, y, antialias=len(t) <= SMOOTH)

    def settle(self, steady: bool = False) -> None:
        """Fit the axes now: done while painting, it has everything painted once more.

        A `steady` scale rests while what is drawn fits on it.
        """
        self._box.rest(steady)
        for _ in range(2):  # what fits them changes the bounds of curves by the width of lines
            self.item.vb.prepareForPaint()

    def show_behind(self, curves: Sequence[Behind]) -> None:
        """Draw these curves of other runs, and no others, in the colours of their names."""
        if [*map(_same, curves)] == [_same(curve) for curve, _ in self._behind]:
            return
        self.remove([drawn for _, drawn in self._behind])
        self._behind = [(curve, self._curve(curve.t, curve.y)) for curve in curves]
        self._paint_behind()

    def forget(self, first: float, last: float) -> None:
        """Nothing of the past: no curve, no cursor, and axes that begin anew."""
        self.show_curves(np.empty(0), {})
        self.show_behind(())
        self.time_line.hide()
        self.item.setRange(xRange=(first, last), yRange=(0, 1))
        self.item.enableAutoRange()

    def print_like(self, shown: Plot) -> None:
        """Draw what another plot shows, without what only serves the pointer."""
        self._legend.show_all()
        self.show_curves(*shown._drawn)
        self.show_behind([curve for curve, _ in shown._behind])
        shown.settle()
        self.item.setRange(shown.item.vb.viewRect(), padding=0)
        self.time_line.hide()
        for side in ("left", "bottom"):
            axis = self.item.getAxis(side)
            axis.setPen(theme().muted)
            axis.setTickDensity(TICKS)

    def paint_theme(self) -> None:
        """Use the colours of the theme."""
        self.paint_ground()
        self.item.getAxis("left").setWidth(AXIS)
        pen = pg.mkPen(theme().error, width=1.3, style=Qt.PenStyle.DashLine)
        self.time_line.setPen(pen)
        self._paint_curves()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Break the lines of the legend anew."""
        self._legend.use_width(self.width() - AXIS - BESIDE)
        super().resizeEvent(event)

    def _curve(self, *data: Array, **named: Any) -> pg.PlotDataItem:
        curve = self.item.plot(*data, **named)
        if self._kept:  # the cursor goes over them without a stroke
            curve.curve.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        return curve

    def _paint_curves(self) -> None:
        for at, curve in enumerate(self._curves.values()):
            pieces = self._kept and stroke(at) == 0
            width = PIECES if pieces else LINE
            curve.setPen(pg.mkPen(shade(at), width=width, style=STROKES[stroke(at)]))
            curve.curve.setSegmentedLineMode("on" if pieces else "off")
        entries = [(name, shade(at), stroke(at)) for at, name in enumerate(self._curves)]
        self._legend.show_names(entries, theme().text, self._note)
        self._paint_behind()

    def _paint_behind(self) -> None:
        names = [*self._curves]
        for curve, drawn in self._behind:
            index = names.index(curve.name) if curve.name in names else len(names)
            drawn.opts.update(dressed(index, curve.stroke, curve.dots))
            drawn.setZValue(5 if curve.dots else -1)
            drawn.updateItems()

    def _clicked(self, event: MouseClickEvent) -> None:
        """A double click shows everything; a click sets the time."""
        if event.double():
            self.autoRange()
        elif event.button() == Qt.MouseButton.LeftButton:
            self.moved.emit(self.place_of(event).x())


def _same(curve: Behind) -> tuple[object, ...]:
    """What is the same for curves that look alike."""
    return curve.name, id(curve.t), id(curve.y), curve.dots, curve.stroke


class Curves(QWidget):
    """Plots one above the other, with one time axis and one cursor.

    `above` shows the motion, `rises` accelerations, `forces` what is transmitted, `below` energies.
    """

    moved = Signal(float)

    def __init__(self, kept: bool = True) -> None:
        """Plots that are `kept` as pixels, or are taken as lines."""
        super().__init__()
        self.plots = [Plot(kept) for _ in ROWS]
        self.above, self.rises, self.forces, self.below = self.plots
        self._shown: tuple[list[bool], str] = [], ""
        self.bands = ModeBands(self._field)
        self.bands.moved.connect(self.moved)
        self.above.item.vb.sigXRangeChanged.connect(self.bands.update)
        column = below(within=self, margins=NONE, spacing=4)
        for plot in self.plots:
            column.addWidget(plot, 1)
            plot.moved.connect(self.moved)
            if plot is not self.above:
                plot.setXLink(self.above)
        column.addWidget(self.bands)
        self.show_plots([row in (MOTION, ENERGY) for row in ROWS])
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self.settle)
        theme_changed().connect(self._paint)

    def show_rows(
        self, t: Array, rows: Sequence[dict[str, Array]], turned: str, seen: set[int]
    ) -> None:
        """Curves over times t by plot, and the plots that are seen; forces may be `turned`."""
        for row, plot in zip(ROWS, self.plots, strict=True):
            curves = rows[row]
            plot.show_curves(t if curves else t[:0], curves, turned if row == EFFORT else "")
        seen = seen or {MOTION}
        self.show_plots([row in seen for row in ROWS])

    def show_plots(self, shown: Sequence[bool], title: str = "") -> None:
        """Which plots are seen; times, and a title of their axis, are written under the last."""
        if ([*shown], title) == self._shown:
            return  # axes that are told the same again are drawn anew
        self._shown = [*shown], title
        for plot, on in zip(self.plots, shown, strict=True):
            plot.setVisible(on)
        last = max(place for place, on in enumerate(shown) if on)
        for place, plot in enumerate(self.plots):
            axis = plot.item.getAxis("bottom")
            axis.setStyle(showValues=place == last)
            axis.setLabel(title if place == last else "")
            axis.showLabel(bool(title) and place == last)

    def show_time(self, t: float) -> None:
        """Put the cursor at a time."""
        for plot in self.plots:
            plot.time_line.setValue(t)
            plot.time_line.show()

    def forget(self, first: float, last: float) -> None:
        """Nothing of the past; a span of time (s) for what is to come."""
        for plot in self.plots:
            plot.forget(first, last)
        self.bands.show_bands((), last)
        self.show_plots([row in (MOTION, ENERGY) for row in ROWS])

    def show_span(self, first: float, last: float) -> None:
        """Show a span of time; before curves are drawn, for they are thinned out for it."""
        self.above.setXRange(first, last)

    def settle(self, steady: bool = False) -> None:
        """Fit the axes of what is drawn; a `steady` scale rests while this comes again soon."""
        if steady:
            self._calm.start()
        for plot in self.plots:
            if not plot.isHidden():
                plot.settle(steady)

    def show_all(self) -> None:
        """Show the whole of all curves."""
        for plot in self.plots:
            plot.enableAutoRange()

    def save(self, path: Path) -> bool:
        """Write the plots as SVG, PDF or PNG; whether that could be done.

        They are drawn anew on a page of their own, whose size is not that of the window.
        """
        page = Curves(kept=False)
        for printed, shown in zip(page.plots, self.plots, strict=True):
            printed.print_like(shown)
        page.show_plots([not plot.isHidden() for plot in self.plots], title=tr("t (s)"))
        seen = [plot for plot in page.plots if not plot.isHidden()]
        page.resize(PAGE[0], PAGE[1] * len(seen))
        page.grab()  # lays it out without showing it
        done = save_plots(path, seen)
        page.deleteLater()
        return done

    def _field(self) -> tuple[float, float, float, float]:
        """The first and the last pixel of the time axis, and the times there."""
        plot = next((plot for plot in self.plots if not plot.isHidden()), self.above)
        box, (first, last) = plot.item.vb.sceneBoundingRect(), plot.item.vb.viewRange()[0]
        return box.left(), box.right(), first, last

    def _paint(self) -> None:
        for plot in self.plots:
            plot.paint_theme()


# --- A field of curves whose scale rests while they change many times a second -----------------

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
        self,
        rect: QRectF | None = None,
        xRange: list[float] | None = None,
        yRange: list[float] | None = None,
        *more: Any,
        **others: Any,
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
