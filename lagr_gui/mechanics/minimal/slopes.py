"""How dependent coordinates move with the others: x′ = dx/dφ, from the conditions G q̇ + γ̄ = 0."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from lagr_gui.algebra import Canonical, operation_count, separate_terms, too_long
from lagr_gui.expression import TIME, Expression, Symbol, substitute
from lagr_gui.expression.rows import as_sum
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import TooLong
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.coordinates.slopes import determinant
from lagr_gui.mechanics.minimal.dependence import Dependence, Place, Tied, clearest, independent
from lagr_gui.mechanics.sheets.rates import After

Known = Mapping[tuple[str, str], Canonical]
"""Slopes by dependent and argument."""

LARGEST = 3
"""So many coordinates whose slopes depend on each other have formulas."""
LONGEST = 60
"""So many operations a formula of a slope may have."""
MANY = 150
"""So many terms what it is made of may have."""
PRODUCTS = 20_000
"""So many products of terms a determinant may be the sum of."""

Written = Callable[[Tied, str], Expression]
"""How the slope of a dependent coordinate by an argument is written where it is used."""


@dataclass(frozen=True)
class TiedSlope:
    """The derivative of a dependent coordinate by an argument, in the coordinates."""

    dependent: Tied
    by: str
    value: Expression


@dataclass(frozen=True, eq=False)
class SlopeBlock:
    """Conditions and the dependents whose rates they determine together."""

    rows: tuple[int, ...]
    names: tuple[str, ...]


def blocks(
    rows: Sequence[int], names: Sequence[str], holds: Callable[[int, str], bool]
) -> Iterator[SlopeBlock]:
    """Independent conditions with the dependents that they determine, first things first.

    `holds` tells whether a condition speaks of a dependent.
    """
    ties: nx.Graph[tuple[str, str | int]] = nx.Graph()
    for s in rows:
        ties.add_edges_from((("row", s), ("name", n)) for n in names if holds(s, n))
    tops = {node for node in ties if node[0] == "row"}
    matched = nx.bipartite.maximum_matching(ties, tops)
    row_of = {name: row for (kind, row), (_, name) in matched.items() if kind == "row"}
    order: nx.DiGraph[str] = nx.DiGraph()
    order.add_nodes_from(n for n in names if n in row_of)
    for name, s in row_of.items():
        used = (other for other in row_of if holds(s, other))
        order.add_edges_from((other, name) for other in used if other != name)
    parts = nx.condensation(order)
    members = {part: [n for n in names if n in held] for part, held in parts.nodes("members")}
    first = {part: names.index(held[0]) for part, held in members.items()}
    for part in nx.lexicographical_topological_sort(parts, key=first.__getitem__):
        held = members[part]
        yield SlopeBlock(tuple(sorted(row_of[name] for name in held)), tuple(held))


def slopes(
    closed: Closed, after: After, dependence: Dependence, place: Place
) -> tuple[TiedSlope, ...]:
    """The slopes of all dependents that are functions, in the order in which they are computed.

    They are found block by block; of those that have no short formula there is none: linear
    systems tell them.  Those conditions are used that are independent at a `place`.
    """
    finder = of_positions(closed, after, dependence)
    return finder.found(finder.blocks(place))


def of_positions(closed: Closed, after: After, dependence: Dependence) -> SlopeFinder:
    """What finds the slopes of coordinates that follow from conditions on positions."""
    rows = {s: s for s, row in enumerate(closed.constraints.rows) if row.on_positions}
    tied, trees = dependence.dependents, dependence.trees
    return SlopeFinder(closed, after, tied, rows, trees, Tied.slope)


class SlopeFinder:
    """Finds slopes of dependents block by block; of those that have no short formula there is none.

    `rows` are the conditions that may be used, by what they are called here; `trees` stand in the
    place of coordinates.
    """

    def __init__(
        self,
        closed: Closed,
        after: After,
        tied: Sequence[Tied],
        rows: Mapping[int, int],
        trees: Mapping[Symbol, Expression],
        written: Written,
    ) -> None:
        self.algebra, self.symbols = closed.algebra, closed.kinematics.symbols
        constraints = closed.constraints
        self.rows = {
            s: {i: after(g) for i, g in ({0: constraints.gamma_bar[k]} | constraints.G[k]).items()}
            for s, k in rows.items()
        }
        self.dependents = {entry.name: entry for entry in tied}
        self.index = {symbol.name: i for i, symbol in enumerate(self.symbols)}
        self.slopes: list[TiedSlope] = []
        self._written = written
        self._trees = dict(trees)
        self._names = {
            (entry.name, by): self._name(entry, by) for entry in tied for by in entry.arguments
        }
        self._values: dict[tuple[str, str], Canonical] = {}
        self._slopes_put_in: dict[str, dict[int, Canonical]] = {}
        self.altered: set[tuple[int, int]] = set()
        """Entries of G that are others than those that are printed."""
        for entry in tied:
            if entry.put_in and entry.value is not None:
                self._put_in(entry.name, self.algebra.expression(entry.value))

    def _put_in(self, name: str, value: Canonical) -> None:
        """Slopes of conditions in which a coordinate is its value."""
        slopes = {i: value.derivative(symbol) for i, symbol in enumerate(self.symbols)}
        slopes = {i: slope for i, slope in slopes.items() if not slope.is_zero}
        self._slopes_put_in[name] = slopes
        for s, row in self.rows.items():
            if (factor := row.pop(self.index[name], None)) is not None:
                for i, slope in slopes.items():
                    row[i] = row.get(i, self.algebra.zero) + factor * slope
                    self.altered.add((s, i))

    def blocks(self, place: Place) -> list[SlopeBlock]:
        """Conditions independent at a place, with the dependents that they determine.

        Those that are put in are left aside.
        """
        G = self.with_put_in(place)
        names = [name for name, entry in self.dependents.items() if not entry.put_in]
        columns = [self.index[name] - 1 for name in names]
        chosen = independent(G[:, columns], clearest(G[:, columns], [*self.rows]))
        return [*blocks(chosen, names, self.holds)]

    def with_put_in(self, place: Place) -> Array:
        """G (m, f) of conditions in which coordinates that are put in are their values."""
        G = place.G.copy()
        for name, slopes in self._slopes_put_in.items():
            column = self.index[name] - 1
            for i, slope in slopes.items():
                if i:
                    rate = place.numbers.of(slope.tree()) / place.far[column] * place.far[i - 1]
                    G[:, i - 1] += place.G[:, column] * rate
        return G

    def found(self, blocks: Sequence[SlopeBlock]) -> tuple[TiedSlope, ...]:
        """The slopes that have formulas, in the order in which they are computed."""
        for block in blocks:
            self._solve(block)
        return tuple(self.slopes)

    def holds(self, s: int, name: str) -> bool:
        """Whether a condition changes with a coordinate, or the time."""
        return not self.entry(s, name).is_zero

    def slope(self, entry: Tied, by: str) -> Expression:
        """A slope as it is written where it is used."""
        return substitute(self._names[entry.name, by].tree(), self._trees)

    def _name(self, entry: Tied, by: str) -> Canonical:
        """What a slope is called; that of what is put in follows from its value."""
        if entry.put_in:
            value = self.algebra.expression(self._trees[Symbol(entry.name)])
            return value.derivative(Symbol(by))
        symbol = Symbol(f"slope_{len(self._trees)}_of_{entry.name}")
        self._trees[symbol] = self._written(entry, by)
        return self.algebra.symbol(symbol)

    def _solve(self, block: SlopeBlock) -> None:
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
        short = (value for value in values if value.length <= LONGEST)
        trees = [tree for value in short for tree in (value.tree(), divided(value))]
        tree = min(trees, key=operation_count, default=None)
        if tree is not None and operation_count(tree) <= LONGEST:
            self.slopes.append(TiedSlope(entry, by, substitute(tree, self._trees)))

    def _solved(self, block: SlopeBlock, by: str, known: Known) -> dict[str, Canonical]:
        """Cramer's rule for G_d x′ = −G_i; nothing for large blocks and long results."""
        if len(block.names) > LARGEST:
            return {}
        matrix = [[self.entry(s, n) for n in block.names] for s in block.rows]
        longest = max(entry.length for row in matrix for entry in row)
        if math.factorial(len(matrix)) * longest ** len(matrix) > PRODUCTS:
            return {}
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

    def _rest(self, s: int, block: SlopeBlock, by: str, known: Known) -> Canonical:
        """What a condition holds besides the dependents of a block, per unit of an argument.

        Raises KeyError where a slope is not known, TooLong where the sum is too long.
        """
        total = self.entry(s, by)
        for name, entry in self.dependents.items():
            if name not in block.names and by in entry.arguments:
                slope = self.entry(s, name)
                if not slope.is_zero:
                    total = self._short(total + slope * known[name, by])
        return total

    def entry(self, s: int, name: str) -> Canonical:
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
