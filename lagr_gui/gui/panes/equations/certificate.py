"""What the comparison of both derivations found."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import tr

_NAMES = {
    "g": "metric tensor g",
    "h": "inertia forces h",
    "Q": "generalised forces Q",
    "qdd": "accelerations",
    "T": "kinetic energy T",
    "U": "potential energy U",
    "D": "dissipation D",
    "E": "orientations E",
    "x": "centres of mass x",
}


class CertificatePage(QWidget):
    """Explains, starts the comparison and shows its result."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.text = QLabel(wordWrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton(tr("Verify now"))
        self.button.setObjectName("verify_now")
        self.button.clicked.connect(session.verify)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 4)
        column.addWidget(self.text)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
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
                    "The equations can be derived in two ways that share nothing but the model: "
                    "in closed form, and by a recursion along the tree. Their results are "
                    "compared at random states."
                )
            )
            return
        verdict = (
            tr("Both derivations agree.")
            if found.holds
            else tr("The derivations DISAGREE. Do not use these equations, and report it.")
        )
        lines = "".join(
            f"<tr><td>{tr(_NAMES.get(name, name))}</td><td align='right'>&nbsp;&nbsp;"
            f"{value:.1e}</td></tr>"
            for name, value in found.deviations.items()
        )
        states = tr("at {n} random states (seed {seed}), in {s}").format(
            n=found.states - found.skipped, seed=found.seed, s=f"{1000 * found.seconds:.0f} ms"
        )
        self.text.setText(
            f"<p><b>{verdict}</b></p><p>{tr('Largest relative deviations')} {states}:</p>"
            f"<table cellpadding='2'>{lines}</table>"
        )
