"""Motions and linkages of any size: what is small or slow is so beside the model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.prepared import prepare
from lagr_gui.simulation import Settings, simulate
from lagr_gui.simulation.settings import ATOL
from lagr_gui.simulation.solvers import METHODS
from tests.simulation.systems import single


def four_bar(length: float, mass: float, time: float) -> System:
    """A four-bar under weight, in units of these sizes."""
    g = 9.81 * length / time**2
    system = System("Four-bar", gravity=(0, -g, 0))
    before = (0, 0, 0)
    for number, bar in enumerate((0.3 * length, 0.8 * length, 0.6 * length), start=1):
        system.body(mass=mass, inertia=(0, mass * bar**2 / 12, mass * bar**2 / 12))
        end = {"point_parent": before, "point_child": (-bar / 2, 0, 0)}
        system.joint("revolute", number - 1, number, f"q{number}", **end)
        before = (bar / 2, 0, 0)
    system.joint("revolute", 3, 0, "q4", point_parent=before, point_child=(0.9 * length, 0, 0))
    system.start(q1=(1.0, 8.0 / time))
    system.plan(until=2.0 * time)
    return system


SIZES = [(1e-6, 1, 1), (1e6, 1, 1), (1, 1e-6, 1), (1, 1e6, 1), (1, 1, 1e-6), (1, 1, 1e6)]


@pytest.mark.parametrize(("length", "mass", "time"), [*SIZES, (1e6, 1e-6, 1e6), (1e-6, 1e6, 1e-6)])
def test_small_and_large_linkages_close_as_those_of_a_metre(
    length: float, mass: float, time: float
) -> None:
    known = prepare(four_bar(1.0, 1.0, 1.0).model).assembly
    found = prepare(four_bar(length, mass, time).model).assembly
    assert found.q == pytest.approx(known.q, abs=1e-9)
    assert found.qd * time == pytest.approx(known.qd, abs=1e-9)


@pytest.mark.parametrize(("length", "mass", "time"), SIZES)
def test_slow_and_fast_motions_take_the_same_steps(length: float, mass: float, time: float) -> None:
    known = four_bar(1.0, 1.0, 1.0).simulate(0.5)
    found = four_bar(length, mass, time).simulate(0.5 * time)
    assert found.q == pytest.approx(known.q, abs=1e-8)
    assert found.qd * time == pytest.approx(known.qd, abs=1e-7)
    assert abs(found.steps - known.steps) <= 0.2 * known.steps
    assert found.energy_error < 1e-8


@pytest.mark.parametrize("method", ["auto", *METHODS])
@pytest.mark.parametrize("amplitude", [1e-14])
def test_small_motions_have_as_many_digits_as_large_ones(method: str, amplitude: float) -> None:
    swing = single(lambda s: (-100 * s.q, 50 * s.q**2, 0, 0))
    motion = simulate(swing, Settings(0.5, [amplitude], [0.0], method=method, rtol=1e-8))
    apart = motion.q[:, 0] / amplitude - np.cos(10 * motion.t)
    assert np.max(np.abs(apart)) < 1e-5
    assert 0 < motion.energy_error < 1e-5


def test_a_motion_that_begins_from_nothing_is_seen() -> None:
    push = single(lambda s: (1e-13 * s.sin(s.t), 0, 0, 0))
    motion = simulate(push, Settings(5.0, [0.0], [0.0]))
    assert motion.q[:, 0] == pytest.approx(
        1e-13 * (motion.t - np.sin(motion.t)), rel=1e-6, abs=1e-22
    )


@pytest.mark.parametrize("atol", [1e-9, ATOL])
def test_a_tolerance_that_was_chosen_holds_as_it_is(atol: float) -> None:
    swing = single(lambda s: (-100 * s.q, 50 * s.q**2, 0, 0))
    fine = Settings(2.0, [1e-9], [0.0], method="DOP853", max_step=2.0)
    loose = simulate(swing, replace(fine, atol=atol))
    assert loose.steps < 0.7 * simulate(swing, fine).steps
