"""Reactions in joints agree with Newton's laws and with MuJoCo's sensors."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.model import Body
from tests.mechanics.oracles import mujoco_model
from tests.mechanics.test_recursion import KINDS, random_state
from tests.systems import backwards, joint, opposite, random_tree, system


def test_a_weight_on_two_fixed_bodies_is_carried_through_both_joints() -> None:
    model = system(
        [Body(number=1, mass=2), Body(number=2, mass=3)],
        [
            joint("fixed", "root", 0, 1, point_parent=(0, 1, 0), point_child=(-1, 0, 0)),
            joint("fixed", "tip", 1, 2, point_parent=(1, 0, 0), point_child=(-1, 0, 0)),
        ],
        gravity=(0, -10, 0),
        parameters=(),
    )
    (found,) = pipeline.evaluate(model, [{"t": 0, "q": [], "qd": []}])
    root, tip = found.reactions["root"], found.reactions["tip"]
    assert root.point == pytest.approx([0, 1, 0])
    assert tip.point == pytest.approx([2, 1, 0])
    assert root.force == pytest.approx([0, 50, 0])
    assert tip.force == pytest.approx([0, 30, 0])
    assert root.moment == pytest.approx([0, 0, 20 * 1 + 30 * 3])
    assert tip.moment == pytest.approx([0, 0, 30 * 1])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("fixed", "free")])
def test_reactions_are_those_that_mujoco_measures(kind: str) -> None:
    model = random_tree(7, [kind, "revolute", kind, "prismatic"])
    state = random_state(model, 3)
    (found,) = pipeline.evaluate(model, [state])
    other, J = mujoco_model(model)
    data = mujoco.MjData(other)
    data.qpos, data.qvel = J @ state["q"], J @ state["qd"]
    mujoco.mj_forward(other, data)
    data.qacc = J @ found.qdd
    mujoco.mj_rnePostConstraint(other, data)
    for index, drawn in enumerate(depth_first(model), start=1):
        # cfrc_int: moment and force on a body, about the centre of mass of its tree
        root = other.body_rootid[index]
        moment, force = data.cfrc_int[index][:3], data.cfrc_int[index][3:]
        own = found.reactions[drawn.name]
        arm = data.subtree_com[root] - own.point
        size = max(np.abs(force).max(), np.abs(moment).max())
        assert np.abs(own.force - force).max() < 1e-8 * size
        assert np.abs(own.moment - (moment + np.cross(arm, force))).max() < 1e-7 * size


def depth_first(model, parent=0):
    for drawn in model.joints:
        if drawn.parent == parent:
            yield drawn
            yield from depth_first(model, drawn.child)


def test_a_joint_drawn_backwards_has_the_opposite_reaction() -> None:
    model = random_tree(11, ["revolute"])
    state = random_state(model, 1)
    (one,) = pipeline.evaluate(model, [state])
    (other,) = pipeline.evaluate(backwards(model), [opposite(state)])
    name = model.joints[0].name
    assert other.reactions[name].force == pytest.approx(-one.reactions[name].force)
    assert other.reactions[name].moment == pytest.approx(-one.reactions[name].moment)
