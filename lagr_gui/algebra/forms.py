"""The forms in which a canonical value is shown, and the choice of the shortest.

A value is a sum over trigonometric factors, each with a coefficient.  In the multi-angle
form the factors are cos(k·q) and sin(k·q); in the product form they are products of powers
of sines and cosines, reduced by cos² = 1 − sin².  "multi-angle" and "product" write every
term out, "collected" keeps one coefficient in brackets for each multi-angle factor, and
"shortest" is the form with the fewest operations.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from lagr_gui.algebra.coefficients import Coefficient, coefficient_tree, expanded_terms, times
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.trigonometry import Factor, multi_angle, product_form
from lagr_gui.expression import Expression, Number, Power, Product, Sum

if TYPE_CHECKING:
    from lagr_gui.algebra.canonical import Canonical

Support = frozenset[Any]
Terms = list[tuple[Expression, Support]]


def shown(value: Canonical, form: str) -> Expression:
    """The value as one expression."""
    trees = tuple(tree for tree, _ in split_terms(value, form))
    if not trees:
        return Number(Fraction(0))
    return trees[0] if len(trees) == 1 else Sum(trees)


def split_terms(value: Canonical, form: str) -> Terms:
    """The additive terms of a form, each with the monomials that it consists of."""
    if value.D is not None:
        below = Power(shown(value.D, form), Number(Fraction(-1)))
        above = shown(value.numerator, form)
        return [(times(above, below), value.support())]
    if form == "shortest":
        return _shortest(value)
    if form == "product":
        groups = product_form(value)
        return _written_out(groups if groups is not None else multi_angle(value), value)
    if form == "multi-angle":
        return _written_out(multi_angle(value), value)
    if form == "collected":
        return _collected(multi_angle(value), value)
    raise ValueError(f"there is no form {form!r}")


def _shortest(value: Canonical) -> Terms:
    groups = multi_angle(value)
    candidates = [_collected(groups, value)]
    if any(factor for factor in groups):
        products = product_form(value, groups)
        if products is not None:
            candidates.append(_collected(products, value))
    return min(candidates, key=_length)


def _length(terms: Terms) -> int:
    return sum(operation_count(tree) + 1 for tree, _ in terms)


def _written_out(groups: dict[Factor, Coefficient], value: Canonical) -> Terms:
    terms = []
    for factor, coefficient in groups.items():
        trigonometric = factor.tree(value.algebra)
        for tree, monomial in expanded_terms(coefficient, value.algebra):
            terms.append((times(tree, trigonometric), factor.support(value.algebra, [monomial])))
    return terms


def _collected(groups: dict[Factor, Coefficient], value: Canonical) -> Terms:
    terms = []
    for factor, coefficient in groups.items():
        tree = coefficient_tree(coefficient, value.algebra)
        if not factor and isinstance(tree, Sum):
            for part, monomial in expanded_terms(coefficient, value.algebra):
                terms.append((part, factor.support(value.algebra, [monomial])))
            continue
        support = factor.support(value.algebra, coefficient)
        terms.append((times(tree, factor.tree(value.algebra)), support))
    return _positive_first(terms)


def _positive_first(terms: Terms) -> Terms:
    """A negative first term changes places with the first positive one."""
    if terms and _negative(terms[0][0]):
        for place, (tree, _) in enumerate(terms):
            if not _negative(tree):
                return [terms[place], *terms[:place], *terms[place + 1 :]]
    return terms


def _negative(tree: Expression) -> bool:
    first = tree.factors[0] if isinstance(tree, Product) else tree
    return isinstance(first, Number) and first.value < 0
