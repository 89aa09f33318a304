"""Limits in bursts: the same impacts as with single steps, and times that are known by formula."""

from __future__ import annotations

from math import acos, pi, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui import System, load, pipeline
from lagr_gui.simulation import Event, Trajectory, contacts, run, simulate
from lagr_gui.simulation.bursts import stepper
from lagr_gui.simulation.contacts import Contacts
from tests.ground.sources import ROOT
from tests.simulation.systems import oscillator
from tests.simulation.test_impacts import ball, cradle, slider_crank

G = 9.81


def both_ways(system: System, *arguments: Any, **named: Any) -> tuple[Trajectory, Trajectory]:
    """A motion in bursts, and by single steps."""
    many = system.simulate(*arguments, **named)
    library, run.library = run.library, lambda: None
    try:
        return many, system.simulate(*arguments, **named)
    finally:
        run.library = library


def same(many: Trajectory, one: Trajectory, within: float = 1e-8) -> None:
    """The same impacts at the same times, and the same motion."""
    assert [impact.names for impact in many.impacts] == [impact.names for impact in one.impacts]
    for mine, other in zip(many.impacts, one.impacts, strict=True):
        assert mine.t == pytest.approx(other.t, rel=within, abs=within)
        np.testing.assert_allclose(mine.after, other.after, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(many.q, one.q, rtol=1e-7, atol=1e-7)
    np.testing.assert_array_equal(many.touching, one.touching)
    assert many.energy_error <= max(3 * one.energy_error, 1e-9)


@pytest.fixture
def no_single_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that is taken with care is told as a failure."""

    def refuse(*_: object) -> None:
        pytest.fail("A step was taken by itself.")

    monkeypatch.setattr(stepper.BurstStepper, "_with_care", refuse)


# --- whole motions ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bouncing_ball", "double_pendulum_wall"])
def test_samples_with_limits_move_as_with_single_steps(name: str) -> None:
    system = System(name)
    system.model = load(ROOT / "sample_models" / f"{name}.lagr")
    same(*both_ways(system))


def test_a_cradle_is_computed_in_bursts_and_keeps_its_energy(no_single_steps: None) -> None:
    """Balls that hang still touch without a force: rounding tells which of them are in contact."""
    system = cradle(5)
    many, one = both_ways(system, 5.0, q0=[-0.5, 0, 0, 0, 0], qd0=[0.0] * 5)
    assert len(many.impacts) == len(one.impacts) > 3
    np.testing.assert_allclose(many.q, one.q, atol=1e-7)
    assert np.ptp(many.T + many.U) < 1e-7


def test_a_bouncing_ball_is_computed_in_bursts_to_its_rest(no_single_steps: None) -> None:
    same(*both_ways(ball(0.6), 6.0, q0=[1.1], qd0=[0.3]))


def test_contact_that_ends_by_time_is_let_go_in_a_burst(no_single_steps: None) -> None:
    system = System("lift", gravity=(0, "-g", 0))
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("prismatic", 0, 1, "y", axis=(0, 1, 0))
    system.element("unilateral_condition", limit="0.2*sin(10*t) - y", restitution=0)
    many, one = both_ways(system, 1.0, q0=[0.0], qd0=[2.0])
    same(many, one)
    released = np.arcsin(G / 20) / 10
    assert many.contacts[1][0] == pytest.approx(released, abs=1e-9)


def test_contact_holds_in_a_loop_with_conditions(no_single_steps: None) -> None:
    """A slider-crank that comes to rest at its stop: the conditions of the loop hold as well."""
    system = slider_crank(restitution=0, gravity=(5, 0, 0))
    many, one = both_ways(system, 0.2, points=51)
    same(many, one)
    assert many.touching.any()
    assert many.constraint_error < 1e-9


def test_a_rope_that_is_tight_guides_a_pendulum(no_single_steps: None) -> None:
    """It lets go where v² = −g l cos φ; by energy v² = g l (3.5 − 2 + 2 cos φ), φ from below."""
    system = System("rope")
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    system.element("rope", body_a=1, body_b=0, l=1)
    speed = sqrt(3.5 * G)  # less than √(5 g l) for a whole turn
    many, one = both_ways(system, 1.2, q0=[0, -1, 0], qd0=[speed, 0, 0])
    same(many, one)
    angle = acos((2 - 3.5) / 3)
    x, y = many.at(many.contacts[1][0])[0][:2]
    assert (x, y) == (pytest.approx(np.sin(angle), abs=1e-8), pytest.approx(-np.cos(angle)))


def two_stops() -> System:
    """Two pendulums on each other with stops at 0.6 of both, to which gravity presses them."""
    system = System("stops", gravity=(0, G, 0))
    for number in (0, 1):
        system.body("", 1, (0.1, 0.1, 0.1))
        below = {"point_parent": (0, -0.5 if number else 0, 0), "point_child": (0, 0.5, 0)}
        system.joint("revolute", number, number + 1, f"a{number}", **below)
        system.element("stop", coordinate=f"a{number}", lower=-2, upper=0.6, restitution=0)
    return system


@settings(max_examples=12, deadline=None)
@given(
    kappas=st.lists(st.sampled_from([0.0, 0.4, 0.9]), min_size=2, max_size=2),
    start=st.lists(st.floats(-0.8, 0.8), min_size=4, max_size=4),
    lengths=st.lists(st.floats(0.4, 1.0), min_size=2, max_size=2),
    lower=st.floats(-1.4, -1.0),
)
def test_random_double_pendulums_with_stops_and_a_floor_move_as_with_single_steps(
    kappas: list[float], start: list[float], lengths: list[float], lower: float
) -> None:
    """Over their first impacts: later ones are as sensitive as chaos is."""
    system = System("double")
    for number, length in enumerate(lengths):
        system.body("", 1 + number, (0.1, 0.1, 0.1))
        below = {"point_parent": (0, -lengths[0] if number else 0, 0)}
        system.joint(
            "revolute", number, number + 1, f"a{number}", **below, point_child=(0, length, 0)
        )
    system.element("stop", coordinate="a1", lower=lower, upper=1.0, restitution=kappas[0])
    system.element("stop", coordinate="a0", lower=-2.0, upper=0.9, restitution=kappas[1])
    many, one = both_ways(system, 2.0, q0=start[:2], qd0=[3 * v for v in start[2:]])
    first = min(6, len(many.impacts), len(one.impacts))
    until = one.impacts[first - 1].t + 1e-6 if first else 2.0
    for mine, other in zip(many.impacts[:first], one.impacts[:first], strict=True):
        assert mine.names == other.names and mine.t == pytest.approx(other.t, abs=1e-7)
    early = one.t < until
    np.testing.assert_allclose(many.q[early], one.q[early], atol=1e-6)
    assert many.energy_error < max(1e-7, 1.1 * one.energy_error)


@settings(max_examples=10, deadline=None)
@given(
    feet=st.lists(st.floats(0.1, 0.6), min_size=3, max_size=3),
    turn=st.floats(-0.6, 0.6),
    speeds=st.lists(st.floats(-2, 2), min_size=3, max_size=3),
    kappa=st.sampled_from([0.0, 0.3, 1.0]),
)
def test_random_boards_on_a_floor_move_as_with_single_steps(
    feet: list[float], turn: float, speeds: list[float], kappa: float
) -> None:
    """A board with two feet that falls on a floor, tied to a point by a rope."""
    system = System("board")
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    for side, place in ((-1, feet[0]), (1, feet[1])):
        system.element("wall", centre=(side * place, -0.2, 0), restitution=kappa)
    system.element("rope", body_a=1, body_b=0, point_b=(0, 1.5, 0), l=1.0 + feet[2])
    many, one = both_ways(system, 1.0, q0=[0, 0.75, turn], qd0=speeds)
    first = min(5, len(many.impacts), len(one.impacts))
    until = one.impacts[first - 1].t + 1e-6 if first else 1.0
    for mine, other in zip(many.impacts[:first], one.impacts[:first], strict=True):
        assert mine.names == other.names and mine.t == pytest.approx(other.t, abs=1e-7)
    early = one.t < until
    np.testing.assert_allclose(many.q[early], one.q[early], atol=1e-6)
    assert many.energy_error < 1e-6


# --- events of the user -------------------------------------------------------------------------


def test_events_are_found_in_each_of_many_steps() -> None:
    passing = Event("passing", lambda t, y: y[0], direction=1)
    motion = simulate(oscillator(), pipeline.Settings(200.0, [1.0], [0.0]), events=[passing])
    times = [hit.t for hit in motion.events]
    assert times == pytest.approx([1.5 * pi + 2 * pi * k for k in range(32)], abs=1e-6)


def test_a_terminal_event_ends_a_burst_in_its_midst() -> None:
    """What the burst computed behind it is no part of the motion."""
    end = Event("end", lambda t, y: y[0] + y[1] - 1.2 if t > 20 else -1.0, terminal=True)
    motion = simulate(oscillator(), pipeline.Settings(200.0, [1.0], [0.0]), events=[end])
    assert motion.t[-1] == motion.events[-1].t < 30
    assert np.cos(motion.t[-1]) - np.sin(motion.t[-1]) == pytest.approx(1.2, abs=1e-8)
    assert motion.contacts == ((0.0, ()),)
    assert motion.steps < 300


def test_limits_and_events_of_the_user_are_found_beside_each_other() -> None:
    """A ball that falls from 1 over a floor: it passes the half of that on each way."""
    prepared = pipeline.prepare(ball(1.0).model)
    conditions = prepared.conditions
    assert conditions is not None
    half = Event("half", lambda t, y: y[0] - 0.6)
    given_settings = pipeline.Settings(4.0, [1.1], [0.0])
    motion = simulate(
        prepared.system(), given_settings, events=[half], contacts=Contacts(conditions)
    )
    down, fall = sqrt(1 / G), sqrt(2 / G)
    turns = [2 * fall * k for k in range(5)]
    times = [t for turn in turns for t in (turn - down, turn + down) if 0 < t < 4]
    assert [hit.t for hit in motion.events] == pytest.approx(times, abs=1e-8)
    assert {hit.name for hit in motion.events} == {"half"}
    assert len(motion.impacts) == 4


# --- energies in contact ------------------------------------------------------------------------


def pressed_lift() -> System:
    """A pendulum in a cart that is driven, over a floor that moves, with a stop."""
    system = System("lift")
    system.body("", 2, (0.1, 0.1, 0.1))
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    system.joint("revolute", 1, 2, "a", point_child=(0, 0.7, 0))
    system.element("prescribed_motion", "drive", coordinate="x", motion="0.3*sin(4*t)")
    system.element("unilateral_condition", "floor", limit="0.2*sin(3*t) - y + 0.1*x", restitution=0)
    system.element("stop", "end", coordinate="a", lower=-0.4, upper=0.4, restitution=0)
    return system


@pytest.mark.parametrize("active", [(0,), (1,), (0, 2)])
def test_what_the_kernel_tells_of_contact_is_what_the_descriptor_form_gives(
    active: tuple[int, ...],
) -> None:
    """Two ways: elimination along the tree, and one system of equations with all conditions."""
    prepared = pipeline.prepare(pressed_lift().model)
    conditions, free = prepared.conditions, prepared.system()
    assert conditions is not None
    touching_system = contacts.Touching(free, conditions.holding(active), active)
    source = np.random.default_rng(2)
    t, states = source.uniform(0, 2, 20), source.uniform(-1, 1, (20, 8))
    known = touching_system.record(t, states)
    assert free.in_contact(active, t, states).sound.all()
    free._limits = None
    other = touching_system.record(t, states)
    np.testing.assert_allclose(known.qdd, other.qdd, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(known.supplied, other.supplied, rtol=1e-9, atol=1e-9)
    assert np.abs(known.supplied).max() > 1


def test_energy_is_balanced_where_floor_and_cart_move(no_single_steps: None) -> None:
    many, one = both_ways(pressed_lift(), 1.0, q0=[0, 0, 0, 0.1], qd0=[1.2, 0.72, 0, 0])
    same(many, one)
    assert many.touching.any(axis=0).sum() >= 1
    assert many.energy_error < 1e-8


def test_limits_that_depend_on_each_other_are_left_to_singular_values() -> None:
    """Two equal walls under one ball, both in contact."""
    system = ball(0.0)
    system.element("wall", radius=0.1, restitution=0)
    prepared = pipeline.prepare(system.model)
    conditions, free = prepared.conditions, prepared.system()
    assert conditions is not None
    t, states = np.zeros(1), np.array([[0.1, 0.0]])
    assert not free.in_contact((0, 1), t, states).sound.any()
    both = contacts.Touching(free, conditions.holding((0, 1)), (0, 1))
    assert both.record(t, states).qdd == pytest.approx(0.0, abs=1e-12)
