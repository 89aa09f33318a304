"""Impacts by Newton's law, lasting contact, and motions that come to rest."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.foundation.problem import LagrError

G = 9.81


def ball(restitution: float, radius: float = 0.1) -> System:
    system = System("ball")
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("prismatic", 0, 1, "y", axis=(0, 1, 0))
    system.element("wall", radius=radius, restitution=restitution)
    return system


def cradle(count: int) -> System:
    system = System("cradle")
    for i in range(count):
        system.body("", 1, (0, 0, 0))
        hinge = {"point_parent": (0.2 * i, 0, 0), "point_child": (0, 1, 0)}
        system.joint("revolute", 0, i + 1, f"a{i}", **hinge)
    for i in range(count - 1):
        system.element("bumper", body_a=i + 1, body_b=i + 2, distance=0.2)
    return system


@pytest.mark.parametrize("kappa", [0.5, 0.8])
def test_a_ball_bounces_as_a_geometric_series_and_then_rests(kappa):
    height = 1.0
    motion = ball(kappa).simulate(15.0, q0=[height + 0.1], qd0=[0.0])
    first = np.sqrt(2 * height / G)
    times = [first * (1 + 2 * sum(kappa**i for i in range(1, n + 1))) for n in range(8)]
    assert [impact.t for impact in motion.impacts[:8]] == pytest.approx(times, rel=1e-8)
    rest = first * (1 + kappa) / (1 - kappa)
    assert motion.impacts[-1].t == pytest.approx(rest, rel=1e-4)
    assert len(motion.impacts) < 100
    late = motion.t > rest + 0.1
    assert np.all(np.abs(motion.q[late] - 0.1) < 1e-9) and np.all(motion.qd[late] == 0)
    assert motion.energy_error < 1e-7


def test_an_elastic_ball_keeps_its_energy():
    motion = ball(1.0).simulate(10.0, q0=[1.1], qd0=[0.0])
    assert len(motion.impacts) == 11
    assert np.ptp(motion.T + motion.U) < 1e-8
    assert np.min(motion.q) > 0.1 - 1e-9


def test_a_row_of_touching_balls_hands_the_push_on():
    motion = cradle(5).simulate(1.0, q0=[-0.5, 0, 0, 0, 0], qd0=[0.0] * 5)
    (impact,) = motion.impacts
    speed = np.sqrt(2 * G * (1 - np.cos(0.5)))
    assert impact.before == pytest.approx([speed, 0, 0, 0, 0], abs=1e-6)
    assert impact.after == pytest.approx([0, 0, 0, 0, speed], abs=1e-6)


def test_two_balls_conserve_momentum_and_separate_with_kappa():
    system = System("two", gravity=(0, 0, 0))
    for number, mass in ((1, 2.0), (2, 0.5)):
        system.body("", mass, (0, 0, 0))
        system.joint("prismatic", 0, number, f"x{number}", axis=(1, 0, 0))
    system.element("bumper", body_a=1, body_b=2, distance=0.1, restitution=0.6)
    motion = system.simulate(2.0, q0=[0.0, 1.0], qd0=[1.0, 0.0])
    (impact,) = motion.impacts
    assert impact.t == pytest.approx(0.9)
    assert 2 * impact.after[0] + 0.5 * impact.after[1] == pytest.approx(2.0)
    assert impact.after[1] - impact.after[0] == pytest.approx(0.6)
    assert impact.loss == pytest.approx(0.5 * (2 * 0.5 / 2.5) * (1 - 0.36))


def test_a_rope_becomes_tight_and_then_guides_in_a_circle():
    system = System("rope")
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    system.element("rope", body_a=1, body_b=0, l=1)
    motion = system.simulate(1.5, q0=[0.5, 0, 0], qd0=[0, 0, 0])
    (impact,) = motion.impacts
    fall = np.sqrt(3) / 2
    assert impact.q[:2] == pytest.approx([0.5, -fall])
    assert impact.after[:2] @ impact.q[:2] == pytest.approx(0, abs=1e-9)
    tight = motion.t > impact.t
    assert np.hypot(motion.q[tight, 0], motion.q[tight, 1]) == pytest.approx(1, abs=1e-9)


def test_a_block_slides_off_a_table_and_falls():
    """Contact ends where the table ends: the force of contact is released by time, not by H."""
    system = System("lift", gravity=(0, "-g", 0))
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("prismatic", 0, 1, "y", axis=(0, 1, 0))
    system.element("unilateral_condition", limit="0.2*sin(10*t) - y", restitution=0)
    motion = system.simulate(1.0, q0=[0.0], qd0=[2.0])
    released = np.arcsin(G / (0.2 * 100)) / 10  # the table's deceleration exceeds g from there
    flying = (motion.t > released + 0.02) & (motion.t < released + 0.1)
    assert motion.qdd[flying] == pytest.approx(-G, rel=1e-9)
    riding = (motion.t > 0.001) & (motion.t < released - 0.001)
    assert motion.q[riding, 0] == pytest.approx(0.2 * np.sin(10 * motion.t[riding]), abs=1e-9)


def test_a_box_on_two_feet_comes_to_rest_flat():
    system = System("box")
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    for side in (-0.5, 0.5):
        system.element("wall", centre=(side, -0.2, 0), restitution=0.3)
    motion = system.simulate(3.0, q0=[0, 1, 0.2], qd0=[0.3, 0, 0])
    assert motion.q[-1] == pytest.approx([0.9, 0.2, 0.0], abs=1e-6)
    assert motion.qd[-1] == pytest.approx([0.3, 0, 0], abs=1e-9)
    assert len(motion.impacts) < 200


def slider_crank(restitution: float, gravity=(0, "-g", 0)) -> System:
    """A crank that drives a slider against a stop at x = 1."""
    system = System("slider-crank", gravity=gravity)
    for mass, length in ((1, 0.3), (1, 0.8)):
        system.body("", mass, (0, 0, mass * length**2 / 12))
    system.body("", 2, (0.1, 0.1, 0.1))
    system.joint("revolute", 0, 1, "a", point_child=(-0.15, 0, 0))
    ends = {"point_parent": (0.15, 0, 0), "point_child": (-0.4, 0, 0)}
    system.joint("revolute", 1, 2, "b", **ends)
    system.joint("prismatic", 0, 3, "x", axis=(1, 0, 0))
    system.joint("revolute", 2, 3, "c", point_parent=(0.4, 0, 0))
    system.element("stop", coordinate="x", lower=0, upper=1.0, restitution=restitution)
    system.start(a=(1.2, -6.0))
    return system


def test_an_impact_acts_through_joints_that_close_a_loop():
    """A slider-crank against a stop: impulses keep the loop closed."""
    system = slider_crank(restitution=1)
    motion = system.simulate(3.0)
    assert len(motion.impacts) >= 2
    assert motion.constraint_error < 1e-9 and np.max(motion.slip) < 1e-9
    assert np.max(motion.q[:, list(motion.coordinates).index("x")]) < 1.0 + 1e-8
    assert all(abs(impact.loss) < 1e-9 for impact in motion.impacts)


def test_a_start_beyond_a_limit_is_refused_with_its_name():
    with pytest.raises(LagrError, match="wall 1"):
        ball(0.5).simulate(1.0, q0=[0.05], qd0=[0.0])


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_a_start_is_put_on_a_limit_within_typed_digits_only(size: float) -> None:
    system = ball(0.0, radius=size)
    motion = system.simulate(1e-3, q0=[size * (1 - 5e-7)], qd0=[0.0])
    assert motion.q[0, 0] == pytest.approx(size, rel=1e-12)
    with pytest.raises(LagrError, match="wall 1"):
        system.simulate(1e-3, q0=[size * (1 - 5e-6)], qd0=[0.0])


@pytest.mark.parametrize("height", [3e-6, 1e-6, 1e-9])
def test_a_gap_however_small_is_open(height: float) -> None:
    """Beside a radius of 10 cm or beside nothing: it falls, and meets the wall at √(2 h/g)."""
    fall = np.sqrt(2 * height / G)
    for radius in (0.1, 0.0):
        motion = ball(0.8, radius).simulate(3 * fall, q0=[radius + height], qd0=[0.0])
        assert motion.impacts[0].t == pytest.approx(fall, rel=1e-6)
        assert motion.contacts[0] == (0.0, ())


def test_limits_in_touch_that_nothing_presses_are_not_reached_again() -> None:
    """Two pendulums side by side swing as one; rounding makes no impacts between them."""
    motion = cradle(2).simulate(20.0, q0=[0.5, 0.5], qd0=[0.0, 0.0])
    assert len(motion.contacts) <= 3
    assert motion.energy_error < 1e-8


@pytest.mark.parametrize("speed", [0.01, 0.0])
def test_what_slides_along_a_limit_does_not_strike_it(speed: float) -> None:
    """A ball that runs along a plane that leans: rounding is no speed of arrival; 0.01 is one, at
    the start, and rebounds."""
    system = System("slope", gravity=(0, 0, 0))
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    system.element("wall", normal=(-0.6, 0.8, 0), restitution=1)
    along, normal = np.array([0.8, 0.6]), np.array([-0.6, 0.8])
    start = 3 * along, 7 * along - speed * normal
    motion = system.simulate(1.0, q0=[*start[0], 0], qd0=[*start[1], 0])
    assert not motion.impacts and motion.contacts == ((0.0, ()),)
    assert motion.qd[-1, :2] == pytest.approx(7 * along + speed * normal, abs=1e-12)


@pytest.mark.parametrize("radius", [0.0, 1.0])
def test_rebounds_lower_than_what_passes_unseen_gain_no_energy(radius: float) -> None:
    """From 1 µm beside a radius of 1 m: the last rebounds are 10⁻¹⁶ m high."""
    motion = ball(0.9, radius).simulate(0.02, q0=[radius + 1e-6], qd0=[0.0])
    arrivals = [-impact.before[0] for impact in motion.impacts]
    assert np.all(np.diff(arrivals) < 0)
    rest = np.sqrt(2e-6 / G) * 1.9 / 0.1
    assert motion.contacts[-1] == (pytest.approx(rest, rel=1e-6), (0,))
    assert motion.energy_error < 1e-9


def driven_table(kappa: float) -> System:
    system = System("table", gravity=(0, "-g", 0))
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("prismatic", 0, 1, "y", axis=(0, 1, 0))
    limit = "0.01*sin(50*t) - y"
    system.element("unilateral_condition", limit=limit, restitution=kappa)
    return system


def test_impacts_go_on_where_the_wall_is_driven() -> None:
    """The table's acceleration is 2.5 g at most: no rebound is told as rest while it throws."""
    motion = driven_table(0.5).simulate(3.0, q0=[0.3], qd0=[0.0])
    assert motion.impacts[-1].t > 2.5
    assert np.min(motion.q[:, 0] - 0.01 * np.sin(50 * motion.t)) > -1e-9
    for begun, ended in ((rest.begun, rest.t) for rest in motion.settled):
        middle = np.linspace(begun, ended, 5)
        assert np.all(G - 25 * np.sin(50 * middle) > 0)
