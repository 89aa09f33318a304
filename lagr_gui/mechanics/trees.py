"""Vectors and matrices of expression trees, folded where that costs no thought."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from lagr_gui.expression import Expression, Number, Power, Product, Sum, read
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal

Trees = tuple[Expression, Expression, Expression]
Rows = tuple[Trees, Trees, Trees]

TINY = 1e-15  # a smaller cosine is what computing it has left of 0
NOUGHT: Expression = Number(Fraction(0))
ONE: Expression = Number(Fraction(1))
MINUS: Expression = Number(Fraction(-1))
NOWHERE: Trees = (NOUGHT, NOUGHT, NOUGHT)
IDENTITY: Rows = ((ONE, NOUGHT, NOUGHT), (NOUGHT, ONE, NOUGHT), (NOUGHT, NOUGHT, ONE))


def vector(values: Any) -> Trees:
    """Three scalars of the model as trees."""
    first, second, third = (read(value) for value in values)
    return first, second, third


def rows(values: Any) -> Rows:
    """A rotation matrix of the model as trees, in which what is rounding of 0 is 0."""
    first, second, third = (
        vector(0 if isinstance(c, float) and abs(c) < TINY else c for c in row) for row in values
    )
    return first, second, third


def transposed(matrix: Rows) -> Rows:
    """The transposed matrix."""
    first, second, third = zip(*matrix, strict=True)
    return first, second, third


def exact(value: float) -> Number:
    """A floating point number as it is."""
    return Number(Fraction(value))


def negative(tree: Expression) -> Expression:
    """The negative of a tree, folded where it is a number."""
    return tree.alike(-tree.value) if isinstance(tree, Number) else Product((MINUS, tree))


def reversed_(trees: Trees) -> Trees:
    """The negative of a vector."""
    return negative(trees[0]), negative(trees[1]), negative(trees[2])


def total(terms: Sequence[Expression]) -> Expression:
    """The sum of trees without those that are zero."""
    used = tuple(term for term in terms if term != NOUGHT)
    return Sum(used) if len(used) > 1 else used[0] if used else NOUGHT


def scaled(a: Expression, b: Expression) -> Expression:
    """The product of two trees, folded where one is a number that allows it."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Number):
            if not one.value:
                return NOUGHT
            if isinstance(other, Number):
                return _times(one, other)
            if one.value in (1, -1):
                return other if one.value == 1 else negative(other)
    return Product((a, b))


def _times(a: Number, b: Number) -> Expression:
    value = a.value * b.value
    return Number(value, a.decimal or b.decimal) if value else NOUGHT


def dotted(a: Trees, b: Trees) -> Expression:
    """aᵢ bᵢ"""
    return total([scaled(x, y) for x, y in zip(a, b, strict=True)])


def crossed(a: Trees, b: Trees) -> Trees:
    """a × b"""
    first, second, third = (crossed_entry(a, b, k) for k in range(3))
    return first, second, third


def crossed_entry(a: Trees, b: Trees, k: int) -> Expression:
    """(a × b)ₖ, counted from 0"""
    i, j = (k + 1) % 3, (k + 2) % 3
    return total([scaled(a[i], b[j]), negative(scaled(a[j], b[i]))])


def combined(matrix: Rows, trees: Trees) -> Trees:
    """A matrix times a vector."""
    return dotted(matrix[0], trees), dotted(matrix[1], trees), dotted(matrix[2], trees)


def unit_along(trees: Trees, place: str) -> Trees:
    """The unit vector along a vector of trees. Raises LagrError where it is zero."""
    nonzero = [index for index, tree in enumerate(trees) if tree != NOUGHT]
    if not nonzero:
        raise refusal(
            say("{place}, axis", place=place),
            "The axis is the zero vector, which has no direction.",
            "Give a direction such as (0, 0, 1).",
            code="zero-axis",
        )
    if len(nonzero) == 1 and isinstance(only := trees[nonzero[0]], Number):
        sign = ONE if only.value > 0 else MINUS
        first, second, third = (sign if index in nonzero else NOUGHT for index in range(3))
        return first, second, third
    square = Sum(tuple(Power(trees[index], Number(Fraction(2))) for index in nonzero))
    length = square if len(nonzero) > 1 else square.terms[0]
    inverse = Power(length, Number(Fraction(-1, 2)))
    first, second, third = (
        Product((tree, inverse)) if tree != NOUGHT else NOUGHT for tree in trees
    )
    return first, second, third
