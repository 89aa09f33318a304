"""A field over a length of the sketch, in which its value is typed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

WIDE = 96


class LengthField(QLineEdit):
    """Enter or leaving takes the text, Escape gives it up."""

    taken = Signal(str, str)
    """A value was typed for a parameter: its name, the text."""

    def __init__(self, sketch: QWidget) -> None:
        super().__init__(sketch)
        self.setObjectName("length_field")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._name, self._sketch = "", sketch
        self.hide()
        self.returnPressed.connect(self._take)

    def open(self, name: str, text: str, box: QRectF) -> None:
        """Show the value of a parameter, ready to be typed over."""
        self._name = name
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
        if self._name:
            self._take()

    def _take(self) -> None:
        name = self._name
        self._close()
        if name and self.isModified():
            self.taken.emit(name, self.text().strip())

    def _close(self) -> None:
        self._name = ""
        self.hide()
        self._sketch.setFocus()
