"""The derivative of an antiderivative is the value it was made of."""

from __future__ import annotations

import pytest

from lagr_gui.algebra import Algebra
from lagr_gui.algebra.integral import antiderivative
from lagr_gui.expression import Symbol, read, write


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
