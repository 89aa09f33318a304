"""The type of arrays of real numbers, as all floors write it."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


_SOME = ctypes.c_char.from_buffer
"""What of an array NumPy's own `ctypes` looks at in a sixth of its time."""


def address(row: NDArray[Any]) -> int:
    """Where the first entry of an array lies in memory."""
    try:
        return ctypes.addressof(_SOME(row.data))
    except (TypeError, ValueError):  # it has no entries, may not be written, or has gaps
        return row.ctypes.data


def halves(states: Array) -> tuple[Array, Array]:
    """The views (…, f) of what belongs to q, and to q̇, in states (…, 2f)."""
    f = states.shape[-1] // 2
    return states[..., :f], states[..., f:]
