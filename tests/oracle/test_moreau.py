"""Random systems that rub and strike move as Moreau's time-stepping tends to."""

from __future__ import annotations

import numpy as np

from lagr_gui.foundation.problem import LagrError
from tests.oracle.conftest import Extent
from tests.oracle.moreau import Moreau
from tests.oracle.rubbing import random_rubbing

STEP, NEAR = 5e-4, 3e-2
"""The stepping misses up to 1.3e-2 of the scale with this step, and half as much with half of it;
who sticks or strikes wrongly is ten times as far away."""


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
        q, qd = Moreau(system).stepped(STEP)
        off = max(
            float(np.max(np.abs(got - told[-1]) / max(1.0, float(np.abs(told).max()))))
            for got, told in ((q, motion.q), (qd, motion.qd))
        )
        if off > NEAR:
            far.append((seed, sort, off))
    assert not far
