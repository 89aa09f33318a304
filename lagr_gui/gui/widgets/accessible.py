"""Names for those who do not see: what takes the keyboard says what stands beside or above it."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QGridLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QTabBar,
    QWidget,
)

FAR = 5
"""Widgets within one another through which a label is looked for."""


def give_names(root: QWidget) -> None:
    """Name all below a widget that takes the keyboard and has no name of its own."""
    for widget in (root, *root.findChildren(QWidget)):
        give_name(widget)


def give_name(widget: QWidget) -> None:
    """Name one widget; what its note says besides becomes its description."""
    if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or widget.accessibleName():
        return
    note = _plain(widget.toolTip())
    words = _own_words(widget)
    name = words or _label(widget) or note or _placeholder(widget) or _heading(widget)
    if not words and name:
        widget.setAccessibleName(name)
    if note and note != name:
        widget.setAccessibleDescription(note)


class NameGiver(QObject):
    """Names all of a window, and what is made later at the latest when the keyboard comes to it."""

    def __init__(self, application: QApplication, window: QWidget) -> None:
        super().__init__(window)
        give_names(window)
        application.focusChanged.connect(self._name)

    def _name(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is not None:
            give_name(new)


def _own_words(widget: QWidget) -> str:
    """The text of a button: a sign alone is none."""
    text = widget.text().replace("&", "") if isinstance(widget, QAbstractButton) else ""
    return text.strip() if any(letter.isalpha() for letter in text) else ""


def _placeholder(widget: QWidget) -> str:
    return widget.placeholderText().strip() if isinstance(widget, QLineEdit) else ""


def _plain(note: str) -> str:
    return QTextDocumentFragment.fromHtml(note).toPlainText().strip() if note else ""


def _label(widget: QWidget) -> str:
    """The text of the label before a widget, in its row or around it."""
    inner, above = widget, widget.parentWidget()
    for _ in range(FAR):
        if above is None or isinstance(above, QDockWidget) or above.isWindow():
            return ""
        layout = above.layout()
        if layout is not None and (text := _before(layout, inner)):
            return text
        inner, above = above, above.parentWidget()
    return ""


def _before(layout: QLayout, widget: QWidget) -> str:
    """The label before a widget in a layout, or in one within it."""
    texts: list[str] = []
    for place in range(layout.count()):
        item = layout.itemAt(place)
        assert item is not None
        below, shown = cast("QLayout | None", item.layout()), item.widget()
        if shown is widget:
            grid = _in_grid(layout, place) if isinstance(layout, QGridLayout) else ""
            return grid or (texts[-1] if texts and not isinstance(layout, QGridLayout) else "")
        if below is not None and (text := _before(below, widget)):
            return text
        if isinstance(shown, QLabel) and (text := _plain(shown.text())):
            texts.append(text)
    return ""


def _in_grid(grid: QGridLayout, place: int) -> str:
    """The label on the left in the same row, or in the row above."""
    position: tuple[int, int, int, int] = grid.getItemPosition(place)  # type: ignore[assignment]
    row, column = position[:2]
    left = [(row, at) for at in range(column - 1, -1, -1)]
    above = [(up, at) for up in range(row - 1, -1, -1) for at in (column, 0)]
    for at in (*left, *above):
        item = grid.itemAtPosition(*at)
        shown = item.widget() if item is not None else None
        if isinstance(shown, QLabel) and (text := _plain(shown.text())):
            return text
    return ""


def _heading(widget: QWidget) -> str:
    """The title of the pane in which a widget is."""
    above: QWidget | None = widget
    while above is not None:
        for label in above.findChildren(QLabel):
            if label.property("role") == "title" and label.text().strip():
                return label.text().strip()
        if isinstance(above, QDockWidget | QTabBar):
            return above.windowTitle()
        above = above.parentWidget()
    return ""
