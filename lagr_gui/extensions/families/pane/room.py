"""The room of the sweep pane: fields and picture beside each other, or in turns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QToolButton, QWidget

from lagr_gui.gui.widgets.laying import NONE, beside

FORM, NARROW = 272, 600
"""The width of fields beside a picture; below that of the room they stand in turns."""
ANY = 16_777_215
"""The largest width that Qt knows."""


class SharedRoom(QWidget):
    """The picture is the main thing: what has no room beside it makes way when it is asked."""

    def __init__(self, form: QWidget, picture: QWidget, asking: QToolButton) -> None:
        """The button `asking` shows and hides the fields."""
        super().__init__()
        self._picture, self._asking = picture, asking
        self._narrow = self._answered = False
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(form)
        asking.setCheckable(True)
        asking.setChecked(True)
        asking.toggled.connect(self._share)
        beside(self._scroll, (picture, 1), within=self, margins=NONE, spacing=10)
        self._share()

    def show_answer(self, answered: bool = True) -> None:
        """From now on there is something to look at, or nothing."""
        self._answered = answered
        if self._narrow:
            self._asking.setChecked(not answered)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What has no room any more makes way; where there is room again both are shown."""
        super().resizeEvent(event)
        if self._narrow != (narrow := self.width() < NARROW):
            self._narrow = narrow
            self._asking.setChecked(not narrow or not self._answered)
            self._share()

    def _share(self) -> None:
        asked = self._asking.isChecked()
        self._scroll.setVisible(asked)
        self._scroll.setMinimumWidth(0 if self._narrow else FORM)
        self._scroll.setMaximumWidth(ANY if self._narrow else FORM)
        self._picture.setVisible(not (asked and self._narrow))
