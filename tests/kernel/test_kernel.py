"""All ways to run a program give the same bits."""

from __future__ import annotations

import ctypes
import gc
import math
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lagr_gui.kernel
from lagr_gui.expression import Expression
from lagr_gui.foundation.problem import LagrError
from lagr_gui.kernel import MachineProgram, Node, Program, compile_kernel, patient_kernel, shaped
from lagr_gui.kernel.kernel import PATIENCE
from lagr_gui.kernel.levels import Level
from lagr_gui.kernel.operations import CALLABLE
from tests.kernel.trees import POINTS, SMOOTH_TREES, inputs, node_of

LEVELS: tuple[Level, ...] = ("python", "quick", "optimised")
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


def numbers(
    program: Program, state: list[Node], outputs: list[Node], level: Level, points: np.ndarray
) -> np.ndarray:
    """Outputs (n, k) at states (n, m)."""
    return compile_kernel(program, state, [], {"y": outputs}, level).bind().many(points)["y"]


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
        numbers(program, inputs(program), outputs, level, np.array(points)) for level in LEVELS
    ]
    np.testing.assert_array_equal(tables[0], tables[1])
    np.testing.assert_array_equal(tables[0], tables[2])


@pytest.mark.parametrize("name", sorted(set(CALLABLE) - {"fac"}))
def test_domain_faults_give_the_same_nan_and_infinities(name: str) -> None:
    program = Program()
    arguments = [program.input(f"x{k}") for k in range(CALLABLE[name][-1])]
    node = program.call(name, arguments)
    points = np.stack(np.meshgrid(*[SPECIAL] * len(arguments)), -1).reshape(-1, len(arguments))
    expected, *others = [numbers(program, arguments, [node], level, points) for level in LEVELS]
    for table in others:
        np.testing.assert_array_equal(table, expected)


def test_arithmetic_faults_give_the_same_nan_and_infinities() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    outputs = [x / y, x**y, x * y, x - y, x / 0, x**0.5, x**-1, x**70, 2**x]
    points = np.stack(np.meshgrid(SPECIAL, SPECIAL), -1).reshape(-1, 2)
    expected, *others = [numbers(program, [x, y], outputs, level, points) for level in LEVELS]
    assert not np.isfinite(expected).all()
    for table in others:
        np.testing.assert_array_equal(table, expected)


def test_long_programs_pass_values_between_pieces() -> None:
    program = Program()
    outputs = [waves(program, length) for length in (3, 200, 400)]
    state, parameters = [program.input("x")], [program.input("m")]
    results = []
    for level in LEVELS:
        kernel = compile_kernel(program, state, parameters, {"y": outputs}, level)
        results.append(kernel.bind([0.7])([0.3])["y"])
    value, x, m = 0.3, 0.3, 0.7
    for k in range(400):
        value = math.sin(value * m + (k + 1) * x) / (1.5 + value * value)
    assert results[0][2] == pytest.approx(value, rel=1e-9)
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


@pytest.mark.parametrize("level", LEVELS)
def test_parameters_cost_nothing_per_call(level: Level) -> None:
    program = Program()
    x, m, c = (program.input(name) for name in "xmc")
    frequency = program.call("sqrt", [c / m])
    outputs = {"y": [frequency * x, frequency, x, m]}
    kernel = compile_kernel(program, [x], [m, c], outputs, level)
    assert kernel.operations == 1
    for m_value, c_value in ((2.0, 8.0), (1.0, 9.0)):
        bound = kernel.bind([m_value, c_value])
        omega = math.sqrt(c_value / m_value)
        assert bound([5.0])["y"] == pytest.approx([5 * omega, omega, 5, m_value])


@pytest.mark.parametrize("level", LEVELS)
def test_only_what_depends_on_a_poisoned_input_is_poisoned(level: Level) -> None:
    program = Program()
    x, y, m, c = (program.input(name) for name in "xymc")
    outputs = [x * m, y * c, program.call("cos", [x]) + m, c * c, y + 1]
    kernel = compile_kernel(program, [x, y], [m, c], {"y": outputs}, level)
    poisoned = kernel.bind([math.nan, 2])([1, 1])["y"]
    assert np.isnan(poisoned).tolist() == [True, False, True, False, False]
    poisoned = kernel.bind([1, 2])([1, math.nan])["y"]
    assert np.isnan(poisoned).tolist() == [False, True, False, False, True]


