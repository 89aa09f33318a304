"""Sums that are seen to be no products, and what their terms gain by what they have in common."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy

from lagr_gui.algebra import Algebra
from lagr_gui.algebra.atoms import Term, terms_of
from lagr_gui.algebra.factors import Factoring, is_prime, shared_powers
from lagr_gui.algebra.groups import PrimeSums
from lagr_gui.algebra.ring import by_powers
from lagr_gui.algebra.slopes import multi_angle
from lagr_gui.expression import Number, Symbol, read

NAMES = ("a", "b", "c", "d", "e")
ANGLES = ("cos(p)", "sin(p)", "cos(p + q)", "1")


def polynomials(seed: int) -> list[str]:
    """Sums of a few products of powers, of which some are no products."""
    source = random.Random(seed)

    def product() -> str:
        powers = [f"{name}^{e}" for name in NAMES if (e := source.choice((0, 0, 1, 1, 2, 3)))]
        return "*".join([str(source.choice((1, 1, 2, -3, 4))), *powers])

    return [" + ".join(product() for _ in range(source.randint(2, 5))) for _ in range(200)]


def terms(text: str, algebra: Algebra) -> list[Term]:
    return list(terms_of(multi_angle(algebra.expression(read(text))), algebra))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_seen_to_be_no_product_is_none(seed: int) -> None:
    symbols = sympy.symbols(NAMES)
    seen = 0
    for text in polynomials(seed):
        own = terms(text, Algebra())
        if len(own) < 2 or shared_powers(own) or not is_prime(own):
            continue
        seen += 1
        value = sympy.Poly(sympy.sympify(text.replace("^", "**")), *symbols)
        _, factors = value.factor_list()
        assert [power for _, power in factors] == [1], text
    assert seen > 10
    for text, prime in {"a^2 + b^2": True, "a^2 - b^2": False, "a^2*c + b^2": True}.items():
        assert is_prime(terms(text, Algebra())) == prime


@pytest.mark.parametrize("seed", range(3))
def test_gains_are_those_of_products_that_are_written(seed: int) -> None:
    source = random.Random(seed)
    seen = 0
    for _ in range(200):
        algebra = Algebra(late=("p", "q"))
        products = []
        for _ in range(source.randint(2, 6)):
            names = [f"{name}^{e}" for name in NAMES if (e := source.choice((0, 0, 1, 1, 2)))]
            number = str(source.choice((1, 1, 2, -2, 4)))
            products.append("*".join([number, "a", *names, source.choice(ANGLES)]))
        own = terms(" + ".join(products), algebra)
        if len(own) < 2:
            continue
        written = Factoring(algebra, lambda _groups: Number(Fraction(0)))
        whole = "", ((algebra.ring.index[Symbol("a")], 1),)
        gain = PrimeSums(written, own).gain((1 << len(own)) - 1, whole)
        if gain is not None:
            seen += 1
            assert max(gain, 0) == max(written.gain(own, whole), 0), products
    assert seen > 20


@pytest.mark.parametrize("text", ["a", "2*a*b - 3", "(a + b)^3*c + a*b^2", "a^4 - a^2*b + 5"])
def test_powers_with_their_coefficients_make_the_sum(text: str) -> None:
    algebra = Algebra()
    value = algebra.expression(read(text)) + algebra.symbol(Symbol("b")) * Fraction(1, 3)
    index = algebra.ring.index[Symbol("a")]
    A, B, _ = value.lifted()
    parts = by_powers(A, B, index)
    x = algebra.ring.context.gen(index)
    assert all(not own.degrees()[index] for part in parts.values() for own in part if own)
    assert sum((x**power * real for power, (real, _) in parts.items()), 0 * A) == A
    assert all(not imaginary for _, imaginary in parts.values())
