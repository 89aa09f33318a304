"""Curves over time with pyqtgraph: plots one above the other, one time cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from lagr_gui.gui.panes.curves.legend import Legend
from lagr_gui.gui.panes.curves.picture import save_plots
from lagr_gui.gui.theme import theme, theme_changed

Array = NDArray[np.float64]
SMOOTH = 20_000
"""Points up to which lines are drawn smoothly."""
AXIS, BESIDE = 52, 8
"""Widths (pixels) of the axis on the left, and of what else is beside the legend."""


def paint_ground(plot: pg.PlotWidget) -> None:
    """Give paper and axes the colours of the theme."""
    colors = theme()
    plot.setBackground(colors.paper)
    item: Any = plot.getPlotItem()
    for side in ("left", "bottom"):
        axis = item.getAxis(side)
        axis.setPen(colors.line)
        axis.setTextPen(colors.muted)


def shade(index: int) -> str:
    """The colour of a curve."""
    shades = theme().curves
    return shades[index % len(shades)]


class Plot(pg.PlotWidget):
    """One plot; curves by name in the colours of the theme."""

    moved = Signal(float)

    def __init__(self) -> None:
        self._legend = Legend()
        super().__init__()
        self.item: Any = self.getPlotItem()
        self.setMinimumHeight(80)
        self.setMenuEnabled(False)
        self._curves: dict[str, pg.PlotDataItem] = {}
        self._note = ""
        self.item.layout.removeItem(self.item.getAxis("top"))  # the legend has its place
        self.item.layout.addItem(self._legend, 1, 1)
        self.time_line: Any = pg.InfiniteLine(angle=90, movable=True)
        self.time_line.sigDragged.connect(lambda line: self.moved.emit(float(line.value())))
        self.time_line.setZValue(50)
        self.item.addItem(self.time_line, ignoreBounds=True)
        self.showGrid(x=True, y=True, alpha=0.25)
        self.item.setDownsampling(auto=True, mode="peak")
        self.item.setClipToView(True)
        self.item.hideButtons()
        self.item.scene().sigMouseClicked.connect(self._clicked)
        self.paint_theme()

    def show_curves(self, t: Array, curves: Mapping[str, Array], note: str = "") -> None:
        """Draw these curves and no others; the note stands behind their names."""
        if [note, *curves] != [self._note, *self._curves]:
            self._note = note
            for curve in self._curves.values():
                self.item.removeItem(curve)
            self._curves = {name: self.item.plot(name=name) for name in curves}
            self._paint_curves()
        for name, y in curves.items():
            self._curves[name].setData(t, y, antialias=len(t) <= SMOOTH)

    def paint_theme(self) -> None:
        """Use the colours of the theme."""
        paint_ground(self)
        self.item.getAxis("left").setWidth(AXIS)
        pen = pg.mkPen(theme().error, width=1.3, style=Qt.PenStyle.DashLine)
        self.time_line.setPen(pen)
        self._paint_curves()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Break the lines of the legend anew."""
        self._legend.use_width(self.width() - AXIS - BESIDE)
        super().resizeEvent(event)

    def _paint_curves(self) -> None:
        colors = {name: shade(at) for at, name in enumerate(self._curves)}
        for name, curve in self._curves.items():
            curve.setPen(pg.mkPen(colors[name], width=1.6))
        self._legend.show_names(colors, theme().text, self._note)

    def _clicked(self, event: Any) -> None:
        """A double click shows everything; a click sets the time."""
        if event.double():
            self.autoRange()
        elif event.button() == Qt.MouseButton.LeftButton:
            self.moved.emit(float(self.item.vb.mapSceneToView(event.scenePos()).x()))


class Curves(QWidget):
    """Plots one above the other, with one time axis and one cursor.

    `above` shows the motion, `forces` what is transmitted, `below` energies.
    """

    moved = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.above, self.forces, self.below = self.plots = Plot(), Plot(), Plot()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for plot in self.plots:
            column.addWidget(plot, 1)
            plot.moved.connect(self.moved)
            if plot is not self.above:
                plot.setXLink(self.above)
        self.show_plots([True, False, True])
        theme_changed().connect(self._paint)

    def show_plots(self, shown: Sequence[bool]) -> None:
        """Which plots are seen; times are written under the last of them."""
        for plot, on in zip(self.plots, shown, strict=True):
            plot.setVisible(on)
        last = max(place for place, on in enumerate(shown) if on)
        for place, plot in enumerate(self.plots):
            plot.item.getAxis("bottom").setStyle(showValues=place == last)

    def show_time(self, t: float) -> None:
        """Put the cursor at a time."""
        for plot in self.plots:
            plot.time_line.setValue(t)

    def show_span(self, first: float, last: float) -> None:
        """Show a span of time; before curves are drawn, for they are thinned out for it."""
        self.above.setXRange(first, last)

    def show_all(self) -> None:
        """Show the whole of all curves."""
        for plot in self.plots:
            plot.enableAutoRange()

    def save(self, path: Path) -> bool:
        """Write the plots as SVG, PDF or PNG; whether that could be done."""
        return save_plots(path, [plot for plot in self.plots if not plot.isHidden()])

    def _paint(self) -> None:
        for plot in self.plots:
            plot.paint_theme()
