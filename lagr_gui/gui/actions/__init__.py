"""Everything a user can do, as one list; menus, tool bar and command field are views of it."""

from itertools import chain

from lagr_gui.extension import extensions, named
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

_CORE: tuple[Action, ...] = (
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


def _with_added(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions with those of extensions, each after the one that it names, or at the end."""
    listed = list(actions)
    others = (named(each.actions) for each in extensions() if each.actions)
    for added in chain.from_iterable(others):
        places = (at for at, action in enumerate(listed, 1) if action.name == added.after)
        listed.insert(next(places, len(listed)), added)
    return tuple(listed)


ACTIONS = _with_added(_CORE)

TOOL_BAR = (
    ("new", "open", "save"),
    ("undo", "redo"),
    ("arrange", "renumber", "fit"),
    ("run", "stop"),
    ("export",),
)
"""The actions of the tool bar, in groups."""

__all__ = ["ACTIONS", "TOOL_BAR", "Action", "Desk"]
