"""The problems pane: what hinders, where, and what helps; a click goes there."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QWidget

from lagr_gui.editing import edits
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.remedies import Remedy, remedies
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PageLabel, PlainLabel, entry
from lagr_gui.gui.widgets.slim import SlimButton
from lagr_gui.gui.words import in_words, tr

_MARKS = {
    Severity.ERROR: ("✗", "error"),
    Severity.WARNING: ("⚠", "muted"),
    Severity.HINT: ("•", "muted"),
}
MOST = 60


class ProblemsPane(QWidget):
    """One card for each problem of the model and of the last simulation."""

    reveal = Signal(str, tuple)
    leave_wanted = Signal()
    """A unit of the model is to run, once the user lets it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.title = PlainLabel(role="title")
        self.fix = push_button(run=self._mend)
        self.fix.setAutoDefault(True)
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._shown: tuple[Problem, ...] | None = None
        head = beside((self.title, 1), self.fix)
        below(head, (self._area, 1), within=self, margins=(14, 10, 6, 4), spacing=6)
        for signal in (
            session.report_changed,
            session.running.failed,
            session.running.changed,
            session.derivation.failed,
            session.derivation.changed,
            session.start.changed,
            session.fields.changed,
            session.stale_parts.changed,
        ):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the problems of this moment."""
        session = self.session
        report = session.report
        problems = session.problems
        count = sum(problem.severity is not Severity.HINT for problem in problems)
        hints = f"{len(problems)} {tr('hint' if len(problems) == 1 else 'hints')}"
        suffix = f" ({count})" if count else f" – {hints}" if problems else ""
        self.title.setText(tr("Problems") + suffix)
        offered = bool(report and report.offered)
        numbering = bool(report and report.renumbering)
        words = tr("Add free joints") if offered else tr("Renumber") if numbering else ""
        if refused := self._refused:
            words = tr("Allow “{name}”…").format(name=refused)
        self.fix.setVisible(bool(words))
        self.fix.setText(entry(words))
        if problems != self._shown:
            self._shown = problems
            self._build(problems)

    def _build(self, problems: tuple[Problem, ...]) -> None:
        page = QWidget()
        column = below(within=page, margins=(0, 0, 8, 4), spacing=8)
        for problem in problems[:MOST]:
            column.addWidget(self._card(problem))
            for remedy in self._remedies(problem):
                column.addWidget(self._offer(remedy), 0, Qt.AlignmentFlag.AlignLeft)
        if not problems:
            label = PlainLabel(tr("Nothing is wrong."), role="muted")
            column.addWidget(label)
        column.addStretch(1)
        self._area.setWidget(page)

    def _remedies(self, problem: Problem) -> tuple[Remedy, ...]:
        """What one button each can do about a problem."""
        if problem.code == "outdated":
            words, step = tr("Update subsystems"), "Update subsystems"
            return (Remedy(words, step, self.session.stale_parts.up_to_date),)
        return remedies(self.session.model, self.session.report, problem)

    def _card(self, problem: Problem) -> QLabel:
        mark, role = _MARKS[problem.severity]
        words = in_words(problem)
        card = _Card(
            f"<b>{mark} {_html(words.place)}</b><br>{_html(words.cause)} "
            f"<i>{_html(words.remedy)}</i>"
        )
        card.setProperty("role", role)
        card.setWordWrap(True)
        card.setCursor(Qt.CursorShape.PointingHandCursor)
        card.clicked.connect(
            lambda: self.reveal.emit(item_of(self.session.model, problem.path), problem.path)
        )
        return card

    def _offer(self, remedy: Remedy) -> QPushButton:
        """A button that carries a remedy out; Enter does so too."""
        button = SlimButton(entry(remedy.words))
        button.clicked.connect(lambda: self.session.edit(remedy.title, remedy.edit))
        button.setObjectName("remedy")
        button.setAutoDefault(True)
        return button

    @property
    def _refused(self) -> str:
        """The file of a unit that may not run, empty where there is none."""
        controllers = self.session.flat.simulation.controllers
        files = [
            controllers[int(problem.path[2])].file
            for problem in self.session.running.problems
            if problem.code == "fmu-consent" and int(problem.path[2]) < len(controllers)
        ]
        return Path(files[0]).name if files else ""

    def _mend(self) -> None:
        if self._refused:
            self.leave_wanted.emit()
            return
        report = self.session.report
        if report is None:
            return
        if report.offered:
            offered = report.offered
            self.session.edit(
                "Add free joints", lambda model: edits.accept_free_joints(model, offered)
            )
        else:
            mapping = dict(report.renumbering)
            self.session.edit("Renumber", lambda model: edits.renumber(model, mapping))


class _Card(PageLabel):
    clicked = Signal()

    def mouseReleaseEvent(self, event: object) -> None:
        """A click goes to the culprit."""
        self.clicked.emit()


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
