"""The closed loop in time and over frequency: from the start, steps, impulses, Bode, Nyquist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from lagr_gui.expression.units import raised, with_unit
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.numbers.margins import frequencies
from lagr_gui.extensions.control.numbers.responses import horizon, impulse, step
from lagr_gui.extensions.control.numbers.state_space import StateSpace
from lagr_gui.extensions.control.pane.choosing import force_words, pretty_state
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.base_plot import BasePlot
from lagr_gui.gui.panes.curves.drawn_runs import shade
from lagr_gui.gui.panes.response.plots import DecadeAxis, DegreeAxis
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr

if TYPE_CHECKING:
    from lagr_gui.extensions.control.closing import ClosedMotion

VIEWS = {
    "start": "From start",
    "step": "Step",
    "impulse": "Impulse",
    "bode": "Bode",
    "nyquist": "Nyquist",
}
"""What can be seen of a loop, with its words."""

FAR = 1e3
"""A loop beyond that is not drawn in its plane."""

LOW = 260
"""Height (pixels) from which on the axis has its name below it."""

HEAD = 60
"""Width (pixels) of what stands beside a plot, where no curve crosses it."""

MOST = 6
"""Plots below one another."""


@dataclass(frozen=True, eq=False)
class Strip:
    """One plot: what stands beside it, and curves x (w,), y (w,), colour, whether dashed."""

    words: str
    curves: Sequence[tuple[Array, Array, str, bool]]


class Strips(QWidget):
    """Plots below one another over one axis; those that are not needed are hidden."""

    def __init__(self, plots: Sequence[BasePlot]) -> None:
        super().__init__()
        self.plots = plots
        self.heads = [PlainLabel(role="muted", wordWrap=True) for _ in plots]
        column = below(within=self, margins=NONE, spacing=0)
        for plot, head in zip(plots, self.heads, strict=True):
            head.setFixedWidth(HEAD)
            column.addLayout(beside(head, (plot, 1), margins=NONE, spacing=2), 1)
            if plot is not plots[0]:
                plot.setXLink(plots[0])
            plot.item.getAxis("left").setWidth(46)
            plot.item.getAxis("left").setTickDensity(0.6)
            for side in ("left", "bottom"):
                plot.item.getAxis(side).enableAutoSIPrefix(False)

    def show_strips(self, strips: Sequence[Strip], foot: str) -> None:
        """Show strips; `foot` stands below the last one."""
        for number, plot in enumerate(self.plots):
            plot.item.clear()
            plot.paint_ground()
            plot.setVisible(number < len(strips))
            self.heads[number].setVisible(number < len(strips))
            if number >= len(strips):
                continue
            for x, y, color, dashed in strips[number].curves:
                style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
                pen = pg.mkPen(color, width=1.2 if dashed else 1.8, style=style)
                plot.item.plot(x, y, pen=pen, connect="finite", antialias=True)
            last = number == len(strips) - 1
            self.heads[number].setText(strips[number].words)
            plot.item.setLabel("bottom", foot)
            plot.item.getAxis("bottom").setStyle(showValues=last)
            plot.item.getAxis("bottom").showLabel(last and self.height() > LOW)
            still = all(_is_still(y) for _, y, *_ in strips[number].curves)
            plot.item.vb.setLimits(minYRange=1.0 if still else 0.0)
            plot.item.enableAutoRange()


class ResponsePlots(QStackedWidget):
    """The plots of one view at a time: over time, Bode's two, Nyquist's one."""

    def __init__(self) -> None:
        super().__init__()
        size, phase = (
            BasePlot(60, axisItems={"left": upright, "bottom": DecadeAxis("bottom")})
            for upright in (DecadeAxis("left"), DegreeAxis("left"))
        )
        size.item.setLogMode(x=True, y=True)
        phase.item.setLogMode(x=True, y=False)
        plane = BasePlot(120)
        plane.item.vb.setAspectLocked(True)
        time = Strips([BasePlot(50) for _ in range(MOST)])
        self.pages = {"bode": Strips([size, phase]), "nyquist": Strips([plane]), "time": time}
        for page in self.pages.values():
            self.addWidget(page)
        self._shown: tuple[str, Sequence[Strip], str] = ("start", (), "")
        theme_changed().connect(lambda: self.show_strips(*self._shown))

    @property
    def page(self) -> Strips:
        """The page that is seen."""
        return self.pages.get(self._shown[0], self.pages["time"])

    def show_strips(self, kind: str, strips: Sequence[Strip], foot: str) -> None:
        """Show strips of a view; `foot` stands below the last one."""
        self._shown = (kind, strips[:MOST], foot)
        self.setCurrentWidget(self.page)
        self.page.show_strips(strips[:MOST], foot)
        if kind == "nyquist" and strips:
            (plane,) = self.page.plots
            point = pg.ScatterPlotItem([-1], [0], symbol="+", size=12, pen=pg.mkPen(theme().error))
            plane.item.addItem(point)
            plane.item.setRange(xRange=(-3, 2), yRange=(-2.5, 2.5))


def _is_still(values: Array) -> bool:
    """Whether values vary by no more than rounding."""
    known = values[np.isfinite(values)]
    return not known.size or bool(np.ptp(known) <= max(1e-13, 1e-9 * np.max(np.abs(known))))


def stays(motion: ClosedMotion) -> bool:
    """Whether a motion begins at its place, which it never leaves then."""
    return all(map(_is_still, motion.y.T))


def strips_of(kind: str, design: Design, motion: ClosedMotion | None) -> tuple[list[Strip], str]:
    """The plots of a view, and what stands below them."""
    if kind in ("bode", "nyquist"):
        return (_bode if kind == "bode" else _nyquist)(design)
    if kind == "start":
        return (_started(design, motion) if motion else []), "t (s)"
    system, inputs = design.closed, len(design.plant.inputs)
    until = horizon(design.poles, system.h)
    found = [(step if kind == "step" else impulse)(system, until, number=i) for i in range(inputs)]
    if design.pid is not None:
        found = found[:1]
    return [
        Strip(
            words,
            [
                (t, y[:, row], _color(number, row, len(found)), False)
                for number, (t, y) in enumerate(found)
            ],
        )
        for row, words in enumerate(_words(design))
        if row < found[0][1].shape[1]
    ], "t (s)"


def _color(number: int, row: int, runs: int) -> str:
    return shade(number if runs > 1 else row)


def _words(design: Design) -> list[str]:
    plant = design.plant
    named = [(pretty_state(name), plant.units.get(name, "")) for name in plant.outputs]
    if design.is_closed:
        efforts, units = plant.input_units, plant.units
        named += [(force_words(n, units), efforts.get(n, "")) for n in plant.inputs]
    return [with_unit(words, raised(unit)) for words, unit in named]


def _started(design: Design, motion: ClosedMotion) -> list[Strip]:
    real = np.hstack([motion.y, motion.u])
    linear = np.hstack([motion.linear_y, motion.linear_u])
    return [
        Strip(
            words,
            [
                (motion.t, linear[:, row], shade(row), True),
                (motion.t, real[:, row], shade(row), False),
            ],
        )
        for row, words in enumerate(_words(design))
    ]


def loops(design: Design) -> dict[str, StateSpace]:
    """The loops that are looked at over frequency: opened at each input, or the plant by input."""
    plant = design.plant
    if design.is_closed:
        return {name: design.loop(number) for number, name in enumerate(plant.inputs)}
    return {
        f"{out} / {name}": design.system.part([row], [column])
        for column, name in enumerate(plant.inputs)
        for row, out in enumerate(plant.outputs)
    }


def _bode(design: Design) -> tuple[list[Strip], str]:
    sizes: list[tuple[Array, Array, str, bool]] = []
    phases: list[tuple[Array, Array, str, bool]] = []
    for number, loop in enumerate(loops(design).values()):
        omega = frequencies(loop, points=600)
        values = loop.response(omega)[:, 0, 0]
        size = np.where(np.isfinite(values) & (np.abs(values) > 0), np.abs(values), np.nan)
        turned = np.unwrap(np.angle(np.where(np.isfinite(values), values, 1.0)))
        turned -= (
            2 * np.pi * np.ceil(turned[-1] / (2 * np.pi) - 1e-9)
        )  # it ends between −360° and 0
        sizes.append((omega, size, shade(number), False))
        phases.append((omega, np.degrees(turned), shade(number), False))
    words = "|L|" if design.is_closed else "|G|"
    ends = np.array([min(x[0] for x, *_ in sizes), max(x[-1] for x, *_ in sizes)])
    sizes.append((ends, np.ones(2), theme().muted, True))
    phases.append((ends, np.full(2, -180.0), theme().muted, True))
    return [Strip(words, sizes), Strip(tr("phase (°)"), phases)], tr("ω (rad/s)")


def _nyquist(design: Design) -> tuple[list[Strip], str]:
    curves: list[tuple[Array, Array, str, bool]] = []
    for number, loop in enumerate(loops(design).values()):
        values = loop.response(frequencies(loop, points=2000))[:, 0, 0]
        values[np.abs(values) >= FAR] = np.nan
        curves.append((values.real, values.imag, shade(number), False))
        curves.append((values.real, -values.imag, shade(number), True))
    return [Strip("Im L", curves)], "Re L"
