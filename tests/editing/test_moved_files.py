"""A model finds its files wherever it is saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagr_gui import System
from lagr_gui.editing.edits.files import moved_to
from lagr_gui.model import Model
from lagr_gui.model.controllers import Controller
from lagr_gui.model.marks import SketchMarks, SketchPicture
from lagr_gui.model.records import Subsystem
from lagr_gui.model.shapes import Solid

NAMES = ("unit.fmu", "below/unit.fmu", "../unit.fmu")


def drawn(name: str) -> Model:
    """A model that names a file as unit, as picture, as mesh, and in a subsystem."""
    system = System()
    system.body("Bob")
    mesh = Solid(form="mesh", file=name)
    model = system.model.each("bodies", lambda b: b.having(shape=b.shape.having(solids=(mesh,))))
    plan = model.simulation.having(controllers=(Controller(name="PD", file=name),))
    model = model.having(simulation=plan, sketch=SketchMarks(pictures=(SketchPicture(file=name),)))
    return model.having(subsystems=(Subsystem(name="part", model=model),))


def named(model: Model) -> list[str]:
    """All files that a model names."""
    own = [
        *(entry.file for entry in model.simulation.controllers),
        *(entry.file for entry in model.sketch.pictures),
        *(solid.file for body in model.bodies for solid in body.shape.solids),
    ]
    return own + [name for entry in model.subsystems for name in named(entry.model)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("goal", [".", "a", "a/b", "c"])
@pytest.mark.parametrize("absolute", [False, True])
def test_they_are_found_from_there(tmp_path: Path, name: str, goal: str, absolute: bool) -> None:
    left, folder = tmp_path / "own" / "a", tmp_path / "own" / goal
    file = (left / name).resolve()
    for path in (left / "model.lagr", file, folder / "model.lagr"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    before = drawn(file.as_posix() if absolute else name)
    after = named(moved_to(before, folder, left))
    assert len(after) == 6
    assert {(folder / entry).resolve() for entry in after} == {file}
    if file.is_relative_to(folder):
        assert not any(Path(entry).is_absolute() for entry in after)


def test_what_lies_nowhere_or_lies_there_too_stays(tmp_path: Path) -> None:
    model = drawn("unit.fmu")
    assert moved_to(model, tmp_path / "b", tmp_path / "a") == model
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "unit.fmu").touch()
    assert moved_to(model, tmp_path / "b", tmp_path / "a") == model
