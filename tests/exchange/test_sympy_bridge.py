"""Expressions go to SymPy and come back as the same functions."""

from __future__ import annotations

import math

import pytest
import sympy

from lagr_gui import GROUND, LagrError, System, equal, from_sympy, read, to_sympy
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate, value

TEXTS = [
    "m*l^2*(1 - cos(phi)^2)",
    "sqrt(a^2 + b^2)/(1 + a)",
    "exp(-a*t)*sin(2*pi*b)",
    "abs(a - b)^3 + a^(1/3)",
    "log(a) + log10(b) + atan2(a, b)",
    "m*l*q1'^2*sin(q1)/2",
]


@pytest.mark.parametrize("text", TEXTS)
def test_there_and_back_is_the_same_function(text: str) -> None:
    point = {"m": 1.3, "l": 0.7, "phi": 0.4, "a": 0.9, "b": 1.7, "t": 0.2, "q1": 0.3}
    tree = read(text)
    back = from_sympy(to_sympy(tree))
    assert _at(back, point) == pytest.approx(_at(tree, point), rel=1e-12)


@pytest.mark.parametrize("text", TEXTS[:5])
def test_sympy_computes_the_same_number(text: str) -> None:
    point = {"m": 1.3, "l": 0.7, "phi": 0.4, "a": 0.9, "b": 1.7, "t": 0.2}
    expression = to_sympy(read(text))
    number = expression.subs({symbol: point[symbol.name] for symbol in expression.free_symbols})
    assert float(number) == pytest.approx(value(text, point), rel=1e-12)


def test_simplified_expressions_come_back_equal() -> None:
    simple = from_sympy(sympy.simplify(to_sympy(read("cos(a)^2 + sin(a)^2 + b"))))
    assert equal(simple, read("1 + b"))


def test_velocities_become_derivatives_of_functions_of_time() -> None:
    expression = to_sympy(read("m*q1'*q1"), functions_of_time=True)
    t = sympy.Symbol("t", real=True)
    assert expression.diff(t).has(sympy.Derivative)
    assert equal(from_sympy(expression, coordinates=["q1"]), read("m*q1'*q1"))


def test_derivatives_of_unspecified_functions_survive() -> None:
    t = sympy.Symbol("t", real=True)
    tree = from_sympy(sympy.Function("FU", real=True)(t).diff(t, 2))
    assert from_sympy(to_sympy(tree)) == tree


@pytest.mark.parametrize("name", ["I", "Q", "gamma", "re", "sec", "plot", "Max"])
def test_functions_of_a_model_are_its_own_whatever_sympy_calls_so(name: str) -> None:
    """I(x) of a model is no imaginary unit, gamma(x) none of Euler's, and nothing is run."""
    tree = read(f"k*{name}(x)", functions=[name])
    assert from_sympy(to_sympy(tree)) == tree
    system = System("Named", gravity=(0, 0, 0), k=2.0)
    body = system.body(mass=1)
    system.joint("prismatic", GROUND, body, "x")
    system.function(name, "k*u^2", "u")
    system.element("coordinate_force", coordinate="x", force=f"{name}(x)")
    system.equations()
    (found,) = system.evaluate({"q": [3.0], "qd": [0.0]}, derivation="closed")
    assert found.qdd == pytest.approx([18.0])


X = sympy.Symbol("x", real=True)
NONE_OF_OURS = [sympy.gamma(X), sympy.Si(X), sympy.Min(X, 1, X**2)]


@pytest.mark.parametrize("foreign", [sympy.Matrix([[1]]), sympy.Integral(X), *NONE_OF_OURS])
def test_what_has_no_counterpart_is_refused(foreign) -> None:
    with pytest.raises(LagrError):
        from_sympy(foreign)


def _at(tree, point) -> float:
    return evaluate(tree, FloatCarrier(), lambda s: point[s.name] + math.pi * s.order)
