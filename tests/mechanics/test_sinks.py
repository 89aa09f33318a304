"""What takes forces takes them at points of space as at points of bodies."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.expression import read
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.closed.measures import GeneralisedForces
from lagr_gui.mechanics.recursion.wrenches import PushedPower
from lagr_gui.mechanics.vectors import plus
from lagr_gui.prepared import prepare
from tests.systems import random_tree

KINDS = ["revolute", "universal", "cylindrical", "planar"]
LOCAL, FORCE = (0.3, -0.2, 0.7), (2.0, -1.0, 0.5)


@pytest.mark.parametrize("body", range(1, 5))
def test_generalised_forces_are_those_of_the_point_of_the_body(body: int) -> None:
    kinematics = prepare(random_tree(7, KINDS)).closed.kinematics
    E, x = kinematics.poses[body]
    local, force = (kinematics.vector([read(str(x)) for x in own]) for own in (LOCAL, FORCE))
    point = plus(x, kinematics.in_space(E, local))
    one, other = GeneralisedForces(kinematics), GeneralisedForces(kinematics)
    one.push(body, point, force)
    other.push_at(body, point, force)
    assert all((one.Q[index] - other.Q[index]).is_zero for index in one.Q)


@pytest.mark.parametrize("body", range(1, 5))
def test_the_power_is_that_of_the_point_of_the_body(body: int) -> None:
    recursion = prepare(random_tree(8, KINDS)).recursion
    scope, seat = recursion.scope, recursion.frames.seats[body]
    x, y, z = map(scope.program.number, LOCAL)
    u, v, w = map(scope.program.number, FORCE)
    local, force = (x, y, z), (u, v, w)
    one, other = PushedPower(recursion.motion), PushedPower(recursion.motion)
    one.push(seat, local, force)
    other.push_at(seat, recursion.motion.point(seat, local), force)
    kernel = compile_kernel(
        scope.program, scope.state, scope.parameters, {"one": one.total, "other": other.total}
    )
    states = np.random.default_rng(1).uniform(-1, 1, (5, len(scope.state)))
    found = kernel.bind(np.zeros(len(scope.parameters))).many(states)
    assert np.abs(found["one"]).min() > 1e-3
    assert found["one"] == pytest.approx(found["other"], rel=1e-12)
