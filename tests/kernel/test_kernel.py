"""All ways to run a program give the same bits."""

from __future__ import annotations

import gc
import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lagr_gui.kernel
from lagr_gui.expression import Expression
from lagr_gui.kernel import Node, Program, compile_kernel
from lagr_gui.kernel.operations import CALLABLE
from lagr_gui.problem import LagrError
from tests.kernel.trees import POINTS, SMOOTH_TREES, inputs, node_of

LEVELS = ("python", "quick", "optimised")
SPECIAL = (
    -math.inf,
    -1e3,
    -2.0,
    -1.0,
    -0.5,
    0.0,
    0.3,
    1.0,
    2.0,
    1e3,
    math.inf,
    math.nan,
)


def waves(program: Program, length: int) -> Node:
    """A long program without any structure that folds."""
    x, m = program.input("x"), program.input("m")
    node = x
    for k in range(length):
        node = program.call("sin", [node * m + (k + 1) * x]) / (1.5 + node * node)
    return node


@settings(max_examples=15, deadline=None)
@given(
    st.lists(SMOOTH_TREES, min_size=5, max_size=30),
    st.lists(POINTS, min_size=1, max_size=5),
)
def test_levels_agree_to_the_last_bit(
    trees: list[Expression], points: list[tuple[float, ...]]
) -> None:
    program = Program()
    outputs = [node_of(program, tree) for tree in trees]
    tables = [
        compile_kernel(program, inputs(program), [], outputs, level).many(np.array(points))
        for level in LEVELS
    ]
    np.testing.assert_array_equal(tables[0], tables[1])
    np.testing.assert_array_equal(tables[0], tables[2])


@pytest.mark.parametrize("name", sorted(set(CALLABLE) - {"fac"}))
def test_domain_faults_give_the_same_nan_and_infinities(name: str) -> None:
    program = Program()
    arguments = [program.input(f"x{k}") for k in range(CALLABLE[name][-1])]
    node = program.call(name, arguments)
    points = np.stack(np.meshgrid(*[SPECIAL] * len(arguments)), -1).reshape(-1, len(arguments))
    expected, *others = [
        compile_kernel(program, arguments, [], [node], level).many(points) for level in LEVELS
    ]
    for table in others:
        np.testing.assert_array_equal(table, expected)


def test_arithmetic_faults_give_the_same_nan_and_infinities() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    outputs = [x / y, x**y, x * y, x - y, x / 0, x**0.5, x**-1, x**70, 2**x]
    points = np.stack(np.meshgrid(SPECIAL, SPECIAL), -1).reshape(-1, 2)
    expected, *others = [
        compile_kernel(program, [x, y], [], outputs, level).many(points) for level in LEVELS
    ]
    assert not np.isfinite(expected).all()
    for table in others:
        np.testing.assert_array_equal(table, expected)


def test_long_programs_pass_values_between_pieces() -> None:
    program = Program()
    outputs = [waves(program, length) for length in (3, 200, 400)]
    state, parameters = [program.input("x")], [program.input("m")]
    results = []
    for level in LEVELS:
        kernel = compile_kernel(program, state, parameters, outputs, level)
        kernel.set_parameters([0.7])
        results.append(kernel([0.3]))
    value, x, m = 0.3, 0.3, 0.7
    for k in range(400):
        value = math.sin(value * m + (k + 1) * x) / (1.5 + value * value)
    assert results[0][2] == pytest.approx(value, rel=1e-9)
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


@pytest.mark.parametrize("level", LEVELS)
def test_parameters_cost_nothing_per_call(level: str) -> None:
    program = Program()
    x, m, c = (program.input(name) for name in "xmc")
    frequency = program.call("sqrt", [c / m])
    kernel = compile_kernel(program, [x], [m, c], [frequency * x, frequency, x, m], level)
    assert kernel.operations == 1
    for m_value, c_value in ((2.0, 8.0), (1.0, 9.0)):
        kernel.set_parameters([m_value, c_value])
        omega = math.sqrt(c_value / m_value)
        assert kernel([5.0]) == pytest.approx([5 * omega, omega, 5, m_value])


