"""Terminals of circuits on the drawing: small dots from which branches are pulled."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from lagr_gui.gui.canvas.items import SMALL, Item
from lagr_gui.gui.theme import theme

DOT, REACH, PORT = 4.0, 15.0, 3.5
"""Radius of the dot, distance of the ports from it, radius of a port."""


class TerminalItem(Item):
    """A dot with its name; ports around it while the pointer is near."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setZValue(2)
        self.ports = False

    @property
    def name(self) -> str:
        """The name of the terminal."""
        return self.key.partition(":")[2]

    def show_ports(self, shown: bool) -> None:
        """Offer the points from which a branch can be pulled."""
        if shown != self.ports:
            self.ports = shown
            self.update()

    def port_at(self, at: QPointF) -> bool:
        """Whether a point of the item lies on a port."""
        return any((at - port).manhattanLength() < 9 for port in self._ports())

    def _ports(self) -> tuple[QPointF, ...]:
        return (QPointF(REACH, 0), QPointF(-REACH, 0), QPointF(0, REACH), QPointF(0, -REACH))

    def boundingRect(self) -> QRectF:
        """With ports and name."""
        return QRectF(-22, -24, 84, 46)

    def shape(self) -> QPainterPath:
        """What the pointer hits: the dot and its ports."""
        path = QPainterPath()
        path.addEllipse(QPointF(0, 0), REACH + PORT, REACH + PORT)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The dot, its name, its ports."""
        colors = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self.mood.line("text")
        painter.setPen(pen)
        painter.setBrush(pen.color())
        painter.drawEllipse(QPointF(0, 0), DOT, DOT)
        if option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL:
            font = QFont(painter.font())
            font.setPixelSize(11)
            painter.setFont(font)
            painter.setPen(colors.color("muted"))
            painter.drawText(QRectF(7, -21, 52, 14), Qt.AlignmentFlag.AlignLeft, self.name)
        if self.ports:
            painter.setPen(QPen(colors.color("accent"), 1.5))
            painter.setBrush(colors.color("paper"))
            for port in self._ports():
                painter.drawEllipse(port, PORT, PORT)
