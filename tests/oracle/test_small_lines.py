"""Every element between two points, on all joints, bodies, axes and points."""

from __future__ import annotations

import pytest

from tests.oracle.conftest import Extent
from tests.oracle.small import ROPES, TWO_ENDS, VALUE_SETS, lines, ropes
from tests.oracle.tally import tallied

FEW = 15
"""Systems of each kind, unless all are wanted."""


@pytest.mark.parametrize("element", TWO_ENDS)
def test_small_models_agree_with_newton_and_euler(element: str, extent: Extent) -> None:
    tally = tallied(extent.some(lines(element), FEW), VALUE_SETS)
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.8 * tally.sorts.total()


@pytest.mark.parametrize("element", ROPES)
def test_small_models_with_ropes_agree_with_newton_and_euler(element: str, extent: Extent) -> None:
    tally = tallied(extent.some(ropes(element), FEW), VALUE_SETS)
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.8 * tally.sorts.total()
