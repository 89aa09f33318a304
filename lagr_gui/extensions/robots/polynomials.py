"""Expressions as polynomials of coordinates, velocities and controls, with exact numbers.

Formats of robots know laws of a few shapes: a constant, c (q − q₀), d q̇, gain u.  Whether an
expression is one of these its polynomial tells, however it is written.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from lagr_gui.expression import TIME, Expression, Symbol
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.extensions.robots.taking import WITHOUT
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError

Monomial = tuple[Symbol, ...]
"""Symbols that are multiplied, in order; one that is squared stands twice."""

Polynomial = dict[Monomial, Fraction]
"""Coefficients by monomials; those of 0 are left out."""

MOST_DEGREE = 4
"""No format knows laws of a higher degree."""
MOST_TERMS = 5000
"""Longer ones are not written out."""

_REAL = FloatCarrier()
_ONE: Monomial = ()


class NoPolynomial(LagrError):
    """An expression is no polynomial, or one that no format knows."""


def polynomial(
    tree: Expression, values: Mapping[str, float], controls: Collection[str] = ()
) -> Polynomial:
    """The polynomial of an expression, with numbers for its parameters.

    Functions of time in `controls` count as symbols, `control_symbol(name)`.  Raises NoPolynomial
    for what is no polynomial, or one of a degree above 4.
    """

    def lookup(symbol: Symbol) -> Polynomial:
        if not symbol.order and symbol.name in values:
            return _kept({_ONE: Fraction(values[symbol.name])})
        return {(symbol,): Fraction(1)}

    return evaluate(tree, _PolynomialCarrier(controls), lookup)


def control_symbol(function: str) -> Symbol:
    """What a control counts as; no name of a model is so."""
    return Symbol(f"{function}({TIME})")


def constant_of(polynomial: Polynomial) -> float | None:
    """The number that a polynomial is; None where it depends on something."""
    return float(polynomial.get(_ONE, 0)) if polynomial.keys() <= {_ONE} else None


def linear_in(polynomial: Polynomial) -> tuple[float, dict[Symbol, float]] | None:
    """The constant and the coefficients of a polynomial of degree 1; None for other ones."""
    if any(len(monomial) > 1 for monomial in polynomial):
        return None
    slopes = {monomial[0]: float(factor) for monomial, factor in polynomial.items() if monomial}
    return float(polynomial.get(_ONE, 0)), slopes


class _PolynomialCarrier:
    def __init__(self, controls: Collection[str]) -> None:
        self._controls = controls

    def number(self, value: Fraction) -> Polynomial:
        return _kept({_ONE: value})

    def add(self, terms: Sequence[Polynomial]) -> Polynomial:
        total: Polynomial = {}
        for term in terms:
            for monomial, factor in term.items():
                total[monomial] = total.get(monomial, Fraction(0)) + factor
        return _kept(total)

    def multiply(self, factors: Sequence[Polynomial]) -> Polynomial:
        product: Polynomial = {_ONE: Fraction(1)}
        for factor in factors:
            several: Polynomial = {}
            for a, x in product.items():
                for b, y in factor.items():
                    monomial = tuple(sorted(a + b, key=lambda s: (s.name, s.order)))
                    if len(monomial) > MOST_DEGREE:
                        raise _other()
                    several[monomial] = several.get(monomial, Fraction(0)) + x * y
                if len(several) > MOST_TERMS:
                    raise _other()
            product = _kept(several)
        return product

    def power(self, base: Polynomial, exponent: Polynomial) -> Polynomial:
        a, n = constant_of(base), constant_of(exponent)
        if n is None:
            raise _other()
        if a is not None and (n != int(n) or n < -MOST_DEGREE or n > MOST_DEGREE):
            return _kept({_ONE: Fraction(_REAL.power(a, n))})
        if a is not None and n < 0:
            if not a:
                raise _other()
            return {_ONE: base[_ONE] ** int(n)}
        if n not in range(MOST_DEGREE + 1):
            raise _other()
        return self.multiply([base] * int(n))

    def call(
        self, function: str, arguments: Sequence[Polynomial], orders: tuple[int, ...]
    ) -> Polynomial:
        timed = list(arguments) == [{(Symbol(TIME),): Fraction(1)}]
        if function in self._controls and timed and not any(orders):
            return {(control_symbol(function),): Fraction(1)}
        numbers = [constant_of(argument) for argument in arguments]
        values = [number for number in numbers if number is not None]
        if len(values) < len(numbers):
            raise _other()
        return _kept({_ONE: Fraction(_REAL.call(function, values, orders))})


def _kept(polynomial: Polynomial) -> Polynomial:
    return {monomial: factor for monomial, factor in polynomial.items() if factor}


def _other() -> LagrError:
    words = "It is no polynomial in coordinates and velocities, of a degree up to {most}."
    return NoPolynomial.refusal("Expression", say(words, most=MOST_DEGREE), WITHOUT, "unprintable")
