"""The menu of what can connect two bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QMenu

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.kinds import Line
from lagr_gui.gui.panes.glyphs import glyph_icon
from lagr_gui.gui.theme import theme
from lagr_gui.gui.words import language, tr

if TYPE_CHECKING:
    from lagr_gui.gui.canvas.canvas import Canvas

_SIZE = QSize(24, 16)


def choose_kind(canvas: Canvas, at: QPoint, new_body: bool, chosen: Callable[[str], None]) -> QMenu:
    """Show the joints, and the elements along a line, and say which one was chosen.

    With `new_body` the connection ends at a body that is still to be made: joints only.
    """
    menu = QMenu(canvas)
    menu.setObjectName("connect_menu")
    menu.addSection(tr("New body with joint") if new_body else tr("Joints"))
    lines = {n: kind for n, kind in ELEMENTS.items() if isinstance(kind.geometry, Line)}
    color = theme().color("text")
    for name, kind in JOINTS.items():
        action = menu.addAction(glyph_icon(kind.glyph, color, _SIZE), kind.title[language()])
        action.triggered.connect(lambda _=False, name=name: chosen(name))
    if not new_body:
        menu.addSection(tr("Elements"))
        for name, kind in lines.items():
            action = menu.addAction(glyph_icon(kind.glyph, color, _SIZE), kind.title[language()])
            action.triggered.connect(lambda _=False, name=name: chosen(name))
    menu.popup(at)
    return menu
