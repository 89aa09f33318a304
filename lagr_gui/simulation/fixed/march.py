"""Motions by steps of fixed length, in machine code, in groups of sixteen."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array, aligned, in_line
from lagr_gui.foundation.problem import Cancelled
from lagr_gui.kernel import Bound, Kernel
from lagr_gui.kernel.operations import WIDTH
from lagr_gui.native import Library
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.fixed import steps
from lagr_gui.simulation.fixed.steps import LaneMotion
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.tuning import CHART

if TYPE_CHECKING:
    from lagr_gui.kernel.lanes import LaneProgram  # LLVM may be missing
    from lagr_gui.simulation.charts import Turns

PAUSE = 20_000
"""Steps of sixteen motions between two looks whether they are still wanted."""


@cache
def library() -> Library:
    """The steps as machine code."""
    return Library([steps.march], wide=True)


def steps_between(settings: Settings) -> int:
    """The steps from one output time to the next: as long as `step`, or a little shorter."""
    span = (settings.t_end - settings.t0) / (settings.points - 1)
    return max(1, math.ceil(span / settings.step * (1 - 1e-9)))


@dataclass(frozen=True, eq=False)
class LaneSystem:
    """Equations of motion for sixteen motions at once.

    The kernel gives "qdd", behind it "zd" of states of the first order, and where works are wanted
    "dissipated" and "supplied".
    """

    kernel: Kernel
    program: LaneProgram
    layout: StateLayout
    works: int

    def bind(self, parameters: Array) -> Bound:
        """With values of the parameters."""
        return self.kernel.bind(parameters)


def march(
    system: LaneSystem,
    bound: Sequence[Bound],
    starts: Array,
    settings: Settings,
    cancel: Callable[[], bool] | None = None,
    turns: Sequence[Turns] = (),
    met: NDArray[np.bool_] | None = None,
) -> Array:
    """The states and works (m, k, n + w) at the k output times of m motions.

    They start from `starts` (m, n).  `met` (m,) learns which of them meet a lock of turns in
    sequence: they are to be taken otherwise.  Raises Cancelled.
    """
    layout = system.layout
    count, rows = len(bound), layout.n + system.works
    lanes = np.minimum(np.arange(-(-count // WIDTH) * WIDTH), count - 1)  # the last fills its group
    start = np.hstack([starts, np.zeros((count, system.works))])[lanes]
    states = aligned(len(lanes) // WIDTH, settings.points, rows, WIDTH)
    states[:, 0] = np.swapaxes(start.reshape(-1, WIDTH, rows), 1, 2)
    values = _values(system.program, [bound[lane] for lane in lanes])
    middle = np.array([one.places[1] for one in turns], np.int64)
    offsets = np.array([one.sequence.offset for one in turns], float)
    begun = start[:, middle].T + offsets[:, None]
    meeting = np.any(np.abs(np.sin(begun)) < CHART.leave, axis=0).astype(np.int64)
    motion = LaneMotion(
        state=system.program,
        x=aligned((1 + layout.n) * WIDTH),
        w=values,
        out=aligned((layout.f + layout.s + system.works) * WIDTH),
        y=in_line(states[:, 0]),
        gain=aligned(rows * WIDTH),
        states=states,
        groups=len(states),
        values=values[0].size,
        points=settings.points,
        width=WIDTH,
        size=layout.f * WIDTH,
        own=layout.s * WIDTH,
        works=system.works * WIDTH,
        each=steps_between(settings),
        t0=settings.t0,
        h=(settings.t_end - settings.t0) / (settings.points - 1) / steps_between(settings),
        turns=len(turns),
        middles=middle,
        offsets=offsets,
        sides=np.floor(begun / np.pi),
        met=meeting,
        near=math.asin(CHART.leave) / math.pi,
    )
    at_once = max(1, PAUSE // (motion.each * len(states)))
    for first in range(1, settings.points, at_once):
        if cancel is not None and cancel():
            raise Cancelled
        library().march(motion, first, min(first + at_once, settings.points))
    if met is not None:
        met[:] = meeting[:count] > 0
    return np.moveaxis(states, 3, 1).reshape(len(lanes), settings.points, rows)[:count]


def _values(program: LaneProgram, bound: Sequence[Bound]) -> Array:
    """What the program finds in its slots, for each group (g, slots, 16)."""
    tables: dict[tuple[int, ...], Array] = {}
    groups = [bound[first : first + WIDTH] for first in range(0, len(bound), WIDTH)]
    keys = [tuple(map(id, group)) for group in groups]
    for key, group in zip(keys, groups, strict=True):
        if key not in tables:
            tables[key] = program.values(group)
    return in_line(np.stack([tables[key] for key in keys]))
