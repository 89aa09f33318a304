"""Minimal equations against the recursion: ``python -m tests.oracle.minimal --loops 200``."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.analysis.equations.minimal import ReducedSystem
from lagr_gui.foundation.problem import LagrError, TooLong
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model, StartValue
from lagr_gui.prepared import Prepared, prepare
from tests.oracle.comparison import Case, opened
from tests.oracle.loops import random_loop
from tests.oracle.nonholonomic import random_nonholonomic
from tests.processor_time import spent

SAME = 1e-12
"""What is left of an equation, of its largest term, where it agrees."""
EXPANDED = 2000
"""Systems whose closed form has more terms are looked at in the structured form."""
NOT_THERE = ("Nothing can move", "not determined", "dead position", "No position near")
"""Why a system has no minimal equations whatever the program does."""


@dataclass(frozen=True)
class Found:
    """What came of a system: `sort` is agrees, differs, none (it can have none) or refused.

    `seconds` are those beyond the equations with multipliers.
    """

    seed: int
    sort: str
    seconds: float = 0.0
    residual: float = 0.0
    form: str = ""
    words: str = ""


def started(case: Case) -> Model:
    """The model of a case, with its state as the start."""
    model = opened(case.text)
    start = tuple(
        StartValue(coordinate=name, position=case.q[name], velocity=case.qd[name])
        for name in case.q
    )
    return model.having(start=start, simulation=model.simulation.having(start=case.t))


def found(case: Case, seed: int, states: int) -> Found:
    """How well the minimal equations of a case agree with the recursion at some states."""
    begun = spent()
    try:
        prepared = prepare(started(case))
        if not prepared.is_bound:
            return Found(seed, "none", words="nothing binds it")
        sheet = _sheet(prepared)
        begun = spent()
        system = ReducedSystem(prepared, sheet)
        shown, gaps = system.made()
        system.near.check(gaps)
        seconds = spent() - begun
        residual = system.near.check(gaps, states).residual
    except LagrError as error:
        words = error.problems[0].cause
        sort = "none" if any(reason in str(words) for reason in NOT_THERE) else "refused"
        return Found(seed, sort, spent() - begun, words=str(words))
    sort = "agrees" if residual < SAME else "differs"
    return Found(seed, sort, seconds, residual, _kind(shown))


def _sheet(prepared: Prepared) -> Sheet:
    """The equations with multipliers in the form in which somebody would read them."""
    try:
        closed = prepared.general.closed
        tables = closed.metric.g_parts, closed.metric.gamma_parts, closed.Q_parts
        sums = (parts for table in tables for parts in table.values())
        length = sum(value.length for parts in sums for value in parts.values())
        short = length <= EXPANDED and bool(closed.constraints.gamma)
    except TooLong:
        short = False
    try:
        return sheet_of(prepared, "shortest" if short else "structured")
    except TooLong:
        return sheet_of(prepared, "structured")


def _kind(sheet: Sheet) -> str:
    """In which form the equations are."""
    if sheet.structured:
        return "structured"
    assert sheet.minimal is not None
    return "in all coordinates" if sheet.minimal.all_coordinates else "put in"


def told(name: str, every: Sequence[Found]) -> Iterator[str]:
    """What came of many systems, in a few lines."""
    sorts = Counter(entry.sort for entry in every)
    yield f"{name}: " + ", ".join(f"{sorts[sort]} {sort}" for sort in sorted(sorts))
    forms = Counter(entry.form for entry in every if entry.form)
    yield "  forms: " + ", ".join(f"{forms[form]} {form}" for form in sorted(forms))
    there = [entry for entry in every if entry.form]
    if there:
        times = [entry.seconds for entry in there]
        yield f"  seconds: median {statistics.median(times):.2f}, largest {max(times):.1f}"
        residuals = [entry.residual for entry in there]
        yield f"  residual: median {statistics.median(residuals):.1e}, largest {max(residuals):.1e}"
    for entry in every:
        if entry.sort in ("differs", "refused"):
            yield f"  {entry.seed}: {entry.sort} {entry.residual:.1e} {entry.words}"


def main(words: list[str]) -> int:
    """The exit status: 1 where a system that can have minimal equations has none that agree."""
    reader = argparse.ArgumentParser(prog="tests.oracle.minimal", description=__doc__)
    reader.add_argument("--loops", type=int, default=200)
    reader.add_argument("--nonholonomic", type=int, default=100)
    reader.add_argument("--states", type=int, default=100)
    given = reader.parse_args(words)
    kinds: tuple[tuple[str, Callable[[int], Case], int], ...] = (
        ("loops", random_loop, given.loops),
        ("nonholonomic", random_nonholonomic, given.nonholonomic),
    )
    bad = 0
    for name, make, count in kinds:
        every: list[Found] = []
        for seed in range(count):
            every.append(found(make(seed), seed, given.states))
            print(every[-1], flush=True)
        print("\n".join(told(name, every)), flush=True)
        bad += sum(entry.sort in ("differs", "refused") for entry in every)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
