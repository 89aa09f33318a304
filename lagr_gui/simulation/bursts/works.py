"""Works along steps that machine code took."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.simulation.bursts.library import library
from lagr_gui.simulation.bursts.working import Working
from lagr_gui.simulation.solvers import ManySteps
from lagr_gui.simulation.system import PowerPrograms


def works_of_steps(
    powers: PowerPrograms, course: ManySteps, times: Array, look: NDArray[np.int64]
) -> tuple[Array, float]:
    """Dissipated and supplied work (2, k) between k + 1 rising times, and the largest T there.

    T is looked at in the middle of the intervals that `look` (k,) marks.
    """
    power, room = powers.power, powers.power.room
    machine = library()
    assert machine is not None  # otherwise nothing took many steps at once
    steps, n = course.origins.shape
    taken = Working(
        n=n,
        order=course.order,
        steps=steps,
        ends=np.ascontiguousarray(course.ends),
        spans=np.ascontiguousarray(course.spans),
        origins=np.ascontiguousarray(course.origins),
        rows=np.ascontiguousarray(course.rows),
        power=power,
        energy=powers.energy,
        x=room.slots,
        w=room.slots,
        out=room.outputs,
        **{name: power.first(name) for name in ("T", "dissipated", "supplied")},
    )
    found = np.empty((2, len(look)))
    machine.work(taken, len(look), np.ascontiguousarray(times), np.ascontiguousarray(look), found)
    return found, taken.largest_T
