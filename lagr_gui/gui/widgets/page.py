"""A field for a text of several lines, as high as the text, whose undo is that of the drawing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit

from lagr_gui.gui.widgets.line import left_to_window

LEAST, MOST = 2, 14
"""Lines that are seen without scrolling."""
FRAME = 12
"""Pixels of frame and padding above and below the text."""


class TextPage(QPlainTextEdit):
    """Tells when it is left or done, and when what was typed is given up."""

    left = Signal()
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._fit())
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window where there are no letters to take back."""
        page = self.document()
        if left_to_window(event, page.isUndoAvailable(), page.isRedoAvailable()):
            return False
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed is done."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up, Ctrl and Enter are done; Enter alone begins a line."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and control:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks lines elsewhere."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """So does another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        lines = round(self.document().size().height())
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if lines > MOST else policy.ScrollBarAlwaysOff
        )
        text = min(max(lines, LEAST), MOST) * self.fontMetrics().lineSpacing()
        height = text + FRAME + 2 * round(self.document().documentMargin())
        if height != self.minimumHeight():
            self.setFixedHeight(height)
