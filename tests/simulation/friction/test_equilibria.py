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
