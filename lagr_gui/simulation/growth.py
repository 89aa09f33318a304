"""Motions that run away: coordinates that grow like exp(λt) or faster until the end."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.simulation.tuning import GROWTH


@dataclass(frozen=True)
class Growth:
    """A course that grows without bound: at time `t` it is `factor` times its first `size`.

    It grows by a factor of e in a time `span` (s).
    """

    t: float
    factor: float
    size: float
    span: float


def growth(t: Array, y: Array, size: float) -> Growth | None:
    """How the values y (n,) at times t (n,) run away; None where they do not.

    What is larger at first than `size` has that size.  Only ratios of y and of t matter.
    """
    reach = np.maximum.accumulate(np.abs(y[np.isfinite(y)]))
    times = t[: len(reach)]
    size = max(size, float(reach[0]) if len(reach) else 0.0)
    if len(reach) < 2 or not size > 0 or reach[-1] < size * 10.0**GROWTH.decades:
        return None
    logs = np.log10(np.maximum(reach, np.finfo(float).tiny)) - np.log10(size)
    met = logs[-1] - np.arange(int(logs[-1]) + 1)[::-1]  # whole decades below the last value
    passed = _first_at(times, logs, met)
    middle = float(_first_at(times, logs, np.array([(met[0] + met[-1]) / 2]))[0])
    decade = (passed[-1] - passed[0]) / (len(met) - 1)
    slower = passed[-1] - middle > GROWTH.slower * (middle - passed[0])
    if slower or times[-1] - passed[-1] > GROWTH.rest * decade:
        return None
    factor = 10.0 ** min(2 * GROWTH.decades, 3 * int(logs[-1] // 3))
    when = float(_first_at(times, logs, np.array([log(factor, 10)]))[0])
    later = (passed[-1] - middle) / (met[-1] - met[0]) * 2
    return Growth(when, factor, size, later / log(10))


def _first_at(t: Array, logs: Array, levels: Array) -> Array:
    """The times at which a course that never falls reaches levels, between its nodes in line."""
    after = np.clip(np.searchsorted(logs, levels), 1, len(logs) - 1)
    low, high = logs[after - 1], logs[after]
    part = np.where(high > low, (levels - low) / np.where(high > low, high - low, 1.0), 1.0)
    return t[after - 1] + np.clip(part, 0.0, 1.0) * (t[after] - t[after - 1])
