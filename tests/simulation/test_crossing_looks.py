"""How singular configurations are seen, and steps laid over them: on clearances that are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui import System
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.prepared import prepare
from lagr_gui.simulation import KernelSystem, Settings
from lagr_gui.simulation.crossing import GAPS, NODES, Crossing, Leap
from lagr_gui.simulation.system import Array
from tests.simulation.dead_positions import CASES, START, known, parallelogram, run

H = 0.1


class Seen:
    """A system of which nothing is known but its clearance at each time."""

    constraints = None
    layout = StateLayout(("x",))

    def __init__(self, clear: Callable[[Array], Array]) -> None:
        self._clear = clear

    def clearances(self, t: Array, states: Array) -> Array:
        return self._clear(t)


def crossing(clear: Callable[[Array], Array], sort: type[Crossing] = Crossing) -> Any:
    system: Any = Seen(clear)
    return sort(system, Settings(10.0, [0.0], [1.0]))


def still(times: Array) -> Array:
    return np.zeros((2, len(times)))


def dip(at: float, width: float, depth: float = 0.0) -> Callable[[Array], Array]:
    return lambda t: depth + (1 - depth) * (1 - np.exp(-(((t - at) / width) ** 2)))


@given(st.floats(0.08, 1.35))
def test_a_singular_configuration_up_to_one_and_a_half_steps_ahead_is_seen(part: float) -> None:
    wait = part * H
    found = crossing(lambda t: (t - wait) ** 2).ahead(0.0, np.zeros(2), np.zeros(2), H)
    assert found == pytest.approx(wait, rel=1e-6)


@given(st.floats(-7, -2))
def test_one_that_is_very_near_is_seen_with_finer_looks(exponent: float) -> None:
    wait = 10**exponent * H
    clear = crossing(lambda t: (1 - t / wait) ** 2)
    found = clear.ahead(0.0, np.zeros(2), np.zeros(2), H)
    assert found == pytest.approx(wait, rel=1e-3)


def test_where_the_clearance_only_grows_nothing_is_ahead() -> None:
    grows = crossing(lambda t: 0.1 + t)
    assert grows.ahead(0.0, np.zeros(2), np.zeros(2), H) is None


@pytest.mark.parametrize(("clearance", "inside"), [(1e-9, True), (1e-7, False)])
def test_a_start_in_a_singular_configuration_is_told_from_one_beside_it(
    clearance: float, inside: bool
) -> None:
    ahead = crossing(lambda t: clearance + t**2).ahead(0.0, np.zeros(2), np.zeros(2), H)
    assert (ahead == 0.0) == inside


@given(st.floats(0.3, 1.1), st.floats(0.08, 0.12))
def test_one_in_a_step_or_just_behind_it_is_found_afterwards(at: float, width: float) -> None:
    assert crossing(dip(at, width)).within(0.0, 1.0, still) == pytest.approx(at, abs=2e-3)


@pytest.mark.parametrize(("depth", "counts"), [(1e-2, False), (1e-4, True)])
def test_a_shallow_lowest_point_is_no_singular_configuration(depth: float, counts: bool) -> None:
    assert (crossing(dip(0.5, 0.1, depth)).within(0.0, 1.0, still) is not None) == counts


def test_of_several_in_one_step_the_first_is_told() -> None:
    found = crossing(lambda t: np.sin(9 * np.pi * t + 1) ** 2).within(0.0, 1.0, still)
    assert found == pytest.approx((np.pi - 1) / (9 * np.pi), abs=1e-4)


def test_a_step_on_which_the_clearance_changes_fast_is_read_more_finely() -> None:
    found = crossing(lambda t: np.sin(50 * t + 1) ** 2).within(0.0, 1.0, still)
    assert found == pytest.approx((np.pi - 1) / 50, abs=1e-5)


def test_a_step_too_long_to_be_read_is_told() -> None:
    assert np.isnan(crossing(lambda t: np.sin(1e5 * t) ** 2).within(0.0, 1.0, still))


class Tried(Crossing):
    """Remembers the lengths of steps that it tries, and takes none."""

    def _leap(
        self, t: float, y: Array, rate: Array, length: float, wait: float, known: Any
    ) -> None:
        self.__dict__.setdefault("lengths", []).append(length)


@given(st.floats(0.02, 3.0))
def test_the_first_step_that_is_tried_is_not_too_long_and_passes_between_two_points(
    part: float,
) -> None:
    laid = crossing(lambda t: t, Tried)
    wait = part * H
    assert laid.over(0.0, np.zeros(2), np.zeros(2), wait, H, None) is None
    first, last = laid.lengths[0], laid.lengths[-1]
    assert first <= 1.6 * H * (1 + 1e-12) or first == 2 * wait
    assert np.min(np.abs(wait / first - GAPS)) < 1e-12 or first == 2 * wait
    assert last == pytest.approx(2 * wait)


def test_the_step_that_leaves_a_singular_configuration_is_halved_down_to_a_millionth() -> None:
    laid = crossing(lambda t: t, Tried)
    assert laid.over(0.0, np.zeros(2), np.zeros(2), 0.0, H, None) is None
    assert laid.lengths[0] == 10.0 and laid.lengths[-1] < 3e-5
    assert np.all(np.diff(laid.lengths) < 0)


# --- on a rhombus that turns steadily: q1 = 1.5 t − …, singular where its cranks lie in line

RATE = 3.0


def rhombus() -> tuple[KernelSystem, Callable[[float], Array]]:
    """The system without weight, and its state at an angle beside the singular configuration."""
    model = parallelogram(1, 1).make().model.model_copy(update={"gravity": (0, 0, 0)})
    system = prepare(model).system()

    def state(beside: float) -> Array:
        turn = np.pi + beside - START
        along = {"q1": 1.0, "q2": 1.0, "q3": -1.0, "q4": 1.0}
        way = np.array([along[name] for name in system.layout.coordinates])
        return np.concatenate([turn * way, RATE * way])

    return system, state


SYSTEM, STATE = rhombus()


def leap(before: float, behind: float, rtol: float = 1e-10, off: float = 0.0) -> Leap | None:
    """A step from an angle before to one behind the singular configuration.

    Its iteration begins with states that are `off` by a wave.
    """
    settings = Settings(10.0, [0.0] * 3, [0.0] * 3, rtol=rtol)
    length = (before + behind) / RATE
    y = STATE(-before)
    rate = np.concatenate([y[3:], np.zeros(3)])

    def guess(times: Array) -> Array:
        exact = np.array([STATE(-before + RATE * t) for t in times]).T
        return exact + off * np.sin(3 * np.pi * times / length)

    laid: Any = Crossing(SYSTEM, settings)
    return laid._leap(0.0, y, rate, length, before / RATE, guess)


def test_the_states_meet_the_constraints_and_the_clearance_goes_with_the_square() -> None:
    beside = np.array([1e-1, 1e-2, 1e-3])
    states = np.array([STATE(-angle) for angle in beside])
    clear = SYSTEM.clearances(np.zeros(3), states)
    assert clear[:-1] / clear[1:] == pytest.approx([100, 100], rel=0.05)
    conditions = SYSTEM.constraints
    assert conditions is not None
    assert np.max(conditions.residuals(np.zeros(3), states)) < 1e-14


@pytest.mark.parametrize(("half", "error"), [(0.5, 2e-12), (0.1, 2e-11), (0.02, 5e-10)])
@pytest.mark.parametrize("rtol", [1e-8, 1e-10, 1e-12])
@pytest.mark.parametrize("off", [0.0, 0.01])
def test_a_step_over_the_line_of_a_rhombus_turns_on_steadily(
    half: float, error: float, rtol: float, off: float
) -> None:
    """Rounding in accelerations goes with the inverse square of the angle, on any processor."""
    found = leap(half, half, rtol, off * half)
    assert found is not None
    times = np.linspace(0, found.length, 9)
    expected = np.array([STATE(-half + RATE * t) for t in times])
    assert np.max(np.abs(found(times).T - expected)) < error


@pytest.mark.parametrize("half", [0.3, 0.02])
def test_a_step_with_a_point_in_the_singular_configuration_is_refused(half: float) -> None:
    before = 2 * half * NODES[4]
    assert leap(before + 1e-7, 2 * half - before) is None


@pytest.mark.parametrize("beside", [3e-5, 1e-4, 1e-3])
def test_accelerations_beside_the_line_hold_digits(beside: float) -> None:
    step = SYSTEM.acceleration(0.0, STATE(beside))
    assert np.max(np.abs(step.qdd)) < 1e-6


@pytest.mark.parametrize("beside", [0.0, 1e-9, 1e-6, 1e-5])
def test_accelerations_shown_in_the_line_are_those_of_the_motion(beside: float) -> None:
    """A parallelogram: the cranks turn, the coupler circles, all move by one coordinate."""
    a = 0.4
    model = parallelogram(a, 1.3).make().model.model_copy(update={"gravity": (0, "-9.81", 0)})
    system = prepare(model).system()
    along = {"q1": 1.0, "q2": 1.0, "q3": -1.0, "q4": 1.0}
    way = np.array([along[name] for name in system.layout.coordinates])
    u = np.pi + beside
    inertia = 2 * (a**2 / 4 + 1 / 12) + a**2
    expected = -9.81 * 2 * a * np.cos(u) / inertia
    shown = system.record(np.zeros(1), np.hstack([(u - START) * way, 3 * way])[None]).qdd[0]
    assert shown == pytest.approx(expected * way, rel=1e-7)


@pytest.mark.parametrize("velocity", [0.5, 3.0])
@pytest.mark.parametrize("beside", [0.0, 1e-9, 1e-6, 1e-4])
def test_shown_accelerations_hold_where_the_lighter_side_would_move_otherwise(
    beside: float, velocity: float
) -> None:
    """A parallelogram with one heavy crank: what costs least in its line is another motion."""
    a, b = 0.4, 1.3
    system = System("Uneven", gravity=(0, "-9.81", 0))
    for length, mass in ((a, 1), (b, 2), (a, 5)):
        system.body(mass=mass, inertia=(0, mass * length**2 / 12, mass * length**2 / 12))
    system.joint("revolute", 0, 1, "crank", point_child=(-a / 2, 0, 0))
    system.joint(
        "revolute", 1, 2, "coupler", point_parent=(a / 2, 0, 0), point_child=(-b / 2, 0, 0)
    )
    system.joint("revolute", 0, 3, "rocker", point_parent=(b, 0, 0), point_child=(-a / 2, 0, 0))
    system.joint("revolute", 2, 3, "closing", point_parent=(b / 2, 0, 0), point_child=(a / 2, 0, 0))
    system.start(crank=(1.0, 2.0), coupler=-1.0, rocker=1.0)
    compiled = prepare(system.model).system()
    along = {"crank": 1.0, "coupler": -1.0, "rocker": 1.0}
    way = np.array([along[name] for name in compiled.layout.coordinates])
    u, inertia = np.pi + beside, (1 + 5) * a**2 / 3 + 2 * a**2
    expected = -9.81 * np.cos(u) * (a / 2 * (1 + 5) + 2 * a) / inertia
    shown = compiled.record(np.zeros(1), np.hstack([u * way, velocity * way])[None]).qdd[0]
    assert shown == pytest.approx(expected * way, rel=1e-7)


@pytest.mark.parametrize("method", ["Radau", "BDF", "LSODA"])
def test_methods_that_cannot_step_back_pass_by_looking_ahead(method: str) -> None:
    case = replace(CASES["rhombus"], gravity=0.0, until=1.2)
    found = run(case, method=method, points=13)
    assert found.q[-1, 0] + START > np.pi
    assert found.q[:, 0] + START == pytest.approx(known(case, found.t), abs=1e-4)
