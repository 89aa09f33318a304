"""The type of arrays of real numbers, as all floors write it."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


_SOME = ctypes.c_char.from_buffer
"""What of an array NumPy's own `ctypes` looks at in a sixth of its time."""


def address(row: NDArray[Any]) -> int:
    """Where the first entry of an array lies in memory."""
    try:
        return ctypes.addressof(_SOME(row.data))
    except (TypeError, ValueError):  # it has no entries, may not be written, or has gaps
        return row.ctypes.data


LINE = 8
"""Numbers that a processor fetches together: what lies across two lines takes twice as long."""


def aligned(*shape: int) -> Array:
    """Zeros whose first one begins a line of memory: for vectors in machine code."""
    count = math.prod(shape)
    block = np.zeros(count + LINE)
    first = -(address(block) // block.itemsize) % LINE
    return block[first : first + count].reshape(shape)


def in_line(values: ArrayLike) -> Array:
    """The same numbers in memory that begins a line."""
    array = np.asarray(values, float)
    copy = aligned(*array.shape)
    copy[...] = array
    return copy


def beside_times(t: Array, *parts: Array) -> Array:
    """Rows (n, 1 + …) of times (n,) and of parts (n, …), as kernels take them."""
    table = np.empty((len(t), 1 + sum(part.shape[1] for part in parts)))
    table[:, 0], at = t, 1
    for part in parts:
        table[:, at : at + part.shape[1]] = part
        at += part.shape[1]
    return table
