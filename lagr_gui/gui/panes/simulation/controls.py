"""Settings and progress of a simulation, above its curves."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.define import attach
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.panes.inspector.rows import FormRow, ValueSort
from lagr_gui.gui.panes.simulation.live import LiveMark
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.simulation import METHODS

_END = FormRow("", ValueSort.NUMBER, (("simulation", "until"),), unit="s")


class Controls(QWidget):
    """End time, method, progress, and what stops it; below whether it is live, and `others`."""

    def __init__(self, session: Session, *others: QWidget) -> None:
        super().__init__()
        self.session = session
        title = SlimLabel(tr("Simulation"), shy=True, role="title")
        self.end = TextField(_END, lambda: session.model, self._set_until)
        attach(session, self.end)
        self.end.edit.setObjectName("simulation_until")
        self.end.edit.setFixedWidth(58)
        self.end.unit.setMinimumWidth(0)  # nothing stands below it
        methods = ("auto", tr("automatic")), *((name, name) for name in METHODS)
        self.method = SlimComboBox(methods, self._set_method)
        self.progress = QProgressBar(textVisible=False)
        self.progress.setRange(0, 1000)
        self.progress.setMinimumWidth(20)
        self.progress.setMaximumWidth(90)
        self.stop = push_button(tr("Stop"), run=self._stop)
        self.rest = push_button(tr("Pause"), run=session.running.pause)
        until = PlainLabel(tr("until"), role="muted")
        working = (self.progress, 1), self.rest, self.stop
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        first = beside((title, 1), until, self.end, self.method, *working, spacing=4)
        self.live = LiveMark(session)
        second = beside((self.live, 1), 0, *others, spacing=6)
        wide = self.end.verdict  # it needs the whole width
        below(first, second, wide, within=self, margins=NONE, spacing=4)
        session.busy_changed.connect(self.tell_busy)
        session.report_changed.connect(self.refresh)
        self.refresh()
        self.tell_busy()

    def refresh(self) -> None:
        """Show the settings that the model holds."""
        settings, report = self.session.model.simulation, self.session.report
        self.end.show_value(self.session.model, report.problems if report else ())
        self.method.choose(settings.method)

    def tell_busy(self) -> None:
        """Show what can be stopped, and how far it is."""
        running, computing = self.session.simulating, self.session.forces.computing
        self.progress.setRange(0, 1000 if running else 0)  # 0: nobody knows how far it is
        self.progress.setVisible(running or computing)
        self.stop.setVisible(running or computing)
        self.rest.setVisible(running)
        self.rest.setText(tr("Go on") if self.session.motions.paused else tr("Pause"))
        if running:
            self.tell_progress()

    def tell_progress(self) -> None:
        """Show how far a simulation is."""
        if (partial := self.session.running.partial) is not None:
            self.progress.setValue(round(1000 * partial.fraction))

    def _set_until(self, row: FormRow, value: Any) -> bool:
        return self.session.edit("Change end time", lambda model: row.changed(model, value))

    def _set_method(self, name: str) -> None:
        self.session.edit(
            "Change solver",
            lambda model: edits.set_value(model, ("simulation", "method"), name),
        )

    def _stop(self) -> None:
        if self.session.simulating:
            self.session.stop()
        else:
            self.session.forces.stop()
