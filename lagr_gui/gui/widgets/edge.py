"""A line of words and buttons over the upper edge of a picture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class EdgeLine(QWidget):
    """Lies over the picture, so that its coming and going moves nothing; hidden at first."""

    def __init__(self, picture: QWidget) -> None:
        super().__init__(picture)
        self._picture = picture
        self.hide()
        picture.installEventFilter(self)

    def show_if(self, wanted: bool) -> None:
        """Come or go, as wide as what it says now."""
        self.setVisible(wanted)
        self.adjustSize()
        self._stay()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the edge of the picture."""
        if event.type() == QEvent.Type.Resize:
            self._stay()
        return super().eventFilter(watched, event)

    def _stay(self) -> None:
        size = self.sizeHint()
        self.setGeometry(0, 0, min(size.width(), self._picture.width()), size.height())
