"""Random systems that rub and strike move as Moreau's time-stepping tends to."""

from __future__ import annotations

import numpy as np

from lagr_gui import System
from lagr_gui.foundation.problem import LagrError
from lagr_gui.simulation.trajectory import Trajectory
from tests.oracle.conftest import Extent
from tests.oracle.moreau import Moreau
from tests.oracle.rubbing import random_rubbing

STEP, NEAR = 5e-4, 3e-2
"""The stepping misses up to 1.3e-2 of the scale with this step, more where balls spin up beside
locks, and half as much with half of it; who sticks or strikes wrongly is ten times as far away."""


def missed(system: System, motion: Trajectory, step: float) -> float:
    """By how much of the scale the stepping ends elsewhere."""
    q, qd = Moreau(system).stepped(step)
    return max(
        float(np.max(np.abs(got - told[-1]) / max(1.0, float(np.abs(told).max()))))
        for got, told in ((q, motion.q), (qd, motion.qd))
    )


def test_random_motions_are_what_stepping_tends_to(extent: Extent) -> None:
    far: list[tuple[int, str, float]] = []
    for seed in extent.seeds(2, 500):
        sort, system = random_rubbing(seed)
        try:
            motion = system.simulate()
        except LagrError as error:
            if {problem.code for problem in error.problems} != {"beyond-limit"}:
                far.append((seed, str(error), np.inf))
            continue
        if not motion.limits and not motion.frictions:
            continue
        off = missed(system, motion, STEP)
        if off > NEAR and missed(system, motion, STEP / 4) > off / 2:
            far.append((seed, sort, off))
    assert not far
