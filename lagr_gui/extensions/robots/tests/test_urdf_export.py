"""URDFs that are written: Pinocchio finds our masses and forces in them, and so do we."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import lagr_gui
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.robots.tests import urdfs
from lagr_gui.extensions.robots.tests.comparing import own, read
from lagr_gui.extensions.robots.tests.test_export import KINDS, returns, sample
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from tests.systems import random_tree

TREES = ("double_pendulum", "five_link_chain", "furuta_pendulum", "overhead_crane")
TREES += ("physical_pendulum", "robot_arm_6r", "simple_pendulum", "spinning_top")


def agrees(model: Model, text: str) -> None:
    """Pinocchio's M and bias, without dampers, are ours."""
    there = pin.buildModelFromXML(text)
    there.gravity.linear = np.array([0, 0, -np.linalg.norm(weight(model))])
    data, names = there.createData(), lagr_gui.check(model).coordinates
    order = [names.index(name) for name in list(there.names)[1:]]
    source = np.random.default_rng(3)
    for _ in range(2):
        q, v = source.normal(0, 0.7, (2, len(names)))
        pairs = zip(order, list(there.joints)[1:], strict=True)
        there_q = [[np.cos(q[k]), np.sin(q[k])] if j.nq == 2 else [q[k]] for k, j in pairs]
        flat = np.concatenate(there_q)
        M = pin.crba(there, data, flat)
        M = np.triu(M) + np.triu(M, 1).T
        h = pin.nle(there, data, flat, v[order])
        mine, against = own(model.having(elements=()), q, v)
        assert mine[np.ix_(order, order)] == pytest.approx(M, rel=1e-9, abs=1e-9)
        assert against[order] == pytest.approx(h, rel=1e-9, abs=1e-9)


def weight(model: Model) -> np.ndarray:
    values = lagr_gui.prepare(model).values
    return np.array([value(entry, values) for entry in model.gravity])


@pytest.mark.parametrize("name", TREES)
def test_samples_move_in_pinocchio_as_here(name: str) -> None:
    model = sample(name)
    text = lagr_gui.urdf_robot(model, leave_out=True)
    agrees(model, text)
    if "Left out" not in text:
        returns(model, text)


@pytest.mark.parametrize("seed", range(10))
def test_random_trees_move_in_pinocchio_as_here(seed: int) -> None:
    source = np.random.default_rng(50 + seed)
    kinds = [KINDS[k] for k in source.integers(0, len(KINDS), 3)]
    model = random_tree(seed, kinds)
    agrees(model, lagr_gui.urdf_robot(model))


@pytest.mark.parametrize("seed", range(20))
def test_what_came_in_goes_out_the_same(seed: int) -> None:
    model = read(urdfs.drawn(seed))
    text = lagr_gui.urdf_robot(model)
    returns(model, text)
    assert sorted(e.kind for e in read(text).elements) == sorted(e.kind for e in model.elements)


def test_dry_friction_goes_out() -> None:
    text = urdfs.tree(1, ["revolute", "prismatic"]).replace("damping", 'friction="0.3" damping')
    model = read(text)
    written = lagr_gui.urdf_robot(model)
    assert written.count('friction="0.3"') == 2
    returns(model, written)
    assert lagr_gui.sdf_robot(model).count("<friction>0.3</friction>") == 2
    assert lagr_gui.mjcf_robot(model).count('frictionloss="0.3"') == 2


def test_couplings_go_out() -> None:
    text = lagr_gui.urdf_robot(sample("rack_and_pinion"), leave_out=True)
    assert "<mimic" in text


@pytest.mark.parametrize(("name", "item"), [("four_bar", "loop"), ("mass_spring_chain", "pring")])
def test_what_urdf_cannot_say_is_refused(name: str, item: str) -> None:
    with pytest.raises(LagrError, match=item):
        lagr_gui.urdf_robot(sample(name))
    assert "Left out: " in lagr_gui.urdf_robot(sample(name), leave_out=True)
