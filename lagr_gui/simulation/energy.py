"""Work along a motion: powers integrated over the dense output."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from lagr_gui.simulation.system import Array, MechanicalSystem, Record
from lagr_gui.simulation.tuning import ENERGY


def works(
    system: MechanicalSystem,
    grid: Record,
    dense: Callable[[Array], Array],
    t: Array,
    steps: Sequence[float],
    listen: Callable[[], None],
) -> tuple[Array, Array, float]:
    """Dissipated and supplied work (n,) from t[0] to each of the times t (n,).

    The third value is the largest kinetic energy on the way; output times can miss it.

    Quadrature apart from the integrator: it neither costs steps nor touches their control.
    Intervals end at the grid and at the ends of steps, where the dense output has kinks.
    `listen` is called many times a second and may raise `Cancelled`.
    """
    largest = float(np.max(grid.T))
    if len(t) < 2 or not (np.any(grid.dissipated) or np.any(grid.supplied)):
        return np.zeros(len(t)), np.zeros(len(t)), largest
    ends = np.unique(np.concatenate([t, [s for s in steps if t[0] < s < t[-1]]]))
    sums = np.zeros((len(ends), 2))
    for first in range(0, len(ends) - 1, ENERGY.block):
        listen()
        parts, T = _parts(system, dense, ends[first : first + ENERGY.block + 1])
        largest = max(largest, T)
        sums[first + 1 : first + 1 + len(parts)] = sums[first] + np.cumsum(parts, axis=0)
    dissipated, supplied = sums[np.searchsorted(ends, t)].T
    return dissipated, supplied, largest


def _parts(
    system: MechanicalSystem, dense: Callable[[Array], Array], ends: Array
) -> tuple[Array, float]:
    """Dissipated and supplied work (n, 2) between n + 1 times, and the largest T."""
    x, weights = np.polynomial.legendre.leggauss(ENERGY.nodes)
    half = np.diff(ends) / 2
    times = ((ends[:-1] + half)[:, None] + half[:, None] * x).ravel()
    q, qd = np.hsplit(dense(times).T, 2)
    record = system.record(times, q, qd)
    powers = np.stack([record.dissipated, record.supplied], axis=1).reshape(-1, ENERGY.nodes, 2)
    work = half[:, None] * np.einsum("k,nkp->np", weights, powers)
    return work, float(np.max(record.T))
