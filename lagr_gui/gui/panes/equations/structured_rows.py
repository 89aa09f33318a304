"""Rows of the structured form: lines in vectors, and behind them what their names stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from lagr_gui.expression import Expression
from lagr_gui.gui.panes.equations.written import Written, equal
from lagr_gui.gui.typesetting import Piece, Row
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.mechanics.sheets.sheet import Definition
from lagr_gui.typesetting import POINTED, WINDOW, Typst
from lagr_gui.typesetting.formula import small_fractions
from lagr_gui.typesetting.letters import definition_name, entry_name, typesetter

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.balance import Balance
    from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, Term

WHOLES = ("Jhat", "Bhat", "shat", "mhat")
"""What a motion carries: the sources of these are all bodies that it moves."""
CARRYING = ("e", "p", "A", "w", "u", "omega", "alpha", "v", "a")
"""Measures of a motion: they speak of all that it carries."""
SPACE = "space.thin space.thin"
"""Behind a sign at the head of a piece, where Typst would take it for a prefix."""


class StructuredRows:
    """Makes the rows of a sheet, each when it is wanted."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.typeset = sheet, typesetter(sheet)
        names = {definition.name for definition in sheet.definitions}
        pictured = frozenset(name for name, _ in sheet.pictures if name not in names)
        self._dialect = Typst(pictured, pointed=True) if sheet.structured else WINDOW

    def results(self, symbols: Sequence[str]) -> list[Callable[[], Row]]:
        """Those of results alone."""
        return [partial(self._entry, e) for symbol in symbols for e in self.sheet.of(symbol)]

    def definitions(self) -> list[Callable[[], Row]]:
        """What names stand for, with a heading."""
        rows = [partial(self._definition, entry) for entry in self.sheet.definitions]
        return [partial(Row, title=tr("Definitions")), *rows] if rows else []

    def motion(self) -> list[Callable[[], Row]]:
        """Those of the equations of motion."""
        return [partial(self._balance, entry) for entry in equations_of_motion(self.sheet)]

    def row_of(self, line: Definition | Entry) -> Row:
        """The row of a line."""
        return self._definition(line) if isinstance(line, Definition) else self._entry(line)

    def _entry(self, entry: Entry) -> Row:
        name = entry_name(entry)
        sources = tuple(term.sources for term in entry.terms)
        pieces = self._pieces([term.tree for term in entry.terms])
        origin = Written(equal(name, self.typeset(entry.tree)), entry.symbol)
        head = WINDOW.written(name)
        return Row(head, pieces, entry.equation, sources, origin=origin, about=entry)

    def _definition(self, entry: Definition) -> Row:
        name = definition_name(entry)
        pieces = self._pieces(entry.trees)
        sources = (self.spoken_of(entry),) * len(entry.trees)
        origin = Written(equal(name, self.typeset(entry.tree)))
        head = POINTED.written(name)
        return Row(head, pieces, "", sources, origin=origin, about=entry)

    def spoken_of(self, entry: Definition) -> tuple[str, ...]:
        """The items that a definition speaks of; of an arm those between its two motions."""
        if entry.sources or not entry.indices:
            return entry.sources
        ends = entry.indices[0], entry.indices[min(1, len(entry.indices) - 1)]
        first, last = (self._carried.get(end, ()) for end in ends)
        if entry.stem == "r":
            return tuple(key for key in first if key not in last)
        if entry.stem == "h":
            return tuple(key for key in first if key in last)
        return first if entry.stem in CARRYING else ()

    @cached_property
    def _carried(self) -> dict[str, tuple[str, ...]]:
        """The bodies that hang on a motion, by its index."""
        carried: dict[str, tuple[str, ...]] = {}
        for entry in self.sheet.definitions:
            if entry.stem in WHOLES:
                carried.setdefault(entry.indices[0], entry.sources)
        return carried

    def _balance(self, balance: Balance) -> Row:
        left, right = self._side(balance.left, 0), self._side(balance.right, len(balance.left))
        sources = tuple(term.sources for term in (*balance.left, *balance.right))
        pieces = (*left, Piece("="), *(right or (Piece("0"),)))
        return Row("", pieces, balance.equation, sources, origin=balance, about=balance)

    def _side(self, terms: Sequence[Term], start: int) -> tuple[Piece, ...]:
        return self._pieces([term.tree for term in terms], start)

    def _pieces(self, trees: Sequence[Expression], start: int = 0) -> tuple[Piece, ...]:
        texts = [self._dialect.written(small_fractions(self.typeset(tree))) for tree in trees]
        return tuple(
            Piece(apart(text) if index else text, start + index) for index, text in enumerate(texts)
        )


def apart(text: str) -> str:
    """A term with its sign apart."""
    sign, rest = ("-", text[1:]) if text.startswith("-") else ("+", text)
    return f"{sign} {SPACE} {rest}"
