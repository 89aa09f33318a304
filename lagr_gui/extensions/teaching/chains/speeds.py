"""Sums of products with speeds, as one writes energies and momenta: c K(q) s₁ s₂.

A coefficient c is made of parameters, K of coordinates, speeds s are linear in velocities.  The
terms stay apart as they come from bodies; those with equal K and speeds are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import TIME, Expression, Number, Power, Sum, Symbol, called, symbols
from lagr_gui.expression.rows import as_sum, factors_in, product, terms_in

FORM = "terms"
WRITTEN_OUT = "product"
"""The form in which each term is one product."""


@dataclass(frozen=True, slots=True)
class SpeedTerm:
    """One product: `coefficient` · `carriers` · `speeds`, with where it comes from."""

    coefficient: Canonical
    carriers: tuple[Expression, ...]
    speeds: tuple[Expression, ...]
    sources: tuple[str, ...]

    @property
    def like(self) -> tuple[object, ...]:
        """What terms have in common that are one."""
        return self.carriers, tuple(sorted(map(repr, self.speeds)))


class Speeds:
    """Makes such sums of the values of one algebra, where `names` are those of the coordinates."""

    def __init__(self, algebra: Algebra, names: Iterable[str]) -> None:
        self.algebra = algebra
        self._moving = {*names, TIME}

    def terms(self, value: Canonical, sources: tuple[str, ...]) -> list[SpeedTerm]:
        """The terms of a value, which is written out where its factors mix q and q̇."""
        found = self._split(self.algebra.shown(value, FORM), sources)
        return found or self._split(self.algebra.shown(value, WRITTEN_OUT), sources) or []

    def _split(self, tree: Expression, sources: tuple[str, ...]) -> list[SpeedTerm] | None:
        found: list[SpeedTerm] = []
        for term in _multiplied_out(tree):
            made = self._term(term, sources)
            if made is None:
                return None
            found.append(made)
        return self.joined(found)

    def _term(self, tree: Expression, sources: tuple[str, ...]) -> SpeedTerm | None:
        constant, carriers, speeds = list[Expression](), list[Expression](), list[Expression]()
        for factor in factors_in(tree):
            spoken = symbols(factor)
            if any(symbol.order for symbol in spoken):
                if any(not s.order and s.name in self._moving for s in spoken):
                    return None
                speeds += _powers(factor)
            elif any(symbol.name in self._moving for symbol in spoken):
                carriers.append(factor)
            else:
                constant.append(factor)
        coefficient = self.algebra.expression(product(constant))
        return SpeedTerm(coefficient, tuple(carriers), tuple(speeds), sources)

    def joined(self, terms: Iterable[SpeedTerm]) -> list[SpeedTerm]:
        """The same with equal products as one, in the place of the first; without those of 0."""
        kept: dict[object, SpeedTerm] = {}
        for term in terms:
            if (other := kept.get(term.like)) is not None:
                sources = dict.fromkeys((*other.sources, *term.sources))
                both = other.coefficient + term.coefficient
                kept[term.like] = replace(other, coefficient=both, sources=tuple(sources))
            else:
                kept[term.like] = term
        return [term for term in kept.values() if not term.coefficient.is_zero]

    # --- what terms become -------------------------------------------------------------------

    def by_speed(self, terms: Iterable[SpeedTerm], name: str) -> list[SpeedTerm]:
        """∂/∂q̇ of a sum: the speeds of each product become one, as 2 q̇₁ + q̇₂."""
        found: list[SpeedTerm] = []
        for term in terms:
            slope = self.algebra.expression(product(term.speeds)).derivative(Symbol(name, 1))
            if slope.is_zero:
                continue
            content = self.algebra.monomial_content(slope)
            left = self.algebra.shown(slope * self.algebra.inverse(content), FORM)
            if any(s.order for s in symbols(self.algebra.shown(content, FORM))):
                content, left = self.algebra.one, self.algebra.shown(slope, FORM)
            coefficient, speeds = term.coefficient * content, list[Expression]()
            for factor in factors_in(left):
                if symbols(factor):
                    speeds += _powers(factor)
                else:
                    coefficient = coefficient * self.algebra.expression(factor)
            found.append(SpeedTerm(coefficient, term.carriers, tuple(speeds), term.sources))
        return self.joined(found)

    def by_coordinate(self, terms: Iterable[SpeedTerm], name: str) -> list[SpeedTerm]:
        """∂/∂q of a sum."""
        found: list[SpeedTerm] = []
        for term in terms:
            slope = self.algebra.expression(product(term.carriers)).derivative(Symbol(name))
            if slope.is_zero:
                continue
            for part in self._split(self.algebra.shown(slope, FORM), term.sources) or []:
                coefficient = term.coefficient * part.coefficient
                found.append(replace(part, coefficient=coefficient, speeds=term.speeds))
        return self.joined(found)

    # --- trees -------------------------------------------------------------------------------

    def tree(self, terms: Iterable[SpeedTerm]) -> Expression:
        """The sum as it is written."""
        return as_sum(map(self.product_of, terms))

    def product_of(self, term: SpeedTerm) -> Expression:
        """One product: numbers and parameters, coordinates, speeds, functions of coordinates."""
        return in_order((self.constant(term), *term.carriers, *term.speeds))

    def constant(self, term: SpeedTerm) -> Expression:
        """The coefficient as it is written."""
        return self.algebra.shown(term.coefficient, "shortest")

    def rate(self, terms: Iterable[SpeedTerm]) -> Expression:
        """d/dt of a sum of terms with one speed each, by the product rule, term by term."""
        return as_sum(self._rate(term) for term in terms)

    def _rate(self, term: SpeedTerm) -> Expression:
        speed, carrier = product(term.speeds), product(term.carriers)
        later = self._later(speed)
        if not term.carriers:
            return product((self.constant(term), later))
        turned = self.algebra.shown(self._rate_of(carrier), FORM)
        kept = in_order((carrier, later))
        changed = [in_order((part, speed)) for part in terms_in(turned)]
        return product((self.constant(term), Sum((kept, *changed))))

    def _later(self, tree: Expression) -> Expression:
        """The rate of something linear in velocities with constant coefficients."""
        return self.algebra.shown(self._rate_of(tree), FORM)

    def _rate_of(self, tree: Expression) -> Canonical:
        value = self.algebra.expression(tree)
        total = self.algebra.zero
        for symbol in sorted(symbols(tree), key=lambda one: (one.order, one.name)):
            if symbol.order or symbol.name in self._moving:
                slope = value.derivative(symbol)
                pace = 1 if symbol.name == TIME else Symbol(symbol.name, symbol.order + 1)
                speed = self.algebra.one if pace == 1 else self.algebra.symbol(pace)
                total = total + slope * speed
        return total


def _powers(factor: Expression) -> list[Expression]:
    """A factor as often as it stands there."""
    match factor:
        case Power(base, Number(value)) if value.denominator == 1 and value > 0:
            return [base] * int(value)
        case _:
            return [*factors_in(factor)]


def in_order(trees: Iterable[Expression]) -> Expression:
    """A product: constants, coordinates, speeds, functions; equal factors as powers."""
    counted: dict[Expression, int] = {}
    for factor in factors_in(product(trees)):
        for one in _powers(factor):
            counted[one] = counted.get(one, 0) + 1
    joined = [Power(f, Number(Fraction(n))) if n > 1 else f for f, n in counted.items()]
    return product(sorted(joined, key=_place))


def _place(factor: Expression) -> int:
    """Where a factor stands among those of a product."""
    spoken = symbols(factor)
    if called(factor) and not any(symbol.order for symbol in spoken):
        return 2
    return int(any(symbol.order for symbol in spoken))


def _multiplied_out(tree: Expression) -> Iterator[Expression]:
    """Terms in which no bracket holds terms with speeds of several products."""
    for term in terms_in(tree):
        factors = factors_in(term)
        place = next((n for n, one in enumerate(factors) if _is_bracket(one)), None)
        if place is None:
            yield term
            continue
        others = (*factors[:place], *factors[place + 1 :])
        for inner in terms_in(factors[place]):
            yield from _multiplied_out(product((*others, inner)))


def _is_bracket(factor: Expression) -> bool:
    """Whether a factor is a sum of more than velocities with numbers: it is multiplied out."""
    if not isinstance(factor, Sum):
        return False
    spoken = symbols(factor)
    return any(s.order for s in spoken) and any(not s.order for s in spoken)
