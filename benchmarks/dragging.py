"""A mechanism that follows a point which is dragged: milliseconds for an answer.

    python benchmarks/dragging.py

The point goes some 2 cm with each answer, as under a pointer, in reach and out of reach.  Shown are
the median and the slowest tenth.  1 is returned where a loop is not closed to 1e-9.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep

import numpy as np
import table

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui.model import Model
from lagr_gui.pipeline import Dragging
from lagr_gui.prepared import prepare
from tests.mechanics.bound.mechanisms import four_bar, windows
from tests.models.large import large, ring

SYSTEMS: dict[str, tuple[Callable[[], Model], int]] = {
    "four-bar": (lambda: four_bar().model, 2),
    "sixteen four-bars, 49 bodies": (lambda: windows(16).model, 20),
    "ring in space, 51 bodies": (lambda: ring(51), 25),
    "chain of 50 bodies": (lambda: large("chain", 50), 50),
    "tree of 50 bodies": (lambda: large("tree", 50), 50),
}
ANSWERS, MOVED = 100, 0.02
GOAL = 0.016
"""Seconds for an answer: sixty in a second."""
CLOSED = 1e-9


def measured(name: str, model: Model, body: int) -> bool:
    """Print the line of one system; whether loops stayed closed."""
    known = prepare(model)
    dragging = Dragging(known)
    dragging.hold(body, (0, 0.1, 0), normal=(0, 0, 1))
    place = dragging.to((0, 0, 0)).place
    sleep(5)  # kernels are optimised in the background
    source, seconds, closed = np.random.default_rng(2), list[float](), True
    for _ in range(ANSWERS):
        place = place + np.array([*(MOVED * source.standard_normal(2)), 0.0])
        start = perf_counter()
        found = dragging.to(place)
        seconds.append(perf_counter() - start)
        if known.conditions is not None:
            closed = closed and known.conditions.closed(0.0, found.q, CLOSED)
    slow = float(np.quantile(seconds, 0.9))
    ours = f"{table.seconds(float(np.median(seconds)))}, {table.seconds(slow)}"
    table.line(name, ours, goal=table.at_most(slow, GOAL, "s"))
    return closed


def main() -> int:
    """All systems; 1 where a loop is open."""
    table.head("answers under a pointer: median, slowest tenth")
    closed = [measured(name, make(), body) for name, (make, body) in SYSTEMS.items()]
    return 0 if all(closed) else 1


if __name__ == "__main__":
    sys.exit(main())
