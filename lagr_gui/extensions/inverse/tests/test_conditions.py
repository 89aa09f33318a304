"""Forces for motions under conditions that are not linear in the velocities."""

from __future__ import annotations

from math import sqrt

import pytest

from lagr_gui import pipeline
from tests.mechanics.test_bent_conditions import SQUARED, steady


def test_forces_for_a_motion_under_such_a_condition():
    """x = t is driven: y' = √(c² − 1) stays, the drive takes the pull."""
    found = pipeline.inverse(steady(SQUARED, across=1 / 3), {"x": "t", "z": "0"}, [0, 0.5, 1])
    assert found.qd[-1] == pytest.approx([1, sqrt(8), 0], rel=1e-9)
    assert found.forces[:, 0] == pytest.approx([-5.0] * 3, rel=1e-9)
    assert found.certificate.holds
