"""Terminals of circuits on the drawing: small dots from which branches are pulled."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from lagr_gui.drawing.boxes import Box
from lagr_gui.gui.canvas.items import SMALL, Item, label_font
from lagr_gui.gui.theme import theme

DOT, REACH = 4.0, 15.0
"""Radius of the dot, distance of the ports from it."""


class TerminalItem(Item):
    """A dot with its name; ports around it while the pointer is near."""

    NEAR, PORT = 9.0, 3.5

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setZValue(2)
        self.label_box = QRectF()

    def show_name(self, box: Box) -> None:
        """Take the place of the name, in the drawing."""
        at = self.pos()
        shown = QRectF(QPointF(box[0], box[1]) - at, QPointF(box[2], box[3]) - at)
        if shown != self.label_box:
            self.prepareGeometryChange()
            self.label_box = shown
            self.update()

    @property
    def name(self) -> str:
        """The name of the terminal."""
        return self.key.partition(":")[2]

    def _ports(self) -> tuple[QPointF, ...]:
        return (QPointF(REACH, 0), QPointF(-REACH, 0), QPointF(0, REACH), QPointF(0, -REACH))

    def boundingRect(self) -> QRectF:
        """With ports and name."""
        return QRectF(-22, -22, 44, 44).united(self.label_box)

    def shape(self) -> QPainterPath:
        """What the pointer hits: the dot and its ports."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addEllipse(QPointF(0, 0), REACH + self.PORT, REACH + self.PORT)
        path.addRect(self.label_box)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The dot, its name, its ports."""
        colors = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self.mood.line("text")
        painter.setBrush(pen.color())
        for stroke in (self.mood.halo(), pen):
            painter.setPen(stroke)
            painter.drawEllipse(QPointF(0, 0), DOT, DOT)
        if option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL:
            painter.setFont(label_font("terminal"))
            painter.setPen(colors.color("muted"))
            box = self.label_box.adjusted(0, 0, 2, 0)
            metrics = painter.fontMetrics()
            text = metrics.elidedText(self.name, Qt.TextElideMode.ElideRight, int(box.width()))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        self._paint_ports(painter, colors)
