"""Exports: every face has those of the list, and each gets what it takes."""

from __future__ import annotations

from collections import Counter
from inspect import Parameter, signature

import pytest

import lagr_gui
from lagr_gui.cli.commands.export import TARGETS
from lagr_gui.cli.output import endings
from lagr_gui.exchange.registry import EXPORTS, GROUPS
from lagr_gui.extension import Export, extensions, named
from lagr_gui.gui.actions import ACTIONS
from tests.ground.sources import ROOT


@pytest.mark.parametrize("export", EXPORTS.values(), ids=list(EXPORTS))
def test_a_function_takes_what_the_list_says(export: Export) -> None:
    function, name = named(export.function), export.function.rpartition(":")[2]
    parameters = signature(function).parameters
    needed = [name for name, p in parameters.items() if p.default is Parameter.empty]
    assert needed == list(export.takes)
    assert set(export.also) <= set(parameters) - set(needed)
    assert name == "deck" or getattr(lagr_gui, name) is function


NAMED = {"free-body": "free_body"}
"""Exports whose action has the whole of their name."""


def test_every_export_is_in_a_menu_and_on_the_command_line() -> None:
    shown_in = {action.name: action for action in ACTIONS if action.menu.startswith("File/Export/")}
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    ours = [export.name for each in extensions() for export in each.exports]
    targets = "|".join(name for name in TARGETS if name not in ours)
    assert f"lagr export MODEL --to {targets}|… " in page
    assert all(f"`{name}`" in page for name in ours if name in TARGETS)
    for name, export in EXPORTS.items():
        if export.takes[0] == "controller":  # the pane of control offers these
            continue
        shown = shown_in[f"export_{NAMED.get(name) or name.rpartition('-')[2]}"]
        assert shown.title.startswith(export.title.rstrip("…"))
        assert shown.menu == f"File/Export/{export.group}"
        assert name in TARGETS or set(export.endings) <= set(endings(export.takes[0]))


def test_every_export_is_in_one_group_that_fits_a_screen() -> None:
    names = [name for group in GROUPS.values() for name in group]
    assert sorted(names) == sorted(EXPORTS)
    menus = Counter(action.menu for action in ACTIONS if action.menu.startswith("File/Export"))
    assert set(menus) == {f"File/Export/{title}" for title in GROUPS}
    assert max(menus.values()) <= 12
