"""Every statement and operator of the small language, beside what Python makes of it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import floor, inf, nan, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.native import Counts, Library, Reals, Struct
from tests.native.ways import WAYS

WHOLE = st.integers(-(2**31), 2**31)
REAL = st.floats(allow_nan=True, allow_infinity=True)
PRIMES = (2, 3, 5, 7, 11)


class Ball(Struct):
    """A record with a row of whole numbers."""

    mass: float
    bounces: int
    heights: Reals
    marks: Counts


# --- numbers ----------------------------------------------------------------------------------


def plus(a: int, b: int) -> int:
    return a + b


def minus(a: int, b: int) -> int:
    return a - b


def times(a: int, b: int) -> int:
    return a * b


def over(a: int, b: int) -> int:
    return a // b


def rest(a: int, b: int) -> int:
    return a % b


def smaller(a: int, b: int) -> int:
    return min(a, b)


def larger(a: int, b: int) -> int:
    return max(a, b)


def size(a: int, b: int) -> int:
    return abs(a) - abs(b)


def ratio(a: int, b: int) -> float:
    return a / b


WHOLES: dict[Callable[..., Any], Callable[[int, int], float]] = {
    plus: operator.add,
    minus: operator.sub,
    times: operator.mul,
    over: lambda a, b: (a - a % b) // b,
    rest: lambda a, b: int(np.mod(np.int64(a), np.int64(b))),
    smaller: lambda a, b: sorted([a, b])[0],
    larger: lambda a, b: sorted([a, b])[1],
    size: lambda a, b: (a if a > 0 else -a) - (b if b > 0 else -b),
    ratio: operator.truediv,
}


def real_plus(a: float, b: float) -> float:
    return a + b


def real_minus(a: float, b: float) -> float:
    return a - b


def real_times(a: float, b: float) -> float:
    return a * b


def real_over(a: float, b: float) -> float:
    return a / b


def real_opposite(a: float, b: float) -> float:
    return -a


def real_size(a: float, b: float) -> float:
    return abs(b)


REALS: dict[Callable[..., Any], Callable[[np.float64, np.float64], Any]] = {
    real_plus: np.add,
    real_minus: np.subtract,
    real_times: np.multiply,
    real_over: np.divide,
    real_opposite: lambda a, b: np.negative(a),
    real_size: lambda a, b: np.abs(b),
}


def smallest(a: float, b: float) -> float:
    return min(a, b)


def largest(a: float, b: float) -> float:
    return max(a, b)


def mixed(a: float, n: int) -> float:
    return max(a, n) - min(n, a) + n * a


def down(a: float) -> float:
    return floor(a)


def whole(a: float) -> int:
    return int(a)


def root(a: float) -> float:
    return sqrt(a)


# --- tests ------------------------------------------------------------------------------------


def less(a: float, b: float) -> int:
    return (
        (1 if a < b else 0)
        + (2 if a <= b else 0)
        + (4 if a > b else 0)
        + (8 if a >= b else 0)
        + (16 if a == b else 0)
        + (32 if a != b else 0)
    )


def less_whole(a: int, b: int) -> int:
    return (
        (1 if a < b else 0)
        + (2 if a <= b else 0)
        + (4 if a > b else 0)
        + (8 if a >= b else 0)
        + (16 if a == b else 0)
        + (32 if a != b else 0)
    )


def within(a: int, row: Counts) -> int:
    """`and` and `or` look only as far as they need: entries behind the end are not touched."""
    if a < 0 or a >= 4:
        return -1
    is_even = row[a] % 2 == 0 and not row[a] <= 0
    return 1 if is_even else 0


# --- memory -----------------------------------------------------------------------------------


def sort(row: Reals, n: int) -> None:
    for i in range(1, n):
        j, value = i, row[i]
        while j > 0 and row[j - 1] > value:
            row[j] = row[j - 1]
            j -= 1
        row[j] = value


def halves(row: Reals, n: int) -> float:
    if n == 1:
        return row[0]
    return halves(row, n // 2) + halves(row[n // 2 :], n - n // 2)


def bounce(ball: Ball, n: int) -> float:
    ball.heights[0] = PRIMES[4]
    for i in range(1, n):
        ball.heights[i] = ball.heights[i - 1] / 2
        ball.marks[i] = ball.marks[i - 1] + PRIMES[i % 5]
        ball.bounces += 1
    ball.mass = ball.bounces
    return ball.mass


@pytest.fixture(scope="module")
def machine() -> Library:
    scalars = [smallest, largest, mixed, down, whole, root, less, less_whole, within]
    return Library([*WHOLES, *REALS, *scalars, *WAYS, sort, halves, bounce])


@pytest.mark.parametrize("function", WHOLES, ids=lambda f: f.__name__)
@given(WHOLE, WHOLE.filter(bool))
def test_whole_numbers_are_those_of_python(
    machine: Library, function: Callable[..., Any], a: int, b: int
) -> None:
    known = WHOLES[function](a, b)
    assert function(a, b) == known
    assert getattr(machine, function.__name__)(a, b) == known


@pytest.mark.parametrize("a", [-7, -6, -1, 0, 1, 6, 7])
@pytest.mark.parametrize("b", [-3, -1, 1, 3])
def test_quotients_are_rounded_downwards_and_rests_have_the_sign_of_the_divisor(
    machine: Library, a: int, b: int
) -> None:
    quotient, left = machine.over(a, b), machine.rest(a, b)
    assert quotient * b + left == a
    assert 0 <= left < b or b < left <= 0
    assert quotient <= a / b < quotient + 1


@pytest.mark.parametrize("function", REALS, ids=lambda f: f.__name__)
@given(REAL, REAL)
def test_floats_are_those_of_ieee_754(
    machine: Library, function: Callable[..., Any], a: float, b: float
) -> None:
    with np.errstate(all="ignore"):
        known = REALS[function](np.float64(a), np.float64(b))
    found = getattr(machine, function.__name__)(a, b)
    np.testing.assert_array_equal(found, known)
    if known == 0:
        assert np.signbit(found) == np.signbit(known)


@given(REAL, REAL)
def test_the_smaller_and_the_larger_are_chosen_as_in_python(
    machine: Library, a: float, b: float
) -> None:
    """Which of two zeros it is, and what nan does, depends on the order of the arguments."""
    for function in (smallest, largest):
        found = getattr(machine, function.__name__)(a, b)
        known = function(a, b)
        assert np.array(found).tobytes() == np.array(known, float).tobytes() or found != found


@given(st.floats(-1e6, 1e6), st.integers(-(10**6), 10**6))
def test_whole_numbers_become_floats_beside_floats(machine: Library, a: float, n: int) -> None:
    assert machine.mixed(a, n) == max(a, n) - min(n, a) + n * a


@given(st.floats(-1e15, 1e15))
def test_roots_and_whole_parts(machine: Library, a: float) -> None:
    assert machine.down(a) == floor(a)
    assert machine.whole(a) == int(a)
    assert machine.root(abs(a)) == sqrt(abs(a))


def test_a_root_of_a_negative_number_is_none(machine: Library) -> None:
    assert np.isnan(machine.root(-1.0))


@given(REAL, REAL)
def test_comparisons_of_floats(machine: Library, a: float, b: float) -> None:
    assert machine.less(a, b) == less(a, b)


@pytest.mark.parametrize(
    ("a", "b", "truths"), [(1.0, 2.0, 35), (2.0, 1.0, 44), (0.0, -0.0, 26), (nan, nan, 32)]
)
def test_comparisons_that_are_known(machine: Library, a: float, b: float, truths: int) -> None:
    assert machine.less(a, b) == truths


@given(WHOLE, WHOLE)
def test_comparisons_of_whole_numbers(machine: Library, a: int, b: int) -> None:
    assert machine.less_whole(a, b) == (35 if a < b else 44 if a > b else 26)


@pytest.mark.parametrize(
    ("place", "known"), [(-1, -1), (4, -1), (2**40, -1), (0, 0), (1, 1), (2, 0), (3, 0)]
)
def test_only_what_is_needed_is_asked(machine: Library, place: int, known: int) -> None:
    row = np.array([0, 8, 9, -3])
    assert machine.within(place, row) == known


@pytest.mark.parametrize("function", WAYS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 10, 20])
def test_ways_through_loops(machine: Library, function: Callable[..., int], n: int) -> None:
    found = getattr(machine, function.__name__)(n)
    assert found == function(n)
    assert n < 2 or found == WAYS[function](n)


@given(st.lists(st.floats(allow_nan=False), max_size=30))
def test_a_row_is_sorted_in_place(machine: Library, values: list[float]) -> None:
    row = np.array([*values, inf])
    machine.sort(row, len(values))
    assert row.tolist() == [*sorted(values), inf]


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=40))
def test_a_function_calls_itself_with_parts_of_a_row(machine: Library, values: list[int]) -> None:
    assert machine.halves(np.array(values, float), len(values)) == sum(values)


def test_a_record_is_changed_where_it_is(machine: Library) -> None:
    ball = Ball(heights=np.zeros(6), marks=np.zeros(6, np.int64), bounces=2)
    assert machine.bounce(ball, 6) == 7.0
    assert (ball.bounces, ball.mass) == (7, 7.0)
    assert ball.heights.tolist() == [11.0, 5.5, 2.75, 1.375, 0.6875, 0.34375]
    assert ball.marks.tolist() == [0, 3, 8, 15, 26, 28]


def test_a_record_without_values_is_zero_and_has_no_rows() -> None:
    ball = Ball()
    assert (ball.mass, ball.bounces) == (0.0, 0)
    with pytest.raises(KeyError):
        _ = ball.heights


def test_a_record_holds_the_rows_that_it_points_to() -> None:
    ball = Ball(heights=np.arange(3.0))
    assert ball.heights.tolist() == [0.0, 1.0, 2.0]
    assert ball.words.tolist()[2] == ball.heights.ctypes.data


def test_an_unknown_function_is_no_attribute(machine: Library) -> None:
    with pytest.raises(AttributeError, match="nowhere"):
        _ = machine.nowhere
