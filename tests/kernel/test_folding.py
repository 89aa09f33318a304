"""Operations that need not be, are not."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lagr_gui.expression import Expression
from lagr_gui.foundation.problem import LagrError
from lagr_gui.kernel import Node, Program, compile_kernel
from tests.kernel.trees import NAMES, POINTS, SMOOTH_TREES, inputs, node_of, plain_value

NUMBERS = st.floats(-1e3, 1e3)


@pytest.fixture
def program() -> Program:
    return Program()


@pytest.fixture
def x(program: Program) -> Node:
    return program.input("x")


@pytest.fixture
def y(program: Program) -> Node:
    return program.input("y")


def test_zero_and_one_vanish(program: Program, x: Node) -> None:
    assert x + 0 is x and 0 + x is x and x - 0 is x
    assert x * 1 is x and 1 * x is x and x / 1 is x and x**1 is x
    assert x * 0 is program.zero and 0 * x is program.zero and 0 / x is program.zero
    assert x**0 is program.one and 1**x is program.one
    assert len(program.operations) == 3


def test_equal_operations_are_one_node(x: Node, y: Node) -> None:
    assert x + y is y + x
    assert x * y is y * x
    assert x - y is -(y - x)
    assert (x / y) is (x / y)
    assert x**2 is x * x
    assert x**-2 is 1 / (x * x)


def test_opposites_meet(program: Program, x: Node, y: Node) -> None:
    assert x - x is program.zero and x / x is program.one
    assert 0 - (-x) is x and 0 - x is -x
    assert x + (-y) is x - y and x - (-y) is x + y and (-x) + y is y - x
    assert (-x) - y is -(x + y) and (-x) + (-y) is -(x + y)
    assert (-x) * y is -(x * y) and (-x) * (-y) is x * y
    assert (-x) / y is -(x / y) and x / (-y) is -(x / y) and x * -1 is -x


def test_constants_collect(program: Program, x: Node) -> None:
    assert (x + 1) + 2 is x + 3
    assert (1 - x) + 2 is 3 - x
    assert (2 * x) * 3 is 6 * x
    assert (-2 * x) * 3 is -(6 * x)
    assert (x + 1) - 1 is x
    assert x / 4 is 0.25 * x
    assert program.number(Fraction(1, 2)) + Fraction(1, 4) is program.number(0.75)


def test_functions_of_constants_are_constants(program: Program) -> None:
    half = program.number(0.5)
    assert program.call("sin", [half]).value == math.sin(0.5)
    assert program.call("sqrt", [program.number(4)]).value == 2
    assert program.call("atan2", [half, program.one]).value == math.atan2(0.5, 1)
    assert math.isnan(program.call("sqrt", [program.number(-1)]).value or 0)


def test_functions_use_their_parity(program: Program, x: Node) -> None:
    for name in ("sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "erf"):
        assert program.call(name, [-x]) is -program.call(name, [x])
    for name in ("cos", "cosh", "abs"):
        assert program.call(name, [-x]) is program.call(name, [x])


def test_root_of_a_square_is_the_magnitude(program: Program, x: Node) -> None:
    assert program.call("sqrt", [x * x]) is program.call("abs", [x])
    assert x**0.5 is program.call("sqrt", [x])
    assert x**1.5 is x * program.call("sqrt", [x])


@given(NUMBERS, NUMBERS)
def test_arithmetic_of_constants_is_that_of_floats(a: float, b: float) -> None:
    program = Program()
    u, v = program.number(a), program.number(b)
    assert (u + v).value == a + b
    assert (u - v).value == a - b
    assert (u * v).value == a * b
    if b:
        assert (u / v).value == a / b


@given(SMOOTH_TREES, POINTS)
def test_folding_keeps_the_value(tree: Expression, point: tuple[float, ...]) -> None:
    expected, largest = plain_value(tree, point)
    assume(largest < 1e3)
    program = Program()
    kernel = compile_kernel(program, inputs(program), [], {"y": node_of(program, tree)}, "python")
    assert kernel.bind()(point)["y"] == pytest.approx(expected, rel=1e-8, abs=1e-9 * (1 + largest))


@given(SMOOTH_TREES)
def test_building_twice_adds_nothing(tree: Expression) -> None:
    program = Program()
    first = node_of(program, tree)
    size = len(program)
    assert node_of(program, tree) is first
    assert len(program) == size


@given(SMOOTH_TREES)
def test_operands_precede_results(tree: Expression) -> None:
    program = Program()
    node_of(program, tree)
    for index, (code, i, j) in enumerate(program.operations):
        if code > 1:
            assert i < index and j < index
    assert set(program.names) <= set(NAMES)


def test_step_follows_lagr(program: Program) -> None:
    table = [
        (0, 0.5, 1, 1),
        (0, 0, 1, 1),
        (0, 1, 1, 0),
        (1, 1, 1, 1),
        (0, -1, 1, 0),
        (2, 2, 1, 0),
    ]
    for *arguments, expected in table:
        nodes = [program.number(value) for value in arguments]
        assert program.call("step", nodes).value == expected
    assert [program.call("step", [program.number(v)]).value for v in (-1, 0, 2)] == [
        0,
        1,
        1,
    ]
    assert [program.call("sign", [program.number(v)]).value for v in (-3, 0, 2)] == [
        -1,
        0,
        1,
    ]


def test_factorials_and_combinations(program: Program) -> None:
    def value(name: str, *arguments: float) -> float | None:
        return program.call(name, [program.number(a) for a in arguments]).value

    assert value("fac", 5) == 120 and value("fac", 0) == 1
    assert value("comb", 10, 3) == 120 and value("comb", 10, 3, 2) == 2520
    for name, arguments in (
        ("fac", (-1,)),
        ("fac", (2.5,)),
        ("fac", (1e9,)),
        ("fac", (math.nan,)),
        ("comb", (3, 2, 2)),
        ("comb", (3,)),
    ):
        with pytest.raises(LagrError):
            value(name, *arguments)
    with pytest.raises(LagrError, match="constant"):
        program.call("fac", [program.input("n")])


def test_unknown_functions_are_explained(program: Program, x: Node) -> None:
    with pytest.raises(LagrError, match="Did you mean “sqrt”"):
        program.call("sqr", [x])
    with pytest.raises(LagrError, match="derivative"):
        program.call("sin", [x], (1,))
    with pytest.raises(LagrError, match="It takes 2"):
        program.call("atan2", [x])
    with pytest.raises(LagrError, match="smaller number"):
        program.number(10**400)
