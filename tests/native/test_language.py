"""Machine code computes what the same functions compute in Python, to the last bit."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.native import Library, Program, Reals, Struct, alike, four, put_four

TABLE = (0.1, -2.5, 1e300, math.pi)
NUMBERS = (3, 1, 2, 0)


class Course(Struct):
    """A record with every kind of field."""

    count: int
    size: float
    row: Reals
    program: Program


def sums(a: float, b: float, n: int) -> float:
    total = 0.0
    for i in range(n):
        total += a * i - b / (i + 1)
        if total > 1e6:
            break
        if i % 3 == 1:
            continue
        total = -total
    return total


def choices(a: float, b: float, n: int) -> float:
    low = min(a, b) if not a < 0 else max(a, b)
    high = abs(b) if a < b or (n > 3 and not b > 1) else sqrt(abs(a))
    return low if n == 0 else (high if n != 1 else float(n // 2 + 7 % 4))


def loops(a: float, b: float, n: int) -> float:
    i, total = n, a
    while True:
        i -= 1
        if i < 0:
            return total
        total = total * b + TABLE[i % 4] + NUMBERS[i % 4]


def called(a: float, b: float, n: int) -> float:
    return sums(loops(a, b, n), choices(b, a, n), n) + int(a) * 2


SCALARS = (sums, choices, loops, called)


def fill(course: Course, values: Reals) -> int:
    for i in range(course.count):
        course.row[i] = values[i] * course.size
    shift(course.row[1:], course.count - 1)
    course.size *= 0.5
    course.count += 1
    return course.count


def shift(row: Reals, n: int) -> None:
    for i in range(n):
        row[i] += row[i - 1] if i > 0 else 1.0


def in_fours(n: int, a: float, row: Reals, found: Reals) -> None:
    """Sums of four at once, with floats and whole numbers on either side."""
    for block in range(n // 4):
        total = alike(a)
        for i in range(n):
            total += row[i] * four(row, 4 * block) - four(row, i % 3) / 3
        put_four(found, 4 * block, 2 * total - a)
    for i in range(n - n % 4, n):
        found[i] = row[i]


@pytest.fixture(scope="module")
def machine() -> Library:
    return Library([*SCALARS, fill, in_fours])


@pytest.mark.parametrize("function", SCALARS, ids=lambda f: f.__name__)
@given(
    a=st.floats(-1e3, 1e3),
    b=st.one_of(st.floats(-1e3, 1e3), st.sampled_from([0.0, -0.0, 1.0, 5e-324])),
    n=st.integers(0, 40),
)
def test_numbers_are_those_of_python(
    machine: Library, function: Callable[..., float], a: float, b: float, n: int
) -> None:
    expected = function(a, b, n)
    found = getattr(machine, function.__name__)(a, b, n)
    assert np.array(found).tobytes() == np.array(expected, float).tobytes()


def test_records_and_rows_are_shared(machine: Library) -> None:
    values = np.array([1.0, -2.0, 3.5, 0.25])
    records = [Course(count=4, size=1.5, row=np.zeros(4)) for _ in range(2)]
    found = [fill(records[0], values), machine.fill(records[1], values)]
    assert found == [5, 5]
    assert records[1].size == records[0].size == 0.75
    np.testing.assert_array_equal(records[1].row, records[0].row)


@given(st.integers(0, 13), st.floats(-1e3, 1e3), st.integers(0, 2**32 - 1))
def test_four_at_once_are_those_of_python(machine: Library, n: int, a: float, seed: int) -> None:
    row = np.random.default_rng(seed).normal(size=16)
    expected, found = np.zeros(16), np.zeros(16)
    in_fours(n, a, row, expected)
    machine.in_fours(n, a, row, found)
    assert found.tobytes() == expected.tobytes()


def nothing_here(a: float) -> float:
    return unknown_name + a  # noqa: F821


def of_two_kinds(a: float) -> int:
    count = 1
    count = a
    return count  # noqa: RET504


def with_a_list(a: float) -> float:
    rows = [a]
    return rows[0]


def without_value(a: float) -> float:  # noqa: RET503
    if a > 0:
        return a


def no_field(course: Course) -> float:
    return course.length


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (nothing_here, "“unknown_name” is not known"),
        (of_two_kinds, "“count” is of two kinds"),
        (with_a_list, "no List in the language"),
        (without_value, "an end without a value"),
        (no_field, "no field “length”"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_not_in_the_language_is_told_with_its_place(
    function: Callable[..., Any], told: str
) -> None:
    with pytest.raises(NotImplementedError, match=told) as caught:
        Library([function])
    assert "tests.native.test_language, line" in str(caught.value)
