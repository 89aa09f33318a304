"""The simulation pane."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtWidgets import (
    QProgressBar,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from lagr_gui.analysis.derivation import ended
from lagr_gui.editing import edits
from lagr_gui.gui.bridge.questions import ConservedQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.curves.choice import Choice, offer_simulation
from lagr_gui.gui.panes.curves.menu import AXES, CurvesMenu
from lagr_gui.gui.panes.curves.plots import Curves
from lagr_gui.gui.panes.curves.signals import Array, partial_values, values
from lagr_gui.gui.panes.curves.transmitted import transmitted_values
from lagr_gui.gui.panes.inspector.define import attach
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.panes.inspector.forms import start_rows
from lagr_gui.gui.panes.inspector.rows import FormRow, ValueSort
from lagr_gui.gui.panes.inspector.table import CoordinateTable
from lagr_gui.gui.panes.simulation.verdict import verdict
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.mechanics.sheet import CONSERVED
from lagr_gui.pipeline import Conservation, prepare
from lagr_gui.problem import Problem
from lagr_gui.simulation import METHODS

_NOTHING = np.empty(0)
_END = FormRow("", ValueSort.NUMBER, (("simulation", "until"),), unit="s")


class SimulationPane(QWidget):
    """Settings and progress above, curves or start values below."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.choice = Choice()
        self._verdict = "", "muted", "", False
        self.curves = Curves()
        self.curves.moved.connect(self._move_cursor)
        heads = tr("Coordinate"), tr("Position"), tr("Velocity")
        self.start = CoordinateTable(session, heads, start_rows)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.curves)
        self.pages.addWidget(self.start)
        self._build()
        session.trajectory_changed.connect(self._take_trajectory)
        session.partial_changed.connect(self._take_part)
        session.simulation_failed.connect(self._tell_failure)
        session.time_changed.connect(self.curves.show_time)
        session.busy_changed.connect(self._tell_busy)
        session.report_changed.connect(self.refresh)
        session.opened.connect(self._forget_choice)
        for signal in (session.model_changed, session.sheet_changed, session.busy_changed):
            signal.connect(self._tell_verdict)  # another special case comes with another sheet
        session.forces.changed.connect(self._take_forces)
        session.sheet_changed.connect(self._ask_conserved)
        session.sheet_changed.connect(self._tell_result)
        session.conserved.changed.connect(self._tell_result)
        self.refresh()
        self._tell_busy()

    def _build(self) -> None:
        title = SlimLabel(tr("Simulation"), shy=True, role="title")
        self.end = TextField(_END, lambda: self.session.model, self._set_until)
        attach(self.session, self.end)
        self.until = self.end.edit
        self.until.setObjectName("simulation_until")
        self.until.setFixedWidth(58)
        methods = ("auto", tr("automatic")), *((name, name) for name in METHODS)
        self.method = SlimComboBox(methods, self._set_method)
        self.progress = QProgressBar(textVisible=False)
        self.progress.setRange(0, 1000)
        self.progress.setMinimumWidth(20)
        self.progress.setMaximumWidth(90)
        self.stop = push_button(tr("Stop"), run=self._stop)
        self.rest = push_button(tr("Pause"), run=self.session.running.pause)
        self.drift = SlimLabel()
        self.drift.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.note = PlainLabel(wordWrap=True)
        self.note.hide()
        self.menu = CurvesMenu(self)
        self.choose = tool_button(tr("Curves ▾"), menu=self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.chosen.connect(self._choose)
        self.menu.axes_chosen.connect(self._choose_axes)
        self.hidden = tool_button(
            "", tr("Show all coordinates"), name="show_all_coordinates", run=self._show_coordinates
        )
        self.hidden.hide()
        self.toggle = tool_button(tr("Start values"), checkable=True, name="start_values")
        self.toggle.toggled.connect(lambda on: self.pages.setCurrentIndex(int(on)))
        until = PlainLabel(tr("until"), role="muted")
        first = beside(title, until, self.end, self.method, (self.progress, 1), 0, spacing=6)
        second = beside(1, self.rest, self.stop, self.hidden, self.toggle, self.choose, spacing=6)
        below(
            *(first, second, self.end.verdict),  # it needs the whole width
            *(self.drift, self.note, (self.pages, 1)),
            within=self,
            margins=(10, 8, 8, 8),
            spacing=4,
        )

    def refresh(self) -> None:
        """Show the settings that the model holds."""
        settings, report = self.session.model.simulation, self.session.report
        self.end.show_value(self.session.model, report.problems if report else ())
        self.method.choose(settings.method)

    # --- curves ----------------------------------------------------------------------------

    def _take_trajectory(self) -> None:
        trajectory = self.session.trajectory
        if trajectory is None:
            for plot in self.curves.plots:
                plot.show_curves(_NOTHING, {})
            self._say("", "muted")
            self.note.hide()
            self._ask_conserved()
            return
        self._name_signals(trajectory.coordinates)
        self.curves.show_span(float(trajectory.t[0]), float(trajectory.t[-1]))
        self._draw()
        self.curves.show_all()
        self.curves.show_time(self.session.time)
        self._ask_forces()
        self._ask_conserved()
        self._tell_result()

    def _ask_conserved(self) -> None:
        """How well it keeps what the equations say is conserved."""
        session, trajectory = self.session, self.session.trajectory
        listed = session.sheet is not None and any(map(session.sheet.of, CONSERVED))
        origin = session.running.origin
        if trajectory is None or origin is None or not listed or session.outdated:
            session.conserved.want(None)
        else:
            question = ConservedQuestion(origin.model, origin.special, trajectory)
            session.conserved.want(question)

    def _kept(self) -> tuple[Conservation, ...]:
        answered = self.session.conserved.answered
        asked = isinstance(answered, ConservedQuestion) and answered.trajectory
        return self.session.conserved.found or () if asked is self.session.trajectory else ()

    def _tell_result(self) -> None:
        """How good the simulation that is shown is."""
        session, trajectory = self.session, self.session.trajectory
        if trajectory is None or session.running.problems:
            return
        sheet = session.sheet if session.derived else None
        lost = ended(prepare(session.model), sheet, trajectory) if sheet is not None else ()
        text, good, meaning = verdict(trajectory, self._kept(), lost)
        self._say(text, "good" if good else "error", f"{text}\n{meaning}", wrapped=True)

    def _take_part(self) -> None:
        partial = self.session.running.partial
        if partial is None:
            return
        self._name_signals(partial.coordinates)
        self.progress.setValue(round(1000 * partial.fraction))
        self.note.hide()
        t = partial.t
        found = {
            signal.legend: y
            for signal in self.choice.chosen
            if (y := partial_values(signal, partial)) is not None
        }
        settings = partial.origin.model.simulation
        self.curves.show_span(settings.start, settings.until)
        self.curves.above.show_curves(t, found)
        for plot in (self.curves.forces, self.curves.below):
            plot.show_curves(_NOTHING, {})

    def _name_signals(self, coordinates: tuple[str, ...]) -> None:
        running, report = self.session.running, self.session.report
        origin = running.origin if running.trajectory or running.partial else None
        if origin is not None:
            offer_simulation(self.choice, origin.model, coordinates, origin.units)
        elif report is not None:
            offer_simulation(self.choice, self.session.model, coordinates, report.units)
        self._tell_hidden()

    def _tell_hidden(self) -> None:
        """Say that there are coordinates without a curve: else nobody would look for them."""
        coordinates = self.choice.coordinates
        shown = sum(map(self.choice.shows, coordinates))
        text = tr("{n} of {all} shown").format(n=shown, all=len(coordinates))
        self.hidden.setText(text)
        self.hidden.setVisible(shown < len(coordinates))

    def _show_coordinates(self) -> None:
        for signal in self.choice.coordinates:
            self.choice.show(signal.key, True)
        self._redraw()

    def _forget_choice(self) -> None:
        self.choice.forget()
        settings = self.session.model.simulation
        self.curves.forget(settings.start, settings.until)
        self._redraw()

    def _redraw(self) -> None:
        """Draw what is chosen now, of a motion that is complete or still grows."""
        self._tell_hidden()
        self._draw()
        if self.session.trajectory is None:
            self._take_part()
        self._ask_forces()

    def _draw(self) -> None:
        trajectory = self.session.trajectory
        if trajectory is None:
            return
        forces = self.session.forces.found.get(self.choice.axes)
        rows: list[dict[str, Array]] = [{}, {}, {}]
        for signal in self.choice.chosen:
            if not signal.item:
                rows[signal.row][signal.legend] = values(signal, trajectory)
            elif forces:
                rows[signal.row][signal.legend] = transmitted_values(signal, forces)
        turned = tr(AXES[self.choice.axes]) if self.choice.turned and forces else ""
        for plot, row, note in zip(self.curves.plots, rows, ("", turned, ""), strict=True):
            plot.show_curves(trajectory.t, row, note)
        shown = [any(s.row == row for s in self.choice.chosen) for row in range(len(rows))]
        self.curves.show_plots(shown if any(shown) else [True, False, False])
        self._tell_missing()

    def transmitted(self) -> dict[str, Array]:
        """What is chosen of what joints and elements transmit (n,), as far as it is known."""
        forces = self.session.forces.found.get(self.choice.axes)
        chosen = [signal for signal in self.choice.chosen if signal.item]
        return {s.legend: transmitted_values(s, forces) for s in chosen} if forces else {}

    def _fill_menu(self) -> None:
        if self.session.trajectory is None and self.session.report:
            self._name_signals(self.session.report.coordinates)
        self.menu.fill(self.choice)

    def _choose(self, key: str, on: bool) -> None:
        self.choice.show(key, on)
        self._redraw()

    def _choose_axes(self, axes: str) -> None:
        self.choice.axes = axes
        self._draw()
        self._ask_forces()

    def _ask_forces(self) -> None:
        if self.session.trajectory is not None and self.choice.transmitted:
            self.session.forces.ask(self.choice.axes)

    def _take_forces(self) -> None:
        self._draw()
        self._tell_busy()

    def _tell_missing(self) -> None:
        """Why forces that are chosen are not there, unless they are still to come."""
        forces = self.session.forces
        missing = self.choice.transmitted and self.choice.axes not in forces.found
        self.note.setVisible(missing and not forces.computing)
        self.note.setText("\n".join(map(str, map(in_words, forces.problems))) or tr("Stopped."))
        mark(self.note, "role", "error" if forces.problems else "muted")

    def _move_cursor(self, t: float) -> None:
        trajectory = self.session.trajectory
        if trajectory is not None:
            first, last = float(trajectory.t[0]), float(trajectory.t[-1])
            self.session.set_time(min(max(t, first), last))

    # --- settings and progress -------------------------------------------------------------

    def _set_until(self, row: FormRow, value: Any) -> bool:
        return self.session.edit("Change end time", lambda model: row.changed(model, value))

    def _set_method(self, name: str) -> None:
        self.session.edit(
            "Change solver",
            lambda model: edits.set_value(model, ("simulation", "method"), name),
        )

    def _tell_busy(self) -> None:
        running, computing = self.session.simulating, self.session.forces.computing
        self.progress.setRange(0, 1000 if running else 0)  # 0: nobody knows how far it is
        self.progress.setVisible(running or computing)
        self.stop.setVisible(running or computing)
        self.rest.setVisible(running)
        self.rest.setText(tr("Go on") if self.session.motions.paused else tr("Pause"))
        partial = self.session.running.partial
        if running and partial is not None:
            self.progress.setValue(round(1000 * partial.fraction))

    def _stop(self) -> None:
        if self.session.simulating:
            self.session.stop()
        else:
            self.session.forces.stop()

    def _tell_failure(self, problems: list[Problem]) -> None:
        text = str(in_words(problems[0])) if problems else tr("Stopped.")
        self._say(text, "error" if problems else "muted", text, wrapped=True)

    def _say(self, text: str, role: str, tip: str = "", wrapped: bool = False) -> None:
        """What is to be read of the motion as long as the model is the one that was simulated."""
        self._verdict = text, role, tip, wrapped
        self._tell_verdict()

    def _tell_verdict(self) -> None:
        """The verdict on the motion, or that it is one of an earlier model."""
        text, role, tip, wrapped = self._verdict
        seen = self.session.trajectory or self.session.running.partial
        if seen and self.session.outdated and not self.session.simulating:
            age = tr("⚠ From before the last edit; Run computes it anew.")
            text, role, tip, wrapped = age, "muted", f"{age}\n{tip}", True
        self.drift.setText(text)
        self.drift.setWordWrap(wrapped)
        set_note(self.drift, tip)
        mark(self.drift, "role", role)
