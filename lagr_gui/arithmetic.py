"""Evaluates an expression on any carrier: floats, program nodes, canonical polynomials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol

T = TypeVar("T")


class Carrier(Protocol[T]):
    """What a set of values must offer so that expressions can be evaluated on it."""

    def number(self, value: Fraction) -> T: ...

    def add(self, terms: Sequence[T]) -> T: ...

    def multiply(self, factors: Sequence[T]) -> T: ...

    def power(self, base: T, exponent: T) -> T: ...

    def call(self, function: str, arguments: Sequence[T], orders: tuple[int, ...]) -> T: ...


def evaluate(expression: Expression, carrier: Carrier[T], lookup: Callable[[Symbol], T]) -> T:
    """The value of an expression on a carrier; `lookup` gives the value of each symbol."""
    match expression:
        case Number(value):
            return carrier.number(value)
        case Symbol():
            return lookup(expression)
        case Sum(terms):
            return carrier.add([evaluate(term, carrier, lookup) for term in terms])
        case Product(factors):
            return carrier.multiply([evaluate(factor, carrier, lookup) for factor in factors])
        case Power(base, exponent):
            return carrier.power(
                evaluate(base, carrier, lookup), evaluate(exponent, carrier, lookup)
            )
        case Call(function, arguments, orders):
            values = [evaluate(argument, carrier, lookup) for argument in arguments]
            return carrier.call(function, values, orders)