@pytest.mark.parametrize("level", LEVELS)
def test_results_of_a_call_are_its_own(level: Level) -> None:
    program = Program()
    x = program.input("x")
    bound = compile_kernel(program, [x], [], {"y": [x * x, program.number(3)]}, level).bind()
    first = bound([2.0])["y"]
    assert bound([3.0])["y"].tolist() == [9, 3]
    assert first.tolist() == [4, 3]


@pytest.mark.parametrize("level", LEVELS)
def test_values_of_one_binding_never_reach_another(level: Level) -> None:
    program = Program()
    x, m = program.input("x"), program.input("m")
    kernel = compile_kernel(program, [x], [m], {"y": [x + m * m]}, level)
    one, two = kernel.bind([1.0]), kernel.bind([2.0])
    assert [one([0.0])["y"][0], two([0.0])["y"][0], one([0.0])["y"][0]] == [1, 4, 1]
    assert one.many([[0.0]])["y"].tolist() == [[1]]


@pytest.mark.parametrize("level", LEVELS)
def test_one_binding_computes_on_several_threads_at_once(level: Level) -> None:
    program = Program()
    state, parameters = [program.input("x")], [program.input("m")]
    outputs = {"y": [waves(program, 300)]}
    bound = compile_kernel(program, state, parameters, outputs, level).bind([0.7])
    starts = np.linspace(-1, 1, 40).reshape(8, 5)
    alone = [bound.many(part[:, None])["y"] for part in starts]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(3 if level == "python" else 30):
            beside = list(threads.map(lambda part: bound.many(part[:, None])["y"], starts))
            np.testing.assert_array_equal(beside, alone)
            single = threads.map(lambda x: bound([x])["y"], starts[:, 0])
            np.testing.assert_array_equal(list(single), [part[0] for part in alone])


def test_results_come_by_name_and_shape() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    outputs = {
        "matrix": shaped([x, y, x + y, x * y, x - y, y - x], 3, 2),
        "none": shaped([], 0, 2),
        "row": [x, y, x],
        "number": x / y,
    }
    bound = compile_kernel(program, [x, y], [], outputs).bind()
    one, many = bound([3.0, 2.0]), bound.many([[3.0, 2.0], [1.0, 4.0]])
    assert one["matrix"].tolist() == [[3, 2], [5, 6], [1, -1]]
    assert one["none"].shape == (0, 2) and many["none"].shape == (2, 0, 2)
    assert one["row"].tolist() == [3, 2, 3] and one["number"] == 1.5
    assert many["matrix"][0].tolist() == one["matrix"].tolist()
    assert many["number"].tolist() == [1.5, 0.25]
    assert one.table.shape == (10,) and many.table.shape == (2, 10)
    with pytest.raises(ValueError, match="3 nodes do not fill"):
        shaped([x, y, x], 2, 2)


@pytest.mark.parametrize("level", LEVELS)
def test_many_states_are_computed_row_by_row(level: Level) -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    bound = compile_kernel(program, [x, y], [], {"z": [x - y, x / y, y]}, level).bind()
    states = np.arange(1.0, 13.0).reshape(6, 2)
    np.testing.assert_array_equal(bound.many(states)["z"], [bound(row)["z"] for row in states])
    assert bound.many(np.empty((0, 2)))["z"].shape == (0, 3)
    with pytest.raises(ValueError, match="states of 2 values"):
        bound.many(np.ones((4, 3)))


@pytest.mark.parametrize("level", LEVELS)
def test_programs_without_state_or_outputs_run(level: Level) -> None:
    program = Program()
    m = program.input("m")
    kernel = compile_kernel(program, [], [m], {"y": [m + 1]}, level)
    assert kernel.bind([1])([])["y"].tolist() == [2]
    assert compile_kernel(program, [], [], {}, level).bind()([]).table.shape == (0,)


def test_dead_operations_are_dropped() -> None:
    program = Program()
    x = program.input("x")
    waves(program, 50)
    assert compile_kernel(program, [x], [], {"y": x * x}, "python").operations == 1


def test_an_input_without_source_is_named() -> None:
    program = Program()
    x, m = program.input("x"), program.input("mass")
    with pytest.raises(LagrError, match="mass"):
        compile_kernel(program, [x], [], {"y": x * m})


