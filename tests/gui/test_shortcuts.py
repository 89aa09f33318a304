"""Shortcuts can be changed: conflicts are told, what is chosen is remembered, all can be reset."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence

from lagr_gui.gui import settings, shortcuts
from lagr_gui.gui.actions import ACTIONS
from lagr_gui.gui.shortcut_dialog import ShortcutDialog


@pytest.fixture
def dialog(window):
    window.menus.actions["shortcuts"].trigger()
    dialog = window.findChild(ShortcutDialog)
    yield dialog
    dialog.close()
    shortcuts.reset()
    window.menus.use_shortcuts()


def press(dialog, name: str, keys: str) -> None:
    """Choose an action and press keys."""
    dialog.choose_action(name)
    dialog.keys.setKeySequence(QKeySequence(keys))
    dialog.keys.editingFinished.emit()


def keys(window, name: str) -> str:
    return window.menus.actions[name].shortcut().toString(QKeySequence.SequenceFormat.PortableText)


def test_a_new_shortcut_works_at_once_and_is_remembered(dialog, window):
    press(dialog, "arrange", "Ctrl+Alt+L")
    assert keys(window, "arrange") == "Ctrl+Alt+L"
    assert "Ctrl+Alt+L" in window.menus.actions["arrange"].toolTip()
    assert settings.texts("shortcuts") == ["arrange=Ctrl+Alt+L"]
    dialog._usual()
    assert keys(window, "arrange") == "Ctrl+L" and settings.texts("shortcuts") == []


def test_who_has_a_shortcut_is_told_before_it_is_taken(dialog, window):
    press(dialog, "arrange", "Ctrl+S")
    assert "Save" in dialog.words.text() and dialog.take.isVisible()
    assert keys(window, "save") == "Ctrl+S" and keys(window, "arrange") == "Ctrl+L"
    dialog.take.click()
    assert keys(window, "arrange") == "Ctrl+S" and keys(window, "save") == ""


@pytest.mark.parametrize("taken", ["Esc", "Space", "R"])
def test_keys_of_the_drawing_are_not_given_away(dialog, window, taken):
    press(dialog, "arrange", taken)
    assert dialog.words.text() and not dialog.take.isVisible()
    assert keys(window, "arrange") == "Ctrl+L"


def test_a_shortcut_can_be_taken_away_and_all_come_back(dialog, window):
    dialog.choose_action("undo")
    dialog._choose("")
    press(dialog, "find", "Ctrl+G") if not shortcuts.owner("Ctrl+G", "find")[1] else None
    assert keys(window, "undo") == ""
    dialog._reset()
    assert {name: keys(window, name) for name in ("undo", "find")} == {
        "undo": "Ctrl+Z",
        "find": "Ctrl+F",
    }


def test_no_two_actions_come_with_the_same_shortcut():
    usual = [shortcuts.written(shortcuts.usual(action)) for action in ACTIONS]
    assert not [keys for keys, count in Counter(filter(None, usual)).items() if count > 1]
    for action in ACTIONS:
        assert bool(shortcuts.written(shortcuts.usual(action))) == bool(action.shortcut)


def test_settings_of_other_programs_hinder_nothing(window):
    settings.remember("shortcuts", ["nothing=Ctrl+1", "undo", "redo=~~~", "=", "find=Ctrl+Alt+F"])
    window.menus.use_shortcuts()
    assert keys(window, "find") == "Ctrl+Alt+F" and keys(window, "undo") == ""
    shortcuts.reset()
    window.menus.use_shortcuts()
    assert keys(window, "undo") == "Ctrl+Z"
