"""When samples are taken, and random numbers that are the same in every run."""

from __future__ import annotations

import numpy as np

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
