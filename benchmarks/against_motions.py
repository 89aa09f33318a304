"""The motions of all samples by two programs, turn by turn: `against.py` calls it (`motions`).

    python benchmarks/against_motions.py

is one of both programs, which `against.py` starts: each line that it reads is the file of a model,
and is answered with one of JSON.

Both work in processes of their own, which keep what they have compiled.  The table shows seconds of
processor time of whole simulations, the best of all runs, then the part of the motion that its
check takes in this tree, and how many steps and evaluations of accelerations there are: these no
other work on the machine changes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from math import exp, log
from pathlib import Path
from typing import Any

import table

LONG, SHARE = 0.02, 0.1
"""Of motions that take longer (s) the check may take so much."""

SUM = 1.05
"""How much longer all simulations may take together."""

COUNTS = ("steps", "evaluations")
HEADS = ("new", "old", "new/old", "check", "steps", "old", "evaluat.", "old")

Run = dict[str, Any]


class Program:
    """One of both programs, under way until a stack is closed."""

    def __init__(self, tree: Path, stack: ExitStack) -> None:
        self._process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, str(tree / "benchmarks" / Path(__file__).name)],
                cwd=tree,
                env={**os.environ, "PYTHONPATH": str(tree), "OMP_NUM_THREADS": "1"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
        )

    def run(self, sample: Path) -> Run:
        """The shortest times of some runs (s), and what they count."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(sample, file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def beside(new: Path, old: Path, rounds: int) -> str:
    """Print the table of two trees; in a word whether the new one is slower than it may be."""
    print(f"\n{'motion':<25}" + "".join(f"{head:>10}" for head in HEADS))
    pairs: dict[str, list[Run]] = {}
    with ExitStack() as stack:
        programs = [Program(tree, stack) for tree in (new, old)]
        for sample in sorted((old / "sample_models").glob("*.lagr")):
            pairs[sample.stem] = _turns(programs, sample, rounds)
            _print(sample.stem, *pairs[sample.stem])
    ratios = [mine["whole"] / theirs["whole"] for mine, theirs in pairs.values()]
    whole = [sum(pair[side]["whole"] for pair in pairs.values()) for side in (0, 1)]
    dear = [
        name
        for name, (mine, _) in pairs.items()
        if mine["whole"] - mine["check"] > LONG and _share(mine) > SHARE
    ]
    mean = exp(sum(map(log, ratios)) / len(ratios))
    times = " and ".join(map(table.seconds, whole))
    print(f"\nall together {times}: {whole[0] / whole[1]:.3f}, to be at most {SUM}")
    print(f"geometric mean {mean:.3f}, from {min(ratios):.2f} to {max(ratios):.2f}")
    print(f"checks above {SHARE:g} of motions above {LONG:g} s: {', '.join(dear) or 'none'}")
    return "SLOWER" if dear or whole[0] > SUM * whole[1] else ""


def _share(run: Run) -> float:
    """The check as a part of the motion without it."""
    return run["check"] / (run["whole"] - run["check"])


def _print(name: str, mine: Run, theirs: Run) -> None:
    cells = [table.seconds(run["whole"]) for run in (mine, theirs)]
    cells += [f"{mine['whole'] / theirs['whole']:.2f}", f"{_share(mine):.2f}"]
    cells += [str(run[count]) for count in COUNTS for run in (mine, theirs)]
    print(f"{name:<25}" + "".join(f"{cell:>10}" for cell in cells), flush=True)


def _turns(programs: Sequence[Program], sample: Path, rounds: int) -> list[Run]:
    """The best of both programs in some turns, each of them first as often."""
    runs: list[list[Run]] = [[], []]
    for turn in range(rounds):
        for side in (0, 1) if turn % 2 else (1, 0):
            runs[side].append(programs[side].run(sample))
    times = ("whole", "check")
    return [own[-1] | {name: min(run[name] for run in own) for name in times} for own in runs]


def answer(file: str) -> Run:
    """The times and counts of the motion of a model."""
    from certificate import share

    from lagr_gui import pipeline

    model = pipeline.load(Path(file))
    whole, check = share(model)
    motion, _ = pipeline.simulate_as_far(model)
    return {"whole": whole, "check": check, **{name: getattr(motion, name) for name in COUNTS}}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(line.strip())), flush=True)
