"""Motions by steps of fixed length, in machine code, sixteen at a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.kernel import Bound, Kernel
from lagr_gui.kernel.lanes import LaneProgram
from lagr_gui.kernel.operations import WIDTH
from lagr_gui.native import Library
from lagr_gui.problem import Cancelled
from lagr_gui.simulation.fixed import steps
from lagr_gui.simulation.fixed.steps import LaneMotion
from lagr_gui.simulation.settings import Settings

PAUSE = 20_000
"""Steps of sixteen motions between two looks whether they are still wanted."""


@cache
def library() -> Library:
    """The steps as machine code."""
    return Library([steps.march])


def steps_between(settings: Settings) -> int:
    """The steps from one output time to the next: as long as `step`, or a little shorter."""
    span = (settings.t_end - settings.t0) / (settings.points - 1)
    return max(1, math.ceil(span / settings.step * (1 - 1e-9)))


@dataclass(frozen=True, eq=False)
class LaneSystem:
    """Equations of motion of f coordinates for sixteen motions at once.

    The kernel gives "qdd", and where works are wanted "dissipated" and "supplied" behind.
    """

    kernel: Kernel
    program: LaneProgram
    f: int
    works: int

    def bind(self, parameters: Array) -> Bound:
        """With values of the parameters."""
        return self.kernel.bind(parameters)


def march(
    system: LaneSystem,
    bound: Sequence[Bound],
    q: Array,
    qd: Array,
    settings: Settings,
    cancel: Callable[[], bool] | None = None,
) -> Array:
    """The states and works (m, n, 2f + w) at the n output times of up to sixteen motions.

    They start from q and q̇ (m, f); empty lanes repeat the last one.  Raises Cancelled.
    """
    lanes = [min(lane, len(bound) - 1) for lane in range(WIDTH)]
    start = np.vstack([q.T, qd.T, np.zeros((system.works, len(bound)))])[:, lanes]
    states = np.empty((settings.points, *start.shape))
    states[0] = start
    motion = LaneMotion(
        state=system.program,
        x=np.zeros((1 + 2 * system.f) * WIDTH),
        w=system.program.values([bound[lane] for lane in lanes]),
        out=np.zeros((system.f + system.works) * WIDTH),
        y=np.ascontiguousarray(start).ravel(),
        gain=np.zeros(start.size),
        states=states,
        width=WIDTH,
        size=system.f * WIDTH,
        works=system.works * WIDTH,
        each=steps_between(settings),
        t0=settings.t0,
        h=(settings.t_end - settings.t0) / (settings.points - 1) / steps_between(settings),
    )
    at_once = max(1, PAUSE // motion.each)
    for first in range(1, settings.points, at_once):
        if cancel is not None and cancel():
            raise Cancelled
        library().march(motion, first, min(first + at_once, settings.points))
    return np.moveaxis(states, 2, 0)[: len(bound)]
