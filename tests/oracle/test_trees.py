"""Random trees against the oracle."""

from __future__ import annotations

from tests.oracle.conftest import Extent
from tests.oracle.drawing import random_tree
from tests.oracle.tally import tallied


def test_random_trees_agree_with_newton_and_euler(extent: Extent) -> None:
    tally = tallied(random_tree(number, 4) for number in extent.seeds(50, 2000))
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.8 * tally.sorts.total()
