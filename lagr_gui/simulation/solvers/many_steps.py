"""The dense output of steps of DOP853, whoever took them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class ManySteps:
    """The states within k steps of DOP853.

    Their ends (k + 1,), the states at which they begin (k, n), the rows of the dense output
    (k, 7, n).
    """

    ends: Array
    origins: Array
    rows: Array

    def __call__(self, t: Any) -> Array:
        """The state (n,), or (n, m) at times (m,)."""
        times = np.asarray(t, float)
        which = np.clip(np.searchsorted(self.ends, times) - 1, 0, len(self.origins) - 1)
        start = self.ends[which]
        x = (times - start) / (self.ends[which + 1] - start)
        weights = np.empty((*x.shape, self.rows.shape[1]))  # x, x (1 − x), x² (1 − x) …
        weight = np.ones_like(x)
        for row in range(self.rows.shape[1]):
            weight = weight * (1 - x if row % 2 else x)
            weights[..., row] = weight
        change = np.einsum("...r,...rn->...n", weights, self.rows[which])
        return (self.origins[which] + change).T
