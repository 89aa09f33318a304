"""Terms and factors in a row: taken from a tree, and put together again."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from lagr_gui.expression.tree import Expression, Number, Product, Sum


def terms_in(tree: Expression) -> tuple[Expression, ...]:
    """The terms of a sum; any other tree is one term."""
    return tree.terms if isinstance(tree, Sum) else (tree,)


def factors_in(tree: Expression) -> tuple[Expression, ...]:
    """The factors of a product; any other tree is one factor."""
    return tree.factors if isinstance(tree, Product) else (tree,)


def as_sum(terms: Iterable[Expression]) -> Expression:
    """Terms as one tree: a single one as it is, 0 for none."""
    several = tuple(terms)
    return Sum(several) if len(several) > 1 else several[0] if several else Number(Fraction(0))


def as_product(factors: Iterable[Expression]) -> Expression:
    """Factors as one tree: a single one as it is, 1 for none."""
    several = tuple(factors)
    return Product(several) if len(several) > 1 else several[0] if several else Number(Fraction(1))


def is_negative(tree: Expression) -> bool:
    """Whether a term begins with a minus."""
    first = factors_in(tree)[0]
    return isinstance(first, Number) and first.value < 0


def negative(tree: Expression) -> Expression:
    """The negative of a tree; numbers and products with a number are folded."""
    if isinstance(tree, Number):
        return tree.alike(-tree.value)
    return product((Number(Fraction(-1)), tree))


def product(factors: Iterable[Expression]) -> Expression:
    """A flat product with all numbers folded into one in front."""
    number, decimal = Fraction(1), False
    others: list[Expression] = []
    for factor in factors:
        for part in factors_in(factor):
            if isinstance(part, Number):
                number, decimal = number * part.value, decimal or part.decimal
            else:
                others.append(part)
    if number == 0 or not others:
        return Number(number, decimal)
    every = (*(() if number == 1 else (Number(number, decimal),)), *others)
    return as_product(every)
