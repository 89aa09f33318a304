"""The simulation pane."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.texts import scalar_text
from lagr_gui.gui.panes.simulation.curves import Curves
from lagr_gui.gui.panes.simulation.signals import Signal, partial_values, signals, values
from lagr_gui.gui.panes.simulation.start import StartPage
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.words import tr
from lagr_gui.problem import Problem
from lagr_gui.simulation import METHODS

MOST = 12
"""Curves that are chosen by themselves."""
_NOTHING = np.empty(0)
DRIFT = 1e-6
"""An energy drift above this is worth a warning."""


class SimulationPane(QWidget):
    """Settings and progress above, curves or start values below."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._shown: set[str] | None = None
        self._groups: dict[str, list[Signal]] = {}
        self.curves = Curves()
        self.curves.moved.connect(self._move_cursor)
        self.start = StartPage(session)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.curves)
        self.pages.addWidget(self.start)
        self._build()
        session.trajectory_changed.connect(self._take_trajectory)
        session.partial_changed.connect(self._take_part)
        session.simulation_failed.connect(self._tell_failure)
        session.time_changed.connect(self.curves.show_time)
        session.busy_changed.connect(self._tell_busy)
        session.model_changed.connect(self.refresh)
        session.progress_changed.connect(self._tell_progress)
        self.refresh()
        self._tell_busy()

    def _build(self) -> None:
        title = QLabel(tr("Simulation"))
        title.setProperty("role", "title")
        self.until = QLineEdit()
        self.until.setObjectName("simulation_until")
        self.until.setFixedWidth(58)
        self.until.editingFinished.connect(self._set_until)
        self.method = QComboBox()
        self.method.addItem(tr("automatic"), "auto")
        for name in METHODS:
            self.method.addItem(name, name)
        self.method.activated.connect(self._set_method)
        self.progress = QProgressBar(textVisible=False)
        self.progress.setRange(0, 1000)
        self.progress.setFixedWidth(90)
        self.stop = QPushButton(tr("Stop"))
        self.stop.clicked.connect(self.session.stop)
        self.rest = QPushButton(tr("Pause"))
        self.rest.clicked.connect(self.session.pause)
        self.drift = QLabel()
        self.choose = tool_button(tr("Curves ▾"))
        self.choose.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.choose.setMenu(self.menu)
        self.toggle = tool_button(tr("Start values"), checkable=True)
        self.toggle.setObjectName("start_values")
        self.toggle.toggled.connect(lambda on: self.pages.setCurrentIndex(int(on)))
        first, second = QHBoxLayout(), QHBoxLayout()
        for line in (first, second):
            line.setSpacing(6)
        first.addWidget(title)
        for widget in (_muted(tr("until")), self.until, _muted("s"), self.method):
            first.addWidget(widget)
        first.addStretch(1)
        first.addWidget(self.toggle)
        first.addWidget(self.choose)
        second.addWidget(self.drift, 1)
        second.addWidget(self.progress)
        second.addWidget(self.rest)
        second.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 8, 8)
        column.setSpacing(4)
        column.addLayout(first)
        column.addLayout(second)
        column.addWidget(self.pages, 1)

    def refresh(self) -> None:
        """Show the settings that the model holds."""
        settings = self.session.model.simulation
        if not self.until.isModified():
            self.until.setText(scalar_text(settings.until))
        self.method.setCurrentIndex(max(self.method.findData(settings.method), 0))

    def save_picture(self, path: str) -> None:
        """Write the curves as a picture."""
        if not self.curves.save(Path(path)):
            cause = tr("The picture cannot be written there.")
            self.session.refused.emit([Problem(f"File “{path}”", cause, tr("Choose another."))])

    # --- curves ----------------------------------------------------------------------------

    def _take_trajectory(self) -> None:
        trajectory = self.session.trajectory
        if trajectory is None:
            self.curves.above.show_curves(_NOTHING, {})
            self.curves.below.show_curves(_NOTHING, {})
            self.drift.setText("")
            return
        self._name_signals(trajectory.coordinates)
        self.curves.show_span(float(trajectory.t[0]), float(trajectory.t[-1]))
        self._draw()
        self.curves.show_all()
        self.curves.show_time(self.session.time)
        error = trajectory.energy_error
        good = error <= DRIFT
        text = tr("energy drift {d} · {m}, {n} steps, {s}").format(
            d=f"{error:.1e} {'✓' if good else '⚠'}",
            m=trajectory.method,
            n=trajectory.steps,
            s=f"{trajectory.seconds:.2f} s",
        )
        if trajectory.constraint_error:
            text += " · " + tr("conditions {d}").format(d=f"{trajectory.constraint_error:.0e}")
        if trajectory.impacts:
            text += " · " + tr("{n} impacts").format(n=len(trajectory.impacts))
        self.drift.setText(text)
        self.drift.setToolTip(
            tr("The largest change of T + U + dissipated − supplied energy, relative.")
        )
        self._restyle(self.drift, "good" if good else "error")

    def _take_part(self) -> None:
        partial = self.session.partial
        if partial is None:
            return
        self._name_signals(partial.coordinates)
        t = partial.t
        found = {
            signal.name: y
            for signal in self._chosen()
            if (y := partial_values(signal, partial)) is not None
        }
        settings = self.session.model.simulation
        self.curves.show_span(settings.start, settings.until)
        self.curves.above.show_curves(t, found)
        self.curves.below.show_curves(_NOTHING, {})

    def _name_signals(self, coordinates: tuple[str, ...]) -> None:
        report = self.session.report
        units = report.units if report and report.coordinates == coordinates else ()
        self._groups = signals(coordinates, (*units, *[""] * len(coordinates))[: len(coordinates)])
        known = {signal.key for group in self._groups.values() for signal in group}
        if self._shown is None or not self._shown & known:
            first = next(iter(self._groups.values()))[:MOST]
            self._shown = {signal.key for signal in first} | {"energy:T", "energy:U", "energy:E"}

    def _chosen(self) -> list[Signal]:
        shown = self._shown or set()
        return [s for group in self._groups.values() for s in group if s.key in shown]

    def _draw(self) -> None:
        trajectory = self.session.trajectory
        if trajectory is None:
            return
        upper = {s.name: values(s, trajectory) for s in self._chosen() if s.group != "energy"}
        lower = {s.name: values(s, trajectory) for s in self._chosen() if s.group == "energy"}
        self.curves.above.show_curves(trajectory.t, upper)
        self.curves.below.show_curves(trajectory.t, lower)
        self.curves.below.setVisible(bool(lower))
        self.curves.above.setVisible(bool(upper) or not lower)

    def _fill_menu(self) -> None:
        self.menu.clear()
        if not self._groups and self.session.report:
            self._name_signals(self.session.report.coordinates)
        for title, group in self._groups.items():
            part = self.menu.addMenu(title)
            for signal in group:
                words = f"{signal.name}  ({signal.unit})" if signal.unit else signal.name
                action = part.addAction(words)
                action.setCheckable(True)
                action.setChecked(signal.key in (self._shown or ()))
                action.toggled.connect(lambda on, key=signal.key: self._choose(key, on))

    def _choose(self, key: str, on: bool) -> None:
        shown = set(self._shown or ())
        self._shown = shown | {key} if on else shown - {key}
        self._draw()

    def _move_cursor(self, t: float) -> None:
        trajectory = self.session.trajectory
        if trajectory is not None:
            first, last = float(trajectory.t[0]), float(trajectory.t[-1])
            self.session.set_time(min(max(t, first), last))

    # --- settings and progress -------------------------------------------------------------

    def _set_until(self) -> None:
        if not self.until.isModified():
            return
        self.until.setModified(False)
        with suppress(ValueError):
            value = float(self.until.text().replace(",", "."))
            self.session.edit(
                tr("Change end time"),
                lambda model: edits.set_value(model, ("simulation", "until"), value),
            )
        self.refresh()

    def _set_method(self) -> None:
        name = self.method.currentData()
        self.session.edit(
            tr("Change solver"),
            lambda model: edits.set_value(model, ("simulation", "method"), name),
        )

    def _tell_busy(self) -> None:
        running = self.session.simulating
        self.progress.setVisible(running)
        self.stop.setVisible(running)
        self.rest.setVisible(running)
        self.rest.setText(tr("Go on") if self.session.motions.paused else tr("Pause"))
        if running and self.session.partial is None:
            self.progress.setValue(0)

    def _tell_progress(self, what: str, part: float) -> None:
        if what == "simulate":
            self.progress.setValue(round(1000 * part))

    def _tell_failure(self, problems: list[Problem]) -> None:
        text = str(problems[0]) if problems else tr("Stopped.")
        self.drift.setText(text)
        self.drift.setWordWrap(True)
        self._restyle(self.drift, "error" if problems else "muted")

    def _restyle(self, label: QLabel, role: str) -> None:
        label.setProperty("role", role)
        label.style().unpolish(label)
        label.style().polish(label)


def _muted(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "muted")
    return label
