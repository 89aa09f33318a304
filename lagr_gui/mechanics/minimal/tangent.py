"""The motions q̇ = T u + τ that conditions leave, G T = 0, made of what is printed of G."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from lagr_gui.algebra import operation_count
from lagr_gui.expression import Expression, Number, Power, Symbol, substitute
from lagr_gui.expression.rows import as_sum, negative
from lagr_gui.expression.rows import product as folded
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import TooLong, refusal
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.minimal.dependence import RANK, Tied, clearest, independent
from lagr_gui.mechanics.minimal.slopes import LONGEST, SlopeBlock, SlopeFinder, TiedSlope, blocks
from lagr_gui.mechanics.minimal.speeds import At, speeds
from lagr_gui.mechanics.minimal.systems import ONE, printed, printed_names, product, systems
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.rates import After
from lagr_gui.mechanics.sheets.sheet import (
    AT_UNIT_SPEED,
    Definition,
    Entry,
    LinearSystem,
    Sheet,
    free_name,
)

ZERO = Number(Fraction(0))

PUT_IN = 3
"""So many operations an entry of T may have that has no name."""

CLEAR = 0.3
"""The effect of a coordinate that shall follow from others is at least this part of the largest."""

Cells = Mapping[tuple[int, int], Expression]
"""What is written for entries of G by condition and coordinate, from 1."""


@dataclass(frozen=True, eq=False)
class Tangent:
    """The motions q̇ = T u + τ that conditions leave.

    `entries` are those of T by coordinate and speed, only those different from zero; `definitions`
    and `systems` tell what names in it stand for, but entries of G that are `named`.  It is made
    of the conditions with the numbers `rows`, from 1, which the velocities `dependent` follow.
    """

    independent: tuple[str, ...]
    speeds: tuple[str, ...]
    dependent: tuple[str, ...]
    rows: tuple[int, ...]
    entries: Mapping[tuple[str, str], Expression]
    definitions: tuple[Definition, ...] = ()
    systems: tuple[LinearSystem, ...] = ()
    named: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class TangentConditions:
    """The conditions of a sheet, by their numbers from 1.

    `slopes` (m, f) are those of G somewhere, over what they could be; `wanted` are the coordinates
    that shall be dependent if they can; the names that the model has are those of its `reading`.
    """

    sheet: Sheet
    slopes: Array
    reading: Reading
    wanted: tuple[str, ...] = ()

    @cached_property
    def placed(self) -> tuple[str, ...]:
        """Coordinates that follow from the others by conditions on positions."""
        rows = [entry.indices[0] - 1 for entry in self.sheet.of("phi")]
        return self._following(self.slopes[rows], ()) if rows else ()

    @cached_property
    def dependent(self) -> tuple[str, ...]:
        """Coordinates whose velocities follow from those of the others."""
        return self._following(self.slopes, self.placed)

    def _following(self, slopes: Array, first: Sequence[str]) -> tuple[str, ...]:
        """Coordinates with independent columns: wanted ones, those with a number in G, the last.

        None is taken that has far less effect on the conditions than another one.
        """
        names = self.sheet.coordinates
        plain = {rho - 1 for (_, rho), tree in self.cells.items() if isinstance(tree, Number)}
        wanted = {names.index(name) for name in self.wanted}
        order = sorted(range(len(names)), key=lambda i: (i not in wanted, i not in plain, -i))
        chosen = [names.index(name) for name in first]
        rest = slopes.T - _onto(slopes.T[chosen], slopes.T)
        while (sizes := np.linalg.norm(rest, axis=1)).max() > RANK:
            far = (i for i in order if sizes[i] > (RANK if i in wanted else CLEAR) * sizes.max())
            chosen.append(next(far))
            rest = slopes.T - _onto(slopes.T[chosen], slopes.T)
        return tuple(name for i, name in enumerate(names) if i in chosen)

    @cached_property
    def rows(self) -> list[int]:
        """TangentConditions that determine them."""
        columns = [self.sheet.coordinates.index(name) for name in self.dependent]
        slopes = self.slopes[:, columns]
        chosen = independent(slopes, clearest(slopes, range(len(slopes))))
        return [s + 1 for s in chosen]

    @cached_property
    def cells(self) -> Cells:
        """G: names of its entries; what is short stands for itself."""
        named = {entry.indices: entry for entry in self.sheet.of("G")}
        return {(s, rho): self._cell(entry) for (s, rho), entry in named.items()}

    @cached_property
    def sources(self) -> dict[int, tuple[str, ...]]:
        """The items from which each condition comes."""
        found: dict[int, tuple[str, ...]] = {}
        for entry in self.sheet.of("G"):
            keys = (key for term in entry.terms for key in term.sources)
            found[entry.indices[0]] = tuple(
                dict.fromkeys((*found.get(entry.indices[0], ()), *keys))
            )
        return found

    def _cell(self, entry: Entry) -> Expression:
        tree = entry.tree
        if isinstance(tree, Number) or (not self.sheet.structured and operation_count(tree) <= 1):
            return tree
        s, rho = entry.indices
        return printed(self.reading, s, rho, tree)


def tangent(
    conditions: TangentConditions,
    shown: Sequence[int] = (),
    closed: Closed | None = None,
    after: After = lambda value: value,
    at: At | None = None,
) -> Tangent:
    """T of the conditions of a sheet, in short formulas and names.

    Where there is the `closed` form of its system, whose conditions `shown` are those of the sheet,
    they are as in books; `at` tells values at a place.
    Raises LagrError where nothing can move.
    """
    names, dependent = conditions.sheet.coordinates, conditions.dependent
    if len(dependent) == len(names):
        raise refusal(
            "Minimal equations",
            "Nothing can move: there is no equation without multipliers.",
            "Look at the equations with multipliers.",
            "minimal",
        )
    if closed is not None and at is not None and not any(closed.constraints.bent):
        rolling = [i for i in shown if not closed.constraints.rows[i].on_positions]
        if rolling and (found := _along(conditions, shown, closed, after, at)) is not None:
            return found
    return _Named(conditions, dependent, shown, closed, after).tangent()


def _along(
    conditions: TangentConditions, shown: Sequence[int], closed: Closed, after: After, at: At
) -> Tangent | None:
    """T in speeds that turn with the system, as those along a skid; None where it is long."""
    names = conditions.sheet.coordinates
    try:
        chosen = speeds(closed, after, at, [shown[s - 1] for s in sorted(conditions.rows)])
    except TooLong:
        return None
    entries: dict[tuple[str, str], Expression] = {}
    for name, velocity in zip(names, chosen.velocities, strict=True):
        for u in chosen.symbols:
            slope = velocity.derivative(u)
            if slope.length > LONGEST or operation_count(tree := slope.tree()) > LONGEST:
                return None
            if not slope.is_zero:
                entries[name, u.name] = tree
    labels = tuple(u.name for u in chosen.symbols)
    left = tuple(name for name in names if name not in conditions.placed)
    return Tangent(left, labels, conditions.dependent, tuple(conditions.rows), entries)


class _Named:
    """T of names and short formulas, block by block."""

    def __init__(
        self,
        conditions: TangentConditions,
        dependent: Sequence[str],
        shown: Sequence[int],
        closed: Closed | None,
        after: After,
    ) -> None:
        self.conditions, self.closed, self.after = conditions, closed, after
        sheet = conditions.sheet
        self.coordinates = sheet.coordinates
        self.free = tuple(name for name in sheet.coordinates if name not in dependent)
        self._short = 0 if sheet.structured else PUT_IN
        self.cells = conditions.cells
        self.shown = dict(enumerate(shown, start=1))
        self.blocks = list(blocks(conditions.rows, dependent, self._holds))
        self.tied = self._tied()
        self._names = self._slope_names()

    def _holds(self, s: int, name: str) -> bool:
        return (s, self.coordinates.index(name) + 1) in self.cells

    def _tied(self) -> dict[str, Tied]:
        """The dependents with the velocities from which theirs follow."""
        tied: dict[str, Tied] = {}
        for block in self.blocks:
            by = {u for u in self.free for s in block.rows if self._holds(s, u)}
            before = (tied[n] for n in tied for s in block.rows if self._holds(s, n))
            by |= {u for entry in before for u in entry.arguments}
            arguments = tuple(u for u in self.free if u in by)
            keys = dict.fromkeys(k for s in block.rows for k in self.conditions.sources[s])
            for name in block.names:
                tied[name] = Tied(name, arguments, None, False, tuple(keys))
        return tied

    def _slope_names(self) -> dict[tuple[str, str], str]:
        sheet = self.conditions.sheet
        reading = self.conditions.reading
        taken = {*reading.parameters, *reading.functions, *reading.sources, *sheet.coordinates}
        taken |= {*(d.name for d in sheet.definitions)}
        taken |= {entry.reference for entry in sheet.entries}
        pairs = ((n, u) for n, entry in self.tied.items() for u in entry.arguments)
        names: dict[tuple[str, str], str] = {}
        for name, u in pairs:
            names[name, u] = free_name(f"{name}_{u}", taken)
            taken.add(names[name, u])
        return names

    def written(self, entry: Tied, by: str) -> Expression:
        """The name of an entry of T."""
        return Symbol(self._names[entry.name, by])

    def tangent(self) -> Tangent:
        """T with what its names stand for."""
        formulas = {(slope.dependent.name, slope.by): slope.value for slope in self._formulas()}
        self.entries = dict[tuple[str, str], Expression]({(u, u): ONE for u in self.free})
        definitions: list[Definition] = []
        put_in: dict[Symbol, Expression] = {}
        known: set[tuple[str, str]] = set()
        for block in self.blocks:
            for name in block.names:
                for by in self.tied[name].arguments:
                    value = formulas.get((name, by)) or self._quotient(block, by)
                    symbol = Symbol(self._names[name, by])
                    self.entries[name, by] = symbol
                    if value is None:
                        continue
                    value = substitute(value, put_in)
                    known.add((name, by))
                    if operation_count(value) <= self._short:
                        self.entries[name, by] = put_in[symbol] = value
                    else:
                        definitions.append(self._definition(symbol.name, name, by, value))
        lines = systems(self.blocks, self.tied, known, self._cell, self._entry)
        entries = {pair: tree for pair, tree in self.entries.items() if tree != ZERO}
        left = tuple(name for name in self.coordinates if name not in self.conditions.placed)
        made = self.conditions.dependent, tuple(self.conditions.rows)
        named = frozenset(printed_names(self.conditions.reading, self.conditions.sheet.of("G")))
        return Tangent(left, self.free, *made, entries, tuple(definitions), tuple(lines), named)

    def _entry(self, entry: Tied, by: str) -> Expression:
        """An entry of T as it is written."""
        return self.entries[entry.name, by]

    def _definition(self, name: str, of: str, by: str, value: Expression) -> Definition:
        meaning, sources = AT_UNIT_SPEED.with_values(name=by), self.tied[of].sources
        return Definition(name, "scalar", (value,), meaning, of, (by,), sources)

    def _formulas(self) -> tuple[TiedSlope, ...]:
        """Short formulas, in the coordinates."""
        if self.closed is None:
            return ()
        rows = {s: self.shown[s] for s in self.conditions.rows}
        finder = SlopeFinder(self.closed, self.after, [*self.tied.values()], rows, {}, self.written)
        return finder.found(self.blocks)

    def _quotient(self, block: SlopeBlock, by: str) -> Expression | None:
        """The slope of one coordinate that one condition determines."""
        (s, *others), (name, *_) = block.rows, block.names
        if others:
            return None
        below, alone = self._cell(s, name), self._cell(s, by)
        assert below is not None
        before = (e for n, e in self.tied.items() if n != name and by in e.arguments)
        rows = ((self._cell(s, e.name), e) for e in before)
        terms = [product(factor, self._entry(e, by)) for factor, e in rows if factor is not None]
        return _quotient([*([alone] if alone is not None else []), *terms], below)

    def _cell(self, s: int, name: str) -> Expression | None:
        return self.cells.get((s, self.coordinates.index(name) + 1))


def _onto(some: Array, vectors: Array) -> Array:
    """What vectors (n, k) are in the space of some of them."""
    if not len(some):
        return np.zeros_like(vectors)
    basis, sizes, _ = np.linalg.svd(some.T, full_matrices=False)
    basis = basis[:, sizes > RANK * sizes.max(initial=0.0)]
    return vectors @ basis @ basis.T


def _quotient(terms: Sequence[Expression], below: Expression) -> Expression:
    """−(a + b)/c"""
    above = as_sum(map(negative, terms))
    if isinstance(below, Number):
        return folded((Number(1 / below.value, below.decimal), above))
    return folded((above, Power(below, Number(Fraction(-1)))))
