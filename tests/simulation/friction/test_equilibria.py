"""Equilibria under dry friction are sets: ranges end where things begin to slip."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from lagr_gui import GROUND, System
from tests.samples.gallery import sample


def oscillator(c: float = 100.0, R: float = 3.0) -> System:
    system = System("oscillator")
    block = system.body(mass=1)
    system.joint("prismatic", GROUND, block, "x")
    system.element("coordinate_spring", coordinate="x", c=c)
    system.element("joint_friction", coordinate="x", kinetic=R)
    return system


def pendulum(R: float) -> System:
    system = System("pendulum", g=9.81)
    bob = system.body(mass=1)
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, 0.5, 0))
    system.element("joint_friction", coordinate="phi", kinetic=0.5 * R, static=R)
    return system


def two_pendulums() -> System:
    system = System("two pendulums")
    upper, lower = system.body(mass=1), system.body(mass=2)
    system.joint("revolute", GROUND, upper, "p", point_child=(0, 1, 0))
    system.joint("revolute", upper, lower, "q", point_child=(0, 1, 0))
    system.element("joint_friction", coordinate="p", kinetic=4)
    system.element("joint_friction", coordinate="q", kinetic=3)
    return system


def four_bar() -> System:
    system = System.of(sample("four_bar"))
    for coordinate in ("q1", "q3"):
        system.element("joint_friction", coordinate=coordinate, kinetic=0.4)
    return system


@pytest.mark.parametrize("size", [1.0, 1e-6, 1e6])
def test_an_oscillator_rests_between_R_by_c(size: float) -> None:
    (found,) = oscillator(100 * size, 3 * size).equilibria().found
    held = found.held["x"]
    assert (held.low, held.high) == pytest.approx((-0.03, 0.03)) and held.exact


def test_a_pendulum_rests_up_to_an_angle_or_anywhere() -> None:
    low, high = pendulum(9.81 / 4).equilibria().found
    assert low.held["phi"].high == pytest.approx(np.pi / 6)
    assert high.held["phi"].low == pytest.approx(np.pi * 5 / 6)
    assert pendulum(5.0).equilibria().found[0].held["phi"].high == np.inf


def test_a_block_on_a_slope_rests_anywhere_or_nowhere() -> None:
    system = System.of(sample("block_on_slope"))
    (item,) = system.equilibria().found
    assert item.held["x"].low == -np.inf and item.held["x"].high == np.inf
    system.set(alpha=0.47)
    assert not system.equilibria().found


def test_what_a_belt_carries_rests_where_its_spring_balances_the_friction() -> None:
    (item,) = System.of(sample("mass_on_belt")).equilibria().found
    assert item.q == pytest.approx([0.03]) and not item.held


def test_two_pendulums_are_held_as_far_as_both_frictions_can() -> None:
    held = two_pendulums().equilibria().found[0].held
    upper, lower = np.arcsin(7 / (3 * 9.81)), np.arcsin(3 / (2 * 9.81))
    assert held["p"].high == pytest.approx(upper) and held["p"].low == pytest.approx(-upper)
    assert held["q"].high == pytest.approx(upper + lower) and held["q"].exact


@pytest.mark.parametrize(
    ("make", "name"),
    [(oscillator, "x"), (lambda: pendulum(2.0), "phi"), (four_bar, "q1")],
)
def test_within_its_end_it_rests_and_beyond_it_slips(make: Callable[[], System], name: str) -> None:
    system = make()
    found = system.equilibria().found[0]
    held = found.held[name]
    assert held.exact
    middle = found.q[system.check().coordinates.index(name)]
    for part, moves in ((1 - 1e-5, False), (1 + 1e-5, True)):
        system.start(**{name: (middle + part * (held.high - middle), 0.0)})
        motion = system.simulate(until=0.05, points=3)
        assert bool(np.any(motion.q[-1] != motion.q[0])) == moves


def loaded(text: str) -> tuple[System, float, float]:
    """A system that reactions hold, with the ends of the range of its first coordinate."""
    s = System(text, gravity=(0, -9.81, 0))
    if text == "guide":
        block, al, mu = s.body(mass=2), 0.4, 0.3
        s.joint("prismatic", GROUND, block, "x", axis=(np.cos(al), np.sin(al), 0))
        s.element("guide_friction", coordinate="x", mu=mu)
        s.element("coordinate_spring", coordinate="x", c=100)
        pull, most = -2 * 9.81 * np.sin(al), mu * 2 * 9.81 * np.cos(al)
        return s, (pull - most) / 100, (pull + most) / 100
    if text == "drum":
        heavy, light = s.body(mass=1.5), s.body(mass=1)
        s.joint("prismatic", GROUND, heavy, "y", axis=(0, 1, 0))
        s.joint("prismatic", GROUND, light, "z", axis=(0, 1, 0))
        s.element("drum_rope", body_a=heavy, drum_point=(0, 2, 0), body_b=light, l=4, mu=0.2)
        s.element("coordinate_spring", coordinate="y", c=10)
        ratio = np.exp(0.2 * np.pi)
        return s, (9.81 / ratio - 1.5 * 9.81) / 10, (9.81 * ratio - 1.5 * 9.81) / 10
    nut, R, rise = s.body(mass=50, inertia=(0, 0.01, 0)), 0.012, 0.01 / (2 * np.pi)
    s.joint("screw", GROUND, nut, "phi", axis=(0, 1, 0), pitch=0.01)
    s.element("bearing_friction", coordinate="phi", mu=0.2, radius=0, thrust_radius=R)
    s.element("coordinate_spring", coordinate="phi", c=0.05)
    lead, rho, moment = np.arctan(rise / R), np.arctan(0.2), 50 * 9.81 * R
    return s, -moment * np.tan(lead + rho) / 0.05, -moment * np.tan(lead - rho) / 0.05


@pytest.mark.parametrize("text", ["guide", "drum", "jack"])
def test_what_reactions_press_holds_systems_with_one_freedom(text: str) -> None:
    s, low, high = loaded(text)
    (found,) = s.equilibria().found
    held = next(iter(found.held.values()))
    assert (held.low, held.high) == pytest.approx((low, high), rel=1e-9) and held.exact


def slider_crank() -> System:
    """A spring holds the piston; the guide and both pins of the crank rub."""
    s = System("slider", gravity=(0, -9.81, 0))
    crank = s.body(mass=1, inertia=(0, 0, 0.01))
    rod, piston = s.body(mass=2, inertia=(0, 0, 0.1)), s.body(mass=3)
    s.joint("revolute", GROUND, crank, "phi", point_child=(-0.1, 0, 0))
    ends = {"point_parent": (0.1, 0, 0), "point_child": (-0.3, 0, 0)}
    s.joint("revolute", crank, rod, "psi", **ends)
    s.joint("revolute", rod, piston, "chi", point_parent=(0.3, 0, 0))
    s.joint("prismatic", GROUND, piston, "x")
    s.element("guide_friction", coordinate="x", mu=0.2)
    s.element("bearing_friction", coordinate="phi", mu=0.1, radius=0.02)
    s.element("bearing_friction", coordinate="psi", mu=0.1, radius=0.02)
    s.element("coordinate_spring", coordinate="x", c=50, q0=0.5)
    return s


def test_a_slider_crank_begins_to_move_where_its_range_ends() -> None:
    s = slider_crank()
    held = s.equilibria(near={"phi": -1.7, "psi": 2.0, "x": 0.5}).found[0].held
    for beyond in (-1e-3, 1e-3):
        phi = held["phi"].high + beyond
        s.start(phi=phi, psi=held["psi"].low, x=held["x"].high)
        moved = s.simulate(until=0.02)
        start, end = moved.q[0], moved.q[-1]
        assert start[0] == pytest.approx(phi, abs=abs(beyond) / 2)
        assert (start == end).all() == (beyond < 0)


def test_a_clutch_holds_to_one_side() -> None:
    s = System("pendulum", gravity=(0, -9.81, 0))
    bob = s.body(mass=1)
    s.joint("revolute", GROUND, bob, "phi", point_child=(0, 1, 0))
    s.element("one_way_clutch", "clutch", coordinate="phi", moment=5, turns="backwards")
    held = s.equilibria().found[0].held["phi"]
    assert (held.low, held.high) == pytest.approx((-np.arcsin(5 / 9.81), 0))
