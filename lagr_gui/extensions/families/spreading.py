"""Runs that do not depend on one another, on all cores or many machines."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter
from typing import Any, Protocol

from lagr_gui.expression.arguments import whole
from lagr_gui.extensions.families.varying import Family
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Cancelled, LagrError
from lagr_gui.parallel import Duty, cores, crew, on_cluster
from lagr_gui.parallel.duty import Part, parts_of

TRIAL = 0.5
"""Seconds of runs that are done here, to see how long they take."""

WORTH = 3.0
"""Seconds of runs for which worker processes are worth their start (a second each)."""

PART = 0.3
"""About so many seconds of runs are handed to a worker at once."""

GROUP = 256
"""Runs by steps of fixed length that a thread does at once."""

MOST_JOBS = 1024
"""Workers that may be asked for."""

ENDED = say("The process that computed it ended by itself, twice.")

Hear = Callable[[int, int], None]
"""Takes how many runs are done, and how many there are."""

Cancel = Callable[[], bool]


def report(done: int, total: int, progress: Hear | None, cancel: Cancel | None) -> None:
    """Tell how many of all runs are done. Raises Cancelled where that is asked for."""
    if progress is not None:
        progress(done, total)
    if cancel is not None and cancel():
        raise Cancelled


class Runs(Protocol):
    """Runs by their numbers."""

    @property
    def in_groups(self) -> bool:
        """Whether runs are computed several at once, in machine code that needs no lock."""
        ...

    def run_all(self, numbers: Sequence[int], cancel: Cancel | None = None) -> list[Any]:
        """Some of them."""
        ...

    def without_values(self, number: int, problem: str) -> Any:
        """One that could not begin, and why."""
        ...


def run_part(asked: Runs, part: Part) -> list[Any]:
    """Some runs: what worker processes are asked for."""
    return asked.run_all(part)


def jobs_of(jobs: int | None) -> int:
    """How many workers are asked for; one for each core if that is not given."""
    return cores() if jobs is None else min(whole(jobs, "Jobs", 1), MOST_JOBS)


def spread(
    asked: Runs, left: list[int], jobs: int, scheduler: str, cancel: Cancel | None
) -> Generator[list[Any]]:
    """The runs of these numbers, some at a time, in any order; none of them now and then."""
    if asked.in_groups and not scheduler:
        yield from _threaded(asked, left, jobs, cancel)
        return
    begun, each = perf_counter(), 0.0
    for count, number in enumerate(left):
        start = perf_counter()
        yield asked.run_all((number,), cancel)
        # The first one derives and compiles, too.
        each = perf_counter() - start if count == 0 else (perf_counter() - begun) / count
        begun = perf_counter() if count == 0 else begun
        rest = len(left) - count - 1
        worth = jobs > 1 and perf_counter() - begun > TRIAL and each * rest > WORTH
        if count and (worth or scheduler):
            yield from _handed(asked, left[count + 1 :], jobs, scheduler, each)
            return


def _threaded(
    asked: Runs, left: list[int], jobs: int, cancel: Cancel | None
) -> Generator[list[Any]]:
    """Runs on threads of this process, for machine code that holds no lock."""
    first, *others = parts_of(left, GROUP) or [()]
    yield asked.run_all(first, cancel)  # what all need is made once
    ended = False

    def stopped() -> bool:
        return ended or (cancel is not None and cancel())

    with ThreadPoolExecutor(jobs) as threads:
        try:
            waiting = [threads.submit(asked.run_all, part, stopped) for part in others]
            for future in as_completed(waiting):
                yield future.result()
        finally:
            ended = True
            threads.shutdown(cancel_futures=True)


def _handed(
    asked: Runs, left: list[int], jobs: int, scheduler: str, each: float
) -> Generator[list[Any]]:
    """Runs done by worker processes or a cluster; each takes some seconds."""
    length = max(1, min(int(PART / each), len(left) // (4 * jobs)))
    duty, parts = Duty(f"{__name__}:run_part", asked), parts_of(left, length)
    answers = on_cluster(duty, parts, scheduler) if scheduler else crew(duty, parts, jobs)
    with closing(answers) as batches:
        for answer in batches:
            yield [] if answer is None else _survived(asked, *answer)


def _survived(asked: Runs, part: Part, runs: list[Any] | None) -> list[Any]:
    """The runs of a part; that which no worker survives has a problem."""
    return runs if runs is not None else [asked.without_values(n, ENDED) for n in part]


# --- a question asked of each member of a family ----------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What a question found of one member of a family; None where a problem stood in its way."""

    number: int
    found: Any
    problem: str = ""


@dataclass(frozen=True, eq=False)
class AskedOfEach:
    """A question asked of each member: a function by its place (``module:name``), and its words.

    It is called with a member, `Prepared`, the settings with its start, and the words.
    """

    family: Family
    question: str
    words: dict[str, Any]

    in_groups = False

    def run_all(self, numbers: Sequence[int], cancel: Cancel | None = None) -> list[Answer]:
        """Some answers.  What is wrong with them is told in the results."""
        module, _, name = self.question.partition(":")
        question = getattr(import_module(module), name)
        return [self._answer(question, number, cancel) for number in numbers]

    def without_values(self, number: int, problem: str) -> Answer:
        """One that has none, and why."""
        return Answer(number, None, problem)

    def _answer(self, question: Callable[..., Any], number: int, cancel: Cancel | None) -> Answer:
        if cancel is not None and cancel():
            raise Cancelled
        try:
            member, start = self.family.varied(number)
            return Answer(number, question(member, self.family.starting(start), **self.words))
        except LagrError as error:
            return self.without_values(number, str(error))


def answers_of(
    asked: AskedOfEach,
    jobs: int | None,
    scheduler: str,
    progress: Hear | None,
    cancel: Cancel | None,
) -> list[Answer]:
    """The answers of all members in their order. Raises Cancelled."""
    total, answer_of = asked.family.runs, dict[int, Answer]()
    with closing(spread(asked, [*range(total)], jobs_of(jobs), scheduler, cancel)) as parts:
        for part in parts:
            answer_of |= {answer.number: answer for answer in part}
            report(len(answer_of), total, progress, cancel)
    return [answer_of[number] for number in range(total)]
