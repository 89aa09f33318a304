"""Every function that may be written: values, slopes and parities, for both signs and at edges."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf

from lagr_gui.algebra import Algebra
from lagr_gui.algebra.equality import equal
from lagr_gui.expression import BUILTINS, Call, Expression, Number, Symbol, read, write
from lagr_gui.foundation.problem import LagrError
from tests.algebra.trees import FORMS, near
from tests.algebra.values import number

X, Y = Symbol("x"), Symbol("y")
ONE = sorted(
    name for name, count in BUILTINS.items() if 1 in count and name not in ("fac", "sign", "step")
)
INNER = {
    "acosh": ("x + 3", "2*x^2 + 3/2"),
    "asin": ("x/9", "sin(x)/2"),
    "acos": ("x/9", "sin(x)/2"),
    "atanh": ("x/9", "cos(x)/2"),
    "log": ("x^2 + 1/2", "x + 4"),
    "log10": ("x^2 + 1/2", "x + 4"),
    "log2": ("x^2 + 1/2", "x + 4"),
    "sqrt": ("x^2 + 1/2", "x + 4"),
}
PLAIN = ("x", "-x", "2*x - 1", "x*y", "x/2 + y")
PLACES = [mpf(431) / 1009, mpf(-877) / 1009, mpf(1361) / 1009, mpf(-1823) / 1009]


def at(x: Any) -> dict[Symbol, Any]:
    return {X: x, Y: mpf(733) / 1009}


@pytest.mark.parametrize("name", ONE)
def test_a_function_has_its_values_on_both_sides_of_zero(name: str) -> None:
    for inner in INNER.get(name, PLAIN):
        tree = read(f"{name}({inner})")
        shown = Algebra().expression(tree).tree()
        for x in PLACES:
            assert near(number(shown, at(x)), number(tree, at(x))), (inner, write(shown))


@pytest.mark.parametrize("name", ONE)
def test_a_slope_is_the_limit_of_quotients_on_both_sides_of_zero(name: str) -> None:
    for inner in INNER.get(name, PLAIN):
        tree = read(f"{name}({inner})")
        slope = Algebra().expression(tree).derivative(X).tree()
        for x in PLACES:
            limit = mp.diff(lambda u, tree=tree: number(tree, at(u)), x)
            assert abs(number(slope, at(x)) - limit) < mpf(10) ** -15 * (1 + abs(limit)), inner


@pytest.mark.parametrize("name", ONE)
def test_a_slope_of_a_slope_is_the_second_one(name: str) -> None:
    for inner in INNER.get(name, PLAIN)[:2]:
        tree = read(f"{name}({inner})")
        curve = Algebra().expression(tree).derivative(X).derivative(X).tree()
        for x in PLACES[:2]:
            limit = mp.diff(lambda u, tree=tree: number(tree, at(u)), x, 2)
            assert abs(number(curve, at(x)) - limit) < mpf(10) ** -10 * (1 + abs(limit)), inner


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_products_and_powers_of_a_function_has_its_numbers(
    name: str, form: str
) -> None:
    inner = INNER.get(name, PLAIN)[0]
    u = f"{name}({inner})"
    for text in (f"{u}^2*x - y*{u}", f"({u} + x)*({u} - x)", f"(x + y)/(3 + {u}^2)"):
        tree = read(text)
        shown = Algebra().expression(tree).tree(form)
        for x in PLACES:
            assert near(number(shown, at(x)), number(tree, at(x))), (text, write(shown))


EVEN = ("cos", "cosh", "abs")
ODD = ("sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "erf", "sign")


@pytest.mark.parametrize("name", EVEN + ODD)
@pytest.mark.parametrize("inner", ["x", "x - y", "2*x*y", "x/(1 + y^2)"])
def test_parities_are_known(name: str, inner: str) -> None:
    sign = "" if name in EVEN else "-"
    assert equal(f"{name}(-({inner}))", f"{sign}{name}({inner})")
    assert not equal(f"{name}(-({inner}))", f"{'-' if not sign else ''}{name}({inner})")


AT_ZERO = {
    "sin": 0,
    "cos": 1,
    "tan": 0,
    "asin": 0,
    "atan": 0,
    "sinh": 0,
    "cosh": 1,
    "tanh": 0,
    "asinh": 0,
    "atanh": 0,
    "exp": 1,
    "erf": 0,
    "sqrt": 0,
    "abs": 0,
    "sign": 0,
}


@pytest.mark.parametrize("name", AT_ZERO)
@pytest.mark.parametrize("zero", ["0", "x - x", "sin(x)^2 + cos(x)^2 - 1", "x*y - y*x"])
def test_functions_of_zero_are_numbers_even_where_zero_is_in_disguise(name: str, zero: str) -> None:
    assert Algebra().expression(read(f"{name}({zero})")).constant == AT_ZERO[name]


@pytest.mark.parametrize("name", ["log", "log10", "log2"])
def test_the_logarithm_of_one_is_zero(name: str) -> None:
    assert Algebra().expression(read(f"{name}(1)")).is_zero
    assert Algebra().expression(read(f"{name}(cos(x)^2 + sin(x)^2)")).is_zero


@pytest.mark.parametrize("denominator", [1, 2, 3, 4, 5, 6, 8, 10, 12])
@pytest.mark.parametrize("name", ["sin", "cos"])
def test_angles_that_are_parts_of_a_turn_have_their_values(name: str, denominator: int) -> None:
    for numerator in range(-2 * denominator, 2 * denominator + 1):
        tree = read(f"{name}({numerator}*pi/{denominator})")
        shown = Algebra().expression(tree).tree()
        assert near(number(shown), number(tree)), (numerator, write(shown))
        moved = read(f"{name}(x + {numerator}*pi/{denominator})")
        shown = Algebra().expression(moved).tree()
        assert near(number(shown, at(PLACES[1])), number(moved, at(PLACES[1])))


TWO = {
    "atan2": [("x", "y"), ("-x", "y"), ("x", "-y"), ("y", "x - 2"), ("x", "x"), ("3", "-4")],
    "min": [("x", "y"), ("y", "x"), ("x", "-x"), ("2", "x"), ("x^2", "x")],
    "max": [("x", "y"), ("y", "x"), ("x", "-x"), ("2", "x"), ("x^2", "x")],
}


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two_arguments_have_their_values_and_slopes(name: str) -> None:
    for inner in TWO[name]:
        tree = read(f"{name}({inner[0]}, {inner[1]})")
        value = Algebra().expression(tree)
        shown, slope = value.tree(), value.derivative(X).tree()
        for x in PLACES:
            assert near(number(shown, at(x)), number(tree, at(x))), inner
            limit = mp.diff(lambda u, tree=tree: number(tree, at(u)), x)
            assert abs(number(slope, at(x)) - limit) < mpf(10) ** -15 * (1 + abs(limit)), inner


@pytest.mark.parametrize("x", [-3, -1, Fraction(-1, 2), 0, Fraction(1, 3), 1, 2, 7])
@pytest.mark.parametrize("edges", [(-1, 1), (0, 0), (1, 1), (0, 2), (2, -2)])
def test_a_step_of_numbers_is_where_it_belongs(x: Any, edges: tuple[int, int]) -> None:
    low, high = edges
    tree = Call("step", tuple(Number(Fraction(u)) for u in (low, x, high)))
    wanted = int(low <= x < high or low == x == high)
    assert number(Algebra().expression(tree).tree()) == wanted


def test_a_sign_is_its_own_inverse_and_the_slope_of_bars() -> None:
    algebra = Algebra()
    sign, bars = (algebra.expression(read(f"{name}(x - y)")) for name in ("sign", "abs"))
    assert sign * sign == 1 and bars * bars == algebra.expression(read("(x - y)^2"))
    assert bars.derivative(X) == sign and bars.derivative(Y) == -sign
    assert sign.derivative(X).is_zero
    assert sign * bars == algebra.expression(read("x - y"))


POWERS = [
    "x^(1/2)",
    "(x^2 + 1)^(3/2)",
    "(x^2 + 1)^(-1/2)",
    "(2 + sin(x))^(1/3)",
    "2^x",
    "(3 + x)^y",
]


@pytest.mark.parametrize("text", POWERS)
def test_powers_have_their_values_and_slopes(text: str) -> None:
    tree = read(text)
    value = Algebra().expression(tree)
    for x in (PLACES[0], PLACES[2]):
        assert near(number(value.tree(), at(x)), number(tree, at(x)))
        for symbol in (X, Y):
            shift: Any = lambda u, symbol=symbol, x=x: number(tree, at(x) | {symbol: u})  # noqa: E731
            limit = mp.diff(shift, at(x)[symbol])
            found = number(value.derivative(symbol).tree(), at(x))
            assert abs(found - limit) < mpf(10) ** -15 * (1 + abs(limit))


@pytest.mark.parametrize(
    "root", [2, 3, 8, 12, 18, 45, 50, 72, "1/2", "4/9", "0.25", "5/12", "12/5"]
)
def test_roots_of_numbers_are_exact(root: int | str) -> None:
    algebra = Algebra()
    value = algebra.expression(read(f"sqrt({root})"))
    assert value * value == algebra.expression(read(str(root)))
    assert near(number(value.tree()), number(read(f"sqrt({root})")))
    assert (algebra.one / value) * value == 1


@pytest.mark.parametrize(
    "text", ["1/0", "x/(y - y)", "1/(sin(x)^2 - 1 + cos(x)^2)", "0^-1", "(x - x)^-2"]
)
def test_a_division_by_zero_is_told(text: str) -> None:
    def made() -> Expression:
        return Algebra().expression(read(text)).tree()

    with pytest.raises(LagrError):
        made()
