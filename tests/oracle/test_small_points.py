"""Forces, moments, skids and rolling bodies on all joints, bodies and axes."""

from __future__ import annotations

import pytest

from tests.oracle.conftest import Extent
from tests.oracle.small import AT_BODIES, VALUE_SETS, points
from tests.oracle.tally import tallied

FEW = 15
"""Systems of each kind, unless all are wanted."""


@pytest.mark.parametrize("element", AT_BODIES)
def test_small_models_agree_with_newton_and_euler(element: str, extent: Extent) -> None:
    tally = tallied(extent.some(points(element), FEW), VALUE_SETS)
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.8 * tally.sorts.total()
