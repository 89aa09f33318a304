"""From seconds of two programs to ratios, and whether one is slower by more than noise.

It has no call of its own; `against.py` imports it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any

LEAST_NOISE = 0.05
"""Smaller differences are never called slower or faster."""

NOISE_OF_ONE = 0.25
"""What a single run may be off, which tells nothing about its own noise."""

ALIKE = 1e-6
"""Deviation up to which results are the same, of the largest number in them."""

_LINE = re.compile(r"^(?P<what>\S.*?)\s{2,}(?P<number>\d[\d.e+-]*) (?P<unit>s|ms|µs|ns|/s)(?=\s|$)")
_SECONDS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


@dataclass
class Side:
    """What one program did: wall-clock and processor seconds of each run, and a result."""

    walls: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    check: list[float] = field(default_factory=list)
    missing: str = ""

    def add(self, run: Mapping[str, Any]) -> None:
        """One more run; one that could not be carried out says so with `missing`."""
        self.missing = run.get("missing", "")
        if not self.missing:
            self.walls.append(run["wall"])
            self.processor += [run["cpu"]] if "cpu" in run else []
            self.check = run.get("check", [])


@dataclass(frozen=True)
class Comparison:
    """New over old, by both clocks, and the noise of either."""

    ratios: tuple[float, ...]
    noises: tuple[float, ...]
    alike: bool

    @property
    def verdict(self) -> str:
        """In words; with a question mark where only one of the clocks says so."""
        if not self.alike:
            return "OTHER RESULT"
        pairs = list(zip(self.ratios, self.noises, strict=True))
        slower = [ratio > 1 + noise for ratio, noise in pairs]
        if all(slower):
            return "SLOWER"
        if any(slower):
            return "slower?"
        return "faster" if all(ratio < 1 / (1 + noise) for ratio, noise in pairs) else ""


def compare(new: Side, old: Side) -> Comparison:
    """Hold the best runs beside each other; both sides have at least one run."""
    clocks = [(new.walls, old.walls)]
    if new.processor and old.processor and min(old.processor) > 0:
        clocks.append((new.processor, old.processor))
    return Comparison(
        tuple(min(mine) / min(theirs) for mine, theirs in clocks),
        tuple(max(noise(mine), noise(theirs)) for mine, theirs in clocks),
        same(new.check, old.check),
    )


def noise(seconds: Sequence[float]) -> float:
    """How far the second best run lies above the best one: how sure that one is."""
    if len(seconds) == 1:
        return NOISE_OF_ONE
    best, second, *_ = sorted(seconds)
    return max(LEAST_NOISE, second / best - 1)


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
