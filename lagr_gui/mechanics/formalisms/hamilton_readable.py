"""Hamilton's canonical equations as they are read: H and q̇ in squares of the momenta."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, TypeVar

from lagr_gui.algebra import operation_count
from lagr_gui.algebra.quotients import quotient
from lagr_gui.expression import Expression, Symbol
from lagr_gui.expression.rows import as_sum
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity, TooLong
from lagr_gui.mechanics.closed import nonzero
from lagr_gui.mechanics.factors import singular
from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.hamilton import Hamilton, MomentumSquare
from lagr_gui.mechanics.formalisms.kinetics import HALF, Kinetics, merged
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import opposite
from lagr_gui.mechanics.sheets.forces import ForceTerms
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Sheet, Term

T = TypeVar("T")

WORTH = Fraction(4, 3)
"""A velocity over one denominator must be shorter by this than it is square by square."""


def hamilton(kinetics: Kinetics, show: Show) -> tuple[list[Entry], list[Balance]]:
    """Momenta, H, and the canonical equations; velocities stay in forces that depend on them."""
    return _Shown(Hamilton(kinetics), show).all


def lagrangian(sheet: Sheet) -> Entry:
    """L = T − U, from the energies of Lagrange's sheet."""
    kinetic = (term for entry in sheet.of("T") for term in entry.terms)
    potential = (term for entry in sheet.of("U") for term in entry.terms)
    return Entry("L", (), (*kinetic, *map(opposite, potential)), "H")


def with_potential(entries: Iterable[Entry], sheet: Sheet) -> list[Entry]:
    """Results in which H has the potential energy of Lagrange's sheet, which has no constant."""
    potential = tuple(term for entry in sheet.of("U") for term in entry.terms)
    found = list(entries)
    if potential and all(entry.symbol != "H" for entry in found):
        found.append(Entry("H", (), (), "H"))
    return [
        replace(entry, terms=(*entry.terms, *potential)) if entry.symbol == "H" else entry
        for entry in found
    ]


def cyclic(sheet: Sheet) -> Iterator[Problem]:
    """Which momenta do not change."""
    for balance in sheet.balances:
        (term,) = balance.left
        is_momentum = isinstance(term.tree, Symbol) and term.tree.name not in sheet.coordinates
        if isinstance(term.tree, Symbol) and is_momentum and not balance.right:
            place = say("Coordinate “{name}”", name=balance.coordinate)
            cause = say("It is cyclic: {momentum} = const.", momentum=term.tree.name)
            yield Problem(place, cause, "", severity=Severity.HINT, code="cyclic")


