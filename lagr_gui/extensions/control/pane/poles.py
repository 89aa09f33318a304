"""Poles and zeros in their plane: of the plant, of the closed loop, and on their way."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg

from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.numbers.locus import gains, regulated, root_locus
from lagr_gui.extensions.control.numbers.state_space import Complex
from lagr_gui.extensions.control.task import weights
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.base_plot import BasePlot
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.words import tr

COSTS = np.geomspace(1e-3, 1e3, 61)
"""Factors of R over which poles of a regulator are followed."""

SHADE = 26
"""How opaque the unstable part of the plane is, of 255."""


class PolePlot(BasePlot):
    """× poles of the plant, × of the closed loop, ○ zeros, lines as R or the gain changes."""

    def __init__(self) -> None:
        super().__init__(80)
        self._design: Design | None = None
        for side in ("bottom", "left"):
            self.item.getAxis(side).enableAutoSIPrefix(False)
        self.item.getAxis("left").setWidth(34)
        self.setAccessibleName(tr("Poles and zeros"))
        self.unstable = pg.LinearRegionItem((0, 1), movable=False)
        turn = np.linspace(0, 2 * np.pi, 200)
        self.circle = pg.PlotCurveItem(np.cos(turn), np.sin(turn))
        self.ways = pg.PlotCurveItem(antialias=True)
        self.open_marks, self.zero_marks = pg.ScatterPlotItem(), pg.ScatterPlotItem()
        self.closed_marks = pg.ScatterPlotItem()
        marks = self.open_marks, self.zero_marks, self.closed_marks
        for item in (self.unstable, self.circle, self.ways, *marks):
            self.item.addItem(item, ignoreBounds=True)
        theme_changed().connect(self.paint)
        self.paint()
        self.show_design(None)

    def paint(self) -> None:
        """Use the colours of the theme."""
        self.paint_ground()
        colors = theme()
        self.circle.setPen(pg.mkPen(colors.muted, width=1))
        self.ways.setPen(pg.mkPen(colors.curves[0], width=1.2))
        shade = colors.color("error")
        shade.setAlpha(SHADE)
        self.unstable.setBrush(shade)
        for line in self.unstable.lines:
            line.setPen(pg.mkPen(colors.muted, width=1))
        self._show_marks()

    def show_design(self, design: Design | None) -> None:
        """Draw the poles of a design, or nothing."""
        self._design = design
        sampled = design is not None and bool(design.system.h)
        words = tr("poles of a step") if sampled else tr("poles (1/s)")
        self.item.setLabel("bottom", words)
        self.item.vb.setAspectLocked(sampled)
        self.unstable.setVisible(design is not None and not sampled)
        self.circle.setVisible(sampled)
        ways = way_of(design) if design is not None else np.zeros((0, 0), complex)
        gap = np.full((1, ways.shape[1]), np.nan)
        line: Complex = np.concatenate([ways, gap]).T.reshape(-1)
        self.ways.setData(line.real, line.imag, connect="finite")
        self._show_marks()
        if design is not None:
            self._show_all(design)

    def _show_marks(self) -> None:
        design, colors = self._design, theme()
        none: Complex = np.zeros(0, complex)
        closed = design is not None and design.is_closed
        for item, places, symbol, color, size in (
            (self.open_marks, design.system.poles if design else none, "x", colors.muted, 10),
            (self.zero_marks, design.zeros if design else none, "o", colors.muted, 9),
            (
                self.closed_marks,
                design.poles if design and closed else none,
                "x",
                colors.accent,
                13,
            ),
        ):
            brush = pg.mkBrush(color if symbol == "x" else colors.paper)
            pen = pg.mkPen(color, width=1)
            item.setData(places.real, places.imag, symbol=symbol, pen=pen, brush=brush, size=size)

    def _show_all(self, design: Design) -> None:
        """Show all poles and zeros with some room around them."""
        shown: Complex = np.concatenate([design.system.poles, design.poles, design.zeros, [0j]])
        if design.system.h:
            shown = np.concatenate([shown, [-1.05 - 1.05j, 1.05 + 1.05j]])
        width = max(float(np.ptp(shown.real)), 1e-9, 0.3 * float(np.ptp(shown.imag)))
        height = max(float(np.max(np.abs(shown.imag))), 0.2 * width)
        left, right = float(shown.real.min()) - 0.1 * width, float(shown.real.max()) + 0.15 * width
        self.unstable.setRegion((0.0, 100 * (right - left)))
        self.item.setRange(xRange=(left, right), yRange=(-1.15 * height, 1.15 * height), padding=0)


def way_of(design: Design) -> Complex:
    """Where poles go as R changes, or with a factor on the gains from 0 on: (v, n)."""
    system, task = design.system, design.task
    if design.optimum is not None and task.lqr is not None and not system.h:
        Q = weights(task.lqr, design.plant.states, "Q")
        R = weights(task.r, design.plant.inputs, "R")
        return regulated(system, Q, R, COSTS)
    if design.K is not None:
        back = system.B @ design.K
        return root_locus(lambda factor: system.A - factor * back, gains())
    if design.pid is None:
        return np.zeros((0, system.n), complex)
    loop = design.loop(0)
    one = np.eye(len(loop.D))

    def matrix(factor: float) -> Array:
        return loop.A - factor * loop.B @ np.linalg.solve(one + factor * loop.D, loop.C)

    return root_locus(matrix, gains())
