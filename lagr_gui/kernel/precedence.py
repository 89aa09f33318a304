"""LLVM translates one thing at a time: what somebody waits for comes first."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

REST = 0.2
"""Seconds after which nothing else is expected: the programs of a motion follow each other faster,
and each would wait for what is optimised meanwhile."""
_BEAT = 0.01

_counting = threading.Lock()
_under_way = 0
_last = -REST


@contextmanager
def first() -> Generator[None]:
    """While somebody waits for a translation."""
    global _under_way, _last
    with _counting:
        _under_way += 1
    try:
        yield
    finally:
        with _counting:
            _under_way -= 1
            _last = time.monotonic()


def give_way(wanted: Callable[[], bool]) -> bool:
    """Wait until nobody does, and has not just done so; at once False when it is wanted no more."""
    while wanted():
        if not _under_way and time.monotonic() >= _last + REST:
            return True
        time.sleep(_BEAT)
    return False
