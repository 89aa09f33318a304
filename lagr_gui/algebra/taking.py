"""Factors that all terms of a written sum have, in front of a bracket."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from lagr_gui.algebra.coefficients import common_power, times
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.keys import content
from lagr_gui.expression import Expression, Number, Power, Product, Sum, Symbol

Attributed = tuple[Expression, tuple[str, ...]]
"""An additive term, and the items that it comes from."""


def in_common(terms: list[Attributed]) -> list[Attributed]:
    """One product where all terms have a factor in common."""
    product = taken_out([tree for tree, _ in terms])
    if product is None:
        return terms
    return [(product, tuple(dict.fromkeys(key for _, keys in terms for key in keys)))]


def taken_out(trees: Sequence[Expression]) -> Expression | None:
    """The product that a sum is by its common factors; None where it is no shorter."""
    if len(trees) < 2:
        return None
    terms = [_factors(tree) for tree in trees]
    common = terms[0][1]
    for _, powers in terms[1:]:
        common = {
            base: common_power(e, powers[base]) for base, e in common.items() if base in powers
        }
    common = {base: e for base, e in common.items() if e}
    numbers = [number for number, _ in terms]
    scales = {Fraction(1), content(numbers)}
    if all(number < 0 for number in numbers):
        scales = {-scale for scale in scales}
    if not common and not _is_shorter(scales, terms):
        return None
    found = [_product(scale, common, terms) for scale in sorted(scales)]
    best = min(found, key=operation_count)
    return best if operation_count(best) < operation_count(Sum(tuple(trees))) else None


def _is_shorter(
    scales: Collection[Fraction], terms: Sequence[tuple[Fraction, dict[Expression, int]]]
) -> bool:
    """Whether a sum is shorter where a number is taken out; what it multiplies stays the same."""
    light: list[tuple[Fraction, dict[Expression, int]]] = [
        (number, {Symbol(f"{place}"): e for place, e in enumerate(powers.values())})
        for number, powers in terms
    ]
    written_out = operation_count(Sum(tuple(_tree(*term) for term in light)))
    return any(operation_count(_product(scale, {}, light)) < written_out for scale in scales)


def _factors(tree: Expression) -> tuple[Fraction, dict[Expression, int]]:
    """The number before a product, and the powers of what it multiplies."""
    number, powers = Fraction(1), dict[Expression, int]()
    for factor in tree.factors if isinstance(tree, Product) else (tree,):
        match factor:
            case Number(value):
                number *= value
            case Power(base, Number(exponent)) if exponent.denominator == 1:
                powers[base] = powers.get(base, 0) + int(exponent)
            case _:
                powers[factor] = powers.get(factor, 0) + 1
    return number, powers


def _product(
    scale: Fraction,
    common: dict[Expression, int],
    terms: Sequence[tuple[Fraction, dict[Expression, int]]],
) -> Expression:
    inner = (
        _tree(number / scale, {base: e - common.get(base, 0) for base, e in powers.items()})
        for number, powers in terms
    )
    return times(_tree(scale, common), Sum(tuple(inner)))


def _tree(number: Fraction, powers: dict[Expression, int]) -> Expression:
    factors = [
        base if e == 1 else Power(base, Number(Fraction(e))) for base, e in powers.items() if e
    ]
    if number != 1 or not factors:
        factors.insert(0, Number(number))
    return factors[0] if len(factors) == 1 else Product(tuple(factors))
