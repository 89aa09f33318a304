"""Dependent coordinates in closed form, where conditions allow it.

A condition in which a coordinate occurs linearly, or as a cos q + b sin q + c, is solved for it.
Two such conditions with the same angle give its sine and cosine, and cos² + sin² = 1 is a
condition on the others (the four-bar).  Branches are chosen by σ = ±1.  The distance √(a² + b²)
of two points of a loop is ρ where that is shorter, as in the law of cosines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from types import MappingProxyType

from lagr_gui.algebra import Algebra, Canonical, Root, RootNames, operation_count, root_of, upright
from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Product,
    Sum,
    Symbol,
    substitute,
    symbols,
    symbols_in,
)
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.sheets.names import length_tree, named_scalar
from lagr_gui.mechanics.sheets.sheet import Definition, free_name

NEIGHBOURS = 4
"""So many other angles may be carried by one that is solved for."""
BRANCH = "~sigma_"
"""What signs of branches are called while conditions are solved; no model has such names."""
LONGEST = 400
"""Terms of a condition that is still worth solving."""


@dataclass(frozen=True)
class Solved:
    """A coordinate as an expression in others, and the items whose conditions gave it.

    `definitions` are those of names in it.
    """

    index: int
    value: Expression
    sources: tuple[str, ...]
    definitions: tuple[Definition, ...] = ()


@dataclass(frozen=True, eq=False)
class PositionRow:
    """A condition Φ = 0 on positions, and the items that it comes from."""

    value: Canonical
    sources: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class _Angle:
    """q = ψ − Σ k q′, and the condition as a cos ψ + b sin ψ + c = 0."""

    carried: tuple[tuple[Symbol, int], ...]
    a: Canonical
    b: Canonical
    c: Canonical


def eliminate(
    closed: Closed, after: Callable[[Canonical], Canonical] = lambda value: value
) -> tuple[Solved, ...]:
    """Dependent coordinates in the order in which they are computed.

    `after` is what is done with values, as the replacements of a special case.  Empty where not
    all conditions on positions can be solved, or the closed form is too long.
    """
    try:
        solved, rows = partly_solved(closed, after)
    except LagrError:
        return ()
    return () if rows else solved


def partly_solved(
    closed: Closed,
    after: Callable[[Canonical], Canonical],
    relations: Mapping[int, Expression] = MappingProxyType({}),
    *,
    relations_only: bool = False,
) -> tuple[tuple[Solved, ...], list[PositionRow]]:
    """The coordinates for which conditions can be solved, and the conditions that are left.

    These speak of the other coordinates only.  `relations` between coordinates, by index, hold on
    the branch that is looked at; those that leave a condition without coordinates do not.  With
    `relations_only` nothing else is solved.
    Raises LagrError where the closed form is too long.
    """
    rows = [
        PositionRow(after(row.value), (row.source,))
        for row, slopes in zip(closed.constraints.rows, closed.constraints.G, strict=True)
        if row.on_positions and slopes
    ]
    rows = [row for row in rows if not row.value.is_zero]
    reading = closed.reading
    names = (*reading.parameters, *reading.functions)
    solver = _Solver(closed.algebra, closed.kinematics.symbols, names)
    while not relations_only and solver.straight(rows):
        pass
    for index, tree in relations.items():
        solver.relate(rows, index, tree)
    while not relations_only and rows and (solver.straight(rows) or solver.step(rows)):
        pass
    in_order = tuple(_in_order(solver.found, solver.symbols))
    return _numbered(in_order, solver.taken), rows


def _in_order(found: Iterable[Solved], coordinates: Sequence[Symbol]) -> Iterator[Solved]:
    """Coordinates in their order, but for those that others are told by: these stand before."""
    left = {entry.index: entry for entry in sorted(found, key=lambda entry: entry.index)}
    while left:
        first = next((i for i in left if not _waits(left, i, coordinates)), min(left))
        yield left.pop(first)


def _waits(left: Mapping[int, Solved], index: int, coordinates: Sequence[Symbol]) -> bool:
    """Whether a coordinate is told by others that are left."""
    entry = left[index]
    trees = [entry.value, *(tree for own in entry.definitions for tree in own.trees)]
    return any(coordinates[i] in symbols_in(trees) for i in left)


def _numbered(solutions: Sequence[Solved], taken: Collection[str]) -> tuple[Solved, ...]:
    """The same with branches and distances numbered in the order in which they occur."""
    names: dict[Symbol, Expression] = {}
    distances: dict[str, Definition] = {}
    for entry in solutions:
        for symbol in {symbol for symbol in symbols(entry.value) if _is_new(symbol)} - names.keys():
            number = 1 + len(names) - len(distances)
            names[symbol] = Symbol(free_name(f"sigma_{number}", taken))
        for definition in entry.definitions:
            if definition.name not in distances:
                new = named_scalar(
                    "rho", (len(distances) + 1,), definition.meaning, taken, definition.sources
                )
                distances[definition.name] = replace(new, trees=definition.trees)
                names[Symbol(definition.name)] = Symbol(new.name)
    return tuple(
        replace(
            entry,
            value=upright(substitute(entry.value, names)),
            definitions=tuple(distances[definition.name] for definition in entry.definitions),
        )
        for entry in solutions
    )


def _is_new(symbol: Symbol) -> bool:
    """Whether a symbol is a sign that the solver has chosen, and has no name yet."""
    return symbol.name.startswith(BRANCH)


def is_branch(symbol: Symbol, taken: Collection[str] = ()) -> bool:
    """Whether a symbol is a sign σ = ±1 that chooses a branch; the model has names `taken`."""
    return symbol.name not in taken and re.fullmatch(r"sigmax*_\d+", symbol.name) is not None


def moves(value: Canonical, q: Symbol) -> bool:
    """Whether a value changes with a coordinate."""
    return not value.derivative(q).is_zero


class _Solver:
    def __init__(self, algebra: Algebra, symbols: Sequence[Symbol], others: Sequence[str]) -> None:
        self.algebra, self.symbols = algebra, symbols
        self.taken = {*others, *(symbol.name for symbol in symbols)}
        self.found: list[Solved] = []
        self._branches = 0
        self._distances: dict[Root, Definition] = {}

    def straight(self, rows: list[PositionRow]) -> bool:
        """Solve a condition for a coordinate that has a constant slope there, and put it in."""
        for index in range(len(self.symbols) - 1, 0, -1):
            q = self.symbols[index]
            for row in () if any(s.index == index for s in self.found) else rows:
                slope = row.value.derivative(q)
                if slope.is_zero or any(moves(slope, s) for s in self.symbols):
                    continue
                tree = self._linearly(row.value, slope, q)
                if tree is None:
                    continue
                self._keep(index, tree, [row])
                rows.remove(row)
                self._put_in(rows, index, tree)
                return True
        return False

    def _linearly(self, value: Canonical, slope: Canonical, q: Symbol) -> Expression | None:
        """A coordinate from a condition that is linear in it; None where |q| stands there."""
        rest = value - slope * self.algebra.symbol(q)
        tree = (-rest / slope).tree()
        return None if q in symbols(tree) else tree

    def relate(self, rows: list[PositionRow], index: int, tree: Expression) -> None:
        """Put in a relation between coordinates, unless it contradicts a condition."""
        q = self.symbols[index]
        holding = [row for row in rows if moves(row.value, q)]
        values = [row.value.substitute({q: tree}, {}) for row in holding]
        still = (value for value in values if not any(moves(value, s) for s in self.symbols))
        if (
            holding
            and all(value.is_zero for value in still)
            and all(s.index != index for s in self.found)
        ):
            self._keep(index, tree, holding)
            self._put_in(rows, index, tree)

    def _put_in(self, rows: list[PositionRow], index: int, tree: Expression) -> None:
        """A coordinate replaced in all conditions; those that vanish go."""
        q = self.symbols[index]
        for place, row in enumerate(rows):
            if moves(row.value, q):
                rows[place] = replace(row, value=row.value.substitute({q: tree}, {}))
        rows[:] = [row for row in rows if not row.value.is_zero]

    def step(self, rows: list[PositionRow]) -> bool:
        """Solve one condition, or two for one angle; whether that was possible."""
        if any(row.value.length > LONGEST for row in rows):
            return False
        for way, wanted in ((self._linear, 1), (self._turning, 1), (self._two, 2)):
            for index in range(len(self.symbols) - 1, 0, -1):
                q = self.symbols[index]
                holding = [row for row in rows if moves(row.value, q)]
                if len(holding) != wanted or any(s.index == index for s in self.found):
                    continue
                solved = way(index, holding)
                if solved is None:
                    continue
                for row in holding:
                    rows.remove(row)
                rows += solved
                return True
        return False

    def _linear(self, index: int, holding: list[PositionRow]) -> list[PositionRow] | None:
        q, (row,) = self.symbols[index], holding
        slope = row.value.derivative(q)
        tree = None if moves(slope, q) else self._linearly(row.value, slope, q)
        if tree is None:
            return None
        self._keep(index, tree, holding)
        return []

    def _turning(self, index: int, holding: list[PositionRow]) -> list[PositionRow] | None:
        q, (row,) = self.symbols[index], holding
        angle = self._angle(q, row.value)
        if angle is None:
            return None
        psi, definitions = self._turned(angle, _sources(holding))
        self._keep(index, self._less(angle, psi), holding, definitions)
        return []

    def _two(self, index: int, holding: list[PositionRow]) -> list[PositionRow] | None:
        """cos ψ and sin ψ from two conditions; what they leave is a condition on the others."""
        q = self.symbols[index]
        first, second = (self._angle(q, row.value) for row in holding)
        if first is None or second is None or first.carried != second.carried:
            return None
        determinant = first.a * second.b - first.b * second.a
        if determinant.is_zero or any(moves(determinant, s) for s in self.symbols):
            return None
        cosine = (first.b * second.c - second.b * first.c) / determinant
        sine = (second.a * first.c - first.a * second.c) / determinant
        psi = Call("atan2", (sine.tree(), cosine.tree()))
        self._keep(index, self._less(first, psi), holding)
        across = first.b * second.c - second.b * first.c
        along = second.a * first.c - first.a * second.c
        rest = across * across + along * along - determinant * determinant
        return [] if rest.is_zero else [PositionRow(rest, _sources(holding))]

    def _angle(self, q: Symbol, value: Canonical) -> _Angle | None:
        """The condition as a cos ψ + b sin ψ + c, with an angle ψ that leaves a and b simplest."""
        twice = value.derivative(q).derivative(q)
        c = value + twice
        if moves(c, q):
            return None
        part = -twice
        others = [s for s in self.symbols[1:] if s != q and moves(part, s)]
        if len(others) <= NEIGHBOURS:
            for signs in product((1, -1), repeat=len(others)):
                carried = tuple(zip(others, signs, strict=True))
                coefficients = self._coefficients(q, part, carried)
                if not any(moves(entry, s) for entry in coefficients for s in others):
                    return _Angle(carried, *coefficients, c)
        return _Angle((), *self._coefficients(q, part, ()), c)

    def _coefficients(
        self, q: Symbol, part: Canonical, carried: tuple[tuple[Symbol, int], ...]
    ) -> tuple[Canonical, Canonical]:
        """a and b of a cos ψ + b sin ψ, from the value and the slope at ψ = 0."""
        nought = Number(Fraction(0))
        back = [Product((Number(Fraction(-sign)), s)) for s, sign in carried]
        at: Expression = Sum((nought, *back)) if back else nought
        slope = part.derivative(q)
        return part.substitute({q: at}, {}), slope.substitute({q: at}, {})

    def _turned(
        self, angle: _Angle, sources: tuple[str, ...]
    ) -> tuple[Expression, tuple[Definition, ...]]:
        """ψ of a cos ψ + b sin ψ + c = 0, and what names in it stand for."""
        a, b, c = self._reduced(angle)
        if a.is_zero:
            return _arcsine(-c / b), ()
        self._branches += 1
        sigma = Symbol(f"{BRANCH}{self._branches}")
        if b.is_zero:
            return Product((sigma, Call("acos", ((-c / a).tree(),)))), ()
        if c.is_zero:
            sine, cosine = (Product((sigma, part.tree())) for part in (-angle.a, angle.b))
            return Call("atan2", (sine, cosine)), ()
        cosine, definitions = self._cosine(a, b, c, sources)
        turn = Product((sigma, Call("acos", (cosine,))))
        return Sum((Call("atan2", (b.tree(), a.tree())), turn)), definitions

    def _cosine(
        self, a: Canonical, b: Canonical, c: Canonical, sources: tuple[str, ...]
    ) -> tuple[Expression, tuple[Definition, ...]]:
        """−c/ρ, with a name for the distance ρ = √(a² + b²) where that is shorter."""
        length = self.algebra.call("sqrt", (a * a + b * b,))
        plain, root = (-c / length).tree(), root_of(length)
        if root is None:
            return plain, ()
        distance = self._distances.get(root)
        if distance is None:
            number, meaning = len(self._distances) + 1, say("distance of two points of a loop")
            distance = named_scalar("rho", (number,), meaning, self.taken, sources)
        names = RootNames(self.algebra, {Symbol(distance.name): root})
        if not distance.trees:
            distance = replace(
                distance, trees=(length_tree(names.square(Symbol(distance.name)), (a, b)),)
            )
        named = names.of(-c / length).tree()
        if operation_count(named) + operation_count(distance.tree) >= operation_count(plain):
            return plain, ()
        self._distances[root] = distance
        return named, (distance,)

    def _reduced(self, angle: _Angle) -> tuple[Canonical, Canonical, Canonical]:
        """a, b and c over the numbers and parameters that a and b have in common."""
        values = angle.a, angle.b, angle.c
        turning = [value for value in values[:2] if not value.is_zero]
        if not turning or any(value.D is not None for value in turning):
            return values
        factor = self.algebra.monomial_content(*turning)
        return angle.a / factor, angle.b / factor, angle.c / factor

    def _less(self, angle: _Angle, psi: Expression) -> Expression:
        """q = ψ − Σ k q′"""
        minus = Number(Fraction(-1))
        terms = [s if sign < 0 else Product((minus, s)) for s, sign in angle.carried]
        return Sum((psi, *terms)) if terms else psi

    def _keep(
        self,
        index: int,
        value: Expression,
        holding: Sequence[PositionRow],
        definitions: tuple[Definition, ...] = (),
    ) -> None:
        self.found.append(Solved(index, value, _sources(holding), definitions))


def _arcsine(sine: Canonical) -> Expression:
    """The arc of a sine, with the minus before it that all of the sine has."""
    tree = sine.tree()
    first = tree.factors[0] if isinstance(tree, Product) else tree
    if isinstance(first, Number) and first.value < 0:
        return Product((Number(Fraction(-1)), Call("asin", ((-sine).tree(),))))
    return Call("asin", (tree,))


def _sources(holding: Sequence[PositionRow]) -> tuple[str, ...]:
    """The items that conditions come from."""
    return tuple(dict.fromkeys(key for row in holding for key in row.sources))
