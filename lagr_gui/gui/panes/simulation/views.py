"""The views of a simulation: curves over time, one signal over another, a spectrum."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal as QtSignal
from PySide6.QtWidgets import QStackedWidget, QWidget

from lagr_gui.gui.panes.curves.drawn_runs import DrawnRun
from lagr_gui.gui.panes.curves.plots import Curves
from lagr_gui.gui.panes.curves.signals import Signal
from lagr_gui.gui.panes.simulation.cursors import Cursors
from lagr_gui.gui.panes.simulation.spectrum import SpectrumView
from lagr_gui.gui.panes.simulation.xy import XYView
from lagr_gui.gui.widgets.laying import NONE, below
from lagr_gui.gui.widgets.tabs import FittingTabs
from lagr_gui.gui.words import tr


class Views(QStackedWidget):
    """One view at a time, chosen by `tabs`; start values take its place while they are shown."""

    moved = QtSignal(float)
    changed = QtSignal()
    """Another view is seen; what it shows is to be drawn."""

    def __init__(self, start: QWidget) -> None:
        super().__init__()
        self.curves = Curves()
        self.curves.moved.connect(self.moved)
        self.cursors = Cursors(self.curves)
        self.xy, self.spectrum = XYView(), SpectrumView()
        self.xy.moved.connect(self.moved)
        time = QWidget()
        below((self.curves, 1), self.cursors, within=time, margins=NONE, spacing=2)
        for page in (time, self.xy, self.spectrum, start):
            self.addWidget(page)
        self.tabs = FittingTabs()
        self.tabs.add("time", tr("Time"), "t")
        self.tabs.add("xy", "x–y", "xy")
        self.tabs.add("spectrum", tr("Spectrum"), "f")
        self.tabs.currentChanged.connect(self._choose)
        self._started = False

    def forget(self) -> None:
        """Another drawing: nobody has chosen axes, or placed cursors, yet."""
        self.cursors.forget()
        self.xy.forget()

    def show_start(self, on: bool) -> None:
        """Show the start values, or the chosen view again."""
        self._started = on
        self._choose()

    def show_courses(self, courses: Sequence[DrawnRun], signals: Sequence[Signal]) -> None:
        """Show these runs, the first of which is the motion that is animated.

        `signals` are those that can be put on axes.
        """
        if self.currentWidget() is self.xy:
            self.xy.show_courses(courses, signals)
        elif self.currentWidget() is self.spectrum:
            self.spectrum.show_courses(courses, signals)

    def show_time(self, t: float) -> None:
        """Put the cursor at a time."""
        self.curves.show_time(t)
        if self.currentWidget() is self.xy:
            self.xy.show_time(t)

    def save(self, path: Path) -> bool:
        """Write the view that is chosen as SVG, PDF or PNG; whether that could be done."""
        plots = (self.curves, self.xy.plot, self.spectrum.plot)
        return plots[self.tabs.currentIndex()].save(path)

    def _choose(self) -> None:
        self.setCurrentIndex(3 if self._started else self.tabs.currentIndex())
        self.changed.emit()
