"""A field in which the user types a command or a name and finds it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from PySide6.QtCore import (
    QAbstractProxyModel,
    QEvent,
    QModelIndex,
    QObject,
    QSize,
    QStringListModel,
    Qt,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QLineEdit, QSizePolicy

Entry = tuple[str, str, Callable[[], object]]
"""Title, note (a shortcut), what to do."""

LEAST, MOST, LIST = 90, 300, 380
"""Widths (pixels) of the field, and that of its list at least."""


class CommandField(QLineEdit):
    """Offers what `entries` gives at the moment; Enter or a click does it."""

    def __init__(self, entries: Callable[[], list[Entry]]) -> None:
        super().__init__()
        self._entries = entries
        self._functions: list[Callable[[], object]] = []
        self._model = QStringListModel(self)
        completer = QCompleter(self._model, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(14)
        activated: Any = completer.activated
        activated[QModelIndex].connect(self._chosen)
        self.setCompleter(completer)
        popup = self._list = cast(QAbstractItemView, completer.popup())
        popup.setTextElideMode(Qt.TextElideMode.ElideLeft)  # the name counts, not its menu
        popup.setMinimumWidth(LIST)
        popup.installEventFilter(self)
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

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Bring the entries up to date when the keyboard comes."""
        self._fill()
        super().focusInEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A list that is wider than the field ends where the field does."""
        shown = self._list
        if watched is shown and event.type() in (QEvent.Type.Show, QEvent.Type.Move):
            end = self.mapToGlobal(self.rect().topRight()).x()
            if shown.geometry().right() > end:
                shown.move(end - shown.width() + 1, shown.y())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the field."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.clearFocus()
            return
        super().keyPressEvent(event)

    def _fill(self) -> None:
        entries = self._entries()
        self._functions = [function for _, _, function in entries]
        self._model.setStringList([f"{title}    {note}".rstrip() for title, note, _ in entries])

    def _chosen(self, index: QModelIndex) -> None:
        shown = cast(QAbstractProxyModel, self.completer().completionModel())
        self._do(shown.mapToSource(index).row())

    def _first(self) -> None:
        """Enter without choosing does the first entry that fits."""
        popup, model = self.completer().popup(), self.completer().completionModel()
        if popup is not None and popup.isVisible() and popup.currentIndex().isValid():
            return  # the list hears of Enter too, and does what is chosen in it
        if self.text() and model.rowCount():
            self._chosen(model.index(0, 0))

    def _do(self, number: int) -> None:
        if not 0 <= number < len(self._functions):
            return
        function = self._functions[number]
        self.clear()
        self.clearFocus()
        function()
