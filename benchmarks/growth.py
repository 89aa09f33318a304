"""How the cost of a motion grows with a chain: of four-bars side by side, and of links in space.

    python benchmarks/growth.py

Seconds of processor time, with the checks that motions carry, kernels warm; the peer is the chain
of half the size, the ratio the exponent p in a cost like Nᵖ.  Four-bars (IFToMM's benchmark A02)
move 20 s and pass their dead positions some twenty times, links 1 s.  1 is returned where a motion
loses more energy than `LOST`: a cheap wrong motion is none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import log2
from pathlib import Path
from time import process_time, sleep

import table
from hanging import chain

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import pipeline
from lagr_gui.model import Model
from lagr_gui.simulation import Settings
from tests.mechanics.bound.mechanisms import windows

RUNS = 3
LOOPS, LINKS = (5, 10, 20, 40, 80), (10, 20, 40, 80)
STEEP = 1.5
"""The exponent that is not to be passed: costs that grow like N are 1."""

FORTY = 1.0
"""Seconds for forty loops."""

LOST = 1e-7


def four_bars(count: int) -> tuple[Model, Settings]:
    """Cranks that stand upright, and fall."""
    system = windows(count)
    bodies = 2 * count + 1
    return system.model, Settings(
        t_end=20.0, q0=(0.0,) * bodies, qd0=(-1.0,) + (0.0,) * (bodies - 1)
    )


def links(count: int) -> tuple[Model, Settings]:
    """Links that start bent in all hinges."""
    return chain(count, spatial=True), Settings(t_end=1.0, q0=(0.1,) * count, qd0=(0.0,) * count)


def cost(model: Model, settings: Settings) -> tuple[float, float]:
    """Seconds of the shortest run, and the part of its energy that the motion loses."""
    prepared = pipeline.prepare(model)
    pipeline.simulate(prepared, settings)
    while prepared.system().bound.kernel.level == "quick":
        sleep(0.1)
    seconds: list[float] = []
    for _ in range(RUNS):
        start = process_time()
        motion = pipeline.simulate(prepared, settings)
        seconds.append(process_time() - start)
    return min(seconds), abs(motion.energy_error)


def grown(what: str, make: Callable[[int], tuple[Model, Settings]], sizes: tuple[int, ...]) -> bool:
    """Print one line for each size; whether all motions kept their energy."""
    kept, before = True, None
    for size in sizes:
        seconds, lost = cost(*make(size))
        kept = kept and lost < LOST
        exponent = None if before is None else log2(seconds / before)
        goal = None if exponent is None else table.at_most(exponent, STEEP)
        peer = table.seconds(before)
        table.line(f"{size} {what}", table.seconds(seconds), peer, exponent, goal)
        if make is four_bars and size == 40:
            limit = table.at_most(seconds, FORTY, "s")
            table.line("forty loops", table.seconds(seconds), "–", None, limit)
        before = seconds
    return kept


def main() -> int:
    """Both chains; 1 where energy is lost."""
    table.head("growth of motions with chains; peer: half the size; ratio: exponent")
    kept = [grown("four-bars side by side", four_bars, LOOPS), grown("links", links, LINKS)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
