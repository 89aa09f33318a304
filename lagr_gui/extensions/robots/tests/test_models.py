"""Models as people write them for MuJoCo: they come in, go out and come in again the same."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest

import lagr_gui
from lagr_gui.extensions.robots.robot import import_robot
from lagr_gui.extensions.robots.tests.comparing import (
    apart,
    difference,
    read,
    returned,
    saved,
    survives,
)
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.model import Model

FOLDER = Path(__file__).parent / "models"
OWN = sorted(path for path in FOLDER.glob("*.xml") if "<mujoco " in path.read_text("utf-8"))
SHIPPED = sorted(Path(mujoco.__file__).parent.rglob("*.xml"))


def faults(model: Model) -> list[Problem]:
    """What is told of a model, but for hints."""
    return [p for p in lagr_gui.check(model).problems if p.severity != Severity.HINT]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_model_survives_the_way_in_and_out(path: Path) -> None:
    model, _ = survives(path.read_text("utf-8"), folder=FOLDER)
    assert not faults(model)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_mujoco_ships_comes_in_and_goes_out(path: Path) -> None:
    text = path.read_text("utf-8")
    if "<worldbody" not in text:
        pytest.skip("It has no bodies.")
    found = import_robot(text, "model", folder=path.parent, leave_out=True)
    (model,) = found.models
    assert not faults(model)
    assert all(str(p.place).startswith("Line ") for p in found.problems)
    assert apart(model, text, path.parent) < 1e-9
    written = lagr_gui.mjcf_robot(model)
    again = read(written)
    assert difference(model, written) < 1e-9
    assert difference(again, written) < 1e-9
    returned(model, again)


def test_meshes_in_files_weigh_what_they_enclose(tmp_path: Path) -> None:
    corners = "v 0 0 0\nv 3 0 0\nv 0 2 0\nv 0 0 4\n"
    saved(tmp_path, "stone.obj", corners + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    asset = '<asset><mesh file="stone.obj" scale="0.1 0.1 0.1"/></asset>'
    geom = '<geom type="mesh" mesh="stone" density="500" euler="0 0 30"/>'
    text = f'<mujoco>{asset}<worldbody><body><joint name="a" axis="1 2 3"/>{geom}</body>'
    text += "</worldbody></mujoco>"
    model = read(text, folder=tmp_path)
    assert difference(model, text, folder=tmp_path) < 1e-9
    assert parameter_values(model)["m1"] == pytest.approx(500 * 24 / 6 / 1000)


@pytest.mark.parametrize(
    ("mesh", "words"),
    [
        ('vertex="0 0 0 1 0 0"', "threes of numbers"),
        ('vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 4"', "not there"),
        ('vertex="0 0 0 1 0 0 0 1 0 1 1 0"', "no volume"),
        ('vertex="0 0 0 1 0 0 0 1 0 0 0 1" inertia="shell"', "inertia=shell"),
        ('file="gone.obj"', "not there"),
    ],
)
def test_faults_of_meshes_are_told_with_their_line(mesh: str, words: str, tmp_path: Path) -> None:
    text = f'<mujoco><asset>\n<mesh name="m" {mesh}/></asset><worldbody><body><joint/>'
    text += '<geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    with pytest.raises(LagrError) as caught:
        import_robot(text, folder=tmp_path)
    told = [p for p in caught.value.problems if words in str(p.cause)]
    assert told, caught.value
    assert str(told[0].place).startswith("Line 2")
