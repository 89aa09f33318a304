"""Coefficients without angles: sums of monomials, written out or with common factors."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from lagr_gui.algebra.canonical import Canonical, rational, to_fraction
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.ring import Generator, Sort
from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol

if TYPE_CHECKING:
    from lagr_gui.algebra.algebra import Algebra

_ONE = Number(Fraction(1))
MOST_FACTORED = 40
"""Longer coefficients are not tried to be factored."""

Amount = Any
"""A rational number: a fraction, or a whole number where all have one denominator."""

Coefficient = dict[Monomial, Amount]
"""Monomials of generators that are no angles, with their rational factors."""

Whole = dict[Monomial, int]
"""A coefficient over a common denominator."""


def expanded_terms(coefficient: Coefficient, algebra: Algebra) -> list[tuple[Expression, Monomial]]:
    """Every monomial as a tree, in reading order."""
    return [
        (monomial_tree(monomial, factor, algebra), monomial)
        for monomial, factor in _in_order(coefficient, algebra)
    ]


def coefficient_tree(whole: Whole, below: int, algebra: Algebra) -> Expression:
    """A coefficient with its common factors in front of the bracket, where that is shorter."""
    if len(whole) == 1:
        ((monomial, number),) = whole.items()
        return monomial_tree(monomial, rational(number, below), algebra)
    common, taken = content_of(whole)
    inner = {divided(m, common): number // taken for m, number in whole.items()}
    bracket = Sum(_positive_first(inner, algebra))
    if not common and taken == below:
        return bracket
    return times(monomial_tree(common, rational(taken, below), algebra), bracket)


def factored_tree(coefficient: Coefficient, algebra: Algebra) -> Expression | None:
    """A coefficient as a product of powers of sums, where it is one; None where it is not."""
    if not 2 <= len(coefficient) <= MOST_FACTORED:
        return None
    powers_of = [dict(monomial) for monomial in coefficient]
    low = {
        index: min([powers.get(index, 0) for powers in powers_of])
        for index in {i for powers in powers_of for i in powers}
    }
    bars = _bars(low, algebra)
    if not bars and not any(low.values()) and _is_prime(powers_of):
        return None
    within = sorted({*low, *(i for base in bars.values() for i in base.present)})
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in within], Ordering.lex)
    entries = {}
    for powers, number in zip(powers_of, coefficient.values(), strict=True):
        exponents = tuple([powers.get(i, 0) - low.get(i, 0) for i in within])
        entries[exponents] = fmpq(number.numerator, number.denominator)
    polynomial = context.from_dict(entries)
    for index, base in bars.items():
        polynomial = _with_bars(polynomial, within.index(index), base)
    content, factors = polynomial.factor()
    common = tuple(sorted((i, e) for i, e in low.items() if e))
    if len(factors) == 1 and factors[0][1] == 1 and not common:
        return None
    tree = monomial_tree(common, to_fraction(content), algebra)
    for factor, power in sorted(factors, key=lambda entry: len(entry[0])):
        own: Coefficient = {
            tuple((i, int(e)) for i, e in zip(within, exponents, strict=True) if e): to_fraction(n)
            for exponents, n in factor.to_dict().items()
        }
        tree = times(tree, _power_of_sum(own, int(power), algebra))
    return tree


def _is_prime(monomials: list[dict[int, int]]) -> bool:
    """Whether a sum without a common monomial is seen to be no product.

    It is none where a generator is in one term only, and there linear: x m + r with a monomial m
    divides by what m and r share, and that would be in all terms.
    """
    met: dict[int, int] = {}
    for powers in monomials:
        for index, exponent in powers.items():
            met[index] = met.get(index, 0) + abs(exponent)
    return 1 in met.values()


def _bars(used: Iterable[int], algebra: Algebra) -> dict[int, Canonical]:
    """What absolute values among generators are taken of, where it is a polynomial."""
    found: dict[int, Canonical] = {}
    for index in used:
        generator = algebra.ring.generators[index]
        if generator.sort is Sort.CALL and generator.key[0] == "abs":
            (base,) = generator.arguments
            _, imaginary, shift = base.lifted()
            if not imaginary and not any(shift) and base.D is None:
                found[index] = base
    return found


def _with_bars(polynomial: fmpq_mpoly, place: int, base: Canonical) -> fmpq_mpoly:
    """The polynomial with u² written as |u|² where that makes it shorter."""
    context = polynomial.context()
    u = base.A.project_to_context(context)
    quotient, rest = divmod(polynomial, u * u)
    other = quotient * context.gen(place) ** 2 + rest
    return other if len(other) < len(polynomial) else polynomial


def _power_of_sum(own: Coefficient, power: int, algebra: Algebra) -> Expression:
    terms = _positive_first(own, algebra)
    base = terms[0] if len(terms) == 1 else Sum(terms)
    return base if power == 1 else Power(base, Number(Fraction(power)))


def _positive_first(coefficient: Coefficient, algebra: Algebra) -> tuple[Expression, ...]:
    """The terms in reading order; a negative one does not stand first if another can."""
    entries = expanded_terms(coefficient, algebra)
    trees = [tree for tree, _ in entries]
    for place, (tree, monomial) in enumerate(entries):
        if coefficient[monomial] > 0:
            return (tree, *trees[:place], *trees[place + 1 :])
    return tuple(trees)


def times(a: Expression, b: Expression | None) -> Expression:
    """The product of two trees, flat, without ones, the numbers in front."""
    if b is None or b == _ONE:
        return a
    left = a.factors if isinstance(a, Product) else () if a == _ONE else (a,)
    right = b.factors if isinstance(b, Product) else (b,)
    factors = (*left, *right)
    return factors[0] if len(factors) == 1 else Product(factors)


def monomial_tree(monomial: Monomial, factor: Amount, algebra: Algebra) -> Expression:
    """factor · Π xᵢ^eᵢ, divisors last."""
    trees = algebra.monomial_factors.get(monomial)
    if trees is None:
        trees = algebra.monomial_factors[monomial] = _factors(monomial, algebra)
    if factor != 1 or not trees:
        trees = (_number_tree(factor.numerator, factor.denominator), *trees)
    return trees[0] if len(trees) == 1 else Product(trees)


@lru_cache(maxsize=4096)
def _number_tree(p: int, q: int) -> Number:
    return Number(Fraction(p, q))


def _factors(monomial: Monomial, algebra: Algebra) -> tuple[Expression, ...]:
    generators, rank = algebra.ring.generators, algebra.rank
    in_order = sorted(monomial, key=lambda entry: (entry[1] < 0, rank(entry[0])))
    return tuple(_power(generators[i], e, algebra) for i, e in in_order)


def generator_tree(generator: Generator, algebra: Algebra) -> Expression:
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


def _power(generator: Generator, exponent: int, algebra: Algebra) -> Expression:
    if generator.sort is Sort.EXPONENTIAL and exponent != 1:
        assert generator.base is not None
        return Call("exp", ((generator.base * exponent).tree(),))
    if generator.sort is Sort.ROOT and exponent % 2 == 0 and generator.base is not None:
        radicand = generator.base.tree()
        return radicand if exponent == 2 else Power(radicand, Number(Fraction(exponent, 2)))
    tree = generator_tree(generator, algebra)
    return tree if exponent == 1 else Power(tree, Number(Fraction(exponent)))


def _in_order(coefficient: Coefficient, algebra: Algebra) -> list[tuple[Monomial, Fraction]]:
    if len(coefficient) == 1:
        return list(coefficient.items())
    rank, places = algebra.rank, algebra.monomial_places

    def place(entry: tuple[Monomial, Fraction]) -> list[tuple[int, int]]:
        known = places.get(entry[0])
        if known is None:
            pairs = sorted([(rank(i), -e) for i, e in entry[0]])
            known = places[entry[0]] = [*pairs, (10**9, 0)]
        return known

    return sorted(coefficient.items(), key=place)


def content_of(whole: Whole) -> tuple[Monomial, int]:
    """The common monomial and number of all terms; the sign of the first term with it."""
    numbers = whole.values()
    number = gcd(*numbers)
    return _common(whole), -number if all(n < 0 for n in numbers) else number


def _common(monomials: Iterable[Monomial]) -> Monomial:
    others = iter(monomials)
    common = dict(next(others))
    for monomial in others:
        if not common:
            break
        powers = dict(monomial)
        common = {i: _common_power(common[i], powers[i]) for i in common.keys() & powers.keys()}
    return tuple(sorted((i, e) for i, e in common.items() if e))


def _common_power(a: int, b: int) -> int:
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
