"""How bursts watch limits and hold contact: the small language as Python, on gaps known by hand."""

from __future__ import annotations

from collections.abc import Callable
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui import pipeline
from lagr_gui.kernel import Bound
from lagr_gui.simulation import Settings
from lagr_gui.simulation.bursts import advancing, library, stepper, touching, watching
from lagr_gui.simulation.bursts.record import EVENT, ROWS, STAGES, Burst
from lagr_gui.simulation.floors import Floors
from tests.simulation.test_burst_contacts import two_stops


def matrices(size: int) -> st.SearchStrategy[np.ndarray]:
    entry = st.floats(-1, 1)
    rows = st.lists(entry, min_size=size * size, max_size=size * size)
    return rows.map(lambda values: np.array(values).reshape(size, size))


@given(st.integers(1, 5).flatmap(matrices))
def test_contact_equations_are_solved_as_linear_algebra_does(A: np.ndarray) -> None:
    W = A @ A.T + 0.05 * np.eye(len(A))
    b = np.arange(1.0, 1 + len(A))
    x = b.copy()
    touching.solve(len(A), W.copy().reshape(-1), x, 1e-7)
    np.testing.assert_allclose(W @ x, b, rtol=1e-9, atol=1e-9)


def test_limits_that_depend_on_each_other_have_no_forces_here() -> None:
    x = np.array([1.0, 1.0])
    touching.solve(2, np.array([1.0, 1.0, 1.0, 1.0 + 1e-9]), x, 1e-7)
    assert np.isnan(x).all()


Gap = Callable[[float], float]


def course(*gaps: Gap, length: float = 2.0) -> Burst:
    """A step of a point that moves evenly from x = 0, with gaps that are known along x."""

    def law(x: np.ndarray, _: np.ndarray, out: np.ndarray) -> None:
        out[:] = [gap(x[1]) for gap in gaps]

    c, n = len(gaps), 2
    found = Burst(
        f=1,
        n=n,
        x=np.zeros(1 + n),
        y=np.zeros(n),
        zeros=np.zeros(n),
        trial=np.zeros(n),
        rows=np.zeros(ROWS * n),
        k=np.zeros(STAGES * n),
        c=c,
        stops=c,
        paired=c,
        gaps=law,
        gaps_w=np.zeros(1),
        gaps_out=np.zeros(c),
        place=np.full(c, -1),
        slack=np.zeros(c),
        before=np.array([gap(0.0) for gap in gaps]),
        seen=np.zeros(c),
        samples=np.zeros(9 * c),
        opened_at=np.zeros(c),
    )
    found.rows[0] = length
    return found


def reached(*gaps: Gap, length: float = 2.0) -> tuple[int, float] | None:
    found = course(*gaps, length=length)
    if not watching.is_reached(found, 1.0, found.rows):
        return None
    return found.reached, found.reached_at * length


@given(st.floats(0.01, 1.99))
def test_the_place_where_a_limit_is_reached_is_found_to_the_last_digits(place: float) -> None:
    for gap in (
        lambda x: x - place,
        lambda x: x**3 - place**3,
        lambda x: np.expm1(5 * (x - place)),
        lambda x: np.arctan(1e4 * (x - place)),
        lambda x: (x - place) ** 3,
    ):
        number, at = reached(lambda x: -1.0, gap)
        assert number == 1
        assert at == pytest.approx(place, abs=1e-12 if gap(place + 1e-9) > 1e-20 else 1e-4)


@given(st.floats(0.01, 1.9), st.floats(1e-9, 0.05))
def test_of_two_in_one_step_the_first_counts(place: float, apart: float) -> None:
    assert reached(lambda x: x - place - apart, lambda x: x - place) == (
        1,
        pytest.approx(place, abs=1e-12),
    )


@pytest.mark.parametrize(
    ("why", "gap", "at"),
    [
        ("it is grazed from below", lambda x: -((x - 1) ** 2) - 1e-9, None),
        ("it is left", lambda x: 0.5 - x, None),
        ("it begins there and leaves", lambda x: -x, None),
        ("it has no value", lambda x: nan, None),
        ("its end is the end of a part", lambda x: x - 0.25, 0.25),
        ("it is reached at the end", lambda x: x - 2.0, 2.0),
        ("it is passed and left again", lambda x: 0.04 - (x - 1) ** 2, 0.8),
    ],
)
def test_where_it_is_reached(why: str, gap: Gap, at: float | None) -> None:
    found = reached(gap)
    assert (found and found[1]) == (at and pytest.approx(at, abs=1e-12)), why


