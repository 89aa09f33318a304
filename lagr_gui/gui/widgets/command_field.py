"""A field in which the user types a command or a name and finds it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QSizePolicy

Entry = tuple[str, str, Callable[[], object]]
"""Title, note (a shortcut), what to do."""

LEAST, MOST = 90, 300
"""Width (pixels)."""


class CommandField(QLineEdit):
    """Offers what `entries` gives at the moment; Enter or a click does it."""

    def __init__(self, entries: Callable[[], list[Entry]]) -> None:
        super().__init__()
        self._entries = entries
        self._functions: list[Callable[[], object]] = []
        self._model = QStandardItemModel(self)
        completer = QCompleter(self._model, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(14)
        activated: Any = completer.activated
        activated[QModelIndex].connect(self._chosen)
        self.setCompleter(completer)
        self.setMinimumWidth(LEAST)
        self.setMaximumWidth(MOST)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        self.returnPressed.connect(self._first)

    def sizeHint(self) -> QSize:
        """Room for a name; more where there is some."""
        return QSize(LEAST, super().sizeHint().height())

    def open(self) -> None:
        """Take the keyboard and show all entries."""
        self._fill()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.clear()
        completer = self.completer()
        completer.setCompletionPrefix("")
        completer.complete()

    def focusInEvent(self, event: object) -> None:
        """Bring the entries up to date when the keyboard comes."""
        self._fill()
        super().focusInEvent(event)  # type: ignore[arg-type]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the field."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.clearFocus()
            return
        super().keyPressEvent(event)

    def _fill(self) -> None:
        self._model.clear()
        self._functions = []
        for title, note, function in self._entries():
            item = QStandardItem(f"{title}    {note}" if note else title)
            item.setData(len(self._functions), Qt.ItemDataRole.UserRole)
            self._functions.append(function)
            self._model.appendRow(item)

    def _chosen(self, index: QModelIndex) -> None:
        self._do(index.data(Qt.ItemDataRole.UserRole))

    def _first(self) -> None:
        """Enter without choosing does the first entry that fits."""
        model = self.completer().completionModel()
        if self.text() and model.rowCount():
            self._do(model.index(0, 0).data(Qt.ItemDataRole.UserRole))

    def _do(self, number: int | None) -> None:
        if number is None or number >= len(self._functions):
            return
        function = self._functions[number]
        self.clear()
        self.clearFocus()
        function()
