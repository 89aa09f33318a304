"""Coefficients as products: what all terms have in common, and the bracket that is left."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from lagr_gui.algebra.canonical import CanonicalCarrier, rational
from lagr_gui.algebra.coefficients import (
    Coefficient,
    Whole,
    common_power,
    divided,
    expanded_terms,
    monomial_tree,
    times,
)
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.ring import amount
from lagr_gui.algebra.signs import positive_first
from lagr_gui.expression import Expression, Sum

MOST_GATHERED = 30
"""Longer brackets are written out."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """The sum that is left of a coefficient without its common factors.

    It `leads` where it is written before them.
    """

    common: Monomial
    tree: Sum
    operations: int
    leads: bool


class Multiple(NamedTuple):
    """A coefficient: a number over a denominator, a monomial and perhaps a bracket."""

    number: int
    below: int
    monomial: Monomial
    bracket: Bracket | None


def multiple_of(whole: Whole, below: int, algebra: CanonicalCarrier) -> Multiple:
    """A coefficient as a product.

    Most coefficients of a system are multiples of a few brackets.
    """
    if len(whole) == 1:
        ((monomial, number),) = whole.items()
        return Multiple(number, below, monomial, None)
    number = number_before(whole.values(), below, algebra)
    reduced = whole if number == 1 else {m: amount(n, number) for m, n in whole.items()}
    key = tuple(reduced.items())
    bracket = algebra.coefficients.get(key)
    if bracket is None:
        bracket = algebra.coefficients[key] = _bracket(dict(key), algebra)
    return Multiple(number, below, bracket.common, bracket)


def coefficient_tree(own: Multiple, algebra: CanonicalCarrier) -> Expression:
    """A coefficient with its common factors in front of the bracket, or behind one that leads."""
    factor = rational(own.number, own.below)
    if own.bracket is None:
        return monomial_tree(own.monomial, factor, algebra)
    if own.bracket.leads:
        plain = monomial_tree(own.monomial, Fraction(1), algebra)
        return times(times(algebra.number_tree(factor), own.bracket.tree), plain)
    return times(monomial_tree(own.monomial, factor, algebra), own.bracket.tree)


def _bracket(coefficient: Coefficient, algebra: CanonicalCarrier) -> Bracket:
    common = common_of(coefficient)
    inner = {divided(monomial, common): n for monomial, n in coefficient.items()}
    first = min((algebra.rank(i) for i, _ in common), default=0)
    indices = {i for monomial in inner for i, _ in monomial}
    leads = all(map(algebra.is_constant, indices)) and min(map(algebra.rank, indices)) < first
    tree = steady_sum(inner, algebra)
    return Bracket(common, tree, operation_count(tree), leads)


def steady_sum(coefficient: Coefficient, algebra: CanonicalCarrier) -> Sum:
    """Terms without angles that are no product; equal ones are the same object."""
    total = algebra.sums.get(key := frozenset(coefficient.items()))
    if total is None:
        constant = all(algebra.is_constant(i) for monomial in coefficient for i, _ in monomial)
        terms = expanded_terms(coefficient, algebra)
        total = Sum(tuple(positive_first([tree for tree, _ in terms])))
        if constant and 2 < len(terms) <= MOST_GATHERED:
            gathered = _gathered(coefficient, terms, algebra)
            total = min(total, gathered, key=operation_count) if len(gathered.terms) > 1 else total
        algebra.sums[key] = total
    return total


def _gathered(
    coefficient: Coefficient, terms: list[tuple[Expression, Monomial]], algebra: CanonicalCarrier
) -> Sum:
    """A sum of parameters, given with its `terms`, gathered by them: m₁ a + (m₂ + m₃) l."""
    places = {monomial: place for place, (_, monomial) in enumerate(terms)}
    rest, by_place = dict(coefficient), dict[int, Expression]()
    while (shared := _most_shared(rest)) is not None:
        part = {m: rest.pop(m) for m in coefficient if m in rest and shared in dict(m)}
        by_place[min(places[m] for m in part)] = _product(part, algebra)
    by_place |= {places[m]: terms[places[m]][0] for m in rest}
    return Sum(tuple(positive_first([by_place[place] for place in sorted(by_place)])))


def _most_shared(coefficient: Coefficient) -> int | None:
    """The parameter that most terms have in common, the first in reading order; None without.

    None of which some terms have a higher power: it would stay in the bracket.
    """
    powers: dict[int, list[int]] = {}
    for monomial in coefficient:
        for index, e in monomial:
            powers.setdefault(index, []).append(e)
    shared = {
        i: len(exponents)
        for i, exponents in powers.items()
        if exponents[0] > 0 and len(set(exponents)) == 1
    }
    most = max(shared.values(), default=0)
    return min(i for i, n in shared.items() if n == most) if most > 1 else None


def _product(coefficient: Coefficient, algebra: CanonicalCarrier) -> Expression:
    below = lcm(*{n.denominator for n in coefficient.values()})
    whole = {m: n.numerator * (below // n.denominator) for m, n in coefficient.items()}
    return coefficient_tree(multiple_of(whole, below, algebra), algebra)


def number_before(numbers: Collection[int], below: int, algebra: CanonicalCarrier) -> int:
    """The common number (over `below`) of several, negative where all of them are.

    Of decimals only a number that stands there is taken out, and none where one is whole; what was
    typed stays.
    """
    number = gcd(*numbers)
    possible = below % 5 == 0 or algebra.spelling.halves
    if possible and any(algebra.is_decimal(rational(n, below)) for n in numbers):
        number = min(map(abs, numbers))
        if any(n % number or n % below == 0 for n in numbers):
            number = below
    sizes = (rational(abs(n), below) for n in numbers)
    if not algebra.spelling.divides(rational(number, below), sizes):
        number = below
    return -number if all(n < 0 for n in numbers) else number


def common_of(monomials: Iterable[Monomial]) -> Monomial:
    """What several monomials have in common."""
    others = iter(monomials)
    common = dict(next(others))
    for monomial in others:
        if not common:
            break
        powers = dict(monomial)
        common = {i: common_power(common[i], powers[i]) for i in common.keys() & powers.keys()}
    return tuple(sorted((i, e) for i, e in common.items() if e))
