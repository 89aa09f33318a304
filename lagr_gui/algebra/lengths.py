"""How long a collected sum is, counted without writing it.

Of many equal arrangements only the shortest is written: that takes longer than to count its
operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import add

from lagr_gui.algebra.brackets import Multiple
from lagr_gui.algebra.canonical import CanonicalCarrier, rational
from lagr_gui.algebra.coefficients import Coefficient, monomial_tree
from lagr_gui.algebra.collection import Collected
from lagr_gui.algebra.count import Counts, factor_counts, operations
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.trigonometry import Factor, Groups


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


def collected_length(found: Sequence[Collected], algebra: CanonicalCarrier) -> int:
    """The operations of the terms with angles of a collected sum, with one sign for each."""
    return sum(1 + _of_collected(own, algebra) for own in found)


def _of_collected(own: Collected, algebra: CanonicalCarrier) -> int:
    terms, common = own.terms, _of_multiple(own.common, algebra)
    if len(terms) == 1:
        return operations(*map(add, common, _of_factor(terms[0].factor, algebra)))
    left = [
        map(add, _of_multiple(own.left(term), algebra), _of_factor(term.factor, algebra))
        for term in terms
    ]
    above, below, within = common
    inner = len(terms) - 1 + sum([operations(*counts) for counts in left])
    return operations(above + 1, below, within + inner)


def _of_multiple(own: Multiple, algebra: CanonicalCarrier) -> Counts:
    """The counts of a coefficient."""
    counts = _of_monomial(own.monomial, algebra)
    above, below, within = _with_number(counts, own.number, own.below, algebra)
    if own.bracket is None:
        return above, below, within
    return above + 1, below, within + own.bracket.operations


def _of_monomial(monomial: Monomial, algebra: CanonicalCarrier) -> Counts:
    known = algebra.monomial_counts.get(monomial)
    if known is None:
        tree = monomial_tree(monomial, Fraction(1), algebra)
        known = algebra.monomial_counts[monomial] = factor_counts(tree)
    return known


def _of_factor(factor: Factor, algebra: CanonicalCarrier) -> Counts:
    known = algebra.factor_counts.get(factor)
    if known is None:
        tree = factor.tree(algebra)
        assert tree is not None
        known = algebra.factor_counts[factor] = factor_counts(tree)
    return known


def _with_number(counts: Counts, number: int, below: int, algebra: CanonicalCarrier) -> Counts:
    known = algebra.number_counts.get((number, below))
    if known is None:
        tree = algebra.number_tree(rational(number, below))
        known = algebra.number_counts[number, below] = factor_counts(tree)
    return counts[0] + known[0], counts[1] + known[1], counts[2]
