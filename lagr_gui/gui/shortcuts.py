"""Shortcuts of actions: those that come with them, and what the user has chosen instead."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QKeySequence

from lagr_gui.gui import settings
from lagr_gui.gui.actions import ACTIONS, Action
from lagr_gui.gui.sketch.pointer.tools import BY_LETTER
from lagr_gui.gui.words import tr

FIXED = {
    "Space": "move the drawing",
    "Esc": "give up what is being done",
    "F2": "rename the selected item",
    "Tab": "go to the next item",
    "Left": "move the selection",
    "Right": "move the selection",
    "Up": "move the selection",
    "Down": "move the selection",
}
"""Keys of drawings that stay as they are."""
_SETTING = "shortcuts"


def usual(action: Action) -> str:
    """The shortcut that an action comes with; empty for none."""
    return action.shortcut.lstrip("~")


def chosen() -> dict[str, str]:
    """What the user has chosen, by the names of actions; empty texts take a shortcut away."""
    pairs = (text.partition("=") for text in settings.texts(_SETTING))
    names = {action.name for action in ACTIONS}
    return {name: written(keys) for name, _, keys in pairs if name in names}


def shortcuts() -> dict[str, str]:
    """The shortcuts of all actions, by their names."""
    return {action.name: usual(action) for action in ACTIONS} | chosen()


def choose(keys: Mapping[str, str]) -> None:
    """Remember shortcuts by the names of actions; what comes with an action need not be kept."""
    kept = {**chosen(), **keys}
    defaults = {action.name: usual(action) for action in ACTIONS}
    entries = [f"{name}={text}" for name, text in kept.items() if text != written(defaults[name])]
    settings.remember(_SETTING, sorted(entries))


def reset() -> None:
    """All shortcuts are those that come with the program."""
    settings.remember(_SETTING, [])


def written(keys: str) -> str:
    """A shortcut in the one way in which it is written; empty for what is none."""
    form = QKeySequence.SequenceFormat.PortableText
    return QKeySequence(keys, form).toString(form)


def owner(keys: str, besides: str) -> tuple[str, str]:
    """Who has a shortcut besides an action: its name and its words; name empty where it stays."""
    keys = written(keys)
    titles = {action.name: tr(action.title) for action in ACTIONS}
    for name, text in shortcuts().items():
        if name != besides and text and written(text) == keys:
            return name, titles[name]
    for action in ACTIONS:
        if action.name != besides and keys in map(written, action.also):
            return "", titles[action.name]
    if keys in BY_LETTER:
        return "", tr(BY_LETTER[keys].title)
    return "", tr(FIXED[keys]) if keys in FIXED else ""
