"""What the user chooses for an export before its file: one dialog with all of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from lagr_gui.extension import Choice, Export
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.words import tr
from lagr_gui.model import Model


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """One of them: what is asked, words by value, and the value that is offered.

    Where `several` may be chosen the answer is a row of values.
    """

    question: Callable[[], str]
    words: Callable[[], Mapping[Any, str]]
    offered: Callable[[], Any]
    several: bool = False


OF_LINEAR = {
    "place": ExportChoice(
        lambda: tr("About which place?"),
        lambda: {"equilibrium": tr("equilibrium"), "start": tr("start values")},
        lambda: "equilibrium",
    ),
    "inputs": ExportChoice(
        lambda: tr("Inputs"),
        lambda: {
            "coordinates": tr("a force on each coordinate"),
            "drawn": tr("forces and drives of the drawing"),
        },
        lambda: "coordinates",
    ),
}
"""What the user chooses for the linear equations that are exported."""


def choices_of(export: Export, model: Model) -> dict[str, ExportChoice]:
    """What is asked before an export of a model."""
    if "linear" in export.takes:
        return OF_LINEAR
    asked = ((choice, choice.words(model)) for choice in export.choices if choice.question)
    return {choice.name: _of(choice, words) for choice, words in asked if words}


def _of(choice: Choice, words: Mapping[Any, str]) -> ExportChoice:
    return ExportChoice(
        lambda: tr(choice.question),
        lambda: {value: tr(text) for value, text in words.items()},
        tuple if choice.several else lambda: next(iter(words)),
        choice.several,
    )


class _Several(QListWidget):
    """A list in which each value has a mark of its own."""

    def __init__(self, words: Mapping[Any, str]) -> None:
        super().__init__()
        for value, text in words.items():
            item = QListWidgetItem(text, self)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setCheckState(Qt.CheckState.Unchecked)
        self.setSpacing(1)
        rows = min(self.count(), 8) * (self.sizeHintForRow(0) + 2)
        self.setFixedHeight(rows + 2 * self.frameWidth() + 2)
        self.setMinimumWidth(self.sizeHintForColumn(0) + 40)

    def currentData(self) -> tuple[Any, ...]:
        """The values that are marked."""
        items = (self.item(row) for row in range(self.count()))
        marked = (item for item in items if item.checkState() is Qt.CheckState.Checked)
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in marked)


class ExportChoices(QDialog):
    """Asks for all choices of one export, or of what else is `done` by a button."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        choices: Mapping[str, ExportChoice],
        done: str = "Export",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        form = QFormLayout()
        self.fields: dict[str, QComboBox | _Several] = {}
        for name, choice in choices.items():
            field = self.fields[name] = _Several(choice.words()) if choice.several else QComboBox()
            if isinstance(field, QComboBox):
                for value, words in choice.words().items():
                    field.addItem(words, value)
                field.setCurrentIndex(field.findData(choice.offered()))
            form.addRow(choice.question(), field)
        go_on = push_button(tr(done), run=self.accept, name="export_chosen")
        go_on.setDefault(True)
        below(form, beside(1, go_on, push_button(tr("Cancel"), run=self.reject)), within=self)

    @property
    def chosen(self) -> dict[str, Any]:
        """The values that are chosen."""
        return {name: field.currentData() for name, field in self.fields.items()}
