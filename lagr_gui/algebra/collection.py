"""Terms with angles, collected by what their coefficients have in common.

m l cos q₁ + m l cos q₂ is m l (cos q₁ + cos q₂); so it is with brackets, and with masses alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from lagr_gui.algebra.arrangement import MOST_TERMS, WrittenTerm, lined_up
from lagr_gui.algebra.brackets import (
    Multiple,
    coefficient_tree,
    common_of,
    multiple_of,
    number_before,
)
from lagr_gui.algebra.canonical import CanonicalCarrier
from lagr_gui.algebra.coefficients import Whole, divided, times
from lagr_gui.algebra.trigonometry import Factor, Groups
from lagr_gui.expression import Sum


class TurningTerm(NamedTuple):
    """One trigonometric factor with its coefficient, and what that is a multiple of."""

    factor: Factor
    coefficient: Whole
    whole: Multiple


class Collected(NamedTuple):
    """Terms and what they have in common: of one alone the whole, of several without factors."""

    terms: list[TurningTerm]
    common: Multiple

    def left(self, term: TurningTerm) -> Multiple:
        """What is left of one of several terms."""
        monomial = divided(term.whole.monomial, self.common.monomial)
        return Multiple(term.whole.number, self.common.number, monomial, None)


def together(whole: Groups, below: int, algebra: CanonicalCarrier) -> list[Collected]:
    """The terms with angles, those with the same bracket together, and those with the same mass.

    Where a few terms have no brackets, `gathering` finds what is put together.
    """
    terms = list(_terms(whole, below, algebra))
    many = len(terms) > MOST_TERMS or any(term.whole.bracket for term in terms)
    by_kind: dict[Any, list[TurningTerm]] = {}
    for term in terms:
        by_kind.setdefault(_kind(term, many, algebra), []).append(term)
    return [_collected(alike, algebra) for alike in by_kind.values()]


def apart(whole: Groups, below: int, algebra: CanonicalCarrier) -> list[Collected]:
    """The terms with angles, one coefficient for each."""
    return [Collected([term], term.whole) for term in _terms(whole, below, algebra)]


def _terms(whole: Groups, below: int, algebra: CanonicalCarrier) -> Iterator[TurningTerm]:
    for factor, coefficient in whole.items():
        if factor:
            yield TurningTerm(factor, coefficient, multiple_of(coefficient, below, algebra))


def _kind(term: TurningTerm, many: bool, algebra: CanonicalCarrier) -> Any:
    """What terms that stand together have in common; the factor of one that stands alone.

    It is a bracket, a parameter, or where there is none the product of velocities.
    """
    if bracket := term.whole.bracket:
        return "bracket", id(bracket.tree)
    if not many:
        return term.factor
    monomial = term.whole.monomial
    parameters = (i for i, e in monomial if e > 0 and algebra.is_constant(i))
    velocities = tuple([(i, e) for i, e in monomial if algebra.is_velocity(i)])
    return min(parameters, default=velocities or term.factor)


def _collected(terms: list[TurningTerm], algebra: CanonicalCarrier) -> Collected:
    first = terms[0].whole
    if len(terms) == 1:
        return Collected(terms, first)
    number = number_before([term.whole.number for term in terms], first.below, algebra)
    common = common_of(term.whole.monomial for term in terms)
    return Collected(terms, Multiple(number, first.below, common, first.bracket))


def written(found: Sequence[Collected], algebra: CanonicalCarrier) -> list[WrittenTerm]:
    """The terms as they stand: the number, the bracket of parameters, powers, factors."""
    return [_written(group, algebra) for group in found]


def _written(group: Collected, algebra: CanonicalCarrier) -> WrittenTerm:
    members = {term.factor: term.coefficient for term in group.terms}
    before = coefficient_tree(group.common, algebra)
    if len(group.terms) == 1:
        return WrittenTerm(times(before, group.terms[0].factor.tree(algebra)), members)
    left = [
        WrittenTerm(
            times(coefficient_tree(group.left(term), algebra), term.factor.tree(algebra)), {}
        )
        for term in group.terms
    ]
    return WrittenTerm(times(before, Sum(tuple([term.tree for term in lined_up(left)]))), members)
