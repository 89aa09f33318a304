"""The linear equations of small motions in closed form, about a place that the user gives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from lagr_gui.exchange.documents.linear_equations import (
    BALANCED,
    MATRICES,
    MEETS,
    latex_linear,
    linear_heads,
    linear_words,
    matrix_name,
    placed,
)
from lagr_gui.gui.bridge.questions import LinearQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.page import FormulaPage
from lagr_gui.gui.panes.equations.rows import Rows
from lagr_gui.gui.panes.equations.single_rows import matrix_row, result_row
from lagr_gui.gui.typesetting import Row, Typesetter
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import EXPANDED, Sheet

if TYPE_CHECKING:
    from lagr_gui.mechanics.linear import SymbolicLinearization

INDENT = 76.0


class LinearPage(FormulaPage["SymbolicLinearization"]):
    """Asks for a place, and shows matrices and what must vanish there."""

    def __init__(self, session: Session, typesetter: Typesetter) -> None:
        super().__init__(session, typesetter, session.small.linear, INDENT)
        self.place = QLineEdit()
        self.place.setObjectName("linear_place")
        self.place.setPlaceholderText(
            tr("e.g. q1 = pi, q2' = w; empty: 0, or general under conditions")
        )
        self.place.returnPressed.connect(self._find)
        self.button = push_button(tr("Linearise"), self._find)
        line = beside(PlainLabel(tr("Place")), (self.place, 1), self.button)
        below(line, self.words, (self.view, 1), within=self, margins=(0, 4, 0, 0), spacing=4)
        for signal in (session.model_changed, session.report_changed):
            signal.connect(self.draw)
        session.opened.connect(self.place.clear)
        session.views.add_text(self.place)
        self.draw()

    @property
    def found(self) -> SymbolicLinearization | None:
        """What is shown; an edit makes it void."""
        session, linear = self.session, self.inquiry
        shown = linear.about(session.derivation.model, session.special) and not linear.waiting
        return linear.found if shown else None

    @property
    def latex(self) -> str:
        """The matrices as LaTeX; empty where there are none."""
        return latex_linear(self.found) if self.found else ""

    @property
    def unasked(self) -> str:
        """What can be asked."""
        return tr("M, D, G, K and N of small motions as formulas, about a place.")

    def sheet(self) -> Sheet | None:
        """What tells the names in the matrices: they are those of the model and its conditions."""
        linear, session = self.found, self.session
        if linear is None:
            return None
        sheet = session.derivation.fitting
        conditions = sheet.of("G") if sheet is not None else ()
        return Sheet("", linear.coordinates, EXPANDED[0], session.special, conditions, 0.0)

    def told(self, found: SymbolicLinearization) -> str:
        """Where the equations hold, and what they are."""
        return "\n".join([*linear_heads(found, _said), *linear_words(found, _said)])

    def rows(self, found: SymbolicLinearization) -> Rows:
        """The matrices, and what must vanish."""
        return LinearRows(found)

    def draw(self) -> None:
        """Show the answer of this moment, and whether it can be asked."""
        report = self.session.report
        sound = report is not None and report.sound
        self.button.setEnabled(sound and not self.inquiry.waiting)
        super().draw()

    def _find(self) -> None:
        if self.button.isEnabled():
            session = self.session
            asked = session.derivation.model, session.special, self.place.text()
            self.inquiry.want(LinearQuestion(*asked))


def _said(phrase: str) -> str:
    """What stands around the matrices in the language of the window."""
    return tr(phrase)


class LinearRows(Rows):
    """Those of linear equations: matrices, and what must vanish at the place."""

    def __init__(self, linear: SymbolicLinearization) -> None:
        super().__init__(None)
        titles = {**MATRICES, "r": BALANCED, **MEETS}
        for symbol, title in titles.items():
            entries = linear.of(symbol).values()
            if entries:
                self._makers.append(partial(Row, title=tr(title)))
                table, below = placed(linear, symbol) if symbol in MATRICES else ((), (*entries,))
                if table:
                    own = matrix_name(symbol), (*entries,), table, symbol
                    self._makers.append(partial(matrix_row, *own))
                self._makers += [partial(result_row, entry) for entry in below]
