"""Multipliers of minimal equations: λ is what the equations of dependent coordinates leave.

Σ λ_s G_sd = g_dν q̈^ν + Γ_dμν q̇^μ q̇^ν − Q_d (C4), block by block: last come the conditions that
are met first.  A condition across which a speed could go, as that of a skid, has its λ from the
forces in that direction: λ = δqᵀ (g q̈ + Γ q̇ q̇ − Q) with G δq = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lagr_gui.algebra import Canonical
from lagr_gui.expression import TIME, Expression, Number, Power, Symbol, substitute, symbols
from lagr_gui.expression.rows import as_product, factors_in, is_negative, negative
from lagr_gui.mechanics.closed import Closed, Parts, add, nonzero
from lagr_gui.mechanics.minimal.dependence import clearest, independent
from lagr_gui.mechanics.minimal.directions import in_coordinates, in_speeds
from lagr_gui.mechanics.minimal.presentation import MinimalForm
from lagr_gui.mechanics.minimal.projected import CONDITIONS
from lagr_gui.mechanics.minimal.slopes import SlopeBlock, blocks
from lagr_gui.mechanics.minimal.systems import Cell, product
from lagr_gui.mechanics.minimal.tangent import TangentConditions
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import (
    equations_of_motion,
    multiplier,
    opposite,
    whole,
)
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, LinearSystem, Term

LAMBDA, C4 = "lambda", "C4"
"""The symbol of multipliers among results, and the number of their formula."""
MINUS_ONE, ZERO = Number(Fraction(-1)), Number(Fraction(0))

Left = Callable[[str], tuple[Term, ...]]
"""What the equation of a dependent coordinate leaves to multipliers."""


@dataclass(frozen=True)
class Multipliers:
    """Multipliers with a formula each as results, and linear systems of the others."""

    entries: tuple[Entry, ...]
    systems: tuple[LinearSystem, ...]


def in_names(conditions: TangentConditions) -> Multipliers:
    """Multipliers in all coordinates, in names of the results of the sheet that has them."""
    sheet = conditions.sheet
    free = [entry for entry in sheet.entries if entry.symbol not in CONDITIONS]
    rows = equations_of_motion(replace(sheet, entries=tuple(free), side="right"))
    left = {row.coordinate: (*row.left, *map(opposite, row.right)) for row in rows}
    columns = {name: i for i, name in enumerate(sheet.coordinates, start=1)}

    def cell(s: int, name: str) -> Expression | None:
        return conditions.cells.get((s, columns[name]))

    parts = blocks(conditions.rows, conditions.dependent, lambda s, n: cell(s, n) is not None)
    plain = conditions.reading.parameters
    return _Solver(left.__getitem__, cell, conditions.sources, plain).solved([*parts])


def in_minimal(
    form: MinimalForm, closed: Closed, conditions: TangentConditions, show: Show
) -> Multipliers:
    """Multipliers of a minimal form, in what is left; dependents that are functions keep names.

    `closed` is the form in all coordinates, which the `conditions` bind.  Raises TooLong where
    multipliers cannot be put together.
    """
    return _Minimal(form, closed, conditions, show).found()


class _Minimal:
    """What stands in equations of dependent coordinates, put together in the others."""

    def __init__(
        self,
        form: MinimalForm,
        closed: Closed,
        conditions: TangentConditions,
        show: Show,
    ) -> None:
        self.form, self.closed, self.conditions, self.show = form, closed, conditions, show
        self.algebra = form.closed.algebra
        self.names = closed.reading.coordinates
        self.numbers = {row: s for s, row in enumerate(closed.constraints.shown, start=1)}
        self.on_positions = [entry.indices[0] for entry in conditions.sheet.of("phi")]
        self._put_in = self._trees()
        self._in_speeds = self._speeds()

    def _trees(self) -> dict[Symbol, Expression]:
        """What is put in for coordinates, velocities and accelerations."""
        trees: dict[Symbol, Expression] = {}
        for entry in self.form.dependence.dependents:
            if entry.put_in and entry.value is not None:
                value = self.algebra.expression(entry.value)
                for order in range(3):
                    trees[Symbol(entry.name, order)] = value.tree()
                    value = self._rate(value)
        return trees

    def _rate(self, value: Canonical) -> Canonical:
        """d/dt in the names of coordinates and their rates."""
        total = value.derivative(Symbol(TIME))
        for symbol in symbols(value.tree()):
            if symbol.name in self.names:
                further = self.algebra.symbol(Symbol(symbol.name, symbol.order + 1))
                total = total + value.derivative(symbol) * further
        return total

    def _speeds(self) -> dict[Symbol, Expression]:
        """Velocities and accelerations in the independent speeds."""
        trees: dict[Symbol, Expression] = {}
        if (chosen := self.form.speeds) is not None:
            motion = in_speeds(self.form.closed, chosen)
            for name, v, a in zip(
                self.form.dependence.independent, motion.v[1:], motion.a[1:], strict=True
            ):
                trees |= {Symbol(name, 1): v.tree(), Symbol(name, 2): a.tree()}
        return trees

    def found(self) -> Multipliers:
        """Those of conditions on velocities, then those of conditions on positions."""
        across = tuple(self._across())
        known = {entry.indices[0] for entry in across}
        dependent = self.form.dependence.names
        columns = [self.names.index(name) for name in dependent]
        slopes = self.conditions.slopes[:, columns]
        chosen = independent(slopes, clearest(slopes, [s - 1 for s in self.on_positions]))
        rows = [s + 1 for s in chosen]
        parts = blocks(rows, dependent, lambda s, n: self._cell(s, n) is not None)
        plain = self.closed.reading.parameters
        solver = _Solver(self._left, self._cell, self.conditions.sources, plain)
        others = solver.solved([*parts], known)
        return Multipliers((*across, *others.entries), others.systems)

    def _across(self) -> Iterator[Entry]:
        """λ of conditions on velocities: forces across the directions in which they let move."""
        chosen = self.form.speeds
        if chosen is None:
            return
        held = {row.source for row in self.form.closed.constraints.rows}
        every = enumerate(self.closed.constraints.rows)
        numbers = [self.numbers.get(i) for i, row in every if row.source in held]
        motion = in_speeds(self.form.closed, chosen)
        for row, direction in zip(chosen.rows, chosen.across, strict=True):
            number = numbers[row]
            assert number is not None, "a condition that holds anyway has no direction"
            left, right = motion.along([self.algebra.zero, *direction])
            parts = _rest(left, right)
            terms = self.show.by_unknowns(parts, chosen.rates)
            zero = Term(ZERO, self.conditions.sources[number])
            yield Entry(LAMBDA, (number,), terms or (zero,), C4)

    def _left(self, name: str) -> tuple[Term, ...]:
        """What the equation of a dependent coordinate leaves, in what is left."""
        column = self.names.index(name) + 1
        direction = [self.closed.algebra.zero] * (len(self.names) + 1)
        direction[column] = self.closed.algebra.one
        left, right = in_coordinates(self.closed).along(direction)
        parts = {key: self._in_what_is_left(value) for key, value in _rest(left, right).items()}
        return self.show.by_unknowns(nonzero(parts), self._unknowns)

    @property
    def _unknowns(self) -> list[Symbol]:
        """Accelerations in the order in which they are written."""
        chosen, depending = self.form.speeds, self.form.dependence
        free = [Symbol(name, 2) for name in depending.independent]
        rates = free if chosen is None else chosen.rates
        return [*rates, *(Symbol(entry.name, 2) for entry in depending.functions)]

    def _in_what_is_left(self, value: Canonical) -> Canonical:
        tree = substitute(substitute(value.tree(), self._put_in), self._in_speeds)
        return self.algebra.expression(tree)

    def _cell(self, s: int, name: str) -> Expression | None:
        """An entry of G."""
        row = self.closed.constraints.shown[s - 1]
        slope = self.closed.constraints.G[row].get(self.names.index(name) + 1)
        if slope is None:
            return None
        value = self.show.after(self._in_what_is_left(slope))
        return None if value.is_zero else value.tree()


class _Solver:
    """Solves equations of dependent coordinates for multipliers, the last block first."""

    def __init__(
        self,
        left: Left,
        cell: Cell,
        sources: Mapping[int, tuple[str, ...]],
        plain: Collection[str],
    ) -> None:
        self.left, self.cell, self.sources, self.plain = left, cell, sources, plain

    def solved(self, parts: Sequence[SlopeBlock], known: Collection[int] = ()) -> Multipliers:
        """All multipliers of blocks; those of other conditions may be `known`."""
        entries: list[Entry] = []
        systems: list[LinearSystem] = []
        done = list(known)
        for block in reversed(parts):
            lines = [self._line(name, block, done) for name in block.names]
            if len(lines) == 1:
                (s,), (name,) = block.rows, block.names
                below = self.cell(s, name)
                assert below is not None
                terms = self._over(lines[0].right, below) or (Term(ZERO, self.sources[s]),)
                entries.append(Entry(LAMBDA, (s,), terms, C4))
            else:
                unknowns = tuple(multiplier(s) for s in block.rows)
                systems.append(LinearSystem(unknowns, tuple(lines)))
            done += block.rows
        return Multipliers(tuple(entries), tuple(systems))

    def _line(self, name: str, block: SlopeBlock, done: Sequence[int]) -> Balance:
        """λ_s G_sd = what the equation leaves, without multipliers that are known."""
        left = tuple(self._reactions(block.rows, name))
        right = (*self.left(name), *map(opposite, self._reactions(sorted(done), name)))
        return Balance(name, 0, left, right, C4)

    def _reactions(self, rows: Sequence[int], name: str) -> Iterator[Term]:
        for s in rows:
            if (factor := self.cell(s, name)) is not None:
                yield Term(product(factor, multiplier(s)), self.sources[s])

    def _over(self, terms: tuple[Term, ...], below: Expression) -> tuple[Term, ...]:
        """Terms over an entry of G, each by itself unless that turns with the system."""
        if is_negative(below):
            terms, below = tuple(map(opposite, terms)), negative(below)
        plain: list[Expression] = []
        turning: list[Expression] = []
        for factor in factors_in(below):
            still = {symbol.name for symbol in symbols(factor)} <= {*self.plain}
            (plain if still else turning).append(_inverse(factor))
        terms = tuple(Term(product(as_product(plain), t.tree), t.sources) for t in terms)
        if turning and len(terms) > 1:
            terms = (Term(whole(terms), _sources(terms)),)
        return tuple(Term(product(as_product(turning), t.tree), t.sources) for t in terms)


def _inverse(factor: Expression) -> Expression:
    """1/a, and 1/a² of a square."""
    if isinstance(factor, Number):
        return Number(1 / factor.value, factor.decimal)
    if isinstance(factor, Power) and isinstance(factor.exponent, Number):
        return Power(factor.base, negative(factor.exponent))
    return Power(factor, MINUS_ONE)


def _sources(terms: Iterable[Term]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for term in terms for key in term.sources))


def _rest(left: Parts, right: Parts) -> Parts:
    """What is left of two sides, by source."""
    parts = dict(left)
    for key, value in right.items():
        add(parts, key, -value)
    return nonzero(parts)
