"""Tabs that are all seen at once: little room shortens their titles, less leaves symbols."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabBar

from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import note

LETTERS = 4
"""Those that a shortened word keeps."""


class FittingTabs(QTabBar):
    """Titles whole where they fit; otherwise long ones are shortened, the longest first.

    Where even that does not fit each tab has its symbol, and at last these move together.
    """

    def __init__(self) -> None:
        super().__init__(drawBase=False, expanding=False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self._titles: list[str] = []
        self._symbols: list[str] = []
        self.currentChanged.connect(lambda _: self.updateGeometry())  # its title is the widest

    def add(self, name: str, title: str, symbol: str = "") -> None:
        """A tab behind the others, with its name as data."""
        self._titles.append(title)
        self._symbols.append(symbol)
        self.setTabData(self.addTab(title), name)

    def set_title(self, place: int, title: str, symbol: str = "") -> None:
        """Another title for a tab, and another symbol."""
        self._titles[place], self._symbols[place] = title, symbol
        self._fit()

    @property
    def titles(self) -> list[str]:
        """The whole titles."""
        return list(self._titles)

    def minimumSizeHint(self) -> QSize:
        """Tabs never widen what they stand in."""
        return QSize(10 * self.count(), super().minimumSizeHint().height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Room for the beginning of a word."""
        return QSize(10, super().minimumTabSizeHint(index).height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten what does not fit any more, or show it whole again."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        mark(self, "tight", False)
        for place, title in enumerate(self._titles):
            self._show(place, title)
        order = sorted(range(self.count()), key=lambda at: -len(self._titles[at]))
        for place in order:
            if self._width() <= self.width():
                break
            self._show(place, shortened(self._titles[place]))
        for place in order:
            if self._width() <= self.width():
                break
            self._show(place, self._symbols[place] or shortened(self._titles[place]))
        mark(self, "tight", self._width() > self.width())

    def _show(self, place: int, text: str) -> None:
        if self.tabText(place) != text:
            self.setTabText(place, text)
        title = self._titles[place]
        self.setTabToolTip(place, "" if text == title else note(title))

    def _width(self) -> int:
        return sum(self.tabSizeHint(place).width() for place in range(self.count()))


def shortened(title: str) -> str:
    """A title whose first word keeps a few letters; short ones stay."""
    word, space, rest = title.partition(" ")
    return title if len(word) <= LETTERS + 2 else f"{word[:LETTERS]}.{space}{rest}"
