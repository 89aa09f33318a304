"""What the user chooses for an export before its file: one dialog with all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QDialog, QFormLayout, QWidget

from lagr_gui.extension import Export
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.form_fields import ChoiceSpec, TickList, make_choice
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.words import tr
from lagr_gui.model import Model


def choices_of(export: Export, model: Model) -> dict[str, ChoiceSpec]:
    """What is asked before an export of a model."""
    if "linear" in export.takes:
        return _of_linear()
    asked = ((choice, choice.words(model)) for choice in export.choices if choice.question)
    return {
        choice.name: ChoiceSpec(
            tr(choice.question),
            {value: tr(text) for value, text in words.items()},
            several=choice.several,
        )
        for choice, words in asked
        if words
    }


def _of_linear() -> dict[str, ChoiceSpec]:
    """What is chosen for the linear equations that are exported."""
    places = {"equilibrium": tr("equilibrium"), "start": tr("start values")}
    inputs = {
        "coordinates": tr("a force on each coordinate"),
        "drawn": tr("forces and drives of the drawing"),
    }
    return {
        "place": ChoiceSpec(tr("About which place?"), places),
        "inputs": ChoiceSpec(tr("Inputs"), inputs),
    }


class ExportChoices(QDialog):
    """Asks for all choices of one export, or of what else is `done` by a button."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        choices: Mapping[str, ChoiceSpec],
        done: str = "Export",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        form = QFormLayout()
        self.fields = {name: make_choice(choice) for name, choice in choices.items()}
        for choice, field in zip(choices.values(), self.fields.values(), strict=True):
            form.addRow(choice.label, field)
        go_on = push_button(tr(done), run=self.accept, name="export_chosen")
        go_on.setDefault(True)
        below(form, beside(1, go_on, push_button(tr("Cancel"), run=self.reject)), within=self)

    @property
    def chosen(self) -> dict[str, Any]:
        """The values that are chosen."""
        return {
            name: field.ticked() if isinstance(field, TickList) else field.currentData()
            for name, field in self.fields.items()
        }
