"""A row of widgets that goes on below where it has no room."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class WrappingRow(QLayout):
    """Widgets side by side, as wide as they want to be, in as many rows as they need."""

    def __init__(self, within: QWidget, spacing: int = 0) -> None:
        super().__init__(within)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Put one more at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        """One of them; None behind the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        """Take one out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It wants no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How high all rows are."""
        return self._laid(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rectangle: QRect) -> None:
        """Lay all out."""
        super().setGeometry(rectangle)
        self._laid(rectangle, moves=True)

    def sizeHint(self) -> QSize:
        """All in one row."""
        sizes = [item.sizeHint() for item in self._items]
        gaps = self.spacing() * max(len(sizes) - 1, 0)
        width = sum(size.width() for size in sizes) + gaps
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """As wide as the widest."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _laid(self, room: QRect, moves: bool) -> int:
        """The height that all rows take in this room; with `moves` the widgets go there."""
        x, y, high, gap = room.x(), room.y(), 0, self.spacing()
        for item in self._items:
            size = item.sizeHint()
            if high and x + size.width() > room.x() + room.width():
                x, y, high = room.x(), y + high + gap, 0
            if moves:
                width = min(size.width(), room.width())
                item.setGeometry(QRect(x, y, width, size.height()))
            x, high = x + size.width() + gap, max(high, size.height())
        return y + high - room.y()
