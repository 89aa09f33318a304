"""When samples are taken, and random numbers that are the same in every run."""

from __future__ import annotations

from functools import cache

import numpy as np

from lagr_gui.foundation.arrays import Array

NEAR = 1e-9
"""Times that differ by less than this part of a sample time are the same."""


def instant(begin: float, sample: float, number: int) -> float:
    """The time of a sample, by its number: it is never summed."""
    return begin + number * sample


def normal(seed: int, number: int) -> float:
    """A number that is normally distributed, by a seed and its number among those of it.

    Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (Philox), 2011.
    """
    source = np.random.Philox(key=seed, counter=number)
    return float(np.random.Generator(source).standard_normal())


# --- The same numbers many at a time ------------------------------------------------------------
# NumPy draws by Marsaglia, Tsang: The ziggurat method, Journal of Statistical Software 5 (2000).
# Of 64 random bits the lowest 8 tell a strip, the next one the sign, the 52 behind them the part of
# its width.  Within the strip before that is the number; only beyond it others are drawn.

STRIPS, BITS = 256, 52

BESIDE = 1 - 1e-9
"""What lies so near the end of the inner part of a strip is drawn by itself."""


def normals(seed: int, first: int, count: int) -> Array:
    """The numbers (count,) that `normal` gives, from one on."""
    bits = np.random.Philox(key=seed, counter=first).random_raw(4 * count)[::4]
    strip = (bits & np.uint64(STRIPS - 1)).astype(np.intp)
    part = (bits >> np.uint64(9) & np.uint64(2**BITS - 1)).astype(float)
    widths = _widths()
    found = np.where(bits >> np.uint64(8) & np.uint64(1), -part, part) * widths[strip]
    inner = np.concatenate([widths[-1:], [0.0], widths[1:-1]])
    for place in np.flatnonzero(part * widths[strip] >= BESIDE * 2**BITS * inner[strip]).tolist():
        found[place] = normal(seed, first + place)
    return found


@cache
def _widths() -> Array:
    """The widths of the strips over 2^52, as NumPy has them: what the least part of each gives.

    SFC64 begins with the sum of two numbers of its state.
    """
    source = np.random.SFC64(0)
    drawing, state, widths = np.random.Generator(source), source.state, np.zeros(STRIPS)
    for strip in (0, *range(2, STRIPS)):  # the topmost one has no inner part: nothing is read of it
        state["state"]["state"] = np.array([1 << 9 | strip, 0, 0, 0], np.uint64)
        source.state = state
        widths[strip] = drawing.standard_normal()
    return widths
