"""Formulas put together from trees, with numbers folded and equal terms gathered."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from lagr_gui.expression.rows import as_product, as_sum, factors_in, product, terms_in
from lagr_gui.expression.tree import Expression, Number, Power


def number(value: int | Fraction, below: int = 1) -> Number:
    """A whole number, or a fraction."""
    return Number(Fraction(value) / below)


def times(*factors: Expression) -> Expression:
    """A product; powers of one base become one."""
    powers: dict[Expression, Fraction] = {}
    front: list[Expression] = []
    for factor in factors_in(product(factors)):
        if isinstance(factor, Number):
            front.append(factor)
            continue
        base, exponent = factor, Fraction(1)
        if isinstance(factor, Power) and isinstance(factor.exponent, Number):
            base, exponent = factor.base, factor.exponent.value
        powers[base] = powers.get(base, Fraction(0)) + exponent
    raised = [
        base if exponent == 1 else Power(base, Number(exponent))
        for base, exponent in powers.items()
        if exponent
    ]
    return product([*front, *raised])


def square(tree: Expression) -> Expression:
    """tree²."""
    return tree.alike(tree.value**2) if isinstance(tree, Number) else times(tree, tree)


def over(above: Expression, below: Expression) -> Expression:
    """A quotient. Raises ZeroDivisionError for one by the number zero."""
    if isinstance(below, Number):
        return times(above, below.alike(1 / below.value))
    inverse = (Power(factor, number(-1)) for factor in factors_in(below))
    parts = [
        Number(1 / f.value) if isinstance(f, Number) else p
        for f, p in zip(factors_in(below), inverse, strict=True)
    ]
    return times(above, *map(_flat, parts))


def _flat(tree: Expression) -> Expression:
    """(bᵉ)⁻¹ as b⁻ᵉ."""
    if isinstance(tree, Power) and isinstance(tree.base, Power):
        inner = tree.base
        if isinstance(inner.exponent, Number) and isinstance(tree.exponent, Number):
            return Power(inner.base, number(inner.exponent.value * tree.exponent.value))
    return tree


def total(terms: Iterable[Expression]) -> Expression:
    """A sum in which terms that differ by a number alone are one."""
    counts: dict[tuple[Expression, ...], tuple[Fraction, bool]] = {}
    for term in (part for tree in terms for part in terms_in(tree)):
        factors = factors_in(term)
        rest = tuple(f for f in factors if not isinstance(f, Number))
        count, decimal = counts.get(rest, (Fraction(0), False))
        for factor in factors:
            if isinstance(factor, Number):
                decimal = decimal or factor.decimal
        value = product([f for f in factors if isinstance(f, Number)])
        assert isinstance(value, Number)
        counts[rest] = count + value.value, decimal
    summands = [
        product([Number(count, decimal), as_product(rest)])
        for rest, (count, decimal) in counts.items()
        if count
    ]
    return as_sum(summands)
