"""Rows of the palette that are dragged into the sketch."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.panes.palette import MIME
from lagr_gui.gui.sketch.hand import SketchHand


class Dropping(QObject):
    """What is let go over the sketch begins there, or is done where one click does it.

    `arm` takes a row into the hand, if it has a place in the sketch.
    """

    def __init__(self, sketch: QWidget, hand: SketchHand, arm: Callable[[str], None]) -> None:
        super().__init__(sketch)
        self._sketch, self._hand, self._arm = sketch, hand, arm
        sketch.setAcceptDrops(True)
        sketch.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what comes from the palette."""
        if isinstance(event, QDropEvent) and event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()
            if not isinstance(event, QDragEnterEvent | QDragMoveEvent):
                self._drop(event)
            return True
        return super().eventFilter(watched, event)

    def _drop(self, event: QDropEvent) -> None:
        self._sketch.setFocus()
        self._arm(bytes(event.mimeData().data(MIME).data()).decode("utf-8"))
        if self._hand.draws:
            self._hand.press(event.position())
            if self._hand.tool.click:
                self._hand.release(event.position())
