"""Expressions as frozen trees.

An expression is a number, a symbol, a sum, a product, a power or a call.  Differences
are sums with a factor -1, quotients are products with a power -1; numbers are exact
(the text 0.1 is the fraction 1/10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import is_
from typing import Any

from lagr_gui.foundation.showing import Shown

TIME = "t"
"""The name of the time, q⁰ in the theory."""


Reduced = tuple[Callable[..., object], tuple[Any, ...]]
"""How a node is pickled; by default each of the many nodes of a sheet asks for its fields."""


@dataclass(frozen=True, slots=True)
class Number(Shown):
    """An exact rational number; `decimal` tells that it is written so, if it has an end."""

    value: Fraction
    decimal: bool = field(default=False, compare=False)

    def __reduce__(self) -> Reduced:
        return Number, (self.value, self.decimal)

    def alike(self, value: Fraction) -> Number:
        """Another number, written as this one is."""
        return Number(value, self.decimal)


@dataclass(frozen=True, slots=True)
class Symbol(Shown):
    """A parameter, a coordinate (order 0), or its velocity (order 1: q′, q_dot)."""

    name: str
    order: int = 0

    def __reduce__(self) -> Reduced:
        return Symbol, (self.name, self.order)


@dataclass(frozen=True, slots=True)
class Sum(Shown):
    """The sum of two or more terms."""

    terms: tuple[Expression, ...]

    def __hash__(self) -> int:
        ends = self.terms[:1] + self.terms[-1:]  # what differs mostly differs there
        return hash((len(self.terms), ends))

    def __reduce__(self) -> Reduced:
        return Sum, (self.terms,)


@dataclass(frozen=True, slots=True)
class Product(Shown):
    """The product of two or more factors."""

    factors: tuple[Expression, ...]

    def __reduce__(self) -> Reduced:
        return Product, (self.factors,)


@dataclass(frozen=True, slots=True)
class Power(Shown):
    """base ^ exponent."""

    base: Expression
    exponent: Expression

    def __reduce__(self) -> Reduced:
        return Power, (self.base, self.exponent)


@dataclass(frozen=True, slots=True)
class Call(Shown):
    """A function of its arguments.

    `orders` holds how often the function is differentiated with respect to each argument
    (empty: not at all), so that derivatives of unspecified functions stay expressions:
    FU″(t) is ``Call("FU", (Symbol("t"),), (2,))``.
    """

    function: str
    arguments: tuple[Expression, ...]
    orders: tuple[int, ...] = ()

    def __reduce__(self) -> Reduced:
        return Call, (self.function, self.arguments, self.orders)


CARRIED = "~"
"""Behind the name of a function that is a quantity of its arguments, as x(φ); nobody types it.

It is written as the quantity: x, x′.
"""


Expression = Number | Symbol | Sum | Product | Power | Call


def parts(tree: Expression) -> tuple[Expression, ...]:
    """The expressions that a tree is directly made of."""
    match tree:
        case Sum(terms):
            return terms
        case Product(factors):
            return factors
        case Power(base, exponent):
            return base, exponent
        case Call(_, arguments, _):
            return arguments
        case _:
            return ()


def symbols(tree: Expression) -> frozenset[Symbol]:
    """All symbols of a tree."""
    return symbols_in((tree,))


def symbols_in(trees: Iterable[Expression]) -> frozenset[Symbol]:
    """All symbols of several trees; what is the same object is looked through once."""
    left = list(trees)
    met: dict[int, Expression] = {}
    result: list[Symbol] = []
    while left:
        tree = left.pop()
        if id(tree) not in met:
            met[id(tree)] = tree
            if isinstance(tree, Symbol):
                result.append(tree)
            else:
                left += parts(tree)
    return frozenset(result)


def called(tree: Expression) -> frozenset[tuple[str, int]]:
    """All functions that a tree calls, with the number of their arguments."""
    inner = frozenset(call for part in parts(tree) for call in called(part))
    return inner | {(tree.function, len(tree.arguments))} if isinstance(tree, Call) else inner


def substitute(tree: Expression, values: Mapping[Symbol, Expression]) -> Expression:
    """The tree with symbols replaced by trees."""
    if isinstance(tree, Symbol):
        return values.get(tree, tree)
    return rebuilt(tree, lambda part: substitute(part, values))


def rebuilt(tree: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """A tree with each expression that it is directly made of changed; itself where all stay."""
    old = parts(tree)
    new = tuple(map(change, old))
    if all(map(is_, old, new)):
        return tree
    match tree:
        case Sum():
            return Sum(new)
        case Product():
            return Product(new)
        case Power():
            return Power(*new)
        case Call(function, _, orders):
            return Call(function, new, orders)
        case _:
            return tree
