"""Every function of programs beside plain Python: values, slopes both ways, folding, magnitudes."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lagr_gui.foundation.problem import LagrError
from lagr_gui.kernel import Node, Program, compile_kernel, shaped
from lagr_gui.kernel.combinatorics import combinations, factorial
from lagr_gui.kernel.operations import CALLABLE

UNARY = sorted(name for name, counts in CALLABLE.items() if counts == (1,) and name != "fac")
INSIDE = {
    "acosh": (1.2, 2.5, 40.0),
    "asin": (-0.99, -0.3, 0.4, 0.999),
    "acos": (-0.99, -0.3, 0.4, 0.999),
    "atanh": (-0.99, -0.3, 0.4, 0.999),
    "log": (1e-9, 0.4, 1.0, 17.0),
    "log10": (1e-9, 0.4, 1.0, 17.0),
    "log2": (1e-9, 0.4, 1.0, 17.0),
    "sqrt": (1e-9, 0.4, 1.0, 17.0),
    "tan": (-1.5, -0.2, 0.3, 1.4, 4.0),
}
ANY = (-7.3, -1.0, -0.25, 0.3, 1.0, 4.7)
PLAIN = {"abs": abs, "sign": lambda x: (x > 0) - (x < 0)}


def values(name: str) -> tuple[float, ...]:
    return INSIDE.get(name, ANY)


def _plain(name: str) -> Any:
    return PLAIN.get(name) or getattr(math, name)


def run(program: Program, inputs: list[Node], outputs: list[Node], *at: float) -> list[float]:
    kernel = compile_kernel(program, inputs, [], {"y": outputs}, "python")
    return [float(x) for x in kernel.bind()(list(at))["y"]]


@pytest.mark.parametrize("name", UNARY)
def test_a_function_of_one_value_is_that_of_python(name: str) -> None:
    program = Program()
    x = program.input("x")
    node = program.call(name, [x])
    for u in values(name):
        assert run(program, [x], [node], u) == [pytest.approx(_plain(name)(u), rel=1e-15)]


@pytest.mark.parametrize("name", UNARY)
def test_a_function_of_a_constant_is_folded_to_the_same_number(name: str) -> None:
    for u in values(name):
        program = Program()
        folded = program.call(name, [program.number(u)])
        assert folded.value == pytest.approx(_plain(name)(u), rel=1e-15)
        assert not [code for code, *_ in program.operations if code > 1], "nothing is left to do"


@pytest.mark.parametrize("name", UNARY)
def test_slopes_forwards_and_backwards_are_those_of_quotients(name: str) -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    inner = x + 0.25 * y
    node = program.call(name, [inner]) * y
    forwards = [program.derivative(node, wrt) for wrt in (x, y)]
    backwards = program.gradient(node, [x, y])
    for u in values(name):
        if abs(u) < 1e-3:
            continue
        a, b = u - 0.25 * 1.5, 1.5
        h = 1e-6 * abs(u)
        quotients = []
        for da, db in ((h, 0.0), (0.0, h)):
            up, down = (
                run(program, [x, y], [node], a + s * da, b + s * db)[0] for s in (0.5, -0.5)
            )
            quotients.append((up - down) / h)
        one = run(program, [x, y], forwards, a, b)
        other = run(program, [x, y], backwards, a, b)
        assert one == pytest.approx(quotients, rel=2e-3, abs=1e-6)
        assert one == pytest.approx(other, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", UNARY)
def test_slopes_of_slopes_do_not_depend_on_the_order(name: str) -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    node = program.call(name, [x * y])
    one = program.derivative(program.derivative(node, x), y)
    other = program.derivative(program.derivative(node, y), x)
    for u in filter(lambda u: abs(u) > 1e-3, values(name)):
        found = run(program, [x, y], [one, other], u / 1.3, 1.3)
        assert found[0] == pytest.approx(found[1], rel=1e-10, abs=1e-12)


PAIRS = list(itertools.product((-2.0, -0.5, 0.0, 0.5, 3.0), repeat=2))


@pytest.mark.parametrize("name", ["atan2", "min", "max"])
def test_a_function_of_two_values_is_that_of_python(name: str) -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    node = program.call(name, [x, y])
    known = {"min": min, "max": max, "atan2": math.atan2}[name]
    for a, b in PAIRS:
        assert run(program, [x, y], [node], a, b) == [known(a, b)]
        folded = program.call(name, [program.number(a), program.number(b)])
        assert folded.value == known(a, b)


@pytest.mark.parametrize("name", ["atan2", "min", "max"])
def test_slopes_of_functions_of_two_values(name: str) -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    node = program.call(name, [2 * x, y])
    known = {"min": min, "max": max, "atan2": math.atan2}[name]
    slopes = [program.derivative(node, x), program.derivative(node, y)]
    for a, b in ((0.3, 0.4), (-0.7, 0.2), (-0.5, -1.3), (1.1, -0.6)):
        h = 1e-6
        wanted = [
            (known(2 * (a + h), b) - known(2 * (a - h), b)) / (2 * h),
            (known(2 * a, b + h) - known(2 * a, b - h)) / (2 * h),
        ]
        assert run(program, [x, y], slopes, a, b) == pytest.approx(wanted, rel=1e-8, abs=1e-8)
        assert run(program, [x, y], program.gradient(node, [x, y]), a, b) == pytest.approx(
            wanted, rel=1e-8, abs=1e-8
        )


@pytest.mark.parametrize("low", [-1.0, 0.0, 2.0])
@pytest.mark.parametrize("high", [-1.0, 0.0, 2.0])
@pytest.mark.parametrize("x", [-1.5, -1.0, -0.5, 0.0, 1.0, 2.0, 3.0])
def test_a_step_is_one_from_its_first_edge_up_to_before_its_last(
    low: float, high: float, x: float
) -> None:
    program = Program()
    node = program.input("x")
    step = program.call("step", [program.number(low), node, program.number(high)])
    wanted = float(low <= x < high or low == x == high)
    assert run(program, [node], [step], x) == [wanted]
    assert run(program, [node], [program.call("step", [node])], x) == [float(x >= 0)]


def test_a_step_with_an_edge_that_has_no_value_is_zero() -> None:
    program = Program()
    given = [program.input(name) for name in "axb"]
    step = program.call("step", given)
    for values_at in itertools.product((math.nan, -1.0, 0.0, math.inf), repeat=3):
        low, x, high = values_at
        wanted = float(low <= x < high or low == x == high)
        assert run(program, given, [step], *values_at) == [wanted]


@pytest.mark.parametrize("exponent", [-7, -3, -2, -1, 0, 1, 2, 3, 5, 8, 13, 64, 65])
def test_whole_powers_are_products(exponent: int) -> None:
    program = Program()
    x = program.input("x")
    for u in (-1.1, -0.4, 0.9, 1.3):
        assert run(program, [x], [x**exponent], u) == [pytest.approx(u**exponent, rel=1e-13)]


@pytest.mark.parametrize("exponent", [0.5, -0.5, 1.5, -1.5, 2.5, 1 / 3, 0.1, -0.7])
def test_other_powers_are_those_of_positive_numbers(exponent: float) -> None:
    program = Program()
    x = program.input("x")
    for u in (1e-3, 0.4, 1.0, 7.5):
        assert run(program, [x], [x**exponent], u) == [pytest.approx(u**exponent, rel=1e-13)]
    slope = program.derivative(x**exponent, x)
    for u in (0.4, 1.0, 7.5):
        wanted = exponent * u ** (exponent - 1)
        assert run(program, [x], [slope], u) == [pytest.approx(wanted, rel=1e-12)]


@pytest.mark.parametrize("seed", range(20))
def test_a_variable_exponent_has_both_slopes(seed: int) -> None:
    source = random.Random(seed)
    program = Program()
    x, y = program.input("x"), program.input("y")
    a, b = source.uniform(0.2, 3), source.uniform(-2, 2)
    found = run(program, [x, y], [program.derivative(x**y, wrt) for wrt in (x, y)], a, b)
    assert found == pytest.approx([b * a ** (b - 1), a**b * math.log(a)], rel=1e-11)


@pytest.mark.parametrize("seed", range(20))
def test_the_magnitude_bounds_a_value_and_is_that_of_its_terms(seed: int) -> None:
    source = random.Random(seed)
    program = Program()
    x, y = program.input("x"), program.input("y")
    c = [round(source.uniform(-3, 3), 2) for _ in range(4)]
    terms = [c[0] * x, c[1] * y, -(c[2] * x * y), (x - y) / 2]
    total = terms[0] + terms[1] + terms[2] + terms[3]
    a, b = source.uniform(-2, 2), source.uniform(-2, 2)
    size, value = run(program, [x, y], [program.magnitude(total), total], a, b)
    sizes = [abs(c[0] * a), abs(c[1] * b), abs(c[2] * a * b), (abs(a) + abs(b)) / 2]
    assert size == pytest.approx(sum(sizes), rel=1e-12)
    assert abs(value) <= size * (1 + 1e-12)


def test_the_magnitude_of_what_cancels_stays() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    node = (x + y) * (x + y) - (x + y) * x - (x + y) * y
    found = run(program, [x, y], [node, program.magnitude(node)], 1e8, 1.0)
    assert abs(found[0]) <= 1e-15 * found[1]


@pytest.mark.parametrize("n", range(12))
def test_factorials(n: int) -> None:
    assert factorial(n) == math.prod(range(1, n + 1))
    program = Program()
    assert program.call("fac", [program.number(n)]).value == math.factorial(n)


@pytest.mark.parametrize("wrong", [-1, 0.5, 171, math.nan, None, math.inf])
def test_what_has_no_factorial_is_refused(wrong: float | None) -> None:
    with pytest.raises(LagrError) as caught:
        factorial(wrong)
    assert caught.value.problems[0].code == "wrong-arguments"


@pytest.mark.parametrize("parts", [(5, 2), (6, 1, 2), (7, 3, 3), (4, 0), (4, 4), (9, 2, 3, 4)])
def test_multinomials_count_arrangements(parts: tuple[int, ...]) -> None:
    n, *counts = parts
    letters = "".join(letter * count for letter, count in zip("abcd", counts, strict=False))
    letters += "z" * (n - sum(counts))
    if n <= 7:
        ways = len(set(itertools.permutations(letters)))
        rest = math.factorial(n - sum(counts))
        assert combinations(parts) == ways
        assert rest >= 1
    program = Program()
    assert program.call("comb", [program.number(p) for p in parts]).value == combinations(parts)


@pytest.mark.parametrize("wrong", [(3,), (3, 4), (3, -1), (2.5, 1), (4, 3, 2), (None, 1)])
def test_what_has_no_multinomial_is_refused(wrong: tuple[Any, ...]) -> None:
    with pytest.raises(LagrError):
        combinations(wrong)


@pytest.mark.parametrize("shape", [(), (1,), (3,), (2, 3), (3, 2), (2, 2, 2), (0,), (0, 3)])
def test_results_come_in_the_shape_in_which_nodes_went_in(shape: tuple[int, ...]) -> None:
    program = Program()
    x = program.input("x")
    nodes = [x * (i + 1) for i in range(math.prod(shape))]
    outputs = {"first": x + 1, "table": shaped(nodes, *shape), "last": [x, x]}
    bound = compile_kernel(program, [x], [], outputs, "python").bind()
    wanted = (np.arange(math.prod(shape)) + 1.0).reshape(shape)
    assert bound([2.0])["table"].shape == shape
    np.testing.assert_array_equal(bound([2.0])["table"], 2 * wanted)
    many = bound.many([[1.0], [2.0], [3.0]])
    assert many["table"].shape == (3, *shape) and many["first"].shape == (3,)
    np.testing.assert_array_equal(many["table"][2], 3 * wanted)
    np.testing.assert_array_equal(many["last"], [[1, 1], [2, 2], [3, 3]])


@pytest.mark.parametrize("count", [0, 5, 7])
def test_nodes_that_do_not_fill_a_shape_are_refused(count: int) -> None:
    program = Program()
    with pytest.raises(ValueError, match="fill"):
        shaped([program.one] * count, 2, 3)


def test_numbers_are_the_nearest_floats() -> None:
    program = Program()
    for value in (Fraction(1, 3), Fraction(-22, 7), Fraction(1, 10), 0.1, 10**15):
        assert program.number(value).value == float(value)
    with pytest.raises(LagrError):
        program.number(Fraction(10**400))


@pytest.mark.parametrize("wrong", ["sin(x)", "number", "other program"])
def test_only_inputs_are_derived_by(wrong: str) -> None:
    program = Program()
    x = program.input("x")
    by = {
        "sin(x)": program.call("sin", [x]),
        "number": program.number(2),
        "other program": Program().input("x"),
    }[wrong]
    for ask in (
        lambda: program.derivative(x * x, by),
        lambda: program.gradient(x * x, [by]),
        lambda: program.flow({by: x}),
    ):
        with pytest.raises(ValueError, match="no input"):
            ask()


@pytest.mark.parametrize("seed", range(10))
def test_the_derivative_along_a_direction_is_the_sum_of_partial_ones(seed: int) -> None:
    source = random.Random(seed)
    program = Program()
    inputs = [program.input(name) for name in "xyz"]
    x, y, z = inputs
    node = program.call("sin", [x * y]) + z**3 / (2 + x * x) - program.call("exp", [y - z])
    rates = {x: y, y: program.number(2), z: x * z}
    along = program.flow(rates)(node)
    total = program.zero
    for wrt, rate in rates.items():
        total = total + program.derivative(node, wrt) * rate
    at = [source.uniform(-1, 1) for _ in inputs]
    one, other = run(program, inputs, [along, total], *at)
    assert one == pytest.approx(other, rel=1e-12, abs=1e-14)


UNKNOWN = {"foo": 1, "sinn": 1, "pow": 2, "__import__": 1}


@pytest.mark.parametrize("name", UNKNOWN)
def test_functions_without_a_value_are_told(name: str) -> None:
    program = Program()
    with pytest.raises(LagrError) as caught:
        program.call(name, [program.input("x")] * UNKNOWN[name])
    problem = caught.value.problems[0]
    assert problem.place and problem.cause and problem.remedy


@pytest.mark.parametrize("name", sorted(set(CALLABLE) - {"fac"}))
def test_a_wrong_number_of_arguments_is_told(name: str) -> None:
    program = Program()
    for count in range(5):
        if count not in CALLABLE[name]:
            with pytest.raises(LagrError) as caught:
                program.call(name, [program.input(f"x{i}") for i in range(count)])
            assert caught.value.problems[0].code == "wrong-arguments"
