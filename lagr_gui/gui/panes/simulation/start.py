"""Start values of all coordinates in one table."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from lagr_gui.algebra.names import pretty
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.define import offer_definition
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.panes.inspector.forms import start_rows
from lagr_gui.gui.panes.inspector.rows import Row
from lagr_gui.gui.words import tr


class StartPage(QWidget):
    """One line per coordinate: name, position, velocity."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._names: tuple[tuple[str, str], ...] | None = None
        self.fields: list[TextField] = []
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._area)
        session.report_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the start values of the model."""
        report = self.session.report
        if report is None:
            return
        names = tuple(zip(report.coordinates, report.units, strict=False))
        if names != self._names:
            self._names = names
            self._build()
        for field in self.fields:
            field.show_value(self.session.model, report.problems)

    def _build(self) -> None:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(6, 6, 12, 6)
        self.fields = []
        for column, text in enumerate((tr("Coordinate"), tr("Position"), tr("Velocity"))):
            label = QLabel(text)
            label.setProperty("role", "group")
            grid.addWidget(label, 0, column)
        for place, (name, unit) in enumerate(self._names or (), start=1):
            grid.addWidget(QLabel(pretty(name)), place, 0)
            for column, row in enumerate(start_rows(name, unit), start=1):
                field = TextField(row, lambda: self.session.model, self._commit)
                offer_definition(self.session, field)
                self.fields.append(field)
                grid.addWidget(field, place, column)
        grid.setRowStretch(len(self._names or ()) + 1, 1)
        self._area.setWidget(page)

    def _commit(self, row: Row, value: Any) -> bool:
        return self.session.edit(row.step, lambda model: row.changed(model, value))
