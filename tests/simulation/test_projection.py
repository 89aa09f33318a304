"""States that meet constraints: the nearest ones, from anywhere, and what is said of them."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lagr_gui import System
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import prepare
from lagr_gui.simulation import BoundConstraints
from lagr_gui.simulation.faults import opposed
from tests.mechanics.bound.mechanisms import four_bar, ring
from tests.simulation.test_crossing_looks import STATE, SYSTEM

FOUR_BAR = four_bar()


def constraints(system: System) -> BoundConstraints:
    found = prepare(system.model).conditions
    assert found is not None
    return found


BARS = constraints(FOUR_BAR)
CLOSED = prepare(FOUR_BAR.model).assembly.q


def point_on_circle() -> System:
    """A free point on a rod of length 1 about the origin."""
    system = System("Circle", gravity=(0, 0, 0))
    system.body("Point", mass=1, inertia=(0, 0, 0))
    system.joint("planar", 0, 1, "x", "y", "a")
    system.element("position_condition", "circle", zero="x^2 + y^2 - 1")
    system.element("position_condition", "still", zero="a")
    return system


@given(st.floats(0.02, 20.0), st.floats(-pi, pi))
def test_a_projection_reaches_the_nearest_point_of_a_circle_from_near_and_far(
    r: float, angle: float
) -> None:
    circle = constraints(point_on_circle())
    way = np.array([np.cos(angle), np.sin(angle), 0.0])
    found = circle.project_positions(0.0, r * way)
    assert found == pytest.approx(way, abs=1e-12)


@given(st.lists(st.floats(-0.3, 0.3), min_size=3, max_size=3), st.floats(-5, 5))
def test_a_projected_state_of_a_four_bar_meets_all_constraints(
    shift: list[float], speed: float
) -> None:
    q = CLOSED + np.array(shift)
    placed, qd = BARS.project(0.0, q, speed * np.ones(3))
    assume(np.isfinite(placed).all())
    position, velocity = BARS.residuals(np.zeros(1), np.concatenate([placed, qd])[None])
    assert position[0] < 1e-14 and velocity[0] < 1e-13
    again, same = BARS.project(0.0, placed, qd)
    assert again == pytest.approx(placed, abs=1e-13) and same == pytest.approx(qd, abs=1e-12)


@given(st.lists(st.floats(-1e-6, 1e-6), min_size=6, max_size=6))
def test_small_drifts_are_touched_up_in_one_step(shift: list[float]) -> None:
    _, qd = BARS.project(0.0, CLOSED, np.ones(3))
    y = np.concatenate([CLOSED, qd]) + np.array(shift)
    touched = BARS.project_once(np.zeros(1), y[None])
    position, velocity = BARS.residuals(np.zeros(1), touched)
    assert position[0] < 1e-11 and velocity[0] < 1e-9
    assert touched[0] == pytest.approx(y, abs=1e-4)


def test_touching_up_does_not_hand_on_rounding_of_nearly_dependent_constraints() -> None:
    """A rhombus 1e-5 beside its line, and 1e-10 away from it in the direction that is weakest."""
    bars, state = SYSTEM.constraints, STATE(1e-5)
    assert bars is not None
    found = bars.at(0.0, *np.split(state, 2))
    weak = np.linalg.svd(found.rows.G)[2][1]
    state[:3] += 1e-10 * weak
    touched = bars.project_once(np.zeros(1), state[None])[0]
    assert np.max(np.abs(touched[:3] - state[:3])) < 1e-9


def test_the_last_time_at_which_a_moved_end_can_be_reached_is_exact() -> None:
    """A point on a circle of radius 1, led along x = t: until t = 1."""
    system = point_on_circle()
    system.element("position_condition", "led", zero="x - t")
    led = constraints(system)
    t = 0.9
    q = np.array([t, np.sqrt(1 - t**2), 0.0])
    qd = np.array([1.0, -t / np.sqrt(1 - t**2), 0.0])
    assert led.last(t, q, qd, 0.4) == pytest.approx(1.0, abs=1e-8)
    assert led.last(t, q, qd, 0.05) is None


def test_positions_on_the_far_side_are_not_those_that_velocities_lead_to() -> None:
    """Beyond x = 1 only x = −0.9 meets the constraints: the other side of the circle."""
    system = point_on_circle()
    system.element("position_condition", "led", zero="(x - t)*(x + 0.9)")
    led = constraints(system)
    t = 0.99
    q = np.array([t, np.sqrt(1 - t**2), 0.0])
    qd = np.array([1.0, -t / np.sqrt(1 - t**2), 0.0])
    assert led.last(t, q, qd, 0.05) == pytest.approx(1.0, abs=1e-6)


def test_bars_that_close_far_from_the_start_are_closed_all_the_same() -> None:
    """A triangle of rods drawn far from any position that closes."""
    system = ring([(1.0, 0), (0.3, 0), (0.9, 0), (0.7, 0)])
    for start in ((3.0, 3.0, 3.0), (-2.5, 0.1, 2.0), (0.0, 0.0, 0.0)):
        system.start(q1=start[0], q2=start[1], q3=start[2])
        prepared = prepare(system.model)
        conditions = constraints(system)
        q = prepared.assembly.q
        assert conditions.closed(0.0, q)


def led(system: System, name: str, motion: str) -> None:
    system.element("prescribed_motion", name, coordinate="q1", motion=motion)


def test_velocities_that_contradict_each_other_are_told() -> None:
    system = four_bar()
    system.start(q1=0.5)
    led(system, "one", "0.5 + t")
    led(system, "two", "0.5 + 1.001*t")
    with pytest.raises(LagrError, match="velocities that contradict") as caught:
        system.simulate(0.1)
    assert "bound by" in str(caught.value)


@pytest.mark.parametrize(("given", "told"), [(0.7, True), (0.5 + 1e-12, False)])
def test_a_start_value_that_was_changed_is_said_and_only_then(given: float, told: bool) -> None:
    system = four_bar()
    led(system, "drive", "0.5 + t")
    system.start(q1=given)
    notes = prepare(system.model).assembly.notes
    assert any(note.code == "start-changed" for note in notes) == told


def test_the_constraint_that_binds_the_same_motion_is_named_and_no_other() -> None:
    system = four_bar()
    system.start(q1=0.5)
    led(system, "one", "0.5 + t")
    led(system, "two", "0.5 + t")
    bound = constraints(system)
    q = prepare(system.model).assembly.q
    found = bound.at(0.0, q, np.zeros_like(q))
    words = opposed(bound, found, bound.sources.index("element:two"))
    assert "one" in words and "h" not in words.split("by")[1].replace("the", "")
