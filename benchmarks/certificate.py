"""What the check that every motion carries costs, as a part of the run that it belongs to.

    python benchmarks/certificate.py [name …]

For each sample: simulating it with its own settings, kernels warm; then the comparison at the start
and along that motion alone.  Both are timed in the same process, turn by turn, in processor time:
other work on the machine hardly changes their ratio.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import table

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import pipeline
from lagr_gui.analysis.audits import check_motion
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model

GOAL = 0.1
"""The part of a run that its check may take."""

SOON = 0.02
"""Seconds of a check for which nobody waits, however short the run was."""

RUNS = 5

CHECKS = 4
"""Checks beside each run: they are so short that one may be off by much."""


def share(model: Model) -> tuple[float, float]:
    """The shortest of several runs with their checks, and the shortest of the checks (s)."""
    motion, _ = pipeline.simulate_as_far(model)
    first = motion.t[0], motion.q[0], motion.qd[0]
    prepared = pipeline.prepare(model)
    compiled = prepared.system(first)
    whole: list[float] = []
    checks: list[float] = []
    for _ in range(RUNS):
        whole.append(spent(lambda: pipeline.simulate_as_far(model)))
        checks += [
            spent(lambda: check_motion(prepared, motion, begun=compiled)) for _ in range(CHECKS)
        ]
    return min(whole), min(checks)


def spent(work: Callable[[], object]) -> float:
    """Seconds of processor time of one run."""
    start = process_time()
    work()
    return process_time() - start


def main(names: list[str]) -> None:
    """Print one line for each sample, then the median and the largest ratio."""
    table.head("the check of every motion, beside the motion")
    ratios: list[float] = []
    for path in sample_models():
        if names and path.stem not in names:
            continue
        whole, check = share(pipeline.load(path))
        ratios.append(check / (whole - check))
        goal = table.Goal(
            f"≤ {GOAL:g} or {table.seconds(SOON)}", ratios[-1] <= GOAL or check <= SOON
        )
        times = table.seconds(check), table.seconds(whole - check)
        table.line(path.stem, *times, ratios[-1], goal)
    table.line("median", "–", "–", median(ratios))
    table.line("largest", "–", "–", max(ratios))


if __name__ == "__main__":
    main(sys.argv[1:])
