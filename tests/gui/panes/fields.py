"""Finding and filling the fields of the inspector."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lagr_gui.foundation.problem import Path
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.window import MainWindow


def field(window: MainWindow, *path: str | int) -> Any:
    """The field of the inspector for a place of the model."""
    wanted: Path = path
    found = [f for f in window.inspector.fields if wanted in f.row.paths]
    assert len(found) == 1, f"{path}: {len(found)} fields"
    return found[0]


def type_text(field: TextField, text: str) -> None:
    """Type a text over the old one, and do not leave the field."""
    field.edit.setFocus()
    field.edit.selectAll()
    QTest.keyClick(field.edit, Qt.Key.Key_Delete)
    QTest.keyClicks(field.edit, text)


def fill(field: TextField, text: str) -> None:
    """Type a text over the old one and press Enter."""
    type_text(field, text)
    QTest.keyClick(field.edit, Qt.Key.Key_Return)


def told(field: TextField) -> str:
    """What stands below the field."""
    return field.verdict.text() if field.verdict.isVisibleTo(field) else ""


def labels(window: MainWindow) -> list[str]:
    """The labels of all rows."""
    return [f.row.label for f in window.inspector.fields]
