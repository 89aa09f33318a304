"""Words at the right of a row, and the rows that they lead to."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from lagr_gui.gui.theme import theme
from lagr_gui.gui.typesetting.row import Aside

SHARE, LEAST, MOST = 0.32, 110.0, 250.0
"""The part of a page that words at the right take, and its bounds in pixels."""
ASIDE = 18.0
"""Between formulas and words."""
NARROW = 520.0
"""Pages that are narrower have no room for words beside formulas: they stand below."""


@dataclass(frozen=True, slots=True)
class AsideWord:
    """A word on the page; one that leads to a row has its label in `lead`."""

    text: str
    place: QRectF
    lead: str = ""


def aside_room(width: float) -> float:
    """Pixels that words take at the right of a page of this width."""
    return min(max(SHARE * width, LEAST), MOST)


def aside_words(
    aside: Aside, corner: QPointF, room: float, metrics: QFontMetricsF
) -> list[AsideWord]:
    """The words, in lines that are no longer than the room, below a corner."""
    placed: list[AsideWord] = []
    x, y, line, space = 0.0, 0.0, metrics.height(), metrics.horizontalAdvance(" ")
    words = [(word, "") for word in aside.words.split(" ") if word]
    for text, lead in (*words, *((label, label) for label in aside.leads)):
        width = metrics.horizontalAdvance(text)
        if x and x + width > room:
            x, y = 0.0, y + line
        place = QRectF(corner.x() + x, corner.y() + y, width, line)
        placed.append(AsideWord(text, place, lead))
        x += width + space
    return placed


def paint_aside(painter: QPainter, words: list[AsideWord]) -> None:
    """Write the words; those that lead to rows have the colour of what can be clicked."""
    for word in words:
        painter.setPen(theme().color("accent" if word.lead else "muted"))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(word.place, flags | Qt.TextFlag.TextDontClip, word.text)


def lead_at(words: list[AsideWord], spot: QPointF) -> str:
    """The label of the row that a word at a point of the page leads to; empty for none."""
    near = (w.lead for w in words if w.lead and w.place.adjusted(-2, -1, 2, 1).contains(spot))
    return next(near, "")
