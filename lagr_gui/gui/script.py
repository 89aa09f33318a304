"""A window that shows the drawing as a script in Python, and copies it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from lagr_gui.gui import desk
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr


class ScriptWindow(QDialog):
    """The script of the drawing as it was when the window was opened."""

    def __init__(self, parent: QWidget, script: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Drawing as Python"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(820, 620)
        self.page = QPlainTextEdit(script)
        self.page.setObjectName("script")
        self.page.setReadOnly(True)
        self.page.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.page.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        words = PlainLabel(tr("Run it with lagr_gui: it builds the same model."))
        copy = push_button(tr("Copy"), run=lambda: desk.copy_text(script), name="copy_script")
        copy.setDefault(True)
        close = push_button(tr("Close"), run=self.close)
        below(words, self.page, beside(1, copy, close), within=self)
