"""The history: all steps by their names; a click goes to the drawing after that step."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QWidget

from lagr_gui.extension import VersionUse
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.earlier import USES
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.laying import below
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.words import tr


class HistoryPane(QWidget):
    """The newest step stands last; what was undone is grey and can be gone to as well."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.list = _Steps()
        self.list.setObjectName("history_list")
        self.list.setAccessibleName(tr("History"))
        title = PlainLabel(tr("History"), role="title")
        below(title, (self.list, 1), within=self, margins=(14, 10, 6, 4), spacing=6)
        self.setFocusProxy(self.list)
        self.list.currentRowChanged.connect(self._go)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._offer)
        session.model_changed.connect(self.refresh)
        session.document_changed.connect(self.refresh)
        theme_changed().connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the steps of this moment."""
        if not self.isVisible():
            return
        document = self.session.document
        titles = [tr("Beginning"), *(tr(title) for title in document.history)]
        with QSignalBlocker(self.list):
            while self.list.count() > len(titles):
                self.list.takeItem(self.list.count() - 1)
            while self.list.count() < len(titles):
                QListWidgetItem(self.list)
            for row, title in enumerate(titles):
                item = self.list.item(row)
                item.setText(f"✓ {title}" if row == document.at else title)
                undone = row > document.at
                item.setForeground(theme().color("muted" if undone else "text"))
            self.list.setCurrentRow(document.at)
        self.list.scrollToItem(self.list.item(document.at))

    def showEvent(self, event: QShowEvent) -> None:
        """What happened while nobody looked is shown now."""
        super().showEvent(event)
        self.refresh()

    def _offer(self, at: QPoint) -> None:
        """The menu of a step."""
        row = self.list.indexAt(at).row()
        if row >= 0 and USES:
            menu = QMenu(self)
            for use in USES:
                menu.addAction(tr(use.entry), partial(self.use, use, row))
            menu.popup(self.list.viewport().mapToGlobal(at))

    def use(self, use: VersionUse, step: int) -> None:
        """Do something with the drawing as it was after a step."""
        document = self.session.document
        name = tr(document.history[step - 1]) if step else tr("Beginning")
        use.use(self.session, document.model_after(step), f"{step} {name}")

    def _go(self, row: int) -> None:
        if row >= 0 and row != self.session.document.at:
            self.session.go_to_step(row)
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)


class _Steps(QListWidget):
    """Keeps the present step in sight; a right click only asks for the menu of a step."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to a step, but not on the way to its menu."""
        if event.button() != Qt.MouseButton.RightButton:
            super().mousePressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The list gets its size after it is filled."""
        super().resizeEvent(event)
        self.scrollToItem(self.currentItem())