@pytest.mark.parametrize("level", LEVELS)
def test_only_what_depends_on_a_poisoned_input_is_poisoned(level: str) -> None:
    program = Program()
    x, y, m, c = (program.input(name) for name in "xymc")
    outputs = [x * m, y * c, program.call("cos", [x]) + m, c * c, y + 1]
    kernel = compile_kernel(program, [x, y], [m, c], outputs, level)
    kernel.set_parameters([math.nan, 2])
    assert np.isnan(kernel([1, 1])).tolist() == [True, False, True, False, False]
    kernel.set_parameters([1, 2])
    assert np.isnan(kernel([1, math.nan])).tolist() == [False, True, False, False, True]


@pytest.mark.parametrize("level", LEVELS)
def test_results_are_fresh_or_in_the_given_array(level: str) -> None:
    program = Program()
    x = program.input("x")
    kernel = compile_kernel(program, [x], [], [x * x, program.number(3)], level)
    first = kernel(np.array([2.0]))
    out = np.zeros(2)
    assert kernel(np.array([3.0]), out) is out
    assert first.tolist() == [4, 3] and out.tolist() == [9, 3]


@pytest.mark.parametrize("level", LEVELS)
def test_many_states_are_computed_row_by_row(level: str) -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    kernel = compile_kernel(program, [x, y], [], [x - y, x / y, y], level)
    states = np.arange(1.0, 13.0).reshape(6, 2)
    np.testing.assert_array_equal(kernel.many(states), [kernel(row) for row in states])
    assert kernel.many(np.empty((0, 2))).shape == (0, 3)
    with pytest.raises(ValueError, match="states of 2 values"):
        kernel.many(np.ones((4, 3)))


@pytest.mark.parametrize("level", LEVELS)
def test_programs_without_state_or_outputs_run(level: str) -> None:
    program = Program()
    m = program.input("m")
    kernel = compile_kernel(program, [], [m], [m + 1], level)
    kernel.set_parameters([1])
    assert kernel([]).tolist() == [2]
    assert compile_kernel(program, [], [], [], level)([]).shape == (0,)


def test_dead_operations_are_dropped() -> None:
    program = Program()
    x = program.input("x")
    waves(program, 50)
    assert compile_kernel(program, [x], [], [x * x], "python").operations == 1


def test_an_input_without_source_is_named() -> None:
    program = Program()
    x, m = program.input("x"), program.input("mass")
    with pytest.raises(LagrError, match="mass"):
        compile_kernel(program, [x], [], [x * m])


def test_optimisation_swaps_without_a_trace() -> None:
    program = Program()
    kernel = compile_kernel(
        program, [program.input("x")], [program.input("m")], [waves(program, 300)]
    )
    kernel.set_parameters([0.4])
    assert kernel.level == "quick"
    before = kernel([0.1])
    thread = kernel.optimise_in_background()
    while thread.is_alive():
        assert kernel([0.1]) == before
    assert kernel.level == "optimised"
    assert kernel([0.1]) == before
    kernel.set_parameters([0.5])
    assert kernel([0.1]) != before


def test_optimisation_ends_when_the_kernel_is_dropped() -> None:
    program = Program()
    kernel = compile_kernel(
        program, [program.input("x"), program.input("m")], [], [waves(program, 4000)]
    )
    thread = kernel.optimise_in_background()
    del kernel
    gc.collect()
    thread.join(1.0)
    assert not thread.is_alive()


def test_plain_python_steps_in_where_llvm_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "lagr_gui.kernel.machine", None)
    monkeypatch.delattr(lagr_gui.kernel, "machine", raising=False)
    program = Program()
    x = program.input("x")
    kernel = compile_kernel(program, [x], [], [x + 1])
    assert kernel.level == "python"
    assert kernel([1.0]).tolist() == [2]
    kernel.optimise_in_background().join()
    assert kernel.level == "python"
