"""Controllers on the drawing: blocks with square corners, and dashed lines to and from them."""

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
from lagr_gui.drawing.controllers import NAME, SAMPLE, sampled
from lagr_gui.drawing.geometry import CONTROL
from lagr_gui.gui.canvas import symbols
from lagr_gui.gui.canvas.items import HALO, SMALL, Item, about, label_font
from lagr_gui.gui.theme import theme
from lagr_gui.model.controllers import Controller

LINE, EDGE = 17.0, 6.0
"""Height of a line of words; between them and the frame."""


class ControllerItem(Item):
    """A controller: its name and its sample time in a frame, which is dashed where it is off."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setZValue(2)
        self.controller: Controller | None = None
        self._block = QRectF(-CONTROL[0] / 2, -CONTROL[1] / 2, *CONTROL)

    def show_controller(self, controller: Controller) -> None:
        """Take what it says."""
        if controller != self.controller:
            self.controller = controller
            self.update()

    def boundingRect(self) -> QRectF:
        """With the frame."""
        edge = HALO / 2
        return self._block.adjusted(-edge, -edge, edge, edge)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The frame, and the words where they can be read."""
        colors = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self.mood.line("text")
        if self.controller is None or not self.controller.enabled:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setBrush(colors.color("warm_soft" if self.mood.warm else "paper"))
        for stroke in (self.mood.halo(), pen):
            painter.setPen(stroke)
            painter.drawRect(self._block)
        near = option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL
        if self.controller is not None and near:
            font = QFont(painter.font())
            font.setPixelSize(13)
            self._write(painter, font, "text", NAME, self.controller.name)
            said = sampled(self.controller)
            self._write(painter, label_font("signal"), "muted", SAMPLE, said)

    def _write(self, painter: QPainter, font: QFont, role: str, at: float, text: str) -> None:
        """A line of words about a height."""
        room = QRectF(self._block.left() + EDGE, at - LINE / 2, CONTROL[0] - 2 * EDGE, LINE)
        painter.setFont(font)
        painter.setPen(theme().color(role))
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)


class SignalItem(Item):
    """A line to or from a controller, under whose key it is found: it is a part of that."""

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
            painter.setFont(label_font("signal"))
            painter.setPen(color)
            painter.drawText(self._label, Qt.AlignmentFlag.AlignCenter, self.look.text)
