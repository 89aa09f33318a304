"""Where the formulas of a row stand on the page: its lines, what is told beside them, its names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from lagr_gui.gui.theme import theme
from lagr_gui.gui.typesetting.asides import AsideWord
from lagr_gui.gui.typesetting.row import Piece, Row, TermSource
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
    told: list[tuple[QPointF, TermSource]] = field(default_factory=list[tuple[QPointF, TermSource]])
    """What the terms of a line come from, and where that is written, on its baseline."""
    figure: QRectF | None = None
    aside: list[AsideWord] = field(default_factory=list[AsideWord])

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
        corners = [(head, self.head), *((p.formula, box.topLeft()) for p, box, _ in self.places)]
        for formula, corner in corners:
            picture = known(formula) if formula else None
            if picture and (hit := picture.name_at(spot - corner)):
                return hit[0], hit[1].translated(corner)
        return None

    def term_at(self, spot: QPointF) -> int | None:
        """The term at a point of the page."""
        for piece, place, _ in self.places:
            if piece.term >= 0 and place.adjusted(-3, -4, 3, 4).contains(spot):
                return piece.term
        return None

    def paint_sources(self, painter: QPainter, row: Row, right: float) -> None:
        """Underline terms in the colour of what they come from, or say its name behind them."""
        for at, source in self.told:
            color = color_of(source)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(QRectF(at.x(), at.y() - 9, 9, 9), 2, 2)
            painter.setPen(color)
            room = QRectF(at.x() + 15, at.y() - 16, right - at.x() - 15, 20)
            words = painter.fontMetrics().elidedText(
                source.name, Qt.TextElideMode.ElideRight, int(room.width())
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        if not row.listed:
            for piece, place, _ in self.places:
                if (source := row.source(piece.term)) and not row.fault(piece.term):
                    painter.setPen(QPen(color_of(source), 2.0))
                    y = place.bottom() + 3
                    painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))

    def paint_struck(self, painter: QPainter, row: Row) -> None:
        """Strike out the terms that drop out."""
        painter.setPen(QPen(theme().color("error"), 1.6))
        for piece, place, _ in self.places:
            if piece.term in row.struck:
                painter.drawLine(place.bottomLeft(), place.topRight())

    def paint_label(self, painter: QPainter, row: Row, left: float) -> None:
        """Write the label of the row at its left, on the baseline of its first line."""
        painter.setPen(theme().color("accent" if row.spoken_of else "muted"))
        painter.drawText(QPointF(left, self.middle + 4), row.label)

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
    rows: Sequence[Row],
    laid: Sequence[Laid],
    width: int,
    room: Callable[[Row], float],
    edge: float,
) -> float:
    """The width that shows everything: formulas that cannot be broken may be longer than a page.

    Numbers want their room, and what is longest ends so far from the edge.
    """
    numbered = (
        placed.number_box(width, room(row)).right()
        for row, placed in zip(rows, laid, strict=False)
        if row.number
    )
    return max([0.0, *numbered, *(placed.right + edge for placed in laid)])


def color_of(source: TermSource) -> QColor:
    """The colour of an item: that of a body in its pictures."""
    curves, own = theme().curves, QColor(source.color) if source.color else QColor()
    return own if own.isValid() else QColor(curves[source.place % len(curves)])


Line = list[tuple[Piece, float]]
"""Pieces with their left ends."""


def lines_of(
    row: Row, widths: Sequence[float], begin: float, behind: float, right: float
) -> list[Line]:
    """The pieces of a row in lines from `begin`, those after the first from `behind`, to `right`.

    No line ends with a sign of equality.  In a listed row each item has a line of its own.
    """
    lines: list[Line] = [[]]
    x = begin
    for place, (piece, width) in enumerate(zip(row.pieces, widths, strict=True)):
        needed = width
        if piece.formula == "=" and place + 1 < len(widths):
            needed += GAP + widths[place + 1]
        before = lines[-1][-1][0] if lines[-1] else piece
        apart = row.listed and row.source(before.term) != row.source(piece.term)
        if lines[-1] and (apart or (x + needed > right and before.formula != "=")):
            lines.append([])
            x = behind
        lines[-1].append((piece, x))
        x += width + GAP
    return lines


ROOM = 70.0
"""Room that the name of an item needs beside its term."""


def told_beside(row: Row, laid: Laid, right: float) -> list[tuple[QPointF, TermSource]]:
    """Where the items of a listed row are named: below one another, behind its lines."""
    ends = [end for _, _, end in laid.lines if end + ROOM + 20 <= right]
    column = max(ends, default=0.0) + 20
    told: list[tuple[QPointF, TermSource]] = []
    last: TermSource | None = None
    for top, bottom, end in laid.lines:
        pieces = [
            (p, a) for p, place, a in laid.places if top - 1 <= place.center().y() <= bottom + 1
        ]
        source = next((s for p, _ in pieces if (s := row.source(p.term))), None)
        if source is not None and source != last and end + 20 <= column:
            told.append((QPointF(column, top + pieces[0][1]), source))
        last = source
    return told


def beside(laid: Sequence[Laid], bottom: float, left: float, height: float) -> float:
    """Where a drawing begins from above, beside the last rows as far as these leave room.

    `left` is its left end, `bottom` the lower end of the rows.
    """
    top = bottom
    for row in reversed(laid):
        if row.right + 24 > left or not row.places or bottom - top >= height:
            break
        top = row.top
    return max(top, bottom - height)
