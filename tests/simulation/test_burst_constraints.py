"""Steps under constraints: back to a circle, and singular configurations on the way or behind it.

The functions of the small language run as Python here, on laws that are known by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.simulation.bursts import constrained, evaluating
from lagr_gui.simulation.bursts.record import ROWS, STAGES, Burst

ANGLES = st.floats(-3.14, 3.14)
SMALL = st.floats(-1e-7, 1e-7)


def burst(f: int, **given: Any) -> Burst:
    """A motion under way with room for all that the functions write."""
    n = 2 * f
    settings: dict[str, Any] = {
        "f": f,
        "n": n,
        "x": np.zeros(1 + n),
        "w": np.zeros(1),
        "out": np.zeros(2 * f + 4),
        "pivots": f,
        "y": np.zeros(n),
        "k": np.zeros(STAGES * n),
        "zeros": np.zeros(n),
        "trial": np.zeros(n),
        "after": np.zeros(n),
        "rtol": 1e-9,
        "floors": np.full(n, 1e-9),
        "units": np.ones(n),
        "size": np.full(1, np.inf),
        "share": 1.0,
        "could": np.ones(2),
        "base": 1e-9,
    }
    return Burst(**{**settings, **given})


# --- back to the constraints ------------------------------------------------------------------


def on_circle(**given: Any) -> Burst:
    """A point on the unit circle: Φ = (x² + y² − 1)/2, G = (x, y), with Newton's least steps."""

    def meet(x: np.ndarray, _: np.ndarray, out: np.ndarray) -> None:
        q, qd = x[1:3], x[3:5]
        square = q @ q
        out[0], out[1] = (square - 1) / 2, q @ qd
        out[2:4] = -q * out[0] / square
        out[4:6] = -q * out[1] / square
        out[6] = square

    places = {"position": 0, "velocity": 1, "shift": 2, "turn": 4, "ratios": 6, "ratio_count": 1}
    limits = {"met": 1e-12, "drifted": 1e3, "weak": 1e-8}
    room = {"m": 1, "meet": meet, "meet_w": np.zeros(1), "meet_out": np.zeros(7)}
    return burst(2, **{**places, **limits, **room, **given})


def state(angle: float, radius: float = 1.0, along: float = 1.0, out: float = 0.0) -> np.ndarray:
    """A position at an angle and a radius, with velocities along the circle and out of it."""
    e, n = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    return np.concatenate([radius * e, along * n + out * e])


@given(ANGLES, SMALL, SMALL)
def test_a_state_nearby_is_brought_to_the_nearest_that_meets_the_constraints(
    angle: float, off: float, out: float
) -> None:
    found = on_circle()
    found.after[:] = state(angle, 1 + off, 0.7, out)
    moved = constrained.projected(found, 0.0)
    assert moved in (0, 1)
    np.testing.assert_allclose(found.after, state(angle, 1.0, 0.7), atol=1e-11)
    assert constrained.missed(found, 0.0, found.after) <= 1e-12


@given(ANGLES)
def test_a_state_on_the_constraints_stays_to_the_last_bit(angle: float) -> None:
    found, before = on_circle(), state(angle)
    found.after[:] = before
    assert constrained.projected(found, 0.0) == 0
    assert found.after.tolist() == before.tolist()


@pytest.mark.parametrize(
    ("why", "start", "settings"),
    [
        ("it is far away", state(0.3, 1.3), {}),
        ("it has drifted farther than it may", state(0.3, 1 + 1e-4), {"drifted": 10.0}),
        ("its velocity has drifted", state(0.3, 1.0, 1.0, 1e-4), {"drifted": 10.0}),
        ("the slopes are weak", state(0.3, 1 + 1e-7), {"weak": 2.0}),
        ("it is no number", np.array([np.nan, 0.0, 1.0, 0.0]), {}),
        ("it has no velocity", np.array([1.0, 0.0, np.nan, 0.0]), {}),
        ("it is without end", np.array([1.0, 0.0, np.inf, 0.0]), {}),
    ],
)
def test_other_states_are_left_to_those_who_take_care(
    why: str, start: np.ndarray, settings: dict[str, float]
) -> None:
    found = on_circle(**settings)
    found.after[:] = start
    with np.errstate(invalid="ignore"):
        assert constrained.projected(found, 0.0) == -1, why


