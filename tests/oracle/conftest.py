"""How many systems are held against the oracle: a few, others on each day, or all."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pytest

from tests.oracle.comparison import Case


@dataclass(frozen=True)
class Extent:
    """`whole`: all systems; otherwise some, which ones depends on the `day`."""

    whole: bool
    day: int

    def seeds(self, few: int, many: int) -> Sequence[int]:
        """Seeds of random systems: the first `many`, or `few` that no other day had."""
        return range(many) if self.whole else range(self.day, self.day + few)

    def part(
        self, seeds: Sequence[int], make: Callable[[int], Case], largest: int
    ) -> Sequence[int]:
        """All of the seeds, or one of a system that has no more coordinates than the `largest`."""
        first = self.day % len(seeds)
        turned = (*seeds[first:], *seeds[:first])
        return seeds if self.whole else [next(s for s in turned if len(make(s).q) <= largest)]

    def some(self, cases: Iterable[Case], few: int) -> list[Case]:
        """All of the cases, or `few` of them."""
        every = list(cases)
        return every if self.whole else random.Random(self.day).sample(every, few)


@pytest.fixture(scope="session")
def extent(pytestconfig: pytest.Config) -> Extent:
    """How many systems this run takes."""
    turn = pytestconfig.getoption("turn")
    return Extent(pytestconfig.getoption("every_system"), zlib.crc32(str(turn).encode()))
