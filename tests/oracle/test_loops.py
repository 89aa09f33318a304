"""Random loops, with idle and redundant conditions, against the oracle."""

from __future__ import annotations

import pytest

from tests.oracle.loops import random_loop
from tests.oracle.tally import tallied

ROUND = 250


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(0, 1000, ROUND))
def test_random_loops_agree_with_newton_and_euler(seed: int) -> None:
    tally = tallied(map(random_loop, range(seed, seed + ROUND)))
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.95 * ROUND
