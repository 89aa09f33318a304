"""How long a collected sum is, counted without writing it.

Of many equal arrangements only the shortest is written: that takes longer than to count its
operations.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

from lagr_gui.algebra.canonical import rational
from lagr_gui.algebra.coefficients import Coefficient, Whole, content_of, divided, monomial_tree
from lagr_gui.algebra.count import Counts, factor_counts, operations
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.trigonometry import Factor, Groups
from lagr_gui.expression import Number

if TYPE_CHECKING:
    from lagr_gui.algebra.algebra import Algebra


def whole_groups(groups: Groups) -> tuple[Groups, int]:
    """The same sum with whole numbers, and the denominator of all of them."""
    below = lcm(*{n.denominator for own in groups.values() for n in own.values()})
    return {
        factor: {m: n.numerator * (below // n.denominator) for m, n in own.items()}
        for factor, own in groups.items()
    }, below


def with_fractions(whole: Groups, below: int) -> Groups:
    """The sum that whole numbers over a denominator are."""
    return {factor: fractions(own, below) for factor, own in whole.items()}


def fractions(whole: Coefficient, below: int) -> Coefficient:
    """The coefficient that whole numbers over a denominator are."""
    return {monomial: rational(number, below) for monomial, number in whole.items()}


def collected_length(whole: Groups, below: int, algebra: Algebra) -> int:
    """The operations of the terms with angles of a collected sum, with one sign for each."""
    total = 0
    for factor, own in whole.items():
        if factor:
            a, b, c = _of_coefficient(own, below, algebra)
            above, under, within = _of_factor(factor, algebra)
            total += 1 + operations(a + above, b + under, c + within)
    return total


def _of_coefficient(own: Whole, below: int, algebra: Algebra) -> Counts:
    """The counts of what `coefficient_tree` writes."""
    if len(own) == 1:
        ((monomial, number),) = own.items()
        return _with_number(_of_monomial(monomial, algebra), number, below)
    common, number = content_of(own, below)
    inner = len(own) - 1
    for monomial, amount in own.items():
        counts = _of_monomial(divided(monomial, common), algebra)
        inner += operations(*_with_number(counts, abs(amount), abs(number)))
    above, under, within = _with_number(_of_monomial(common, algebra), number, below)
    return above + 1, under, within + inner


def _of_monomial(monomial: Monomial, algebra: Algebra) -> Counts:
    known = algebra.monomial_counts.get(monomial)
    if known is None:
        tree = monomial_tree(monomial, Fraction(1), algebra)
        known = algebra.monomial_counts[monomial] = factor_counts(tree)
    return known


def _of_factor(factor: Factor, algebra: Algebra) -> Counts:
    known = algebra.factor_counts.get(factor)
    if known is None:
        tree = factor.tree(algebra)
        assert tree is not None
        known = algebra.factor_counts[factor] = factor_counts(tree)
    return known


def _with_number(counts: Counts, number: int, below: int) -> Counts:
    above, under = _of_number(number, below)
    return counts[0] + above, counts[1] + under, counts[2]


@lru_cache(maxsize=4096)
def _of_number(number: int, below: int) -> tuple[int, int]:
    above, under, _ = factor_counts(Number(Fraction(number, below)))
    return above, under
