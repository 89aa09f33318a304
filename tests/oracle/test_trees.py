"""Random trees against the oracle."""

from __future__ import annotations

import pytest

from tests.oracle.drawing import random_tree
from tests.oracle.tally import tallied

ROUND = 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(0, 2000, ROUND))
def test_random_trees_agree_with_newton_and_euler(seed: int) -> None:
    tally = tallied(random_tree(number, 4) for number in range(seed, seed + ROUND))
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.95 * ROUND
