"""Notes on the drawing: texts on a coloured ground."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from lagr_gui.drawing.boxes import Box
from lagr_gui.drawing.geometry import Point
from lagr_gui.drawing.notes import line_places, note_box
from lagr_gui.gui.canvas.items import SMALL, Item, label_font
from lagr_gui.gui.theme import theme
from lagr_gui.model import Note

CORNER = 3.0
RIM = 7.0
"""So near to the right edge a drag changes the width."""


class NoteItem(Item):
    """A note; its place is its upper left corner."""

    def __init__(self, key: str, note: Note) -> None:
        super().__init__(key)
        self.setZValue(0)
        self.note = note
        self._size = QRectF()
        self.show_note(note)

    def show_note(self, note: Note) -> None:
        """Take text, place and width."""
        left, top, right, bottom = note_box(note)
        self.prepareGeometryChange()
        self.note, self._size = note, QRectF(0, 0, right - left, bottom - top)
        self.setPos(left, top)
        self.update()

    def box_at(self, at: Point) -> Box:
        """The room that it takes with its corner at a place of the drawing."""
        return at[0], at[1], at[0] + self._size.width(), at[1] + self._size.height()

    def on_rim(self, at: QPointF) -> bool:
        """Whether a point of the drawing lies on the edge that can be pulled."""
        return abs(self.mapFromScene(at).x() - self._size.right()) <= RIM

    def boundingRect(self) -> QRectF:
        """With its edge."""
        return self._size.adjusted(-2, -2, 2, 2)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The ground, and the lines where they can be read."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        meant = self.mood.emphasis
        painter.setPen(self.mood.line("warm") if meant else QPen(theme().color("warm"), 1.0))
        painter.setBrush(theme().color("warm_soft"))
        painter.drawRoundedRect(self._size, CORNER, CORNER)
        if option.levelOfDetailFromTransform(painter.worldTransform()) < SMALL:
            return
        painter.setFont(label_font("note"))
        painter.setPen(theme().color("text"))
        half = painter.fontMetrics().height()
        for (x, y), line in line_places(self.note):
            box = QRectF(x - self.note.x, y - self.note.y - half, self._size.width(), 2 * half)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)
