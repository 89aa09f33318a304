"""Minimal equations of random loops and nonholonomic systems against the recursion."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from tests.oracle.comparison import Case
from tests.oracle.conftest import Extent
from tests.oracle.loops import random_loop
from tests.oracle.minimal import found
from tests.oracle.nonholonomic import random_nonholonomic

STATES = 4
SMALL = 5
"""Systems with more coordinates are looked at where all are."""
SEEN = 12
"""One of so many is looked at; later ones, and what differs there, are the work of the whole."""


@pytest.mark.parametrize(("make", "many"), [(random_loop, 200), (random_nonholonomic, 100)])
def test_minimal_equations_agree_with_the_recursion(
    extent: Extent, make: Callable[[int], Case], many: int
) -> None:
    seeds = range(many) if extent.whole else [_small(make, extent.commit % SEEN)]
    results = [found(make(seed), seed, STATES) for seed in seeds]
    wrong = [result for result in results if result.sort not in ("agrees", "none")]
    assert not wrong, wrong


def _small(make: Callable[[int], Case], first: int) -> int:
    """The first number of a small system from one on."""
    return next(seed for seed in count(first) if len(make(seed).q) <= SMALL)
