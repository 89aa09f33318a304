"""A field over a value of the sketch, in which it is typed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from lagr_gui.gui.sketch.annotations import WrittenValue

WIDE = 96


class ValueField(QLineEdit):
    """Enter or leaving takes the text, Escape gives it up."""

    taken = Signal(object, str)
    """A value was typed: what it is of (`WrittenValue`), the text."""

    def __init__(self, sketch: QWidget) -> None:
        super().__init__(sketch)
        self.setObjectName("sketch_field")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._entry: WrittenValue | None = None
        self._sketch = sketch
        self.hide()
        self.returnPressed.connect(self._take)

    def open(self, entry: WrittenValue, text: str, box: QRectF) -> None:
        """Show a value, ready to be typed over."""
        self._entry = entry
        self.setText(text)
        self.setFixedWidth(WIDE)
        middle = box.center()
        self.move(int(middle.x()) - WIDE // 2, int(middle.y()) - self.sizeHint().height() // 2)
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus()

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

    def _take(self) -> None:
        entry = self._entry
        self._close()
        if entry is not None and self.isModified():
            self.taken.emit(entry, self.text().strip())

    def _close(self) -> None:
        self._entry = None
        self.hide()
        self._sketch.setFocus()
