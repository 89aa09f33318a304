"""What acts on coordinates or binds them, on all joints and axes, with all sorts of values."""

from __future__ import annotations

import pytest

from tests.oracle.conftest import Extent
from tests.oracle.small import ON_COORDINATES, VALUE_SETS, coordinates
from tests.oracle.tally import in_turn, tallied

FEW = 15
"""Systems of each kind, unless all are wanted."""


@pytest.mark.parametrize("element", ON_COORDINATES)
def test_small_models_agree_with_newton_and_euler(element: str, extent: Extent) -> None:
    tally = tallied(in_turn(extent.some(coordinates(element), FEW), VALUE_SETS))
    assert not tally.faults, str(tally)
    assert tally.sorts["agrees"] > 0.8 * tally.sorts.total()
