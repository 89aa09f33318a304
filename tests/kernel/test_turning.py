"""Sines and cosines beside more digits; in Python and in machine code the same bits."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import mpmath
import numpy as np
import pytest

from lagr_gui.kernel import Program, compile_kernel
from lagr_gui.kernel.levels import Level
from lagr_gui.kernel.turned_vectors import TOGETHER
from lagr_gui.kernel.turning import FAR, cosine, sine

LEVELS: list[Level] = ["python", "quick", "optimised"]


def nearest_to_quarters() -> list[float]:
    """Floats that lie nearest to whole quarters of a turn, for their size: continued fractions."""
    found: list[float] = []
    with mpmath.workdps(60):
        quarter = mpmath.pi / 2
        for size in range(-1, 20):
            step = mpmath.mpf(2) ** (size - 53)  # floats are multiples of it
            rest, old, new = quarter / step, 0, 1
            while True:
                whole = int(mpmath.floor(rest))
                if new * quarter >= 2 * FAR:
                    break
                found.append(float(new * quarter))
                rest = 1 / (rest - whole)
                old, new = new, int(mpmath.floor(rest)) * new + old
    return found


def angles() -> list[float]:
    source = np.random.default_rng(3)
    sizes = [1e-8, 1.0, 100.0, 0.99 * FAR, 2 * FAR, 1e15]
    many = [x for size in sizes for x in source.uniform(-size, size, 200)]
    quarters = [k * math.pi / 2 for k in source.integers(-2 * 10**5, 2 * 10**5, 300)]
    small = [5e-324, 1e-310, 2.2250738585072014e-308, 1e-160]
    signed = [sign * x for x in [*nearest_to_quarters(), *small, FAR] for sign in (1, -1)]
    return [float(x) for x in [*many, *quarters, *signed]]


def misses(values: Iterable[float], right: Iterable[Any]) -> float:
    """How many units of the last place values are wrong at most."""
    return max(
        float(abs(value - exact)) / math.ulp(float(exact))
        for value, exact in zip(values, right, strict=True)
    )


def test_both_are_right_to_the_last_place() -> None:
    given = angles()
    with mpmath.workdps(60):
        exact = [mpmath.mpf(x) for x in given]
        assert misses(map(sine, given), map(mpmath.sin, exact)) < 0.85
        assert misses(map(cosine, given), map(mpmath.cos, exact)) < 0.85


@pytest.mark.parametrize("count", [1, TOGETHER, 2 * TOGETHER + 3])
@pytest.mark.parametrize("level", LEVELS)
def test_programs_of_many_angles_find_the_same_bits(count: int, level: Level) -> None:
    program = Program()
    inputs = [program.input(f"x{k}") for k in range(count)]
    late = [program.call("sin", (x,)) + x for x in inputs]  # these wait for others
    nodes = [program.call(name, (x,)) for x in [*inputs, *late] for name in ("sin", "cos")]
    bound = compile_kernel(program, inputs, [], {"all": nodes}, level).bind()
    given = [*angles(), 0.0, -0.0, *[1.0] * count]
    for first in range(0, len(given) - count, 4 * count):
        state = given[first : first + count]
        turned = [*state, *(sine(x) + x for x in state)]
        right = np.array([f(x) for x in turned for f in (sine, cosine)])
        assert bound(state)["all"].tobytes() == right.tobytes()


def test_zeros_keep_their_sign() -> None:
    assert math.copysign(1, sine(0.0)) == 1 == -math.copysign(1, sine(-0.0))
    assert cosine(0.0) == cosine(-0.0) == 1


@pytest.mark.parametrize("bad", [math.inf, -math.inf, math.nan])
def test_what_is_no_angle_has_none(bad: float) -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    nodes = [program.call(name, (z,)) for z in (x, y) for name in ("sin", "cos")]
    for level in LEVELS:
        found = compile_kernel(program, [x, y], [], {"all": nodes}, level).bind()([bad, 1.0])["all"]
        assert np.isnan(found[:2]).all()
        assert found[2:].tolist() == [sine(1.0), cosine(1.0)]
