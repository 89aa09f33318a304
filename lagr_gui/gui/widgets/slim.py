"""What gives way where there is little room; a note then tells the whole text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStylePainter,
    QToolTip,
    QWidget,
)

from lagr_gui.gui.widgets.plain import note

Choices = Iterable[tuple[Any, str]]
"""Values with their words."""
LEAST = 6
"""Letters that stay readable."""


class SlimLabel(QLabel):
    """A line of text that ends in “…” where it does not fit; a `shy` one is whole or not there."""

    def __init__(self, text: str = "", shy: bool = False, role: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._shy = shy
        if role:
            self.setProperty("role", role)

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        whole = super().minimumSizeHint()
        if self.wordWrap():
            return whole
        return QSize(0, whole.height()) if self._shy else _narrowed(self, whole, 0)

    def shown_text(self) -> str:
        """The text as it fits."""
        shown = _elided(self, self.text(), self.contentsRect().width())
        return "" if self._shy and shown != self.text() else shown

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        if self.wordWrap():
            super().paintEvent(event)
            return
        painter = QStylePainter(self)
        painter.drawItemText(
            self.contentsRect(),
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            self.shown_text(),
            self.foregroundRole(),
        )

    def event(self, event: QEvent) -> bool:
        """The note of a label that is cut off is its text, unless it has one of its own."""
        cut = not self.wordWrap() and self.shown_text() != self.text()
        if isinstance(event, QHelpEvent) and cut and not self.toolTip():
            QToolTip.showText(event.globalPos(), note(self.text()), self)
            return True
        return super().event(event)


class SlimButton(QPushButton):
    """A button whose words end in “…” where they do not fit."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters and the frame."""
        return _narrowed(self, super().minimumSizeHint(), self._frame)

    @property
    def _frame(self) -> int:
        """Pixels of its width that words do not have."""
        return self.sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text())

    @property
    def shown_text(self) -> str:
        """The words as they fit."""
        return _elided(self, self.text(), self.width() - self._frame + SLACK)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self.shown_text
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    def event(self, event: QEvent) -> bool:
        """The note of a button that is cut off is its words."""
        if isinstance(event, QHelpEvent) and self.shown_text != self.text():
            QToolTip.showText(event.globalPos(), note(self.text().replace("&&", "&")), self)
            return True
        return super().event(event)


class SlimComboBox(QComboBox):
    """A choice as wide as what is chosen, or less; its list shows whole words."""

    def __init__(
        self,
        choices: Choices = (),
        run: Callable[[Any], object] | None = None,
        name: str = "",
    ) -> None:
        """Each choice is a value with its words; `run` gets the value that a user chooses."""
        super().__init__()
        self._giving = False
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToContents)  # its list may come later
        self.setObjectName(name)
        self.currentTextChanged.connect(lambda _: self._fit())
        self.offer(choices)
        if run is not None:
            self.activated.connect(lambda _: run(self.currentData()))

    def offer(self, choices: Choices) -> bool:
        """Offer these; whether they are others than until now, of which the first is chosen."""
        wanted = list(choices)
        if wanted == [(self.itemData(i), self.itemText(i)) for i in range(self.count())]:
            return False
        self.clear()
        for value, words in wanted:
            self.addItem(words, value)
        return True

    def choose(self, value: Any) -> None:
        """Show this value as chosen, or the first where it is not offered."""
        self.setCurrentIndex(max(self.findData(value), 0))

    @property
    def longest_width(self) -> int:
        """Pixels in which each of its choices is whole."""
        return super().sizeHint().width() + SLACK

    @property
    def whole_width(self) -> int:
        """Pixels in which what is chosen is whole."""
        return self._whole().width()

    def give_way(self) -> None:
        """Get narrow before the labels beside it vanish; what room there is comes by stretch."""
        self._giving = True
        self._fit()

    def sizeHint(self) -> QSize:
        """Room for what is chosen."""
        return self.minimumSizeHint() if self._giving else self._whole()

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters and the arrow."""
        return _narrowed(self, self._whole(), ARROW)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the form, it does not choose: nothing changes on the way."""
        event.ignore()

    def _whole(self) -> QSize:
        whole, width = super().sizeHint(), self.fontMetrics().horizontalAdvance
        longest = max((width(self.itemText(place)) for place in range(self.count())), default=0)
        return whole - QSize(longest - width(self.currentText()) - SLACK, 0)

    def _fit(self) -> None:
        if self._giving:
            self.setMaximumWidth(max(self._whole().width(), 0))  # while its words come it has none
        self.updateGeometry()

    def shown_text(self) -> str:
        """The text of what is chosen as it fits."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        parts = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(parts[0], option, parts[1], self)
        return _elided(self, self.currentText(), room.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def showPopup(self) -> None:
        """Open the list as wide as its words."""
        self.view().setMinimumWidth(super().sizeHint().width())
        super().showPopup()

    def event(self, event: QEvent) -> bool:
        """The note begins with what is chosen where that is cut off."""
        if isinstance(event, QHelpEvent) and self.shown_text() != self.currentText():
            words = "\n".join(filter(None, (self.currentText(), self.toolTip())))
            QToolTip.showText(event.globalPos(), note(words), self)
            return True
        return super().event(event)


ARROW, SLACK = 34, 4
"""Width (pixels) of the frame and the arrow of a choice, and what letters stand out."""


def _narrowed(widget: QWidget, whole: QSize, more: int) -> QSize:
    least = LEAST * widget.fontMetrics().averageCharWidth() + more
    return QSize(min(whole.width(), least), whole.height())


def _elided(widget: QWidget, text: str, width: int) -> str:
    return widget.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
