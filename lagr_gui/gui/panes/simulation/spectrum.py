"""Amplitudes over frequencies of a signal."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.panes.curves.drawn_runs import DrawnRun
from lagr_gui.gui.panes.curves.free_plot import FreePlot
from lagr_gui.gui.panes.curves.signals import Signal
from lagr_gui.gui.panes.simulation.xy import NARROW
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.numerics.curves import WINDOWS, Spectrum, spectrum

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
        found: list[tuple[DrawnRun, Spectrum]] = []
        for course in self._courses if signal else ():
            y = course.values(signal) if signal else None
            if y is not None and len(y) > 1:
                found.append((course, spectrum(course.t, y, self.window_choice.currentData())))
        lines = [(s.frequency, self._drawable(s), c.stroke, False) for c, s in found]
        self.plot.show_lines(lines)
        if found and not self.scale.isChecked():
            self.plot.item.setXRange(0, max(_highest(s) for _, s in found), padding=0.02)
        unit = f" ({signal.unit})" if signal and signal.unit else ""
        self.plot.name_axes(tr("frequency (Hz)"), tr("amplitude") + unit)
        self.words.setText(self._told(*found[0], signal.unit) if found and signal else "")

    def _drawable(self, found: Spectrum) -> np.ndarray:
        """Amplitudes without the mean, beside which what swings about it would not be seen."""
        swinging = np.where(found.frequency > 0, found.amplitude, np.nan)
        if not self.scale.isChecked():
            return swinging
        least = SMALLEST * float(np.max(found.amplitude, initial=0.0))
        return np.where(swinging > least, swinging, np.nan)

    def _rescale(self, on: bool) -> None:
        self.plot.item.enableAutoRange()
        self.plot.item.setLogMode(x=False, y=on)
        self.draw()

    def _told(self, course: DrawnRun, found: Spectrum, unit: str) -> str:
        """The peak of a spectrum, in words."""
        if not found.peak > 0:
            return tr("Nothing swings.")
        text = tr("largest at {f} Hz ({w} rad/s, period {T} s): {a}")
        numbers = {"f": found.peak, "w": 2 * pi * found.peak, "T": 1 / found.peak}
        said = {name: f"{number:.5g}" for name, number in numbers.items()}
        return text.format(**said, a=f"{found.peak_amplitude:.4g} {unit}".strip())


def _highest(found: Spectrum) -> float:
    """The frequency (Hz) beyond which nothing can be seen; all of them where nothing is."""
    least, last = SEEN * float(np.max(found.amplitude[1:], initial=0.0)), len(found.frequency) - 1
    seen = np.flatnonzero(found.amplitude > least)
    return float(found.frequency[min(int(seen[-1]) + 2, last) if len(seen) else last])
