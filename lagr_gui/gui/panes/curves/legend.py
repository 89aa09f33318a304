"""The legend of a plot: above it, so that no curve is covered."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtWidgets import QGraphicsTextItem, QGraphicsWidget

SIZE = "9pt"
LINES = "━━", "╍╍", "┅┅", "━·"
"""A full, dashed, dotted and dash-dotted line."""


class Legend(QGraphicsWidget):
    """Names of curves, each with a line of its colour, in as many lines of text as are needed."""

    def __init__(self) -> None:
        super().__init__()
        self._text = QGraphicsTextItem(self)
        self._empty = True
        self._text.document().setDocumentMargin(1)

    def show_names(self, curves: Sequence[tuple[str, str, int]], ink: str, note: str = "") -> None:
        """Show names with the colour and the stroke of their curves, all in ink, then a note."""
        entries = [
            f"<span style='color:{color}'>{LINES[stroke]}</span>&nbsp;"
            + escape(name).replace(" ", "&nbsp;").replace("-", "&#8209;")
            for name, color, stroke in curves
        ]
        if note:
            entries.append(f"· {escape(note)}")
        html = " &nbsp; ".join(entries)
        self._text.setHtml(f"<span style='font-size:{SIZE}; color:{ink}'>{html}</span>")
        self._empty = not curves
        self._fit()

    def use_width(self, width: float) -> None:
        """Break the lines for a width (pixels)."""
        if width != self._text.textWidth():
            self._text.setTextWidth(width)
            self._fit()

    def _fit(self) -> None:
        height = 0.0 if self._empty else self._text.boundingRect().height()
        for fix in (self.setMinimumHeight, self.setPreferredHeight, self.setMaximumHeight):
            fix(height)
