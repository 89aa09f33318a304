"""Tabs, form and special case, progress, the rows, and what can be taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from lagr_gui import pipeline
from lagr_gui.analysis.equations.dimension_faults import Misfit, misfits
from lagr_gui.analysis.equations.structured import line_name
from lagr_gui.analysis.equations.term_proof import DimensionProof, TermDimension
from lagr_gui.exchange.documents.linear_equations import latex_linear, linear_heads, linear_words
from lagr_gui.extension import extensions, named
from lagr_gui.foundation.problem import LagrError, Severity
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.bridge.questions import LinearQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.certificate import CertificatePage, CertifiedMark
from lagr_gui.gui.panes.equations.formalism import CoordinatesChooser, FormalismChooser
from lagr_gui.gui.panes.equations.page import EquationsPage, FadingBar, FormulaPage
from lagr_gui.gui.panes.equations.pointing import Pointing
from lagr_gui.gui.panes.equations.rows import GROUPS, LinearRows, Rows, latex_of
from lagr_gui.gui.panes.equations.unfolding import Unfolding
from lagr_gui.gui.typesetting import FlowView, Piece, Row, TermFault, Typesetter
from lagr_gui.gui.typesetting.typesetter import WRONG
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.widgets.tabs import FittingTabs
from lagr_gui.gui.words import in_words, spoken, tr
from lagr_gui.mechanics.sheets.sheet import (
    ALL,
    EXPANDED,
    FORMS,
    ONE_SIDE,
    STRUCTURED,
    Balance,
    Definition,
    Entry,
    Sheet,
    TermKey,
    numbers,
)

if TYPE_CHECKING:
    from lagr_gui.mechanics.linear import SymbolicLinearization


_REDUCTIONS = {None: "minimal", ALL: ALL, False: "multipliers"}
"""What is chosen of a bound system, and what that is called in its box."""
PATIENCE_MS = 500
"""Milliseconds after which one asks oneself why there are no equations."""
TOLD = 3
"""Fields of wrong dimension that are named above the equations."""
TOO_LONG = 1000
"""Terms; a sheet of more is declared too long to read, and shown all the same."""
ADDED = tuple(tab for each in extensions() for tab in each.tabs)
"""Tabs of extensions."""
INDENTS = {
    "kinematics": 92.0,
    "energies": 62.0,
    "equations": 84.0,
    "conditions": 62.0,
    "motion": 26.0,
}


class EquationsPane(QWidget):
    """The results of the derivation; also while a newer one is on its way."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._shown: tuple[Sheet | None, str, frozenset[TermKey], tuple[Misfit, ...]] | None = None
        self.tabs = FittingTabs()
        for name, title, symbol in (
            ("motion", tr("Equation"), "q″"),
            ("energies", "T, U, D", "TUD"),
            ("conditions", tr("Conditions"), "Φ"),
            ("equations", "g Γ Q", "gΓQ"),
            ("kinematics", tr("Kinematics"), "E x"),
            *((tab.name, tr(tab.title), tab.symbol) for tab in ADDED),
            ("linear", tr("Linear"), "Lin"),
            ("certificate", tr("Certificate"), "≡"),
        ):
            self.tabs.add(name, title, symbol)
        self.tabs.setCurrentIndex(0)
        typesetter = Typesetter()
        self.view = FlowView(typesetter)
        self.unfolding = Unfolding(session, self.view)
        Pointing(session, self.view, typesetter, lambda: session.derivation.fitting)
        self.view.term_clicked.connect(session.select)
        self.view.fault_clicked.connect(self._go_to)
        self.certificate = CertificatePage(session)
        self.linear = LinearPage(session, typesetter)
        self.pages: dict[str, EquationsPage] = {
            "certificate": self.certificate,
            "linear": self.linear,
            **{tab.name: named(tab.page)(session, typesetter) for tab in ADDED},
        }
        self.stack = QStackedWidget()
        for page in (self.view, *self.pages.values()):
            self.stack.addWidget(page)
        self._build()
        self.tabs.currentChanged.connect(lambda _: self.refresh())
        session.derivation.changed.connect(self.refresh)
        session.report_changed.connect(self.refresh)
        for bar in self.bars:
            bar.changed.connect(self.refresh)
        session.derivation.failed.connect(self.refresh)
        session.derivation.certified.connect(self._tell_certificate)
        session.highlight_changed.connect(lambda: self.view.light(session.highlighted))
        session.model_changed.connect(self._fill_cases)
        session.busy_changed.connect(self._tell_busy)
        session.derivation.progress.connect(self._tell_progress)
        self._fill_cases()
        self._tell_busy()
        self.refresh()

    def _build(self) -> None:
        show = self.session.show_equations
        forms = [(name, tr(name)) for name in FORMS]
        self.form = SlimComboBox(forms, lambda form: show(form=form), "equations_form")
        self.formalism = FormalismChooser(self.session)
        self.coordinates = CoordinatesChooser(self.session)
        self.bars: list[FadingBar] = [
            named(place)(self.session) for each in extensions() for place in each.bars
        ]
        self.case = SlimComboBox((), lambda case: show(special=case), "equations_case")
        sides = (
            ("right", tr("Forces on the right")),
            (ONE_SIDE, tr("Everything on one side")),
            *((tab.name, tr(tab.side)) for tab in ADDED if tab.side),
        )
        self.side = SlimComboBox(sides, self._choose_side, "equations_side")
        self.minimal = SlimComboBox(
            (
                ("minimal", tr("minimal")),
                (ALL, tr("in all coordinates")),
                ("multipliers", tr("with multipliers")),
            ),
            lambda kind: show(minimal=next((m for m, k in _REDUCTIONS.items() if k == kind), None)),
            "equations_minimal",
        )
        set_note(
            self.minimal,
            tr(
                "Conditions bind the coordinates: one equation for each freedom, in coordinates "
                "that they leave or in all of them, or one for each coordinate with multipliers"
            ),
        )
        self.parts = QCheckBox(tr("Names κ"))
        self.parts.setObjectName("equations_parts")
        set_note(
            self.parts, tr("Sums that occur often get names κ₁, κ₂ … where results become shorter")
        )
        self.parts.clicked.connect(lambda on: show(name_parts=on))
        self.certified = CertifiedMark(self.session, self.bars)
        self.note = SlimLabel(role="muted")
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.progress = QProgressBar(textVisible=False)
        self.progress.setMinimumWidth(20)
        self.progress.setMaximumWidth(120)
        self.stop = push_button(tr("Stop"), self.session.derivation.cancel)
        boxes = (self.formalism, self.form, self.case, self.coordinates, self.side, self.minimal)
        for box in boxes:
            box.give_way()
        self.search = QLineEdit(placeholderText=tr("Search a name…"), clearButtonEnabled=True)
        self.search.setObjectName("equations_search")
        self.search.setMinimumWidth(50)
        self.search.setMaximumWidth(170)
        self.search.textChanged.connect(self.unfolding.find)
        self.lines = LeftOutLines(self.session)
        self.search.returnPressed.connect(lambda: self.lines.add(self.search.text()))
        self.session.opened.connect(self.search.clear)
        self.session.views.add_text(self.search)
        set_note(self.search, tr("Shows only rows in which the name stands: g, Ĵ_3, shat, l1 …"))
        self.failure = PlainLabel(wordWrap=True, role="error")
        self.wrong = PlainLabel(wordWrap=True, role="error")
        self.wrong.setObjectName("equations_wrong")
        self.long = PlainLabel(wordWrap=True)
        self._late = False
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._tell_late(True))
        self.shorten = push_button(
            tr("Show structured form"), lambda: show(form=STRUCTURED), name="equations_shorten"
        )
        self.to_conditions = push_button(
            tr("Conditions bind these coordinates →"),
            lambda: self._show_tab("conditions"),
            name="equations_conditions",
        )
        self.to_conditions.setFlat(True)
        self.copy = push_button(tr("Copy LaTeX"), self._copy)
        self._lay_out()

    def _lay_out(self) -> None:
        by, form, self._of_case = _muted(tr("by:")), _muted(tr("form:")), _muted(tr("case:"))
        boxes = (self.formalism, 100), (self.form, 100), (self.case, 100)
        bar = beside(by, boxes[0], form, boxes[1], self._of_case, boxes[2], 1, spacing=6)
        second = beside(
            _muted(tr("in:")),
            (self.coordinates, 90),
            *((bar, 70) for bar in self.bars),
            self.parts,
            (self.search, 60),
            spacing=6,
        )
        side = beside((self.minimal, 100), (self.side, 100), 1)
        hint = below(self.long, beside(self.shorten, 1))
        bound = beside(self.to_conditions, 1)
        # what comes and goes is not in the bar: it would widen it
        foot = beside(self.copy, self.certified, (self.note, 1), self.progress, self.stop)
        above = (
            self.tabs,
            bar,
            second,
            side,
            *(bar.told for bar in self.bars),
            self.failure,
            self.wrong,
            hint,
            bound,
            self.lines,
        )
        below(*above, (self.stack, 1), foot, within=self, margins=(10, 4, 6, 8), spacing=4)

    @property
    def group(self) -> str:
        """The name of the tab that is shown."""
        return self.tabs.tabData(self.tabs.currentIndex())

    @property
    def dropped(self) -> frozenset[TermKey]:
        """The terms that fade."""
        return frozenset[TermKey]().union(*(bar.dropped for bar in self.bars))

    @property
    def _stands_in(self) -> bool:
        """Whether the structured form is shown because there is none that is chosen."""
        derivation = self.session.derivation
        return bool(derivation.problems) and derivation.meanwhile and derivation.fits

    def refresh(self) -> None:
        """Show the sheet of the session."""
        session, group, page = self.session, self.group, self.pages.get(self.group)
        self.stack.setCurrentWidget(page or self.view)
        for name, each in self.pages.items():
            each.show_to(name == group)
        sheet = session.derivation.sheet
        self.copy.setEnabled(sheet is not None and (page is None or page.is_copied))
        problems = session.derivation.problems
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        text = "  ".join(map(str, map(in_words, errors[:2])))
        hidden = bool(problems) and not self._stands_in
        self.failure.setText(f"{tr('No equations yet:')} {text}" if hidden else text)
        self.failure.setVisible(bool(problems))
        self.formalism.refresh()
        self.coordinates.refresh()
        self.form.choose(session.chosen.form)
        self.side.choose(session.chosen.side)
        self.side.setVisible(group == "motion")
        bound = sheet is not None and bool(sheet.of("phi") or sheet.of("G"))
        self.to_conditions.setVisible(bound and group == "equations" and not problems)
        self.minimal.choose(_REDUCTIONS.get(session.chosen.minimal, "minimal"))
        self.minimal.setVisible(pipeline.prepare(session.model).is_bound)
        self.parts.setChecked(session.chosen.name_parts)
        self.parts.setEnabled(session.chosen.form != STRUCTURED)
        self.search.setEnabled(page is None)
        self.case.choose(session.special)
        self._tell_size()
        self.lines.refresh(group == "equations" and not hidden)
        if page is not None:
            return
        structured = sheet is not None and sheet.structured
        self.view.set_indent(INDENTS["equations" if structured and group == "motion" else group])
        shown = (None if hidden else sheet, group, self.dropped)
        wrong = misfits_of(session)
        self._tell_wrong(wrong)
        before, seen = self._shown, (*shown, wrong)
        if before is None or seen[0] is not before[0] or seen[1:] != before[1:]:
            self._shown = seen
            named = {f"body:{body.number}": body.name for body in session.flat.bodies}
            mark = marking(session, shown[0] if wrong else None)
            self.unfolding.show(Rows(*shown, named, mark), shown[0], group)

    def _tell_wrong(self, wrong: tuple[Misfit, ...]) -> None:
        """Say which fields have another dimension than their place: their terms are marked."""
        places = [spoken(term.problem.place) for term in wrong]
        more = [tr("and {n} more").format(n=len(places) - TOLD)] if len(places) > TOLD else []
        text = tr("Terms in red have a wrong dimension; a click leads to the field:")
        line = f"{text} {'; '.join((*places[:TOLD], *more))}" if wrong else ""
        self.wrong.setText(line)
        self.wrong.setVisible(bool(wrong))
        self.view.setAccessibleDescription("\n".join(str(in_words(term.problem)) for term in wrong))

    def _go_to(self, path: object) -> None:
        """Show the field that makes a term wrong."""
        if isinstance(path, tuple):
            self.session.reveal(item_of(self.session.model, path), path)

    def _choose_side(self, side: str) -> None:
        """Another side for forces, or the equations of motion as a tab of their own shows them."""
        if side not in self.pages:
            self.session.show_equations(side=side)
            return
        self.pages[side].show_motion()
        self._show_tab(side)

    def _show_tab(self, name: str) -> None:
        names = [self.tabs.tabData(place) for place in range(self.tabs.count())]
        self.tabs.setCurrentIndex(names.index(name))

    def _tell_size(self) -> None:
        sheet, text, count = self.session.derivation.sheet, "", 0
        if sheet is not None and sheet.coordinates:
            text = tr("derived in {ms} · only results ≠ 0").format(ms=_time(sheet.seconds))
            count = sum(len(entry.terms) for entry in sheet.entries)
        self._tell_length(count)
        self.note.setText(text)
        set_note(self.note, text)

    def _tell_length(self, count: int) -> None:
        """Say that the structured form stands here, or where it helps to read so many terms."""
        has_page = self.group in self.pages
        stands_in, derivation = self._stands_in, self.session.derivation
        meanwhile = derivation.meanwhile and (stands_in or not derivation.problems)
        offered = (
            not derivation.meanwhile
            and self.session.chosen.formalism == "lagrange"
            and self.session.chosen.form != STRUCTURED
        )
        text = tr("{n} terms are too long to read.")
        if offered:
            text = tr("{n} terms are too long to read; the structured form is shorter.")
        awaited = self._late and self.session.derivation.sheet is None
        if awaited:
            text = tr("The equations are being derived: they stand here as soon as they are known.")
        if stands_in:
            text = tr("Lagrange's equations in structured form stand in its place.")
        elif meanwhile:
            text = tr("Lagrange's equations in structured form until what is chosen is derived.")
        self.long.setText(text.format(n=count))
        self.long.setVisible((count > TOO_LONG or meanwhile or awaited) and not has_page)
        self.shorten.setVisible(count > TOO_LONG and not has_page and offered)

    def _fill_cases(self) -> None:
        cases = ((case.name, case.name) for case in self.session.model.special_cases)
        self.case.offer([("", tr("general")), *cases])
        self.case.choose(self.session.special)
        for part in (self._of_case, self.case):
            part.setVisible(self.case.count() > 1)

    def _tell_busy(self) -> None:
        busy = self.session.equations.running("equations")
        self.progress.setVisible(busy)
        self.stop.setVisible(busy)
        if busy:
            self.progress.setRange(0, 0)
            self._patience.start()
        else:
            self._patience.stop()
            self._tell_late(False)

    def _tell_late(self, late: bool) -> None:
        """Say what stands here soon, where it is not there at once."""
        if late != self._late:
            self._late = late
            self._tell_size()

    def _tell_progress(self, what: str, part: float) -> None:
        self.progress.setRange(0, 100)
        self.progress.setValue(round(100 * part))
        set_note(self.progress, what)

    def _tell_certificate(self) -> None:
        certificate = self.session.derivation.certificate
        mark = "" if certificate is None else " ✓" if certificate.holds else " ✗"
        self.tabs.set_title(self.tabs.count() - 1, tr("Certificate") + mark, "≡" + mark)

    def _copy(self) -> None:
        from lagr_gui.typesetting.sheet_latex import latex_equations

        sheet, dropped = self.session.derivation.sheet, self.dropped
        if page := self.pages.get(self.group):
            QGuiApplication.clipboard().setText(page.latex)
        elif sheet is not None:
            shown = sheet.without(dropped) if dropped else sheet
            text = latex_equations(shown, GROUPS.get(self.group, ("motion",)))
            QGuiApplication.clipboard().setText(text)
            self.session.message.emit(tr("What is shown is on the clipboard as LaTeX."))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy one result."""
        at: QPoint = self.view.viewport().mapFromGlobal(event.globalPos())
        row = self.view.row_at(at) if self.view.viewport().rect().contains(at) else None
        if row is None or row.origin is None:
            return
        menu = QMenu(self)
        action = menu.addAction(tr("Copy this result as LaTeX"))
        action.triggered.connect(lambda: QGuiApplication.clipboard().setText(latex_of(row)))
        menu.popup(event.globalPos())


def _muted(text: str) -> QLabel:
    label = SlimLabel(text, shy=True, role="muted")
    label.setAlignment(Qt.AlignmentFlag.AlignVCenter)
    return label


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


# --- Terms of another dimension than their line stand out, and lead to the field that causes it


def misfits_of(session: Session) -> tuple[Misfit, ...]:
    """The fields of wrong dimension of which the equations tell that are shown."""
    ready = session.report is not None and session.derivation.fits
    return misfits(pipeline.prepare(session.model, session.special)) if ready else ()


def marking(session: Session, sheet: Sheet | None) -> Callable[[Row], Row]:
    """Marks the terms of a row of a sheet of the model as it is."""
    if sheet is None:
        return _as_it_is
    proof = DimensionProof(pipeline.prepare(session.model, session.special), sheet)
    return lambda row: _marked(row, proof) if row.pieces else row


def _as_it_is(row: Row) -> Row:
    return row


def _marked(row: Row, proof: DimensionProof) -> Row:
    faults = {} if row.faults else dict(_faults(row, proof))
    if not faults:
        return row
    pieces = (
        Piece(f"{WRONG}({piece.formula})", piece.term) if piece.term in faults else piece
        for piece in row.pieces
    )
    return replace(row, pieces=tuple(pieces), faults=tuple(faults.items()))


def _faults(row: Row, proof: DimensionProof) -> Iterator[tuple[int, TermFault]]:
    for place, judged in enumerate(_judged(row, proof)):
        wrong = [term for term in judged if term.verdict == "wrong"]
        if wrong:
            texts = dict.fromkeys(spoken(words) for term in wrong for words in term.told)
            paths = [fault.path for term in wrong for fault in term.faults]
            yield place, TermFault("\n".join(texts), paths[0] if paths else None)


def _judged(row: Row, proof: DimensionProof) -> Iterator[tuple[TermDimension, ...]]:
    """What is known of the terms of a row, in their order; a matrix is one of several entries."""
    match row.about:
        case Entry() | Balance():
            yield from ((term,) for term in proof.of_line(row.about))
        case Definition():
            parts = row.about.trees if len(row.sources) > 1 else (row.about.tree,)
            for tree in parts:
                yield tuple(proof.of_line(replace(row.about, trees=(tree,))))
        case tuple() as entries:
            yield tuple(term for e in entries if isinstance(e, Entry) for term in proof.of_line(e))
        case _:
            pass


# --- The field for lines that a sheet leaves out: those that stand in it are made and shown ----

EXAMPLE = "Gamma3,2,1; g2,1"


class LeftOutLines(QWidget):
    """Says which single lines of g and Γ are shown besides, and asks for others."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.field = QLineEdit(placeholderText=EXAMPLE, clearButtonEnabled=True)
        self.field.setObjectName("equations_lines")
        self.field.setMinimumWidth(50)
        set_note(
            self.field,
            tr(
                "Lines that are left out are made by their names, with ; between them: {example}"
            ).format(example=EXAMPLE),
        )
        self.field.editingFinished.connect(lambda: self._ask(self.field.text()))
        self.told = PlainLabel(wordWrap=True, role="muted")
        self.told.setObjectName("equations_lines_told")
        title = SlimLabel(tr("Lines that are left out:"), shy=True, role="muted")
        below(
            beside(title, (self.field, 1), spacing=6),
            self.told,
            within=self,
            margins=NONE,
            spacing=2,
        )

    def refresh(self, offered: bool) -> None:
        """Show what is asked for, and what of it there is, where lines are left out."""
        sheet, lines = self.session.derivation.sheet, self.session.chosen.lines
        self.setVisible(offered and sheet is not None and bool(sheet.left_out))
        if not self.field.hasFocus() or not self.field.isModified():
            self.field.setText("; ".join(lines))
        self._tell(self._missing if lines and self.session.derivation.finished else "")

    def add(self, text: str) -> None:
        """Ask for the line with a name that was looked for, if it is left out."""
        try:
            symbol, _ = line_name(text)
        except LagrError:
            return
        sheet = self.session.derivation.sheet
        if sheet is not None and symbol in sheet.left_out:
            self._ask("; ".join((*self.session.chosen.lines, text)))

    def _ask(self, text: str) -> None:
        texts = (line.strip() for line in text.split(";"))
        try:
            names = [line_name(line) for line in texts if line]
        except LagrError as error:
            self._tell(str(in_words(error.problems[0])))
            return
        self.field.setModified(False)
        lines = tuple(dict.fromkeys(f"{symbol}{numbers(indices)}" for symbol, indices in names))
        if lines != self.session.chosen.lines:
            self.session.show_equations(form=STRUCTURED, lines=lines)
        else:
            self.refresh(self.isVisible())

    @property
    def _missing(self) -> str:
        """Which of the lines are not there."""
        sheet = self.session.derivation.sheet
        lines = {(entry.symbol, entry.indices) for entry in sheet.entries} if sheet else set()
        missing = [line for line in self.session.chosen.lines if line_name(line) not in lines]
        text = tr("{names}: zero, or there is no such line.")
        return text.format(names="; ".join(missing)) if missing else ""

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))


# --- The linear equations of small motions in closed form, about a place that the user gives ---

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
        shown = linear.about(session.flat, session.special) and not linear.waiting
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
            self.inquiry.want(LinearQuestion(session.flat, session.special, self.place.text()))


def _said(phrase: str) -> str:
    """What stands around the matrices in the language of the window."""
    return tr(phrase)
