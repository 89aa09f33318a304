"""How long tests wait: so long that only what hangs comes too late, on a busy machine too.

Speed is measured in benchmarks/, never in a test.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 180.0
"""Seconds after which something hangs; no measure of speed."""


@contextmanager
def without_hanging() -> Iterator[None]:
    """What is done within comes to an end."""
    begin = time.monotonic()
    yield
    assert time.monotonic() - begin < PATIENCE, "it hangs"


def stopwatch() -> Callable[[], float]:
    """The seconds from now on, for what must not run ahead of the clock."""
    begin = time.monotonic()
    return lambda: time.monotonic() - begin


def wait_for(answer: Callable[[], T | None], what: object = "an answer") -> T:
    """The answer as soon as there is one; `what` tells what is missing else."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if (found := answer()) is not None:
            return found
        time.sleep(0.01)
    raise AssertionError(f"waited in vain for {what}")
