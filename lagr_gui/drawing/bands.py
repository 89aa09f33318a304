"""The rows of a picture in bands, which threads share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from lagr_gui.interruption import whole

HELPERS = min((os.cpu_count() or 1) - 1, 3)
"""Threads beside the one that asks: more of them wait for memory and for each other."""
EACH = 2
"""Bands for each thread, since some of them have less in them."""

Step = Callable[[int, int], None]
"""Something done to the rows from one until before another; machine code, without Python's lock."""


def in_bands(steps: Sequence[Step], rows: int, least: int) -> None:
    """Do all steps to all rows, one after the other in each band of a multiple of `least` rows."""
    threads = HELPERS + 1
    many = EACH * threads if HELPERS else 1
    high = least * -(-rows // (many * least))
    bands = iter([(first, min(first + high, rows)) for first in range(0, rows, max(high, 1))])
    others = [_submitted(steps, bands) for _ in range(HELPERS)]
    _do(steps, bands)
    for other in others:
        other.result()


def _do(steps: Sequence[Step], bands: Iterator[tuple[int, int]]) -> None:
    """Take bands that nobody has taken yet until there are none."""
    for first, last in bands:
        for step in steps:
            step(first, last)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(HELPERS, "pictures")


@whole
def _submitted(steps: Sequence[Step], bands: Iterator[tuple[int, int]]) -> Future[None]:
    return _pool().submit(_do, steps, bands)
