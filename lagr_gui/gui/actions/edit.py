"""Undo, clipboard, selection."""

from __future__ import annotations

from lagr_gui.editing import edits
from lagr_gui.gui.actions.record import Action, Desk, in_menu
from lagr_gui.gui.bridge.new_items import add_blocks


def _selected(desk: Desk) -> bool:
    return bool(desk.session.selection - {"body:0"})


def copy(desk: Desk) -> None:
    """Put the selection on the clipboard, as the text of a model."""
    desk.copy_text(edits.copy(desk.session.model, desk.session.selection))


def cut(desk: Desk) -> None:
    """Copy the selection and remove it."""
    copy(desk)
    remove(desk, "Cut")


def remove(desk: Desk, title: str = "Delete") -> None:
    """Remove the selection with all that hangs on it."""
    keys = desk.session.selection
    desk.session.edit(title, lambda model: edits.remove(model, keys))


def paste(desk: Desk) -> None:
    """Add what is on the clipboard at the middle of what is seen."""
    text, at = desk.pasted_text(), desk.canvas.middle()
    add_blocks(desk.session, "Paste", lambda model: edits.paste(model, text, at))


def duplicate(desk: Desk) -> None:
    """Add the selection once more."""
    keys = desk.session.selection
    add_blocks(desk.session, "Duplicate", lambda model: edits.duplicate(model, keys))


ACTIONS = in_menu(
    "Edit",
    Action(
        "undo",
        "Undo",
        lambda d: d.session.undo(),
        "Ctrl+Z",
        lambda d: d.session.document.undo_title is not None,
    ),
    Action(
        "redo",
        "Redo",
        lambda d: d.session.redo(),
        "Ctrl+Shift+Z",
        lambda d: d.session.document.redo_title is not None,
        also=("Ctrl+Y",),
    ),
    Action("cut", "Cut", cut, "~Ctrl+X", _selected, separated=True),
    Action("copy", "Copy", copy, "~Ctrl+C", _selected),
    Action("paste", "Paste", paste, "~Ctrl+V", lambda d: bool(d.pasted_text())),
    Action("duplicate", "Duplicate", duplicate, "Ctrl+D", _selected),
    Action("delete", "Delete", remove, "~Del", _selected),
    Action("select_all", "Select all", lambda d: d.drawing.select_all(), "~Ctrl+A", separated=True),
    Action("find", "Find in the drawing…", lambda d: d.show_find(), "Ctrl+F", separated=True),
    Action("history", "History", lambda d: d.show_pane("history"), "Ctrl+H"),
    Action(
        "commands",
        "Find a command…",
        lambda d: d.focus_command_field(),
        "Ctrl+Shift+P",
        separated=True,
    ),
)
