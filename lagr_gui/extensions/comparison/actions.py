"""Comparing the drawing with other versions of it."""

from __future__ import annotations

from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.extensions.comparison.compared import show
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.actions.record import Action, Desk, in_menu
from lagr_gui.gui.bridge.field_problems import problems_of_file
from lagr_gui.gui.words import tr


def _with_file(desk: Desk) -> None:
    if not (path := desk.ask_model()):
        return
    try:
        earlier = pipeline.load(path)
    except LagrError as error:
        desk.session.refused.emit(problems_of_file(path, error.problems))
        return
    show(desk.session, earlier, Path(path).name)


def _with_saved(desk: Desk) -> None:
    if (saved := desk.session.document.saved) is not None:
        show(desk.session, saved, tr("the saved version"))


ACTIONS = in_menu(
    "File",
    Action("compare", "Compare with…", _with_file, separated=True, after="earlier"),
    Action(
        "compare_saved",
        "Compare with the saved version",
        _with_saved,
        enabled=lambda d: d.session.document.saved is not None,
        after="compare",
    ),
)
