"""New random models in all processes until the time is over; what fails is made small and kept."""

from __future__ import annotations

import json
import multiprocessing
import os
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.oracle import roads
from tests.oracle.comparison import (
    Case,
    Verdict,
    as_plain,
    from_plain,
    judged,
    without_machine_code,
)
from tests.oracle.drawing import BINDING, random_tree, roped
from tests.oracle.loops import random_loop
from tests.oracle.shrinking import shrunk

KEPT = Path(__file__).parent / "regressions"
"""Cases that once failed, one file each."""

STRIDE = 1_000_000_000
"""Seeds of one run do not meet those of another one, as runs begin at whole seconds."""

FAILS = ("disagrees", "crashes")

ROADS: dict[str, Callable[[Case], Verdict]] = {
    "evaluate": judged,
    "machine": judged,
    "closed": roads.closed_form_of,
    "simulate": roads.motion_of,
    "linearize": roads.small_motions_of,
    "inverse": roads.given_motion_of,
    "strike": roads.strikes_of,
}
"""Ways to ask the program, by the word that stands in a kept file."""

INTERPRETED = ("evaluate", "closed")
"""Roads on which machine code would cost more than all else; the others take it."""


@dataclass
class Outcome:
    """What one process found: verdicts by road, and the failures with their roads."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[tuple[str, int, Case, Verdict]] = field(default_factory=list)


def drawn(seed: int) -> tuple[str, Case]:
    """A random case of a seed, and the road on which it is asked."""
    if seed % 3 == 2:
        return "evaluate", random_loop(seed)
    case = random_tree(seed)
    sort = seed % 60
    if sort >= len(ROADS) - 1 or not case.q:
        return "evaluate", case
    road = list(ROADS)[1 + sort]
    if road == "strike":
        return road, roped(seed)
    loose = case if road == "machine" else free(random_tree(seed, 3, 4))
    return (road, loose) if loose.q else ("evaluate", case)


def free(case: Case) -> Case:
    """The case without conditions, and with something that moves."""
    elements = [e for e in case.data["elements"] if e["kind"] not in BINDING]
    return Case({**case.data, "elements": elements}, case.t, case.q, case.qd)


def asked(road: str, case: Case) -> Verdict:
    """The verdict on a case; `crashes` where the program ends in an error of Python."""
    try:
        with without_machine_code() if road in INTERPRETED else nullcontext():
            return ROADS[road](case)
    except Exception:  # noqa: BLE001 whatever the program lets through is a finding
        return Verdict("crashes", words=traceback.format_exc(limit=-3))


def explored(first: int, step: int, until: float, most: int) -> Outcome:
    """Ask about every `step`-th seed from the first one until a time (s since 1970)."""
    found = Outcome()
    for seed in range(first, first + step * most, step):
        if time.time() > until:
            break
        road, case = drawn(seed)
        verdict = asked(road, case)
        found.counts[road, verdict.sort] += 1
        if verdict.sort in FAILS:
            found.failures.append((road, seed, case, verdict))
    return found


def small(road: str, case: Case, sort: str) -> Case:
    """A small case that fails on the same road in the same way."""
    return shrunk(case, lambda other: asked(road, other).sort == sort)


def keep(folder: Path, road: str, seed: int, case: Case, verdict: Verdict) -> Path:
    """Write a case that fails to a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{road}_{seed}.json"
    what = [verdict.words, *map(str, verdict.disagreements)]
    content: dict[str, Any] = {"road": road, "seed": seed, "was": [w for w in what if w]}
    text = json.dumps({**content, **as_plain(case)}, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", "utf-8")
    return path


def replayed(path: Path) -> Verdict:
    """The verdict on a kept case."""
    given = json.loads(path.read_text("utf-8"))
    return asked(given["road"], from_plain(given))


def run(minutes: float, seed: int, folder: Path = KEPT, most: int = STRIDE) -> int:
    """Explore in as many processes as there are cores; 1 if something failed."""
    count = os.cpu_count() or 1
    print(f"Seed {seed}: random models for {minutes:g} min in {count} processes.", flush=True)
    until = time.time() + 60 * minutes
    first = seed * STRIDE
    starts = [(first + process, count, until, most) for process in range(count)]
    with multiprocessing.get_context("spawn").Pool(count) as pool:
        outcomes = pool.starmap(explored, starts)
    return _told(outcomes, folder)


def _told(outcomes: Sequence[Outcome], folder: Path) -> int:
    counts: Counter[tuple[str, str]] = sum((o.counts for o in outcomes), Counter())
    for (road, sort), number in sorted(counts.items()):
        print(f"{number:8d} {road}: {sort}")
    failures = [failure for outcome in outcomes for failure in outcome.failures]
    for road, seed, case, verdict in failures:
        path = keep(folder, road, seed, small(road, case, verdict.sort), verdict)
        print(f"{verdict.sort}: {path}\n  {verdict.words}", *verdict.disagreements, sep="\n  ")
    print(f"{counts.total()} models, {len(failures)} failed.")
    return int(bool(failures))
