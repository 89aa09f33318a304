"""The tabs of the models that are open; a single one needs none."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QTabBar, QToolBar, QToolButton

from lagr_gui.editing import Document
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.open_models import OpenModels, names_of
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.plain import entry, note, set_note
from lagr_gui.gui.words import tr

RIGHT = QTabBar.ButtonPosition.RightSide


class ModelTabs(QTabBar):
    """A tab for each model: its name, a mark for unsaved changes, and a button that closes it."""

    close_wanted = Signal(object)
    """A document is to be closed."""
    others_unwanted = Signal(object)
    """All others are to be closed."""

    def __init__(self, session: Session, models: OpenModels) -> None:
        super().__init__(drawBase=False, expanding=False, movable=True)
        self._session, self._models = session, models
        self.setObjectName("models")
        self.setAccessibleName(tr("Open models"))
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._known: dict[Document, str] = {}
        self.currentChanged.connect(self._show)
        self.tabMoved.connect(models.move)
        models.changed.connect(self.refresh)
        for signal in (session.model_changed, session.document_changed):
            signal.connect(self._tell)
        self.refresh()

    def refresh(self) -> None:
        """Show the documents of this moment."""
        documents = self._models.documents
        with QSignalBlocker(self):
            while self.count() > len(documents):
                self.removeTab(self.count() - 1)
            while self.count() < len(documents):
                self.setTabButton(self.addTab(""), RIGHT, self._closing_button())
            self.setCurrentIndex(self._models.at)
        for place in range(len(documents)):
            self._say(place)

    def _tell(self) -> None:
        """Something became of what is shown."""
        if self.count() > 1 and self._models.at < self.count():
            self._say(self._models.at)

    def _say(self, place: int) -> None:
        document, name = self._models.documents[place], names_of(self._models.documents)[place]
        changed = document.dirty
        self.setTabText(place, entry(f"● {name}" if changed else name))
        spoken = tr("{name}, not saved").format(name=name) if changed else name
        self.setAccessibleTabName(place, spoken)
        lines = [str(document.path) if document.path else tr("This drawing has no file yet.")]
        if changed:
            lines.append(tr("Not saved yet"))
        self.setTabToolTip(place, note("\n".join(lines)))
        close = self.tabButton(place, RIGHT)
        words = tr("Close “{name}”").format(name=name)
        set_note(close, words)
        close.setAccessibleName(words)

    def _closing_button(self) -> QToolButton:
        button = tool_button("×", run=lambda: self._close(button), name="close_model_tab")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def _close(self, button: QToolButton) -> None:
        place = next(n for n in range(self.count()) if self.tabButton(n, RIGHT) is button)
        self.close_wanted.emit(self._models.documents[place])

    def _show(self, place: int) -> None:
        by_keys = self.hasFocus()
        self._models.show(self._models.documents[place])
        if by_keys:
            self.setFocus()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The middle button closes a tab."""
        place = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and place >= 0:
            self.close_wanted.emit(self._models.documents[place])
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete closes the tab that has the keyboard."""
        if event.key() == Qt.Key.Key_Delete:
            self.close_wanted.emit(self._models.documents[self.currentIndex()])
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the tab under the pointer."""
        place = self.tabAt(event.pos())
        if place >= 0:
            document = self._models.documents[place]
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(entry(tr("Close")), lambda: self.close_wanted.emit(document))
            menu.addAction(entry(tr("Close others")), lambda: self.others_unwanted.emit(document))
            menu.popup(event.globalPos())


class ModelBar(QToolBar):
    """The bar of the tabs, which is there while several models are open."""

    def __init__(self, tabs: ModelTabs, models: OpenModels) -> None:
        super().__init__(tr("Open models"))
        self.setObjectName("models_bar")
        self.setMovable(False)
        self.addWidget(tabs)
        self.toggleViewAction().setVisible(False)  # it comes and goes by itself
        models.changed.connect(lambda: self.setVisible(len(models.documents) > 1))
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Tabs fill the bar: the margins of the style are those of a bar of buttons."""
        super().changeEvent(event)
        layout = self.layout()
        if event.type() == QEvent.Type.StyleChange and layout is not None:
            layout.setContentsMargins(0, 0, 0, 0)
