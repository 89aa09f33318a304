"""The numbers of lines that are unfolded, at the time cursor or at the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui.analysis.equations.lines import OF_MOTION, OF_STATES
from lagr_gui.expression import Expression, symbols
from lagr_gui.expression.units import raised
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import ValuesQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.units import unit_of_line
from lagr_gui.gui.words import in_words, spoken, tr
from lagr_gui.mechanics.parts import NAMED_PART
from lagr_gui.mechanics.sheets.balance import multiplier
from lagr_gui.mechanics.sheets.sheet import FIRST_KIND, VECTORS, Balance, Definition, Entry
from lagr_gui.mechanics.state import State
from lagr_gui.pipeline import Lines

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet
    from lagr_gui.pipeline import LineValues

Line = Definition | Entry | Balance | tuple[Entry, ...]
"""What a row says: a definition, a result, an equation of motion, the entries of a matrix."""


class ShownValues(QObject):
    """Asks for the numbers of lines of a sheet while the time cursor moves."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self._sheet: Sheet | None = None
        self._lines: Lines | None = None
        self._asked: ValuesQuestion | None = None
        self.inquiry: Inquiry[LineValues] = Inquiry(session.motions, "line_values", self)
        self.inquiry.changed.connect(self._hear)
        running = session.running
        for signal in (running.time_changed, running.changed, session.model_changed):
            signal.connect(self._ask)

    def want(self, sheet: Sheet | None, lines: Iterable[Line]) -> None:
        """Ask for these lines of a sheet from now on."""
        self._sheet, self._lines = sheet, None
        if sheet is not None and (parts := list(_parts(sheet, lines))):
            self._lines = Lines.of(sheet, parts)
        self._ask()

    def words(self, line: Line) -> tuple[str, ...]:
        """The numbers of a line with unit and time, and what it means; three lines of a tensor."""
        meaning = spoken(line.meaning) if isinstance(line, Definition) else ""
        sheet = self._sheet
        if sheet is None or not has_numbers(sheet, line):
            return (meaning,) if meaning else ()
        answer = self._answer()
        numbers, behind = numbers_of(line, answer), f"   {meaning}" if meaning else ""
        if numbers is None or answer is None:
            return f"= {self._missing()}{behind}", *[""] * (2 if size_of(line) == 9 else 0)
        units = self.session.report.units if self.session.report else ()
        declared = {parameter.name: parameter.unit for parameter in self.session.flat.parameters}
        rows = _in_rows(numbers)
        lines = [f"= {rows[0]}", *(f"   {row}" for row in rows[1:])]
        lines[-1] += f" {unit_of_line(line, sheet, units, declared)}".rstrip()
        lines[-1] += f"   {self._when(answer)}{behind}"
        return tuple(lines)

    def _answer(self) -> LineValues | None:
        """The numbers, if they are of the model that is shown; perhaps of a moment before."""
        asked, answered = self._asked, self.inquiry.answered
        if asked is None or answered is None or answered.model != asked.model:
            return None
        return self.inquiry.found if answered.special == asked.special else None

    def _missing(self) -> str:
        problems = self.inquiry.problems
        return "…" if self.inquiry.waiting or not problems else str(in_words(problems[0]))

    def _when(self, answer: LineValues) -> str:
        answered = self.inquiry.answered
        if isinstance(answered, ValuesQuestion) and answered.state is None:
            return tr("at the start")
        return tr("at t = {t} s").format(t=f"{answer.t:.2f}")

    def _hear(self) -> None:
        if not self.inquiry.waiting:
            self._ask()  # the time cursor has moved on
            self.changed.emit()

    def _ask(self) -> None:
        question = self._question()
        if question == self._asked:
            return
        later = question and self._asked and replace(question, state=self._asked.state)
        if self.inquiry.waiting and later is not None and later == self._asked:
            return  # otherwise a cursor that moves all the time would never see numbers
        self._asked = question
        self.inquiry.want(question)

    def _question(self) -> ValuesQuestion | None:
        session, sheet, lines = self.session, self._sheet, self._lines
        if sheet is None or lines is None or sheet is not session.derivation.fitting:
            return None
        return ValuesQuestion(session.derivation.model, sheet.special, lines, self._state(sheet))

    def _state(self, sheet: Sheet) -> State | None:
        """Where the simulation that is shown is at the time cursor."""
        session, trajectory = self.session, self.session.running.trajectory
        if trajectory is None or session.outdated or session.special != sheet.special:
            return None
        known = trajectory.coordinates
        if not {*sheet.coordinates} <= {*known}:
            return None
        t = min(max(session.running.time, float(trajectory.t[0])), float(trajectory.t[-1]))
        places = [known.index(name) for name in sheet.coordinates]
        q, qd, z = trajectory.layout.parts(trajectory.states_at(t))
        return State(t, *(tuple(part.tolist()) for part in (q[places], qd[places], z)))


