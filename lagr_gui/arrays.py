"""The type of arrays of real numbers, as all floors write it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def halves(states: Array) -> tuple[Array, Array]:
    """The views (…, f) of what belongs to q, and to q̇, in states (…, 2f)."""
    f = states.shape[-1] // 2
    return states[..., :f], states[..., f:]
