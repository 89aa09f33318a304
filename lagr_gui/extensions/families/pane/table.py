"""The table of an answer about a family."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from lagr_gui.extensions.families.pane.readings import Found, pretty_with_unit, table_of

MOST_ROWS = 2000
"""Rows of the table that are shown; files have all of them."""


class FamilyTable(QTableWidget):
    """Shows an answer as rows; files have more of them."""

    def __init__(self) -> None:
        super().__init__()
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)

    def fill(self, found: Found | None, units: Mapping[str, str]) -> None:
        """Show an answer, or nothing; what has known units is headed by them."""
        columns = {} if found is None else table_of(found)
        rows = min(max((len(c) for c in columns.values()), default=0), MOST_ROWS)
        self.clear()
        self.setColumnCount(len(columns))
        self.setRowCount(rows)
        self.setHorizontalHeaderLabels(
            [pretty_with_unit(head, units.get(head, "")) for head in columns]
        )
        for place, column in enumerate(columns.values()):
            for row, value in enumerate(column[:rows].tolist()):
                text = "–" if value != value else f"{value:.6g}".replace("-", "−")
                cell = QTableWidgetItem(text)
                cell.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, place, cell)
        self.resizeColumnsToContents()
