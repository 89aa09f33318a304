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

from lagr_gui.exchange.registry import Export
from lagr_gui.expression.units import raised, with_unit
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.words import tr
from lagr_gui.model import Model, Parameter
from lagr_gui.prepared.driving import drivable
from lagr_gui.programs.objects.names import OBJECT_TARGETS, this_machine
from lagr_gui.programs.record import REALS


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """One of them: what is asked, words by value, and the value that is offered.

    Where `several` may be chosen the answer is a row of values.
    """

    question: Callable[[], str]
    words: Callable[[], Mapping[Any, str]]
    offered: Callable[[], Any]
    several: bool = False


CHOICES = {
    "target": ExportChoice(
        lambda: tr("For which machine?"),
        lambda: {name: name for name in OBJECT_TARGETS},
        this_machine,
    ),
    "real": ExportChoice(
        lambda: tr("Numbers"),
        lambda: dict(zip(REALS, (tr("double precision"), tr("single precision")), strict=True)),
        lambda: REALS[0],
    ),
    "derivatives": ExportChoice(
        lambda: tr("Exact derivatives of accelerations"),
        lambda: {False: tr("without"), True: tr("with")},
        lambda: False,
    ),
}
"""What the user chooses for an export."""

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
    asked = {name: CHOICES[name] for name in export.also if name in CHOICES}
    if "inputs" in export.also and (names := drivable(model)):
        asked["inputs"] = ExportChoice(
            lambda: tr("Parameters that are inputs"),
            lambda: {entry.name: _told(entry) for entry in model.parameters if entry.name in names},
            tuple,
            several=True,
        )
    return asked


def _told(entry: Parameter) -> str:
    """A parameter with its meaning, and its unit."""
    name = f"{entry.name}: {entry.description}" if entry.description else entry.name
    return with_unit(name, raised(entry.unit))


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
