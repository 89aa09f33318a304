"""What the comparison of all derivations found."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from lagr_gui.exchange.certificate import NAMES
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PageLabel
from lagr_gui.gui.words import spoken, tr
from lagr_gui.mechanics.certificate import Agreement


class CertificatePage(QWidget):
    """Explains, starts the comparison and shows its result."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.text = PageLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = push_button(tr("Verify now"), lambda: session.verify(), name="verify_now")
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.text)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        below((scroll, 1), beside(self.button, 1), within=self, margins=(10, 8, 10, 4))
        session.certificate_changed.connect(self.refresh)
        session.busy_changed.connect(self.refresh)
        session.report_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the certificate of the session."""
        session, found = self.session, self.session.certificate
        sound = bool(session.report and session.report.sound)
        self.button.setEnabled(sound and not session.motions.running("verify"))
        if found is None:
            self.text.setText(
                tr(
                    "The equations can be derived in many ways that share nothing but the model: "
                    "in closed form, by a recursion along the tree, and by the formalisms of "
                    "Hamilton, Appell, Kane and others. Their results are compared at random "
                    "states."
                )
            )
            return
        verdict = (
            tr("All derivations agree.")
            if found.holds
            else tr("The derivations DISAGREE. Do not use these equations, and report it.")
        )
        states = tr("at {n} random states (seed {seed}), in {s}").format(
            n=found.states - found.skipped, seed=found.seed, s=f"{1000 * found.seconds:.0f} ms"
        )
        both = [(tr(NAMES.get(n, n)), f"{value:.1e}") for n, value in found.deviations.items()]
        third = [(tr(NAMES.get(n, n)), f"{value:.1e}") for n, value in found.structured.items()]
        versions = ", ".join(f"{name} {number}" for name, number in found.versions.items())
        self.text.setText(
            f"<p><b>{verdict}</b></p><p>{tr('Largest relative deviations')} {states}</p>"
            f"<p>{tr('Closed form and recursion')}:</p>{_table(both)}"
            f"<p>{tr('Structured form and recursion')}:</p>{_table(third)}{_reason(found.reason)}"
            f"<p>{tr('Accelerations of the other formalisms and the recursion')}:</p>"
            f"{_table([(tr(form.title), _told(form)) for form in found.formalisms])}"
            f"<p>{versions}</p>"
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
