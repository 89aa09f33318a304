"""Fields of forms, each described by a row: what is asked, how it is answered, what helps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget, QListWidgetItem

from lagr_gui.gui.widgets.plain import set_note

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ChoiceSpec(Generic[Value]):
    """A choice: words by value, and the value that is offered; the first where that is none.

    Where `several` may be chosen the answer is a row of values.
    """

    label: str
    words: Mapping[Value, str]
    offered: Value | None = None
    several: bool = False


@dataclass(frozen=True, slots=True)
class LineSpec:
    """A line of text: its `hint` stands in an empty one, its `note` beside the pointer."""

    label: str
    hint: str = ""
    note: str = ""


class TickList(QListWidget, Generic[Value]):
    """A list in which each value has a mark of its own."""

    def offer(self, words: Iterable[tuple[Value, str]]) -> None:
        """Offer values with their words; those that are ticked stay so."""
        before = self.ticked()
        self.clear()
        for value, text in words:
            item = QListWidgetItem(text, self)
            item.setData(Qt.ItemDataRole.UserRole, value)
        self.tick(before)

    def tick(self, values: Iterable[Value]) -> None:
        """Tick these and no others."""
        ticked = [*values]
        for item in self._items():
            on = item.data(Qt.ItemDataRole.UserRole) in ticked
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def ticked(self) -> tuple[Value, ...]:
        """The values that are ticked."""
        ticked = (item for item in self._items() if item.checkState() == Qt.CheckState.Checked)
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in ticked)

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]


def make_line(asked: LineSpec, name: str) -> QLineEdit:
    """The widget of a line of text."""
    line = QLineEdit()
    line.setObjectName(name)
    line.setPlaceholderText(asked.hint)
    set_note(line, asked.note)
    return line


def make_choice(asked: ChoiceSpec[Value]) -> QComboBox | TickList[Value]:
    """The widget of a choice."""
    if asked.several:
        ticks = TickList[Value]()
        ticks.offer(asked.words.items())
        ticks.setSpacing(1)
        rows = min(ticks.count(), MOST_ROWS) * (ticks.sizeHintForRow(0) + 2)
        ticks.setFixedHeight(rows + 2 * ticks.frameWidth() + 2)
        ticks.setMinimumWidth(ticks.sizeHintForColumn(0) + 40)
        return ticks
    box = QComboBox()
    for value, words in asked.words.items():
        box.addItem(words, value)
    box.setCurrentIndex(max(box.findData(asked.offered), 0))
    return box


MOST_ROWS = 8
"""Values of a list that are seen at once."""
