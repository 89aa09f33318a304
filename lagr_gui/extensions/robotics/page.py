"""M, C, g as matrices, Jacobians of points, regressor and base parameters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from lagr_gui.expression import Expression, write
from lagr_gui.extensions.robotics.documents import (
    BASE,
    FEWER,
    SKEW,
    Found,
    fewer,
    matrix_name,
    placed,
    shapes_of,
    shown_equation,
    titles_of,
    written,
)
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.breaking import broken
from lagr_gui.gui.panes.equations.page import AskingPage
from lagr_gui.gui.panes.equations.rows import MadeRows, Rows
from lagr_gui.gui.panes.equations.sections import Maker
from lagr_gui.gui.panes.equations.single_rows import assumed_rows, matrix_row, result_row
from lagr_gui.gui.panes.equations.structured_rows import StructuredRows
from lagr_gui.gui.panes.equations.written import Written, equal
from lagr_gui.gui.typesetting import Piece, Row, Typesetter
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, STRUCTURED
from lagr_gui.pipeline import Jacobian, Matrices, Regressor
from lagr_gui.typesetting import formula
from lagr_gui.typesetting.formula import indexed, letter

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet

INDENT = 78.0
CENTRE = "0, 0, 0"


@dataclass(frozen=True)
class MatricesQuestion(WorkerQuestion):
    """Which matrices are wanted: ``matrices``, ``jacobian`` of a point of a body, ``regressor``.

    The coordinates of the `point` have commas between them.
    """

    what: str
    form: str
    coriolis: str
    body: int
    point: str


class MatricesPage(AskingPage[Found]):
    """Choices above, formulas below; it asks anew whenever it is seen and something changed."""

    def __init__(self, session: Session, typesetter: Typesetter) -> None:
        inquiry: Inquiry[Found] = Inquiry(session.motions, "matrices", session)
        super().__init__(session, typesetter, inquiry, INDENT)
        wanted = (
            ("matrices", tr("M, C, g")),
            ("jacobian", tr("Jacobian of a point")),
            ("regressor", tr("Base parameters")),
        )
        made = ("christoffel", tr("C by Christoffel symbols")), ("bodies", tr("C by bodies"))
        self.what = SlimComboBox(wanted, self._chosen, "matrices_what")
        self.coriolis = SlimComboBox(made, self._chosen, "matrices_coriolis")
        self.body = SlimComboBox((), self._chosen, "matrices_body")
        self.point = QLineEdit(CENTRE)
        self.point.setObjectName("matrices_point")
        set_note(self.point, tr("The point in axes of the body, from its centre of mass"))
        boxes = self.what, self.coriolis, self.body
        for box in boxes:
            box.give_way()
        line = beside(*((part, 2) for part in (*boxes, self.point)), 1)
        below(line, self.words, (self.view, 1), within=self, margins=(0, 4, 0, 0), spacing=4)
        self.point.editingFinished.connect(self.refresh)
        session.report_changed.connect(self.refresh)
        session.derivation.changed.connect(self.refresh)  # perhaps of another form or special case
        session.opened.connect(lambda: self.point.setText(CENTRE))
        session.views.add(self.point.text, self._point_again)
        self.refresh()

    def _point_again(self, text: str) -> None:
        self.point.setText(text)
        self.refresh()

    def _chosen(self, _: object) -> None:
        self.refresh()

    @property
    def found(self) -> Found | None:
        """What is shown; an edit makes it void."""
        return self.inquiry.found if self.inquiry.about(self.session.flat) else None

    @property
    def latex(self) -> str:
        """What is shown as LaTeX; empty where there is nothing."""
        return written(self.found, "latex") if self.found else ""

    def sheet(self) -> Sheet | None:
        """What tells the names in the matrices."""
        return self.found.sheet if self.found else None

    def show_motion(self) -> None:
        """Choose M, C and g themselves."""
        self.what.choose("matrices")
        self.refresh()

    def refresh(self) -> None:
        """Offer the bodies, and ask what the choices say."""
        what = self.what.currentData()
        self._offer_bodies()
        self.coriolis.setVisible(what == "matrices" and self.session.chosen.form != STRUCTURED)
        self.body.setVisible(what == "jacobian")
        self.point.setVisible(what == "jacobian")
        self.inquiry.want(self._question() if self._seen else None)
        self.draw()

    def _question(self) -> MatricesQuestion | None:
        session = self.session
        if session.report is None or not session.report.sound:
            return None
        what, form = self.what.currentData(), session.chosen.form
        return MatricesQuestion(
            model=session.flat,
            special=session.special,
            what=what,
            form="" if form == DEFAULT_FORM else form,
            coriolis=self.coriolis.currentData()
            if self.coriolis.isVisibleTo(self)
            else "christoffel",
            body=(self.body.currentData() or 0) if what == "jacobian" else 0,
            point=(self.point.text() or CENTRE) if what == "jacobian" else "",
        )

    def _offer_bodies(self) -> None:
        wanted = [
            (body.number, f"{body.number} {body.name}".strip()) for body in self.session.flat.bodies
        ]
        chosen = self.body.currentData()
        if self.body.offer(wanted):
            last = self.body.count() - 1
            self.body.setCurrentIndex(self.body.findData(chosen) if chosen else last)

    def told(self, found: Found) -> str:
        """What the matrices mean, and why they stand in another form than is chosen."""
        texts = [_meaning(found)]
        if found.sheet.structured and self.session.chosen.form == STRUCTURED:
            texts.append(tr("In structured form."))
        elif found.sheet.structured:
            texts.append(tr("In structured form; multiplied out it is too long to read."))
        if isinstance(found, Matrices) and found.coriolis != self.coriolis.currentData():
            texts.append(tr("In this form C is made of Christoffel symbols."))
        return "    ".join(texts)

    def rows(self, found: Found) -> Rows:
        """All of them, matrices as such where they fit into a line."""
        makers: list[Maker] = _base_rows(found) if isinstance(found, Regressor) else []
        sheet, shapes = found.sheet, shapes_of(found)
        lines = StructuredRows(sheet)
        for symbol, title in titles_of(found).items():
            entries = sheet.of(symbol)
            if not entries:
                continue
            makers.append(partial(Row, title=tr(title)))
            if sheet.structured:
                makers += lines.results((symbol,))
                continue
            table, entries = placed(sheet, symbol, shapes[symbol])
            if table:
                makers.append(partial(matrix_row, matrix_name(symbol), sheet.of(symbol), table))
            makers += [partial(result_row, entry) for entry in entries]
        if isinstance(found, Matrices) and found.skew:
            makers.append(partial(Row, title=tr(SKEW)))
        return MadeRows([*makers, *lines.definitions(), *_assumed(sheet)])


def _assumed(sheet: Sheet) -> list[Maker]:
    """What is taken for granted, with its heading."""
    rows = assumed_rows(sheet)
    return [partial(Row, title=tr("Assumed from the start on")), *rows] if rows else []


def _meaning(answer: Found) -> str:
    match answer:
        case Matrices():
            return shown_equation(answer)
        case Jacobian():
            return tr("Of the point: v = J q'; of the body: ω = J q'; in space axes.")
        case Regressor():
            return tr("M q'' + C q' + d + g = Y β for the rigid bodies.")


def _base_rows(regressor: Regressor) -> list[Maker]:
    """Base parameters in inertial parameters, and in those of the model."""
    title = tr("{base}: {n} of {all}").format(
        base=tr(BASE), n=len(regressor.base), all=len(regressor.parameters)
    )
    rows: list[Maker] = [partial(Row, title=title)]
    if (count := fewer(regressor)) is not None:
        rows.append(partial(Row, title=tr(FEWER).format(n=count)))
    for number, parameter in enumerate(regressor.base, start=1):
        rows.append(partial(_base, number, parameter.grouped, parameter.tree, parameter.body))
    for body, point in regressor.points.items():
        at = ", ".join(write(tree) for tree in point)
        heading = tr("Parameters of body {n} about its point ({at})").format(n=body, at=at)
        rows.append(partial(Row, title=heading))
    return rows


def _base(number: int, grouped: Expression, tree: Expression, body: int) -> Row:
    pieces = [Piece(text, 0) for text in broken(grouped)]
    sides = [(indexed(letter("beta"), str(number)),), formula(grouped)]
    if tree != grouped:
        pieces += [Piece("="), *(Piece(text, 0) for text in broken(tree))]
        sides.append(formula(tree))
    origin = Written(equal(*sides))
    return Row(f"beta_({number})", tuple(pieces), "", ((f"body:{body}",),), origin=origin)
