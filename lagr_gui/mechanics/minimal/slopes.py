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
from lagr_gui.mechanics.minimal.dependence import Dependence, Dependent, independent
from lagr_gui.mechanics.sheets.rates import After

Known = Mapping[tuple[str, str], Canonical]
"""Slopes by dependent and argument."""

LARGEST = 3
"""So many coordinates whose slopes depend on each other have formulas."""
LONGEST = 60
"""So many operations a formula of a slope may have."""


@dataclass(frozen=True)
class Slope:
    """The derivative of a dependent coordinate by an argument, in the coordinates."""

    dependent: Dependent
    by: str
    value: Expression


@dataclass(frozen=True, eq=False)
class _Block:
    """Conditions and the dependents whose rates they determine together."""

    rows: tuple[int, ...]
    names: tuple[str, ...]


def slopes(closed: Closed, after: After, dependence: Dependence, G: Array) -> tuple[Slope, ...]:
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
        self.slopes: list[Slope] = []
        self._values: dict[tuple[str, str], Canonical] = {}
        self._names: dict[tuple[str, str], Canonical] = {}
        self._trees = dependence.trees

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

    def solve(self, block: _Block) -> None:
        """The slopes of a block, in names of those before it or written out, what is shorter."""
        for by in dict.fromkeys(a for n in block.names for a in self.dependents[n].arguments):
            try:
                named = self._solved(block, by, self._names)
                plain = self._solved(block, by, self._values)
            except TooLong:
                continue
            for name in block.names:
                self._keep(self.dependents[name], by, named[name], plain[name])

    def _keep(self, entry: Dependent, by: str, named: Canonical, plain: Canonical) -> None:
        key = entry.name, by
        self._values[key] = plain
        if entry.put_in:
            self._names[key] = plain
            return
        symbol = Symbol(f"slope_{len(self._trees)}_of_{entry.name}")
        self._names[key], self._trees[symbol] = self.algebra.symbol(symbol), entry.slope(by)
        trees = (tree for value in (plain, named) for tree in (value.tree(), _split(value)))
        tree = min(trees, key=operation_count)
        if by in entry.arguments and operation_count(tree) <= LONGEST:
            self.slopes.append(Slope(entry, by, substitute(tree, self._trees)))

    def _solved(self, block: _Block, by: str, known: Known) -> dict[str, Canonical]:
        """Cramer's rule for G_d x′ = −G_i; raises TooLong for large blocks."""
        if len(block.names) > LARGEST:
            raise too_long()
        matrix = [[self._entry(s, n) for n in block.names] for s in block.rows]
        right = [-self._rest(s, block, by, known) for s in block.rows]
        below = determinant(self.algebra, matrix)
        return {
            name: determinant(self.algebra, _with_column(matrix, column, right)) / below
            for column, name in enumerate(block.names)
        }

    def _rest(self, s: int, block: _Block, by: str, known: Known) -> Canonical:
        """What a condition holds besides the dependents of a block, per unit of an argument."""
        total = self._entry(s, by)
        for (name, moved), slope in known.items():
            if moved == by and name not in block.names:
                entry = self._entry(s, name)
                if not entry.is_zero:
                    total = total + entry * slope
        return total

    def _entry(self, s: int, name: str) -> Canonical:
        """The slope of a condition by a coordinate, or by the time."""
        index = 0 if name == TIME else self.index[name]
        return self.rows[s].get(index, self.algebra.zero)


def _split(value: Canonical) -> Expression:
    """A quotient as a sum of quotients: (a + b)/b as a/b + 1."""
    terms = separate_terms({"": value.numerator}, "shortest")
    below = value / value.numerator
    pieces = (value.algebra.expression(tree) * below for tree, _ in terms)
    return as_sum(piece.tree() for piece in pieces)


def _with_column(
    matrix: Sequence[Sequence[Canonical]], column: int, right: Sequence[Canonical]
) -> list[list[Canonical]]:
    return [
        [*row[:column], entry, *row[column + 1 :]] for row, entry in zip(matrix, right, strict=True)
    ]
