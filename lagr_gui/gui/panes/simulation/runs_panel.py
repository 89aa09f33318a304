"""The list of runs that are drawn beside the motion: kept ones and measured tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup, QColor
from PySide6.QtWidgets import QFileDialog, QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from lagr_gui.gui import desk
from lagr_gui.gui.bridge.kept_runs import KeptRun, KeptRuns
from lagr_gui.gui.panes.curves.legend import LINES
from lagr_gui.gui.panes.curves.signals import Signal
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import entry, set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import tr

TABLES = "Table (*.csv *.json);;All files (*)"
DOTS = "● ●"
PLACE = Qt.ItemDataRole.UserRole
"""Where a row has the place of its run."""


def stroke_of(place: int) -> int:
    """The stroke of a run by its place in the list: the full line is that of the motion."""
    return 1 + place % (len(LINES) - 1)


class RunsPanel(QWidget):
    """A row for each: whether it is drawn, its name, how it is drawn, in what it differs."""

    def __init__(self, runs: KeptRuns, offered: Callable[[], Sequence[Signal]]) -> None:
        super().__init__()
        self._runs, self._offered = runs, offered
        self._filling = False
        self.keep = push_button(tr("Keep"), runs.keep, tr("Keep the motion to compare others"))
        self.load = push_button(
            tr("Measured…"), self._load, tr("A table (CSV with a column t), drawn as dots")
        )
        self.remove = tool_button("✕", tr("Remove the run"), run=self._remove)
        self._menu = QMenu(self)
        self._parts: list[QMenu] = []
        self._menu.aboutToShow.connect(self._fill_menu)
        self.columns = tool_button(
            tr("Columns ▾"), tr("Which column is which signal"), menu=self._menu
        )
        self.table = QTreeWidget(columnCount=3)
        self.table.setHeaderHidden(True)
        self.table.setRootIsDecorated(False)
        self.table.setMinimumHeight(40)
        self.table.setSizeAdjustPolicy(QTreeWidget.SizeAdjustPolicy.AdjustToContents)
        header = self.table.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.table.itemChanged.connect(self._change)
        self.table.itemSelectionChanged.connect(self._allow)
        title = SlimLabel(tr("Runs"), shy=True, role="group")
        head = beside(title, 1, self.columns, self.remove, spacing=4)
        foot = beside(self.keep, self.load, 1, spacing=6)
        below(head, (self.table, 1), foot, within=self, margins=NONE, spacing=3)
        runs.changed.connect(self.fill)
        runs.session.running.changed.connect(self.fill)
        theme_changed().connect(self.fill)
        for signal in (runs.session.hand.changed, runs.session.hand.grown):
            signal.connect(self._allow)
        self.fill()

    def fill(self) -> None:
        """Show the runs as they are."""
        chosen, self._filling = self._place, True
        self.table.clear()
        now, texts = self._runs.told()
        if self._runs.session.running.trajectory is not None:
            row = self._row(tr("shown now"), LINES[0], now, theme().curves[0])
            row.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for place, (run, words) in enumerate(zip(self._runs.runs, texts, strict=True)):
            line = DOTS if run.trajectory is None else LINES[stroke_of(place)]
            row = self._row(run.name, line, words, theme().muted)
            row.setData(0, PLACE, place)
            row.setFlags(row.flags() | Qt.ItemFlag.ItemIsEditable)
            state = Qt.CheckState.Checked if run.shown else Qt.CheckState.Unchecked
            row.setCheckState(0, state)
            if place == chosen:
                self.table.setCurrentItem(row)
        self._filling = False
        self._allow()

    def _row(self, name: str, line: str, words: str, color: str) -> QTreeWidgetItem:
        row = QTreeWidgetItem(self.table, [name, line, words])
        row.setForeground(1, QColor(color))
        set_note(row, 2, words)
        return row

    @property
    def _place(self) -> int:
        """Which run is chosen; -1: none."""
        rows = (row.data(0, PLACE) for row in self.table.selectedItems())
        return next((int(place) for place in rows if place is not None), -1)

    @property
    def _run(self) -> KeptRun | None:
        place = self._place
        return self._runs.runs[place] if 0 <= place < len(self._runs.runs) else None

    def _allow(self) -> None:
        """Offer what can be done."""
        session = self._runs.session
        of = session.hand if session.hand.on else session.running
        self.keep.setEnabled(of.trajectory is not None)
        self.remove.setEnabled(self._run is not None)
        self.columns.setVisible(self._run is not None and self._run.trajectory is None)

    def _change(self, row: QTreeWidgetItem) -> None:
        if self._filling:
            return
        run = self._runs.runs[int(row.data(0, PLACE))]
        shown = row.checkState(0) == Qt.CheckState.Checked
        self._runs.change(run, replace(run, name=row.text(0).strip() or run.name, shown=shown))

    def _remove(self) -> None:
        if self._run is not None:
            self._runs.remove(self._place)

    def _load(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Measured table"), desk.folder(), tr(TABLES))
        if path:
            count = len(self._runs.runs)
            self._runs.load(Path(path))
            self._choose(count)

    def _choose(self, place: int) -> None:
        """Choose a run as a click does: what can be done with it is offered."""
        for at in range(self.table.topLevelItemCount()):
            row = self.table.topLevelItem(at)
            if row is not None and row.data(0, PLACE) == place:
                self.table.setCurrentItem(row)

    # --- columns of a measured table ---------------------------------------------------------

    def _fill_menu(self) -> None:
        """A part for each column: as which signal it is drawn."""
        for part in self._parts:
            part.deleteLater()
            part.setParent(None)
        self._menu.clear()
        self._parts = []
        run = self._run
        for column in run.columns if run else ():
            if run is None or column == "t":
                continue
            part = QMenu(entry(column), self)
            self._menu.addMenu(part)
            self._parts.append(part)
            group = QActionGroup(part)
            for signal in self._offered():
                action = part.addAction(entry(signal.legend), partial(self._map, column, signal))
                action.setCheckable(True)
                action.setChecked(run.mapped.get(column) == signal.key)
                group.addAction(action)

    def _map(self, column: str, signal: Signal) -> None:
        if (run := self._run) is not None:
            others = {name: key for name, key in run.mapped.items() if key != signal.key}
            self._runs.change(run, replace(run, mapped={**others, column: signal.key}))
