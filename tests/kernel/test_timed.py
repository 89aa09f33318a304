"""Bounds of values and slopes of functions of time hold at every time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui.kernel import Node, Program, compile_kernel

FUNCTIONS = {
    **dict.fromkeys(("sin", "cos", "atan", "sinh", "cosh", "tanh", "asinh", "erf"), (-3, 3)),
    **dict.fromkeys(("asin", "acos", "atanh"), (-0.9, 0.9)),
    **dict.fromkeys(("log", "log10", "log2", "sqrt"), (0.1, 4)),
    "acosh": (1.1, 4),
    "exp": (-3, 3),
    "tan": (-1.4, 1.4),
    "abs": (-3, 3),
    "1/x": (0.2, 3),
    "x^2": (-3, 3),
    "x^1.3": (0.1, 3),
    "x^x": (0.1, 3),
    "x*sin x": (-3, 3),
    "atan2": (-3, 3),
    "min": (-3, 3),
    "max": (-3, 3),
}
"""Functions of one argument, and where it may lie."""


def made(program: Program, name: str, x: Node) -> Node:
    match name:
        case "1/x":
            return 1 / x
        case "x^2":
            return x * x
        case "x^1.3":
            return x**1.3
        case "x^x":
            return x**x
        case "x*sin x":
            return x * program.call("sin", (x,))
        case "atan2":
            return program.call("atan2", (x, program.call("cos", (x,)) + 2))
        case "min" | "max":
            return program.call(name, (x, program.call("sin", (3 * x,))))
        case _:
            return program.call(name, (x,))


@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=10)
@given(st.data())
def test_values_and_slopes_lie_within_their_bounds(name: str, data: st.DataObject) -> None:
    low, high = FUNCTIONS[name]
    ends = sorted(data.draw(st.floats(low, high), "end") for _ in range(2))
    program = Program()
    t = program.input("t")
    value = made(program, name, t)
    kernel = compile_kernel(program, [t], [], {"value": value * 1}, "python")
    own = kernel.bind().functions_of_time
    a, b = (np.array([end]) for end in ends)
    times = np.linspace(*ends, 101)
    (slot,) = own.timed.used
    seen = own.values(times)[slot]
    with np.errstate(all="ignore"):
        bounds = own.bounds(a, b, own.values((a + b) / 2))
    least, most = (np.asarray(end).item() for end in bounds.values[slot])
    if name not in ("abs", "min", "max"):  # these are to have no switch within
        assert least <= seen.min() and seen.max() <= most
        down, up = (np.asarray(end).item() for end in bounds.slopes[slot])
        if ends[1] - ends[0] > 1e-3:
            slopes = np.diff(seen) / np.diff(times)
            slack = 1e-9 * (1 + np.abs(slopes).max())
            assert down - slack <= slopes.min() and slopes.max() <= up + slack
        assert most - least < 400
    assert seen == pytest.approx(kernel.bind().many(times[:, None])["value"], rel=1e-13)


def test_parameters_are_constants_and_the_motion_is_none() -> None:
    program = Program()
    t, x, p = (program.input(name) for name in "txp")
    outputs = {"value": program.call("sin", (p * t,)) * x + program.call("exp", (x * t,))}
    own = compile_kernel(program, [t, x], [p], outputs, "python").bind([3.0]).functions_of_time
    (slot,) = own.timed.used
    assert own.values(np.array([0.5]))[slot] == pytest.approx(np.sin(1.5))
    assert own == type(own)(own.timed, own.numbers)
