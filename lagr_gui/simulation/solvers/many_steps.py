"""The dense output of many steps, whoever took them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.simulation.tuning import TAYLOR


@dataclass(frozen=True, slots=True, eq=False)
class ManySteps:
    """The states within k steps of DOP853, or of Taylor series of an `order`.

    Their ends (k + 1,), the states at which they begin (k, n), the rows of the dense output
    (k, 7, n), or (k, order, n).  Where some were cut at their ends `lengths` (k,) are those that
    they had.
    """

    ends: Array
    origins: Array
    rows: Array
    order: int = 0
    lengths: Array | None = None

    @property
    def spans(self) -> Array:
        """The lengths (k,) of the steps as they were taken."""
        return np.diff(self.ends) if self.lengths is None else self.lengths

    @property
    def knots(self) -> Array:
        """The ends, and what parts the long steps of series: states hardly bend more in between."""
        if not self.order:
            return self.ends
        parts = np.arange(TAYLOR.knots) / TAYLOR.knots
        inner = self.ends[:-1, None] + np.diff(self.ends)[:, None] * parts
        return np.append(inner.ravel(), self.ends[-1])

    def __call__(self, t: Any) -> Array:
        """The state (n,), or (n, m) at times (m,)."""
        times = np.asarray(t, float)
        which = np.clip(np.searchsorted(self.ends, times) - 1, 0, len(self.origins) - 1)
        start = self.ends[which]
        span = self.ends[which + 1] - start if self.lengths is None else self.lengths[which]
        x = (times - start) / span
        weights = np.empty((*x.shape, self.rows.shape[1]))  # x, x (1 − x), x² (1 − x) …, or powers
        weight = np.ones_like(x)
        for row in range(self.rows.shape[1]):
            weight = weight * (1 - x if row % 2 and not self.order else x)
            weights[..., row] = weight
        change = np.einsum("...r,...rn->...n", weights, self.rows[which])
        return (self.origins[which] + change).T
