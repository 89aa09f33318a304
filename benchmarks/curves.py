"""A million points of curves: seconds per picture while panning.

    python benchmarks/curves.py [points]

The plot of the simulation pane with 6 curves that have the points together, and with 6
curves of so many points each; moved with the whole in view and enlarged 50 times.  Peer: a
plain pyqtgraph plot of one curve with all points and no downsampling.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import offscreen
import pyqtgraph as pg
import table
from offscreen import frames, shown

from lagr_gui.gui.panes.curves.plots import Plot

SIZE = (900, 360)
CURVES = 6
GOAL = 20.0
SWING = 20
ENLARGED = 50.0
END = 100.0


def signal(points: int, index: int) -> tuple[np.ndarray, np.ndarray]:
    """Times and values of a curve with slow and fast parts."""
    t = np.linspace(0, END, points)
    return t, np.sin((1 + index) * t) + 0.1 * np.sin(40 * t + index)


def ours(points: int) -> Plot:
    """The pane's plot with six curves of so many points."""
    plot = Plot()
    t = signal(points, 0)[0]
    plot.show_curves(t, {f"q{i}": signal(points, i)[1] for i in range(1, CURVES + 1)})
    shown(plot, *SIZE)
    return plot


def plain(points: int) -> pg.PlotWidget:
    """One curve as pyqtgraph draws it without being asked for anything."""
    plot = pg.PlotWidget()
    plot.addItem(pg.PlotDataItem(*signal(points, 1), antialias=False))
    shown(plot, *SIZE)
    return plot


def picture(plot: Any, factor: float, count: int) -> float:
    """Seconds per picture while a plot is moved to and fro, enlarged by a factor."""
    box = plot.getPlotItem().vb
    width = END / factor
    box.setXRange(END / 2 - width / 2, END / 2 + width / 2, padding=0)

    def step(number: int) -> None:
        there = number % (2 * SWING) < SWING
        box.translateBy(x=0.01 * width if there else -0.01 * width)

    return 1 / frames(plot.viewport(), step, count)


def main() -> None:
    """Both amounts, both scales."""
    points = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
    offscreen.application()
    table.head(f"Curves of {points} points: time of a picture while panning, peer over ours")
    views = {
        f"{CURVES} curves, {points} points together": ours(points // CURVES),
        f"{CURVES} curves of {points} points": ours(points),
    }
    peer = plain(points)
    for factor in (1.0, ENLARGED):
        theirs = picture(peer, factor, 10)
        for words, plot in views.items():
            mine = picture(plot, factor, 40)
            goal = table.at_most(mine, 1 / GOAL, "s")
            numbers = table.seconds(mine), table.seconds(theirs)
            table.line(f"{words}, {factor:g}×", *numbers, theirs / mine, goal)


if __name__ == "__main__":
    main()
