"""Programs for sixteen states at once, beside single ones."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from lagr_gui.kernel import Program, compile_kernel
from lagr_gui.kernel.lanes import LaneProgram
from lagr_gui.kernel.operations import CODES, WIDTH

NAMES = [name for name in CODES if name not in ("atan2", "min", "max")]


@cache
def program() -> tuple[LaneProgram, Callable]:
    """All functions and operations of x, y and a parameter; as sixteen lanes, and one by one."""
    made = Program()
    x, y, p = (made.input(name) for name in "xyp")
    nodes = [made.call(name, (x,)) for name in NAMES]
    nodes += [made.call(name, (x, y)) for name in ("atan2", "min", "max")]
    nodes += [x + y, x - y * p, x / y, made.power(made.call("abs", (x,)), y), -x, p * p + 1]
    nodes += [made.call("step", (x, y, p)), made.call("sin", (x,)) * made.call("cos", (x,)), x, p]
    kernel = compile_kernel(made, [x, y], [p], {"all": nodes})
    lanes = LaneProgram(kernel)
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(lanes.address)
    bound = [kernel.bind([0.1 * lane - 0.3]) for lane in range(WIDTH)]
    values = lanes.values(bound)

    def both(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        out = np.zeros((len(nodes), WIDTH))
        given = np.ascontiguousarray(states)
        call(given.ctypes.data, values.ctypes.data, out.ctypes.data)
        return out, np.array([b(s)["all"] for b, s in zip(bound, states.T, strict=True)]).T

    return lanes, both


TURNS = [NAMES.index("sin"), NAMES.index("cos")]


@pytest.mark.parametrize("size", [1e-3, 1.0, 30.0, 1e5, 1e9])
def test_lanes_are_single_calls_to_the_last_bit(size: float) -> None:
    both = program()[1]
    source = np.random.default_rng(1)
    for _ in range(50):
        with np.errstate(all="ignore"):
            lanes, single = both(source.uniform(-size, size, (2, WIDTH)))
        assert lanes.tobytes() == single.tobytes()


def test_a_lane_does_not_depend_on_the_others() -> None:
    both = program()[1]
    x = np.linspace(-2, 2, WIDTH)
    with np.errstate(all="ignore"):
        alone, _ = both(np.array([x, x]))
        for bad in (1e12, np.inf, np.nan):
            mixed = x.copy()
            mixed[3] = bad
            lanes, single = both(np.array([mixed, x]))
            kept = [lane for lane in range(WIDTH) if lane != 3]
            assert lanes[TURNS][:, kept].tobytes() == alone[TURNS][:, kept].tobytes()
            assert np.array_equal(lanes[:, 3], single[:, 3], equal_nan=True)
