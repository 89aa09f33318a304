"""Counts what came of many cases, and tells of those that disagree."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle

from tests.oracle.comparison import Case, Verdict, judged_all, without_machine_code

SHOWN = 3


class Tally:
    """How many cases came to each sort of verdict, and the first that disagree."""

    def __init__(self) -> None:
        self.sorts: Counter[str] = Counter()
        self.faults: list[tuple[Case, Verdict]] = []

    def enter(self, case: Case, verdict: Verdict) -> None:
        """Count one."""
        self.sorts[verdict.sort] += 1
        if verdict.sort in ("disagrees", "refused"):
            self.faults.append((case, verdict))

    def __str__(self) -> str:
        lines = [", ".join(f"{count} {sort}" for sort, count in self.sorts.items())]
        for case, verdict in self.faults[:SHOWN]:
            told = [verdict.words, *map(str, verdict.disagreements[:3])]
            lines += ["", *told, case.text, f"t={case.t} q={case.q} qd={case.qd} {case.values}"]
        return "\n".join(lines)


def in_turn(cases: Iterable[Case], sets: Sequence[Mapping[str, float]]) -> Iterable[Case]:
    """The cases, each with the next one of the sets of values."""
    return (replace(case, values=values) for case, values in zip(cases, cycle(sets), strict=False))


@contextmanager
def few_collections() -> Generator[None]:
    """What is loaded is passed over when Python looks for waste, and it looks less often.

    Thousands of models are made and dropped: looking for circles among them takes a quarter of
    the time.
    """
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def tallied(cases: Iterable[Case], sets: Sequence[Mapping[str, float]] = ()) -> Tally:
    """What comes of cases, without machine code; with all `sets` of values if some are given."""
    tally = Tally()
    with without_machine_code(), few_collections():
        for case in cases:
            for entry, verdict in judged_all(case, sets or (case.values,)):
                tally.enter(entry, verdict)
    return tally
