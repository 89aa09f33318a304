"""Which coordinates the conditions on positions leave, and the others as functions of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

import networkx as nx
import numpy as np

from lagr_gui.algebra import Algebra, Canonical, operation_count
from lagr_gui.catalogue.kinds import Condition
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Symbol,
    called,
    parts,
    read,
    substitute,
    symbols,
)
from lagr_gui.expression.rows import as_product, as_sum
from lagr_gui.expression.tree import CARRIED
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import TooLong
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.closure import Closure
from lagr_gui.mechanics.coordinates.slopes import replaced
from lagr_gui.mechanics.minimal.numbers import StateNumbers, turned_apart
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.sheets.elimination import PositionRow, Solved, moves, partly_solved
from lagr_gui.mechanics.sheets.rates import After
from lagr_gui.mechanics.sheets.sheet import Definition
from lagr_gui.model import Function

SHORT = 6
"""So many operations a coordinate in closed form may have to be put in where it occurs."""
ALIKE = 2
"""So many where it is said by another coordinate that is a function: −ψ, π − ψ."""
RATIOS = (Fraction(1), Fraction(-1), Fraction(2), Fraction(-2), Fraction(1, 2), Fraction(-1, 2))
"""How much farther than others coordinates may go that move alike."""
SAME = 1e-7
"""Numbers that differ by less are taken to be equal, until that is proved."""
RANK = 1e-7
"""Singular values below this are none: positions meet conditions almost."""
REGULAR = (1e-2, 1e-6, 1e-10)
"""A column of G beside others: what of it is independent of them, at best, else at least."""
WEAK = 0.1
"""Slopes of a condition that are a smaller part of the largest ones are weak."""
INVERSE = ("asin", "acos", "atan", "atan2", "sqrt")
"""Functions that no value has that is put in."""


@dataclass(frozen=True)
class Tied:
    """A coordinate that follows from the coordinates (or the time) `arguments`.

    `value` is its closed form in these and in dependents before it, None where there is none; one
    that is `put_in` has its value everywhere in its place.
    """

    name: str
    arguments: tuple[str, ...]
    value: Expression | None
    put_in: bool
    sources: tuple[str, ...]
    definitions: tuple[Definition, ...] = ()

    @property
    def function(self) -> str:
        """What the function is called in trees."""
        return self.name + CARRIED

    def slope(self, *by: str) -> Call:
        """The function itself, or its derivative by arguments."""
        orders = tuple(by.count(name) for name in self.arguments)
        return Call(self.function, tuple(map(Symbol, self.arguments)), orders if by else ())


@dataclass(frozen=True)
class Dependence:
    """The coordinates that are left, and the dependents in the order in which they are computed."""

    independent: tuple[str, ...]
    dependents: tuple[Tied, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The dependent coordinates."""
        return tuple(entry.name for entry in self.dependents)

    @property
    def functions(self) -> tuple[Tied, ...]:
        """The dependents that are not put in."""
        return tuple(entry for entry in self.dependents if not entry.put_in)

    @property
    def trees(self) -> dict[Symbol, Expression]:
        """What stands in the place of each dependent: its value, or the function."""
        trees: dict[Symbol, Expression] = {}
        for entry in self.dependents:
            value = entry.value if entry.put_in else None
            trees[Symbol(entry.name)] = entry.slope() if value is None else substitute(value, trees)
        return trees


@dataclass(frozen=True, eq=False)
class Place:
    """A position q (f,) that meets the conditions, and their slopes G (m, f) there.

    G is without dimensions: over what rows could be, for motions of coordinates as `far` (f,) as
    they go.  Rows of conditions on velocities are zero.  `numbers` are those of symbols.
    """

    q: Array
    G: Array
    far: Array
    numbers: StateNumbers

    @property
    def rank(self) -> int:
        """How many conditions on positions are independent here."""
        return int(np.linalg.matrix_rank(self.G, tol=RANK)) if self.G.size else 0

    @property
    def kernel(self) -> Array:
        """The motions (f, p) that conditions on positions leave."""
        _, _, directions = np.linalg.svd(self.G)
        return directions[self.rank :].T * self.far[:, None]


def dependence(closed: Closed, after: After, places: Sequence[Place]) -> Dependence:
    """The dependents of a system whose conditions on positions are met at some `places`.

    These tell which coordinates can follow from the others where there is no closed form, and
    which ones move alike on their branch; `after` is what is done with values, as the
    replacements of a special case.
    """
    names = closed.reading.coordinates
    alike = relations(names, places)
    solved, rows = _solved(closed, after, alike, places)
    taken = [entry.index - 1 for entry in solved]
    others = _determined(places[0].G, taken)
    free = tuple(name for i, name in enumerate(names) if i not in {*taken, *others})
    implicit = _implicit(rows, [names[i] for i in others], free)
    return Dependence(free, (*implicit, *_explicit(closed, solved, implicit, free)))


