"""The curve of a function by points, with points that are dragged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QPointF, Signal

from lagr_gui.gui.panes.curves.free_plot import FreePlot
from lagr_gui.gui.theme import theme
from lagr_gui.model import LookupTable
from lagr_gui.model.pieces import pieces_of

Points = tuple[tuple[float, float], ...]
ASIDE = 0.15
"""Part of the span by which the curve is drawn beyond its points, where it has values there."""
STEPS = 600
"""Places at which the curve is drawn, besides its points."""
SIZE = 10


class PointsPlot(FreePlot):
    """Points in the units of the table; `dragged` tells the place of one and where it was let go.

    While it is dragged the curve goes along; the model changes once, in the end.
    """

    dragged = Signal(int, QPointF)
    chosen = Signal(int)
    added = Signal(QPointF)
    """A double click on free paper."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumSize(320, 240)
        self.handles = Handles(self)
        self.item.addItem(self.handles)
        self._table: LookupTable | None = None

    def show_table(self, table: LookupTable, at: int) -> None:
        """Draw the curve with its points, one of them marked."""
        self._table = table
        self._draw(table, at)

    def carry(self, place: int, to: QPointF) -> QPointF:
        """Draw the curve with a point elsewhere, as near as that is between its neighbours."""
        table = self._table
        if table is None:
            return to
        points = table.points
        x, y = self._round(to)
        low = points[place - 1][0] if place else -math.inf
        high = points[place + 1][0] if place + 1 < len(points) else math.inf
        if not low < x < high:
            x = points[place][0]
        moved = table.having(points=moved_point(points, place, (x, y), table.outside))
        self._draw(moved, place)
        return QPointF(x, y)

    def _round(self, to: QPointF) -> tuple[float, float]:
        """A place as finely as one sees it: no digits that no hand has chosen."""
        across, down = self.item.vb.viewPixelSize()
        return _rounded(to.x(), across), _rounded(to.y(), down)

    def _draw(self, table: LookupTable, at: int) -> None:
        self.show_lines([(*_curve(table), 0, False)])
        colors = [theme().error if n == at else theme().accent for n in range(len(table.points))]
        xs, ys = [x for x, _ in table.points], [y for _, y in table.points]
        brushes = [pg.mkBrush(color) for color in colors]
        self.handles.setData(xs, ys, size=SIZE, brush=brushes, pen=None)
        self.handles.setZValue(40)

    def _clicked(self, event: MouseClickEvent) -> None:
        """A click chooses a point; a double click adds one."""
        at = self.place_of(event)
        index = self.handles.at(at)
        if index >= 0:
            self.chosen.emit(index)
        elif event.double():
            self.added.emit(QPointF(*self._round(at)))


class Handles(pg.ScatterPlotItem):
    """The points, which can be taken hold of."""

    def __init__(self, plot: PointsPlot) -> None:
        super().__init__()
        self._plot, self._held = plot, -1

    def at(self, place: QPointF) -> int:
        """The point at a place of the axes, or -1."""
        hits = self.pointsAt(place)
        return int(hits[0].index()) if len(hits) else -1

    def mouseDragEvent(self, event: MouseDragEvent) -> None:
        """Carry a point; what begins on free paper moves the picture."""
        if event.isStart():
            self._held = self.at(event.buttonDownPos())
            if self._held >= 0:
                self._plot.item.disableAutoRange()  # the axes rest under what is dragged
        if self._held < 0:
            event.ignore()
            return
        event.accept()
        to = self._plot.carry(self._held, event.pos())
        if event.isFinish():
            place, self._held = self._held, -1
            self._plot.item.enableAutoRange()
            self._plot.dragged.emit(place, to)


def moved_point(
    points: Points, place: int, to: tuple[float, float], outside: str = "error"
) -> Points:
    """The points with one elsewhere; the ends of a periodic curve stay equally high."""
    moved = [*points]
    moved[place] = to
    other = {0: len(points) - 1, len(points) - 1: 0}.get(place)
    if outside == "periodic" and other is not None:
        moved[other] = moved[other][0], to[1]
    return tuple(moved)


def sound(points: Sequence[tuple[float, float]]) -> bool:
    """Whether a curve leads through the points."""
    xs = [x for x, _ in points]
    return len(xs) > 1 and all(a < b for a, b in pairwise(xs))


def _curve(table: LookupTable) -> tuple[np.ndarray, np.ndarray]:
    """The curve in the units of the table; nothing where its points allow none."""
    if not sound(table.points):
        return np.empty(0), np.empty(0)
    if table.outside == "periodic" and table.points[0][1] != table.points[-1][1]:
        table = table.having(outside="hold")
    curve = pieces_of(table.having(x_unit="", y_unit=""))
    first, last = table.points[0][0], table.points[-1][0]
    aside = 0.0 if table.outside == "error" else ASIDE * (last - first)
    xs = np.linspace(first - aside, last + aside, STEPS)
    xs = np.unique(np.concatenate([xs, [x for x, _ in table.points]]))
    return xs, np.array([curve.value(float(x)) for x in xs])


def _rounded(value: float, step: float) -> float:
    digits = -math.floor(math.log10(step)) if step > 0 and math.isfinite(step) else 6
    return round(value, digits)
