"""How dependent coordinates move with the others: x′ = dx/dφ, from the conditions G q̇ + γ̄ = 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from lagr_gui.algebra import Canonical, operation_count, separate_terms, too_long
from lagr_gui.expression import TIME, Expression, Symbol, substitute
from lagr_gui.expression.rows import as_sum
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import TooLong
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.coordinates.slopes import determinant
from lagr_gui.mechanics.minimal.dependence import Dependence, Tied, independent
from lagr_gui.mechanics.sheets.rates import After

Known = Mapping[tuple[str, str], Canonical]
"""Slopes by dependent and argument."""

LARGEST = 3
"""So many coordinates whose slopes depend on each other have formulas."""
LONGEST = 60
"""So many operations a formula of a slope may have."""
MANY = 150
"""So many terms what it is made of may have."""


@dataclass(frozen=True)
class TiedSlope:
    """The derivative of a dependent coordinate by an argument, in the coordinates."""

    dependent: Tied
    by: str
    value: Expression


@dataclass(frozen=True, eq=False)
class _Block:
    """Conditions and the dependents whose rates they determine together."""

    rows: tuple[int, ...]
    names: tuple[str, ...]


def slopes(closed: Closed, after: After, dependence: Dependence, G: Array) -> tuple[TiedSlope, ...]:
    """The slopes of all dependents that are functions, in the order in which they are computed.

    They are found block by block; of those that have no short formula there is none: the
    conditions tell them.  G (m, f) are slopes of the conditions somewhere: which are independent.
    """
    finder = _Finder(closed, after, dependence)
    for block in finder.blocks(G):
        finder.solve(block)
    return tuple(finder.slopes)


class _Finder:
    def __init__(self, closed: Closed, after: After, dependence: Dependence) -> None:
        self.algebra, self.symbols = closed.algebra, closed.kinematics.symbols
        constraints = closed.constraints
        pairs = zip(constraints.rows, constraints.G, constraints.gamma_bar, strict=True)
        self.rows = [
            {i: after(g) for i, g in ({0: bar} | slopes).items()} if row.on_positions else {}
            for row, slopes, bar in pairs
        ]
        self.dependents = {entry.name: entry for entry in dependence.dependents}
        self.index = {symbol.name: i for i, symbol in enumerate(self.symbols)}
        self.slopes: list[TiedSlope] = []
        self._trees = dependence.trees
        self._values: dict[tuple[str, str], Canonical] = {}
        self._names = {
            (entry.name, by): self._name(entry, by)
            for entry in dependence.dependents
            for by in entry.arguments
        }

    def blocks(self, G: Array) -> Iterator[_Block]:
        """Independent conditions with the dependents that they determine, first things first."""
        names = list(self.dependents)
        columns = [self.index[name] - 1 for name in names]
        chosen = independent(G[:, columns], [i for i, row in enumerate(self.rows) if row])
        ties: nx.Graph[tuple[str, str | int]] = nx.Graph()
        for s in chosen:
            held = [n for n in names if not self._entry(s, n).is_zero]
            ties.add_edges_from((("row", s), ("name", n)) for n in held)
        tops = {("row", s) for s in chosen}
        matched = nx.bipartite.maximum_matching(ties, tops)
        row_of = {name: row for (kind, row), (_, name) in matched.items() if kind == "row"}
        order: nx.DiGraph[str] = nx.DiGraph()
        order.add_nodes_from(n for n in names if n in row_of)
        for name, s in row_of.items():
            used = (other for other in row_of if not self._entry(s, other).is_zero)
            order.add_edges_from((other, name) for other in used if other != name)
        parts = nx.condensation(order)
        for part in nx.topological_sort(parts):
            members = tuple(n for n in names if n in parts.nodes[part]["members"])
            yield _Block(tuple(row_of[name] for name in members), members)

    def _name(self, entry: Tied, by: str) -> Canonical:
        """What a slope is called; that of what is put in follows from its value."""
        if entry.put_in:
            value = self.algebra.expression(self._trees[Symbol(entry.name)])
            return value.derivative(Symbol(by))
        symbol = Symbol(f"slope_{len(self._trees)}_of_{entry.name}")
        self._trees[symbol] = entry.slope(by)
        return self.algebra.symbol(symbol)

    def solve(self, block: _Block) -> None:
        """The slopes of a block, in names of those before it or written out, what is shorter."""
        for by in dict.fromkeys(a for n in block.names for a in self.dependents[n].arguments):
            ways = [self._solved(block, by, known) for known in (self._names, self._values)]
            self._values |= {(name, by): value for name, value in ways[1].items()}
            for name in block.names:
                entry = self.dependents[name]
                if by in entry.arguments and not entry.put_in:
                    self._keep(entry, by, [way[name] for way in ways if name in way])

    def _keep(self, entry: Tied, by: str, values: Sequence[Canonical]) -> None:
        """The shortest formula of a slope, unless nobody could read it."""
        trees = [tree for value in values for tree in (value.tree(), divided(value))]
        tree = min(trees, key=operation_count, default=None)
        if tree is not None and operation_count(tree) <= LONGEST:
            self.slopes.append(TiedSlope(entry, by, substitute(tree, self._trees)))

    def _solved(self, block: _Block, by: str, known: Known) -> dict[str, Canonical]:
        """Cramer's rule for G_d x′ = −G_i; nothing for large blocks and long results."""
        if len(block.names) > LARGEST:
            return {}
        matrix = [[self._entry(s, n) for n in block.names] for s in block.rows]
        try:
            right = [-self._rest(s, block, by, known) for s in block.rows]
            below = self._short(determinant(self.algebra, matrix))
            if below.is_zero:
                return {}
            return {
                name: self._short(determinant(self.algebra, _with_column(matrix, i, right))) / below
                for i, name in enumerate(block.names)
            }
        except (TooLong, KeyError):
            return {}

    def _short(self, value: Canonical) -> Canonical:
        """A value that is not too long to be divided."""
        if value.length > MANY:
            raise too_long()
        return value

    def _rest(self, s: int, block: _Block, by: str, known: Known) -> Canonical:
        """What a condition holds besides the dependents of a block, per unit of an argument.

        Raises KeyError where a slope is not known, TooLong where the sum is too long.
        """
        total = self._entry(s, by)
        for name, entry in self.dependents.items():
            if name not in block.names and by in entry.arguments:
                slope = self._entry(s, name)
                if not slope.is_zero:
                    total = self._short(total + slope * known[name, by])
        return total

    def _entry(self, s: int, name: str) -> Canonical:
        """The slope of a condition by a coordinate, or by the time."""
        index = 0 if name == TIME else self.index[name]
        return self.rows[s].get(index, self.algebra.zero)


def divided(value: Canonical, form: str = "shortest") -> Expression:
    """A quotient as a sum of quotients: (a + b)/b as a/b + 1; numerators have a form."""
    if value.is_zero or value.D is None:
        return value.tree()
    terms = separate_terms({"": value.numerator}, form)
    pieces = (value.algebra.expression(tree) / value.D for tree, _ in terms)
    return as_sum(piece.tree() for piece in pieces)


def _with_column(
    matrix: Sequence[Sequence[Canonical]], column: int, right: Sequence[Canonical]
) -> list[list[Canonical]]:
    return [
        [*row[:column], entry, *row[column + 1 :]] for row, entry in zip(matrix, right, strict=True)
    ]
