"""Laws of elements over measures that have names in the book: their values and slopes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from lagr_gui.expression import (
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    read,
    substitute,
    symbols,
)
from lagr_gui.expression.rows import product
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import NOUGHT, ONE, total

Enter = Callable[[Expression], Expression]


def law_of(part: Part, text: str, measures: Mapping[str, Expression], enter: Enter) -> Expression:
    """A law with trees in the place of measures, and with the fields of the element."""
    tree = read(text)
    names = {symbol.name for symbol in symbols(tree)}
    fields = part.numbers(names - measures.keys())
    inserted = {Symbol(name): enter(field) for name, field in fields.items()}
    inserted |= {Symbol(name): measure for name, measure in measures.items()}
    law = substitute(tree, inserted)
    numbers = any(isinstance(value, Number) for value in inserted.values())
    return folded(law) if numbers else law


def slope(tree: Expression, symbol: Symbol) -> Expression:
    """∂tree/∂symbol; most trees are the symbol times a constant, or do not hold it."""
    if tree == symbol:
        return ONE
    if isinstance(tree, Product):
        holding = [factor for factor in tree.factors if symbol in symbols(factor)]
        if holding == [symbol]:
            return product([factor for factor in tree.factors if factor != symbol])
    return slope_of(tree, symbol) if symbol in symbols(tree) else NOUGHT


def folded(tree: Expression) -> Expression:
    """The tree with its numbers carried out and its products in one row; roots stay."""
    match tree:
        case Sum(terms):
            parts = [folded(term) for term in terms]
            numbers = [part for part in parts if isinstance(part, Number)]
            return _sum(numbers) if len(numbers) == len(parts) else total(parts)
        case Product(factors):
            return product([folded(factor) for factor in factors])
        case Power(base, Number(exponent)) if exponent.denominator == 1 and exponent > 0:
            inner = folded(base)
            if isinstance(inner, Number) and exponent <= _SMALL:
                return inner.alike(inner.value**exponent.numerator)
            return Power(inner, Number(exponent))
        case Power(base, exponent):
            return Power(folded(base), exponent)
        case _:
            return tree


def _sum(numbers: list[Number]) -> Number:
    return Number(sum((n.value for n in numbers), Fraction(0)), any(n.decimal for n in numbers))


def is_single(tree: Expression) -> bool:
    """Whether a tree is a product without sums, which no algebra makes shorter."""
    if isinstance(tree, Product):
        return all(is_single(factor) for factor in tree.factors)
    if isinstance(tree, Power):
        return isinstance(tree.base, Number | Symbol) and isinstance(tree.exponent, Number)
    return isinstance(tree, Number | Symbol)


_SMALL = 4
"""The largest power of a number that is carried out: larger ones are shorter as they stand."""
