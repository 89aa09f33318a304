"""What the user chooses for an export before its file: one dialog with all of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QWidget

from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.words import tr
from lagr_gui.programs.objects.names import OBJECT_TARGETS, this_machine
from lagr_gui.programs.record import REALS


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """One of them: what is asked, words by value, and the value that is offered."""

    question: Callable[[], str]
    words: Callable[[], Mapping[Any, str]]
    offered: Callable[[], Any]


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
"""What the user chooses for an export."""

ASKED = {"state-space": ("place", "inputs")}
"""What is chosen for that which has to be computed for an export, by its name."""


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
        self.fields: dict[str, QComboBox] = {}
        for name, choice in choices.items():
            field = self.fields[name] = QComboBox()
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
