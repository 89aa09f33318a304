"""A line to type in, whose undo is that of the drawing except while one types."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit


class TextLine(QLineEdit):
    """Undo takes back letters that are not committed yet; then it is a step of the drawing."""

    given_up = Signal()

    def settle(self, text: str) -> None:
        """Show a text that is kept: what was typed before cannot come back by undo."""
        same, cursor = text == self.text(), self.cursorPosition()
        if not same or self.isUndoAvailable() or self.isRedoAvailable():
            self.setText(text)
            self.setCursorPosition(cursor if same else 0)  # of what is long the beginning is seen
        self.setModified(False)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window where there are no letters to take back."""
        typing = self.isModified() and self.isUndoAvailable()
        if left_to_window(event, typing, self.isRedoAvailable()):
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape brings the old text back."""
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)


def left_to_window(event: QEvent, undoable: bool, redoable: bool) -> bool:
    """Ignore a key that undoes or redoes where there are no letters for it; whether it is one."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    undo = event.matches(QKeySequence.StandardKey.Undo) and not undoable
    redo = event.matches(QKeySequence.StandardKey.Redo) and not redoable
    if undo or redo:
        event.ignore()
    return undo or redo
