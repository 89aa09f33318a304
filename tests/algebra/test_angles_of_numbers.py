"""An angle that becomes a number leaves no complex number behind."""

from __future__ import annotations

import pytest

from lagr_gui.algebra import Algebra
from lagr_gui.expression import Symbol, read
from lagr_gui.expression.arithmetic import value

TREES = ("sin(x)*m", "sin(2*x)", "tan(x + y)", "sin(x)/(2 + cos(x + y))", "cos(x/2)^3*sin(y - x)")
ANGLES = ("pi/2", "-pi/2", "pi/4", "-pi/3", "5*pi/6", "7*pi/12")


@pytest.mark.parametrize("text", TREES)
@pytest.mark.parametrize("angle", ANGLES)
def test_a_number_in_place_of_an_angle_gives_the_same_value(text: str, angle: str) -> None:
    replaced = Algebra().expression(read(text)).substitute({Symbol("x"): read(angle)}, {})
    names = {"m": 1.3, "y": 0.7}
    expected = value(text, names | {"x": value(angle, {})})
    assert value(replaced.tree(), names) == pytest.approx(expected, rel=1e-12)


def test_a_right_angle_leaves_no_quotient() -> None:
    replaced = Algebra().expression(read("m*g*sin(x)")).substitute({Symbol("x"): read("pi/2")}, {})
    assert replaced.D is None
