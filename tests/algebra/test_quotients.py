"""Quotients lose the factors that numerator and denominator have in common."""

from __future__ import annotations

import pytest

from lagr_gui.algebra import Algebra
from lagr_gui.expression import Symbol, read, write
from lagr_gui.expression.arithmetic import value


@pytest.mark.parametrize(
    ("given", "simple"),
    [
        (
            "((1 - cos(2*x))*(3 + cos(x)))/((1 - cos(2*x))*(2 + cos(x)))",
            "(3 + cos(x))/(2 + cos(x))",
        ),
        ("sin(x)^2/sin(x)", "sin(x)"),
        ("sin(2*x)/(2*sin(x))", "cos(x)"),
        ("a*sin(x)*sin(y)/((2 + cos(x))*sin(y))", "a*sin(x)/(2 + cos(x))"),
        ("(1 - cos(x))*(1 + cos(x))/sin(x)", "sin(x)"),
    ],
)
def test_common_factors_of_quotients_cancel(given: str, simple: str) -> None:
    algebra = Algebra()
    value = algebra.expression(read(given))
    assert write(value.tree()) == simple
    assert value == algebra.expression(read(simple))
    assert algebra.expression(value.tree()) == value


SLOPES = ["1/(x + log(x + a))", "1/(1 + atan2(a, x))", "sin(x)/(x + atan(x))", "1/(x + 1/(x + a))"]


@pytest.mark.parametrize("text", SLOPES)
def test_slopes_keep_denominators_of_slopes(text: str) -> None:
    """What stands in a denominator may itself have a quotient as its slope."""
    tree = Algebra().expression(read(text)).derivative(Symbol("x")).tree()
    ends = (value(text, {"a": 0.7, "x": 0.4 + step}) for step in (1e-5, -1e-5))
    first, last = ends
    assert value(write(tree), {"a": 0.7, "x": 0.4}) == pytest.approx(
        (first - last) / 2e-5, rel=1e-8
    )
