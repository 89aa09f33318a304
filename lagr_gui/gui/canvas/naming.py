"""Renaming in place: a field over the item."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from lagr_gui.drawing.geometry import WIDTH
from lagr_gui.editing import edits
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.model import LONGEST_NAME, Model


class NameEditor(QLineEdit):
    """Enter or leaving takes the name, Escape gives it up."""

    def __init__(self, canvas: Paper) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._key = ""
        self.setMaxLength(LONGEST_NAME)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hide()
        self.returnPressed.connect(self._take)

    def open(self, key: str, at: QPoint) -> None:
        """Show the name of an item, ready to be typed over."""
        self._key = key
        self.setText(name_of(self._canvas.session.model, key))
        self.setFixedWidth(int(WIDTH))
        at = self._canvas.viewport().mapToParent(at)
        self.move(at.x() - self.width() // 2, at.y() - self.sizeHint().height() // 2)
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus()

    def _take(self) -> None:
        key, name = self._key, self.text().strip()
        self._key = ""
        self.hide()
        self._canvas.setFocus()
        session = self._canvas.session
        if key and name and name != name_of(session.model, key):
            done = session.edit("Rename", lambda model: edits.rename(model, key, name))
            if done and not key.startswith("body:"):
                session.select({f"{key.partition(':')[0]}:{name}"})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self._key = ""
            self.hide()
            self._canvas.setFocus()
        else:
            super().keyPressEvent(event)
        event.accept()  # what the field has done is no key of the drawing

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving takes the name."""
        super().focusOutEvent(event)
        if self._key:
            self._take()


def name_of(model: Model, key: str) -> str:
    """The name of an item."""
    sort, _, name = key.partition(":")
    if sort != "body":
        return name
    return model.base.name if name == "0" else model.body(int(name)).name
