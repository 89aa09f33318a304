"""A pane that asks a worker process while somebody looks at it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic

from PySide6.QtWidgets import QWidget

from lagr_gui.gui.bridge.inquiry import Answer, Inquiry
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.abstract import AbstractWidget
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import in_words, tr


class AskingPane(QWidget, Generic[Answer], metaclass=AbstractWidget):
    """It asks anew whenever it is seen and something changed.

    `words` say what is under way, what went wrong or what the answer says; `stop` gives the
    question up, or asks it again.
    """

    def __init__(self, session: Session, answer: Inquiry[Answer]) -> None:
        super().__init__()
        self.session, self.answer = session, answer
        self._seen = False
        self.words = PlainLabel(wordWrap=True)
        self.stop = push_button(tr("Stop"), run=self._stop_or_go_on)

    def listen(self) -> None:
        """Show answers, and ask anew after edits, from now on."""
        session = self.session
        self.answer.changed.connect(self.draw)
        session.busy_changed.connect(self.tell)
        session.report_changed.connect(self.ask)
        session.derivation.changed.connect(self.ask)  # perhaps of another special case

    # --- what a pane says for itself ---------------------------------------------------------

    @abstractmethod
    def question(self) -> WorkerQuestion | None:
        """What is wanted now; None: nothing."""

    @abstractmethod
    def draw(self) -> None:
        """Show the answer of this moment, and `tell` of it."""

    @abstractmethod
    def said(self) -> tuple[str, str]:
        """Words and role of an answer that is there, or of none."""

    # --- what all of them do -----------------------------------------------------------------

    def show_to(self, seen: bool) -> None:
        """Ask while the pane can be seen."""
        self._seen = seen
        self.ask()
        if seen:
            self.tell()  # a pane that wants nothing yet hears of no answer

    def ask(self) -> None:
        """Ask for what is wanted now; what nobody looks at asks for nothing."""
        if not self._seen and self.answer.wanted is None:
            return
        self.answer.want(self.question() if self._seen else None)

    def tell(self) -> None:
        """What is under way, what went wrong, or what the answer says."""
        answer = self.answer
        self.stop.setVisible(answer.waiting or answer.stopped)
        self.stop.setText(tr("Stop") if answer.waiting else tr("Compute"))
        if answer.waiting:
            text, role = answer.under_way, "muted"
        elif answer.problems:
            text, role = "\n".join(map(str, map(in_words, answer.problems))), "error"
        else:
            text, role = self.said()
        self.say(text, role)

    def say(self, text: str, role: str) -> None:
        """Show words in a role."""
        self.words.setText(text)
        mark(self.words, "role", role)

    def _stop_or_go_on(self) -> None:
        if self.answer.waiting:
            self.answer.stop()
        else:
            self.answer.again()
