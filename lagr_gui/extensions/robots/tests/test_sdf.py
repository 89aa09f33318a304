"""SDF: what is written, read as the tree that it is, moves as the model does."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

import lagr_gui
from lagr_gui.extensions.robots.tests import urdfs
from lagr_gui.extensions.robots.tests.comparing import read
from lagr_gui.extensions.robots.tests.test_export import KINDS, PATHS, returns, sample
from lagr_gui.extensions.robots.tests.test_urdf_export import agrees
from tests.systems import random_tree


def as_urdf(text: str) -> str:
    """The same tree in the words of URDF: links stand in the links before them."""
    world = ElementTree.fromstring(text)[0]
    model = world.find("model")
    assert model is not None
    places, found = {}, '<link name="world"/>'
    for link in model.findall("link"):
        pose, inner = link.find("pose"), link.find("inertial")
        assert pose is not None
        assert inner is not None
        places[link.get("name")] = (pose.get("relative_to", "world"), pose.text.split())
        centre, mass, tensor = inner.findtext("pose"), inner.findtext("mass"), inner.find("inertia")
        entries = " ".join(f'{entry.tag}="{entry.text}"' for entry in tensor)
        found += f'<link name="{link.get("name")}"><inertial>'
        found += f'<origin xyz="{" ".join(centre.split()[:3])}"/><mass value="{mass}"/>'
        found += f"<inertia {entries}/></inertial></link>"
    for joint in model.findall("joint"):
        above, child = joint.findtext("parent"), joint.findtext("child")
        place, pose = places[child]
        assert place == above
        found += f'<joint name="{joint.get("name")}" type="{joint.get("type")}">'
        found += f'<parent link="{above}"/><child link="{child}"/>'
        found += f'<origin xyz="{" ".join(pose[:3])}" rpy="{" ".join(pose[3:])}"/>'
        axis = joint.find("axis")
        if axis is not None:
            found += f'<axis xyz="{axis.findtext("xyz")}"/>'
            found += '<limit lower="-1e9" upper="1e9" effort="1" velocity="1"/>'
        found += "</joint>"
    return f'<robot name="r">{found}</robot>'


@pytest.mark.parametrize("seed", range(8))
def test_random_trees_stay_what_they_are(seed: int) -> None:
    source = np.random.default_rng(80 + seed)
    kinds = [KINDS[k] for k in source.integers(0, len(KINDS), 3)]
    model = random_tree(seed, kinds).having(gravity=(0, 0, -9.81))
    agrees(model, as_urdf(lagr_gui.sdf_robot(model)))


@pytest.mark.parametrize("seed", range(3))
def test_what_came_in_goes_out_the_same(seed: int) -> None:
    model = read(urdfs.tree(seed, ["revolute", "prismatic", "fixed"])).having(elements=())
    returns(model, as_urdf(lagr_gui.sdf_robot(model)))


def test_gravity_springs_and_couplings_are_said() -> None:
    text = lagr_gui.sdf_robot(sample("simple_pendulum"))
    assert "<gravity>0 -9.81 0</gravity>" in text
    assert text == lagr_gui.sdf_robot(lagr_gui.load(PATHS["simple_pendulum"]))
    assert "<mimic" in lagr_gui.sdf_robot(sample("rack_and_pinion"), leave_out=True)
