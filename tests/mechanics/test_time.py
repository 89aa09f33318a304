"""What depends on time: gravity, constants of springs, the motion of body 0."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.model import Simulation
from tests.systems import element, random_tree

UNTIL = Simulation(until=2.0)


def driven(**changes):
    model = random_tree(4, ["spherical", "revolute"])
    return model.model_copy(update={"simulation": UNTIL} | changes)


def test_gravity_that_changes_supplies_the_energy_that_is_missing() -> None:
    model = driven(gravity=("sin(3*t)", "-9.81 + 4*cos(2*t)", "t"))
    assert pipeline.simulate(model).energy_error < 1e-8


def test_a_spring_whose_constants_change_supplies_energy() -> None:
    # Both constants are the same expression: each has its own share of the power.
    part = element("spring", "spring", c="2 + t", l0="2 + t", body_a=2, point_a=(1, 0, 0))
    model = driven(elements=(part,))
    trajectory = pipeline.simulate(model)
    assert trajectory.energy_error < 1e-8
    assert np.abs(trajectory.supplied).max() > 1e-2


def test_a_spring_without_natural_length_pulls_also_at_length_zero() -> None:
    part = element("spring", "spring", c=40, l0=0, body_a=2, body_b=1)
    model = random_tree(6, ["prismatic", "prismatic"]).model_copy(update={"elements": (part,)})
    joints = tuple(
        joint.model_copy(update={"parent": 0, "point_parent": (0, 0, 0), "point_child": (0, 0, 0)})
        for joint in model.joints
    )
    model = model.model_copy(update={"joints": joints})
    state = {"t": 0.0, "q": [0.0, 0.0], "qd": [0.3, -0.2]}
    (one,) = pipeline.evaluate(model, [state])
    (other,) = pipeline.evaluate(model, [state], derivation="closed")
    assert np.all(np.isfinite(one.qdd))
    assert one.qdd == pytest.approx(other.qdd, rel=1e-12)
