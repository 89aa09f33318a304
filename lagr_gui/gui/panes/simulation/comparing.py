"""Curves of kept runs and measured tables, by the signals of the motion that is shown."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression.letters import pretty
from lagr_gui.expression.units import as_typed, with_unit
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.bridge.kept_runs import KeptRun, KeptRuns
from lagr_gui.gui.bridge.sensors import Sensors
from lagr_gui.gui.panes.curves.choice import CurveChoice
from lagr_gui.gui.panes.curves.drawn_runs import Behind, DrawnRun
from lagr_gui.gui.panes.curves.signals import ENERGIES, ROWS, SENSOR, Signal, values
from lagr_gui.gui.panes.curves.transmitted import transmitted_values
from lagr_gui.gui.panes.simulation.runs_panel import stroke_of


class Comparing:
    """What is known of the runs that are kept."""

    def __init__(self, runs: KeptRuns, sensors: Sensors) -> None:
        self._runs, self._sensors = runs, sensors
        self._known: dict[tuple[KeptRun, str], Array] = {}
        runs.changed.connect(self._known.clear)

    def drawn(self, choice: CurveChoice) -> list[DrawnRun]:
        """The runs that are to be seen."""
        return [
            DrawnRun(
                run.name,
                run.t,
                lambda signal, run=run: self.values(signal, run, choice.axes),
                run.trajectory is None,
                stroke_of(place),
                run.trajectory,
            )
            for place, run in enumerate(self._runs.runs)
            if run.shown
        ]

    def behind(self, choice: CurveChoice) -> list[list[Behind]]:
        """Their chosen curves, by plot."""
        rows: list[list[Behind]] = [[] for _ in ROWS]
        for run in self.drawn(choice):
            for signal in choice.chosen:
                if (y := run.values(signal)) is not None:
                    rows[signal.row].append(Behind(signal.legend, run.t, y, run.dots, run.stroke))
        return rows

    def values(self, signal: Signal, run: KeptRun, axes: str) -> Array | None:
        """The values (n,) of a signal in a run; always the same array."""
        if signal.group == SENSOR or signal.item:
            return self._of_run(signal, run, axes)
        course = self._known.get((run, signal.key))
        if course is None and (course := self._of_run(signal, run, axes)) is not None:
            self._known[run, signal.key] = course
        return course

    def _of_run(self, signal: Signal, run: KeptRun, axes: str) -> Array | None:
        if run.trajectory is None:
            return self._measured(signal, run)
        if signal.group == SENSOR:
            sensor, seen = self._sensors.of(signal.name), self._sensors.along(run.trajectory)
            return seen.curves.get(sensor.expression) if sensor and seen else None
        if not signal.item:
            return values(signal, run.trajectory)
        forces = run.forces.get(axes)
        try:
            return transmitted_values(signal, forces) if forces else None
        except KeyError:  # an earlier drawing did not have it
            return None

    def _measured(self, signal: Signal, run: KeptRun) -> Array | None:
        column = self.column_of(signal, run)
        return None if column is None else run.columns.get(column)

    def column_of(self, signal: Signal, run: KeptRun) -> str | None:
        """The column of a table that was chosen for a signal, or the one that is called so."""
        for column, key in run.mapped.items():
            if key == signal.key:
                return column
        names = (name for name in run.columns if name not in run.mapped)
        return next((name for name in names if self._is_called(name, signal)), None)

    def _is_called(self, column: str, signal: Signal) -> bool:
        if signal.group == SENSOR:
            sensor = self._sensors.of(signal.name)
            return sensor is not None and column in (sensor.title, sensor.expression)
        if signal.group == "energy":
            return column == ENERGIES[signal.index]
        name = column.rstrip("'")
        return not signal.item and pretty(name, len(column) - len(name)) == signal.name


def heads(signals: Sequence[Signal], coordinates: Sequence[str]) -> dict[str, str]:
    """The heads of columns of signals by key, as tables of motions have them."""
    dots = {"q": "", "qd": "'", "qdd": "''"}
    titles: dict[str, str] = {}
    for signal in signals:
        name = signal.name
        if signal.group in dots:
            name = coordinates[signal.index] + dots[signal.group]
        elif signal.group == "energy":
            name = ENERGIES[signal.index]
        unit = as_typed(signal.unit)
        titles[signal.key] = with_unit(name, unit)
    return titles
