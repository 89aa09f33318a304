"""A body that has slid far along the axis of a hinge turns about it as near by."""

from __future__ import annotations

from typing import Any

import pytest

from lagr_gui import GROUND, System
from tests.each import each

AXES = [(1, 0, 0), (0, 1, 0), (0, 0, -1)]
MOMENTS = (0.1, 0.2, 0.4)


@each("axis", AXES)
def test_a_moment_of_inertia_does_not_know_how_far_along_the_axis_a_body_is(axis: Any) -> None:
    system = System("far", gravity=(0, 0, 0))
    hung, slid = system.body(mass=1, inertia=MOMENTS), system.body(mass=1.3, inertia=MOMENTS)
    system.joint("revolute", hung, GROUND, "phi", axis=axis)
    system.joint("prismatic", hung, slid, "x", axis=axis)
    system.element("joint_friction", coordinate="phi", kinetic=0.3)
    (far,) = system.evaluate({"q": [0.4, 8e5], "qd": [2.0, 0.0]})
    about = sum(abs(a) * J for a, J in zip(axis, MOMENTS, strict=True))
    assert far.mass_matrix[0, 0] == pytest.approx(2 * about, rel=1e-14)
    assert pytest.approx(8 * about, rel=1e-14) == 2 * far.T
    assert far.qdd[0] == pytest.approx(-0.3 / (2 * about), rel=1e-14)
