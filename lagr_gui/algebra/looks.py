"""How a sum looks that is as short as another."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression import Expression, Number, Product, Sum
from lagr_gui.expression.rows import factors_in, is_negative

Looks = tuple[bool, ...]
"""Whether there are multiples of angles, minuses, fractions before brackets, no products."""


def looks_of(trees: Sequence[Expression], doubled: bool) -> Looks:
    """The looks of a sum with products."""
    return doubled, any(map(_has_minus, trees)), any(map(_is_divided, trees)), False


def _has_minus(tree: Expression) -> bool:
    """Whether a minus stands before a term or in one of its brackets."""
    factors = factors_in(tree)
    brackets = [factor.terms for factor in factors if isinstance(factor, Sum)]
    return is_negative(tree) or any(any(map(is_negative, own)) for own in brackets)


def _is_divided(tree: Expression) -> bool:
    """Whether a fraction stands before a bracket."""
    if not isinstance(tree, Product):
        return False
    fraction = isinstance(first := tree.factors[0], Number) and first.value.denominator > 1
    return fraction and any(isinstance(factor, Sum) for factor in tree.factors)
