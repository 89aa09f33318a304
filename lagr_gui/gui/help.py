"""Help in the window: the pages of the documentation, shortcuts, about."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QKeyEvent, QKeySequence, QShortcut, QTextBlock, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from lagr_gui.foundation.resource import document_path, document_text
from lagr_gui.gui.actions import ACTIONS
from lagr_gui.gui.panes import PANES
from lagr_gui.gui.shortcuts import shortcuts
from lagr_gui.gui.theme import theme
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr

PICTURE = 740
"""Greatest width (pixels) of a picture on a page."""
CONTENTS = 270
"""Width (pixels) of the table of contents."""
SECTIONS = {
    "sketch": "The sketch",
    "palette": "The drawing",
    "canvas": "The drawing",
    "parameters": "Parameters",
    "inspector": "The inspector",
    "problems": "The drawing",
    "equations": "Equations",
    "simulation": "Simulation",
    "animation": "Animation",
    "modes": "Equilibria and modes",
    "energy": "Where the energy goes",
    "free_body": "Free-body diagram",
    **{pane.name: pane.section for pane in PANES if pane.section},
}
"""The section about each pane of the window."""


def show_help(parent: QWidget, page: str) -> None:
    """Open a page of help in a window of its own, at the section of what has the focus."""
    focus = QApplication.focusWidget()
    dialog = HelpWindow(parent, page)
    dialog.show()
    if page == "use" and (section := section_of(focus)):
        dialog.go_to(section)


def section_of(widget: QWidget | None) -> str:
    """The heading about the pane in which a widget is; empty where there is none."""
    while widget is not None:
        name = widget.objectName().removeprefix("dock_")
        if name in SECTIONS:
            return SECTIONS[name]
        widget = widget.parentWidget()
    return ""


class HelpWindow(QDialog):
    """A page with its table of contents, and a field (Ctrl+F) by which one looks for words."""

    def __init__(self, parent: QWidget, page: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Help"))
        self.resize(820 + CONTENTS, 760)
        self.view = _Page()
        self.view.setOpenExternalLinks(True)
        if page == "shortcuts":
            self.view.setHtml(_shortcuts())
        elif page == "about":
            self.view.setHtml(_about())
        else:
            self.view.setMarkdown(document_text(f"{page}.md"))
        self.contents = QListWidget()
        self.contents.setAccessibleName(tr("Contents"))
        self.contents.currentItemChanged.connect(self._follow)
        self._blocks: dict[str, QTextBlock] = {}
        self._fill()
        self.field = _SoughtWords(self)
        self.count = PlainLabel(role="muted")
        back = tool_button("↑", tip=tr("The place before (Shift+Enter)"), run=lambda: self.step(-1))
        on = tool_button("↓", tip=tr("The next place (Enter)"), run=lambda: self.step(1))
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(self.contents)
        parts.addWidget(self.view)
        parts.setStretchFactor(1, 1)
        parts.setSizes([CONTENTS, 820])
        self.contents.setVisible(len(self._blocks) > 1)
        row = beside(self.field, self.count, back, on)
        row.addStretch(1)
        below(row, (parts, 1), within=self, margins=(16, 12, 8, 8))
        self.found: list[QTextCursor] = []
        self.at = -1
        self.field.textEdited.connect(self._look)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._begin)
        QShortcut(QKeySequence("F3"), self, lambda: self.step(1))
        QShortcut(QKeySequence("Shift+F3"), self, lambda: self.step(-1))
        self.view.setFocus()

    def go_to(self, heading: str) -> None:
        """Show a section by its heading."""
        for row in range(self.contents.count()):
            if self.contents.item(row).data(Qt.ItemDataRole.UserRole) == heading:
                self.contents.setCurrentRow(row)

    def step(self, by: int) -> None:
        """Go to another place of the words that are looked for."""
        if self.found:
            self.at = (self.at + by) % len(self.found)
            self._show()

    def _fill(self) -> None:
        """The headings of the page, those of parts further in."""
        block = self.view.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level and block.text():
                self._blocks[block.text()] = block
                item = QListWidgetItem("    " * max(level - 2, 0) + block.text())
                item.setData(Qt.ItemDataRole.UserRole, block.text())
                self.contents.addItem(item)
            block = block.next()

    def _follow(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            block = self._blocks[item.data(Qt.ItemDataRole.UserRole)]
            layout = self.view.document().documentLayout()
            layout.documentSize()  # it is laid out to its end
            top = layout.blockBoundingRect(block).top()
            self.view.verticalScrollBar().setValue(round(top))

    def _begin(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _look(self) -> None:
        """Find all places; go to the first one from what is seen on."""
        text, document = self.field.text(), self.view.document()
        self.found = []
        cursor = document.find(text, 0) if text.strip() else QTextCursor()
        while not cursor.isNull():
            self.found.append(cursor)
            cursor = document.find(text, cursor)
        here = self.view.cursorForPosition(self.view.viewport().rect().topLeft()).position()
        later = (at for at, match in enumerate(self.found) if match.selectionStart() >= here)
        self.at = next(later, 0) if self.found else -1
        mark(self.field, "fault", bool(text.strip()) and not self.found)
        self._show()

    def _show(self) -> None:
        """Mark all places, and bring the one of this moment into view."""
        marked: list[QTextEdit.ExtraSelection] = []
        for at, cursor in enumerate(self.found):
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            selection.format.setBackground(theme().color("accent" if at == self.at else "grid"))
            selection.format.setForeground(theme().color("paper" if at == self.at else "text"))
            marked.append(selection)
        self.view.setExtraSelections(marked)
        if self.found:
            plain = QTextCursor(self.found[self.at])
            plain.setPosition(plain.selectionStart())
            self.view.setTextCursor(plain)
            self.view.ensureCursorVisible()
        asked = bool(self.field.text().strip())
        count = f"{self.at + 1} / {len(self.found)}" if self.found else tr("none") * asked
        self.count.setText(count)


class _SoughtWords(QLineEdit):
    """The words that are looked for; Enter goes on, with Shift back."""

    def __init__(self, window: HelpWindow) -> None:
        super().__init__()
        self._window = window
        self.setObjectName("help_field")
        self.setPlaceholderText(tr("Search this page (Ctrl+F)"))
        self.setAccessibleName(tr("What is looked for in the help"))
        self.setFixedWidth(CONTENTS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter steps through the places."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._window.step(-1 if back else 1)
        else:
            super().keyPressEvent(event)


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
    by_name = shortcuts()
    rows = [(by_name[a.name], a.title) for a in ACTIONS if by_name[a.name]]
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
