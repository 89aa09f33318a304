"""The table that every benchmark prints: what, ours, peer, ratio, the goal, met or not.

It has no call of its own; the other files import it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time

HEAD = ("what", "ours", "peer", "ratio", "goal", "met")


@dataclass(frozen=True)
class Goal:
    """A bound in words, and whether it is kept."""

    text: str
    met: bool

    @property
    def verdict(self) -> str:
        """yes or no."""
        return "yes" if self.met else "NO"


def at_most(value: float, bound: float, unit: str = "") -> Goal:
    """A goal that small values reach."""
    return Goal(f"≤ {bound:g}{unit and ' ' + unit}", value <= bound)


def at_least(value: float, bound: float, unit: str = "") -> Goal:
    """A goal that great values reach."""
    return Goal(f"≥ {bound:g}{unit and ' ' + unit}", value >= bound)


def seconds(value: float | None) -> str:
    """A time with three digits in its natural unit; a dash for none."""
    if value is None:
        return "–"
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def line(
    what: str,
    ours: str,
    peer: str = "–",
    ratio: float | None = None,
    goal: Goal | None = None,
    bound: bool = False,
) -> None:
    """Print one line at once: later measurements take long.

    With `bound` the ratio is at least what is printed, because the peer was ended.
    """
    shown = "–" if ratio is None else f"{'> ' if bound else ''}{ratio:.3g}"
    _print((what, ours, peer, shown, goal.text if goal else "–", goal.verdict if goal else "–"))


def head(title: str) -> None:
    """Print a title and the names of the columns."""
    print(f"\n{title}\n")
    _print(HEAD)
    print("-" * 96, flush=True)


def shortest(work: Callable[[], object], runs: int = 5) -> float:
    """Seconds of the shortest of several runs."""
    return min(timed(work) for _ in range(runs))


def least_processor_time(work: Callable[[], object], runs: int = 3) -> float:
    """Seconds of a processor, of the run that takes fewest: other work on the machine adds none."""
    found: list[float] = []
    for _ in range(runs):
        start = process_time()
        work()
        found.append(process_time() - start)
    return min(found)


def timed(work: Callable[[], object]) -> float:
    """Seconds of one run."""
    start = perf_counter()
    work()
    return perf_counter() - start


def _print(cells: Sequence[str]) -> None:
    what, *numbers = cells
    print(f"{what:<46}" + "".join(f"{cell:>10}" for cell in numbers), flush=True)
