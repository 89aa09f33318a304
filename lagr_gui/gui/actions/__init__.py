"""Everything a user can do, as one list; menus, tool bar and command field are views of it."""

from lagr_gui.extension import extensions, merged, named
from lagr_gui.gui.actions import (
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

_CORE: tuple[Action, ...] = (
    *files.OPENING,
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

_ADDED: list[Action] = [
    action for each in extensions() if each.actions for action in named(each.actions)
]

ACTIONS = merged(_CORE, _ADDED, lambda action: action.after)

TOOL_BAR = (
    ("new", "open", "save"),
    ("undo", "redo"),
    ("arrange", "renumber", "fit"),
    ("run", "stop"),
    ("export",),
)
"""The actions of the tool bar, in groups."""

__all__ = ["ACTIONS", "TOOL_BAR", "Action", "Desk"]
