"""A measured table, what its columns measure, and names that are ticked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QListWidget,
    QWidget,
)

from lagr_gui import pipeline
from lagr_gui.exchange.tables.motion_file import read_motion
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.accessible import give_names
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.form_fields import TickList
from lagr_gui.gui.widgets.laying import NONE, below
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.trajectories.sensors import WORKS

TIMES = ("t", "T")
"""Heads that columns of times usually have; other words for them are read as t."""

MOST_COLUMNS = 40
"""Columns of a table that are offered."""

ROWS = 6
"""Names that are seen at once."""


class TickedNames(TickList[str]):
    """Names, of which some are ticked."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.setFixedHeight(ROWS * (self.fontMetrics().height() + 6))


class MeasuredColumns(QWidget):
    """The columns of a table from a file, each with the expression that it measures."""

    refused = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self.columns = session, dict[str, list[float]]()
        self.choose = push_button(tr("Choose a table…"), self._ask, name="sweep_measured")
        set_note(self.choose, tr("CSV, HDF5, npz or JSON with a column of times"))
        self.file = SlimLabel("", role="muted")
        self.time = SlimComboBox(run=lambda _: self._fill(), name="sweep_time")
        self.fields: dict[str, QLineEdit] = {}
        self._grid = QGridLayout()
        self._grid.setContentsMargins(*NONE)
        self._grid.setSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.time.hide()
        below(self.choose, self.file, self._grid, within=self, margins=NONE, spacing=4)
        self.file.hide()

    def _ask(self) -> None:
        if path := desk.ask_table(self, tr("Measured table")):
            self.open(Path(path))

    def open(self, path: Path) -> None:
        """Take the table of a file; what is none is refused."""
        try:
            table = read_motion(path)
            columns = {name: column for name, column in table.items() if isinstance(column, list)}
            if len(columns) < 2:
                cause = tr("It has no column of times with another one beside it.")
                remedy = "Name columns t and what was measured."
                raise refusal(tr("Measured table"), cause, remedy, "table")
        except LagrError as error:
            self.refused.emit(error.problems)
            return
        self.columns, first = columns, next(iter(columns))
        summary = tr("{name}: {n} rows").format(name=path.name, n=len(columns[first]))
        self.file.setText(summary)
        self.file.show()
        self.time.offer([(name, name) for name in columns])
        self.time.choose(next((name for name in TIMES if name in columns), first))
        self._fill()

    def _fill(self) -> None:
        """A field for each column but that of the times."""
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None and widget is not self.time:
                widget.deleteLater()
        self.fields = {}
        self._grid.addWidget(SlimLabel(tr("Time"), role="muted"), 0, 0)
        self._grid.addWidget(self.time, 0, 1)
        self.time.show()
        names = [name for name in self.columns if name != self.time.currentData()]
        for row, name in enumerate(names[:MOST_COLUMNS], start=1):
            field = QLineEdit(name if self._is_known(name) else "")
            field.setPlaceholderText(tr("measures nothing"))
            set_note(field, tr("What this column measures: a coordinate or another expression"))
            self.fields[name] = field
            self._grid.addWidget(SlimLabel(name), row, 0)
            self._grid.addWidget(field, row, 1)
        give_names(self)

    def _is_known(self, text: str) -> bool:
        """Whether a head is what can be fitted: works are known at times of output alone."""
        if text in WORKS:
            return False
        try:
            pipeline.output_units(self.session.flat, [text], self.session.special)
        except LagrError:
            return False
        return True

    def table(self) -> dict[str, Any]:
        """Times and columns by what they measure. Raises LagrError where there are none."""
        place = tr("Measured table")
        if not self.columns:
            raise refusal(place, "There is none.", "Choose a table.", "table")
        table: dict[str, Any] = {"t": self.columns[self.time.currentData()]}
        for name, field in self.fields.items():
            if not (text := field.text().strip()):
                continue
            if text in table:
                cause = tr("“{name}” is measured twice.").format(name=text)
                raise refusal(place, cause, "Leave one of them out.", "table")
            table[text] = self.columns[name]
        if len(table) < 2:
            remedy = "Type a coordinate or another expression beside a column."
            raise refusal(place, "No column measures anything.", remedy, "table")
        return table
