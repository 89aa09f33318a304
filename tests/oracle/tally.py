"""Counts what came of many cases, and tells of those that disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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


def tallied(cases: Iterable[Case], sets: Sequence[Mapping[str, float]] = ()) -> Tally:
    """What comes of cases, without machine code; with all `sets` of values if some are given."""
    tally = Tally()
    with without_machine_code():
        for case in cases:
            for entry, verdict in judged_all(case, sets or (case.values,)):
                tally.enter(entry, verdict)
    return tally
