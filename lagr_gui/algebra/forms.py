"""The forms in which a canonical value is shown, and the choice of the shortest.

A value is a sum over trigonometric factors, each with a coefficient.  In the multi-angle
form the factors are cos(k·q) and sin(k·q); in the product form they are products of powers
of sines and cosines, reduced by cos² = 1 − sin².  "multi-angle" and "product" write every
term out, "collected" keeps one coefficient in brackets for each multi-angle factor, and
"shortest" is the form with the fewest operations.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from lagr_gui.algebra.coefficients import coefficient_tree, expanded_terms, times
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.trigonometry import (
    Factor,
    Groups,
    is_wide,
    multi_angle,
    ordered,
    product_form,
)
from lagr_gui.expression import Expression, Number, Power, Product, Sum

if TYPE_CHECKING:
    from lagr_gui.algebra.algebra import Algebra
    from lagr_gui.algebra.canonical import Canonical

Row = tuple[Expression, Factor, tuple[Monomial, ...]]
"""An additive term with the factor and the monomials that it consists of."""


def shown(value: Canonical, form: str) -> Expression:
    """The value as one expression."""
    if value.D is not None:
        below = Power(shown(value.D, form), Number(Fraction(-1)))
        return times(shown(value.numerator, form), below)
    trees = tuple(tree for tree, _, _ in _rows(value, form)[1])
    if not trees:
        return Number(Fraction(0))
    return trees[0] if len(trees) == 1 else Sum(trees)


def attributed_terms(
    parts: Mapping[str, Canonical], form: str
) -> list[tuple[Expression, tuple[str, ...]]]:
    """The additive terms of the sum of contributions, each with those that it comes from."""
    values = list(parts.values())
    total = sum(values[1:], values[0])
    if total.is_zero:
        return []
    if total.D is not None:
        return [(shown(total, form), tuple(parts))]
    is_product, rows = _rows(total, form)
    if len(parts) == 1:
        return [(tree, tuple(parts)) for tree, _, _ in rows]
    groups = {key: multi_angle(value) for key, value in parts.items()}
    if is_product:
        algebra = total.algebra
        groups = {key: product_form(own, algebra) for key, own in groups.items()}
    return [(tree, _sources(groups, factor, monomials)) for tree, factor, monomials in rows]


def _sources(
    groups: Mapping[str, Groups], factor: Factor, monomials: tuple[Monomial, ...]
) -> tuple[str, ...]:
    return tuple(
        key
        for key, own in groups.items()
        if (part := own.get(factor)) is not None and any(m in part for m in monomials)
    )


def _rows(value: Canonical, form: str) -> tuple[bool, list[Row]]:
    """The terms of a form, and whether their factors are products."""
    algebra = value.algebra
    groups = multi_angle(value)
    plain = not any(groups) or (form in ("shortest", "product") and is_wide(groups))
    if form == "multi-angle" or (form == "product" and plain):
        return False, _written_out(ordered(groups, algebra), algebra)
    if form == "product":
        return True, _written_out(ordered(product_form(groups, algebra), algebra), algebra)
    if form not in ("shortest", "collected"):
        raise ValueError(f"there is no form {form!r}")
    rows = _collected(ordered(groups, algebra), algebra)
    if form == "shortest" and not plain:
        products = _collected(ordered(product_form(groups, algebra), algebra), algebra)
        if _length(products) < _length(rows):
            return True, products
    return False, rows


def _length(rows: list[Row]) -> int:
    return sum(operation_count(tree) + 1 for tree, _, _ in rows)


def _written_out(groups: Groups, algebra: Algebra) -> list[Row]:
    rows: list[Row] = []
    for factor, coefficient in groups.items():
        trigonometric = factor.tree(algebra)
        for tree, monomial in expanded_terms(coefficient, algebra):
            rows.append((times(tree, trigonometric), factor, (monomial,)))
    return rows


def _collected(groups: Groups, algebra: Algebra) -> list[Row]:
    rows: list[Row] = []
    for factor, coefficient in groups.items():
        tree = coefficient_tree(coefficient, algebra)
        if not factor and isinstance(tree, Sum):
            for part, monomial in expanded_terms(coefficient, algebra):
                rows.append((part, factor, (monomial,)))
        else:
            rows.append((times(tree, factor.tree(algebra)), factor, tuple(coefficient)))
    return _positive_first(rows)


def _positive_first(rows: list[Row]) -> list[Row]:
    """A negative first term changes places with the first positive one."""
    if rows and _negative(rows[0][0]):
        for place, (tree, _, _) in enumerate(rows):
            if not _negative(tree):
                return [rows[place], *rows[:place], *rows[place + 1 :]]
    return rows


def _negative(tree: Expression) -> bool:
    first = tree.factors[0] if isinstance(tree, Product) else tree
    return isinstance(first, Number) and first.value < 0
