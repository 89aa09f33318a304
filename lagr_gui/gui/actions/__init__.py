"""Everything a user can do, as one list; menus, tool bar and command field are views of it."""

from lagr_gui.gui.actions import (
    compare,
    edit,
    equations,
    files,
    help,
    model,
    picture,
    simulate,
    subsystems,
    view,
)
from lagr_gui.gui.actions.record import Action, Desk

ACTIONS: tuple[Action, ...] = (
    *files.OPENING,
    *compare.ACTIONS,
    *files.ACTIONS,
    *edit.ACTIONS,
    *view.ACTIONS,
    *model.ACTIONS,
    *picture.ACTIONS,
    *subsystems.ACTIONS,
    *equations.ACTIONS,
    *simulate.ACTIONS,
    *help.ACTIONS,
)

TOOL_BAR = (
    ("new", "open", "save"),
    ("undo", "redo"),
    ("arrange", "renumber", "fit"),
    ("run", "stop"),
    ("export",),
)
"""The actions of the tool bar, in groups."""

__all__ = ["ACTIONS", "TOOL_BAR", "Action", "Desk"]
