"""Forces, moments, skids and rolling bodies on all joints, bodies and axes."""

from __future__ import annotations

import pytest

from tests.oracle.small import AT_BODIES, VALUE_SETS, points
from tests.oracle.tally import tallied


@pytest.mark.slow
@pytest.mark.parametrize("element", AT_BODIES)
def test_small_models_agree_with_newton_and_euler(element: str) -> None:
    tally = tallied(points(element), VALUE_SETS)
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.9 * tally.sorts.total() and tally.sorts.total() > 1000
