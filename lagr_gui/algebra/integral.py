"""Antiderivatives of canonical values, term by term.

A term is c xⁿ exp(λx) with λ = β + iα: angles are i times a linear function of x, exponentials
a real one.  Whatever else depends on x (roots, other functions, a denominator) is not
integrated here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lagr_gui.algebra.canonical import Canonical, to_fraction
from lagr_gui.algebra.keys import Monomial, terms
from lagr_gui.algebra.ring import Sort
from lagr_gui.expression import Symbol


def antiderivative(value: Canonical, symbol: Symbol) -> Canonical | None:
    """A value whose derivative by the symbol is the given one; None where none is found."""
    algebra = value.algebra
    if value.D is not None:
        if not value.D.derivative(symbol).is_zero:
            return None
        top = antiderivative(value.numerator, symbol)
        return None if top is None else top / value.D
    total = algebra.zero
    for monomial, a, b in terms(value):
        primitive = _of_term(algebra, monomial, to_fraction_of(a), to_fraction_of(b), symbol)
        if primitive is None:
            return None
        total = total + primitive
    return total


class DefiniteIntegral:
    """∫ dx between two numbers, of values of one algebra; like terms are integrated only once."""

    def __init__(self, algebra: Any, symbol: Symbol, low: int, high: int) -> None:
        self._algebra, self._symbol = algebra, symbol
        self._low, self._high = ({symbol: algebra.number(end)} for end in (low, high))
        self._known: dict[tuple[Monomial, bool], Canonical | None] = {}

    def of(self, value: Canonical) -> Canonical | None:
        """The integral; None where no antiderivative is found."""
        if value.D is not None:
            if not value.D.derivative(self._symbol).is_zero:
                return None
            top = self.of(value.numerator)
            return None if top is None else top / value.D
        total = self._algebra.zero
        for monomial, *parts in terms(value):
            for imaginary, part in enumerate(parts):
                if part == 0:
                    continue
                one = self._of_one(monomial, bool(imaginary))
                if one is None:
                    return None
                total = total + one * to_fraction(part)
        return total

    def _of_one(self, monomial: Monomial, imaginary: bool) -> Canonical | None:
        """Of a term with the coefficient 1 or i."""
        key = monomial, imaginary
        if key not in self._known:
            unit = Fraction(not imaginary), Fraction(imaginary)
            primitive = _of_term(self._algebra, monomial, *unit, self._symbol)
            self._known[key] = (
                None
                if primitive is None
                else primitive.substitute(self._high) - primitive.substitute(self._low)
            )
        return self._known[key]


def to_fraction_of(coefficient: Any) -> Fraction:
    """A coefficient of a polynomial; 0 where there is none."""
    return Fraction(0) if coefficient == 0 else to_fraction(coefficient)


def _of_term(
    algebra: Any, monomial: Monomial, a: Fraction, b: Fraction, symbol: Symbol
) -> Canonical | None:
    n, alpha, beta = 0, algebra.zero, algebra.zero
    rest = algebra.one
    x = algebra.symbol(symbol)
    jumping: list[Canonical] = []
    for index, exponent in monomial:
        generator = algebra.ring.generators[index]
        if generator.sort is Sort.SYMBOL and generator.key == symbol:
            n = exponent
            continue
        if algebra.functions.jumps(index, symbol):
            if generator.sort is not Sort.SIGN:
                return None
            jumping.append(generator.base)
        slope = algebra.slope(index, symbol)
        if not slope.is_zero:
            if not slope.derivative(symbol).is_zero:
                return None
            if generator.sort is Sort.ANGLE:
                alpha = alpha + slope * exponent
            elif generator.sort is Sort.EXPONENTIAL:
                beta = beta + slope * exponent
            else:
                return None
        rest = rest * algebra.generator(index) ** exponent
    w = rest * a + _times_i(rest * b)
    if jumping:
        slope = jumping[0].derivative(symbol)
        simple = len(jumping) == 1 and not jumping[0].jumps(symbol) and n >= 0
        straight = slope.derivative(symbol).is_zero and alpha.is_zero and beta.is_zero
        return _of_step(w, x, n, jumping[0], slope) if simple and straight else None
    if alpha.is_zero and beta.is_zero:
        return _power(algebra, w, x, n)
    return None if n < 0 else _by_parts(w, x, n, alpha, beta)


def _power(algebra: Any, w: Canonical, x: Canonical, n: int) -> Canonical:
    """∫ w xⁿ dx; the logarithm is that of |x|."""
    if n == -1:
        return w * algebra.call("log", (algebra.call("abs", (x,)),))
    return w * x ** (n + 1) * Fraction(1, n + 1)


def _of_step(w: Canonical, x: Canonical, n: int, u: Canonical, slope: Canonical) -> Canonical:
    """∫ w xⁿ dx where w jumps at u = 0, else is flat; vanishing there it does not jump."""
    edge = x - u / slope
    return w * (x ** (n + 1) - edge ** (n + 1)) * Fraction(1, n + 1)


def _by_parts(w: Canonical, x: Canonical, n: int, alpha: Canonical, beta: Canonical) -> Canonical:
    """∫ xⁿ w dx = xⁿ w/λ − (n/λ) ∫ xⁿ⁻¹ w dx with w′ = λ w."""
    square = alpha * alpha + beta * beta
    total, factor = w.algebra.zero, Fraction(1)
    for power in range(n, -1, -1):
        w = (w * beta - _times_i(w * alpha)) / square  # w/λ
        total = total + w * x**power * factor
        factor = -factor * power
    return total


def _times_i(value: Canonical) -> Canonical:
    """i times a value: real and imaginary parts of the coefficients change places."""
    return Canonical(value.algebra, -value.B, value.A, value.shift, value.D)
