"""Coefficients as products: what all terms have in common, and the bracket that is left."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import gcd

from lagr_gui.algebra.arranging import MOST_TERMS, Arranger, length, plus_first
from lagr_gui.algebra.canonical import CanonicalCarrier, rational
from lagr_gui.algebra.coefficients import (
    Coefficient,
    Whole,
    common_power,
    divided,
    positive_first,
)
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.ring import amount
from lagr_gui.algebra.trigonometry import NO_ANGLE, Groups
from lagr_gui.expression import Expression, Sum


@dataclass(frozen=True, slots=True)
class Bracket:
    """The sum that is left of a coefficient without its common factors.

    It `leads` where it is written before them.
    """

    common: Monomial
    tree: Sum
    operations: int
    leads: bool


def bracket_of(whole: Whole, below: int, algebra: CanonicalCarrier) -> tuple[int, Bracket]:
    """The number (over `below`) and the bracket that a coefficient is the product of.

    Most coefficients of a system are multiples of a few.
    """
    number = number_before(whole.values(), below, algebra)
    own = whole if number == 1 else {m: amount(n, number) for m, n in whole.items()}
    key = tuple(own.items())
    known = algebra.coefficients.get(key)
    if known is None:
        known = algebra.coefficients[key] = _bracket(dict(key), algebra)
    return number, known


def _bracket(coefficient: Coefficient, algebra: CanonicalCarrier) -> Bracket:
    common = common_of(coefficient)
    inner = {divided(monomial, common): n for monomial, n in coefficient.items()}
    first = min((algebra.rank(i) for i, _ in common), default=0)
    indices = {i for monomial in inner for i, _ in monomial}
    constant = all(map(algebra.is_constant, indices))
    leads = constant and min(map(algebra.rank, indices)) < first
    tree = algebra.sums.get(key := frozenset(inner.items()))
    if tree is None:
        write = _gathered if constant else _in_full
        tree = algebra.sums[key] = write(inner, algebra)
    return Bracket(common, tree, operation_count(tree), leads)


def _in_full(coefficient: Coefficient, algebra: CanonicalCarrier) -> Sum:
    return Sum(positive_first(coefficient, algebra))


def _gathered(coefficient: Coefficient, algebra: CanonicalCarrier) -> Sum:
    """A sum of parameters, gathered by them where that is shorter: m₁ a + (m₂ + m₃) l."""
    plain = _in_full(coefficient, algebra)
    if not 2 < len(coefficient) <= MOST_TERMS:
        return plain

    def written(groups: Groups) -> Expression:
        return _gathered(groups[NO_ANGLE], algebra)

    gathered = Arranger(algebra, written).gathered({NO_ANGLE: coefficient})
    if len(gathered) < 2 or length(gathered) >= operation_count(plain):
        return plain
    return Sum(tuple([piece.tree for piece in plus_first(gathered)]))


def number_before(numbers: Collection[int], below: int, algebra: CanonicalCarrier) -> int:
    """The common number (over `below`) of several, negative where all of them are.

    Of decimals only a number that stands there is taken out.
    """
    number = gcd(*numbers)
    possible = below % 5 == 0 or algebra.spelling.halves
    if possible and any(algebra.is_decimal(rational(n, below)) for n in numbers):
        number = min(map(abs, numbers))
        number = number if all(n % number == 0 for n in numbers) else below
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
