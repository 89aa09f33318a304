"""How fast motions are computed: many steps in one call of machine code, beside single steps.

    python benchmarks/motion.py [name …]

For each sample: its motion with its own settings, one after the other, kernels warm, without the
check that it carries.  The peer is the same program where each step is taken from Python, as it is
where LLVM is missing; both call the same machine code for accelerations.  Both motions are compared
before: where a motion is chaotic they part in the end, so it is their energies that must be as
exact.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import sleep

import table

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import pipeline
from lagr_gui.analysis.motions.march import contacts_of, march
from lagr_gui.foundation.resource import sample_models
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import SimulationStopped, Trajectory, run

GOALS = {
    "double_pendulum": 100,
    "furuta_pendulum": 50,
    "robot_arm_6r": 50,
    "four_bar": 20,
    "andrews_squeezer": 20,
    "slider_crank": 20,
    "newtons_cradle": 20,
}
RUNS, QUICK_RUNS = 3, 60
"""Runs of single steps, and of many at once: of short ones some are disturbed."""
AS_EXACT = 10.0
"""Many steps at once may lose so many times as much energy as single ones, or next to nothing."""
NOTHING = 1e-9


@dataclass(frozen=True)
class Pair:
    """The shortest of several runs (s), and what came of one."""

    seconds: float
    motion: Trajectory


def unchecked(prepared: Prepared) -> Callable[[], Trajectory]:
    """What computes the motion, as far as it goes, without its check."""
    own, start = prepared.system(), prepared.assembly
    settings = replace(prepared.settings, q0=tuple(start.q), qd0=tuple(start.qd))

    def motion() -> Trajectory:
        try:
            return march(prepared, own, settings, contacts_of(prepared))
        except SimulationStopped as ended:
            return ended.trajectory

    return motion


def shortest(motion: Callable[[], Trajectory], runs: int) -> Pair:
    """Several runs of the same motion."""
    motions = [motion() for _ in range(runs)]
    return Pair(min(found.seconds for found in motions), motions[-1])


def beside_single_steps(prepared: Prepared) -> tuple[Pair, Pair]:
    """A motion by many steps at once, and by single ones."""
    motion = unchecked(prepared)
    motion()
    while prepared.system().bound.kernel.level == "quick":
        sleep(0.1)
    many = shortest(motion, QUICK_RUNS)
    library, run.library = run.library, lambda: None
    try:
        return many, shortest(motion, RUNS)
    finally:
        run.library = library


def main(names: list[str]) -> int:
    """Print one line for each sample, then the median; 1 where a motion is less exact."""
    table.head("motion by many steps at once, beside single steps")
    ratios: list[float] = []
    worse: list[str] = []
    for path in sample_models():
        if names and path.stem not in names:
            continue
        many, single = beside_single_steps(pipeline.prepare(pipeline.load(path)))
        ratios.append(single.seconds / many.seconds)
        goal = GOALS.get(path.stem)
        reached = None if goal is None else table.at_least(ratios[-1], goal)
        times = table.seconds(many.seconds), table.seconds(single.seconds)
        table.line(path.stem, *times, ratios[-1], reached)
        lost, usual = abs(many.motion.energy_error), abs(single.motion.energy_error)
        if lost > AS_EXACT * usual + NOTHING:
            worse.append(f"{path.stem} loses {lost:.1e} of its energy, by single steps {usual:.1e}")
    table.line("median", "–", "–", median(ratios))
    print("\n".join(worse))
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
