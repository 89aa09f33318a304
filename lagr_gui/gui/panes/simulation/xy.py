"""Any signal over any other, with a dot at the time cursor."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtCore import Signal as QtSignal
from PySide6.QtWidgets import QWidget

from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.curves.drawn_runs import DrawnRun
from lagr_gui.gui.panes.curves.free_plot import FreePlot
from lagr_gui.gui.panes.curves.signals import Signal
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr

NARROW = 64
"""Width (pixels) of the choice of a signal where there is little room."""


class XYView(QWidget):
    """Begins with the phase portrait of the first coordinate."""

    moved = QtSignal(float)

    def __init__(self) -> None:
        super().__init__()
        self._signals: dict[str, Signal] = {}
        self._courses: Sequence[DrawnRun] = ()
        self._line: tuple[Array, Array, Array] | None = None
        self._time = 0.0
        self.plot = FreePlot()
        self.plot.pointed.connect(self._go_near)
        self.up = SlimComboBox(run=lambda _: self._draw(), name="xy_y")
        self.across = SlimComboBox(run=lambda _: self._draw(), name="xy_x")
        for box in (self.up, self.across):
            box.setMinimumWidth(NARROW)
        tip = tr("Phase portrait: the velocity of the chosen coordinate over it")
        self.phase = tool_button(tr("Phase"), tip, run=self._show_phase, name="phase")
        over = PlainLabel(tr("over"), role="muted")
        row = beside(self.up, over, self.across, 1, self.phase, spacing=6)
        below(row, (self.plot, 1), within=self, margins=NONE, spacing=4)

    def show_courses(self, courses: Sequence[DrawnRun], signals: Sequence[Signal]) -> None:
        """Draw the chosen signals of these runs, the first of which the dot follows."""
        self._signals = {signal.key: signal for signal in signals}
        self._courses = courses
        offered = [(signal.key, signal.legend) for signal in signals]
        chosen = [(box, box.currentData()) for box in (self.across, self.up)]
        for box, key in chosen:
            if box.offer(offered) and key in self._signals:
                box.choose(key)
        if any(key not in self._signals for _, key in chosen):
            self._show_phase()
        self._draw()

    def forget(self) -> None:
        """Begin with a phase portrait again."""
        for box in (self.across, self.up):
            box.clear()

    def show_time(self, t: float) -> None:
        """Put the dot where the motion is."""
        self._time = t
        if self._line is None or not len(self._line[0]):
            self.plot.dot.clear()
            return
        times, *line = self._line
        x, y = (float(np.interp(t, times, values)) for values in line)
        self.plot.put_dot(x, y)

    def _show_phase(self) -> None:
        """The velocity over the coordinate of which one of them is chosen, or of the first."""
        groups = {
            group: [signal for signal in self._signals.values() if signal.group == group]
            for group in ("q", "qd")
        }
        if not groups["q"] or len(groups["q"]) != len(groups["qd"]):
            return
        chosen = [self._signals.get(box.currentData()) for box in (self.across, self.up)]
        places = [s.index for s in chosen if s is not None and s.group in ("q", "qd", "qdd")]
        at = places[0] if places and any(chosen) else 0
        self.across.choose(groups["q"][at].key)
        self.up.choose(groups["qd"][at].key)
        self._draw()

    def _draw(self) -> None:
        across, up = (self._signals.get(box.currentData()) for box in (self.across, self.up))
        curves = [course.over(across, up) if across and up else None for course in self._courses]
        self._line = curves[0] if curves else None
        lines = zip(self._courses, curves, strict=True)
        self.plot.show_lines(
            [(*line[1:], course.stroke, course.dots) for course, line in lines if line is not None]
        )
        self.plot.name_axes(self.across.currentText(), self.up.currentText())
        self.show_time(self._time)

    def _go_near(self, at: QPointF) -> None:
        """Set the time at which the motion is nearest to a place."""
        if self._line is None or not len(self._line[0]):
            return
        times, x, y = self._line
        (left, right), (low, high) = self.plot.item.vb.viewRange()
        apart = (x - at.x()) / (right - left), (y - at.y()) / (high - low)
        self.moved.emit(float(times[np.argmin(np.hypot(*apart))]))
