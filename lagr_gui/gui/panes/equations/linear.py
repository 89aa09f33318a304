"""The linear equations of small motions in closed form, about a place that the user gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QWidget

from lagr_gui.exchange.linear_equations import latex_linear, linear_heads, linear_words
from lagr_gui.gui.bridge.questions import LinearQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.pointing import Pointing
from lagr_gui.gui.panes.equations.rows import LinearRows
from lagr_gui.gui.typesetting import FlowView, Typesetter
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import in_words, tr
from lagr_gui.mechanics.sheet import EXPANDED, Sheet

if TYPE_CHECKING:
    from lagr_gui.mechanics.linear import SymbolicLinearization

INDENT = 76.0


class LinearPage(QWidget):
    """Asks for a place, and shows matrices and what must vanish there."""

    def __init__(self, session: Session, typesetter: Typesetter) -> None:
        super().__init__()
        self.session = session
        self.linear = session.small.linear
        self._shown: SymbolicLinearization | None = None
        self.place = QLineEdit()
        self.place.setObjectName("linear_place")
        self.place.setPlaceholderText(
            tr("e.g. q1 = pi, q2' = w; empty: 0, or general under conditions")
        )
        self.place.returnPressed.connect(self._find)
        self.button = push_button(tr("Linearise"), self._find)
        self.words = PlainLabel(wordWrap=True)
        self.view = FlowView(typesetter)
        self.view.set_indent(INDENT)
        Pointing(session, self.view, typesetter, self._sheet)
        self.view.term_clicked.connect(session.select)
        line = beside(PlainLabel(tr("Place")), (self.place, 1), self.button)
        below(line, self.words, (self.view, 1), within=self, margins=(0, 4, 0, 0), spacing=4)
        self.linear.changed.connect(self.refresh)
        for signal in (session.model_changed, session.busy_changed, session.report_changed):
            signal.connect(self.refresh)
        session.opened.connect(self.place.clear)
        session.views.add_text(self.place)
        session.highlight_changed.connect(lambda: self.view.light(session.highlighted))
        self.refresh()

    @property
    def found(self) -> SymbolicLinearization | None:
        """What is shown; an edit makes it void."""
        session, linear = self.session, self.linear
        shown = linear.about(session.flat, session.special) and not linear.waiting
        return linear.found if shown else None

    @property
    def latex(self) -> str:
        """The matrices as LaTeX; empty where there are none."""
        return latex_linear(self.found) if self.found else ""

    def _sheet(self) -> Sheet | None:
        """What tells the names in the matrices: they are those of the model and its conditions."""
        found, session = self.found, self.session
        if found is None:
            return None
        conditions = session.sheet.of("G") if session.sheet is not None and session.fits else ()
        return Sheet("", found.coordinates, EXPANDED[0], session.special, conditions, 0.0)

    def refresh(self) -> None:
        """Show the answer of this moment."""
        session, found, problems = self.session, self.found, self.linear.problems
        sound = bool(session.report and session.report.sound)
        self.button.setEnabled(sound and not self.linear.waiting)
        mark(self.words, "role", "error" if problems else "muted")
        if found is not None:
            self.words.setText(
                "\n".join([*linear_heads(found, _said), *linear_words(found, _said)])
            )
        elif problems:
            self.words.setText("\n".join(str(in_words(problem)) for problem in problems[:3]))
        else:
            self.words.setText(
                self.linear.under_way
                if self.linear.waiting
                else tr("M, D, G, K and N of small motions as formulas, about a place.")
            )
        if found is not self._shown:
            self._shown = found
            self.view.show_rows(LinearRows(found) if found else ())

    def _find(self) -> None:
        if self.button.isEnabled():
            session = self.session
            self.linear.want(LinearQuestion(session.flat, session.special, self.place.text()))


def _said(phrase: str) -> str:
    """What stands around the matrices in the language of the window."""
    return tr(phrase)
