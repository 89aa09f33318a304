"""The views of a simulation: curves over time, one signal over another, a spectrum, or all."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtCore import Signal as QtSignal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from lagr_gui.gui import settings
from lagr_gui.gui.panes.curves.drawn_runs import DrawnRun
from lagr_gui.gui.panes.curves.free_plot import FreePlot
from lagr_gui.gui.panes.curves.picture import save_plots
from lagr_gui.gui.panes.curves.plots import Curves
from lagr_gui.gui.panes.curves.signals import Signal
from lagr_gui.gui.panes.simulation.cursors import Cursors
from lagr_gui.gui.panes.simulation.xy import NARROW, XYView
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.widgets.tabs import FittingTabs
from lagr_gui.gui.words import tr
from lagr_gui.numerics.curves import WINDOWS, Spectrum, spectrum

VIEWS = ("time", "xy", "spectrum")
TOGETHER = "together"
REMEMBERED, SHARES = "simulation_view", "simulation_views"
"""Keys of the view that was seen last, and of the sizes of those that are seen together."""
WIDE, LOW = 380, 300
"""Width (pixels) from which on views stand side by side, and height below which all of them do."""
LEAST = 100
"""Width and height (pixels) of a view that has little room beside others."""


class Views(QStackedWidget):
    """Those that `tabs` choose; start values take their place while they are shown."""

    moved = QtSignal(float)
    changed = QtSignal()
    """Other views are seen; what they show is to be drawn."""
    asked = QtSignal()
    """Somebody wants to see them, by a click on a tab or from the keyboard."""

    def __init__(self, start: QWidget) -> None:
        super().__init__()
        self.curves = Curves()
        self.curves.moved.connect(self.moved)
        self.cursors = Cursors(self.curves)
        self.xy, self.spectrum = XYView(), SpectrumView()
        self.xy.moved.connect(self.moved)
        time = QWidget()
        below((self.curves, 1), self.cursors, within=time, margins=NONE, spacing=2)
        self._pages: tuple[QWidget, ...] = (time, self.xy, self.spectrum)
        self._whole, self._others = QSplitter(Qt.Orientation.Vertical), QSplitter()
        self._whole.addWidget(time)
        self._whole.addWidget(self._others)
        for page in self._pages[1:]:
            self._others.addWidget(page)
        for splitter in (self._whole, self._others):
            splitter.splitterMoved.connect(self._keep_shares)
        self.addWidget(self._whole)
        self.addWidget(start)
        self._started = False
        self._make_tabs()
        self._divide()

    def _make_tabs(self) -> None:
        self.tabs = FittingTabs()
        self.tabs.add("time", tr("Time"), "t")
        self.tabs.add("xy", "x–y", "xy")
        self.tabs.add("spectrum", tr("Spectrum"), "f")
        self.tabs.add(TOGETHER, tr("Together"), "▦")
        self.show_view(settings.text(REMEMBERED))
        self.tabs.currentChanged.connect(self._choose)
        for chosen in (self.tabs.currentChanged, self.tabs.tabBarClicked):
            chosen.connect(lambda _: self.asked.emit())
        self._show_pages()

    @property
    def seen(self) -> tuple[str, ...]:
        """The views that are chosen."""
        chosen = str(self.tabs.tabData(self.tabs.currentIndex()))
        return VIEWS if chosen == TOGETHER else (chosen,)

    def show_view(self, name: str) -> None:
        """Choose a view, or all together, by name; an unknown name changes nothing."""
        names = [self.tabs.tabData(place) for place in range(self.tabs.count())]
        if name in names:
            self.tabs.setCurrentIndex(names.index(name))

    def forget(self) -> None:
        """Another drawing: nobody has chosen axes, or placed cursors, yet."""
        self.cursors.forget()
        self.xy.forget()

    def show_start(self, on: bool) -> None:
        """Show the start values, or the chosen views again."""
        self._started = on
        self._show_pages()
        self.changed.emit()

    def show_courses(self, courses: Sequence[DrawnRun], signals: Sequence[Signal]) -> None:
        """Show these runs, the first of which is the motion that is animated.

        `signals` are those that can be put on axes.
        """
        if "xy" in self.seen:
            self.xy.show_courses(courses, signals)
        if "spectrum" in self.seen:
            self.spectrum.show_courses(courses, signals)

    def show_time(self, t: float) -> None:
        """Put the cursors at a time."""
        self.curves.show_time(t)
        self.xy.show_time(t)  # seen or not: once it is, its dot stands where the motion is

    def save(self, path: Path) -> bool:
        """Write the views that are chosen as SVG, PDF or PNG; whether that could be done."""
        if self.seen == ("time",):
            return self.curves.save(path)
        shown = [plot for plot in self.curves.plots if "time" in self.seen and plot.isVisible()]
        others = {"xy": self.xy.plot, "spectrum": self.spectrum.plot}
        return save_plots(path, [*shown, *(others[name] for name in self.seen if name in others)])

    # --- which are seen, and where ---------------------------------------------------------

    def _choose(self) -> None:
        settings.remember(REMEMBERED, str(self.tabs.tabData(self.tabs.currentIndex())))
        self._show_pages()
        self.changed.emit()

    def _show_pages(self) -> None:
        for name, page in zip(VIEWS, self._pages, strict=True):
            page.setVisible(name in self.seen)
            least = LEAST if len(self.seen) > 1 else 0
            page.setMinimumSize(least, least)
        self._others.setVisible(self.seen != ("time",))
        self.setCurrentIndex(1 if self._started else 0)

    def _divide(self) -> None:
        """Give each view the room that the user gave it, at first as much as others."""
        for splitter, name in ((self._whole, "whole"), (self._others, "others")):
            shares = [s for s in settings.texts(f"{SHARES}_{name}") if s.isdecimal()]
            splitter.setSizes(list(map(int, shares)) if len(shares) == 2 else [1000, 1000])

    def _keep_shares(self) -> None:
        if len(self.seen) < len(VIEWS):
            return
        for splitter, name in ((self._whole, "whole"), (self._others, "others")):
            settings.remember(f"{SHARES}_{name}", [str(size) for size in splitter.sizes()])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Views stand side by side where there is room for that."""
        size = event.size()
        wide, low = size.width() >= WIDE, size.height() < LOW
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self._others.setOrientation(across if wide else down)
        self._whole.setOrientation(across if wide and low else down)
        super().resizeEvent(event)


