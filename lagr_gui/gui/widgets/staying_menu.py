"""A menu that stays open while its entries are checked."""

from __future__ import annotations

from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget


class StayingMenu(QMenu):
    """A click on an entry that can be checked changes it and leaves the menu open."""

    def __init__(self, parent: QWidget, title: str = "") -> None:
        super().__init__(title, parent)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Check the entry under the pointer; others close the menu as usual."""
        action: QAction | None = self.actionAt(event.position().toPoint())
        if action and action.isCheckable() and action.isEnabled():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)
