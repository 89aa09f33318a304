"""This program beside that of another commit, turn by turn in one run.

    python benchmarks/against.py COMMIT [--rounds N] [name …]

The files of the commit go to a temporary folder, with the benchmarks of this tree beside them, and
both are measured with the same environment, in fresh processes, in changing order.  The table
shows the best of N runs by the wall clock and their ratio, and that of the processor times: medians
in multiples of a fixed piece of work before and after, because a core that is shared is slow for
everything.  The latter decides: “SLOWER” is what exceeds the noise, at least 8 %; “slower?” what
takes more than twice as long by the wall clock only; “OTHER RESULT” where numbers differ.  Names
are those of `against_work.py`, which are all run without one, `motions` for a table of its own
(`against_motions.py`), and those of `all.py`, whose tables are read.  What the old program cannot
do yet is said.  Status 1 where something is slower or another result.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import table
from against_motions import beside
from against_ratios import Comparison, Side, compare, from_table
from all import NAMES as SCRIPTS

ROOT = Path(__file__).resolve().parents[1]
MEASURES = (
    "chain",
    "arm",
    "sheets",
    "long",
    "evaluate",
    "simulate",
    "accelerations",
    "commands",
)
MOTIONS = "motions"
ROUNDS = 5
BUDGET = 60.0
"""Seconds after which a measure gets no further round, once it has had two."""

Lines = dict[str, Side]


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The files of a commit in a folder of their own, with our benchmarks; gone afterwards."""
    archive = subprocess.run(
        ["git", "archive", "--format=tar", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    with tempfile.TemporaryDirectory(prefix="lagr-against-") as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        benchmarks = Path(folder) / "benchmarks"
        shutil.rmtree(benchmarks, ignore_errors=True)
        shutil.copytree(ROOT / "benchmarks", benchmarks)
        yield Path(folder)


def measured(tree: Path, name: str, samples: Path) -> Mapping[str, Mapping[str, Any]]:
    """The runs of one measure or script of a tree, by line of the table."""
    script = "against_work" if name in MEASURES else name
    words = [name, str(samples)] if name in MEASURES else []
    done = subprocess.run(
        [sys.executable, str(tree / "benchmarks" / f"{script}.py"), *words],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0 and (name in MEASURES or not from_table(done.stdout)):
        return {name: {"missing": (done.stderr.strip().splitlines() or ["it failed"])[-1]}}
    return json.loads(done.stdout) if name in MEASURES else from_table(done.stdout)


def turns(name: str, old: Path, rounds: int) -> tuple[Lines, Lines]:
    """The lines of both programs, new and old, measured in turns."""
    sides: tuple[Lines, Lines] = {}, {}
    begun = perf_counter()
    for turn in range(rounds):
        if turn >= 2 and perf_counter() - begun > BUDGET:
            break
        pairs = list(zip(sides, (ROOT, old), strict=True))
        for lines, tree in pairs if turn % 2 else reversed(pairs):
            for what, run in measured(tree, name, old / "sample_models").items():
                lines.setdefault(what, Side()).add(run)
    return sides


def show(new: Lines, old: Lines) -> list[str]:
    """Print the lines of one measure; their verdicts."""
    verdicts = []
    for what in dict.fromkeys((*new, *old)):
        mine, theirs = new.get(what, Side()), old.get(what, Side())
        if mine.walls and theirs.walls:
            found = compare(mine, theirs)
            verdicts.append(found.verdict)
            _print(what, mine, theirs, found)
        else:
            reason = mine.missing or theirs.missing or "it is not there"
            side = "new" if not mine.walls else "old"
            print(f"{what:<40}not measured: {side} program: {reason}", flush=True)
    return verdicts


def _print(what: str, new: Side, old: Side, found: Comparison) -> None:
    cells = [table.seconds(min(new.walls)), table.seconds(min(old.walls))]
    cells += [f"{ratio:.2f}" for ratio in found.ratios] + ["–"] * (2 - len(found.ratios))
    cells += ["/".join(f"{noise:.0%}" for noise in found.noises)]
    row = f"{what:<40}" + "".join(f"{cell:>10}" for cell in cells)
    print(f"{row}   {found.verdict}".rstrip(), flush=True)


def main(words: Sequence[str]) -> int:
    """The table; 1 where something is slower or has another result."""
    parser = ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("commit")
    parser.add_argument("names", nargs="*", metavar="name")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_intermixed_args(words)  # names may follow options
    known = (*MEASURES, MOTIONS, *SCRIPTS)
    if unknown := set(asked.names) - set(known):
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    heads = ("new", "old", "new/old", "processor", "noise")
    print(f"this tree beside {asked.commit}, best of {asked.rounds}\n")
    print(f"{'what':<40}" + "".join(f"{head:>10}" for head in heads))
    verdicts: list[str] = []
    with tree_of(asked.commit) as old:
        for name in asked.names or MEASURES:
            if name == MOTIONS:
                verdicts.append(beside(ROOT, old, asked.rounds))
            else:
                verdicts += show(*turns(name, old, asked.rounds))
    bad = [verdict for verdict in verdicts if verdict.isupper()]
    print(f"\n{len(verdicts)} compared, {verdicts.count('SLOWER')} slower,", end=" ")
    print(f"{verdicts.count('faster')} faster, {verdicts.count('OTHER RESULT')} other results")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
