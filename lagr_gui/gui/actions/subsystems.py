"""Parts of a drawing that are subsystems."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF

from lagr_gui.editing import edits
from lagr_gui.editing.kept import make_folder
from lagr_gui.gui.actions.record import Action, Desk
from lagr_gui.gui.bridge.library import own_subsystems, source_folders
from lagr_gui.model import save
from lagr_gui.problem import LagrError
from lagr_gui.subsystems import changed_sources


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
    if path := desk.ask_model():
        x, y = desk.canvas.middle()
        desk.canvas.place_subsystem(Path(path), QPointF(x, y))


def keep(desk: Desk) -> None:
    """Keep what is drawn, or the subsystem of the selected instance, in the palette."""
    session, name = desk.session, _instance(desk)
    used = {entry.subsystem for entry in session.model.instances if entry.name == name}
    parts = {entry.name: entry.model for entry in session.model.subsystems if entry.name in used}
    for title, model in parts.items() or [(session.model.name, session.model)]:
        plain = "".join(c for c in title.lower().replace(" ", "_") if c.isalnum() or c == "_")
        try:
            make_folder(own_subsystems())
            file = own_subsystems() / f"{plain or 'own'}.lagr"
            save(model.having(name=model.name or title), file)
        except LagrError as error:
            session.refused.emit(list(error.problems))
    session.library_changed.emit()


def update(desk: Desk) -> None:
    """Bring the subsystems of the drawing up to date with their files."""
    session = desk.session
    new = changed_sources(session.model, source_folders(session.document.path))
    session.edit("Update subsystems", lambda model: edits.replace_subsystems(model, new))


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
        "keep_subsystem",
        "Keep in the palette as a subsystem",
        "Model",
        keep,
        enabled=lambda desk: bool(_instance(desk) or desk.session.model.ports),
    ),
    Action(
        "update_subsystems",
        "Update subsystems from their files",
        "Model",
        update,
        enabled=lambda desk: any(entry.source for entry in desk.session.model.subsystems),
    ),
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