@pytest.mark.parametrize("bad", [0, 2, 4, 5])
def test_states_are_brought_back_one_by_one_up_to_the_first_that_cannot(bad: int) -> None:
    angles = np.linspace(0, 2, 5)
    states = np.array([state(angle, 1 + 1e-7) for angle in angles])
    if bad < 5:
        states[bad] *= 1.5
    before, found = states.copy(), on_circle()
    assert constrained.bring_back(found, 5, np.zeros(5), states.reshape(-1)) == min(bad, 5)
    radii = np.hypot(states[:, 0], states[:, 1])
    np.testing.assert_allclose(radii[:bad], 1, atol=1e-12)
    np.testing.assert_array_equal(states[bad:], before[bad:])


@given(st.lists(st.floats(-10, 10), min_size=2, max_size=6))
def test_the_largest_residual_counts(values: list[float]) -> None:
    m = len(values) // 2

    def meet(x: np.ndarray, _: np.ndarray, out: np.ndarray) -> None:
        out[: 2 * m] = values[: 2 * m]
        out[2 * m] = x[0]

    room = {"meet": meet, "meet_w": np.zeros(1), "meet_out": np.zeros(2 * m + 1)}
    found = burst(1, m=m, position=0, velocity=m, could=np.ones(2 * m), **room)
    assert constrained.missed(found, 4.5, np.zeros(2)) == max(map(abs, values[: 2 * m]))
    assert found.meet_out[2 * m] == 4.5


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_residual_without_a_value_is_not_hidden_by_others(place: int, value: float) -> None:
    def meet(x: np.ndarray, _: np.ndarray, out: np.ndarray) -> None:
        out[:] = [0.0, 1e-20, 3.0, 0.0, 1e-20, 2.0]
        out[place] = value

    room = {"meet": meet, "meet_w": np.zeros(1), "meet_out": np.zeros(6)}
    found = burst(1, m=3, position=0, velocity=3, could=np.ones(6), **room)
    with np.errstate(invalid="ignore"):
        assert not constrained.missed(found, 0.0, np.zeros(2)) <= 1e9


# --- singular configurations ------------------------------------------------------------------

Clear = Callable[[float], float]
"""The clearance at a position."""

LOOKS = 11


def watched(clear: Clear, position: float, speed: float, rate: float = 0.0) -> Burst:
    """A point on a line whose clearance is known at each place."""

    def law(x: np.ndarray, _: np.ndarray, out: np.ndarray) -> None:
        out[0], out[1], out[2] = 0.0, 1.0, 2.0 * clear(x[1])

    found = burst(1, state=law, r=1, usual=np.array([2.0]), looks=LOOKS, clear=np.zeros(LOOKS))
    found.ahead, found.deep, found.coarse, found.after_end, found.zooms = 1.0, 0.05, 0.3, 0.2, 6
    found.y[:] = position, speed
    found.k[:2] = speed, rate
    return found


def wall(x: float) -> float:
    """Singular at 0.5."""
    return abs(x - 0.5)


def hollow(x: float) -> float:
    """Low at 0.5, but not singular there."""
    return float(np.hypot(x - 0.5, 0.2))


@pytest.mark.parametrize(
    ("clear", "position", "speed", "rate", "ahead"),
    [
        (wall, 0.0, 1.0, 0.0, True),
        (wall, 0.0, 0.3, 0.0, False),  # it comes nearer, but not within the next steps
        (wall, 0.0, -1.0, 0.0, False),
        (wall, 1.0, -1.0, 0.0, True),
        (wall, 0.0, 0.0, 4.0, True),
        (wall, 0.0, 0.0, 0.4, False),
        (wall, 0.0, -1.0, 8.0, True),  # it turns round
        (wall, 0.47, -1.0, 0.0, True),  # it leaves one that is near
        (wall, 0.4, -1.0, 0.0, False),
        (hollow, 0.0, 1.0, 0.0, True),
        (hollow, 0.4, 1.0, 0.0, False),  # finer looks tell that it is not half as low
        (lambda x: 1.0, 0.0, 1.0, 0.0, False),
    ],
)
def test_what_may_lie_ahead_is_seen_from_the_acceleration(
    clear: Clear, position: float, speed: float, rate: float, ahead: bool
) -> None:
    found = watched(clear, position, speed, rate)
    assert bool(constrained.is_ahead(found, 1.0)) is ahead
    assert found.evaluations in (LOOKS, 2 * LOOKS)


def test_looking_ahead_changes_neither_state_nor_rate() -> None:
    found = watched(wall, 0.0, 1.0, 2.0)
    constrained.is_ahead(found, 0.5)
    assert found.y.tolist() == [0.0, 1.0] and found.k[:2].tolist() == [1.0, 2.0]


