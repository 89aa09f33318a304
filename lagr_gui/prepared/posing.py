"""Where the bodies of a prepared model are."""

from __future__ import annotations

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.trajectories.poses import Motion, PoseKernel
from lagr_gui.prepared.prepared import Prepared


def pose_motion(prepared: Prepared, t: Array, q: Array, qd: Array) -> Motion:
    """The motion of the bodies at times (n,) and states (n, f), unchecked."""
    kernel = prepared.kept("poses", lambda: PoseKernel(prepared.recursion), lasting=True)
    return kernel.motion(prepared.parameters, t, q, qd)


def start_state(prepared: Prepared) -> tuple[Array, Array, Array]:
    """The time (1,) and the state q, q̇ (1, f) of the start.

    Where the conditions cannot be met the start values are as they were given.
    """
    try:
        assembly = prepared.assembly
        q, qd = assembly.q, assembly.qd
    except LagrError:
        q, qd = (np.array(values) for values in prepared.start_values)
    return np.array([prepared.model.simulation.start]), q.reshape(1, -1), qd.reshape(1, -1)
