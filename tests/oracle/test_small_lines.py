"""Every element between two points, on all joints, bodies, axes and points."""

from __future__ import annotations

import pytest

from tests.oracle.small import ROPES, TWO_ENDS, VALUE_SETS, lines, ropes
from tests.oracle.tally import tallied


@pytest.mark.slow
@pytest.mark.parametrize("element", TWO_ENDS)
def test_small_models_agree_with_newton_and_euler(element: str) -> None:
    tally = tallied(lines(element), VALUE_SETS)
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.95 * tally.sorts.total() and tally.sorts.total() > 2000


@pytest.mark.slow
@pytest.mark.parametrize("element", ROPES)
def test_small_models_with_ropes_agree_with_newton_and_euler(element: str) -> None:
    tally = tallied(ropes(element), VALUE_SETS)
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.9 * tally.sorts.total() and tally.sorts.total() > 1000
