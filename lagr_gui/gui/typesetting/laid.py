"""Where the formulas of a row stand on the page, and the names in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lagr_gui.gui.theme import theme
from lagr_gui.gui.typesetting.row import Piece, Row
from lagr_gui.gui.typesetting.typesetter import Picture

GAP, APART = 5.0, 8.0
"""Between two formulas, and between the sign of equality and what follows."""

Named = tuple[str, QRectF]
"""A name and its place on the page."""


@dataclass(slots=True)
class Laid:
    """A row on the page: its pieces with their places, and its head."""

    top: float
    height: float
    places: list[tuple[Piece, QRectF, float]]
    head: QPointF
    baseline: float
    middle: float = 0.0
    lines: list[tuple[float, float, float]] = field(
        default_factory=list[tuple[float, float, float]]
    )
    """Where each line begins and ends from above, and its right end."""
    begin: float = 0.0
    """Where the first line begins, behind the sign of equality."""

    @property
    def right(self) -> float:
        """Where the longest line ends."""
        return max((place.right() for _, place, _ in self.places), default=0.0)

    def number_box(self, width: float, room: float) -> QRectF:
        """The place of the number of the row on a page of this width, on which it wants room.

        Beside the whole row, else beside the first line that leaves room; else behind the longest.
        """
        left = width - room
        if self.right <= left:
            return QRectF(left, self.top, room, self.height)
        for top, bottom, end in self.lines:
            if end <= left:
                return QRectF(left, top, room, bottom - top)
        return QRectF(self.right, self.top, room, self.height)

    def paint_number(self, painter: QPainter, number: str, width: float, room: float) -> None:
        """Write the number of the row at the right of a page of this width."""
        painter.setPen(theme().color("muted"))
        box = self.number_box(width, room).adjusted(0, 0, -16, 0)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, right, f"({number})")

    def name_at(
        self, spot: QPointF, head: str, known: Callable[[str], Picture | None]
    ) -> Named | None:
        """The name at a point of the page; `known` gives the pictures of formulas."""
        corners = [(head, self.head), *((p.formula, own.topLeft()) for p, own, _ in self.places)]
        for formula, corner in corners:
            picture = known(formula) if formula else None
            if picture and (found := picture.name_at(spot - corner)):
                return found[0], found[1].translated(corner)
        return None

    def term_at(self, spot: QPointF) -> int | None:
        """The term at a point of the page."""
        for piece, place, _ in self.places:
            if piece.term >= 0 and place.adjusted(-3, -4, 3, 4).contains(spot):
                return piece.term
        return None

    def paint_named(self, painter: QPainter, place: QRectF) -> None:
        """Mark the name that is pointed at, if it stands in this row."""
        if self.top - 2 <= place.center().y() <= self.top + self.height + 2:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("warm"))
            painter.setOpacity(0.55)
            painter.drawRoundedRect(place.adjusted(-2, -2, 2, 2), 3, 3)
            painter.setOpacity(1.0)


def begin_of(usual: float, left: float, head: Picture | None, equals: Picture | None) -> float:
    """Where the first line begins: as `usual`, or further right where the head is long."""
    behind = left + head.width + GAP + equals.width + APART if head and equals else 0.0
    return max(usual, behind)


def paint_wave(painter: QPainter, place: QRectF) -> None:
    """A wave under what is wrong: its colour alone is not seen by all."""
    painter.setPen(QPen(theme().color("error"), 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    count = max(int(place.width() / 3), 2)
    y = place.bottom() + 2.5
    wave = [QPointF(place.left() + 3 * k, y + (1.5 if k % 2 else 0)) for k in range(count + 1)]
    painter.drawPolyline(wave)


def widest(
    rows: Sequence[Row], laid: Sequence[Laid], width: int, room: float, edge: float
) -> float:
    """The width that shows everything: formulas that cannot be broken may be longer than a page.

    Numbers want so much room, and what is longest ends so far from the edge.
    """
    numbered = (
        own.number_box(width, room).right()
        for row, own in zip(rows, laid, strict=False)
        if row.number
    )
    return max([0.0, *numbered, *(own.right + edge for own in laid)])
