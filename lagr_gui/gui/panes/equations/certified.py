"""Whether the equations that are shown were compared with what shares no code with them."""

from __future__ import annotations

from lagr_gui.gui.bridge.certified import certified_words
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import Question
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.pipeline import SelfCheck


class CertifiedMark(SlimLabel):
    """Asks after each derivation, in the background; says certified, pending or “disagrees”.

    Until equations of the drawing as it is now are there it says that these are older.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("equations_certified")
        self.session = session
        self.check: Inquiry[SelfCheck] = Inquiry(session.equations, "certify", self)
        self.check.changed.connect(self.refresh)
        session.sheet_changed.connect(self._ask)
        session.sheet_failed.connect(lambda _: self._ask())
        for signal in (session.busy_changed, session.model_changed):
            signal.connect(self.refresh)
        self.refresh()

    def _ask(self) -> None:
        session = self.session
        known = session.derived and bool(_coordinates(session)) and not session.sheet_problems
        self.check.want(Question(session.model, session.special) if known else None)
        self.refresh()

    def refresh(self) -> None:
        """Show what is known now."""
        text, role, tip = self._told()
        self.setText(text)
        set_note(self, tip)
        mark(self, "role", role)

    def _told(self) -> tuple[str, str, str]:
        """Text, role and note."""
        session, found = self.session, self.check.found
        if not _coordinates(session) or session.sheet_problems:
            return "", "muted", ""
        if not session.fits:
            told = tr("These are the equations of the model before the last edit.")
            return tr("⚠ before the last edit"), "muted", told
        if session.sheet is not None and session.sheet.chosen is not None and session.derived:
            return certified_words(session.sheet.chosen.certificate)
        if self.check.waiting or self.check.computing or not session.derived:
            return tr("… not certified yet"), "muted", tr("The comparison is under way.")
        if self.check.problems:
            told = "\n".join(map(str, map(in_words, self.check.problems)))
            return tr("✗ disagrees"), "error", told
        if found is None:
            return "", "muted", ""
        return certified_words(found)


def _coordinates(session: Session) -> tuple[str, ...]:
    """The coordinates of the equations that are shown; without any there is nothing to compare."""
    return session.sheet.coordinates if session.sheet else ()
