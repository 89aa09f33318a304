"""Measured tables in the tree of signals: which of their columns are drawn, over which curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from lagr_gui.gui.bridge.kept_runs import KeptRun, KeptRuns
from lagr_gui.gui.panes.curves import signals
from lagr_gui.gui.panes.curves.branches import Leaf, SignalBranch
from lagr_gui.gui.panes.curves.choice import CurveChoice
from lagr_gui.gui.panes.simulation.comparing import Comparing

COLUMN = "column"
"""What keys of columns begin with."""


class Tables(QObject):
    """A branch for each table; a leaf is a column, with the signal as which it is drawn."""

    changed = Signal()
    chosen = Signal(str, bool)
    """The curve over which a column is drawn is to be seen."""

    def __init__(
        self, runs: KeptRuns, comparing: Comparing, offered: Callable[[], CurveChoice]
    ) -> None:
        super().__init__(runs)
        self._runs, self._comparing, self._offered = runs, comparing, offered
        runs.changed.connect(self.changed)

    def branches(self) -> list[SignalBranch]:
        """All tables with their columns; one that is no curve of the motion cannot be drawn."""
        return [
            SignalBranch(run.name, tuple(self._leaves(place, run)))
            for place, run in enumerate(self._runs.runs)
            if run.trajectory is None
        ]

    def shows(self, leaf: Leaf) -> bool:
        """Whether a column is drawn."""
        run, column = self._of(leaf)
        signal = self._signals(run).get(column)
        return run.shown and signal is not None and self._offered().shows(signal)

    def show(self, leaf: Leaf, on: bool) -> None:
        """Draw a column, or do not."""
        run, column = self._of(leaf)
        others = {name: key for name, key in run.mapped.items() if name != column}
        mapped = others if on and not run.mapped.get(column) else run.mapped
        if not on:
            mapped = {**others, column: ""}
        self._runs.change(run, replace(run, shown=run.shown or on, mapped=mapped))
        if on and (signal := self._signals(self._of(leaf)[0]).get(column)) is not None:
            self.chosen.emit(signal.key, True)

    def _leaves(self, place: int, run: KeptRun) -> Iterator[Leaf]:
        mapped = {name: key for name, key in run.mapped.items() if key}
        drawn = self._signals(replace(run, mapped=mapped))  # as it would be, were all drawn
        for column in run.columns:
            if column != "t":
                signal = drawn.get(column)
                words = f"{column} → {signal.name}" if signal else column
                yield Leaf(words, column, f"{COLUMN}:{place}:{column}", signal is not None)

    def _of(self, leaf: Leaf) -> tuple[KeptRun, str]:
        _, place, column = leaf.key.split(":", 2)
        return self._runs.runs[int(place)], column

    def _signals(self, run: KeptRun) -> dict[str, signals.Signal]:
        """The signals as which columns of a table are drawn, by column."""
        every = (signal for group in self._offered().groups.values() for signal in group)
        pairs = ((self._comparing.column_of(signal, run), signal) for signal in every)
        return {column: signal for column, signal in pairs if column is not None}
