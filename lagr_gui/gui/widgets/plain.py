"""Texts of users are shown as they are: Qt would take some of them for pages with pictures.

Every label, note and menu entry is made with these; a test of the sources sees to it.
"""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class PlainLabel(QLabel):
    """A label that shows its text letter by letter; the style sheet knows its role."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        wordWrap: bool = False,
        role: str = "",
    ) -> None:
        super().__init__(parent)
        if role:
            self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wordWrap)
        self.setText(text)


class PageLabel(QLabel):
    """A label for a small page of HTML, in which every text of a user is escaped."""

    def __init__(self, page: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setText(page)


def note(text: str) -> str:
    """A text as a note beside the pointer (a tool tip), which Qt shows letter by letter."""
    if not QtGui.Qt.mightBeRichText(text):
        return text
    lines = escape(text).replace("\n", "<br>")
    return f'<span style="white-space: pre-wrap">{lines}</span>'


def set_note(thing: Any, *column_and_text: int | str) -> None:
    """Give a widget, an action or an item (then its column comes first) a note."""
    *column, text = column_and_text
    said = note(str(text))
    if thing.toolTip(*column) != said:  # what is told the same again still costs an event
        thing.setToolTip(*column, said)


def set_page_note(thing: Any, *column: int, title: str = "", text: str) -> None:
    """The same for a longer text, which is broken into lines, below a title."""
    thing.setToolTip(*column, page_note(title, text))


def page_note(title: str, text: str) -> str:
    """A note of one or several lines below a title."""
    head = f"<b>{escape(title)}</b><br>" if title else ""
    return f"<p>{head}{escape(text)}</p>".replace("\n", "<br>")


def entry(text: str) -> str:
    """A text for a button, a tab or an entry of a menu, in which no letter is a shortcut."""
    return text.replace("&", "&&")


def window_title(text: str) -> str:
    """A text as part of a window's title, without the place of the mark for changes."""
    return text.replace("[*]", "[*][*]")
