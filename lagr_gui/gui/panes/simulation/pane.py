"""The simulation pane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QSplitter, QWidget

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.hand import KEPT
from lagr_gui.gui.bridge.kept_runs import KeptRuns
from lagr_gui.gui.bridge.scenery import sliding_ways
from lagr_gui.gui.bridge.sensors import Sensors
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.curves.choice import CurveChoice, offer_simulation
from lagr_gui.gui.panes.curves.drawn_runs import Behind, DrawnRun
from lagr_gui.gui.panes.curves.menu import AXES
from lagr_gui.gui.panes.curves.mode_bands import bands_of
from lagr_gui.gui.panes.curves.signals import ROWS, SENSOR, Array, Signal, partial_values, values
from lagr_gui.gui.panes.curves.transmitted import transmitted_values
from lagr_gui.gui.panes.inspector.define import attach
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.panes.inspector.forms import start_rows
from lagr_gui.gui.panes.inspector.rows import FormRow, ValueSort
from lagr_gui.gui.panes.inspector.table import CoordinateTable
from lagr_gui.gui.panes.simulation.comparing import Comparing, heads
from lagr_gui.gui.panes.simulation.drift import DriftLine
from lagr_gui.gui.panes.simulation.runs_panel import RunsPanel
from lagr_gui.gui.panes.simulation.signals_panel import SignalsPanel
from lagr_gui.gui.panes.simulation.tables import Tables
from lagr_gui.gui.panes.simulation.views import Views
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.drop_down import DropDown
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.simulation import METHODS

if TYPE_CHECKING:
    from lagr_gui.simulation import Trajectory


_NOTHING = np.empty(0)
WIDE, BESIDE = 640, 240
"""Width (pixels) from which on runs stand beside the curves, and theirs there."""


class SimulationPane(QWidget):
    """Settings and progress above, curves or start values below."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.choice = CurveChoice()
        self.sensors = Sensors(session)
        heads = tr("Coordinate"), tr("Position"), tr("Velocity")
        self.start = CoordinateTable(session, heads, start_rows)
        self.runs = KeptRuns(session)
        self.comparing = Comparing(self.runs, self.sensors)
        self._before: Trajectory | None = None
        self._values_before: dict[str, Array | None] = {}
        self.views = Views(self.start)
        self.views.moved.connect(self._move_cursor)
        self.views.changed.connect(self._draw)
        self.curves = self.views.curves
        self._build()
        session.running.changed.connect(self._take_trajectory)
        session.running.grown.connect(self._take_part)
        session.running.time_changed.connect(self.views.show_time)
        session.opened.connect(self._forget_choice)
        session.views.add(lambda: self.choice.wishes, self._choose_again)
        session.live.before_changed.connect(self._draw_before)
        session.forces.changed.connect(self._take_forces)
        session.hand.changed.connect(self._take_hand)
        session.hand.grown.connect(self._draw_hand)
        self.sensors.changed.connect(self._take_sensors)
        self.runs.changed.connect(self._take_runs)

    def _build(self) -> None:
        self.drift = DriftLine(self.session)
        self.note = PlainLabel(wordWrap=True)
        self.note.hide()
        tables = Tables(self.runs, self.comparing, self._offered)
        self.signals = SignalsPanel(self.sensors, tables, self.choice, self._offered)
        self.place = SignalsPlace(self, self.signals)
        for chosen in (self.signals.chosen, tables.chosen):
            chosen.connect(self._choose)
        self.signals.axes_chosen.connect(self._choose_axes)
        self.hidden = tool_button(
            "", tr("Show all coordinates"), name="show_all_coordinates", run=self._show_coordinates
        )
        self.hidden.hide()
        self.toggle = tool_button(tr("Start values"), checkable=True, name="start_values")
        self.toggle.toggled.connect(self.views.show_start)
        self.views.asked.connect(lambda: self.toggle.setChecked(False))
        self.controls = Controls(self.session, self.hidden, self.toggle)
        self.list_runs = tool_button(
            tr("Runs"), tr("Keep runs, compare them with others and with measured curves"), True
        )
        self.list_runs.setObjectName("list_runs")
        self.panel = RunsPanel(self.runs, self._measurable)
        self.panel.hide()
        self.list_runs.toggled.connect(self.panel.setVisible)
        self.split = QSplitter()
        for part in (self.views, self.panel):
            self.split.addWidget(part)
        self.split.setStretchFactor(0, 1)
        self.split.setChildrenCollapsible(False)
        self.whole = QSplitter()
        self.whole.addWidget(self.split)
        self.whole.setChildrenCollapsible(False)
        row = beside((self.views.tabs, 1), self.place.button, self.list_runs, spacing=6)
        below(
            *(self.controls, self.drift, row, self.note, (self.whole, 1)),
            within=self,
            margins=(10, 8, 8, 8),
            spacing=4,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Signals and runs stand beside the curves where there is room; the verdict takes less."""
        self.place.fit(event.size().width())
        self.drift.fit(event.size().height())
        sideways = event.size().width() >= WIDE
        self.split.setOrientation(
            Qt.Orientation.Horizontal if sideways else Qt.Orientation.Vertical
        )
        self.panel.setMinimumWidth(BESIDE if sideways else 0)
        super().resizeEvent(event)

    # --- curves ----------------------------------------------------------------------------

    def _take_trajectory(self, again: bool = False) -> None:
        """Draw the motion of now; what was shown before another is seen whole `again`."""
        trajectory = self.session.running.trajectory
        self.drift.take_trajectory()
        self._watch()
        if trajectory is None:
            for plot in self.curves.plots:
                plot.show_curves(_NOTHING, {})
            self.curves.bands.show_bands((), 0.0)
            self.views.cursors.show_curves({})
            self.views.show_courses((), ())
            self.note.hide()
            return
        self._name_signals(trajectory.coordinates)
        renewed = self.session.running.renewed and not again
        if not renewed:
            self.curves.show_span(float(trajectory.t[0]), float(trajectory.t[-1]))
        self._draw()
        if not renewed:
            self.curves.show_all()
        self.curves.settle(steady=renewed)
        self.curves.show_time(self.session.running.time)
        self._ask_forces()

    def _take_part(self) -> None:
        partial = self.session.running.partial
        if partial is None:
            return
        self._name_signals(partial.coordinates)
        self.controls.tell_progress()
        self.note.hide()
        t = partial.t
        curves = {
            signal.legend: y
            for signal in self.choice.chosen
            if (y := partial_values(signal, partial)) is not None
        }
        settings = partial.origin.model.simulation
        self.curves.show_span(settings.start, settings.until)
        self.curves.above.show_curves(t, curves)
        for plot in self.curves.plots[1:]:
            plot.show_curves(_NOTHING, {})

    def _take_hand(self) -> None:
        """A motion by hand has begun or ended; that before is shown again then."""
        self.drift.setHidden(self.session.hand.on)  # it tells of the motion that was simulated
        if not self.session.hand.on:
            self._take_trajectory(again=True)
        elif self.session.hand.trajectory is None:
            self._tell_hand()
            self.views.show_courses((), ())

    def _draw_hand(self) -> None:
        """Draw the last seconds of a motion by hand, as far as the hand leaves curves right."""
        hand = self.session.hand
        if not self.isVisible() or (trajectory := hand.trajectory) is None:
            return
        self._name_signals(trajectory.coordinates)
        rows: list[dict[str, Array]] = [{} for _ in ROWS]
        for signal in self.choice.chosen:
            is_drawable = not signal.item and signal.group != SENSOR
            if is_drawable and (y := values(signal, trajectory)) is not None:
                rows[signal.row][signal.legend] = y
        last = float(trajectory.t[-1])
        self.curves.show_span(float(trajectory.t[0]), last)
        for plot, row in zip(self.curves.plots, rows, strict=True):
            plot.show_curves(trajectory.t, row)
        self.curves.bands.show_bands((), last)
        self.curves.show_time(last)

    def _tell_hand(self) -> None:
        text = tr(
            "By hand: the last {n} s of a motion that you push. Esc brings back the one before."
        )
        self.note.setText(text.format(n=round(KEPT)))
        mark(self.note, "role", "good")
        self.note.show()

    def _name_signals(self, coordinates: tuple[str, ...]) -> None:
        running, report = self.session.running, self.session.report
        origin = running.origin if running.trajectory or running.partial else None
        sensed = [
            Signal(SENSOR, sensor.title, self.sensors.unit(sensor), words=sensor.typed)
            for sensor in self.sensors.listed
        ]
        if origin is not None:
            offer_simulation(self.choice, origin.model, coordinates, origin.units, sensed)
        elif report is not None:
            offer_simulation(self.choice, self.session.flat, coordinates, report.units, sensed)
        self._tell_hidden()

    def _watch(self) -> None:
        """Have sensors computed along the motion that is shown."""
        origin, trajectory = self.session.running.origin, self.session.running.trajectory
        shown = [(origin, trajectory)] if origin and trajectory else []
        runs = [run for run in self.runs.runs if not run.by_hand]
        kept = [(r.origin, r.trajectory) for r in runs if r.origin and r.trajectory]
        self.sensors.watch([*shown, *kept])

    def _take_runs(self) -> None:
        """Draw the runs that are kept now."""
        self._watch()
        self._draw()

    def _take_sensors(self) -> None:
        """Draw what is known of sensors now."""
        if (trajectory := self.session.running.trajectory) is not None:
            self._name_signals(trajectory.coordinates)
            self._draw()

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
        self.views.forget()
        self._redraw()

    def _choose_again(self, wishes: tuple[str, dict[str, bool]]) -> None:
        """The model is open again for which these curves were chosen."""
        self.choice.wish(wishes)
        self._take_trajectory()
        self._redraw()

    def _redraw(self) -> None:
        """Draw what is chosen now, of a motion that is complete or still grows."""
        self._tell_hidden()
        self._draw()
        if self.session.running.trajectory is None:
            self._take_part()
        self._ask_forces()

    def _draw(self) -> None:
        trajectory = self.session.running.trajectory
        if trajectory is None and self.runs.runs and self.session.report:
            self._name_signals(self.session.report.coordinates)
        self._draw_before()
        if trajectory is None or self.session.hand.on:
            return
        forces = self.session.forces.found.get(self.choice.axes)
        rows: list[dict[str, Array]] = [{} for _ in ROWS]
        for signal in self.choice.chosen:
            if (y := self._values(signal, trajectory)) is not None:
                rows[signal.row][signal.legend] = y
        turned = tr(AXES[self.choice.axes]) if self.choice.turned and forces else ""
        self.curves.show_rows(trajectory.t, rows, turned, {s.row for s in self.choice.chosen})
        self.curves.bands.show_bands(bands_of(trajectory, self._ways()), float(trajectory.t[-1]))
        drawn = {name: (trajectory.t, y) for row in rows for name, y in row.items()}
        self.views.cursors.show_curves(drawn)
        self.views.show_courses(self.courses(), self._measurable())
        self._tell_missing()

    def _ways(self) -> Mapping[str, tuple[str, str]]:
        """Arrows of what rubs, as the picture shows it."""
        trajectory = self.session.running.trajectory
        return sliding_ways(self.session) if trajectory and trajectory.frictions else {}

    def courses(self) -> list[DrawnRun]:
        """The runs that are shown, first the motion that is animated."""
        if (trajectory := self.session.running.trajectory) is None:
            return []
        shown = DrawnRun("", trajectory.t, lambda s: self._values(s, trajectory), motion=trajectory)
        return [shown, *self.comparing.drawn(self.choice)]

    def tables(self) -> dict[str, dict[str, Array]]:
        """The chosen curves of all runs that are shown, by head, with times, by run."""
        tables: dict[str, dict[str, Array]] = {}
        trajectory = self.session.running.trajectory
        said = heads(self.choice.chosen, trajectory.coordinates if trajectory else ())
        for run in self.courses():
            curves = {said[s.key]: run.values(s) for s in self.choice.chosen}
            columns = {head: y for head, y in curves.items() if y is not None}
            tables[run.title] = {"t (s)": run.t, **columns}
        return tables

    def _measurable(self) -> list[Signal]:
        """The signals that can be put on axes: forces only where they are chosen."""
        groups = self.choice.groups.values()
        every = (signal for group in groups for signal in group)
        return [s for s in every if not s.item or self.choice.shows(s)]

    def _draw_before(self) -> None:
        """Draw lightly the runs that are kept, and what was shown before something was dragged."""
        before = self.session.live.before
        rows = self.comparing.behind(self.choice)
        for signal in self.choice.chosen if before else ():
            if not signal.item:
                y = self._value_before(signal, before) if before else None
                if before and y is not None:
                    rows[signal.row].append(Behind(signal.legend, before.t, y, False, 0))
        for plot, row in zip(self.curves.plots, rows, strict=True):
            plot.show_behind(row)

    def _value_before(self, signal: Signal, before: Trajectory) -> Array | None:
        """The values (n,) of a curve from before: the same as long as it is shown."""
        if self._before is not before:
            self._before, self._values_before = before, {}
        if signal.key not in self._values_before:
            sensor = self.sensors.of(signal.name) if signal.group == SENSOR else None
            output = before.outputs.get(sensor.expression) if sensor else None
            course = output if signal.group == SENSOR else values(signal, before)
            self._values_before[signal.key] = course
        return self._values_before[signal.key]

    def _values(self, signal: Signal, trajectory: Trajectory) -> Array | None:
        """The values (n,) of a curve, as far as they are known."""
        if signal.group == SENSOR:
            sensor, seen = self.sensors.of(signal.name), self.sensors.along(trajectory)
            return seen.curves.get(sensor.expression) if sensor and seen else None
        if not signal.item:
            return values(signal, trajectory)
        forces = self.session.forces.found.get(self.choice.axes)
        return transmitted_values(signal, forces) if forces else None

    def measured(self) -> Trajectory | None:
        """The motion that is shown, with the curves of its sensors as outputs."""
        trajectory, outputs = self.session.running.trajectory, dict[str, Array]()
        if trajectory is None:
            return None
        seen, units = self.sensors.along(trajectory), dict[str, str]()
        for sensor in self.sensors.listed if seen else ():
            if seen and sensor.expression in seen.curves:
                outputs[sensor.title] = seen.curves[sensor.expression]
                units[sensor.title] = seen.units.get(sensor.expression, "")
        return replace(trajectory, outputs=outputs, output_units=units)

    def _offered(self) -> CurveChoice:
        """What can be chosen now."""
        if self.session.running.trajectory is None and self.session.report:
            self._name_signals(self.session.report.coordinates)
        return self.choice

    def _choose(self, key: str, on: bool) -> None:
        self.choice.show(key, on)
        self._redraw()

    def _choose_axes(self, axes: str) -> None:
        self.choice.axes = axes
        self._draw()
        self._ask_forces()

    def _ask_forces(self) -> None:
        self.session.live.axes = self.choice.axes if self.choice.transmitted else ""
        if self.session.running.trajectory is not None and self.choice.transmitted:
            self.session.forces.ask(self.choice.axes)

    def _take_forces(self) -> None:
        self._draw()
        self.controls.tell_busy()

    def _tell_missing(self) -> None:
        """Why forces and sensors that are chosen are not there, unless they are still to come."""
        forces = self.session.forces
        missing = self.choice.transmitted and self.choice.axes not in forces.found
        lost = missing and not forces.computing
        problems = (*(forces.problems if lost else ()), *self.sensors.problems)
        self.note.setVisible(lost or bool(problems))
        self.note.setText("\n".join(map(str, map(in_words, problems))) or tr("Stopped."))
        mark(self.note, "role", "error" if problems else "muted")

    def _move_cursor(self, t: float) -> None:
        trajectory = self.session.running.trajectory
        if trajectory is not None:
            first, last = float(trajectory.t[0]), float(trajectory.t[-1])
            self.session.running.set_time(min(max(t, first), last))


# --- Where the signals stand: beside the curves where there is room, else below their button ---

ROOM, WIDTH = 860, 230
"""Width (pixels) of the pane from which on they stand beside the curves, and theirs there."""
DROPPED = 300, 460
"""Their width and height as a list that drops down."""


class SignalsPlace:
    """The button that shows and hides the signals, and the frame in which they drop down."""

    def __init__(self, pane: SimulationPane, panel: SignalsPanel) -> None:
        self._pane, self._panel = pane, panel
        self._wide, self._wanted = False, True
        self._drop = DropDown(pane)
        self._drop.closed.connect(self._closed)
        self.button = tool_button(
            tr("Signals"),
            tr("Search curves, choose them, type expressions (Ctrl+Shift+F)"),
            checkable=True,
            run=self.show,
            name="signals",
        )
        panel.left.connect(self._leave)
        panel.hide()

    def fit(self, width: int) -> None:
        """The pane has another width."""
        wide = width >= ROOM
        if wide != self._wide:
            self._wide = wide
            self._drop.hide()
            self._panel.hide()
            if wide:
                self._pane.whole.insertWidget(0, self._panel)
                self._pane.whole.setStretchFactor(1, 1)
                self._pane.whole.setSizes([WIDTH, width - WIDTH])
            self.show(wide and self._wanted)

    def show(self, on: bool) -> None:
        """Show the signals, or hide them."""
        self.button.setChecked(on)
        if self._wide:
            self._wanted = on
            self._panel.setVisible(on)
        elif on:
            self._drop.open(self._panel, self.button, *DROPPED)
            self._panel.begin()
        else:
            self._drop.hide()

    def begin(self) -> None:
        """Show the signals and let the user type."""
        self.show(True)
        self._panel.begin()

    def _leave(self) -> None:
        if self._wide:
            self._pane.setFocus()
        else:
            self._drop.hide()

    def _closed(self) -> None:
        if not self._wide:
            self.button.setChecked(False)


# --- Settings and progress of a simulation, above its curves -----------------------------------

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
        running, computing = self.session.running.simulating, self.session.forces.computing
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
        if self.session.running.simulating:
            self.session.running.stop()
        else:
            self.session.forces.stop()


# --- Says whether motions follow edits by themselves, and lets the user choose that ------------

PADDING = 10
"""Pixels beside the text."""


class LiveMark(QWidget):
    """A button that is checked while motions follow; green while what is shown has followed."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        tip = tr("Motions that take less than a second follow each edit; others wait for Run.")
        self.button = tool_button("", tip, checkable=True, name="live", run=session.live.turn)
        beside(self.button, within=self, margins=NONE)
        width = self.button.fontMetrics().horizontalAdvance
        least, most = f"● {tr('live')}", f"● {tr('live')} · 0.00 ms"
        self.button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.button.setMinimumWidth(width(least) + PADDING)  # the time has to give way first
        self.setMaximumWidth(width(most) + PADDING)  # times change often; nothing else moves then
        session.live.changed.connect(self.refresh)
        session.model_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is so now."""
        live, session = self.session.live, self.session
        fresh = live.follows and (live.soon or not session.outdated)
        time = f" · {short_time(live.seconds)}" if fresh else ""
        self.button.setText(f"{'●' if fresh else '○'} {tr('live')}{time}")
        self.button.setChecked(live.on)
        mark(self.button, "role", "good" if fresh else "muted")


def short_time(seconds: float) -> str:
    """A time with two digits in ms, or in s from a tenth of a second on."""
    return f"{seconds:.2g} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"
