"""Rows that unfold: their triangles, what stands below, and where the arrow keys lead."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter, QPolygonF

from lagr_gui.gui.theme import theme
from lagr_gui.gui.typesetting.row import Row

WIDE, HIGH = 3.5, 4.5


def triangle(at: QPointF, down: bool) -> QPolygonF:
    """The mark of a row about its middle; it points down where the row is unfolded."""
    corners = ((-WIDE, -HIGH), (-WIDE, HIGH), (HIGH, 0.0))
    turned = [(-y, x) if down else (x, y) for x, y in corners]
    return QPolygonF([at + QPointF(x, y) for x, y in turned])


def paint_triangle(painter: QPainter, at: QPointF, down: bool, current: bool) -> None:
    """Draw the mark of a row; that of the current one stands out."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().color("accent" if current else "muted"))
    painter.drawPolygon(triangle(at, down))


def paint_title(painter: QPainter, title: str, at: QPointF, font: QFont) -> None:
    """A heading, which begins at a point."""
    bold = QFont(font)
    bold.setBold(True)
    painter.setFont(bold)
    painter.setPen(theme().color("muted"))
    painter.drawText(at, title)


def paint_words(painter: QPainter, text: Sequence[str], at: QPointF, height: float) -> None:
    """Lines of words below a point."""
    painter.setPen(theme().color("muted"))
    for place, line in enumerate(text):
        painter.drawText(at + QPointF(0, height * place + 11), line)


def folds(rows: Sequence[Row], current: int, key: Qt.Key) -> bool:
    """Whether a key unfolds the current row (right) or folds it (left)."""
    unfolded = rows[current].unfolded
    if unfolded is None:
        return False
    return key == (Qt.Key.Key_Left if unfolded else Qt.Key.Key_Right)


def led_to(rows: Sequence[Row], current: int | None, key: Qt.Key) -> int | None:
    """The row with a triangle to which an arrow key leads; None where there is none.

    Up and down go from one to the next; right goes into what is unfolded, left to what it
    stands under.
    """
    at = -1 if current is None else current
    level = rows[at].level if current is not None else 0
    before, behind = range(at - 1, -1, -1), range(at + 1, len(rows))
    match key:
        case Qt.Key.Key_Up:
            found = _first(rows, before)
        case Qt.Key.Key_Down:
            found = _first(rows, behind)
        case Qt.Key.Key_Right if current is not None:
            found = _first(rows, behind)
            found = found if found is not None and rows[found].level > level else None
        case Qt.Key.Key_Left:
            found = next((place for place in before if rows[place].level < level), None)
        case _:
            found = None
    return found


def _first(rows: Sequence[Row], places: range) -> int | None:
    return next((place for place in places if rows[place].unfolded is not None), None)
