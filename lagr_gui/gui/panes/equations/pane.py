"""The page of the equations, the tabs beside it, and what is chosen, told and copied of them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QProgressBar, QStackedWidget, QWidget

from lagr_gui.analysis.equations.dimension_faults import Misfit
from lagr_gui.extension import extensions, named
from lagr_gui.foundation.problem import Severity
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.certificate import CertificatePage, CertifiedMark
from lagr_gui.gui.panes.equations.choices import Choices
from lagr_gui.gui.panes.equations.copying import Copies, copy, menu_of
from lagr_gui.gui.panes.equations.formalism import AnglesOffer
from lagr_gui.gui.panes.equations.friction import FrictionModes
from lagr_gui.gui.panes.equations.inertia import InertiaFigure
from lagr_gui.gui.panes.equations.left_out import LeftOutLines
from lagr_gui.gui.panes.equations.linear import LinearPage
from lagr_gui.gui.panes.equations.page import EquationsPage, FadingBar
from lagr_gui.gui.panes.equations.pointing import Pointing
from lagr_gui.gui.panes.equations.rows import Rows, reduced
from lagr_gui.gui.panes.equations.terms import TermSources, marking, misfits_of
from lagr_gui.gui.panes.equations.unfolding import Unfolding
from lagr_gui.gui.typesetting import FlowView, Row, Typesetter
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.tabs import FittingTabs
from lagr_gui.gui.words import in_words, spoken, tr
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, STRUCTURED, Balance, Sheet, TermKey

PATIENCE_MS = 500
"""Milliseconds after which one asks oneself why there are no equations."""
TOLD = 3
"""Fields of wrong dimension that are named above the equations."""
TOO_LONG = 1000
"""Terms; a sheet of more is declared too long to read, and shown all the same."""
ADDED = tuple(tab for each in extensions() for tab in each.tabs)
"""Tabs of extensions."""
EQUATION = "motion"
"""The tab of the page on which all equations stand."""
INDENT = 66.0

_Seen = tuple[Sheet | None, frozenset[TermKey], tuple[Misfit, ...], bool, int]


class EquationsPane(QWidget):
    """The results of the derivation; also while a newer one is on its way."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._shown: _Seen | None = None
        self.tabs = FittingTabs()
        for name, title, symbol in (
            (EQUATION, tr("Equation"), "q″"),
            *((tab.name, tr(tab.title), tab.symbol) for tab in ADDED),
            ("linear", tr("Linear"), "Lin"),
            ("certificate", tr("Certificate"), "≡"),
        ):
            self.tabs.add(name, title, symbol)
        self.tabs.setCurrentIndex(0)
        self.typesetter = typesetter = Typesetter()
        self.view = FlowView(typesetter)
        self.view.set_indent(INDENT)
        self.view.tell = lambda keys: TermSources(session.flat).words(keys)
        self.unfolding = Unfolding(session, self.view)
        Pointing(session, self.view, typesetter, lambda: session.derivation.fitting)
        self.view.term_clicked.connect(session.select)
        self.view.fault_clicked.connect(self._go_to)
        self.figure = InertiaFigure(session, self.view)
        self.figure.known.connect(self._show_anew)
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
        self.choices = Choices(session, ADDED, self._show_motion_in, self.copy_page)
        self._build()
        self.tabs.currentChanged.connect(lambda _: self.refresh())
        session.derivation.changed.connect(self.refresh)
        session.report_changed.connect(self.refresh)
        for bar in self.bars:
            bar.changed.connect(self.refresh)
        self.choices.numbered_changed.connect(self.refresh)
        session.derivation.failed.connect(self.refresh)
        session.derivation.certified.connect(self._tell_certificate)
        session.highlight_changed.connect(lambda: self.view.light(session.highlighted))
        session.model_changed.connect(self.choices.fill_cases)
        session.busy_changed.connect(self._tell_busy)
        session.derivation.progress.connect(self._tell_progress)
        self._tell_busy()
        self.refresh()

    def _build(self) -> None:
        session, search = self.session, self.choices.search
        self.certified = CertifiedMark(session, self.bars)
        self.show_certificate = push_button(
            tr("show ▸"), lambda: self.show_tab("certificate"), name="equations_show_certificate"
        )
        self.show_certificate.setFlat(True)
        self.progress = QProgressBar(textVisible=False)
        self.progress.setMinimumWidth(20)
        self.progress.setMaximumWidth(120)
        self.stop = push_button(tr("Stop"), session.derivation.cancel)
        search.textChanged.connect(self.unfolding.find)
        self.lines = LeftOutLines(session)
        search.returnPressed.connect(lambda: self.lines.add(search.text()))
        session.opened.connect(search.clear)
        session.views.add_text(search)
        self.failure = PlainLabel(wordWrap=True, role="error")
        self.wrong = PlainLabel(wordWrap=True, role="error")
        self.wrong.setObjectName("equations_wrong")
        self.long = PlainLabel(wordWrap=True)
        self._late = False
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._tell_late(True))
        self.shorten = push_button(
            tr("Show structured form"),
            lambda: session.show_equations(form=STRUCTURED),
            name="equations_shorten",
        )
        self.write_out = push_button(
            tr("Write out"),
            lambda: session.show_equations(form=DEFAULT_FORM),
            name="equations_write_out",
        )
        hint = below(self.long, beside(self.shorten, self.write_out, 1))
        self.angles = AnglesOffer(session)
        self.modes = FrictionModes(session)
        self.modes.changed.connect(self.refresh)
        # what comes and goes is not in the lines above: it would widen them
        foot = beside(
            self.certified,
            (self.certified.evidence, 1),
            self.progress,
            self.stop,
            self.show_certificate,
        )
        above = (
            self.tabs,
            self.choices,
            *(bar.told for bar in self.bars),
            self.failure,
            self.wrong,
            hint,
            self.angles,
            self.modes,
            self.lines,
        )
        below(*above, (self.stack, 1), foot, within=self, margins=(10, 4, 6, 6), spacing=4)

    @property
    def bars(self) -> list[FadingBar]:
        """Controls by which terms fade."""
        return self.choices.bars

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
        can_copy = sheet is not None and (page is None or page.is_copied)
        for button in (self.choices.copy, self.choices.copy_short):
            button.setEnabled(can_copy)
        problems = session.derivation.problems
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        text = "  ".join(map(str, map(in_words, errors[:2])))
        hidden = bool(problems) and not self._stands_in
        self.failure.setText(f"{tr('No equations yet:')} {text}" if hidden else text)
        self.failure.setVisible(bool(problems))
        self.choices.refresh()
        self.choices.search.setEnabled(page is None)
        self._tell_size()
        self.lines.refresh(page is None and not hidden)
        self.angles.refresh(sheet if page is None and not hidden else None)
        self.modes.refresh(sheet if page is None and not hidden else None)
        if page is None:
            self._show(None if hidden else sheet)

    def _show(self, sheet: Sheet | None) -> None:
        """Show a sheet on the page, unless it stands there."""
        session, wrong = self.session, misfits_of(self.session)
        whole, sheet = sheet, self.modes.shown(sheet)
        self._tell_wrong(wrong)
        numbered, model = self.choices.numbered, session.flat
        names = {f"body:{body.number}": body.name for body in model.bodies}
        seen: _Seen = sheet, self.dropped, wrong, numbered, hash(tuple(names.items()))
        before = self._shown
        if before is not None and seen[0] is before[0] and seen[1:] == before[1:]:
            return
        self._shown = seen
        structured = sheet is not None and sheet.structured
        sources, mark = TermSources(model), marking(session, sheet if wrong else None)

        def said(row: Row) -> Row:
            marked = mark(row) if structured else sources.marked(mark(row))
            origin = marked.origin
            words = isinstance(origin, Balance) and origin.said  # stand where numbers do
            return marked if numbered or words or not marked.number else replace(marked, number="")

        inertia = None if sheet is None else reduced(sheet)
        self.figure.want(sheet, inertia)
        figure = self.figure if self.figure.height else None
        self.unfolding.show(Rows(sheet, self.dropped, names, said, figure), whole)

    def _show_anew(self) -> None:
        self._shown = None
        self.refresh()

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

    def _show_motion_in(self, name: str) -> None:
        """Show the equations of motion as a tab of their own has them."""
        self.pages[name].show_motion()
        self.show_tab(name)

    def show_tab(self, name: str) -> None:
        """Show a tab by its name."""
        names = [self.tabs.tabData(place) for place in range(self.tabs.count())]
        self.tabs.setCurrentIndex(names.index(name))

    def _tell_size(self) -> None:
        sheet, text, count = self.session.derivation.sheet, "", 0
        if sheet is not None and sheet.coordinates:
            text = tr("derived in {ms} · only results ≠ 0").format(ms=_time(sheet.seconds))
            count = sum(len(entry.terms) for entry in sheet.entries)
        self._tell_length(count)
        self.choices.note.setText(text)

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
        shortened = derivation.shortened and derivation.fits
        if shortened:
            text = tr("Structured: written out, results take more than a page for each coordinate.")
        awaited = self._late and self.session.derivation.sheet is None
        if awaited:
            text = tr("The equations are being derived: they stand here as soon as they are known.")
        if stands_in:
            text = tr("Lagrange's equations in structured form stand in its place.")
        elif meanwhile:
            text = tr("Lagrange's equations in structured form until what is chosen is derived.")
        self.long.setText(text.format(n=count))
        shown = count > TOO_LONG or meanwhile or awaited or shortened
        self.long.setVisible(shown and not has_page)
        self.write_out.setVisible(shortened and not has_page)
        self.shorten.setVisible(count > TOO_LONG and not has_page and offered)

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

    # --- what is copied --------------------------------------------------------------------

    def copy_page(self, sort: str) -> None:
        """Put what is seen on the clipboard."""
        self.session.message.emit(copy(self._page(), sort))

    def _page(self) -> Copies:
        """What is seen: of the page the rows that are not folded, of tabs all."""
        from lagr_gui.typesetting.sheet_latex import latex_equations

        sheet, page = self._sheet, self.pages.get(self.group)
        if page is not None:
            rows = [] if page.formulas is None else list(page.formulas.rows)
            return Copies(rows, None, self.typesetter, page.latex)
        symbols = self.unfolding.seen if sheet is not None else ()
        latex = latex_equations(sheet, symbols) if sheet is not None and symbols else ""
        return Copies(list(self.view.rows), sheet, self.typesetter, latex)

    @property
    def _sheet(self) -> Sheet | None:
        """The sheet whose lines are seen, without terms that fade."""
        sheet, dropped = self.modes.shown(self.session.derivation.sheet), self.dropped
        return sheet.without(dropped) if sheet is not None and dropped else sheet

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy a result, or the page; with the keyboard the current row."""
        page = self.pages.get(self.group)
        view = self.view if page is None else page.formulas
        if view is None:
            return
        row = self._row_for(view, event)
        sheet = self._sheet if page is None else None
        line = None if row is None else lambda: Copies([row], sheet, self.typesetter)
        menu_of(self, line, self._page, self.session.message.emit).popup(event.globalPos())

    @staticmethod
    def _row_for(view: FlowView, event: QContextMenuEvent) -> Row | None:
        """The row that a menu is of, if it says something."""
        at: QPoint = view.viewport().mapFromGlobal(event.globalPos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            row = None if view.current is None else view.rows[view.current]
        else:
            row = view.row_at(at) if view.viewport().rect().contains(at) else None
        return row if row is not None and row.origin is not None else None


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
