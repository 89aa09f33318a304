"""A frame that drops down below a button and holds any widget."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QWidget

from lagr_gui.gui.widgets.laying import below


class DropDown(QFrame):
    """Holds a widget below a button, until one clicks elsewhere."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("drop_down")
        self._inside = below(within=self, margins=(8, 8, 8, 8))

    def open(self, widget: QWidget, below_of: QWidget, width: int, height: int) -> None:
        """Show the widget below another one, within the screen."""
        self._inside.addWidget(widget)
        widget.show()
        corner = below_of.mapToGlobal(below_of.rect().bottomRight())
        room = below_of.screen().availableGeometry()
        self.resize(width, min(height, room.height()))
        left = min(max(corner.x() - width, room.left()), room.right() - width)
        top = min(corner.y() + 2, room.bottom() - self.height())
        self.move(left, max(top, room.top()))
        self.show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that it is gone."""
        super().hideEvent(event)
        self.closed.emit()
