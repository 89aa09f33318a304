"""A slip that turns in a dead position goes on: what is fast stays so."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System
from tests.simulation.friction.drawings import changes


def test_a_crank_with_a_friction_damper_turns_through_its_dead_positions() -> None:
    r, J, R, omega = 0.3, 0.2, 0.1, 3.0
    system = System("crank", gravity=(0, 0, 0))
    crank = system.body(mass=1, inertia=(J, J, J))
    system.joint("revolute", GROUND, crank, "phi")
    ends = {"body_a": crank, "point_a": (r, 0, 0), "body_b": GROUND, "point_b": (1, 0, 0)}
    system.element("line_friction", **ends, kinetic=R)
    system.start(phi=(0.4, omega))
    system.plan(until=6)
    motion = system.simulate(points=7)
    log = changes(motion)
    assert [senses for _, senses in log] == [(1,), (-1,), (1,), (-1,), (1,), (-1,)]
    first = 1 + r - np.hypot(1 - r * np.cos(0.4), r * np.sin(0.4))
    for number, (t, _) in enumerate(log[1:]):
        phi, speed = (part[0] for part in motion.at(t))
        assert phi == pytest.approx((number + 1) * np.pi, abs=1e-9)
        work = R * (first + 2 * r * number)
        assert speed == pytest.approx(np.sqrt(omega**2 - 2 * work / J), abs=1e-9)
    assert motion.energy_error < 1e-9
