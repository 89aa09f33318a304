"""Robots that are written: MuJoCo finds our masses and forces in them, and so do we."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import lagr_gui
from lagr_gui.extensions.robots.tests import mjcfs, urdfs
from lagr_gui.extensions.robots.tests.comparing import difference, read, returned, survives
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from tests.systems import random_tree

TREES = ("double_pendulum", "five_link_chain", "furuta_pendulum", "mass_spring_chain", "quadruped")
TREES += ("overhead_crane", "physical_pendulum", "robot_arm_6r", "simple_pendulum", "spinning_top")
TREES += ("two_pendulums_dashpot",)
LOOPS = ("bennett", "four_bar", "parallelogram", "rack_and_pinion")
KINDS = ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "free")
PATHS = {path.stem: path for path in sample_models()}


@cache
def sample(name: str) -> Model:
    return lagr_gui.load(PATHS[name])


def returns(model: Model, text: str) -> None:
    """What is read again moves as the model does."""
    again = read(text)
    assert {*again.coordinates} == {*model.coordinates}
    returned(model, again)


@pytest.mark.parametrize("name", TREES)
def test_samples_move_in_mujoco_as_here(name: str) -> None:
    model = sample(name)
    text = lagr_gui.mjcf_robot(model)
    assert difference(model, text, count=2) < 1e-9
    returns(model, text)


@pytest.mark.parametrize("name", LOOPS)
def test_masses_and_forces_of_loops_are_those_of_mujoco(name: str) -> None:
    model = lagr_gui.load(PATHS[name])
    text = lagr_gui.mjcf_robot(model, leave_out=True)
    assert "<equality>" in text
    if "Left out" not in text:
        assert difference(model, text, count=2) < 1e-9


@pytest.mark.parametrize("seed", range(12))
def test_random_trees_move_in_mujoco_as_here(seed: int) -> None:
    source = np.random.default_rng(seed)
    kinds = [KINDS[k] for k in source.integers(0, len(KINDS), 3)]
    model = random_tree(seed, kinds)
    text = lagr_gui.mjcf_robot(model)
    assert difference(model, text, seed) < 1e-9
    returns(model, text)


@pytest.mark.parametrize("seed", range(16))
def test_what_came_in_goes_out_the_same(seed: int) -> None:
    survives(mjcfs.tree(seed), seed)


@pytest.mark.parametrize("seed", range(4))
def test_a_urdf_goes_out_as_mjcf(seed: int) -> None:
    model = read(urdfs.tree(seed, ["revolute", "prismatic", "fixed"]))
    returns(model, lagr_gui.mjcf_robot(model))


def test_springs_dampers_limits_and_rotors_go_out() -> None:
    text = """<mujoco><worldbody><site name="o" pos="0 0 2"/><body name="b">
    <joint name="a" stiffness="3" springref="0.2" damping="0.4" armature="0.7" range="-90 90"/>
    <inertial pos="0.1 0 0" mass="1" diaginertia="1 1 1"/><site name="p" pos="1 0 0"/></body>
    </worldbody><tendon><spatial stiffness="4" springlength="0.3" damping="0.1"><site site="o"/>
    <site site="p"/></spatial><spatial range="0 9"><site site="o"/><site site="p"/></spatial>
    </tendon></mujoco>"""
    model = read(text)
    again = lagr_gui.mjcf_robot(model)
    assert difference(model, again) < 1e-9
    assert difference(read(again), text) < 1e-9
    kinds = sorted(element.kind for element in model.elements)
    assert sorted(element.kind for element in read(again).elements) == kinds


def test_the_same_model_gives_the_same_text() -> None:
    model = sample("robot_arm_6r")
    text = lagr_gui.mjcf_robot(model)
    assert text == lagr_gui.mjcf_robot(lagr_gui.load(PATHS["robot_arm_6r"]))
    assert "SHA-256" in text
    assert "Values of parameters" in text


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("cantilever", "beam"),
        ("dc_motor_pendulum", "circuit"),
        ("kapitza_pendulum", "Body 0"),
        ("cart_pole", "drive"),
        ("rolling_disc", "table"),
    ],
)
def test_what_cannot_be_said_is_refused_by_name(name: str, item: str) -> None:
    with pytest.raises(LagrError, match=item):
        lagr_gui.mjcf_robot(sample(name))


def test_what_is_left_out_on_request_is_told(tmp_path: Path, capsys) -> None:
    from lagr_gui.cli.__main__ import main

    target = tmp_path / "cart.xml"
    words = ["export", str(PATHS["cart_pole"]), "--to", "mjcf", "--out", str(target)]
    assert main(words) == 1
    assert "drive" in capsys.readouterr().err
    assert main([*words, "--leave-out"]) == 0
    assert "Left out: Element “drive”" in capsys.readouterr().out
    assert lagr_gui.load(target).coordinates == sample("cart_pole").coordinates
