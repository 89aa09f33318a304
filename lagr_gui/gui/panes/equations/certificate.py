"""What the comparison of all derivations found, and whether what is shown was compared."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy

from lagr_gui.exchange.documents.certificate import NAMES
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.self_checks import (
    DRAWN,
    FREE_BODIES,
    MULTIPLIERS,
    certified_words,
    evidence_words,
)
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.page import EquationsPage, FadingBar
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PageLabel, set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import in_words, spoken, tr

if TYPE_CHECKING:
    from lagr_gui.mechanics.certificate import Agreement
    from lagr_gui.pipeline import SelfCheck, TermDimensions

MOST, TOLD, LONG = 400, 12, 80
"""Lines of a sheet whose terms are proved; terms that are told one by one, and their letters."""


class CertificatePage(EquationsPage):
    """Explains, starts the comparison and shows its result."""

    is_copied = False

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.text = PageLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = push_button(
            tr("Verify now"), lambda: session.derivation.verify(), name="verify_now"
        )
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.text)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        below((scroll, 1), beside(self.button, 1), within=self, margins=(10, 8, 10, 4))
        session.derivation.certified.connect(self.refresh)
        session.busy_changed.connect(self.refresh)
        session.report_changed.connect(self.refresh)
        self.proof: Inquiry[TermDimensions] = Inquiry(session.equations, "dimensions", self)
        self.proof.changed.connect(self.refresh)
        for signal in (session.derivation.changed, session.report_changed):
            signal.connect(self._prove)
        self.refresh()

    def showEvent(self, event: object) -> None:
        """Prove dimensions while somebody looks."""
        self._prove()

    def _prove(self) -> None:
        session, sheet = self.session, self.session.derivation.sheet
        ready = self.isVisible() and session.derivation.finished and _is_sound(session)
        short = sheet is not None and len(sheet.entries) <= MOST
        asked = session.derivation.model, session.special
        wanted = WorkerQuestion(*asked) if ready and short else None
        self.proof.want(wanted)

    def _dimensions(self) -> str:
        """How many terms have the dimension of their line, and which have not."""
        proof = self.proof.found
        if proof is None or not proof.terms or not self.proof.about(self.session.derivation.model):
            return ""
        lines = [spoken(words) for words in (proof.told, *proof.why)]
        for term in (*proof.of("wrong"), *proof.of("open"))[:TOLD]:
            why = {"wrong": tr("another dimension"), "open": tr("not known")}[term.verdict]
            names = f" ({', '.join(term.because)})" if term.because else ""
            text = term.term if len(term.term) <= LONG else term.term[:LONG] + "…"
            line = f"{term.line} ({term.unit})" if term.unit else term.line
            lines.append(f"{line}: {text} – {why}{names}")
        return "".join(f"<p>{escape(line)}</p>" for line in lines)

    def refresh(self) -> None:
        """Show the certificate of the session."""
        session, proof = self.session, self.session.derivation.certificate
        sound = bool(session.report and session.report.sound)
        self.button.setEnabled(sound and not session.motions.running("verify"))
        if proof is None:
            self.text.setText(
                tr(
                    "The equations can be derived in many ways that share nothing but the model: "
                    "in closed form, by a recursion along the tree, and by the formalisms of "
                    "Hamilton, Appell, Kane and others. Their results are compared at random "
                    "states."
                )
                + self._dimensions()
            )
            return
        verdict = (
            tr("All derivations agree.")
            if proof.holds
            else tr("The derivations DISAGREE. Do not use these equations, and report it.")
        )
        states = tr("at {n} random states (seed {seed}), in {s}").format(
            n=proof.states - proof.skipped, seed=proof.seed, s=f"{1000 * proof.seconds:.0f} ms"
        )
        both = [(tr(NAMES.get(n, n)), f"{value:.1e}") for n, value in proof.deviations.items()]
        third = [(tr(NAMES.get(n, n)), f"{value:.1e}") for n, value in proof.structured.items()]
        versions = ", ".join(f"{name} {number}" for name, number in proof.versions.items())
        self.text.setText(
            f"<p><b>{verdict}</b></p><p>{tr('Largest relative deviations')} {states}</p>"
            f"<p>{tr('Closed form and recursion')}:</p>{_table(both)}"
            f"<p>{tr('Structured form and recursion')}:</p>{_table(third)}{_reason(proof.reason)}"
            f"<p>{tr('Accelerations of the other formalisms and the recursion')}:</p>"
            f"{_table([(tr(form.title), _told(form)) for form in proof.formalisms])}"
            f"{self._dimensions()}<p>{versions}</p>"
        )


def _table(rows: list[tuple[str, str]]) -> str:
    lines = "".join(
        f"<tr><td>{escape(name)}</td><td>&nbsp;&nbsp;{escape(value)}</td></tr>"
        for name, value in rows
    )
    return f"<table cellpadding='2'>{lines}</table>"


def _told(form: Agreement) -> str:
    if form.deviation is None:
        return tr("does not apply: {reason}").format(reason=spoken(form.reason))
    return f"{form.deviation:.1e}"


def _reason(text: str) -> str:
    if not text:
        return ""
    return f"<p>{escape(tr('does not apply: {reason}').format(reason=spoken(text)))}</p>"


class CertifiedMark(SlimLabel):
    """Asks after each derivation, in the background; says certified, pending or “disagrees”.

    Until equations of the drawing as it is now are there it says that these are older.  Where terms
    fade, what is left is not what was compared.  `evidence` says beside it what agrees how well.
    """

    def __init__(self, session: Session, bars: Sequence[FadingBar]) -> None:
        super().__init__()
        self.setObjectName("equations_certified")
        self.session, self.bars = session, bars
        self.evidence = SlimLabel()
        self.evidence.setObjectName("equations_evidence")
        self.evidence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.check: Inquiry[SelfCheck] = Inquiry(session.equations, "certify", self)
        self.check.changed.connect(self.refresh)
        session.derivation.changed.connect(self._ask)
        session.derivation.failed.connect(self._ask)
        changed = (bar.changed for bar in bars)
        for signal in (session.busy_changed, session.model_changed, *changed):
            signal.connect(self.refresh)
        self.refresh()

    def _ask(self) -> None:
        session = self.session
        ready = session.derivation.finished and bool(_coordinates(session)) and _is_sound(session)
        asked = session.derivation.model, session.special
        self.check.want(WorkerQuestion(*asked) if ready else None)
        self.refresh()

    def refresh(self) -> None:
        """Show what is known now."""
        text, role, tip = self._told()
        fading = [bar.told.text() for bar in self.bars if bar.dropped]
        if text and fading:
            complete = tr("The complete equations: {told}").format(told=f"{text}\n{tip}")
            tip_text = "\n".join([*fading, complete])
            text, role, tip = tr("⚠ shortened, not certified"), "muted", tip_text
        self.setText(text)
        evidence = self._evidence() if role == "good" else ""
        self.evidence.setText(evidence)
        for label in (self, self.evidence):
            set_note(label, "\n".join(filter(None, (evidence, tip))))
            mark(label, "role", role)

    def _evidence(self) -> str:
        """What agrees with what, at how many states, and how well."""
        sheet, check = self.session.derivation.sheet, self.check.found
        if sheet is not None and sheet.minimal is not None:
            return evidence_words(sheet.minimal.certificate, MULTIPLIERS)
        if sheet is not None and sheet.chosen is not None:
            return evidence_words(sheet.chosen.certificate, DRAWN)
        return evidence_words(check, FREE_BODIES) if check is not None else ""

    def _told(self) -> tuple[str, str, str]:
        """Text, role and note."""
        session, check = self.session, self.check.found
        derivation, sheet = session.derivation, session.derivation.sheet
        if not _coordinates(session) or not _is_sound(session):
            return "", "muted", ""
        if not derivation.fits:
            text = tr("These are the equations of the model before the last edit.")
            return tr("⚠ before the last edit"), "muted", text
        if sheet is not None and sheet.chosen is not None and derivation.finished:
            return certified_words(sheet.chosen.certificate)
        if self.check.waiting or self.check.computing or not derivation.finished:
            return tr("… not certified yet"), "muted", tr("The comparison is under way.")
        if self.check.problems:
            text = "\n".join(map(str, map(in_words, self.check.problems)))
            return tr("✗ disagrees"), "error", text
        if check is None:
            return "", "muted", ""
        return certified_words(check)


def _is_sound(session: Session) -> bool:
    """Whether the equations that are shown are those of a model without errors."""
    return bool(session.report and session.report.sound) and not session.derivation.problems


def _coordinates(session: Session) -> tuple[str, ...]:
    """The coordinates of the equations that are shown; without any there is nothing to compare."""
    return session.derivation.sheet.coordinates if session.derivation.sheet else ()
