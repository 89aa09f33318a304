"""Random loops, with idle and redundant conditions, against the oracle."""

from __future__ import annotations

from tests.oracle.conftest import Extent
from tests.oracle.loops import random_loop
from tests.oracle.tally import tallied


def test_random_loops_agree_with_newton_and_euler(extent: Extent) -> None:
    tally = tallied(map(random_loop, extent.seeds(50, 1000)))
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.8 * tally.sorts.total()
