"""The choice of a formalism, and of quasi-velocities."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.formalisms import FORMALISMS

OWN = "own"
CHOICES = {
    "diagonal": "Boltzmann–Hamel, diagonal",
    "body": "Boltzmann–Hamel, body axes",
    OWN: "Boltzmann–Hamel, own velocities …",
}
"""Quasi-velocities with the titles of their forms."""


class FormalismChooser(SlimComboBox):
    """Shows another form of the equations when it is chosen."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setObjectName("equations_formalism")
        self._entries: list[tuple[str, str]] = []
        for name, formalism in FORMALISMS.items():
            if name == "boltzmann-hamel":
                for choice, title in CHOICES.items():
                    self._add(name, choice, tr(title))
            else:
                self._add(name, "", tr(formalism.title))
        self.activated.connect(self._choose)

    def _add(self, name: str, choice: str, title: str) -> None:
        self._entries.append((name, choice))
        self.addItem(title)

    def refresh(self) -> None:
        """Show what the session shows."""
        choice = self.session.quasi if isinstance(self.session.quasi, str) else OWN
        wanted = (self.session.formalism, choice)
        plain = (self.session.formalism, "")
        self.setCurrentIndex(self._entries.index(plain if plain in self._entries else wanted))

    def _choose(self, index: int) -> None:
        name, choice = self._entries[index]
        if choice == OWN:
            self._ask()
        else:
            self.session.show_equations(formalism=name, quasi=choice or "diagonal")

    def _ask(self) -> None:
        names = self.session.report.coordinates if self.session.report else ()
        text = "\n".join(f"u{i} = {name}'" for i, name in enumerate(names, start=1))
        words = tr("One for each coordinate, linear in the velocities:")
        given, chosen = QInputDialog.getMultiLineText(self, tr("Quasi-velocities"), words, text)
        if chosen:
            pairs = (line.partition("=") for line in given.splitlines() if line.strip())
            quasi = {name.strip(): expression.strip() for name, _, expression in pairs}
            self.session.show_equations(formalism="boltzmann-hamel", quasi=quasi)
        else:
            self.refresh()
