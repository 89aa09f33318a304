"""From seconds of two programs to ratios, and whether one is slower by more than noise.

It has no call of its own; `against.py` imports it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from statistics import median
from typing import Any

LEAST_NOISE = 0.08
"""Smaller differences are never called slower or faster."""

NOISE_OF_ONE = 0.25
"""What a single run may be off, which tells nothing about its own noise."""

SHARED = 2.0
"""How much longer everything takes on a core that another program shares."""

ALIKE = 1e-6
"""Deviation up to which results are the same, of the largest number in them."""

_LINE = re.compile(r"^(?P<what>\S.*?)\s{2,}(?P<number>\d[\d.e+-]*) (?P<unit>s|ms|µs|ns|/s)(?=\s|$)")
_SECONDS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


@dataclass
class Side:
    """What one program did: seconds and multiples of the reference of each run, and a result."""

    walls: list[float] = field(default_factory=list)
    multiples: list[float] = field(default_factory=list)
    check: list[float] = field(default_factory=list)
    missing: str = ""

    def add(self, run: Mapping[str, Any]) -> None:
        """One more run; one that could not be carried out says so with `missing`."""
        self.missing = run.get("missing", "")
        if not self.missing:
            self.walls.append(run["wall"])
            self.multiples += [run["multiple"]] if "multiple" in run else []
            self.check = run.get("check", [])


@dataclass(frozen=True)
class Comparison:
    """New over old by the wall clock, then by multiples of the reference where there are some."""

    ratios: tuple[float, ...]
    noises: tuple[float, ...]
    alike: bool

    @property
    def verdict(self) -> str:
        """In words.  Multiples decide; what takes far longer by the wall clock only is asked."""
        if not self.alike:
            return "OTHER RESULT"
        ratio, noise = self.ratios[-1], self.noises[-1]
        if ratio > 1 + noise:
            return "SLOWER"
        if self.ratios[0] > SHARED * (1 + self.noises[0]):
            return "slower?"
        return "faster" if ratio < 1 / (1 + noise) else ""


def compare(new: Side, old: Side) -> Comparison:
    """Hold the runs of two programs beside each other; both have at least one."""
    ratios = [min(new.walls) / min(old.walls)]
    noises = [max(map(gap, (new.walls, old.walls)))]
    if new.multiples and old.multiples and min(old.multiples) > 0:
        ratios.append(median(new.multiples) / median(old.multiples))
        noises.append(max(map(spread, (new.multiples, old.multiples))))
    return Comparison(tuple(ratios), tuple(noises), same(new.check, old.check))


def gap(seconds: Sequence[float]) -> float:
    """How far the second best run lies above the best one, which others can only make longer."""
    if len(seconds) == 1:
        return NOISE_OF_ONE
    best, second, *_ = sorted(seconds)
    return max(LEAST_NOISE, second / best - 1)


def spread(multiples: Sequence[float]) -> float:
    """How far the middle half of the runs lies about the median: errors go both ways."""
    if len(multiples) == 1:
        return NOISE_OF_ONE
    ordered, quarter = sorted(multiples), len(multiples) // 4
    width = ordered[-1 - quarter] - ordered[quarter]
    return max(LEAST_NOISE, width / 2 / median(multiples))


def same(first: Sequence[float], second: Sequence[float]) -> bool:
    """Whether two results are the same numbers."""
    size = max((abs(x) for x in (*first, *second) if not isnan(x)), default=0.0)
    return len(first) == len(second) and all(
        abs(a - b) <= ALIKE * size or (isnan(a) and isnan(b))
        for a, b in zip(first, second, strict=True)
    )


def from_table(text: str) -> dict[str, dict[str, float]]:
    """The runs that a table of `table.py` shows in its column “ours”, by line.

    Pictures per second become seconds per picture.  A line that comes again gets a number.
    """
    runs: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        found = _LINE.match(line)
        if found is None or not float(found["number"]):
            continue
        number = float(found["number"])
        seconds = 1 / number if found["unit"] == "/s" else number * _SECONDS[found["unit"]]
        again = sum(re.sub(r" \(\d+\)$", "", name) == found["what"] for name in runs)
        runs[found["what"] + (f" ({again + 1})" if again else "")] = {"wall": seconds}
    return runs
