"""Joints and elements on the drawing: a line with a symbol and a label."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from lagr_gui.drawing import DrawnShape, Look
from lagr_gui.drawing.boxes import Box
from lagr_gui.gui.canvas import symbols
from lagr_gui.gui.canvas.items import SMALL, Item, about, label_font
from lagr_gui.gui.theme import Theme, theme

_SIDES = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "middle": Qt.AlignmentFlag.AlignHCenter,
}
Part = Literal["symbol", "label", "line"]


class EdgeItem(Item):
    """A joint or an element."""

    def __init__(self, key: str, shape: DrawnShape, look: Look) -> None:
        super().__init__(key)
        self.setZValue(1)
        self.form, self.look = shape, look
        self._path = symbols.wire_path(shape, look)
        self._bounds = self._reach()

    def show_edge(self, shape: DrawnShape, look: Look) -> None:
        """Take place and look."""
        if (shape, look) == (self.form, self.look):
            return
        self.prepareGeometryChange()
        self.form, self.look = shape, look
        self._path = symbols.wire_path(shape, look)
        self._bounds = self._reach()
        self.update()

    @property
    def is_joint(self) -> bool:
        """Whether it is a joint."""
        return self.key.startswith("joint:")

    @property
    def centre(self) -> QPointF:
        """Where its symbol is."""
        return QPointF(*self.form.centre)

    @property
    def label_box(self) -> QRectF:
        """Where the label is written."""
        return _rect(self.form.label)

    @property
    def symbol_box(self) -> QRectF:
        """The symbol, which may be turned in it."""
        return _rect(self.form.symbol)

    def part_at(self, at: QPointF) -> Part:
        """What of it lies at a point."""
        if self.symbol_box.adjusted(-2, -2, 2, 2).contains(at):
            return "symbol"
        return "label" if self.label_box.contains(at) else "line"

    def boundingRect(self) -> QRectF:
        """With symbol, label and the mark of a cut."""
        return self._bounds

    def _reach(self) -> QRectF:
        """The bounds, which are asked for several times in each picture."""
        line = self._path.boundingRect().adjusted(-4, -4, 4, 4)
        both = self.symbol_box.adjusted(-3, -3, 3, 3).united(self.label_box.adjusted(-2, -4, 2, 4))
        return line.united(both).adjusted(-12, -12, 12, 12) if self.look.cut else line.united(both)

    def shape(self) -> QPainterPath:
        """What the pointer hits: a band along the line, the symbol, the label."""
        return about(self._path, 10, self.symbol_box.adjusted(-2, -2, 2, 2), self.label_box)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Line, symbol and label."""
        colors = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self.mood.line("node_line" if self.is_joint else "text")
        if not self.look.enabled:
            pen.setStyle(Qt.PenStyle.DashLine)
            pen.setColor(colors.color("muted"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.mood.halo())
        painter.drawPath(self._path)
        painter.setPen(pen)
        if self.look.cut:
            self._paint_cut(painter, colors, pen)
        painter.drawPath(self._path)
        near = option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL
        if not self.look.in_line:
            if near:
                self._paint_turned(painter, colors, pen.color())
            else:
                painter.drawEllipse(self.centre, 9, 9)
        if near:
            self._paint_label(painter, colors)

    def _paint_cut(self, painter: QPainter, colors: Theme, pen: QPen) -> None:
        """Two strokes across the line, and the line dashed: here the loop is cut."""
        painter.setPen(QPen(colors.color("accent"), 2.2))
        painter.drawPath(symbols.cut_path(self.form))
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)

    def _paint_turned(self, painter: QPainter, colors: Theme, color: QColor) -> None:
        """The symbol, along the branch where it is one of a circuit."""
        painter.save()
        painter.translate(self.centre)
        turn, scale = self.form.laid(self.look)
        painter.rotate(turn)
        width, height = self.look.symbol
        box = QRectF(-width / 2, -height / 2, width, height)
        painter.fillRect(box.adjusted(0, 2, 0, -2), QBrush(colors.color("paper")))
        symbols.draw_glyph(painter, self.look.glyph, color, QPointF(0, 0), scale)
        painter.restore()

    def _paint_label(self, painter: QPainter, colors: Theme) -> None:
        side = _SIDES[self.form.side]
        painter.setFont(label_font("joint" if self.is_joint else "element"))
        painter.setPen(colors.color("accent" if self.is_joint else "muted"))
        box = self.label_box.adjusted(0, 0, 2, 0)
        if self.is_joint:
            symbols.draw_formula(painter, box, side, self.look.text)
            return
        metrics = painter.fontMetrics()
        text = metrics.elidedText(self.look.text, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, text)


def _rect(box: Box) -> QRectF:
    return QRectF(QPointF(box[0], box[1]), QPointF(box[2], box[3]))
