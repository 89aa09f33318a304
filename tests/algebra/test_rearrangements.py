"""What is taken out, turned, grouped or named is still the same sum, and no longer than before."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mpf

from lagr_gui.algebra import (
    Algebra,
    RootNames,
    factors_of,
    grouped,
    operation_count,
    product_of,
    root_of,
    taken_out,
    upright,
)
from lagr_gui.algebra.forms import barred
from lagr_gui.algebra.leading_factors import in_common
from lagr_gui.algebra.signs import positive_first
from lagr_gui.expression import (
    Expression,
    Number,
    Product,
    Spelling,
    Sum,
    Symbol,
    read,
    symbols,
    write,
)
from lagr_gui.expression.rows import is_negative, negative, product
from tests.algebra.trees import POLYNOMIALS, TREES, Undefined, near
from tests.algebra.values import number, scattered, value_of

FACTORS = ("a", "b", "c", "(a + b)", "(x - y)", "cos(x)", "sin(x)", "x'", "y'", "(2*a - b)")


def products(source: random.Random, count: int) -> list[str]:
    """Terms that have some factors in common."""
    shared = source.sample(FACTORS, source.randint(0, 2))
    found: list[str] = []
    for _ in range(count):
        own = [*shared, *source.sample(FACTORS, source.randint(1, 2))]
        sign = source.choice(["", "-"])
        factor = source.choice(["", "2*", "6*", "3/2*", "0.5*"])
        powers = [
            f"{f}^{source.choice([2, 3, -1, -2])}" if source.random() < 0.3 else f for f in own
        ]
        found.append(f"{sign}{factor}{'*'.join(powers)}")
    return found


def value(tree: Expression) -> Any:
    return number(tree, scattered)


def trees(seed: int) -> list[Expression]:
    source = random.Random(seed)
    return [read(text) for text in products(source, source.randint(2, 6))]


@pytest.mark.parametrize("seed", range(60))
def test_what_all_terms_have_in_common_is_taken_out_where_that_is_shorter(seed: int) -> None:
    terms = trees(seed)
    whole = Sum(tuple(terms))
    found = taken_out(terms)
    if found is not None:
        assert near(value(found), value(whole)), write(found)
        assert operation_count(found) < operation_count(whole)
        assert isinstance(found, Product)


@pytest.mark.parametrize("seed", range(60))
def test_grouped_terms_are_the_same_sum_and_no_longer(seed: int) -> None:
    terms = trees(seed)
    found = grouped(terms, allowed=lambda _: True)
    whole = Sum(tuple(terms))
    assert near(sum(map(value, found)), value(whole))
    length = operation_count(Sum(tuple(found)) if len(found) > 1 else found[0])
    assert length <= operation_count(whole)


@pytest.mark.parametrize("seed", range(30))
def test_only_what_is_allowed_is_taken_out_of_some_terms(seed: int) -> None:
    terms = trees(seed)
    found = grouped(terms)
    assert near(sum(map(value, found)), sum(map(value, terms)))
    assert grouped(terms, allowed=lambda _: False) == terms or len(terms) == len(
        grouped(terms, allowed=lambda _: False)
    )


@pytest.mark.parametrize("seed", range(30))
def test_the_product_of_terms_has_the_sources_of_all_of_them(seed: int) -> None:
    terms = trees(seed)
    attributed = [(tree, (f"part {i}", "all")) for i, tree in enumerate(terms)]
    found = in_common(attributed)
    assert near(sum(value(tree) for tree, _ in found), sum(map(value, terms)))
    assert {key for _, keys in found for key in keys} == {
        key for _, keys in attributed for key in keys
    }


@given(TREES)
def test_a_product_is_its_number_and_its_powers(tree: Expression) -> None:
    again = product_of(*factors_of(tree))
    try:
        wanted = value(tree)
    except Undefined:
        return
    assert near(value(again), wanted)


@given(TREES)
def test_the_negative_of_the_negative_is_the_term(tree: Expression) -> None:
    plain, once = product([tree]), negative(tree)  # with its number in front
    assert is_negative(once) is not is_negative(plain) or once == Number(Fraction(0))
    try:
        wanted = value(tree)
    except Undefined:
        return
    assert near(value(once), -wanted)
    assert near(value(negative(once)), wanted)


@given(st.lists(TREES, min_size=1, max_size=5))
def test_a_positive_term_comes_first_if_there_is_one(terms: list[Expression]) -> None:
    found = positive_first(terms)
    assert sorted(map(write, found)) == sorted(map(write, terms))
    assert is_negative(found[0]) is all(map(is_negative, terms))
    left = list(terms)
    left.remove(found[0])
    assert found[1:] == left, "the others stay in their order"


@settings(max_examples=60)
@given(TREES)
def test_a_minus_taken_into_a_bracket_changes_no_value(tree: Expression) -> None:
    found = upright(tree)
    assert symbols(found) == symbols(tree)
    try:
        wanted = value(tree)
    except Undefined:
        return
    assert near(value(found), wanted)


UPRIGHT = {
    "-l*(cos(q) - 1)": "l*(1 - cos(q))",
    "sin(-2*(x - y))": "sin(2*(y - x))",
    "-(a - b)*(c - d)": "-(a - b)*(c - d)",
    "a - l*(cos(q) - 1)": "a + l*(1 - cos(q))",
    "-l*(a + b)": "-l*(a + b)",
}


@pytest.mark.parametrize("text", UPRIGHT)
def test_a_minus_goes_into_the_one_bracket_with_both_signs(text: str) -> None:
    assert write(upright(read(text))) == UPRIGHT[text]


BARS = [
    "abs(x)",
    "abs(x)*y + x",
    "abs(x - y)^3",
    "y*x/abs(x)",
    "abs(x)*abs(y)/(1 + abs(x))",
    "sign(x)*x^2",
    "abs(x*y) - abs(x)",
    "(abs(x) - y)/abs(x - y)",
    "max(x, y)*min(x, 2*y)",
    "sign(x - y)/(x - y)",
    "1/(2 + sign(x)*x)",
]


@pytest.mark.parametrize("text", BARS)
@pytest.mark.parametrize("x", [-2, -1, 1, 3])
@pytest.mark.parametrize("y", [-3, 2])
def test_bars_in_the_place_of_signs_change_no_value(text: str, x: int, y: int) -> None:
    values = {Symbol("x"): mpf(x) + mpf(1) / 3, Symbol("y"): mpf(y) + mpf(1) / 7}
    made = Algebra().expression(read(text))
    for shown in (made.tree(), barred(made).tree(), made.tree("multi-angle")):
        assert near(number(shown, values), number(read(text), values)), write(shown)


@pytest.mark.parametrize("text", BARS)
@pytest.mark.parametrize("positive", ["x", "-x", "x - y", "y - x", "y"])
def test_where_a_sign_is_known_it_goes(text: str, positive: str) -> None:
    algebra = Algebra()
    made = algebra.expression(read(text))
    known = algebra.with_signs(made, algebra.signs_of([read(positive)]))
    for x, y in ((2, 1), (1, 2), (-2, 1), (-1, -2), (3, -1)):
        values = {Symbol("x"): mpf(x) + mpf(1) / 9, Symbol("y"): mpf(y) + mpf(1) / 7}
        if number(read(positive), values) > 0:
            assert near(number(known.tree(), values), number(read(text), values)), positive


LENGTHS = ["sqrt(a^2 + x^2)", "2*sqrt(a^2 + b^2 - 2*a*b*cos(x))", "3/2*b*sqrt(1 + x^2)"]
WITH_LENGTHS = [
    "c*({0} - l)^2/2",
    "c*(1 - l/{0})*x",
    "{0}^2 + {0}^3*b",
    "x/({0}*(1 + b))",
    "(a + {0})/(b + {0}^2)",
]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("pattern", WITH_LENGTHS)
def test_a_name_for_a_length_stands_for_it(length: str, pattern: str) -> None:
    algebra = Algebra(positive=("a", "b", "c", "l"))
    root = root_of(algebra.expression(read(length)))
    assert root is not None
    name = Symbol("ell")
    names = RootNames(algebra, {name: root})
    tree = read(pattern.format(length))
    made = algebra.expression(tree)
    assert names.occur(made)
    values = {symbol: value_of(symbol) for symbol in symbols(tree)}
    own = number(read(length), values)
    shown = names.of(made).tree()
    assert near(number(shown, values | {name: own}), number(tree, values)), write(shown)
    assert near(number(names.square(name).tree(), values), own * own)


@pytest.mark.parametrize(
    "text", ["a + sqrt(x)", "sqrt(x)*sqrt(y)", "x^2", "cos(x)*sqrt(1 + y^2)/(1 + b)", "1/sqrt(x)"]
)
def test_what_is_no_multiple_of_one_root_gets_no_name(text: str) -> None:
    assert root_of(Algebra().expression(read(text))) is None


@settings(max_examples=40)
@given(POLYNOMIALS, POLYNOMIALS)
def test_a_product_of_sums_that_differ_in_one_sign_is_a_difference_of_squares(
    a: Expression, b: Expression
) -> None:
    algebra = Algebra()
    u, v = algebra.expression(a), algebra.expression(b)
    assert (u + v) * (u - v) == u**2 - v**2
    shown = ((u + v) * (u - v)).tree()
    assert near(value(shown), (value(a) + value(b)) * (value(a) - value(b)))


@pytest.mark.parametrize("text", ["c*(x - 0.8)*(1 - 0.8/l)", "c*(x - 0.5)*(y - 0.8)"])
def test_two_brackets_keep_the_numbers_that_were_typed(text: str) -> None:
    algebra = Algebra(late=("x", "y", "l"), spelling=Spelling.of((read(text),)))
    tree = algebra.shown(algebra.expression(read(text)), "shortest")
    assert operation_count(tree) <= operation_count(read(text)) + 1, write(tree)
    typed = {"0.8", "0.5"} & set(re.findall(r"[\d.]+", text))
    assert set(re.findall(r"\d[\d.]*", write(tree))) - {"1"} == typed
