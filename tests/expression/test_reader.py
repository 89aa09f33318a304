"""Texts become trees by the rules of mathematics, and trees become texts."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lagr_gui.expression import (
    GREEK,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    read,
    renamed,
    substitute,
    symbols,
    write,
)
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate, value
from lagr_gui.foundation.problem import LagrError
from tests.expression.trees import TEXTS, TREES

X, Y, Q = Symbol("x"), Symbol("y"), Symbol("q")


def readable(text: str) -> Expression:
    """The tree of a text; texts without a meaning are left out."""
    try:
        return read(text)
    except LagrError:
        assume(False)
        raise


def plain(tree: Expression) -> float | None:
    """The number of a tree at a fixed place; None where it has none."""

    def lookup(symbol: Symbol) -> float:
        return 0.3 + (sum(map(ord, symbol.name)) * 0.137 + symbol.order * 0.41) % 1.7

    functions = {name: lambda *u: math.cos(sum(u)) + 1.5 for name in ("FU", "F", "F_2")}
    try:
        found = evaluate(_without_orders(tree), FloatCarrier(functions), lookup)
    except LagrError:
        return None
    return found if abs(found) < 1e12 else None


def _without_orders(tree: Expression) -> Expression:
    match tree:
        case Call(name, arguments, _):
            return Call(name, tuple(map(_without_orders, arguments)))
        case Sum(terms):
            return Sum(tuple(map(_without_orders, terms)))
        case Product(factors):
            return Product(tuple(map(_without_orders, factors)))
        case Power(base, exponent):
            return Power(_without_orders(base), _without_orders(exponent))
    return tree


@given(TEXTS)
def test_a_tree_without_quotients_and_powers_is_read_again_from_its_text(text: str) -> None:
    tree = readable(text.replace("/", "*").replace("^", "*"))
    assert read(write(tree)) == tree


@given(TEXTS)
def test_divisors_are_written_last_and_nothing_else_is_changed(text: str) -> None:
    tree = readable(text)
    again = read(write(tree))
    assert read(write(again)) == again
    wanted = plain(tree)
    assert wanted is None or math.isclose(plain(again) or 0, wanted, rel_tol=1e-9, abs_tol=1e-9)


@given(TREES)
def test_the_text_of_any_tree_has_its_value(tree: Expression) -> None:
    wanted = plain(tree)
    again = readable(write(tree))
    assert symbols(again) <= symbols(tree)
    assume(wanted is not None)
    found = plain(again)
    assert found is not None and wanted is not None
    assert math.isclose(found, wanted, rel_tol=1e-6, abs_tol=1e-6)


@given(TREES)
def test_the_text_of_a_tree_settles_after_one_reading(tree: Expression) -> None:
    text = write(readable(write(tree)))
    assert write(readable(text)) == text


@given(st.fractions(max_denominator=10**12))
def test_every_fraction_is_read_exactly(number: Fraction) -> None:
    assume(abs(number) < 10**12)
    assert read(write(Number(number))) == Number(number)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_read_as_the_decimal_that_it_shows(number: float) -> None:
    tree = read(number)
    assert isinstance(tree, Number) and float(tree.value) == number


SAME_TREE = {
    "a - b - c": "(a - b) - c",
    "a/b/c": "(a/b)/c",
    "a/b*c": "(a/b)*c",
    "a^b^c": "a^(b^c)",
    "-a^2": "-(a^2)",
    "a^-b": "a^(-b)",
    "2^-1": "1/2",
    "a*-b": "a*(-b)",
    "√a^2": "(√a)^2",
    "a**b": "a^b",
    "a·b×c÷d−e": "a*b*c/d-e",
    "q′": "q'",
    "q_dot": "q'",
    "q_ddot": "q''",
    "θ_1_dot": "theta_1'",
    ".5": "1/2",
    "1e-3": "0.001",
    "2.": "2",
    "1.5E+2": "150",
    "√x": "sqrt(x)",
    " a\t+\nb ": "a+b",
    "π": "pi",
    "++a": "a",
    "--a": "a",
    "F'(x)": "F[1](x)",
}


@pytest.mark.parametrize(("left", "right"), SAME_TREE.items())
def test_two_spellings_mean_the_same(left: str, right: str) -> None:
    assert _value_or_tree(left) == _value_or_tree(right)


def _value_or_tree(text: str) -> object:
    found = plain(read(text))
    return read(text) if found is None else pytest.approx(found).expected


VALUES = {
    "2 + 3*4": 14,
    "2*3^2": 18,
    "-3^2": -9,
    "(-3)^2": 9,
    "2^3^2": 512,
    "8/4/2": 1,
    "8/4*2": 4,
    "10 - 4 - 3": 3,
    "2^-2": 0.25,
    "-2^-2": -0.25,
    "7 - -2": 9,
    "√16*2": 8,
    "4^(1/2)": 2,
    "4^1/2": 2,
    "sin(pi/6)": 0.5,
    "atan2(1, -1)": 3 * math.pi / 4,
    "step(0, 0.5, 1) + step(0, 1, 1)": 1,
    "fac(5) + comb(5, 2)": 130,
    "min(2, 3)*max(2, 3)": 6,
    "log(exp(2)) + log10(1000) + log2(8)": 8,
}


@pytest.mark.parametrize(("text", "wanted"), VALUES.items())
def test_operators_bind_as_in_mathematics(text: str, wanted: float) -> None:
    assert value(text, {}) == pytest.approx(wanted, rel=1e-14)


@pytest.mark.parametrize("text", ["8/4*2", "-a^2*b/c", "x - y*z^2/3", "1 - 2 - 3"])
def test_blanks_do_not_matter(text: str) -> None:
    assert read(" ".join(text)) == read(text.replace(" ", ""))


@pytest.mark.parametrize(("letter", "name"), GREEK.items())
def test_a_greek_letter_is_its_name(letter: str, name: str) -> None:
    assert read(letter) == read(name)
    assert read(f"2*{letter}_1^2") == read(f"2*{name}_1^2")


@pytest.mark.parametrize("order", [0, 1, 2])
def test_primes_and_endings_are_velocities_and_accelerations(order: int) -> None:
    assert read("q" + "'" * order) == Symbol("q", order)
    assert read("q" + ("", "_dot", "_ddot")[order]) == Symbol("q", order)


def test_derivatives_of_functions_keep_their_orders() -> None:
    assert read("F''(x)") == Call("F", (X,), (2,))
    assert read("F[0,2](x, y)") == Call("F", (X, Y), (0, 2))
    assert read("F[0](x)") == Call("F", (X,))


def test_renaming_keeps_everything_but_the_name() -> None:
    assert renamed("q1 + q1_dot*q10 - sin(q1)/xq1", "q1", "β") == ("β + β_dot*q10 - sin(β)/xq1")


@given(TREES)
def test_substituting_a_symbol_by_itself_changes_nothing(tree: Expression) -> None:
    assert substitute(tree, {symbol: symbol for symbol in symbols(tree)}) == tree
    assert Q not in symbols(substitute(tree, {Q: X}))
