"""Coordinates that fail in a position are named: gimbal lock, joints in one line."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.pipeline import mobility


def told(system: System) -> list[str]:
    return [n.cause for n in mobility(system.model).notes if n.code == "invalid-coordinates"]


def ball(angle: float) -> System:
    system = System("ball")
    system.body("", 1, (0.1, 0.2, 0.3))
    system.joint("spherical", 0, 1, "a", "b", "c")
    system.start(b=angle)
    return system


def test_gimbal_lock_names_the_two_angles_that_turn_about_one_axis():
    (cause,) = told(ball(np.pi / 2))
    assert "a, c" in cause and "b" not in cause.partition("coordinates ")[2].split(" ")[0]


@pytest.mark.parametrize("angle", [0.0, 0.7, 1.5])
def test_away_from_it_nothing_is_told(angle):
    assert told(ball(angle)) == []


def test_two_coaxial_hinges_with_a_massless_body_between_are_independent_as_positions():
    system = System("coaxial")
    system.body("", 0)
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("revolute", 0, 1, "p")
    system.joint("revolute", 1, 2, "q")
    assert told(system) == []