def test_values_go_on_from_step_to_step() -> None:
    found = course(lambda x: x - 3.0)
    assert not watching.is_reached(found, 1.0, found.rows)
    assert found.before[0] == -1.0


def test_one_that_was_passed_before_this_step_is_reached_at_its_start() -> None:
    """Neighbouring courses differ by an error of step."""
    found = course(lambda x: x + 1e-13)
    found.before[0] = -1e-13
    assert watching.is_reached(found, 1.0, found.rows)
    assert found.reached_at == 0.0


def python_of(bound: Bound) -> Callable[..., None]:
    """A kernel as the small language calls it, run from Python."""

    def program(x: np.ndarray, _: np.ndarray, out: np.ndarray) -> None:
        out[:] = bound(x[: bound.kernel.layout.states]).table

    return program


@pytest.mark.parametrize("active", [(), (2,)])
def test_limits_are_watched_and_held_the_same_in_python(active: tuple[int, ...]) -> None:
    """To the last bit, up to the stop that is reached or let go."""
    machine, free = library(), pipeline.prepare(two_stops().model).system()
    code = free.machine_code(active)
    assert machine is not None and code is not None and free._limits is not None
    found: list[Burst] = []
    for functions in (machine, advancing):
        before = np.full(4, -0.1)
        settings, start = Settings(5.0, [0.3, 0.6], [2.0, 0.0]), np.array([0.3, 0.6, 2.0, 0.0])
        given = code, settings, None, 0.0, start, Floors(settings)
        made = stepper.burst_at(*given, slack=np.zeros(4), values=before)
        if functions is advancing:
            kinds = list(Burst.kinds)
            own = free._limits.contact() if active else free.bound
            made.pointed[kinds.index("state")] = python_of(own)
            made.pointed[kinds.index("gaps")] = python_of(free._limits.gaps())
        made.room, made.pause_at = 30, 10**9
        functions.begin(made)
        assert functions.advance(made) == EVENT
        found.append(made)
    translated, plain = found
    assert translated.steps == plain.steps >= 1
    assert translated.reached == plain.reached
    assert translated.reached_at == plain.reached_at > 0
    for name in ("y", "k", "ends", "before"):
        np.testing.assert_array_equal(getattr(plain, name), getattr(translated, name))
    written = plain.steps * ROWS * plain.n
    np.testing.assert_array_equal(plain.rows[:written], translated.rows[:written])


def looks(gap: Gap, slack: float = 0.0) -> tuple[int, tuple[int, float] | None]:
    """How often a gap is looked at in a step, and where it is reached."""
    places: list[float] = []

    def counted(x: float) -> float:
        places.append(x)
        return gap(x)

    found = course(counted)
    found.slack[0] = slack
    found.before[0] -= slack
    places.clear()
    met = watching.is_reached(found, 1.0, found.rows)
    return len(places), (found.reached, found.reached_at * 2.0) if met else None


@pytest.mark.parametrize("width", [0.5, 0.02, 1e-3])
def test_a_short_touch_within_a_long_step_is_found(width: float) -> None:
    """A peg of 1 mm that something passes by in a step of 2 m."""
    assert reached(lambda x: width**2 / 4 - (x - 1.234) ** 2) == (
        0,
        pytest.approx(1.234 - width / 2, abs=1e-12),
    )


def test_nothing_passes_however_often_it_turns_in_a_step() -> None:
    """Of 150 turns in one step the one is found whose top is the first to reach a limit."""
    w, low, rise = 1000.0, 1.3, 0.6
    tops = (np.pi / 2 + 2 * np.pi * np.arange(400)) / w
    top = tops[np.argmax(1 + rise * tops > low)]
    found = reached(lambda x: np.sin(w * x) + rise * x - low)
    assert found is not None
    assert top - np.pi / w < found[1] < top + 1e-3


def test_what_hovers_is_looked_at_once() -> None:
    """Rounding about a limit in touch, and a gap that is about to close, need no second look."""
    assert looks(lambda x: 1e-16 * np.sin(1e9 * x), slack=1e-11) == (8, None)
    assert looks(lambda x: -0.001 - (1 - x / 2) ** 2) == (8, None)


def test_a_limit_that_opened_is_met_where_its_gap_is_zero() -> None:
    """Not where it is passed by the slack, by which limits in touch are not reached again."""
    assert looks(lambda x: x * (x - 1), slack=1e-3)[1] == (0, pytest.approx(1.0, abs=1e-14))
    assert looks(lambda x: 1e-6 * x, slack=1e-6)[1] == (0, pytest.approx(1.0, abs=1e-9))
