"""Derivatives agree with difference quotients and follow the laws of calculus."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given

from lagr_gui.expression import Expression
from lagr_gui.kernel import Program, compile_kernel
from tests.kernel.trees import POINTS, SMOOTH_TREES, inputs, node_of, plain_value

INSIDE = {"acosh": 1.7, "atanh": 0.3, "asin": 0.3, "acos": 0.3}
UNARY = [
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "log",
    "log10",
    "log2",
    "sqrt",
    "abs",
    "erf",
]


@given(SMOOTH_TREES, POINTS)
def test_derivative_is_the_limit_of_difference_quotients(
    tree: Expression, point: tuple[float, ...]
) -> None:
    h = 1e-5
    after, before = (point[0] + h, *point[1:]), (point[0] - h, *point[1:])
    values = [plain_value(tree, p) for p in (before, point, after)]
    assume(max(largest for _, largest in values) < 1e2)
    second = (values[2][0] - 2 * values[1][0] + values[0][0]) / h**2
    assume(abs(second) < 1e3)
    program = Program()
    slope = program.derivative(node_of(program, tree), program.input("x"))
    kernel = compile_kernel(program, inputs(program), [], {"slope": slope}, "python")
    quotient = (values[2][0] - values[0][0]) / (2 * h)
    assert kernel.bind()(point)["slope"] == pytest.approx(quotient, rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("name", UNARY)
def test_derivative_of_each_function(name: str) -> None:
    program = Program()
    x = program.input("x")
    slope = program.derivative(program.call(name, [3 * x]), x)
    kernel = compile_kernel(program, [x], [], {"slope": slope}, "python")
    u, h = INSIDE.get(name, 0.6), 1e-6
    f = abs if name == "abs" else getattr(math, name)
    quotient = 3 * (f(u + h) - f(u - h)) / (2 * h)
    assert kernel.bind()([u / 3])["slope"] == pytest.approx(quotient, rel=1e-8)


def test_derivatives_of_functions_of_two_variables() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    nodes = [
        program.call("atan2", [y, x]),
        program.call("min", [2 * x, y]),
        program.call("max", [2 * x, y]),
        x**y,
        x / y,
        program.call("step", [x]),
    ]
    slopes = [slope for node in nodes for slope in program.gradient(node, [x, y])]
    kernel = compile_kernel(program, [x, y], [], {"slopes": slopes}, "python")
    a, b = 0.5, 0.7
    r = a * a + b * b
    power = a**b
    expected = [-b / r, a / r, 0, 1, 2, 0, b * power / a, power * math.log(a)]
    found = kernel.bind()([a, b])["slopes"]
    assert found == pytest.approx([*expected, 1 / b, -a / b**2, 0, 0])


def test_nothing_is_derived_by_what_is_no_input() -> None:
    program, other = Program(), Program()
    x = program.input("x")
    between = -x
    square = between * between  # folded to x·x, which no longer holds −x
    for wrt in (between, program.one, program.number(2), other.input("x")):
        with pytest.raises(ValueError, match="no input"):
            program.derivative(square, wrt)
        with pytest.raises(ValueError, match="no input"):
            program.gradient(square, [x, wrt])
        with pytest.raises(ValueError, match="no input"):
            program.flow({x: x, wrt: x})


def test_derivatives_of_constants_and_other_inputs_vanish() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    assert program.derivative(program.number(3), x) is program.zero
    assert program.gradient(program.call("cos", [y]), [x, y])[0] is program.zero


def test_deep_programs_need_no_recursion() -> None:
    program = Program()
    x = program.input("x")
    node = x
    for _ in range(5000):
        node = program.call("sin", [node]) + x
    assert program.derivative(node, x).index > node.index


def test_one_sweep_backwards_gives_the_same_gradient() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    node = program.call("sin", [x * y + x]) / (y * y + 2) + program.call("max", [x, y]) ** 3
    both = [*program.gradient(node, [x, y]), *(program.derivative(node, v) for v in (x, y))]
    found = compile_kernel(program, [x, y], [], {"both": both}).bind()
    for point in ((0.3, -0.7), (1.2, 0.4)):
        values = found(np.array(point))["both"]
        assert values[:2] == pytest.approx(values[2:], rel=1e-14)


def test_a_derivative_along_a_direction_is_the_sum_over_the_inputs() -> None:
    program = Program()
    x, y, u, v = (program.input(name) for name in "xyuv")
    node = program.call("exp", [x * y]) / y
    along = program.flow({x: u, y: v})(node)
    summed = program.derivative(node, x) * u + program.derivative(node, y) * v
    found = compile_kernel(program, [x, y, u, v], [], {"both": [along, summed]}).bind()
    values = found(np.array([0.3, -0.7, 1.1, 0.2]))["both"]
    assert values[0] == pytest.approx(values[1], rel=1e-14)
