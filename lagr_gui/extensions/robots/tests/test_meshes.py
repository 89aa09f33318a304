"""Meshes of robots are kept: seen in the drawing, named where they are missing, written again."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
import trimesh

import lagr_gui
from lagr_gui import pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.expression import read
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.robots.robot import import_robot
from lagr_gui.model import Model, Solid
from lagr_gui.model.solids.bodies import turn_of

URDF = """<robot name="arm">
<link name="world"/>
<link name="arm"><inertial><origin xyz="0.1 0.2 0.3"/><mass value="2"/>
 <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
 <visual><origin xyz="0.5 0 0" rpy="0.1 0.2 0.3"/><geometry>
 <mesh filename="{name}" scale="0.001 0.001 0.001"/></geometry></visual></link>
<joint name="a" type="continuous"><parent link="world"/><child link="arm"/>
 <axis xyz="0 0 1"/></joint>
<link name="tip"><visual><geometry><mesh filename="{name}"/></geometry></visual></link>
<joint name="fix" type="fixed"><parent link="arm"/><child link="tip"/>
 <origin xyz="1 0 0" rpy="0 0 1.5707963267949"/></joint>
</robot>"""

MJCF = """<mujoco model="arm"><compiler angle="radian" meshdir="meshes"/>
<asset><mesh name="part" file="{name}" scale="0.001 0.001 0.001"/></asset>
<worldbody><body name="arm"><joint name="a" axis="0 0 1"/>
<inertial mass="2" pos="0.1 0.2 0.3" diaginertia="1 1 1"/>
<geom type="mesh" mesh="part" pos="0.5 0 0" euler="0.1 0 0" contype="0" conaffinity="0"/>
<geom type="mesh" mesh="part" pos="0 0 9"/>
</body></worldbody></mujoco>"""


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """The folder of a package with a robot and its meshes."""
    for place in ("pkg/meshes", "pkg/urdf"):
        (tmp_path / place).mkdir(parents=True)
    trimesh.creation.box((100, 50, 20)).export(tmp_path / "pkg/meshes/part.stl")
    return tmp_path / "pkg"


def solids(model: Model) -> tuple[Solid, ...]:
    return tuple(solid for body in model.bodies for solid in body.shape.solids)


def corners(model: Model) -> np.ndarray:
    """Where points of each mesh lie, from the centre of mass in the axes of the body."""
    found = []
    for solid in solids(model):
        R = np.array([[float(value(read(e), {})) for e in row] for row in turn_of(solid.turn)])
        found.append(float(solid.scale) * np.eye(3) @ R.T + np.array(solid.at, float))
    return np.concatenate(found)


@pytest.mark.parametrize(
    "name",
    [
        "package://pkg/meshes/part.stl",
        "../meshes/part.stl",
        "file://../meshes/part.stl",
        "package://other/meshes/part.stl",
    ],
)
def test_a_mesh_is_found_where_robots_name_it(robot: Path, name: str) -> None:
    found = import_robot(URDF.format(name=name), folder=robot / "urdf")
    first, second = solids(found.models[0])
    assert Path(first.file) == (robot / "meshes/part.stl").resolve() and first.file == second.file
    assert not [p for p in found.problems if "mesh" in str(p)]


def test_meshes_stand_where_their_links_have_them(robot: Path) -> None:
    (model,) = import_robot(
        URDF.format(name="package://pkg/meshes/part.stl"), folder=robot / "urdf"
    ).models
    first, second = solids(model)
    centre = np.array([0.1, 0.2, 0.3])
    assert np.allclose(first.at, np.array([0.5, 0, 0]) - centre)
    assert np.allclose(first.turn, (0.1, 0.2, 0.3)) and first.scale == 0.001
    assert np.allclose(second.at, np.array([1, 0, 0]) - centre) and second.scale == 1
    assert np.allclose(second.turn, (0, 0, np.pi / 2), atol=1e-9)


def test_meshes_change_no_equation_and_give_no_mass(robot: Path) -> None:
    text = URDF.format(name="package://pkg/meshes/part.stl")
    (seen,) = import_robot(text, folder=robot / "urdf").models
    (bare,) = import_robot(text.replace("<mesh", "<nothing").replace("/mesh", "/nothing")).models
    state = {"t": 0, "q": [0.3], "qd": [1.0]}
    assert lagr_gui.evaluate(seen, [state])[0].qdd == lagr_gui.evaluate(bare, [state])[0].qdd
    assert [body.mass for body in seen.bodies] == [body.mass for body in bare.bodies]


def test_a_missing_mesh_is_named_with_its_folder_and_still_kept(robot: Path) -> None:
    name = "package://pkg/meshes/other.stl"
    found = import_robot(URDF.format(name=name), folder=robot / "urdf")
    told = [str(problem) for problem in found.problems if "other.stl" in str(problem)]
    assert len(told) == 1 and str(robot / "urdf") in told[0], "once, though two links name it"
    assert all(solid.file == "pkg/meshes/other.stl" for solid in solids(found.models[0]))
    assert pipeline.check(found.models[0]).sound


def test_meshes_of_unreadable_sorts_and_uneven_scales_are_told(robot: Path) -> None:
    (robot / "meshes/part.dae").write_text("<COLLADA/>", "utf-8")
    found = import_robot(URDF.format(name="../meshes/part.dae"), folder=robot / "urdf")
    assert any("part.dae" in str(problem) for problem in found.problems)
    text = URDF.format(name="../meshes/part.stl").replace("0.001 0.001 0.001", "1 2 1")
    found = import_robot(text, folder=robot / "urdf")
    assert len(solids(found.models[0])) == 1
    assert any("scaled" in str(problem) for problem in found.problems)


def test_an_mjcf_shows_its_visual_meshes(robot: Path) -> None:
    found = import_robot(MJCF.format(name="part.stl"), folder=robot)
    (solid,) = solids(found.models[0])
    assert Path(solid.file) == (robot / "meshes/part.stl").resolve() and solid.scale == 0.001
    assert np.allclose(solid.at, (0.4, -0.2, -0.3)) and np.allclose(solid.turn, (0.1, 0, 0))


@pytest.mark.parametrize("to", ["urdf_robot", "mjcf_robot"])
@pytest.mark.parametrize("source", ["urdf", "mjcf"])
def test_meshes_survive_the_way_out_and_in_again(robot: Path, to: str, source: str) -> None:
    if source == "urdf":
        text, folder = URDF.format(name="../meshes/part.stl"), robot / "urdf"
    else:
        text, folder = MJCF.format(name="part.stl"), robot
    (first,) = import_robot(text, folder=folder).models
    written = getattr(lagr_gui, to)(first)
    ET.fromstring(written)
    (second,) = import_robot(written, folder=folder).models
    assert len(solids(second)) == len(solids(first))
    assert np.allclose(corners(first), corners(second), atol=1e-12)
    assert all(Path(solid.file).is_file() for solid in solids(second))


def test_mujoco_sees_the_mesh_where_the_program_does(robot: Path, tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    (model,) = import_robot(URDF.format(name="../meshes/part.stl"), folder=robot / "urdf").models
    file = tmp_path / "out.xml"
    file.write_text(lagr_gui.mjcf_robot(model), "utf-8")
    there = mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(there)
    mujoco.mj_forward(there, data)
    assert there.body_mass.sum() == pytest.approx(2) and there.ngeom == 2
    body = there.body("arm")
    for geom, solid in enumerate(solids(model)):
        # MuJoCo moves meshes to their own centre: that of a box is its origin
        at = np.array(solid.at, float) + body.ipos
        turned = data.xmat[body.id].reshape(3, 3)
        assert np.allclose(data.geom_xpos[geom], data.xpos[body.id] + turned @ at, atol=1e-9)


def test_the_command_names_meshes_from_the_folder_of_the_model(robot: Path, tmp_path: Path) -> None:
    file, out = robot / "urdf/arm.urdf", tmp_path / "models/arm.lagr"
    file.write_text(URDF.format(name="package://pkg/meshes/part.stl"), "utf-8")
    out.parent.mkdir()
    assert main(["import", str(file), "-o", str(out)]) == 0
    found = solids(pipeline.load(out))
    assert found and not any(os.path.isabs(solid.file) for solid in found)
    assert all(MeshFiles(out.parent).problem(solid.file) is None for solid in found)
