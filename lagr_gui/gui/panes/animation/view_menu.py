"""The menu of the views of space."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.words import tr


def view_menu(view: MotionView) -> QMenu:
    """The menu of directions; what it holds is found when it opens."""
    menu = QMenu(view)
    menu.aboutToShow.connect(lambda: _fill(menu, view))
    return menu


def _fill(menu: QMenu, view: MotionView) -> None:
    menu.clear()
    for name, words in (
        ("front", tr("From the front")),
        ("side", tr("From the side")),
        ("top", tr("From above")),
        ("isometric", tr("Isometric")),
    ):
        menu.addAction(words).triggered.connect(partial(view.look_from, name))
    menu.addSeparator()
    _check(menu, tr("Perspective"), view, "perspective")
    _check(menu, tr("Scale on the ground"), view, "ticks")
    scene = view.scene
    if scene is None:
        return
    with_body = menu.addMenu(tr("Go with a body"))
    group = QActionGroup(with_body)
    for number, words in (
        (0, tr("With none")),
        *((f.number, f"{f.number} {f.name}".strip()) for f in scene.figures),
    ):
        action = with_body.addAction(words)
        action.setCheckable(True)
        action.setChecked(view.options.body == number)
        action.triggered.connect(partial(_go_with, view, number))
        group.addAction(action)
    behind = _check(menu, tr("Along its path, from behind"), view, "behind")
    behind.setEnabled(bool(view.options.body))


def _go_with(view: MotionView, number: int) -> None:
    view.set_options(body=number)


def _check(menu: QMenu, words: str, view: MotionView, name: str) -> QAction:
    action = menu.addAction(words)
    action.setCheckable(True)
    action.setChecked(getattr(view.options, name))
    action.toggled.connect(lambda on: view.set_options(**{name: on}))
    return action
