"""Questions about a motion are about the special case that moved."""

from __future__ import annotations

import numpy as np
import pytest

import lagr_gui
from lagr_gui import LagrError, System


@pytest.fixture
def hung() -> System:
    """A pendulum that is long in one special case and heavy in another."""
    system = System("Hung", l=1.0, m=1.0)
    bob = system.body("Bob", mass="m")
    system.joint("revolute", 0, bob, "phi", point_child=(0, "l", 0))
    system.special_case("long", l=3)
    system.special_case("heavy", m=7)
    system.start(phi=0.4)
    return system


@pytest.mark.parametrize("settings", [{}, {"method": "fixed", "step": 0.001}])
def test_they_follow_it(hung: System, settings: dict[str, object]) -> None:
    motion = hung.simulate(until=0.5, special="long", **settings)
    assert motion.special == "long"
    assert hung.energy(motion).error < 1e-6
    (hinge,) = hung.reactions(motion).joints.values()
    pull = 9.81 * np.cos(motion.q[:, 0]) + 3 * motion.qd[:, 0] ** 2
    assert np.allclose(np.linalg.norm(hinge.force, axis=1), pull, rtol=1e-9)
    assert hung.simulate(until=0.5).special == ""


def test_another_case_is_refused(hung: System) -> None:
    motion = hung.simulate(until=0.5, special="long")
    words = "motion of the special case “long”, not of “heavy”"
    for asked in (hung.energy, hung.reactions):
        with pytest.raises(LagrError, match=words):
            asked(motion, special="heavy")
    with pytest.raises(LagrError, match=words):
        lagr_gui.energy(lagr_gui.prepare(hung.model, "heavy"), motion)
