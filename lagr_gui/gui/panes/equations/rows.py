"""From a sheet to rows of pieces that can be broken into lines."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, overload

from lagr_gui.expression.letters import pretty
from lagr_gui.gui.panes.equations.breaking import LONG
from lagr_gui.gui.panes.equations.sections import (
    LETTERS,
    MANY,
    ByBody,
    HeadedRows,
    Maker,
    SectionPart,
    with_headings,
)
from lagr_gui.gui.panes.equations.single_rows import (
    assumed_rows,
    balance_row,
    condition_row,
    definition_row,
    partial_velocity_row,
    pose_row,
    result_row,
    with_equal,
)
from lagr_gui.gui.panes.equations.structured_rows import StructuredRows
from lagr_gui.gui.typesetting import Row, RowFigure
from lagr_gui.gui.words import in_words, spoken, tr
from lagr_gui.mechanics.chart import INVALID
from lagr_gui.mechanics.sheets.balance import balances_of, by_group, equations_of_motion
from lagr_gui.mechanics.sheets.equal_results import said_once
from lagr_gui.mechanics.sheets.sheet import (
    CONSERVED,
    COORDINATE,
    IN_SPEEDS,
    VECTORS,
    Definition,
    Entry,
    Term,
    needed,
    poses,
    vectors,
)
from lagr_gui.typesetting import UNICODE, typst
from lagr_gui.typesetting.letters import entry_name

if TYPE_CHECKING:
    from lagr_gui.mechanics.chart import Chosen
    from lagr_gui.mechanics.sheets.equal_results import Also
    from lagr_gui.mechanics.sheets.sheet import Sheet, TermKey

REDUCED = ("J", "J_red")
"""Results that stand directly below the equations of motion."""

BESIDE = ("cyclic", "reaction")
"""Remarks that stand directly below the equations of motion."""

ENERGIES = ("T", "U", "D", "U_F", "D_F", "T_dot", "T_ddot", "S", "Z", "Z_R", "T_star", "L", "H")
CONDITIONS = ("phi", "velocity", "solved")
TABLE = ("p", *VECTORS, "F", "F_star", "hamel", "lambda", "g", "Gamma", "Q")
MATRIX = ("G", "gamma_bar", "gamma_bar2")

SYMBOLS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "speeds": ("speeds",),
        "motion": ("motion", "definitions", *REDUCED),
        "multipliers": ("lambda", "multipliers"),
        "energies": ENERGIES,
        "conserved": CONSERVED,
        "conditions": CONDITIONS,
        "states": ("states",),
        "signals": ("signals",),
        "assumed": ("assumed",),
        "table": TABLE,
        "matrix": MATRIX,
        "kinematics": ("E", "x"),
    }
)
"""What is in the sections of the page, as the sections of a sheet are called; others are one."""

LINE = 72
"""Letters of a line of words."""

NAMELESS: Mapping[str, str] = MappingProxyType({})

Listed = list[tuple[Entry | Definition, Maker]]


class LazyRows(Sequence[Row]):
    """Rows each of which is made when it is wanted: a long sheet must not stop the window."""

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self.row(i) for i in range(*index.indices(len(self)))]
        return self.row(index)

    @abstractmethod
    def row(self, index: int) -> Row:
        """A single row."""


class Rows(LazyRows):
    """The rows of the page: equations of motion, then what they are made of, in sections.

    Terms that are `dropped` fade; the equations of motion are those without them.
    """

    def __init__(
        self,
        sheet: Sheet | None,
        dropped: frozenset[TermKey] = frozenset(),
        names: Mapping[str, str] = NAMELESS,
        mark: Callable[[Row], Row] = lambda row: row,
        figure: RowFigure | None = None,
    ) -> None:
        """`names` are those of bodies by item key, for headings; `mark` says more of a row.

        The `figure` stands beside the reduced inertia.
        """
        self._mark, self._dropped, self._figure = mark, dropped, figure
        self._made: dict[int, Row] = {}
        self._makers: list[Maker] = []
        self.lines: StructuredRows | None = None
        self.sections: dict[int, HeadedRows] = {}
        self.also: dict[tuple[str, tuple[int, ...]], Also] = {}
        if sheet is None:
            return
        self._said = {d.name for d in sheet.definitions if d.meaning == COORDINATE}
        self.lines = StructuredRows(sheet) if sheet.structured else None
        self._makers, self.sections = with_headings(self._parts(sheet, ByBody(sheet, names)))

    def _parts(self, sheet: Sheet, bodies: ByBody) -> Iterator[SectionPart]:
        notes = [partial(Row, text=lines) for lines in _left_out(sheet)]
        yield SectionPart(("notes", ""), "", notes)
        if sheet.chosen is not None:
            yield SectionPart(("chart", ""), tr("New coordinates"), _chart(sheet, sheet.chosen))
        yield from self._motion(sheet, bodies)
        for symbol, words in (
            ("friction", tr("Dry friction")),
            ("contacts", tr("Limits and contacts")),
        ):
            while_open = symbol == "contacts" and not any(own.mode for own in sheet.contacts)
            said = tr("equations of motion: while they are open") if while_open else ""
            groups = self._groups(sheet, symbol)
            yield SectionPart((symbol, ""), words, groups, beside=said)
        yield SectionPart(("multipliers", ""), tr("Multipliers"), self._multipliers(sheet))
        energies = self._results(sheet, ENERGIES)
        yield SectionPart(("energies", ""), tr("Energies"), energies, beside=_by_source(sheet))
        conserved = self._results(sheet, CONSERVED)
        yield SectionPart(("conserved", ""), tr("Conserved quantities"), conserved)
        yield SectionPart(
            ("conditions", ""), tr("Conditions"), self._conditions(sheet), beside=_bound(sheet)
        )
        signals = [partial(balance_row, balance) for balance in balances_of(sheet, "signals")]
        yield SectionPart(("signals", ""), tr("Signals"), signals)
        states = [partial(balance_row, balance) for balance in balances_of(sheet, "states")]
        yield SectionPart(("states", ""), tr("First-order state equations"), states)
        yield SectionPart(("assumed", ""), tr("Assumed from the start on"), assumed_rows(sheet))
        if not sheet.structured:
            table = tr("LAGR's table: g, Γ, Q") if sheet.of("g") else tr("What they are made of")
            yield from self._list(sheet, ("table", table), bodies)
        yield from self._list(sheet, ("matrix", tr("Constraint matrix: G, γ̄, γ̿")), bodies)
        kinematics = self._results(sheet, ("E", "x")) if self.lines else self._kinematics(sheet)
        where = tr("rotation matrices, centres of mass")
        yield SectionPart(
            ("kinematics", ""), tr("Kinematics"), kinematics, closed=True, beside=where
        )
        notes_below = [note for note in sheet.notes if note.code not in BESIDE]
        told = [partial(Row, text=_wrapped(str(in_words(note)))) for note in notes_below]
        yield SectionPart(("remarks", ""), tr("Remarks"), [] if sheet.left_out else told)

    def _motion(self, sheet: Sheet, bodies: ByBody) -> Iterator[SectionPart]:
        """The equations of motion with what stands in them."""
        dropped = self._dropped
        balances = equations_of_motion(sheet.without(dropped) if dropped else sheet)
        title = tr("Equation of motion") if len(balances) == 1 else tr("Equations of motion")
        if self.lines is not None:
            yield SectionPart(("motion", ""), title, self.lines.motion(), beside=_freedoms(sheet))
            yield from self._list(sheet, ("table", ""), bodies)
            return
        speeds = [partial(balance_row, balance) for balance in balances_of(sheet, "speeds")]
        of_speeds = tr("Quasi-velocities and kinematical equations")
        if sheet.formalism == "kane":
            of_speeds = tr("Generalised speeds and kinematical equations")
        yield SectionPart(("speeds", ""), of_speeds, speeds)
        inertia = [entry for symbol in REDUCED for entry in sheet.of(symbol)]
        makers: list[Maker] = []
        for group, balances_of_group in by_group(balances):
            makers += [partial(Row, title=spoken(group))] if group else []
            makers += [partial(balance_row, balance) for balance in balances_of_group]
        makers += [partial(result_row, entry, dropped) for entry in inertia]
        terms = (term for balance in balances for term in (*balance.left, *balance.right))
        makers += self._names(sheet, (*terms, *(t for entry in inertia for t in entry.terms)))
        makers += [partial(balance_row, balance) for balance in balances_of(sheet, "slopes")]
        if inertia and self._figure is not None:
            makers.append(partial(Row, figure=self._figure))
        told = (in_words(note) for note in sheet.notes if note.code in BESIDE)
        makers += [partial(Row, text=_wrapped(f"{note.place}: {note.cause}")) for note in told]
        yield SectionPart(("motion", ""), title, makers, beside=_freedoms(sheet))

    def _groups(self, sheet: Sheet, symbol: str) -> list[Maker]:
        """What forces of friction or contact may be, and what they are, below their elements."""
        makers: list[Maker] = []
        for group, balances in by_group(balances_of(sheet, symbol)):
            terms = (term for own in balances for term in (*own.left, *own.right))
            makers += [partial(Row, title=spoken(group)), *self._names(sheet, terms)]
            makers += [partial(balance_row, balance) for balance in balances]
        return makers

    def _multipliers(self, sheet: Sheet) -> list[Maker]:
        """Those of minimal equations; equations in speeds have theirs among what they are of."""
        if sheet.formalism in IN_SPEEDS:
            return []
        systems = balances_of(sheet, "multipliers")
        makers = [partial(balance_row, balance) for balance in systems]
        return [*self._results(sheet, SYMBOLS["multipliers"]), *makers]

    def _results(self, sheet: Sheet, symbols: Sequence[str]) -> list[Maker]:
        if self.lines is not None:
            return list(self.lines.results(symbols))
        entries = [entry for symbol in symbols for entry in sheet.of(symbol)]
        makers = self._names(sheet, (term for entry in entries for term in entry.terms))
        return makers + [partial(result_row, entry, self._dropped) for entry in entries]

    def _names(self, sheet: Sheet, terms: Iterable[Term]) -> list[Maker]:
        """What the names in terms stand for, unless that is said above."""
        used = needed(sheet.definitions, (term.tree for term in terms))
        new = [entry for entry in used if entry.name not in self._said]
        self._said.update(entry.name for entry in new)
        return [partial(definition_row, entry) for entry in new]

    def _conditions(self, sheet: Sheet) -> list[Maker]:
        """The conditions as equations, and the dependent coordinates where they are known."""
        makers = self._results(sheet, ("phi",))
        balances = balances_of(sheet, "velocity")
        makers += [partial(balance_row, balance) for balance in balances]
        if (matrix := condition_row(sheet)) is not None:
            makers.append(lambda: matrix)
        if sheet.solved and sheet.minimal is None:
            makers.append(partial(Row, title=tr("Dependent coordinates")))
            makers += [partial(balance_row, balance) for balance in sheet.solved]
        return makers

    def _kinematics(self, sheet: Sheet) -> list[Maker]:
        """Where the bodies are, one after the other."""
        entries = [*sheet.of("E"), *sheet.of("x")]
        makers = self._names(sheet, (term for entry in entries for term in entry.terms))
        for number in sorted({entry.indices[0] for entry in entries}):
            makers.append(partial(Row, title=tr("Body {n}").format(n=number)))
            for symbol in ("E", "x"):
                of_body = poses(sheet, symbol).get(number, [])
                if of_body and sum(len(typst(entry.tree)) for entry in of_body) <= LONG:
                    makers.append(partial(pose_row, symbol, of_body))
                else:
                    makers += [partial(result_row, entry) for entry in of_body]
        return makers

    def _list(self, sheet: Sheet, called: tuple[str, str], bodies: ByBody) -> Iterator[SectionPart]:
        """Results symbol by symbol, by body where they are many, with definitions in the table."""
        key, title = called
        lists: list[tuple[str, str, Listed]] = []
        for symbol in SYMBOLS[key]:
            if symbol == "lambda" and sheet.formalism not in IN_SPEEDS:
                continue  # told by themselves
            if symbol in VECTORS:
                whole: Listed = [
                    (entries[0], partial(partial_velocity_row, sheet, entries))
                    for entries in vectors(sheet, symbol).values()
                ]
                lists.append((symbol, LETTERS.get(symbol, symbol), whole))
                continue
            entries = sheet.of(symbol)
            once = [(e, ()) for e in entries] if self._dropped else said_once(entries)
            self.also |= {(e.symbol, e.indices): also for e, also in once if also}
            rows: Listed = [(e, partial(self._result, e, also)) for e, also in once]
            lists.append((symbol, LETTERS.get(symbol, symbol), rows))
        named: Listed = []
        if self.lines is not None and key == "table":
            named = [(d, partial(self.row_of, d)) for d in sheet.definitions]
        if sum(len(rows) for _, _, rows in lists) + len(named) > MANY:
            for listed in (*lists, ("definitions", tr("Definitions"), named)):
                for part in bodies.parts(*listed):
                    yield replace(part, closed=part.closed or bool(title))
            return
        results = [make for _, _, rows in lists for _, make in rows]
        entries = (entry for symbol in SYMBOLS[key] for entry in sheet.of(symbol))
        terms = (term for entry in entries for term in entry.terms)
        makers = [*(() if self.lines else self._names(sheet, terms)), *results]
        closed = bool(title) and sheet.formalism not in IN_SPEEDS
        said = _names_said(sheet, SYMBOLS[key]) if closed else ""
        yield SectionPart((key, ""), title, makers, closed=closed, beside=said)
        definitions = [make for _, make in named]
        yield SectionPart(("definitions", ""), tr("Definitions"), definitions)

    def _result(self, entry: Entry, also: Also) -> Row:
        row = self.row_of(entry) if self.lines is not None else result_row(entry, self._dropped)
        return with_equal(row, also) if also else row

    def row_of(self, line: Definition | Entry) -> Row:
        """The row of a line that stands below another one."""
        if self.lines is not None:
            return self._mark(self.lines.row_of(line))
        return self._mark(
            definition_row(line) if isinstance(line, Definition) else result_row(line)
        )

    def __len__(self) -> int:
        return len(self._makers)

    def row(self, index: int) -> Row:
        """A single row."""
        if index not in self._made:
            self._made[index] = self._mark(self._makers[index]())
        return self._made[index]


class MadeRows(Rows):
    """Those of any makers."""

    def __init__(self, makers: Sequence[Maker]) -> None:
        super().__init__(None)
        self._makers += makers


def reduced(sheet: Sheet) -> Entry | None:
    """The inertia that the only freedom feels, where there is one."""
    return next((entry for symbol in REDUCED for entry in sheet.of(symbol)), None)


def _left_out(sheet: Sheet) -> list[tuple[str, ...]]:
    """Why lines are not here; the page has a field for single ones."""
    notes = (in_words(note) for note in sheet.notes if sheet.left_out)
    return [_wrapped(f"{note.place}: {note.cause}") for note in notes]


def _wrapped(text: str) -> tuple[str, ...]:
    return tuple(wrap(text, LINE))


def _freedoms(sheet: Sheet) -> str:
    """How many freedoms minimal equations are of, or how many coordinates have multipliers."""
    if sheet.minimal is None and (bound := sheet.of("G")):
        count = len({entry.indices[0] for entry in bound})
        return f"{_coordinates(sheet)}, {_count(count, '1 multiplier', '{n} multipliers')}"
    n = len(sheet.coordinates if sheet.minimal is None else sheet.minimal.speeds)
    return _count(n, "1 degree of freedom", "{n} degrees of freedom")


def _bound(sheet: Sheet) -> str:
    """How many conditions there are for how many coordinates."""
    count = len({entry.indices[0] for symbol in ("phi", "G") for entry in sheet.of(symbol)})
    conditions = _count(count, "1 condition", "{n} conditions")
    return f"{_coordinates(sheet)}, {conditions}" if count else ""


FEW_NAMES = 6
"""Names of results that are said beside the heading under which they are folded."""


def _names_said(sheet: Sheet, symbols: Sequence[str]) -> str:
    """The names of the first results of a table."""
    entries = [entry for symbol in symbols for entry in sheet.of(symbol)]
    names = [UNICODE.written(entry_name(entry)) for entry in entries[:FEW_NAMES]]
    return ", ".join((*names, *(["…"] if len(entries) > FEW_NAMES else [])))


def _coordinates(sheet: Sheet) -> str:
    return _count(len(sheet.coordinates), "1 coordinate", "{n} coordinates")


def _count(number: int, one: str, many: str) -> str:
    return tr(one if number == 1 else many).format(n=number)


def _by_source(sheet: Sheet) -> str:
    """Whether each term comes from one item."""
    terms = [
        term for symbol in ("T", "U", "D") for entry in sheet.of(symbol) for term in entry.terms
    ]
    single = bool(terms) and all(len(term.sources) == 1 for term in terms)
    return tr("by body and element") if single else ""


def _chart(sheet: Sheet, chosen: Chosen) -> list[Maker]:
    """New coordinates: their definitions, start, and where they are not valid."""
    coordinates = [entry for entry in sheet.definitions if entry.meaning == COORDINATE]
    makers: list[Maker] = [partial(definition_row, entry) for entry in coordinates]
    notes = [note for note in sheet.notes if note.code == INVALID]
    makers += [partial(Row, text=_wrapped(str(in_words(note)))) for note in notes]
    begun = zip(chosen.chart.names, chosen.start, strict=False)
    values = "; ".join(
        f"{pretty(name)} = {p:.4g}, {pretty(name)}′ = {pd:.4g}" for name, (p, pd) in begun
    )
    return [*makers, *([partial(Row, text=_wrapped(f"{tr('Start')}: {values}"))] if values else [])]