def _solved(
    closed: Closed, after: After, alike: Mapping[int, Expression], places: Sequence[Place]
) -> tuple[tuple[Solved, ...], list[PositionRow]]:
    """Closed forms that hold at some places, and the conditions that are left."""
    with suppress(TooLong):
        solved, rows = partly_solved(closed, after, alike)
        if _holds(solved, places):
            return solved, rows
    # Typed numbers are rounded: conditions that depend on others seem to contradict them.
    return partly_solved(closed, after, alike, relations_only=True)


def _holds(solved: Sequence[Solved], places: Sequence[Place]) -> bool:
    """Whether closed forms tell where the coordinates are, and no more than conditions bind."""
    if len(solved) > places[0].rank:
        return False
    return all(_is_value(entry, place) for entry in solved for place in places)


def _is_value(entry: Solved, place: Place) -> bool:
    """Whether a closed form is the coordinate at a place, on some branch."""
    numbers = place.numbers
    for definition in entry.definitions:
        numbers.symbols[Symbol(definition.name)] = numbers.of(definition.tree)
    gap = turned_apart(numbers.on_branches(entry.value), place.q[entry.index - 1])
    return gap < SAME * max(1.0, abs(place.q[entry.index - 1]))


def relations(names: Sequence[str], places: Sequence[Place]) -> dict[int, Expression]:
    """Coordinates that seem to move as an earlier one does, by index from 1: q = ±q′ + k π/12.

    Nothing is proved here.  One that moves twice as far or half as far is told, too.
    """
    kernels = [place.kernel for place in places]
    related: dict[int, Expression] = {}
    for i in range(len(names)):
        for j in (j for j in range(i) if j + 1 not in related):
            if (times := _ratio([(N[i], N[j]) for N in kernels])) is None:
                continue
            offsets = [place.q[i] - float(times) * place.q[j] for place in places]
            twelfths = round(offsets[0] * 12 / math.pi)
            if np.allclose(offsets, twelfths * math.pi / 12, rtol=0, atol=SAME):
                related[i + 1] = read(f"{times}*{names[j]}" + f"+{twelfths}*pi/12" * bool(twelfths))
                break
    return related


def _ratio(pairs: Sequence[tuple[Array, Array]]) -> Fraction | None:
    """By which number all first vectors are multiples of the second ones, if one of a few is it."""
    for times in RATIOS:
        if all(
            np.linalg.norm(b) > SAME and np.allclose(a, float(times) * b, rtol=0, atol=SAME)
            for a, b in pairs
        ):
            return times
    return None


def _determined(slopes: Array, taken: Sequence[int]) -> list[int]:
    """The coordinates that conditions determine besides those `taken`, by index from 0.

    Each has a column of G (m, f) that is independent of the ones before it.
    """
    last = [i for i in reversed(range(slopes.shape[1])) if i not in taken]
    chosen = independent(slopes.T, [*taken, *last])
    return sorted(set(chosen) - set(taken))


def independent(vectors: Array, order: Sequence[int]) -> list[int]:
    """Which of the vectors (n, k) are independent, as many as there are, in an `order`.

    Those that are most clearly so are taken at first.
    """
    if not vectors.size:
        return []
    wanted = int(np.linalg.matrix_rank(vectors[list(order)], tol=RANK))
    basis: list[Array] = []
    chosen: list[int] = []
    for least in REGULAR:
        for index in order:
            rest, size = vectors[index], float(np.linalg.norm(vectors[index]))
            for entry in basis:
                rest = rest - (entry @ rest) * entry
            left = float(np.linalg.norm(rest))
            if len(chosen) < wanted and index not in chosen and left > max(least * size, RANK):
                chosen.append(index)
                basis.append(rest / left)
    return chosen


def clearest(slopes: Array, rows: Sequence[int]) -> list[int]:
    """Conditions, with slopes G (m, f), in their order; those that hardly bind come last."""
    sizes = np.linalg.norm(slopes, axis=1)
    return sorted(rows, key=lambda s: sizes[s] < WEAK * sizes.max(initial=0.0))


