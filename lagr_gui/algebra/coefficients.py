"""Coefficients without angles: sums of monomials, written out or with common factors."""

from __future__ import annotations

from fractions import Fraction

from lagr_gui.algebra.canonical import CanonicalCarrier
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.ring import Amount, Generator, Sort
from lagr_gui.expression import Call, Expression, Number, Power, Product, Symbol

Coefficient = dict[Monomial, Amount]
"""Monomials of generators that are no angles, with their rational factors."""

Whole = dict[Monomial, int]
"""A coefficient over a common denominator."""


def expanded_terms(
    coefficient: Coefficient, algebra: CanonicalCarrier
) -> list[tuple[Expression, Monomial]]:
    """Every monomial as a tree, in reading order."""
    return [
        (monomial_tree(monomial, factor, algebra), monomial)
        for monomial, factor in _in_order(coefficient, algebra)
    ]


def times(a: Expression, b: Expression | None) -> Expression:
    """The product of two trees, flat, without ones, the numbers in front."""
    if b is None or _is_one(b):
        return a
    left = a.factors if isinstance(a, Product) else () if _is_one(a) else (a,)
    right = b.factors if isinstance(b, Product) else (b,)
    factors = (*left, *right)
    return factors[0] if len(factors) == 1 else Product(factors)


def _is_one(tree: Expression) -> bool:
    return isinstance(tree, Number) and tree.value == 1


def monomial_tree(monomial: Monomial, factor: Amount, algebra: CanonicalCarrier) -> Expression:
    """factor · Π xᵢ^eᵢ, divisors last."""
    trees = algebra.monomial_factors.get(monomial)
    if trees is None:
        trees = algebra.monomial_factors[monomial] = _factors(monomial, algebra)
    if factor != 1 or not trees:
        trees = (algebra.number_tree(factor), *trees)
    return trees[0] if len(trees) == 1 else Product(trees)


def _factors(monomial: Monomial, algebra: CanonicalCarrier) -> tuple[Expression, ...]:
    generators, rank = algebra.ring.generators, algebra.rank
    in_order = sorted(monomial, key=lambda entry: (entry[1] < 0, rank(entry[0])))
    return tuple(_power(generators[i], e) for i, e in in_order)


def generator_tree(generator: Generator) -> Expression:
    """A generator that is no angle as a tree."""
    if generator.tree is None:
        generator.tree = _tree(generator)
    return generator.tree


def _tree(generator: Generator) -> Expression:
    match generator.sort:
        case Sort.ROOT:
            assert generator.base is not None
            return Call("sqrt", (generator.base.tree(),))
        case Sort.SIGN:
            assert generator.base is not None
            return Call("sign", (generator.base.tree(),))
        case Sort.EXPONENTIAL:
            assert generator.base is not None
            return Call("exp", (generator.base.tree(),))
        case Sort.CALL:
            name, arguments = generator.key[0], generator.arguments
            trees = tuple(argument.tree() for argument in arguments)
            return Power(*trees) if name == "pow" else Call(name, trees, generator.orders)
        case _:
            assert isinstance(generator.key, Symbol)
            return generator.key


def _power(generator: Generator, exponent: int) -> Expression:
    if generator.sort is Sort.EXPONENTIAL and exponent != 1:
        assert generator.base is not None
        return Call("exp", ((generator.base * exponent).tree(),))
    if generator.sort is Sort.ROOT and exponent % 2 == 0 and generator.base is not None:
        radicand = generator.base.tree()
        return radicand if exponent == 2 else Power(radicand, Number(Fraction(exponent, 2)))
    tree = generator_tree(generator)
    return tree if exponent == 1 else Power(tree, Number(Fraction(exponent)))


def _in_order(
    coefficient: Coefficient, algebra: CanonicalCarrier
) -> list[tuple[Monomial, Fraction]]:
    if len(coefficient) == 1:
        return list(coefficient.items())
    rank, places = algebra.rank, algebra.monomial_places

    def place(entry: tuple[Monomial, Fraction]) -> list[tuple[int, int]]:
        key = places.get(entry[0])
        if key is None:
            pairs = sorted([(rank(i), -e) for i, e in entry[0]])
            key = places[entry[0]] = [*pairs, (10**9, 0)]
        return key

    return sorted(coefficient.items(), key=place)


def common_power(a: int, b: int) -> int:
    """What two powers share; a divisor is taken out only where every term has it."""
    if a > 0 and b > 0:
        return min(a, b)
    return max(a, b) if a < 0 and b < 0 else 0


def divided(monomial: Monomial, common: Monomial) -> Monomial:
    """A monomial over another one."""
    if not common:
        return monomial
    left = dict(monomial)
    for index, exponent in common:
        left[index] = left.get(index, 0) - exponent
    return tuple(sorted((i, e) for i, e in left.items() if e))
