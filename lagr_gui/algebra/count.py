"""How long the text of an expression is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.expression.writer import decimal

_ROOT = Number(Fraction(1, 2))


class Counted(dict[int, tuple[Expression, int]]):
    """Sums that were counted, by id: what stands in several trees is looked through once."""


def operation_count(tree: Expression, known: Counted | None = None) -> int:
    """Signs + − * / ^ and calls in the text of a tree; a sign at the beginning is free."""
    match tree:  # what occurs most stands first
        case Symbol():
            return 0
        case Product(factors):
            return operations(*_counted(factors, known))
        case Sum(terms):
            if known is not None and id(tree) in known:
                return known[id(tree)][1]
            inner = [operation_count(term, known) for term in terms if not isinstance(term, Symbol)]
            count = len(terms) - 1 + sum(inner)
            if known is not None:
                known[id(tree)] = tree, count
            return count
        case Number():
            return int(_is_fraction(tree))
        case Call(name, arguments):
            return 0 if name == "pi" else 1 + sum(operation_count(a, known) for a in arguments)
        case Power(base, exponent):
            if exponent == _ROOT:
                return 1 + operation_count(base, known)
            if isinstance(exponent, Number) and exponent.value.numerator < 0:
                return operations(*_counted((tree,), known))
            return 1 + operation_count(base, known) + operation_count(exponent, known)


Counts = tuple[int, int, int]
"""Of a product: the factors above and below the line, and the operations within them."""


def operations(above: int, below: int, within: int) -> int:
    """The operations of a product."""
    return max(above - 1, 0) + below + within


def factor_counts(tree: Expression) -> Counts:
    """What a tree adds to the counts of a product of which it is a factor."""
    return _counted(tree.factors if isinstance(tree, Product) else (tree,))


def _counted(factors: Iterable[Expression], counts_of: Counted | None = None) -> Counts:
    above = below = within = 0
    for factor in factors:
        match factor:
            case Symbol():
                above += 1
            case Number(value):
                divides = _is_fraction(factor)
                below += divides
                above += abs(value.numerator) != 1 or not (divides or value.denominator == 1)
            case Power(base, Number(exponent)) if exponent.numerator < 0:
                below += 1
                divisor = base if exponent == -1 else Power(base, Number(-exponent))
                within += operation_count(divisor, counts_of)
            case _:
                above += 1
                within += operation_count(factor, counts_of)
    return above, below, within


def _is_fraction(number: Number) -> bool:
    """Whether a number is written with a stroke."""
    return number.value.denominator != 1 and decimal(number) is None
