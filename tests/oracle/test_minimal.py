"""Minimal equations of random loops and nonholonomic systems against the recursion."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.oracle.comparison import Case
from tests.oracle.conftest import Extent
from tests.oracle.loops import random_loop
from tests.oracle.minimal import found
from tests.oracle.nonholonomic import random_nonholonomic

FEW, STATES = 2, 20


@pytest.mark.parametrize(("make", "many"), [(random_loop, 200), (random_nonholonomic, 100)])
def test_minimal_equations_agree_with_the_recursion(
    extent: Extent, make: Callable[[int], Case], many: int
) -> None:
    seeds = range(many) if extent.whole else [extent.commit % many + k for k in range(FEW)]
    results = [found(make(seed), seed, STATES) for seed in seeds]
    wrong = [result for result in results if result.sort not in ("agrees", "none")]
    assert not wrong, wrong
