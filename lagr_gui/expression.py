"""Expressions as frozen trees, and the safe way from text to tree and back.

An expression is a number, a symbol, a sum, a product, a power or a call.  Differences
are sums with a factor -1, quotients are products with a power -1; numbers are exact
(the text 0.1 is the fraction 1/10).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

TIME = "t"
"""The name of the time, q⁰ in the theory."""


@dataclass(frozen=True, slots=True)
class Number:
    """An exact rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Symbol:
    """A parameter, a coordinate (order 0), or its velocity (order 1: q′, q_dot)."""

    name: str
    order: int = 0


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of two or more terms."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """The product of two or more factors."""

    factors: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """base ^ exponent."""

    base: Expression
    exponent: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """A function of its arguments.

    `orders` holds how often the function is differentiated with respect to each argument
    (empty: not at all), so that derivatives of unspecified functions stay expressions:
    FU″(t) is ``Call("FU", (Symbol("t"),), (2,))``.
    """

    function: str
    arguments: tuple[Expression, ...]
    orders: tuple[int, ...] = ()


Expression = Number | Symbol | Sum | Product | Power | Call
