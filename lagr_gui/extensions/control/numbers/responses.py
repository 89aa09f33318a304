"""Motions of linear systems at equal times: free ones, steps and impulses; exact exponentials."""

from __future__ import annotations

import numpy as np

from lagr_gui.extensions.control.numbers.state_space import Complex, StateSpace
from lagr_gui.foundation.arrays import Array

POINTS = 400
"""Instants of a response that is drawn."""

QUIETS = 6.0
"""Time constants of the slowest pole after which a response has come to rest."""


def free(system: StateSpace, x0: Array, until: float, points: int = POINTS) -> tuple[Array, Array]:
    """Times (w,) from 0 to `until` (s) and the states (w, n) from x0 on with u = 0."""
    t, step = _grid(system, until, points)
    x = np.empty((len(t), system.n))
    x[0] = x0
    for place in range(1, len(t)):
        x[place] = step.A @ x[place - 1]
    return t, x


def step(
    system: StateSpace, until: float, points: int = POINTS, number: int = 0
) -> tuple[Array, Array]:
    """Times (w,) and the outputs (w, k) for input `number` going from 0 to 1."""
    t, exact = _grid(system, until, points)
    x = np.zeros((len(t), system.n))
    for place in range(1, len(t)):
        x[place] = exact.A @ x[place - 1] + exact.B[:, number]
    return t, x @ system.C.T + system.D[:, number]


def impulse(
    system: StateSpace, until: float, points: int = POINTS, number: int = 0
) -> tuple[Array, Array]:
    """Times (w,) and the outputs (w, k) for an impulse of 1 on input `number`.

    A direct part D shows it at no time after 0 and is left out; of sampled systems it is a 1 that
    lasts for one sample.
    """
    if system.h:
        t, x = free(system, system.B[:, number], until, points)
        y = np.vstack([system.D[:, number], x[:-1] @ system.C.T])
        return t, y
    t, x = free(system, system.B[:, number], until, points)
    return t, x @ system.C.T


def horizon(poles: Complex, h: float = 0.0, most: float = 1e4) -> float:
    """A time (s) in which what is to be seen of a response has happened."""
    if h:
        sizes = np.abs(poles[np.abs(poles) > 0])
        rates = np.abs(np.log(np.where(sizes > 0, sizes, 1.0))) / h
    else:
        rates = np.abs(poles.real)
    rates = rates[rates > 1e-6 * np.max(np.abs(rates), initial=0.0)]
    return float(np.clip(QUIETS / np.min(rates), 1e-6, most)) if len(rates) else 10.0


def _grid(system: StateSpace, until: float, points: int) -> tuple[Array, StateSpace]:
    """Equal times, and the system from one to the next; those of the samples where it has such."""
    if system.h:
        count = int(np.clip(round(until / system.h), 1, 50 * POINTS))
        return np.asarray(np.arange(count + 1) * system.h, float), system
    t = np.linspace(0.0, until, points).astype(np.float64)
    return t, system.sampled(float(t[1]))