def _parts(sheet: Sheet, lines: Iterable[Line]) -> Iterator[Definition | Entry]:
    for line in lines:
        if has_numbers(sheet, line) and not isinstance(line, Balance):
            yield from line if isinstance(line, tuple) else (line,)


def trees_of(line: Line) -> Iterator[Expression]:
    """The expressions in which the names of a line stand."""
    match line:
        case Definition():
            yield from line.trees
        case Entry():
            yield from (term.tree for term in line.terms)
        case Balance():
            yield from (term.tree for term in (*line.left, *line.right))
        case _:
            for entry in line:
                yield from trees_of(entry)


def has_numbers(sheet: Sheet, line: Line) -> bool:
    """Whether the numbers of a line can be told: those of equations of motion vanish."""
    if sheet.chosen is not None or sheet.formalism == FIRST_KIND:  # other coordinates
        return False
    if isinstance(line, Definition):
        return _is_of_motion(sheet, line)
    if sheet.structured and isinstance(line, Entry) and line.symbol == "lambda":
        return False  # in names of other results
    numeric = (*OF_STATES, *OF_MOTION)
    return isinstance(line, tuple) or (isinstance(line, Entry) and line.symbol in numeric)


def _is_of_motion(sheet: Sheet, definition: Definition) -> bool:
    """Whether no reactions, and no rates of momenta or quasi-velocities stand in a definition."""
    if definition.stem != NAMED_PART:
        return True
    if sheet.formalism == "newton-euler":
        return False
    multipliers = {multiplier(entry.indices[0]) for entry in sheet.of("G")}
    return all(
        symbol not in multipliers and (not symbol.order or symbol.name in sheet.coordinates)
        for symbol in symbols(sheet.written_out(definition.tree))
    )


def is_told(sheet: Sheet, line: Line) -> bool:
    """Whether there are words of a line: its numbers, or at least what it means."""
    return has_numbers(sheet, line) or (isinstance(line, Definition) and bool(line.meaning))


_SIZES = {"E": 9, "x": 3, **dict.fromkeys(VECTORS, 3)}
"""Numbers of matrices and vectors."""


def size_of(line: Line) -> int:
    """How many numbers a line has."""
    if isinstance(line, Definition):
        return {"scalar": 1, "vector": 3}.get(line.rank, 9)
    entry = line[0] if isinstance(line, tuple) else line
    whole = isinstance(line, tuple) or (isinstance(entry, Entry) and len(entry.indices) == 1)
    return _SIZES.get(entry.symbol, 1) if isinstance(entry, Entry) and whole else 1


def numbers_of(line: Line, values: LineValues | None) -> tuple[float, ...] | None:
    """The numbers of a line among those that are known; entries that vanish are 0."""
    if values is None:
        return None
    match line:
        case Definition():
            return values.definitions.get(line.name)
        case Entry():
            return values.entries.get((line.symbol, line.indices))
        case tuple():
            values_of_line = [values.entries.get((entry.symbol, entry.indices)) for entry in line]
            if None in values_of_line:
                return None
            numbers = [0.0] * size_of(line)
            for entry, value in zip(line, values_of_line, strict=True):
                row, *column = (index - 1 for index in entry.indices[1:])
                if entry.symbol in VECTORS:
                    column.clear()  # the speed is the same for all of them
                numbers[3 * row + column[0] if column else row] = value[0] if value else 0.0
            return tuple(numbers)
        case _:
            return None


def _in_rows(numbers: Sequence[float]) -> list[str]:
    """One number, a vector, or the rows of a tensor."""
    texts = [number_text(number) for number in numbers]
    if len(texts) == 1:
        return texts
    return [f"({', '.join(texts[i : i + 3])})" for i in range(0, len(texts), 3)]


def number_text(number: float) -> str:
    """Four digits, as one writes them: −0.4127, 1.2·10⁻⁵."""
    if number != number or abs(number) == float("inf"):
        return tr("not determined")
    text, _, power = f"{number + 0.0:.4g}".partition("e")
    digits = text.replace("-", "−")
    return raised(f"{digits}·10^{int(power)}") if power else digits
