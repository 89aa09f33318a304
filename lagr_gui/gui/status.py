"""The strip under the drawing: structure, numbering, freedoms, number of problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from lagr_gui.foundation.problem import Severity
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.laying import beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import spoken, tr

if TYPE_CHECKING:
    from lagr_gui.pipeline import Mobility, Report


EDGE, APART = 14, 18
"""Pixels at both ends of the strip, and between its parts."""


class StatusStrip(QWidget):
    """Says in words what the drawing is; a click on the problems shows them."""

    problems_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setObjectName("status_strip")
        layout = beside(within=self, margins=(EDGE, 4, EDGE, 4), spacing=APART)
        self.parts: dict[str, QLabel] = {
            "tree": SlimLabel(),
            "numbering": SlimLabel(),
            "freedoms": PlainLabel(),  # always whole
            "counts": SlimLabel(),
        }
        for label in self.parts.values():
            layout.addWidget(label)
        layout.addStretch(1)
        self.problems = QPushButton()
        self.problems.setFlat(True)
        self.problems.setCursor(Qt.CursorShape.PointingHandCursor)
        self.problems.clicked.connect(self.problems_wanted)
        layout.addWidget(self.problems)
        session.report_changed.connect(self.refresh)
        session.start.changed.connect(self.refresh)
        session.fields.changed.connect(self.refresh)
        session.derivation.failed.connect(self.refresh)
        session.derivation.changed.connect(self.refresh)
        self.refresh()

    def _tell_freedoms(self, report: Report) -> None:
        label, start = self.parts["freedoms"], self.session.start
        text, role = _freedoms(report, start.mobility, start.pending)
        _say(label, text, role)
        set_note(
            label, tr("Degrees of freedom") + (": " + tr("computing …") if start.pending else "")
        )
        kind = start.classification
        set_note(self.parts["tree"], tr("Structure") + (f": {spoken(kind.words)}" if kind else ""))

    def refresh(self) -> None:
        """Show the present report."""
        report, model = self.session.report, self.session.model
        if report is None:
            return
        _say(self.parts["tree"], *_structure(report))
        _say(self.parts["numbering"], *_numbering(report))
        self._tell_freedoms(report)
        counts = (
            _count(len(model.bodies), "body", "bodies"),
            _count(len(model.joints), "joint", "joints"),
            _count(len(model.elements), "element", "elements"),
        )
        _say(self.parts["counts"], ", ".join(counts), "muted")
        problems = self.session.problems
        errors = sum(problem.severity is Severity.ERROR for problem in problems)
        faults = sum(problem.severity is not Severity.HINT for problem in problems)
        self.problems.setText(_told(faults, len(problems) - faults))
        mark(self.problems, "role", "error" if errors else "muted")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Less room, or more."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """How many items there are is seen in the drawing: this gives its room to the others."""
        parts = (*self.parts.values(), self.problems)
        whole = 2 * EDGE + sum(part.sizeHint().width() + APART for part in parts)
        self.parts["counts"].setVisible(whole <= self.width())


def _told(faults: int, hints: int) -> str:
    """How many problems and hints there are."""
    parts = [_count(faults, "problem", "problems")] if faults else []
    parts += [_count(hints, "hint", "hints")] if hints else []
    return ", ".join(parts) or tr("no problems")


def doing(session: Session, computing: bool) -> str:
    """What is being computed, in words; `computing` tells whether a pane asks for something."""
    motions = session.motions.running
    tasks = (
        (session.equations.running("equations"), tr("deriving …")),
        (motions("simulate"), tr("simulating …")),
        (session.forces.computing, tr("computing forces …")),
        (motions("verify"), tr("verifying …")),
        (motions("equilibria"), tr("searching …")),
        (computing, tr("computing …")),
    )
    return "  ".join(words for busy, words in tasks if busy)


def _structure(report: Report) -> tuple[str, str]:
    if report.tree:
        return "✓ " + tr("Tree structure"), "good"
    return "✓ " + _count(len(report.loops), "closed loop", "closed loops"), "good"


def _freedoms(report: Report, mobility: Mobility | None, pending: bool) -> tuple[str, str]:
    """Degrees of freedom; of bound systems with the number of coordinates.

    Those of bound systems are only known once the position at the start is.
    """
    if not report.bound and report.structured:
        return f"f = {report.freedoms}", "good"
    if mobility is None:
        return "f = …" if pending else "f = ?", "muted"
    freedom = mobility.freedom
    text = f"f = {freedom.freedoms} " + tr("of {n} coordinates").format(n=len(freedom.coordinates))
    return text, "good" if freedom.freedoms else "muted"


def _numbering(report: Report) -> tuple[str, str]:
    if report.renumbering:
        return "⚠ " + tr("Numbering does not rise"), "muted"
    numbers = ["0", *(str(number) for number in sorted(report.numbers))]
    shown = "–".join(numbers if len(numbers) <= 7 else [*numbers[:3], "…", numbers[-1]])
    return "✓ " + tr("Numbering") + f" {shown}", "good"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {tr(one if number == 1 else many)}"


def _say(label: QLabel, text: str, role: str) -> None:
    label.setText(text)
    mark(label, "role", role)
