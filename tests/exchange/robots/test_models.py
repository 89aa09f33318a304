"""Models as people write them for MuJoCo: they come in, go out and come in again the same."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest

import lagr_gui
from lagr_gui.exchange.robots import import_robot
from lagr_gui.model import Model
from lagr_gui.problem import Problem, Severity
from tests.exchange.robots.comparing import difference, read, returned, survives

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
    written = lagr_gui.mjcf_robot(model)
    again = read(written)
    assert difference(model, written) < 1e-9
    assert difference(again, written) < 1e-9
    returned(model, again)
