"""Controllers and signals on the drawing: blocks with square corners, dashed lines to and from."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from lagr_gui.drawing import DrawnShape, Look
from lagr_gui.drawing.faces import NOTE, SCALE, SHOWN, Face
from lagr_gui.drawing.geometry import size_of
from lagr_gui.expression.letters import pretty_text
from lagr_gui.gui.canvas import symbols
from lagr_gui.gui.canvas.items import HALO, SMALL, Item, about, label_font
from lagr_gui.gui.theme import theme

LINE, EDGE = 17.0, 6.0
"""Height of a line of words; between them and the frame."""


class BlockItem(Item):
    """A controller with name and sample time, or a signal with glyph and name, in a frame.

    The frame is dashed where it is off.  A signal is pulled from its right side, and what it reads
    from its left one.
    """

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setZValue(2)
        self.face = Face("")
        width, height = size_of(key)
        self._block = QRectF(-width / 2, -height / 2, width, height)

    def show_face(self, face: Face) -> None:
        """Take what it says."""
        if face != self.face:
            self.face = face
            self.update()

    @property
    def is_signal(self) -> bool:
        """Whether it is the block of a signal."""
        return self.key.startswith("signal:")

    def _ports(self) -> tuple[QPointF, ...]:
        return (self.port(False), self.port(True)) if self.is_signal else ()

    def port(self, back: bool) -> QPointF:
        """Where its output begins, or `back` its input ends."""
        x = self._block.right()
        return QPointF(-x if back else x, 0)

    def boundingRect(self) -> QRectF:
        """With the frame and the ports."""
        edge = max(HALO / 2, self.PORT + 1)
        return self._block.adjusted(-edge, -edge, edge, edge)

    def shape(self) -> QPainterPath:
        """What the pointer hits: the block and its ports."""
        path = QPainterPath()
        path.addRect(self._block.adjusted(-7, 0, 7, 0) if self.is_signal else self._block)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The frame, and the words where they can be read."""
        colors, face = theme(), self.face
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self.mood.line("text")
        if not face.enabled:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setBrush(colors.color("warm_soft" if self.mood.warm else "paper"))
        for stroke in (self.mood.halo(), pen):
            painter.setPen(stroke)
            painter.drawRect(self._block)
        if face.glyph:
            centre, ink = QPointF(0, SHOWN), colors.color("text")
            symbols.draw_glyph(painter, face.glyph, ink, centre, SCALE)
        if option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL:
            font = QFont(painter.font())
            font.setPixelSize(13)
            name = pretty_text(face.name) if face.glyph else face.name
            self._write(painter, font, "text", face.at, name)
            if face.note:
                self._write(painter, label_font("wire"), "muted", NOTE, face.note)
        self._paint_ports(painter, colors)

    def _write(self, painter: QPainter, font: QFont, role: str, at: float, text: str) -> None:
        """A line of words about a height."""
        width = self._block.width() - 2 * EDGE
        room = QRectF(self._block.left() + EDGE, at - LINE / 2, width, LINE)
        painter.setFont(font)
        painter.setPen(theme().color(role))
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)


class SignalItem(Item):
    """A line to or from a block, under whose key it is found: it is a part of that."""

    def __init__(self, key: str, look: Look, shape: DrawnShape) -> None:
        super().__init__(key)
        self.setZValue(0.5)
        self.look, self.form = look, shape
        self._path = symbols.wire_path(shape, look)

    def show_signal(self, look: Look, shape: DrawnShape) -> None:
        """Take its way."""
        if (look, shape) != (self.look, self.form):
            self.prepareGeometryChange()
            self.look, self.form = look, shape
            self._path = symbols.wire_path(shape, look)
            self.update()

    @property
    def _label(self) -> QRectF:
        left, top, right, bottom = self.form.label
        return QRectF(left, top, right - left, bottom - top)

    def boundingRect(self) -> QRectF:
        """With arrow head and label."""
        return self._path.boundingRect().adjusted(-6, -6, 6, 6).united(self._label)

    def shape(self) -> QPainterPath:
        """What the pointer hits: a band along the line, the label."""
        return about(self._path, 8, self._label)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """A thin dashed line with its arrow head, and the names of what it carries."""
        colors = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stands_out = bool(self.mood.emphasis)
        color = colors.color(self.mood.emphasis or "muted")
        if not self.look.enabled:
            color.setAlpha(110)
        pen = QPen(color, 1.6 if stands_out else 1.1)
        pen.setDashPattern([5, 3])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in self.form.arrow]))
        if option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL:
            painter.setFont(label_font("wire"))
            painter.setPen(color)
            painter.drawText(self._label, Qt.AlignmentFlag.AlignCenter, self.look.text)
