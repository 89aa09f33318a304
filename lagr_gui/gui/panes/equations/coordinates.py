"""The choice of coordinates in which the equations are shown."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr

OWN = "own"


class CoordinatesChooser(SlimComboBox):
    """Shows the equations in other coordinates when they are chosen."""

    def __init__(self, session: Session) -> None:
        choices = (
            ("", tr("as drawn")),
            ("absolute", tr("absolute angles")),
            ("shortest", tr("shortest angles")),
            (OWN, tr("own coordinates …")),
        )
        super().__init__(choices, self._choose, "equations_coordinates")
        self.session = session
        set_note(self, tr("Coordinates: those of the joints, absolute angles, or by formulas"))

    def refresh(self) -> None:
        """Show what the session shows."""
        chosen = self.session.coordinates
        place = self.findData(chosen) if isinstance(chosen, str) else -1
        self.setCurrentIndex(place if place >= 0 else self.findData(OWN))

    def _choose(self, choice: str) -> None:
        if choice == OWN:
            self._ask()
        else:
            self.session.show_equations(coordinates=choice)

    def _ask(self) -> None:
        given, chosen = QInputDialog.getMultiLineText(
            self,
            tr("New coordinates"),
            tr("Coordinates of the model by new ones, such as x = r*cos(phi), or the reverse:"),
            self._present(),
        )
        if chosen and given.strip():
            self.session.show_equations(coordinates=given)
        else:
            self.refresh()

    def _present(self) -> str:
        """What was given last, or every coordinate as it is."""
        chosen = self.session.coordinates
        if isinstance(chosen, str) and "=" in chosen:
            return chosen
        names = self.session.report.coordinates if self.session.report else ()
        return "\n".join(f"{name} = {name}" for name in names)
