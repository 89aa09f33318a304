"""Many changes of mode in one motion."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from lagr_gui import GROUND, System
from lagr_gui.simulation.bursts.stepper import BurstStepper

SWINGS, R, W = 140, 0.9, 40.0


def stop(slid: float) -> float:
    """When ω t has turned on until ∫ (sin − R) from a start `slid` on is 0 again."""
    return brentq(lambda x: np.cos(slid) - np.cos(x) - R * (x - slid), slid + 0.1, slid + 2 * np.pi)


def changes_of(swings: int) -> np.ndarray:
    """When it begins to slide and stops, so many swings long (n,)."""
    slides = float(np.arcsin(R))
    ends = [slides, stop(slides)]
    return np.array([n * np.pi + at for n in range(2 * swings) for at in ends]) / W


def test_a_rotor_that_is_shaken_changes_hundreds_of_times() -> None:
    """M sin ωt against a friction of R M, as in F08: it slips twice in a period, and sticks."""
    system = System("rotor", gravity=(0, 0, 0))
    rotor = system.body(mass=1, inertia=(1, 1, 1))
    system.joint("revolute", GROUND, rotor, "phi")
    system.element("joint_friction", coordinate="phi", kinetic=R)
    system.element("coordinate_force", coordinate="phi", force=f"sin({W}*t)")
    motion = system.simulate(until=SWINGS * 2 * np.pi / W, points=50)
    every = changes_of(SWINGS)
    times = np.array([change.t for change in motion.changes])
    assert len(times) in (len(every), len(every) - 1)
    assert times == pytest.approx(every[: len(times)], abs=1e-8)
    assert motion.energy_error < 1e-8


@pytest.mark.parametrize("up", [(0, 1, 0), (0, 0, -1)])
def test_a_block_on_a_rough_floor_moves_in_machine_code(
    up: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing moves its slip across the plane: that holds nothing, and needs no care.

    At all points at which the motion is told it rests.
    """
    careful: list[float] = []
    with_care = BurstStepper._with_care

    def counted(self: BurstStepper) -> Any:
        careful.append(self.t)
        return with_care(self)

    monkeypatch.setattr(BurstStepper, "_with_care", counted)
    system = System("block", gravity=tuple(-10 * x for x in up))
    frame, block = system.body(), system.body(mass=1)
    system.joint("prismatic", GROUND, frame, "x")
    system.joint("prismatic", frame, block, "y", axis=up)
    system.element("wall", body=block, normal=up, mu=R / 10)
    system.element("coordinate_force", coordinate="x", force=f"sin({W}*t)")
    motion = system.simulate(until=4 * 2 * np.pi / W, points=9)
    every = changes_of(4)
    times = [change.t for change in motion.changes]
    assert times == pytest.approx(every[: len(times)], abs=1e-8) and len(times) >= 15
    assert motion.energy_error < 1e-8 and motion.certificate.residual < 1e-9
    assert not careful
