"""What the check that every motion carries costs, as a part of the run that it belongs to.

    python benchmarks/certificate.py [name …]

For each sample: simulating it with its own settings, kernels warm; then the comparison at the start
and along that motion alone.  Both are timed in the same process, turn by turn.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

import table

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import pipeline
from lagr_gui.model import Model
from lagr_gui.pipeline.auditing import check_motion
from lagr_gui.resource import sample_models

GOAL = 0.1
"""The part of a run that its check may take."""

RUNS = 5


def share(model: Model) -> tuple[float, float]:
    """The shortest of several runs with their checks, and the shortest of the checks (s)."""
    motion, _ = pipeline.simulate_as_far(model)
    first = motion.t[0], motion.q[0], motion.qd[0]
    compiled = pipeline.system(model, start=first)
    whole, checks = [], []
    for _ in range(RUNS):
        whole.append(table.timed(lambda: pipeline.simulate_as_far(model)))
        checks.append(table.timed(lambda: check_motion(model, motion, begun=compiled)))
    return min(whole), min(checks)


def main(names: list[str]) -> None:
    """Print one line for each sample, then the median."""
    table.head("the check of every motion, beside the motion")
    ratios: list[float] = []
    for path in sample_models():
        if names and path.stem not in names:
            continue
        whole, check = share(pipeline.load(path))
        ratios.append(check / (whole - check))
        table.line(path.stem, table.seconds(check), table.seconds(whole - check), ratios[-1])
    middle = median(ratios)
    table.line("median", "–", "–", middle, table.at_most(middle, GOAL))


if __name__ == "__main__":
    main(sys.argv[1:])
