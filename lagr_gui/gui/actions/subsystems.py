"""Parts of a drawing that are subsystems."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF

from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.actions.record import Action, Desk, in_menu
from lagr_gui.gui.bridge.library import keep_own, own_subsystems
from lagr_gui.gui.words import tr
from lagr_gui.subsystems import subsystem_of_file


def _bodies(desk: Desk) -> bool:
    return any(key.startswith("body:") for key in desk.session.selection - {"body:0"})


def _instance(desk: Desk) -> str:
    """The one selected instance, or nothing."""
    keys = [key for key in desk.session.selection if key.startswith("instance:")]
    return keys[0].partition(":")[2] if len(keys) == 1 else ""


def fold(desk: Desk) -> None:
    """Make a subsystem of what is selected, and an instance of it in its place."""
    keys, name = desk.session.selection, tr("part")
    if desk.session.edit("Fold into a subsystem", lambda model: edits.fold(model, keys, name)):
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
    part = next((entry for entry in session.model.subsystems if entry.name in used), None)
    try:
        if part is None:
            file, renewed = keep_own(session.model, session.model.name or tr("part"))
        else:
            source = part.source if (own_subsystems() / part.source).is_file() else ""
            title = part.model.name or part.name
            file, renewed = keep_own(part.model, title, source, apart=not source)
            new = {part.name: subsystem_of_file(part.name, file)}
            session.edit("Keep as a subsystem", lambda model: edits.replace_subsystems(model, new))
    except LagrError as error:
        session.refused.emit(list(error.problems))
        return
    session.library_changed.emit(str(file))
    words = tr("“{name}” is in the palette now, under own subsystems.")
    if renewed:
        words = tr("“{name}” in the palette is new; what it was is among the earlier versions.")
    session.message.emit(words.format(name=file.stem))


def update(desk: Desk) -> None:
    """Bring the subsystems of the drawing up to date with their files."""
    desk.session.edit("Update subsystems", desk.session.stale_parts.up_to_date)


ACTIONS = in_menu(
    "Model",
    Action("fold", "Fold into a subsystem", fold, "Ctrl+G", _bodies, separated=True),
    Action("insert_subsystem", "Insert a model as a subsystem…", insert),
    Action(
        "keep_subsystem",
        "Keep in the palette as a subsystem",
        keep,
        enabled=lambda desk: bool(_instance(desk) or desk.session.model.ports),
    ),
    Action(
        "update_subsystems",
        "Update subsystems from their files",
        update,
        enabled=lambda desk: any(entry.source for entry in desk.session.model.subsystems),
    ),
    Action(
        "open_subsystem",
        "Open the subsystem",
        lambda desk: desk.session.open_subsystem(_instance(desk)),
        enabled=lambda desk: bool(_instance(desk)),
    ),
    Action(
        "leave_subsystem",
        "Back to who uses the subsystem",
        lambda desk: desk.session.leave_subsystem(),
        "Ctrl+U",
        lambda desk: bool(desk.session.way),
    ),
)
