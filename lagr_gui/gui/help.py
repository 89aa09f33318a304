"""Help in the window: the pages of the documentation, shortcuts, about."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from lagr_gui.gui.actions import ACTIONS
from lagr_gui.gui.shortcuts import shortcuts
from lagr_gui.gui.widgets.laying import below
from lagr_gui.gui.words import tr
from lagr_gui.resource import document_path, document_text

PICTURE = 740
"""Greatest width (pixels) of a picture on a page."""


def show_help(parent: QWidget, page: str) -> None:
    """Open a page of help in a window of its own."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(tr("Help"))
    dialog.resize(820, 760)
    view = _Page()
    view.setOpenExternalLinks(True)
    if page == "shortcuts":
        view.setHtml(_shortcuts())
    elif page == "about":
        view.setHtml(_about())
    else:
        view.setMarkdown(document_text(f"{page}.md"))
    below(view, within=dialog, margins=(16, 12, 8, 8))
    dialog.show()


class _Page(QTextBrowser):
    """A page with its pictures, which are made as narrow as the text."""

    def loadResource(self, kind: int, name: QUrl) -> Any:
        """A picture of the documentation; anything else as usual."""
        picture = QImage(str(document_path(name.path())))
        if picture.isNull():
            return super().loadResource(kind, name)
        if picture.width() <= PICTURE:
            return picture
        return picture.scaledToWidth(PICTURE, Qt.TransformationMode.SmoothTransformation)


POINTER = (
    ("Wheel", "zoom at the pointer"),
    ("Middle button, or Space and drag", "move the drawing"),
    ("Shift and click", "add to the selection"),
    ("Ctrl and drag", "copy the selection"),
    ("Double click", "rename in place; insert on free paper"),
    ("Arrow keys", "move the selection"),
    ("Tab", "go to the next item"),
    ("Ctrl+Down", "hold on to the selection and add the next item"),
    ("Enter", "go to the fields of the selected item"),
    ("Esc", "give up what is being done"),
    ("R, O, B, P, S, K, D, L, E, G, C, M, T, W, V", "take a tool of the sketch"),
    ("Alt and drag", "change a length in the sketch"),
)


def _shortcuts() -> str:
    known = shortcuts()
    rows = [(known[a.name], a.title) for a in ACTIONS if known[a.name]]
    lines = [
        f"<tr><td><b>{escape(tr(keys))}</b>&nbsp;&nbsp;&nbsp;</td><td>{escape(tr(what))}</td></tr>"
        for keys, what in (*rows, *POINTER)
    ]
    return f"<h2>{tr('Keyboard and pointer')}</h2><table cellpadding=3>{''.join(lines)}</table>"


def _about() -> str:
    return (
        "<h2>lagr_gui</h2><p>"
        + tr(
            "Draw a mechanical system, read its Lagrange equations, run and animate it. "
            "After LAGR by Habelt (TH Ilmenau). MIT licence; Qt is used under the LGPL."
        )
        + "</p>"
    )
