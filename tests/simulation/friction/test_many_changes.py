"""Many changes of mode in one motion."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

from lagr_gui import GROUND, System

SWINGS, R, W = 140, 0.9, 40.0


def stop(slid: float) -> float:
    """When ω t has turned on until ∫ (sin − R) from a start `slid` on is 0 again."""
    return brentq(lambda x: np.cos(slid) - np.cos(x) - R * (x - slid), slid + 0.1, slid + 2 * np.pi)


def test_a_rotor_that_is_shaken_changes_hundreds_of_times() -> None:
    """M sin ωt against a friction of R M, as in F08: it slips twice in a period, and sticks."""
    system = System("rotor", gravity=(0, 0, 0))
    rotor = system.body(mass=1, inertia=(1, 1, 1))
    system.joint("revolute", GROUND, rotor, "phi")
    system.element("joint_friction", coordinate="phi", kinetic=R)
    system.element("coordinate_force", coordinate="phi", force=f"sin({W}*t)")
    motion = system.simulate(until=SWINGS * 2 * np.pi / W, points=50)
    slides = float(np.arcsin(R))
    ends = [slides, stop(slides)]
    every = np.array([n * np.pi + at for n in range(2 * SWINGS) for at in ends]) / W
    times = np.array([change.t for change in motion.changes])
    assert len(times) in (len(every), len(every) - 1)
    assert times == pytest.approx(every[: len(times)], abs=1e-8)
    assert motion.energy_error < 1e-8
