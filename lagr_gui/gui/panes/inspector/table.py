"""A table of fields: one line for each coordinate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from lagr_gui.expression.letters import pretty
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.define import attach
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.panes.inspector.rows import FormRow
from lagr_gui.gui.widgets.accessible import give_names
from lagr_gui.gui.widgets.plain import PlainLabel

Rows = Callable[[str, str], Sequence[FormRow]]
"""The rows of a coordinate, by its name and unit."""


class CoordinateTable(QScrollArea):
    """Every change is one step of history; coordinates that come or go change the table.

    It is filled when somebody looks: of many coordinates that takes long.
    """

    def __init__(self, session: Session, heads: Sequence[str], rows: Rows, hint: str = "") -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.session = session
        self._fields: list[TextField] = []
        self._late = False
        self._heads, self._rows, self._hint = heads, rows, hint
        self._names: tuple[tuple[str, str], ...] | None = None
        self._open = True
        session.report_changed.connect(self.refresh)
        self.refresh()

    @property
    def fields(self) -> list[TextField]:
        """The fields of the coordinates, row by row."""
        self._catch_up()
        return self._fields

    def refresh(self) -> None:
        """Show what the model holds, now or as soon as the table is seen."""
        self._late = True
        if self.isVisible():
            self._catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        """Take what has changed while nobody looked."""
        self._catch_up()
        super().showEvent(event)

    def _catch_up(self) -> None:
        if self._late:
            self._late = False
            self._fill()

    def _fill(self) -> None:
        report = self.session.report
        if report is None:
            return
        names = tuple(zip(report.coordinates, report.units, strict=False))
        if names != self._names:
            self._names = names
            self._build(names)
        for field in self._fields:
            field.show_value(self.session.model, report.problems)

    def allow(self, typing: bool) -> None:
        """Whether the fields can be typed into."""
        self._open = typing
        page = self.widget()
        if page is not None:
            page.setEnabled(typing)

    def _build(self, names: Sequence[tuple[str, str]]) -> None:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(6, 6, 12, 6)
        for field in self._fields:
            field.forget()
        self._fields = []
        for column, text in enumerate(self._heads):
            label = PlainLabel(text, role="group")
            grid.addWidget(label, 0, column)
        for place, (name, unit) in enumerate(names, start=1):
            grid.addWidget(PlainLabel(pretty(name)), place, 0)
            for column, row in enumerate(self._rows(name, unit), start=1):
                grid.addWidget(self._field(row), place, column)
        grid.setRowStretch(len(names) + 1, 1)
        page.setEnabled(self._open)
        self.setWidget(page)
        give_names(page)

    def _field(self, row: FormRow) -> TextField:
        field = TextField(row, lambda: self.session.model, self._commit)
        field.edit.setPlaceholderText(self._hint)
        attach(self.session, field)
        self._fields.append(field)
        return field

    def _commit(self, row: FormRow, value: Any) -> bool:
        return self.session.edit(row.step, lambda model: row.changed(model, value))
