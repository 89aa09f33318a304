"""A plot of one thing over another, of all runs that are shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QResizeEvent

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.base_plot import BasePlot
from lagr_gui.gui.panes.curves.drawn_runs import dressed, shade
from lagr_gui.gui.panes.curves.picture import save_plots
from lagr_gui.gui.theme import theme, theme_changed

NAMED = 130
"""Height (pixels) from which on axes have their names beside them."""
Line = tuple[Array, Array, int, bool]
"""x (n,), y (n,), the stroke, whether it is drawn as dots."""


class FreePlot(BasePlot):
    """The first line is that of the motion that is shown; a dot can stand on it."""

    pointed = Signal(QPointF)
    """A click, in the units of the axes."""

    def __init__(self) -> None:
        super().__init__(80)
        for side in ("bottom", "left"):
            self.item.getAxis(side).enableAutoSIPrefix(False)  # what it says is a name, not a unit
        self.item.scene().sigMouseClicked.connect(self._clicked)
        self.lines: list[Any] = []
        self._strokes: list[tuple[int, bool]] = []
        self.dot = pg.ScatterPlotItem(size=9)
        self.item.addItem(self.dot, ignoreBounds=True)
        self.dot.setZValue(60)
        theme_changed().connect(self.paint)
        self.paint()

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Draw these lines and no others."""
        self.remove(self.lines)
        self._strokes = [(stroke, dots) for _, _, stroke, dots in lines]
        self.lines = [
            self.item.plot(x, y, connect="finite", antialias=True) for x, y, _, _ in lines
        ]
        self.paint()

    def name_axes(self, x: str, y: str) -> None:
        """What stands beside the axes."""
        for side, text in (("bottom", x), ("left", y)):
            self.item.getAxis(side).setLabel(text)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size."""
        super().resizeEvent(event)
        if hasattr(self, "item"):  # it is asked while it is made
            self._make_room()

    def _make_room(self) -> None:
        """Leave names out where they would be cut, and take half of what the curves have."""
        for side in ("bottom", "left"):
            axis = self.item.getAxis(side)
            axis.showLabel(bool(axis.labelText) and self.height() >= NAMED)

    def paint(self) -> None:
        """Use the colours of the theme."""
        self.paint_ground()
        self.dot.setBrush(pg.mkBrush(theme().error))
        self.dot.setPen(None)
        for place, (line, (stroke, dots)) in enumerate(zip(self.lines, self._strokes, strict=True)):
            if place == 0 and not dots:
                line.setPen(pg.mkPen(shade(0), width=1.6))
                line.setZValue(10)
            else:
                look = dressed(0 if dots else place, stroke, dots)
                line.opts.update(look)
                line.updateItems()

    def put_dot(self, x: float, y: float) -> None:
        """Put the dot there."""
        self.dot.setData([x], [y])

    def save(self, path: Path) -> bool:
        """Write the plot as SVG, PDF or PNG; whether that could be done."""
        return save_plots(path, [self])

    def _clicked(self, event: MouseClickEvent) -> None:
        """A double click shows everything; a click points at a place."""
        if event.double():
            self.item.enableAutoRange()
        elif event.button() == Qt.MouseButton.LeftButton:
            self.pointed.emit(self.place_of(event))