def _implicit(
    rows: Sequence[PositionRow], dependent: Sequence[str], free: Sequence[str]
) -> tuple[Tied, ...]:
    """Dependents without closed form: each moves with all that it is tied to by conditions."""
    ties: nx.Graph[str | int] = nx.Graph()
    ties.add_nodes_from(dependent)
    for number, row in enumerate(rows):
        ties.add_node(number)
        held = (name for name in dependent if moves(row.value, Symbol(name)))
        ties.add_edges_from((number, name) for name in held)
    entries: dict[str, Tied] = {}
    for group in nx.connected_components(ties):
        tied = [row for number, row in enumerate(rows) if number in group]
        moving = (*free, TIME)
        arguments = tuple(n for n in moving if any(moves(r.value, Symbol(n)) for r in tied))
        sources = tuple(dict.fromkeys(key for row in tied for key in row.sources))
        for name in group:
            if isinstance(name, str):
                entries[name] = Tied(name, arguments, None, False, sources)
    return tuple(entries[name] for name in dependent)


def _explicit(
    closed: Closed,
    solved: Sequence[Solved],
    implicit: Sequence[Tied],
    free: Sequence[str],
) -> tuple[Tied, ...]:
    """Dependents in closed form; short ones are put in."""
    reading = closed.reading
    known = {entry.name: entry for entry in implicit}
    algebra = Algebra(reading.positive, (*free, TIME), reading.spelling)
    for entry in solved:
        name = reading.coordinates[entry.index - 1]
        inside = {s.name for s in symbols(entry.value)}
        inside |= {s.name for d in entry.definitions for s in symbols(d.tree)}
        moving = {n for n in inside if n in free or n == TIME}
        moving |= {a for n in inside if n in known for a in known[n].arguments}
        put_in = {Symbol(n): d.value for n, d in known.items() if d.put_in and d.value is not None}
        value = entry.value
        if symbols(value) & put_in.keys():
            value = algebra.expression(substitute(value, put_in)).tree()
        known[name] = Tied(
            name,
            tuple(n for n in (*free, TIME) if n in moving),
            value,
            _is_short(value, known, reading.parameters),
            entry.sources,
            entry.definitions,
        )
    return tuple(entry for entry in known.values() if entry not in implicit)


def _is_short(value: Expression, known: Mapping[str, Tied], parameters: Collection[str]) -> bool:
    """Whether a value is short enough to stand in place of its coordinate, and has no branches."""
    functions = {name for name, _ in called(value)}
    names = {symbol.name for symbol in symbols(value)}
    if functions & {*INVERSE} or _divides(value, parameters):
        return False
    return operation_count(value) <= (SHORT if not names & known.keys() else ALIKE)


def _divides(tree: Expression, parameters: Collection[str]) -> bool:
    """Whether a tree has more than parameters below a line."""
    if isinstance(tree, Power):
        whole = isinstance(tree.exponent, Number) and tree.exponent.value > 0
        if not whole and any(symbol.name not in parameters for symbol in symbols(tree)):
            return True
    return any(_divides(part, parameters) for part in parts(tree))


def bound_reading(reading: Reading, dependence: Dependence) -> Reading:
    """The system in the coordinates that are left; only conditions on velocities bind it.

    Raises LagrError where coordinates of beams or circuits are dependent.
    """
    trees, functions = dependence.trees, dict(reading.functions)
    algebra = Algebra(reading.positive, (*dependence.independent, TIME), reading.spelling)
    rates = {
        Symbol(entry.name, 1): _rate(entry, algebra.expression(trees[Symbol(entry.name)]))
        for entry in dependence.dependents
    }
    for entry in dependence.functions:
        functions[entry.function] = Function(name=entry.name, arguments=entry.arguments)
    held = tuple(entry for entry in reading.constraints if _is_on_velocities(entry))
    left = replace(
        reading, coordinates=dependence.independent, constraints=held, functions=functions
    )
    return replaced(left, trees | rates)


def _is_on_velocities(entry: Closure | Part) -> bool:
    """Whether a constraint has conditions on velocities."""
    if not isinstance(entry, Part):
        return False
    law = entry.kind.law
    return isinstance(law, Condition) and bool(law.velocity)


def _rate(entry: Tied, value: Canonical) -> Expression:
    """The rate of a dependent coordinate by those of its arguments."""
    terms: list[Expression] = []
    for name in entry.arguments:
        slope = value.derivative(Symbol(name))
        if not slope.is_zero:
            speed = () if name == TIME else (Symbol(name, 1),)
            terms.append(as_product([slope.tree(), *speed]))
    return as_sum(terms)
