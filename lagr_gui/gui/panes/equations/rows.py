"""From a sheet to rows of pieces that can be broken into lines."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import overload

from lagr_gui.algebra import latex, typst
from lagr_gui.algebra.names import pretty
from lagr_gui.exchange.linear_equations import BALANCED, MATRICES, MEETS
from lagr_gui.exchange.pose_latex import UNIT, matrix, table
from lagr_gui.exchange.symbols import latex_symbol
from lagr_gui.exchange.vector_latex import latex_definition
from lagr_gui.expression import Expression, Product, Sum
from lagr_gui.gui.panes.equations.structured_rows import SPACE, StructuredRows
from lagr_gui.gui.panes.equations.vectors import typst_definition
from lagr_gui.gui.typesetting import Piece, Row
from lagr_gui.gui.words import in_words, tr
from lagr_gui.mechanics.balance import Balance, equations_of_motion, whole
from lagr_gui.mechanics.chart import INVALID, Chosen
from lagr_gui.mechanics.directions import Direction
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.sheet import (
    CONSERVED,
    COORDINATE,
    OF_BODIES,
    Definition,
    Entry,
    Sheet,
    Term,
    needed,
    numbers,
    poses,
)
from lagr_gui.mechanics.weighing import Key, shorter

LONG = 140
"""Formulas of more characters are broken within their brackets."""

ASSUMING = ("energies", "equations", "motion")
"""Tabs whose results may hold only for the directions that lengths have."""

GROUPS = {
    "kinematics": ("E", "x"),
    "energies": (
        *("T", "U", "D", "U_F", "D_F", "T_dot", "T_ddot", "S", "Z", "T_star", "H"),
        *CONSERVED,
    ),
    "equations": ("p", "v", "w", "F", "g", "Gamma", "Q"),
    "conditions": ("phi", "G", "gamma_bar", "gamma_bar2"),
}


Maker = Callable[[], Row]


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
        self, sheet: Sheet | None, group: str, dropped: frozenset[Key] = frozenset()
    ) -> None:
        self._made: dict[int, Row] = {}
        self._makers: list[Maker] = []
        self.lines: StructuredRows | None = None
        if sheet is None:
            return
        if sheet.structured:
            lines = self.lines = StructuredRows(sheet, typst_symbol)
            self._makers = lines.motion() if group == "motion" else lines.makers(GROUPS[group])
        elif group == "motion":
            balances = equations_of_motion(shorter(sheet, dropped) if dropped else sheet)
            terms = (term for own in balances for term in (*own.left, *own.right))
            self._makers = _definitions(sheet, terms)
            self._makers += [partial(_motion, balance) for balance in balances]
        elif group == "kinematics":
            self._makers = _kinematics(sheet)
        else:
            self._makers = _results(sheet, group, dropped)
        if sheet.chosen is not None:
            self._makers = [*_chart(sheet, sheet.chosen), *self._makers]
        if group == "motion" and not sheet.structured:
            self._makers = [partial(_in_line, maker) for maker in self._makers]
        if group in ASSUMING:
            self._makers += assumed_rows(sheet)

    def row_of(self, line: Definition | Entry) -> Row:
        """The row of a line that stands below another one."""
        if self.lines is not None:
            return self.lines.row_of(line)
        return _named(line) if isinstance(line, Definition) else result_row(line)

    def __len__(self) -> int:
        return len(self._makers)

    def row(self, index: int) -> Row:
        """A single row."""
        if index not in self._made:
            self._made[index] = self._makers[index]()
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


def _results(sheet: Sheet, group: str, dropped: frozenset[Key]) -> list[Maker]:
    """Those of a tab with all that belongs to them."""
    entries = [entry for symbol in GROUPS[group] for entry in sheet.of(symbol)]
    plain = [entry for entry in entries if entry.symbol not in CONSERVED]
    makers = _definitions(sheet, (term for entry in entries for term in entry.terms))
    makers += [partial(result_row, entry, dropped) for entry in plain]
    if len(plain) < len(entries):
        makers.append(partial(Row, title=tr("Conserved quantities")))
        makers += [partial(result_row, entry) for entry in entries[len(plain) :]]
    if group == "conditions" and sheet.solved:
        makers.append(partial(Row, title=tr("Dependent coordinates")))
        makers += [partial(_motion, balance) for balance in sheet.solved]
    if group == "energies":
        makers += [partial(Row, title=str(in_words(note))) for note in sheet.notes]
    return makers


def _definitions(sheet: Sheet, terms: Iterable[Term]) -> list[Maker]:
    """What the names in results stand for."""
    return [partial(_named, own) for own in needed(sheet.definitions, (t.tree for t in terms))]


def _chart(sheet: Sheet, chosen: Chosen) -> list[Maker]:
    """New coordinates: their definitions, start, and where they are not valid."""
    own = [entry for entry in sheet.definitions if entry.meaning == COORDINATE]
    makers = [partial(Row, title=tr("New coordinates")), *(partial(_named, e) for e in own)]
    notes = [note for note in sheet.notes if note.code == INVALID]
    makers += [partial(Row, title=str(in_words(note))) for note in notes]
    begun = zip(chosen.chart.names, chosen.start, strict=False)
    told = "; ".join(
        f"{pretty(name)} = {p:.4g}, {pretty(name)}′ = {pd:.4g}" for name, (p, pd) in begun
    )
    return [*makers, *([partial(Row, title=f"{tr('Start')}: {told}")] if told else [])]


def _in_line(maker: Maker) -> Row:
    """A row whose name stands in its line: beside equations of motion there is no room for it."""
    row = maker()
    return replace(row, head="", pieces=(Piece(f"{row.head} ="), *row.pieces)) if row.head else row


def _named(entry: Definition) -> Row:
    pieces = tuple(_pieces((Term(entry.tree, entry.sources),)))
    origin = f"{latex_definition(entry)} = {latex(entry.tree)}"
    return Row(typst_definition(entry), pieces, "", (entry.sources,), origin=origin, about=entry)


def _kinematics(sheet: Sheet) -> list[Maker]:
    entries = [*sheet.of("E"), *sheet.of("x")]
    makers = _definitions(sheet, (term for entry in entries for term in entry.terms))
    for number in sorted({entry.indices[0] for entry in entries}):
        makers.append(partial(Row, title=tr("Body {n}").format(n=number)))
        for symbol in ("E", "x"):
            own = poses(sheet, symbol).get(number, [])
            if own and sum(len(typst(entry.tree)) for entry in own) <= LONG:
                makers.append(partial(_pose, symbol, own))
            else:
                makers += [partial(result_row, entry) for entry in own]
    return makers


@dataclass(frozen=True)
class Pose:
    """A matrix or column of a body as LaTeX."""

    symbol: str
    latex: str


def _pose(symbol: str, entries: Sequence[Entry]) -> Row:
    """A rotation matrix, or a column."""
    body, equation = entries[0].indices[0], entries[0].equation
    rows = table(symbol, entries, typst)
    whole = "bold(1)" if rows == UNIT else f"mat({'; '.join(map(', '.join, rows))})"
    sources = tuple(dict.fromkeys(key for e in entries for term in e.terms for key in term.sources))
    left = latex_symbol(symbol, (body,))
    origin = Pose(symbol, f"{left} = {matrix(table(symbol, entries, latex))}")
    name = f"bold({symbol})^(({body}))"
    return Row(name, (Piece(whole, 0),), equation, (sources,), origin=origin, about=tuple(entries))


def result_row(entry: Entry, dropped: frozenset[Key] = frozenset()) -> Row:
    """A result of its own; its terms that are dropped fade."""
    places = range(len(entry.terms)) if dropped else ()
    faded = (place for place in places if (entry.symbol, entry.indices, place) in dropped)
    return Row(
        typst_symbol(entry.symbol, entry.indices),
        tuple(_pieces(entry.terms)),
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
    return [partial(Row, title=title), *(partial(_assumed, own) for own in sheet.assumptions)]


def _assumed(entry: Direction) -> Row:
    pieces = tuple(_pieces((Term(entry.tree, entry.sources),)))
    return Row("", (*pieces, Piece("> 0")), "", (entry.sources,), origin=entry)


def _motion(balance: Balance) -> Row:
    left, right = list(_pieces(balance.left)), list(_pieces(balance.right))
    shifted = [Piece(p.formula, p.term + len(balance.left)) for p in right]
    pieces = (*left, Piece("="), *(shifted or [Piece("0")]))
    sources = tuple(term.sources for term in (*balance.left, *balance.right))
    return Row("", pieces, balance.equation, sources, origin=balance, about=balance)


def latex_of(row: Row) -> str:
    """A result as LaTeX."""
    match row.origin:
        case Entry():
            left = latex_symbol(row.origin.symbol, row.origin.indices)
            return f"{left} = {latex(row.origin.tree)}"
        case Balance(left=left, right=right):
            return f"{latex(whole(left))} = {latex(whole(right))}"
        case str():
            return row.origin
        case Pose(latex=text):
            return text
        case Direction(tree=tree):
            return f"{latex(tree)} > 0"
        case _:
            return ""


def _pieces(terms: Sequence[Term]) -> Iterable[Piece]:
    for index, term in enumerate(terms):
        parts = broken(term.tree)
        sign, first = ("-", parts[0][1:]) if parts[0].startswith("-") else ("+", parts[0])
        if index:
            yield Piece(f"{sign} {SPACE} {first}", index)
        else:
            yield Piece(parts[0], index)
        for part in parts[1:]:
            yield Piece(part, index)


def broken(tree: Expression) -> list[str]:
    """The formula, in pieces where it is long."""
    whole = typst(tree)
    if len(whole) <= LONG:
        return [whole]
    if isinstance(tree, Sum):
        return _summands(tree)
    if isinstance(tree, Product):
        sums = [factor for factor in tree.factors if isinstance(factor, Sum)]
        if sums:
            return _around(tree, max(sums, key=lambda part: len(part.terms)))
    return [whole]


def _summands(tree: Sum) -> list[str]:
    parts: list[str] = []
    for place, term in enumerate(tree.terms):
        inner = broken(term)
        if place and not inner[0].startswith("-"):
            inner[0] = f"+ {SPACE} {inner[0]}"
        elif place:
            inner[0] = f"- {SPACE} {inner[0][1:]}"
        parts += inner
    return parts


def _around(tree: Product, bracket: Sum) -> list[str]:
    """Factors before the bracket, its summands, factors behind."""
    at = tree.factors.index(bracket)
    inner = _summands(bracket)
    inner[0] = f'"(" {inner[0]}'
    inner[-1] = f'{inner[-1]} ")"'
    before, behind = tree.factors[:at], tree.factors[at + 1 :]
    if before:
        front = typst(before[0] if len(before) == 1 else Product(before))
        if front == "-1":
            front = "-"
        inner[0] = f"{front} thin {inner[0]}"
    if behind:
        back = typst(behind[0] if len(behind) == 1 else Product(behind))
        inner[-1] = f"{inner[-1]} thin {back}"
    return inner


_TYPST = {
    "phi": "Phi",
    "J_q": "J^q",
    "J_v": "J^v",
    "J_w": "J^omega",
    "gamma_bar": "macron(gamma)",
    "gamma_bar2": "macron(macron(gamma))",
    "T_dot": "dot(T)",
    "T_ddot": "dot.double(T)",
    "T_star": "T^*",
    "w": "omega",
    "U_F": "U",
    "D_F": "D",
    "p_const": "p",
    "h_const": "h",
    "jacobi": "h",
}


def typst_symbol(symbol: str, indices: Sequence[int]) -> str:
    """The symbol of a result as Typst mathematics."""
    letter = _TYPST.get(symbol, symbol)
    if symbol in OF_BODIES:
        return f"{letter}^(({indices[0]}))_({numbers(indices[1:])})"
    return f"{letter}_({numbers(indices)})" if indices else letter
