"""Minimal equations of random loops and nonholonomic systems against the recursion."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.oracle.comparison import Case
from tests.oracle.conftest import Extent
from tests.oracle.loops import random_loop
from tests.oracle.minimal import found
from tests.oracle.nonholonomic import random_nonholonomic

STATES = 4
SMALL = 5
"""Systems with more coordinates are looked at where all are."""
PARTS = 8
"""Of the systems of a kind: one of each is looked at, another one on each day."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("make", "many"), [(random_loop, 200), (random_nonholonomic, 100)])
def test_minimal_equations_agree_with_the_recursion(
    extent: Extent, make: Callable[[int], Case], many: int, part: int
) -> None:
    seeds = range(part, many, PARTS)
    results = [found(make(seed), seed, STATES) for seed in extent.part(seeds, make, SMALL)]
    wrong = [result for result in results if result.sort not in ("agrees", "none")]
    assert not wrong, wrong
