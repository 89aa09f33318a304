"""Minimal equations against the recursion: ``python -m tests.oracle.minimal --loops 200``.

Systems of a kind are counted from 0, or from a number on: ``--loops 100:200``; ``--samples`` takes
the sample models, too.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import lagr_gui
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
NOT_THERE = (
    *("Nothing can move", "not determined", "dead position", "No position"),
    "No velocities that meet it follow",
)
"""Why a system has no minimal equations whatever the program does."""

BAD = ("differs", "refused", "slow", "crashed")
"""What is wrong with a system that can have minimal equations."""
SAMPLES = Path(__file__).parents[2] / "sample_models"


@dataclass(frozen=True)
class Found:
    """What came of a system: agrees, differs, none (it can have none), refused, slow or crashed.

    `seconds` are those beyond the equations with multipliers.
    """

    seed: int | str
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
    return compared(started(case), seed, states)


def compared(model: Model, seed: int | str, states: int) -> Found:
    """How well the minimal equations of a model agree with the recursion at some states."""
    begun = spent()
    try:
        prepared = prepare(model)
        if not prepared.is_bound:
            return Found(seed, "none", words="nothing binds it")
        sheet = _sheet(prepared)
        begun = spent()
        system = ReducedSystem(prepared, sheet)
        shown, gaps = system.made(multipliers=True)
        system.near.check(gaps)
        seconds = spent() - begun
        residual = system.near.check(gaps, states).residual
    except LagrError as error:
        words = error.problems[0].cause
        sort = "none" if any(reason in str(words) for reason in NOT_THERE) else "refused"
        return Found(seed, sort, spent() - begun, words=str(words))
    sort = "agrees" if residual < SAME else "differs"
    return Found(seed, sort, seconds, residual, _kind(shown))


class _Late(BaseException):
    """A system took more than its time; no part of the program catches it."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """End what takes more seconds of processor time; raises _Late."""

    def end(_number: int, frame: FrameType | None) -> None:
        raise _Late(" ".join(dict.fromkeys(_places(frame))))

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


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


def _places(frame: FrameType | None) -> Iterator[str]:
    """The functions in which the program is, outermost first."""
    if frame is not None:
        yield from _places(frame.f_back)
        yield frame.f_code.co_name


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
        if entry.sort in BAD:
            yield f"  {entry.seed}: {entry.sort} {entry.residual:.1e} {entry.words}"


def main(words: list[str]) -> int:
    """The exit status: 1 where a system that can have minimal equations has none that agree."""
    reader = argparse.ArgumentParser(prog="tests.oracle.minimal", description=__doc__)
    reader.add_argument("--loops", type=_numbers, default=range(200))
    reader.add_argument("--nonholonomic", type=_numbers, default=range(100))
    reader.add_argument("--samples", action="store_true")
    reader.add_argument("--states", type=int, default=100)
    reader.add_argument("--seconds", type=float, default=120, help="processor time of a system")
    given = reader.parse_args(words)
    paths = sorted(SAMPLES.glob("*.lagr")) if given.samples else []
    kinds: tuple[tuple[str, Callable[[int], Model], Sequence[int]], ...] = (
        ("samples", lambda number: lagr_gui.load(paths[number]), range(len(paths))),
        ("loops", lambda seed: started(random_loop(seed)), given.loops),
        ("nonholonomic", lambda seed: started(random_nonholonomic(seed)), given.nonholonomic),
    )
    bad = 0
    for kind, make, seeds in kinds:
        every: list[Found] = []
        for seed in seeds:
            name = paths[seed].stem if kind == "samples" else seed
            try:
                with _within(given.seconds):
                    every.append(compared(make(seed), name, given.states))
            except _Late as where:
                every.append(Found(name, "slow", given.seconds, words=str(where)))
            except Exception as error:  # noqa: BLE001
                every.append(Found(name, "crashed", words=f"{type(error).__name__}: {error}"))
            print(every[-1], flush=True)
        if every:
            print("\n".join(told(kind, every)), flush=True)
        bad += sum(entry.sort in BAD for entry in every)
    return int(bad > 0)


def _numbers(text: str) -> range:
    """A count, or the numbers from one up to another: 200, 100:200."""
    first, _, last = text.rpartition(":")
    return range(int(first or 0), int(last))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
