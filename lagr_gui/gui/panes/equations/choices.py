"""What is chosen of the equations: two quiet lines, and the rest behind one button."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QMenu, QWidget

from lagr_gui import pipeline
from lagr_gui.extension import EquationsTab, extensions, named
from lagr_gui.gui import settings
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.formalism import CoordinatesChooser, FormalismChooser
from lagr_gui.gui.panes.equations.page import FadingBar
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.segmented import SegmentedChoice
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import ALL, FORMS, ONE_SIDE, STRUCTURED
from lagr_gui.subsystems.events import SEPARATOR
from lagr_gui.subsystems.signals import IN, NAMES

SYSTEMS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("minimal", "minimal", {"minimal": None}),
    (ALL, "in all coordinates", {"minimal": ALL}),
    ("multipliers", "with multipliers", {"minimal": False}),
)
"""Forms of the equations of bound systems: their titles, and what is chosen of a `Presentation`."""

COPIED = (("latex", "LaTeX"), ("mathml", "MathML"), ("picture", "picture"))
"""What is copied without a menu of its own."""
GAP = 5
MORE, NUMBERED = "equations_more", "equations_numbered"
"""Settings: whether further choices are seen, and the numbers of LAGR's formulas."""
ON = "yes"


class Choices(QWidget):
    """Form, method and copies above the equations, and behind *more* all other choices."""

    numbered_changed = Signal()

    def __init__(
        self,
        session: Session,
        tabs: tuple[EquationsTab, ...],
        show_tab: Callable[[str], None],
        copy: Callable[[str], None],
    ) -> None:
        """`tabs` may be chosen beside sides of forces, and `show_tab` shows one."""
        super().__init__()
        self.session, self._show_tab = session, show_tab
        self._sides = tuple((tab.name, tr(tab.side)) for tab in tabs if tab.side)
        show = session.show_equations
        self.minimal = SegmentedChoice(self._choose_system, "equations_minimal")
        self.minimal.offer((name, tr(title)) for name, title, _ in SYSTEMS)
        set_note(
            self.minimal,
            tr(
                "Conditions bind the coordinates: one equation for each freedom, in coordinates "
                "that they leave or in all of them, or one for each coordinate with multipliers"
            ),
        )
        self.formalism = FormalismChooser(session)
        self.copy = SegmentedChoice(copy, "equations_copy", kept=False)
        self.copy.offer((sort, tr(words)) for sort, words in COPIED)
        menu = QMenu(self)
        for sort, words in COPIED:
            menu.addAction(tr(words), partial(copy, sort))
        self.copy_short = tool_button(f"{tr('copy')} ▾", name="equations_copy_short", menu=menu)
        self.form = SlimComboBox(
            [(name, tr(name)) for name in FORMS], lambda form: show(form=form), "equations_form"
        )
        self.case = SlimComboBox((), lambda case: show(special=case), "equations_case")
        self.coordinates = CoordinatesChooser(session)
        self.side = SlimComboBox(
            (
                ("right", tr("Forces on the right")),
                (ONE_SIDE, tr("Everything on one side")),
                *self._sides,
            ),
            self._choose_side,
            "equations_side",
        )
        self.parts = QCheckBox(tr("Names κ"))
        self.parts.setObjectName("equations_parts")
        set_note(
            self.parts, tr("Sums that occur often get names κ₁, κ₂ … where results become shorter")
        )
        self.parts.clicked.connect(lambda on: show(name_parts=on))
        self.multipliers = QCheckBox(tr("Multipliers λ"))
        self.multipliers.setObjectName("equations_multipliers")
        set_note(
            self.multipliers,
            tr("Below minimal equations the multipliers: constraint forces λ G of each condition"),
        )
        self.multipliers.clicked.connect(lambda on: show(multipliers=on))
        self.signals = QCheckBox(tr("Signals put in"))
        self.signals.setObjectName("equations_signals")
        set_note(
            self.signals, tr("What signals stand for, in the equations; those that switch stay")
        )
        self.signals.clicked.connect(lambda on: show(signals=IN if on else NAMES))
        self.after = AfterChooser(session)
        self.numbers = QCheckBox(tr("Numbers of formulas"))
        self.numbers.setObjectName("equations_numbers")
        set_note(self.numbers, tr("Behind each result the number of its formula in the theory"))
        self.numbers.setChecked(settings.text(NUMBERED) == ON)
        self.numbers.clicked.connect(self._number)
        self.bars: list[FadingBar] = [
            named(place)(session) for each in extensions() for place in each.bars
        ]
        self.search = QLineEdit(placeholderText=tr("Search a name…"), clearButtonEnabled=True)
        self.search.setObjectName("equations_search")
        self.search.setMinimumWidth(50)
        set_note(self.search, tr("Shows only rows in which the name stands: g, Ĵ_3, shat, l1 …"))
        self.note = SlimLabel(role="muted")
        self.more = push_button(tr("more …"), self._unfold, name="equations_more")
        self.more.setCheckable(True)
        self.more.setFlat(True)
        self._lay_out()
        self.more.setChecked(settings.text(MORE) == ON)
        self.panel.setVisible(self.more.isChecked())
        for signal in (*(bar.changed for bar in self.bars), self.search.textChanged):
            signal.connect(lambda *_: self._tell_more())

    def _lay_out(self) -> None:
        for box in (self.formalism, self.form, self.case, self.coordinates, self.side):
            box.give_way()
        self._of_form, self._of_case = _muted(tr("form")), _muted(tr("case:"))
        first = beside(self._of_form, self.minimal, self.signals, (self.after, 100), 1, spacing=8)
        self._of_method, self._of_copy = _muted(tr("method")), _muted(tr("copy"))
        self._others = (self._of_method, self.more, self._of_copy, self.copy)
        self.copy.hide()
        self._of_copy.hide()
        second = beside(
            self._of_method,
            (self.formalism, 100),
            self.more,
            1,
            self._of_copy,
            self.copy,
            self.copy_short,
            spacing=GAP,
        )
        self.formalism.currentTextChanged.connect(lambda _: self._fit())
        self.panel = QWidget()
        written = beside(
            _muted(tr("terms:")),
            (self.form, 100),
            self._of_case,
            (self.case, 100),
            1,
            self.note,
            spacing=6,
        )
        stands = beside(
            _muted(tr("in:")), (self.coordinates, 100), (self.side, 100), self.parts, 1, spacing=6
        )
        bars = ((bar, 80) for bar in self.bars)
        seen = beside(*bars, self.multipliers, self.numbers, (self.search, 100))
        below(written, stands, seen, within=self.panel, margins=(0, 2, 0, 2), spacing=4)
        below(first, second, self.panel, within=self, margins=NONE, spacing=4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show all copies where there is room for them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        parts = [self.formalism.whole_width, *(part.sizeHint().width() for part in self._others)]
        wide = sum(parts) + GAP * (len(parts) + 1) <= self.width()
        for part in (self._of_copy, self.copy):
            part.setVisible(wide)
        self.copy_short.setVisible(not wide)

    # --- what is chosen --------------------------------------------------------------------

    @property
    def numbered(self) -> bool:
        """Whether results have the numbers of their formulas."""
        return self.numbers.isChecked()

    def refresh(self) -> None:
        """Show what the session shows."""
        chosen = self.session.chosen
        self.formalism.refresh()
        self.coordinates.refresh()
        self.form.choose(chosen.form)
        self.side.choose(chosen.side)
        held = vars(chosen)
        systems = (name for name, _, own in SYSTEMS if all(held[k] == own[k] for k in own))
        self.minimal.choose(next(systems, SYSTEMS[0][0]))
        bound = pipeline.prepare(self.session.derivation.model).is_bound
        for part in (self._of_form, self.minimal):
            part.setVisible(bound)
        self.parts.setChecked(chosen.name_parts)
        self.parts.setEnabled(chosen.form != STRUCTURED)
        self.multipliers.setVisible(bound)
        self.multipliers.setChecked(chosen.multipliers)
        self.multipliers.setEnabled(chosen.can_list_multipliers)
        names = {signal.kind for signal in self.session.flat.signals}
        self.signals.setVisible(bool(names - {"state"}))
        self.signals.setChecked(chosen.signals == IN)
        self.after.refresh()
        self.fill_cases()

    def fill_cases(self) -> None:
        """Offer the special cases of the model."""
        cases = ((case.name, case.name) for case in self.session.model.special_cases)
        self.case.offer([("", tr("general")), *cases])
        self.case.choose(self.session.special)
        for part in (self._of_case, self.case):
            part.setVisible(self.case.count() > 1)
        self._tell_more()

    def _choose_system(self, name: str) -> None:
        changes = next(changes for own, _, changes in SYSTEMS if own == name)
        self.session.show_equations(**changes)

    def _choose_side(self, side: str) -> None:
        """Another side for forces, or the equations of motion as a tab of their own shows them."""
        if side in dict(self._sides):
            self._show_tab(side)
        else:
            self.session.show_equations(side=side)

    def _number(self, on: bool) -> None:
        settings.remember(NUMBERED, ON if on else "")
        self.numbered_changed.emit()

    # --- what is behind the button ---------------------------------------------------------

    def _unfold(self, on: bool) -> None:
        settings.remember(MORE, ON if on else "")
        self.panel.setVisible(on)
        self._tell_more()

    def _tell_more(self) -> None:
        """Mark the button while something is chosen that is not seen."""
        hidden = () if self.more.isChecked() else tuple(self._unusual())
        self.more.setText(tr("more …") + (" •" if hidden else ""))
        note = tr("How terms are written, special case, coordinates, sides, names, search")
        set_note(self.more, "\n".join((note, *hidden)))

    def _unusual(self) -> Iterator[str]:
        """What is chosen otherwise than at first, in words."""
        boxes = (self.form, self.case, self.coordinates, self.side)
        yield from (box.currentText() for box in boxes if box.currentIndex() > 0)
        yield from (box.text() for box in (self.parts, self.multipliers) if box.isChecked())
        yield from (bar.told.text() for bar in self.bars if bar.dropped)
        if self.search.text():
            yield f"{self.search.placeholderText()} {self.search.text()}"


def _muted(text: str) -> QLabel:
    label = SlimLabel(text, shy=True, role="muted")
    label.setAlignment(Qt.AlignmentFlag.AlignVCenter)
    return label


class AfterChooser(SlimComboBox):
    """Before any event, after single ones, and after several in turn.

    A dot marks what holds at the time cursor.
    """

    def __init__(self, session: Session) -> None:
        super().__init__((), lambda names: session.show_equations(after=names), "equations_after")
        self.session = session
        set_note(self, tr("Equations before any event, or after events: without what these open"))
        self.give_way()
        for signal in (session.running.time_changed, session.running.changed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Offer what events change, with a dot at what holds at the time cursor."""
        names = [
            str(event.name)
            for event in self.session.model.events
            if any(action.item for action in event.do)
        ]
        self.setVisible(bool(names))
        if not names:
            return
        holding = SEPARATOR.join(self._happened(names)) if self._is_known else None
        turns = accumulate(names, lambda before, name: f"{before}{SEPARATOR}{name}")
        every: list[str] = ["", *names, *turns, *([holding] if holding else [])]
        offered = dict.fromkeys(every)
        self.offer((one, _words(one) + (" •" if one == holding else "")) for one in offered)
        self.choose(self.session.chosen.after)

    @property
    def _is_known(self) -> bool:
        """Whether the motion that is shown is one of the model as it is."""
        return self.session.running.trajectory is not None and not self.session.outdated

    def _happened(self, names: list[str]) -> list[str]:
        """Those of some events that have happened at the time cursor, in their order."""
        trajectory, time = self.session.running.trajectory, self.session.running.time
        happened = trajectory.happened if trajectory is not None else ()
        keys = {f"event:{name}": name for name in names}
        return [*dict.fromkeys(keys[h.item] for h in happened if h.t <= time and h.item in keys)]


def _words(names: str) -> str:
    if not names:
        return tr("before any event")
    return tr("after {names}").format(names=names.replace(SEPARATOR, f"{SEPARATOR} "))
