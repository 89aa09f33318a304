"""The choice of a formalism, of quasi-velocities and of coordinates; absolute angles on offer."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog, QWidget

from lagr_gui.analysis.equations.long_equations import FEWER
from lagr_gui.exchange.documents.length import is_long
from lagr_gui.foundation.message import say
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import NONE, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import spoken, tr
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.sheets.sheet import Sheet

OWN = "own"
CHOICES = {
    "natural": "Boltzmann–Hamel",
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
        choice = self.session.chosen.quasi if isinstance(self.session.chosen.quasi, str) else OWN
        wanted = (self.session.chosen.formalism, choice)
        plain = (self.session.chosen.formalism, "")
        self.setCurrentIndex(self._entries.index(plain if plain in self._entries else wanted))

    def _choose(self, index: int) -> None:
        name, choice = self._entries[index]
        if choice == OWN:
            self._ask()
        else:
            self.session.show_equations(formalism=name, quasi=choice or "natural")

    def _ask(self) -> None:
        names = self.session.report.coordinates if self.session.report else ()
        text = "\n".join(f"u{i} = {name}'" for i, name in enumerate(names, start=1))
        words = tr("One for each coordinate, linear in the velocities:")
        typed, chosen = QInputDialog.getMultiLineText(self, tr("Quasi-velocities"), words, text)
        if chosen:
            pairs = (line.partition("=") for line in typed.splitlines() if line.strip())
            quasi = {name.strip(): expression.strip() for name, _, expression in pairs}
            self.session.show_equations(formalism="boltzmann-hamel", quasi=quasi)
        else:
            self.refresh()


class CoordinatesChooser(SlimComboBox):
    """Shows the equations in other coordinates when they are chosen."""

    def __init__(self, session: Session) -> None:
        choices = (
            ("relative", tr("as drawn")),
            ("absolute", tr("absolute angles")),
            ("shortest", tr("shortest angles")),
            (OWN, tr("own coordinates …")),
        )
        super().__init__(choices, self._choose, "equations_coordinates")
        self.session = session
        set_note(self, tr("Coordinates: those of the joints, absolute angles, or by formulas"))

    def refresh(self) -> None:
        """Show what the session shows."""
        chosen = self.session.chosen.coordinates or "relative"
        place = self.findData(chosen) if isinstance(chosen, str) else -1
        self.setCurrentIndex(place if place >= 0 else self.findData(OWN))

    def _choose(self, choice: str) -> None:
        if choice == OWN:
            self._ask()
        else:
            self.session.show_in_angles(choice)

    def _ask(self) -> None:
        typed, chosen = QInputDialog.getMultiLineText(
            self,
            tr("New coordinates"),
            tr("Coordinates of the model by new ones, such as x = r*cos(phi), or the reverse:"),
            self._present(),
        )
        if chosen and typed.strip():
            self.session.show_equations(coordinates=typed)
        else:
            self.refresh()

    def _present(self) -> str:
        """What was given last, or every coordinate as it is."""
        chosen = self.session.chosen.coordinates
        if isinstance(chosen, str) and "=" in chosen:
            return chosen
        names = self.session.report.coordinates if self.session.report else ()
        return "\n".join(f"{name} = {name}" for name in names)


class AnglesOffer(QWidget):
    """Offers absolute angles where Lagrange's equations are long, and much shorter in these."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.inquiry: Inquiry[tuple[int, int]]
        self.inquiry = Inquiry(session.equations, "absolute_angles", self)
        self.told = SlimLabel(role="muted")
        self.choose = push_button(
            tr("show ▸"), lambda: session.show_in_angles("absolute"), name="equations_angles"
        )
        self.choose.setFlat(True)
        beside((self.told, 1), self.choose, within=self, margins=NONE, spacing=6)
        self.hide()
        self._sheet: Sheet | None = None
        self.inquiry.changed.connect(self._tell)

    def refresh(self, sheet: Sheet | None) -> None:
        """Ask about a sheet that is shown, where the form in angles of joints is long."""
        if sheet is not self._sheet:
            self._sheet = sheet
            offered = sheet if sheet is not None and self._is_offered(sheet) else None
            flat = self.session.flat
            self.inquiry.want(WorkerQuestion(flat, offered.special) if offered else None)
        self._tell()

    def _is_offered(self, sheet: Sheet) -> bool:
        """Whether a sheet is of those that angles could make shorter."""
        if sheet.formalism != "lagrange" or sheet.chosen is not None:
            return False
        fits = sheet is self.session.derivation.fitting
        return fits and (sheet.structured or is_long(sheet))

    def _tell(self) -> None:
        found = self.inquiry.found if self.inquiry.answered == self.inquiry.wanted else None
        if found is not None:
            few, many = found
            self.told.setText(spoken(say(FEWER, few=few, many=many)))
        self.setVisible(found is not None and self.inquiry.wanted is not None)