# --- Amplitudes over frequencies of a signal ---------------------------------------------------

WORDS = {"hann": "Hann window", "rectangular": "rectangular window", "flat-top": "flat-top window"}
"""Words for windows."""
SEEN = 0.005
"""Amplitudes below this part of the largest are beyond what is seen at first."""
SMALLEST = 1e-12
"""Amplitudes below this part of the largest are not drawn on a logarithmic scale."""


class SpectrumView(QWidget):
    """The spectrum of one signal of all runs that are shown."""

    def __init__(self) -> None:
        super().__init__()
        self._signals: dict[str, Signal] = {}
        self._courses: Sequence[DrawnRun] = ()
        self.plot = FreePlot()
        self.signal = SlimComboBox(run=lambda _: self.draw(), name="spectrum_signal")
        self.signal.setMinimumWidth(NARROW)
        windows = ((name, tr(WORDS[name])) for name in WINDOWS)
        self.window_choice = SlimComboBox(windows, lambda _: self.draw(), name="spectrum_window")
        set_note(
            self.window_choice,
            tr("Hann for most; flat-top tells heights, rectangular parts neighbours best"),
        )
        self.scale = tool_button(tr("log"), tr("Logarithmic amplitudes"), checkable=True)
        self.scale.toggled.connect(self._rescale)
        self.words = SlimLabel(role="muted")  # lines that wrap would lie over a low plot
        row = beside(self.signal, 1, self.window_choice, self.scale, spacing=6)
        below(row, (self.plot, 1), self.words, within=self, margins=NONE, spacing=4)

    def show_courses(self, courses: Sequence[DrawnRun], signals: Sequence[Signal]) -> None:
        """Draw the spectra of the chosen signal of these runs."""
        self._signals = {signal.key: signal for signal in signals}
        self._courses = courses
        key = self.signal.currentData()
        if self.signal.offer([(signal.key, signal.legend) for signal in signals]):
            self.signal.choose(key)
        self.draw()

    def draw(self) -> None:
        """Draw the spectra of what is chosen now, and tell of the peak of the first."""
        signal = self._signals.get(self.signal.currentData())
        spectra: list[tuple[DrawnRun, Spectrum]] = []
        for course in self._courses if signal else ():
            y = course.values(signal) if signal else None
            if y is not None and len(y) > 1:
                spectra.append((course, spectrum(course.t, y, self.window_choice.currentData())))
        lines = [(s.frequency, self._drawable(s), c.stroke, False) for c, s in spectra]
        self.plot.show_lines(lines)
        if spectra and not self.scale.isChecked():
            self.plot.item.setXRange(0, max(_highest(s) for _, s in spectra), padding=0.02)
        unit = f" ({signal.unit})" if signal and signal.unit else ""
        self.plot.name_axes(tr("frequency (Hz)"), tr("amplitude") + unit)
        self.words.setText(self._told(*spectra[0], signal.unit) if spectra and signal else "")

    def _drawable(self, lines: Spectrum) -> np.ndarray:
        """Amplitudes without the mean, beside which what swings about it would not be seen."""
        swinging = np.where(lines.frequency > 0, lines.amplitude, np.nan)
        if not self.scale.isChecked():
            return swinging
        least = SMALLEST * float(np.max(lines.amplitude, initial=0.0))
        return np.where(swinging > least, swinging, np.nan)

    def _rescale(self, on: bool) -> None:
        self.plot.item.enableAutoRange()
        self.plot.item.setLogMode(x=False, y=on)
        self.draw()

    def _told(self, course: DrawnRun, lines: Spectrum, unit: str) -> str:
        """The peak of a spectrum, in words."""
        if not lines.peak > 0:
            return tr("Nothing swings.")
        text = tr("largest at {f} Hz ({w} rad/s, period {T} s): {a}")
        numbers = {"f": lines.peak, "w": 2 * pi * lines.peak, "T": 1 / lines.peak}
        said = {name: f"{number:.5g}" for name, number in numbers.items()}
        return text.format(**said, a=f"{lines.peak_amplitude:.4g} {unit}".strip())


def _highest(lines: Spectrum) -> float:
    """The frequency (Hz) beyond which nothing can be seen; all of them where nothing is."""
    least, last = SEEN * float(np.max(lines.amplitude[1:], initial=0.0)), len(lines.frequency) - 1
    seen = np.flatnonzero(lines.amplitude > least)
    return float(lines.frequency[min(int(seen[-1]) + 2, last) if len(seen) else last])
