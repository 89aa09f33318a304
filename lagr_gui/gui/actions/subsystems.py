"""Parts of a drawing that are subsystems."""

from __future__ import annotations

from pathlib import Path

from lagr_gui.editing import edits
from lagr_gui.gui.actions.record import Action, Desk
from lagr_gui.model import Subsystem
from lagr_gui.problem import LagrError
from lagr_gui.subsystems import subsystem_of_file


def _bodies(desk: Desk) -> bool:
    return any(key.startswith("body:") for key in desk.session.selection - {"body:0"})


def _instance(desk: Desk) -> str:
    """The one selected instance, or nothing."""
    keys = [key for key in desk.session.selection if key.startswith("instance:")]
    return keys[0].partition(":")[2] if len(keys) == 1 else ""


def fold(desk: Desk) -> None:
    """Make a subsystem of what is selected, and an instance of it in its place."""
    keys = desk.session.selection
    if desk.session.edit("Fold into a subsystem", lambda model: edits.fold(model, keys)):
        desk.session.select({f"instance:{desk.session.model.instances[-1].name}"})


def insert(desk: Desk) -> None:
    """Use a model file as a part of the drawing."""
    path = desk.ask_model()
    if not path:
        return
    try:
        found = subsystem_of_file(Path(path).stem, path)
    except LagrError as error:
        desk.session.refused.emit(list(error.problems))
        return
    add(desk, found)


def add(desk: Desk, found: Subsystem) -> None:
    """A new instance of a subsystem at a free place near the middle of what is seen."""
    at = desk.canvas.middle()
    if desk.session.edit("Add subsystem", lambda model: edits.add_instance(model, found, at)):
        desk.session.select({f"instance:{desk.session.model.instances[-1].name}"})


ACTIONS = (
    Action(
        "fold",
        "Fold into a subsystem",
        "Model",
        fold,
        "Ctrl+G",
        _bodies,
        separated=True,
    ),
    Action("insert_subsystem", "Insert a model as a subsystem…", "Model", insert),
    Action(
        "open_subsystem",
        "Open the subsystem",
        "Model",
        lambda desk: desk.session.open_subsystem(_instance(desk)),
        enabled=lambda desk: bool(_instance(desk)),
    ),
    Action(
        "leave_subsystem",
        "Back to who uses the subsystem",
        "Model",
        lambda desk: desk.session.leave_subsystem(),
        "Ctrl+U",
        lambda desk: bool(desk.session.way),
    ),
)
