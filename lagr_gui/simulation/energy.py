"""Work along a motion: powers integrated over the dense output."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from lagr_gui.simulation.system import Array, Record, System

NODES = 5
"""Gauss-Legendre nodes per interval (exact to degree 9, above the order of the methods)."""


def works(
    system: System,
    grid: Record,
    dense: Callable[[Array], Array],
    t: Array,
    steps: Sequence[float],
) -> tuple[Array, Array, float]:
    """Dissipated and supplied work (n,) from t[0] to each of the times t (n,).

    The third value is the largest kinetic energy on the way; output times can miss it.

    Quadrature apart from the integrator: it neither costs steps nor touches their control.
    Intervals end at the grid and at the ends of steps, where the dense output has kinks.
    """
    none = np.zeros(len(t))
    if len(t) < 2 or not (np.any(grid.dissipated) or np.any(grid.supplied)):
        return none, none.copy(), float(np.max(grid.T))
    ends = np.unique(np.concatenate([t, [s for s in steps if t[0] < s < t[-1]]]))
    x, weights = np.polynomial.legendre.leggauss(NODES)
    half = np.diff(ends) / 2
    times = ((ends[:-1] + half)[:, None] + half[:, None] * x).ravel()
    y = dense(times).T
    f = y.shape[1] // 2
    record = system.record(times, y[:, :f], y[:, f:])
    at = np.searchsorted(ends, t)

    def integral(power: Array) -> Array:
        parts = half * (power.reshape(-1, NODES) @ weights)
        return np.concatenate([[0.0], np.cumsum(parts)])[at]

    largest = max(float(np.max(record.T)), float(np.max(grid.T)))
    return integral(record.dissipated), integral(record.supplied), largest
