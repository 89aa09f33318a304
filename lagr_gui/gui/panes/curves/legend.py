"""The legend of a plot: above it, so that no curve is covered."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from html import escape
from math import inf

from PySide6.QtWidgets import QGraphicsTextItem, QGraphicsWidget

from lagr_gui.gui.words import tr

SIZE = "9pt"
MOST = 50.0
"""Height in pixels, three lines: there must be room for the curves."""
LINES = "━━", "╍╍", "┅┅", "━·"
"""A full, dashed, dotted and dash-dotted line."""


class Legend(QGraphicsWidget):
    """Names of curves, each with a line of its colour, in a few lines of text."""

    def __init__(self) -> None:
        super().__init__()
        self._text = QGraphicsTextItem(self)
        self._entries: list[str] = []
        self._note, self._ink = "", ""
        self._most = MOST
        self._text.document().setDocumentMargin(1)

    def show_names(self, curves: Sequence[tuple[str, str, int]], ink: str, note: str = "") -> None:
        """Show names with the colour and the stroke of their curves, all in ink, then a note."""
        self._entries = [
            f"<span style='color:{color}'>{LINES[stroke]}</span>&nbsp;"
            + escape(name).replace(" ", "&nbsp;").replace("-", "&#8209;")
            for name, color, stroke in curves
        ]
        self._note, self._ink = note, ink
        self._fit()

    def use_width(self, width: float) -> None:
        """Break the lines for a width (pixels)."""
        if width != self._text.textWidth():
            self._text.setTextWidth(width)
            self._fit()

    def show_all(self) -> None:
        """Name all curves, however many lines that takes: in what is written nobody can look."""
        self._most = inf
        self._fit()

    def _fit(self) -> None:
        """Take the room that is needed; of many curves the first are named, the others counted."""
        count = len(self._entries)
        if self._height(count) > self._most:
            self._height(max(bisect_right(range(1, count), self._most, key=self._height), 1))
        height = self._text.boundingRect().height() if self._entries else 0.0
        for fix in (self.setMinimumHeight, self.setPreferredHeight, self.setMaximumHeight):
            fix(height)

    def _height(self, shown: int) -> float:
        """The height (pixels) with so many of the names, which are set."""
        self._set(shown)
        return self._text.boundingRect().height()

    def _set(self, shown: int) -> None:
        entries = self._entries[:shown]
        if left := len(self._entries) - shown:
            entries.append(escape(tr("… and {n} more").format(n=left)).replace(" ", "&nbsp;"))
        if self._note:
            entries.append(f"· {escape(self._note)}")
        html = " &nbsp; ".join(entries)
        self._text.setHtml(f"<span style='font-size:{SIZE}; color:{self._ink}'>{html}</span>")
