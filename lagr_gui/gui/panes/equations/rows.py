"""From a sheet to rows of pieces that can be broken into lines."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, overload

from lagr_gui.exchange.documents.linear_equations import BALANCED, MATRICES, MEETS
from lagr_gui.expression.letters import pretty
from lagr_gui.gui.panes.equations.breaking import EVERY, LONG, pieces_of
from lagr_gui.gui.panes.equations.sections import (
    LETTERS,
    MANY,
    ByBody,
    HeadedRows,
    Maker,
    SectionPart,
    with_headings,
)
from lagr_gui.gui.panes.equations.structured_rows import StructuredRows
from lagr_gui.gui.typesetting import Piece, Row
from lagr_gui.gui.words import in_words, tr
from lagr_gui.mechanics.chart import INVALID
from lagr_gui.mechanics.sheets.balance import Balance, balances_of, equations_of_motion
from lagr_gui.mechanics.sheets.directions import Direction
from lagr_gui.mechanics.sheets.equal_results import said_once
from lagr_gui.mechanics.sheets.pictures import pose_name
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
from lagr_gui.typesetting import LATEX, POINTED, WINDOW, formula, latex, latex_equal, marked, typst
from lagr_gui.typesetting.formula import bold
from lagr_gui.typesetting.letters import (
    balance_formula,
    definition_name,
    entry_name,
    result_name,
    typst_symbol,
)
from lagr_gui.typesetting.poses import is_unit, pose_box, pose_rows, vector_line

if TYPE_CHECKING:
    from lagr_gui.mechanics.chart import Chosen
    from lagr_gui.mechanics.linear import SymbolicLinearization
    from lagr_gui.mechanics.sheets.equal_results import Also
    from lagr_gui.mechanics.sheets.sheet import Sheet, TermKey

ASSUMING = ("energies", "equations", "motion")
"""Tabs whose results may hold only for the directions that lengths have."""

GROUPS = {
    "kinematics": ("E", "x"),
    "energies": (
        *("T", "U", "D", "U_F", "D_F", "T_dot", "T_ddot", "S", "Z", "T_star", "H"),
        *CONSERVED,
    ),
    "equations": ("p", *VECTORS, "F", "F_star", "hamel", "lambda", "g", "Gamma", "Q"),
    "conditions": ("phi", "G", "gamma_bar", "gamma_bar2"),
}

REDUCED = ("J", "J_red")
"""Results that stand directly below the equations of motion."""

LISTED = ("equations", "conditions")
"""Tabs that list results of many indices."""

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
    """The rows of a tab.

    Terms that are `dropped` fade; the equations of motion are those without them.
    """

    def __init__(
        self,
        sheet: Sheet | None,
        group: str,
        dropped: frozenset[TermKey] = frozenset(),
        names: Mapping[str, str] = NAMELESS,
        mark: Callable[[Row], Row] = lambda row: row,
    ) -> None:
        """`names` are those of bodies by item key, for headings; `mark` looks for wrong terms."""
        self._mark = mark
        self._made: dict[int, Row] = {}
        self._makers: list[Maker] = []
        self.lines: StructuredRows | None = None
        self.sections: dict[int, HeadedRows] = {}
        self.also: dict[tuple[str, tuple[int, ...]], Also] = {}
        if sheet is None:
            return
        if sheet.structured:
            self.lines = StructuredRows(sheet)
        if group in LISTED:
            self._list(sheet, group, dropped, ByBody(sheet, names))
        elif self.lines is not None and group == "motion":
            self._list(sheet, "equations", dropped, ByBody(sheet, names))
            self._put_before(self.lines.motion())
        elif self.lines is not None:
            self._makers = self.lines.results(GROUPS[group])
        elif group == "motion":
            self._makers, self.sections = with_headings(_page(sheet, dropped))
        elif group == "kinematics":
            self._makers = _kinematics(sheet)
        else:
            self._makers = _energies(sheet, dropped)
        if sheet.chosen is not None:
            chart = _chart(sheet, sheet.chosen)
            in_line = group == "motion" and not sheet.structured
            self._put_before([partial(_in_line, m) for m in chart] if in_line else chart)
        if group in ASSUMING:
            self._makers += assumed_rows(sheet)
            self._put_before([partial(Row, text=lines) for lines in _left_out(sheet)])

    def _list(self, sheet: Sheet, group: str, dropped: frozenset[TermKey], bodies: ByBody) -> None:
        """Results symbol by symbol and definitions, by body where they are many."""
        lists: list[tuple[str, str, Listed]] = []
        for symbol in GROUPS[group]:
            if symbol in VECTORS:
                vectors_of: Listed = [
                    (e[0], partial(_vector, sheet, e)) for e in _vectors(sheet, symbol)
                ]
                lists.append((symbol, LETTERS.get(symbol, symbol), vectors_of))
                continue
            entries = sheet.of(symbol)
            once = [(entry, ()) for entry in entries] if dropped else said_once(entries)
            self.also |= {(e.symbol, e.indices): also for e, also in once if also}
            rows: Listed = [(e, partial(self._result, e, also, dropped)) for e, also in once]
            lists.append((symbol, LETTERS.get(symbol, symbol), rows))
        named: Listed = []
        if self.lines is not None and "g" in GROUPS[group]:
            named = [(d, partial(self.row_of, d)) for d in sheet.definitions]
        if sum(len(rows) for _, _, rows in lists) + len(named) > MANY:
            parts = [part for listed in lists for part in bodies.parts(*listed)]
            parts += bodies.parts("definitions", tr("Definitions"), named)
        else:
            parts = [
                SectionPart((symbol, ""), "", [make for _, make in rows])
                for symbol, _, rows in lists
            ]
            parts.append(
                SectionPart(("definitions", ""), tr("Definitions"), [make for _, make in named])
            )
        self._makers, self.sections = with_headings(parts)
        if not sheet.structured:
            terms = (t for symbol in GROUPS[group] for e in sheet.of(symbol) for t in e.terms)
            self._put_before(_definitions(sheet, terms))
            self._makers += _dependent(sheet) if group == "conditions" else []

    def _put_before(self, makers: Sequence[Maker]) -> None:
        self._makers = [*makers, *self._makers]
        self.sections = {
            place + len(makers): replace(section, end=section.end + len(makers))
            for place, section in self.sections.items()
        }

    def _result(self, entry: Entry, also: Also, dropped: frozenset[TermKey]) -> Row:
        row = self.row_of(entry) if self.lines is not None else result_row(entry, dropped)
        return _with_equal(row, also) if also else row

    def row_of(self, line: Definition | Entry) -> Row:
        """The row of a line that stands below another one."""
        if self.lines is not None:
            return self._mark(self.lines.row_of(line))
        return self._mark(_named(line) if isinstance(line, Definition) else result_row(line))

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
        super().__init__(None, "")
        self._makers += makers


class LinearRows(Rows):
    """Those of linear equations: matrices, and what must vanish at the place."""

    def __init__(self, linear: SymbolicLinearization) -> None:
        super().__init__(None, "")
        titles = {**MATRICES, "r": BALANCED, **MEETS}
        for symbol, title in titles.items():
            entries = linear.of(symbol).values()
            if entries:
                self._makers.append(partial(Row, title=tr(title)))
                self._makers += [partial(result_row, entry) for entry in entries]


def _left_out(sheet: Sheet) -> list[tuple[str, ...]]:
    """Why lines are not here, so that no tab is white; the page has a field for single ones."""
    notes = (in_words(note) for note in sheet.notes if sheet.left_out)
    return [tuple(wrap(f"{note.place}: {note.cause}", LINE)) for note in notes]


def _energies(sheet: Sheet, dropped: frozenset[TermKey]) -> list[Maker]:
    """T, U, D and what is conserved, with all that belongs to them."""
    entries = [entry for symbol in GROUPS["energies"] for entry in sheet.of(symbol)]
    plain = [entry for entry in entries if entry.symbol not in CONSERVED]
    makers = _definitions(sheet, (term for entry in entries for term in entry.terms))
    makers += [partial(result_row, entry, dropped) for entry in plain]
    if len(plain) < len(entries):
        makers.append(partial(Row, title=tr("Conserved quantities")))
        makers += [partial(result_row, entry) for entry in entries[len(plain) :]]
    return makers + [partial(Row, title=str(in_words(note))) for note in sheet.notes]


def _page(sheet: Sheet, dropped: frozenset[TermKey]) -> Iterator[SectionPart]:
    """The equations of motion with what stands in them, then what they are made of."""
    balances = equations_of_motion(sheet.without(dropped) if dropped else sheet)
    inertia = [entry for symbol in REDUCED for entry in sheet.of(symbol)]
    terms = [term for balance in balances for term in (*balance.left, *balance.right)]
    terms += [term for entry in inertia for term in entry.terms]
    speeds = balances_of(sheet, "speeds")
    if speeds:
        kinematics: list[Maker] = [partial(_motion, balance) for balance in speeds]
        title = tr("Quasi-velocities and kinematical equations")
        if sheet.formalism == "kane":
            title = tr("Generalised speeds and kinematical equations")
        yield SectionPart(("speeds", ""), title, kinematics)
    makers: list[Maker] = [partial(_motion, balance) for balance in balances]
    makers += [partial(_in_line, partial(result_row, entry, dropped)) for entry in inertia]
    makers += [partial(_in_line, maker) for maker in _definitions(sheet, terms)]
    yield SectionPart(("motion", ""), tr("Equations of motion"), makers)

    def results(*symbols: str) -> list[Maker]:
        makers: list[Maker] = []
        for symbol in symbols:
            if symbol in VECTORS:
                makers += [partial(_vector, sheet, entries) for entries in _vectors(sheet, symbol)]
            else:
                makers += [partial(result_row, entry, dropped) for entry in sheet.of(symbol)]
        return [partial(_in_line, maker) for maker in makers]

    yield SectionPart(("energies", ""), tr("Energies"), results(*GROUPS["energies"]))
    conditions = results("phi")
    conditions += [partial(_motion, balance) for balance in balances_of(sheet, "velocity")]
    yield SectionPart(("conditions", ""), tr("Conditions"), conditions)
    table = results(*GROUPS["equations"])
    title = tr("LAGR's table: g, Γ, Q")
    if sheet.formalism in IN_SPEEDS:
        title = tr("What the equations are made of")
    yield SectionPart(("table", ""), title, table, closed=sheet.formalism not in IN_SPEEDS)
    kinematics = [partial(_in_line, maker) for maker in _kinematics(sheet)]
    yield SectionPart(("kinematics", ""), tr("Kinematics"), kinematics, closed=True)


def _dependent(sheet: Sheet) -> list[Maker]:
    """Dependent coordinates in closed form, and the equations of states."""
    makers: list[Maker] = []
    for title, balances in (
        (tr("Dependent coordinates"), sheet.solved),
        (tr("First-order state equations"), sheet.states),
    ):
        motions = [partial(_motion, balance) for balance in balances]
        makers += [partial(Row, title=title), *motions] if motions else []
    return makers


def _with_equal(row: Row, also: Also) -> Row:
    """A result with the names of those that are equal to it."""
    pieces: list[Piece] = []
    sources, latex_names = list(row.sources), list[str]()
    for entry, opposite in also:
        sign = "-" if opposite else ""
        name = entry_name(entry)
        pieces += [Piece(sign + WINDOW.written(name), len(sources)), Piece("=")]
        sources.append(tuple(dict.fromkeys(key for t in entry.terms for key in t.sources)))
        latex_names.append(sign + LATEX.written(name))
    left, _, right = latex_of(row).partition(" = ")
    return replace(
        row,
        pieces=(*pieces, *row.pieces),
        sources=tuple(sources),
        origin=Written(also[0][0].symbol, " = ".join((left, *latex_names, right))),
    )


def _definitions(sheet: Sheet, terms: Iterable[Term]) -> list[Maker]:
    """What the names in results stand for."""
    return [partial(_named, line) for line in needed(sheet.definitions, (t.tree for t in terms))]


def _chart(sheet: Sheet, chosen: Chosen) -> list[Maker]:
    """New coordinates: their definitions, start, and where they are not valid."""
    coordinates = [entry for entry in sheet.definitions if entry.meaning == COORDINATE]
    makers = [partial(Row, title=tr("New coordinates")), *(partial(_named, e) for e in coordinates)]
    notes = [note for note in sheet.notes if note.code == INVALID]
    makers += [partial(Row, title=str(in_words(note))) for note in notes]
    begun = zip(chosen.chart.names, chosen.start, strict=False)
    values = "; ".join(
        f"{pretty(name)} = {p:.4g}, {pretty(name)}′ = {pd:.4g}" for name, (p, pd) in begun
    )
    return [*makers, *([partial(Row, title=f"{tr('Start')}: {values}")] if values else [])]


def _in_line(maker: Maker) -> Row:
    """A row whose name stands in its line: beside equations of motion there is no room for it."""
    row = maker()
    return replace(row, head="", pieces=(Piece(f"{row.head} ="), *row.pieces)) if row.head else row


def _named(entry: Definition) -> Row:
    pieces = tuple(pieces_of((Term(entry.tree, entry.sources),)))
    name = definition_name(entry)
    origin = latex_equal(name, formula(entry.tree))
    return Row(POINTED.written(name), pieces, "", (entry.sources,), origin=origin, about=entry)


def _kinematics(sheet: Sheet) -> list[Maker]:
    entries = [*sheet.of("E"), *sheet.of("x")]
    makers = _definitions(sheet, (term for entry in entries for term in entry.terms))
    for number in sorted({entry.indices[0] for entry in entries}):
        makers.append(partial(Row, title=tr("Body {n}").format(n=number)))
        for symbol in ("E", "x"):
            of_body = poses(sheet, symbol).get(number, [])
            if of_body and sum(len(typst(entry.tree)) for entry in of_body) <= LONG:
                makers.append(partial(_pose, symbol, of_body))
            else:
                makers += [partial(result_row, entry) for entry in of_body]
    return makers


@dataclass(frozen=True)
class Written:
    """What a row shows as LaTeX: a matrix or column of a body, or equal results."""

    symbol: str
    latex: str


def _pose(symbol: str, entries: Sequence[Entry]) -> Row:
    """A rotation matrix, or a column."""
    body, equation = entries[0].indices[0], entries[0].equation
    rows, name = pose_rows(entries), result_name(symbol, (body,))
    whole = WINDOW.written((bold("1"),)) if is_unit(rows) else EVERY.written((pose_box(rows),))
    sources = tuple(dict.fromkeys(key for e in entries for term in e.terms for key in term.sources))
    origin = Written(symbol, latex_equal(name, (pose_box(rows),)))
    head = marked(pose_name(symbol, body), WINDOW.written(name))
    return Row(head, (Piece(whole, 0),), equation, (sources,), origin=origin, about=tuple(entries))


def _vectors(sheet: Sheet, symbol: str) -> list[list[Entry]]:
    """Partial velocities by body and speed."""
    return list(vectors(sheet, symbol).values())


def _vector(sheet: Sheet, entries: Sequence[Entry]) -> Row:
    """A partial velocity."""
    body, _, speed = entries[0].indices
    name, whole = vector_line(sheet, entries[0].symbol, (body, speed))
    sources = tuple(dict.fromkeys(key for e in entries for term in e.terms for key in term.sources))
    return Row(
        WINDOW.written(name),
        (Piece(EVERY.written(whole), 0),),
        entries[0].equation,
        (sources,),
        origin=Written(entries[0].symbol, latex_equal(name, whole)),
        about=tuple(entries),
    )


def result_row(entry: Entry, dropped: frozenset[TermKey] = frozenset()) -> Row:
    """A result of its own; its terms that are dropped fade."""
    places = range(len(entry.terms)) if dropped else ()
    faded = (place for place in places if (entry.symbol, entry.indices, place) in dropped)
    return Row(
        typst_symbol(entry.symbol, entry.indices),
        tuple(pieces_of(entry.terms)),
        entry.equation,
        tuple(term.sources for term in entry.terms),
        origin=entry,
        faded=frozenset(faded),
        about=entry,
    )


def assumed_rows(sheet: Sheet) -> list[Maker]:
    """What is taken for granted, with its heading."""
    if not sheet.assumptions:
        return []
    title = tr("Assumed from the start on")
    return [partial(Row, title=title), *(partial(_assumed, line) for line in sheet.assumptions)]


def _assumed(entry: Direction) -> Row:
    pieces = tuple(pieces_of((Term(entry.tree, entry.sources),)))
    return Row("", (*pieces, Piece("> 0")), "", (entry.sources,), origin=entry)


def _motion(balance: Balance) -> Row:
    left, right = list(pieces_of(balance.left)), list(pieces_of(balance.right))
    shifted = [Piece(p.formula, p.term + len(balance.left)) for p in right]
    pieces = (*left, Piece("="), *(shifted or [Piece("0")]))
    sources = tuple(term.sources for term in (*balance.left, *balance.right))
    return Row("", pieces, balance.equation, sources, origin=balance, about=balance)


def latex_of(row: Row) -> str:
    """A result as LaTeX."""
    match row.origin:
        case Entry():
            return latex_equal(entry_name(row.origin), formula(row.origin.tree))
        case Balance():
            return LATEX.written(balance_formula(row.origin))
        case str():
            return row.origin
        case Written(latex=text):
            return text
        case Direction(tree=tree):
            return f"{latex(tree)} > 0"
        case _:
            return ""
