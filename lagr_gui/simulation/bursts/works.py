"""Works along steps that machine code took."""

from __future__ import annotations

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.simulation.bursts.library import library
from lagr_gui.simulation.bursts.working import Working
from lagr_gui.simulation.solvers import ManySteps
from lagr_gui.simulation.system import PowerPrograms


def works_of_steps(powers: PowerPrograms, course: ManySteps, times: Array) -> tuple[Array, float]:
    """Dissipated and supplied work (k, 2) between k + 1 rising times, and the largest T there."""
    power, room = powers.power, powers.power.room
    machine = library()
    assert machine is not None  # otherwise nothing took many steps at once
    steps, n = course.origins.shape
    taken = Working(
        n=n,
        order=course.order,
        steps=steps,
        ends=np.ascontiguousarray(course.ends),
        origins=np.ascontiguousarray(course.origins),
        rows=np.ascontiguousarray(course.rows),
        power=power,
        energy=powers.energy,
        x=room.slots,
        w=room.slots,
        out=room.outputs,
        **{name: power.first(name) for name in ("T", "dissipated", "supplied")},
    )
    found = np.empty((len(times) - 1, 2))
    machine.work(taken, len(found), np.ascontiguousarray(times), found)
    return found, taken.largest_T
