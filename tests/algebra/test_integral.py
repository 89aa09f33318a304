"""The derivative of an antiderivative is the value it was made of."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.algebra import Algebra
from lagr_gui.algebra.integral import DefiniteIntegral, antiderivative
from lagr_gui.expression import Symbol, read, write
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate


@pytest.mark.parametrize(
    "text",
    [
        "3*x^2*y - 4/x + 5",
        "x^3*sin(2*x + y) + a*cos(k*x)",
        "x^2*exp(-x)*cos(3*x)",
        "sin(x)^3*cos(x)^2",
        "x*exp(a*x)/(b + cos(y))",
        "1/x^3 + x^-1*y",
    ],
)
def test_the_derivative_gives_the_value_back(text: str) -> None:
    value = Algebra().expression(read(text))
    found = antiderivative(value, Symbol("x"))
    assert found is not None
    assert found.derivative(Symbol("x")) == value


@pytest.mark.parametrize("text", ["sqrt(1 + x^2)", "sin(x)/x", "1/(1 + x^2)", "exp(x^2)", "F(x)"])
def test_what_is_not_elementary_term_by_term_is_left(text: str) -> None:
    assert antiderivative(Algebra().expression(read(text)), Symbol("x")) is None


def test_real_values_are_shown_as_real_functions() -> None:
    value = Algebra().expression(read("x*sin(x)"))
    found = antiderivative(value, Symbol("x"))
    assert found is not None
    assert write(found.tree()) == "sin(x) - x*cos(x)"


def test_definite_integrals_of_one_algebra_are_those_of_a_quadrature() -> None:
    """Also of values that were made before an angle was halved."""
    x, weights = np.polynomial.legendre.leggauss(40)
    x, weights = (x + 1) / 2, weights / 2
    algebra, symbol = Algebra(), Symbol("x")
    integral = DefiniteIntegral(algebra, symbol, 0, 1)
    texts = [
        "cos(x)",
        "x^2*sin(3*x) + 2",
        "cos(x/2)*x",
        "sin(x/3)^2*cos(x)",
        "x*exp(-x)/(2 + cos(1))",
    ]
    values = [algebra.expression(read(text)) for text in texts[:2]]
    first = [integral.of(value) for value in values]
    values += [algebra.expression(read(text)) for text in texts[2:]]
    assert [integral.of(value) for value in values[:2]] == first
    for text, value in zip(texts, values, strict=True):
        found = integral.of(value)
        assert found is not None
        known = [evaluate(read(text), FloatCarrier(), {symbol: at}.__getitem__) for at in x]
        exact = evaluate(found.tree(), FloatCarrier(), {}.__getitem__)
        assert exact == pytest.approx(weights @ known, rel=1e-12), text


def test_a_definite_integral_whose_antiderivative_is_not_found_is_left() -> None:
    algebra = Algebra()
    value = algebra.expression(read("x + sqrt(1 + x^2)"))
    assert DefiniteIntegral(algebra, Symbol("x"), 0, 1).of(value) is None
