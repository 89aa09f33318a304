"""A row of words side by side, of which one is chosen, or each of which does something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QLayout, QLayoutItem, QPushButton, QWidget

from lagr_gui.gui.widgets.laying import NONE, beside


class SegmentedChoice(QFrame):
    """Choices that are all seen at once; arrow keys lead from one to the next.

    Where nothing is `kept` each is a button of its own.  What has no room in the row goes on below
    where the row `wraps`.
    """

    def __init__(
        self, run: Callable[[Any], object], name: str, kept: bool = True, wraps: bool = False
    ) -> None:
        """`run` gets the value that a user chooses."""
        super().__init__()
        self.setObjectName(name)
        self.setProperty("role", "segments")
        self._run, self._kept = run, kept
        self._group = QButtonGroup(self, exclusive=kept)
        self._group.buttonClicked.connect(lambda button: run(self._values[button]))
        self._values: dict[Any, Any] = {}
        self._row = WrappingRow(self) if wraps else beside(within=self, margins=NONE, spacing=0)

    def offer(self, choices: Iterable[tuple[Any, str]]) -> None:
        """Offer these: values with their words."""
        wanted = [*choices]
        if wanted == [(value, button.text()) for button, value in self._values.items()]:
            return
        for button in self._values:
            self._group.removeButton(button)
            button.deleteLater()
        self._values = {}
        for value, words in wanted:
            button = QPushButton(words)
            button.setCheckable(self._kept)
            button.setProperty("role", "segment")
            button.setObjectName(f"{self.objectName()}_{value}")
            self._group.addButton(button)
            self._row.addWidget(button)
            self._values[button] = value

    def minimumSizeHint(self) -> QSize:
        """It never widens what it stands in: who has no room for it shows something else."""
        return QSize(0, super().minimumSizeHint().height())

    @property
    def offered(self) -> list[Any]:
        """The values that are offered."""
        return [*self._values.values()]

    @property
    def chosen(self) -> Any:
        """The value that is chosen; None where none is."""
        return next((v for button, v in self._values.items() if button.isChecked()), None)

    def choose(self, value: Any) -> None:
        """Show this value as chosen."""
        self.button(value).setChecked(True)

    def button(self, value: Any) -> QPushButton:
        """The button of a value."""
        return next(button for button, own in self._values.items() if own == value)


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