def straight(way: float) -> np.ndarray:
    """The dense output of a step that goes straight."""
    rows = np.zeros((ROWS, 2))
    rows[0, 0] = way
    return rows.reshape(-1)


@pytest.mark.parametrize(
    ("clear", "position", "way", "within"),
    [
        (wall, 0.0, 1.0, True),
        (wall, 0.13, 0.91, True),  # between two looks
        (wall, 0.0755, 1.0, True),  # a little before the lowest look
        (wall, 0.0, 0.3, False),
        (wall, 0.0, -1.0, False),
        (wall, 0.0, 0.45, True),  # just after the end of the step
        (hollow, 0.0, 1.0, False),
        (lambda x: abs(x - 0.3) * abs(x - 0.8), 0.0, 1.2, True),  # two of them
        (lambda x: 1.0, 0.0, 1.0, False),
        (lambda x: float(x < 0.4), 0.0, 1.0, True),  # it breaks off
        (lambda x: np.nan, 0.0, 1.0, False),
    ],
)
def test_what_lies_in_a_step_is_found(
    clear: Clear, position: float, way: float, within: bool
) -> None:
    found = watched(clear, position, 0.0)
    with np.errstate(invalid="ignore"):
        known = bool(constrained.is_within(found, 0.0, 1.0, straight(way)))
    if clear(0.0) == clear(0.0):
        assert known is within
    else:  # a clearance that is no number counts as none at all
        assert found.clear.tolist() == [0.0] * LOOKS


@pytest.mark.parametrize("first", [0.0, 0.2])
@pytest.mark.parametrize("end", [0.5, 1.1])
def test_looks_are_spread_evenly(first: float, end: float) -> None:
    places: list[float] = []

    def seen(x: float) -> float:
        places.append(x)
        return 0.5

    found = watched(seen, 2.0, 0.0)
    constrained.look_at(found, 0.0, 1.0, straight(3.0), first, end)
    np.testing.assert_allclose(places, 2 + 3 * np.linspace(first, end, LOOKS), atol=1e-12)
    assert found.clear.tolist() == [0.5] * LOOKS


# --- what the kernel tells --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pivots", "clearance"),
    [
        ([2.0, 3.0], 1.0),
        ([1.0, 3.0], 0.5),
        ([-1.0, 0.3], 0.1),
        ([9.0, -99.0], 1.0),
        ([0.0, 3.0], 0.0),
        ([np.nan, 3.0], 0.0),
        ([2.0, np.nan], 0.0),
        ([np.inf, 1.5], 0.5),
    ],
)
def test_the_clearance_is_that_of_the_worst_pivot(pivots: list[float], clearance: float) -> None:
    found = burst(1, r=2, usual=np.array([2.0, 3.0]))
    found.out[2:4] = pivots
    assert evaluating.clearance(found) == pytest.approx(clearance)


@pytest.mark.parametrize(
    ("value", "finite"),
    [(0.0, True), (-1e308, True), (1.7976931348623157e308, True)]
    + [(value, False) for value in (np.inf, -np.inf, np.nan)],
)
def test_finite_numbers(value: float, finite: bool) -> None:
    assert evaluating.is_finite(value) is finite


@pytest.mark.parametrize("inertia", [1.0, 1e-6])
def test_a_rate_is_the_velocity_and_what_the_kernel_tells(inertia: float) -> None:
    """Where a coordinate has hardly any inertia there is no clearance."""

    def law(x: np.ndarray, _: np.ndarray, out: np.ndarray) -> None:
        out[:2] = x[0] - x[1:3]
        out[2:4] = 1.0, inertia
        out[4] = 0.6

    found = burst(2, state=law, r=1, usual=np.array([2.0]), locked=1e-3, least=1.0)
    k = np.zeros(4)
    evaluating.rate(found, 5.0, np.array([1.0, 2.0, 3.0, 4.0]), k)
    assert k.tolist() == [3.0, 4.0, 4.0, 3.0]
    assert found.least == (pytest.approx(0.3) if inertia == 1.0 else 0.0)
    assert found.evaluations == 1


def test_a_lowest_look_beside_the_first_is_looked_at_more_finely() -> None:
    """A low clearance that begins to rise in the first part of the way is no singular one."""
    found = watched(lambda x: 0.01 + (x - 0.06) ** 2, 0.0, 1.0)
    found.deep = 0.005
    assert not constrained.is_ahead(found, 1.0)
    assert found.evaluations == 2 * LOOKS
    assert constrained.is_ahead(watched(lambda x: (x - 0.06) ** 2, 0.0, 1.0), 1.0)
