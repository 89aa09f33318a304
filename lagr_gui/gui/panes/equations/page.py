"""What stands beside the sheet of the equations: other pages, and bars by which terms fade."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.asking import AbstractWidget
from lagr_gui.gui.panes.equations.pointing import Pointing
from lagr_gui.gui.panes.equations.terms import TermSources
from lagr_gui.gui.typesetting import FlowView, Row, Typesetter
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import in_words

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet, TermKey

Answer = TypeVar("Answer")


class EquationsPage(QWidget):
    """What stands behind a tab in place of the sheet."""

    is_copied = True
    """Whether it can be copied."""

    formulas: FlowView | None = None
    """The formulas on it."""

    @property
    def latex(self) -> str:
        """What is shown as LaTeX; empty where there is nothing."""
        return ""

    def show_to(self, seen: bool) -> None:
        """Whether its tab is chosen."""

    def show_motion(self) -> None:
        """Show the equations of motion, as which it was chosen beside the sides of forces."""


class FadingBar(QWidget):
    """A control above the equations by which terms fade; `changed` when others do.

    `told` has words about it, for a line of their own.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.told = PlainLabel(wordWrap=True, role="muted")

    @property
    def dropped(self) -> frozenset[TermKey]:
        """The terms that fade."""
        return frozenset()


class FormulaPage(EquationsPage, Generic[Answer], metaclass=AbstractWidget):
    """Formulas that the worker process finds, and words about them."""

    def __init__(
        self, session: Session, typesetter: Typesetter, inquiry: Inquiry[Answer], indent: float
    ) -> None:
        super().__init__()
        self.session, self.inquiry = session, inquiry
        self._shown: Answer | None = None
        self.words = PlainLabel(wordWrap=True)
        self.view = self.formulas = FlowView(typesetter)
        self.view.tell = lambda keys: TermSources(session.flat).words(keys)
        self.view.set_indent(indent)
        Pointing(session, self.view, typesetter, self.sheet)
        self.view.term_clicked.connect(session.select)
        session.highlight_changed.connect(lambda: self.view.light(session.highlighted))
        inquiry.changed.connect(self.draw)
        session.busy_changed.connect(self.draw)

    @property
    @abstractmethod
    def found(self) -> Answer | None:
        """What is shown; an edit makes it void."""

    @abstractmethod
    def sheet(self) -> Sheet | None:
        """What tells the names in the formulas; None where there are none."""

    @abstractmethod
    def told(self, found: Answer) -> str:
        """The words above what was found."""

    @abstractmethod
    def rows(self, found: Answer) -> Sequence[Row]:
        """The formulas."""

    @property
    @abstractmethod
    def unasked(self) -> str:
        """The words where nothing was asked."""

    def draw(self) -> None:
        """Show the answer of this moment."""
        answer, problems = self.found, self.inquiry.problems
        mark(self.words, "role", "error" if problems and not self.inquiry.waiting else "muted")
        if self.inquiry.waiting:
            text = self.inquiry.under_way
        elif problems:
            text = "\n".join(str(in_words(problem)) for problem in problems[:3])
        else:
            text = self.unasked if answer is None else self.told(answer)
        self.words.setText(text)
        self.words.setVisible(bool(text))
        if answer is not self._shown:
            self._shown = answer
            self.view.show_rows(() if answer is None else self.rows(answer))


class AskingPage(FormulaPage[Answer], metaclass=AbstractWidget):
    """One that asks anew whenever it is seen and something changed."""

    _seen = False

    @property
    def unasked(self) -> str:
        """What is asked as soon as the model is sound."""
        return self.inquiry.under_way if self._seen else ""

    def show_to(self, seen: bool) -> None:
        """Whether the page is to be seen: only then anything is asked."""
        if seen != self._seen:
            self._seen = seen
            self.refresh()

    @abstractmethod
    def refresh(self) -> None:
        """Ask what the choices say."""