def test_optimisation_swaps_without_a_trace() -> None:
    program = Program()
    outputs = {"y": waves(program, 300)}
    kernel = compile_kernel(program, [program.input("x")], [program.input("m")], outputs)
    bound = kernel.bind([0.4])
    assert kernel.level == "quick"
    before = bound([0.1])["y"]
    thread = kernel.optimise_in_background()
    while thread.is_alive():
        assert bound([0.1])["y"] == before
    assert kernel.level == "optimised"
    assert bound([0.1])["y"] == before == kernel.bind([0.4])([0.1])["y"]
    assert kernel.bind([0.5])([0.1])["y"] != before


def test_a_patient_kernel_is_translated_when_it_has_been_called_often() -> None:
    program = Program()
    state, parameters = [program.input("x")], [program.input("m")]
    kernel = patient_kernel(program, state, parameters, {"y": waves(program, 50)})
    bound = kernel.bind([0.4])
    first = bound([0.1])["y"].item()
    found = {bound([0.1])["y"].item() for _ in range(PATIENCE - 1)}
    assert kernel.level == "python"
    found |= {bound([0.1])["y"].item() for _ in range(3)}
    assert kernel.level in ("quick", "optimised")
    assert found == {first}


def test_a_patient_kernel_is_translated_at_once_for_many_states() -> None:
    program = Program()
    state, outputs = [program.input("x"), program.input("m")], {"y": waves(program, 50)}
    kernel = patient_kernel(program, state, [], outputs)
    states = np.linspace(0, 1, 2 * (PATIENCE + 1)).reshape(-1, 2)
    found = kernel.bind().many(states)["y"]
    assert kernel.level in ("quick", "optimised")
    plain = compile_kernel(program, state, [], outputs, "python").bind().many(states)["y"]
    assert found.tolist() == plain.tolist()


def test_a_patient_kernel_changes_its_level_while_threads_call_it() -> None:
    program = Program()
    state, outputs = [program.input("x"), program.input("m")], {"y": waves(program, 50)}
    bound = patient_kernel(program, state, [], outputs).bind()
    states = np.linspace(0, 1, 800).reshape(-1, 2)
    with ThreadPoolExecutor(8) as pool:
        found = [results["y"] for results in pool.map(bound, states)]
    plain = compile_kernel(program, state, [], outputs, "python").bind()
    assert found == [plain(one)["y"] for one in states]


def test_optimisation_ends_when_the_kernel_is_dropped() -> None:
    program = Program()
    state = [program.input("x"), program.input("m")]
    kernel = compile_kernel(program, state, [], {"y": waves(program, 4000)})
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
    kernel = compile_kernel(program, [x], [], {"y": x + 1})
    assert kernel.level == "python"
    assert kernel.bind()([1.0])["y"] == 2
    kernel.optimise_in_background().join()
    assert kernel.level == "python"


@pytest.mark.parametrize("level", ["quick", "optimised"])
@given(tree=SMOOTH_TREES, other=SMOOTH_TREES, point=POINTS)
@settings(max_examples=20, deadline=None)
def test_a_part_of_a_program_gives_what_the_whole_gives(
    level: Level, tree: Expression, other: Expression, point: tuple[float, ...]
) -> None:
    program = Program()
    nodes = inputs(program)
    a, b = node_of(program, tree), node_of(program, other)
    outputs = {"sum": a + b, "rest": [a * nodes[0], nodes[0]], "last": b - 2 * nodes[1]}
    parts = {"first": ("sum", "last"), "second": ("rest",)}
    made = compile_kernel(program, nodes, [], outputs, level, parts).bind()
    whole = made(point)
    for part, names in parts.items():
        found = made.in_machine_code(part)
        assert found is not None
        found.room.slots[: len(nodes)] = point
        ran(found)
        for name in names:
            place = slice(found.first(name), found.first(name) + found.count(name))
            np.testing.assert_array_equal(found.room.outputs[place], np.ravel(whole[name]))


def ran(program: MachineProgram) -> None:
    """Run a program as other machine code does."""
    program.room.outputs[:] = 7.25
    rows = program.room.slots, program.room.slots, program.room.outputs
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(program.address)
    call(*(row.ctypes.data for row in rows))


def test_what_a_part_does_not_need_is_not_computed() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    outputs = {"a": program.call("sin", [x]), "b": program.call("cos", [y]) * y}
    made = compile_kernel(program, [x, y], [], outputs, parts={"one": ("a",), "two": ("b",)})
    assert made.layout.blocks == ((1, 0b01), (2, 0b10))
    found = made.bind().in_machine_code("one")
    assert found is not None
    found.room.slots[:2] = 0.5, 0.25
    ran(found)
    assert found.room.outputs.tolist() == [math.sin(0.5), 7.25]
