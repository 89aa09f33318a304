"""Values, slopes, substitutions and integrals beside SymPy, which knows nothing of the algebra."""

from __future__ import annotations

import random
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from mpmath import mp, mpf

from lagr_gui import equal, from_sympy, to_sympy
from lagr_gui.algebra import Algebra
from lagr_gui.algebra.integral import antiderivative
from lagr_gui.expression import Expression, Symbol, read, symbols, write
from lagr_gui.foundation.problem import LagrError
from tests.algebra.trees import POLYNOMIALS, near
from tests.algebra.values import number, scattered

X = Symbol("x")
x, y, z = sympy.symbols("x y z", real=True)
VALUES = {x: mpf(431) / 1009, y: mpf(-877) / 1009, z: mpf(1361) / 1009}


def theirs(expression: Any) -> Any:
    """The number of an expression of SymPy."""
    return mpf(
        sympy.N(expression.subs({s: sympy.Float(str(v), 40) for s, v in VALUES.items()}), 35)
    )


def ours(tree: Expression) -> Any:
    return number(tree, {Symbol(s.name): v for s, v in VALUES.items()})


def close(a: Any, b: Any) -> bool:
    return abs(a - b) <= mpf(10) ** -18 * (1 + abs(a) + abs(b))


@settings(max_examples=40)
@given(POLYNOMIALS)
def test_a_slope_is_that_of_sympy(tree: Expression) -> None:
    slope = Algebra().expression(tree).derivative(X).tree()
    assert close(ours(slope), theirs(sympy.diff(to_sympy(tree), x)))


@settings(max_examples=40)
@given(POLYNOMIALS)
def test_an_expression_comes_back_from_sympy_as_the_same_value(tree: Expression) -> None:
    algebra = Algebra()
    assert algebra.expression(from_sympy(to_sympy(tree))) == algebra.expression(tree)


IDENTITIES = [
    ("sin(3*x)", "3*sin(x) - 4*sin(x)^3"),
    ("cos(4*x)", "8*cos(x)^4 - 8*cos(x)^2 + 1"),
    ("sin(x)*cos(y)", "(sin(x + y) + sin(x - y))/2"),
    ("tan(x + y)", "(tan(x) + tan(y))/(1 - tan(x)*tan(y))"),
    ("sinh(2*x)", "2*sinh(x)*cosh(x)"),
    ("tanh(x)", "(exp(2*x) - 1)/(exp(2*x) + 1)"),
    ("exp(x - y)*exp(y)", "exp(x)"),
    ("(x^3 - y^3)/(x - y)", "x^2 + x*y + y^2"),
    ("1/(1 - sin(x)^2)", "1/cos(x)^2"),
    ("abs(x)*abs(y)", "abs(x*y)"),
    ("sqrt(x^4)", "x^2"),
    ("sin(x)^4 + cos(x)^4", "(3 + cos(4*x))/4"),
    ("(1 - cos(x))/sin(x)", "sin(x)/(1 + cos(x))"),
    ("sin(x/2)^2", "(1 - cos(x))/2"),
    ("cos(x - pi/3)", "cos(x)/2 + sqrt(3)*sin(x)/2"),
    ("x/(1 + 1/x)", "x^2/(x + 1)"),
    ("(a*x + b*x)/(a + b)", "x"),
    ("sin(x + y)^2 + cos(x + y)^2", "1"),
    ("max(x, 0) - max(-x, 0)", "x"),
    ("sign(x)*abs(x)", "x"),
]


@pytest.mark.parametrize(("left", "right"), IDENTITIES)
def test_what_is_equal_by_the_book_is_equal(left: str, right: str) -> None:
    assert equal(left, right) and equal(right, left)
    assert equal(f"({left}) - ({right})", "0")
    assert not equal(left, f"({right})*(1 + 1/10^12)")


@pytest.mark.parametrize(("left", "right"), IDENTITIES)
def test_what_is_equal_has_equal_slopes(left: str, right: str) -> None:
    algebra = Algebra()
    one, other = (algebra.expression(read(text)) for text in (left, right))
    assert one.derivative(X) == other.derivative(X)


INTEGRANDS = [
    "x^4 - 3*x + y",
    "sin(2*x + y)",
    "x*cos(3*x)",
    "x^2*sin(x)*cos(x)",
    "exp(-2*x)*x",
    "exp(x)*sin(2*x)",
    "cos(x)^4",
    "sin(x)^2*cos(y)",
    "1/x",
    "x^-3 + 2",
    "(1 + x)^3*y",
    "sin(x)*sin(2*x)*sin(3*x)",
    "x*exp(-y*x)",
]


@pytest.mark.parametrize("text", INTEGRANDS)
def test_an_integral_differs_from_that_of_sympy_by_a_constant(text: str) -> None:
    found = antiderivative(Algebra().expression(read(text)), X)
    assert found is not None
    other = sympy.integrate(to_sympy(text), x)
    tree = found.tree()
    places = [mpf(n) / 7 for n in (3, 5, 11)]

    def difference(at: Any) -> Any:
        values = {Symbol(s.name): v for s, v in VALUES.items()} | {X: at}
        pinned = other.subs({x: sympy.Float(str(at), 40)})
        return number(tree, values) - theirs(pinned)

    first, *others = [difference(at) for at in places]
    assert all(close(first, entry) for entry in others), write(tree)


@pytest.mark.parametrize("seed", range(12))
def test_several_substitutions_at_once_are_those_of_sympy(seed: int) -> None:
    source = random.Random(seed)
    parts = ["x", "y", "z", "sin(x)", "cos(y - z)", "x*y", "(x - z)^2", "2"]
    tree = read("*".join(source.sample(parts, 3)) + " + " + "*".join(source.sample(parts, 2)))
    put = {"x": "y + 1", "y": "sin(z)", "z": "x*y"}
    value = Algebra().expression(tree)
    found = value.substitute({Symbol(name): read(text) for name, text in put.items()})
    pairs = {sympy.Symbol(name, real=True): to_sympy(text) for name, text in put.items()}
    assert close(ours(found.tree()), theirs(to_sympy(tree).subs(pairs, simultaneous=True)))


@pytest.mark.parametrize(
    "foreign",
    [sympy.I, sympy.oo, sympy.nan, sympy.zoo, x < y, sympy.Sum(x, (x, 1, y)), sympy.Limit(x, x, 0)],
    ids=str,
)
def test_what_no_expression_can_be_is_refused(foreign: Any) -> None:
    with pytest.raises((LagrError, TypeError, ValueError, AttributeError)) as caught:
        from_sympy(foreign)
    assert isinstance(caught.value, LagrError), type(caught.value)


def test_numbers_of_names_are_unrelated() -> None:
    names = [Symbol(name, order) for name in ("x", "y", "q1", "q2") for order in (0, 1)]
    values = [scattered(name) for name in names]
    assert len({mp.nstr(v, 20) for v in values}) == len(names)
    assert near(values[0], scattered(Symbol("x"))) and symbols(read("x + q1'")) <= set(names)
