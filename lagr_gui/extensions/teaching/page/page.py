"""The page of a derivation: how much is told, folding, and step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

from lagr_gui import pipeline
from lagr_gui.extensions.teaching.formalisms import TITLES
from lagr_gui.extensions.teaching.latex import derivation_latex
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine
from lagr_gui.extensions.teaching.page.rows import DerivationRows
from lagr_gui.extensions.teaching.paper import derivation_pdf, derivation_typst
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.page import AskingPage
from lagr_gui.gui.typesetting import Row, Typesetter
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.widgets.segmented import SegmentedChoice
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import language, tr

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet

INDENT = 118.0


def section_of(number: str) -> int:
    """The section of a line, by its number."""
    return int(number.partition(".")[0])


@dataclass(frozen=True)
class DerivationQuestion(WorkerQuestion):
    """How much of the way is to be told."""

    depth: str
    formalism: str


class DerivationPage(AskingPage[Derivation]):
    """Lines with their rules; it asks anew whenever it is seen and something changed."""

    def __init__(self, session: Session, typesetter: Typesetter) -> None:
        inquiry: Inquiry[Derivation] = Inquiry(session.motions, "derived_lines", session)
        super().__init__(session, typesetter, inquiry, INDENT)
        self._folded: set[int] = set()
        self._uncovered: int | None = None
        self._rows: DerivationRows | None = None
        self.depths = SegmentedChoice(lambda _: self.refresh(), "derivation_depth")
        self.depths.offer(
            (("brief", tr("brief")), ("normal", tr("normal")), ("detailed", tr("detailed")))
        )
        self.depths.choose("normal")
        self.formalisms: SlimComboBox = SlimComboBox(
            TITLES.items(), lambda _: self._derive_otherwise(), "derivation_formalism"
        )
        self.formalisms.setToolTip(
            tr("By which method the equations are derived; each line is proved")
        )
        self.stepping = push_button(
            tr("Step by step"),
            self._begin_or_end,
            tr("Uncover one line at a time, with the arrow keys"),
            "derivation_steps",
        )
        self.stepping.setCheckable(True)
        self.back = push_button("←", lambda: self.step(-1), tr("One line back"), "derivation_back")
        self.next = push_button("→", lambda: self.step(1), tr("Next line"), "derivation_next")
        self.on_paper = push_button(
            tr("On paper…"),
            self.save,
            tr("Write it as PDF; sections that are folded are gaps for students"),
            "derivation_paper",
        )
        self.count = PlainLabel(role="muted")
        self._keys = [self._key(Qt.Key.Key_Right, 1), self._key(Qt.Key.Key_Left, -1)]
        line = beside(
            self.formalisms,
            self.depths,
            self.stepping,
            self.back,
            self.next,
            self.count,
            1,
            self.on_paper,
        )
        below(line, self.words, (self.view, 1), within=self, margins=(0, 4, 0, 0), spacing=4)
        self.view.fold_wanted.connect(self._fold)
        self.view.lead_clicked.connect(self._go_to)
        session.report_changed.connect(self.refresh)
        session.derivation.changed.connect(self.refresh)  # perhaps of another special case
        session.opened.connect(self._forget)
        self.refresh()

    def _key(self, key: Qt.Key, by: int) -> QShortcut:
        """A key that steps while lines are uncovered one by one."""
        context = Qt.ShortcutContext.WidgetWithChildrenShortcut
        shortcut = QShortcut(QKeySequence(key), self, context=context)
        shortcut.activated.connect(lambda: self.step(by))
        return shortcut

    # --- what is asked -----------------------------------------------------------------------

    @property
    def found(self) -> Derivation | None:
        """What is shown; an edit makes it void."""
        session = self.session
        return self.inquiry.found if self.inquiry.about(session.flat, session.special) else None

    @property
    def latex(self) -> str:
        """What is shown as LaTeX; empty where there is nothing."""
        return derivation_latex(self.found, language()) if self.found else ""

    def sheet(self) -> Sheet | None:
        """What tells the names in the lines."""
        return self.found.sheet if self.found else None

    def refresh(self) -> None:
        """Ask what the choices say."""
        self.inquiry.want(self._question() if self._seen else None)
        self.draw()

    def _question(self) -> DerivationQuestion | None:
        session = self.session
        if session.report is None or not session.report.sound:
            return None
        return DerivationQuestion(
            session.flat, session.special, self.depths.chosen, self.formalisms.currentData()
        )

    # --- what is shown -----------------------------------------------------------------------

    def told(self, found: Derivation) -> str:
        """Nothing: the lines speak for themselves."""
        return ""

    def rows(self, found: Derivation) -> list[Row]:
        """The lines, as far as they are uncovered and not folded."""
        if self._rows is None or self._rows.derivation is not found:
            self._rows = DerivationRows(found)
        return self._rows.rows(self._folded, self._uncovered)

    def draw(self) -> None:
        """Show the answer of this moment, and how far one has come."""
        super().draw()
        found, uncovered = self.found, self._uncovered
        stepping = uncovered is not None
        self.stepping.setChecked(stepping)
        self.stepping.setEnabled(found is not None)
        self.on_paper.setEnabled(found is not None)
        for part in (self.back, self.next, *self._keys):
            part.setEnabled(stepping and found is not None)
        for part in (self.back, self.next, self.count):
            part.setVisible(stepping)
        for part in (self.formalisms, self.depths):
            part.setVisible(not stepping)
        self.count.setText(self._progress(found))

    def _progress(self, found: Derivation | None) -> str:
        """How many lines are uncovered."""
        if found is None or self._uncovered is None:
            return ""
        all_lines = sum(1 for _ in found.lines)
        return tr("{n} of {all} lines").format(n=self._uncovered, all=all_lines)

    def _again(self) -> None:
        """Show the same derivation with other lines uncovered or folded."""
        self._shown = None
        self.draw()

    def _derive_otherwise(self) -> None:
        """Another method has other sections."""
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        self._folded, self._uncovered = set(), None

    def _fold(self, number: int, unfold: bool) -> None:
        """Fold or unfold the section of a title."""
        section = self.view.rows[number].about
        if isinstance(section, int):
            (self._folded.discard if unfold else self._folded.add)(section)
            self._again()

    def _go_to(self, label: str) -> None:
        """Bring the line with a number into sight."""
        self._folded.discard(section_of(label))
        self._again()
        labels = [row.label for row in self.view.rows]
        if label in labels:
            self.view.bring(labels.index(label))

    def save(self) -> None:
        """Ask for a file, and write the lines with the mechanism above; folded ones are gaps."""
        session, found = self.session, self.found
        if found is None:
            return
        path = desk.ask_save(self, tr("Derivation"), session.document.title, (".pdf", ".typ"))
        if not path:
            return
        hidden = [line.number for line in found.lines if section_of(line.number) in self._folded]
        make = derivation_pdf if path.lower().endswith(".pdf") else derivation_typst

        def made() -> str | bytes:
            start = pipeline.start_motion(pipeline.prepare(session.flat, session.special))
            return make(found, session.flat, start, language(), hidden)

        desk.save_to(session, path, made)

    # --- step by step ------------------------------------------------------------------------

    def _begin_or_end(self) -> None:
        self._folded = set()
        self._uncovered = 1 if self._uncovered is None else None
        self._again()
        self._speak()
        self.view.setFocus()

    def step(self, by: int) -> None:
        """Uncover one line more, or cover the last."""
        found, uncovered = self.found, self._uncovered
        if found is None or uncovered is None:
            return
        lines = sum(1 for _ in found.lines)
        self._uncovered = min(max(uncovered + by, 1), lines)
        if self._line:
            self._folded.discard(section_of(self._line.number))
        self._again()
        self._speak()

    @property
    def _line(self) -> DerivedLine | None:
        """The line that is spoken of."""
        if self._rows is None or self._uncovered is None:
            return None
        return self._rows.lines[min(self._uncovered, len(self._rows.lines)) - 1]

    def _speak(self) -> None:
        """Light up in all pictures what the line speaks of, and bring it into sight."""
        line = self._line
        self.session.highlight(line.sources if line else ())
        self.view.light(frozenset())  # here the line itself stands out
        spoken_of = [place for place, row in enumerate(self.view.rows) if row.spoken_of]
        if spoken_of:
            self.view.bring(spoken_of[0])
