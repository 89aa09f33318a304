"""A field over a value of the sketch, in which it is typed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from lagr_gui.gui.sketch.written import WrittenValue

LEAST, SPARE = 96, 28
"""The least width, and what it has besides its text, pixels."""


class ValueField(QLineEdit):
    """Enter or leaving takes the text, Escape gives it up.

    `take` gets what the value is of, and the text; where it says no after Enter one types on.
    """

    closed = Signal()
    """It was left, before what was typed is taken."""

    def __init__(self, sketch: QWidget, take: Callable[[WrittenValue, str], bool]) -> None:
        super().__init__(sketch)
        self.setObjectName("sketch_field")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._entry: WrittenValue | None = None
        self._sketch, self._do = sketch, take
        self.hide()
        self.returnPressed.connect(lambda: self._take(by_enter=True))
        self._middle = QPointF()
        self.textEdited.connect(self._fit)

    def open(self, entry: WrittenValue, text: str, box: QRectF) -> None:
        """Show a value, ready to be typed over."""
        self._entry = entry
        self.setText(text)
        self._middle = box.center()
        self._fit()
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus()

    def drop(self) -> None:
        """Its value may be there no more."""
        self._entry = None
        self.hide()

    def _fit(self) -> None:
        """As wide as what it holds, about its value, within the sketch."""
        room = self._sketch.width()
        wide = max(self.fontMetrics().horizontalAdvance(self.text()) + SPARE, LEAST)
        wide = min(wide, room)
        self.setFixedWidth(wide)
        left = min(max(int(self._middle.x()) - wide // 2, 0), room - wide)
        self.move(left, int(self._middle.y()) - self.sizeHint().height() // 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving takes what was typed."""
        super().focusOutEvent(event)
        if self._entry is not None:
            self._take()

    def _take(self, by_enter: bool = False) -> None:
        entry = self._entry
        self._close()
        if entry is None or not self.isModified():
            return
        text = self.text().strip()
        if not self._do(entry, text) and by_enter:
            self.open(entry, text, entry.box)
            self.setModified(True)

    def _close(self) -> None:
        self._entry = None
        self.hide()
        self.closed.emit()
        self._sketch.setFocus()