class _Shown:
    """The canonical equations of one system."""

    def __init__(self, form: Hamilton, show: Show) -> None:
        self.form, self.show = form, show
        self.kinetics = form.kinetics
        self.names = self.kinetics.reading.coordinates
        self.forces = ForceTerms(self.kinetics.closed)

    @cached_property
    def all(self) -> tuple[list[Entry], list[Balance]]:
        """Functions, and equations."""
        return [*self._momenta(), *self._function()], [*self._velocities(), *self._rates()]

    @cached_property
    def squares(self) -> Sequence[MomentumSquare]:
        """Those of the order of elimination that makes H shortest."""
        after = self.show.after

        def by(order: Sequence[int]) -> list[MomentumSquare]:
            return [_changed(square, after) for square in self.form.squares(order)]

        return _shortest([partial(by, order) for order in self.form.orders()], self._operations)

    def _operations(self, squares: Sequence[MomentumSquare]) -> int:
        return _operations(map(self._square, squares))

    def _quotient(self, *factors: tuple[Any, int]) -> Expression:
        form = "shortest" if self.show.form == "terms" else self.show.form
        return self.show.typed.spelled(quotient(*factors, form=form), ())

    def _square(self, square: MomentumSquare) -> Expression:
        """w²/(2 D)"""
        half = self.kinetics.algebra.number(HALF)
        return self._quotient((half, 1), (square.w, 2), (square.D, -1))

    def _momenta(self) -> Iterator[Entry]:
        """p_ρ = ∂L/∂q̇_ρ by their names, by squares where these are no longer."""
        pairs = zip(self.form.symbols, self.form.momenta, strict=True)
        for index, (symbol, parts) in enumerate(pairs):
            made = partial(self._momentum, index), partial(self.show.terms, parts)
            terms = _shortest(made, _length)
            if terms:
                yield Entry("p", (index + 1,), terms, self.form.equation, symbol.name)

    def _momentum(self, index: int) -> tuple[Term, ...]:
        """Σ ∂ω/∂q̇ D ω + g₀, as the derivative of ½ D ω²."""
        speed = self.kinetics.symbols[1][index]
        parts = [(square, square.omega.derivative(speed)) for square in self.squares]
        trees = [self._quotient((c, 1), (s.omega, 1), (s.D, 1)) for s, c in parts if not c.is_zero]
        carried = nonzero({"": self.show.after(self.form.carried_momentum(index))})
        return (*(Term(tree, ("",)) for tree in trees), *self.show.terms(carried))

    def _function(self) -> Iterator[Entry]:
        """H as a sum of squares; `with_potential` puts U behind them."""
        squares = self.squares if self.names else ()
        terms = [Term(self._square(square), ("",)) for square in squares]
        terms += self.show.terms(nonzero({"": self.form.carried * -HALF}))
        if terms:
            yield Entry("H", (), tuple(terms), self.form.equation)

    def _velocities(self) -> Iterator[Balance]:
        """q̇ = ∂H/∂p = Σ ∂w/∂p w/D, square by square where that is no longer."""
        for index, name in enumerate(self.names):
            right = self._velocity(index)
            left = (Term(Symbol(name, 1), ()),)
            yield Balance(name, index + 1, left, right, self.form.equation)

    def _velocity(self, index: int) -> tuple[Term, ...]:
        symbol = self.form.symbols[index]
        slopes = [(square, square.w.derivative(symbol)) for square in self.squares]
        parts = [(square, slope) for square, slope in slopes if not slope.is_zero]
        parts.sort(key=lambda part: part[0].index != index)
        trees = [self._quotient((c, 1), (s.w, 1), (s.D, -1)) for s, c in parts]

        def whole() -> list[Expression]:
            """Over one denominator."""
            total = sum((c * s.w / s.D for s, c in parts), self.kinetics.algebra.zero)
            for s, _ in parts:
                total = total * s.D
            return [self._quotient((total, 1), *((s.D, -1) for s, _ in parts))]

        def length(version: list[Expression]) -> Fraction:
            return _operations(version) * (Fraction(1) if version is trees else WORTH)

        trees = _shortest([lambda: trees, whole], length) if len(parts) > 1 else trees
        return tuple(Term(tree, ("",)) for tree in trees)

    def _rates(self) -> Iterator[Balance]:
        """ṗ = −∂H/∂q + Q"""
        pairs = zip(self.names, self.form.symbols, self.kinetics.bound, strict=True)
        for index, (name, symbol, bound) in enumerate(pairs):
            own = self.kinetics.symbols[0][index]
            terms = [Term(tree, ("",)) for tree in self._slopes(own)]
            carried = self.form.carried.derivative(own) * HALF
            terms += self.show.terms(nonzero({"": carried}))
            terms += self.forces.terms_apart(self.show, merged([self._acting(index), bound]))
            left = (Term(Symbol(symbol.name, 1), ()),)
            yield Balance(name, index + 1, left, tuple(terms), self.form.equation)

    def _slopes(self, q: Symbol) -> Iterator[Expression]:
        """−∂/∂q w²/(2 D) = w (½ w ∂D/∂q − D ∂w/∂q)/D²"""
        for square in self.squares:
            w, D = square.w, square.D
            rest = w * D.derivative(q) * HALF - D * w.derivative(q)
            if not rest.is_zero:
                apart = partial(self._quotient, (w, 1), (rest, 1), (D, -2))
                yield _shortest([apart, partial(self._reduced, square, rest)], operation_count)

    def _reduced(self, square: MomentumSquare, rest: Any) -> Expression:
        """w rest/D² with what rest and D have in common cancelled."""
        return self._quotient((square.w, 1), (rest / (square.D * square.D), 1))

    def _acting(self, index: int) -> Shares:
        """−∂U/∂q + Q by source."""
        own = self.kinetics.symbols[0][index]
        falls = {key: -U.derivative(own) for key, U in self.kinetics.closed.U_parts.items()}
        return nonzero(merged([falls, self.form.applied[index]]))


def _operations(trees: Iterable[Expression]) -> int:
    return operation_count(as_sum(trees))


def _shortest(made: Sequence[Callable[[], T]], length: Callable[[T], Fraction | int]) -> T:
    """The shortest of several versions but for those that are too long to be made."""
    versions: list[T] = []
    for place, make in enumerate(made):
        try:
            versions.append(make())
        except TooLong:
            if not versions and place == len(made) - 1:
                raise
    return min(versions, key=length)


def _length(terms: Iterable[Term]) -> int:
    return _operations(term.tree for term in terms)


def _changed(square: MomentumSquare, change: Callable[[Any], Any]) -> MomentumSquare:
    parts = {name: change(getattr(square, name)) for name in ("w", "omega", "D")}
    if parts["D"].is_zero:
        raise singular()
    return replace(square, **parts)
