"""Questions and messages in boxes: words as they are, buttons in the language of the user."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from lagr_gui.gui.widgets.plain import entry
from lagr_gui.gui.words import tr

Role = QMessageBox.ButtonRole
BUTTONS: Mapping[str, tuple[str, Role]] = {
    "save": ("Save", Role.AcceptRole),
    "save_all": ("Save all", Role.AcceptRole),
    "save_as": ("Save as…", Role.ActionRole),
    "overwrite": ("Overwrite", Role.DestructiveRole),
    "replace": ("Replace", Role.DestructiveRole),
    "discard": ("Discard", Role.DestructiveRole),
    "compare": ("Compare…", Role.ActionRole),
    "allow": ("Allow it to run", Role.ActionRole),
    "yes": ("Yes", Role.YesRole),
    "no": ("No", Role.NoRole),
    "refuse": ("Do not run it", Role.RejectRole),
    "later": ("Later", Role.RejectRole),
    "cancel": ("Cancel", Role.RejectRole),
    "ok": ("OK", Role.AcceptRole),
}
"""The answers that there are, by name: words and where they stand."""


def box(parent: QWidget, title: str, text: str, more: str = "") -> QMessageBox:
    """A box whose words are shown as they are, whatever they look like."""
    made = QMessageBox(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWindowTitle(title)
    made.setText(text)
    made.setInformativeText(more)
    return made


def add_button(asking: QMessageBox, name: str) -> QPushButton:
    """Add one of the answers."""
    words, role = BUTTONS[name]
    button: QPushButton = asking.addButton(entry(tr(words)), role)
    return button


def ask(parent: QWidget, title: str, text: str, answers: tuple[str, ...]) -> str:
    """The name of the answer: the first is that of Enter, the last that of Esc or a closed box."""
    asking = box(parent, title, text)
    asking.setIcon(QMessageBox.Icon.Question)
    buttons = {name: add_button(asking, name) for name in dict.fromkeys(answers)}
    asking.setDefaultButton(buttons[answers[0]])
    asking.setEscapeButton(buttons[answers[-1]])
    asking.exec()
    chosen = asking.clickedButton()
    asking.deleteLater()
    return next((name for name, button in buttons.items() if button is chosen), answers[-1])
