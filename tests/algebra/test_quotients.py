"""Quotients lose the factors that numerator and denominator have in common."""

from __future__ import annotations

import pytest

from lagr_gui.algebra import Algebra
from lagr_gui.expression import read, write


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
