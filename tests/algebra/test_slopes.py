"""Sums of derivatives are read from what is differentiated as from their own polynomials."""

from fractions import Fraction

import pytest

from lagr_gui.algebra import Algebra
from lagr_gui.algebra.slopes import multi_angle
from lagr_gui.algebra.trigonometry import read_groups
from lagr_gui.expression import Symbol, read

VALUES = (
    "m*l*cos(a - b)*x^2 + 3*J*sin(2*a)/x + m*x",
    "m*(x*cos(a) + l*sin(a + b))^2/2 - x*t*cos(3*b - 2*t)",
    "k*exp(x)*cos(a) + m*cos(a)^3",
    "c*sin(a/2)*cos(a) - l*x^3/(2*m)",
    "cos(a*x) + sin(b)*x",
)
NAMES = ("a", "b", "x", "t")


@pytest.mark.parametrize("text", VALUES)
@pytest.mark.parametrize("first", NAMES)
@pytest.mark.parametrize("second", NAMES)
def test_read_alike(text: str, first: str, second: str) -> None:
    algebra = Algebra(late=NAMES)
    value = algebra.expression(read(text))
    other = algebra.expression(read("x^2*cos(a - b) + m*l*x*sin(a)*sin(b)"))
    total = algebra.combined(
        [
            (algebra.derived(value, Symbol(first)), 1),
            (algebra.derived(other, Symbol(second)), -6),
        ],
        Fraction(1, 2),
    )
    own, whole = multi_angle(total), read_groups(total)
    assert own == whole
    assert [(f, list(c)) for f, c in own.items()] == [(f, list(c)) for f, c in whole.items()]


def test_after_a_finer_angle() -> None:
    algebra = Algebra()
    value = algebra.expression(read("m*cos(a)*x"))
    slope = algebra.derived(value, Symbol("a"))
    before = multi_angle(slope)
    algebra.expression(read("cos(a/3)"))
    assert multi_angle(slope) == read_groups(slope) != before
