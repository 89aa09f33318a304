"""Dry friction of joints goes out to robots and comes in again, joint by joint."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lagr_gui
from lagr_gui import GROUND, System
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import prepare
from tests.each import each

KINDS = {
    "revolute": 1,
    "prismatic": 1,
    "cylindrical": 2,
    "universal": 2,
    "spherical": 3,
    "planar": 3,
    "free": 6,
    "screw": 1,
}


def rubbing(kind: str, turned: bool) -> System:
    """A body on a joint with another friction on each of its coordinates."""
    s = System("robot", m=1)
    body = s.body("body", mass="m", inertia=(0.1, 0.2, 0.25))
    names = [f"q{i}" for i in range(KINDS[kind])]
    ends = (body, GROUND) if turned else (GROUND, body)
    s.joint(kind, *ends, *names, **({"pitch": 0.4} if kind == "screw" else {}))
    for i, name in enumerate(names):
        s.element(
            "joint_friction", f"f{i}", coordinate=name, kinetic=0.5 + i, static=(0.5 + i) * (i % 2)
        )
    return s


def frictions(file: Path) -> dict[str, float]:
    """Dry friction of a robot that is read, by the joint that it rubs in, as it was written."""
    there = prepare(lagr_gui.load(file))
    found: dict[str, float] = {}
    for part in there.reading.frictions:
        name = part.record.name.removeprefix("friction of ")
        found[name] = there.values[str(part.record.kinetic)]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_friction_comes_back_on_its_coordinate(kind: str, tmp_path: Path) -> None:
    for turned in (False, True):
        model = rubbing(kind, turned).model
        wanted = {f"q{i}": 0.5 + i for i in range(KINDS[kind])}
        for ending, write in ((".urdf", lagr_gui.urdf_robot), (".xml", lagr_gui.mjcf_robot)):
            file = tmp_path / f"robot{ending}"
            file.write_text(write(model), "utf-8")
            assert frictions(file) == wanted, (turned, ending)
        told = re.findall(r"<friction>(.*?)</friction>", lagr_gui.sdf_robot(model))
        assert sorted(map(float, told)) == sorted(wanted.values())


@each("fields", [{"static": 2}, {"static": 2, "stribeck": 0.1}, {"speed": 1}, {"kinetic": "1 + t"}])
def test_friction_that_a_format_has_no_word_for_is_refused_by_name(fields: dict) -> None:
    s = System("robot", m=1)
    s.joint("prismatic", GROUND, s.body("body", mass="m", inertia=(1, 1, 1)), "x")
    s.element("joint_friction", "rub", coordinate="x", **{"kinetic": 1} | fields)
    for write in (lagr_gui.urdf_robot, lagr_gui.mjcf_robot, lagr_gui.sdf_robot):
        with pytest.raises(LagrError, match="rub"):
            write(s.model)
