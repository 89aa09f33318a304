"""The whole drawing small in a corner, while not all of it is seen; what is seen can be dragged."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from lagr_gui.drawing.geometry import size_of
from lagr_gui.gui import settings
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.notes import NoteItem
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.words import tr
from lagr_gui.model import WIRED

SIZE = QSize(184, 124)
EDGE = 6.0
"""Pixels between the drawing and the edge."""
_SETTING = "minimap"


class Minimap(QWidget):
    """It comes when the drawing is larger than the view, unless the user does not want it."""

    def __init__(self, canvas: Paper, session: Session) -> None:
        super().__init__(canvas)
        self._canvas, self._session = canvas, session
        self._picture: QPixmap | None = None
        self._box = QRectF()
        self.wanted = settings.text(_SETTING) != "hidden"
        self.setObjectName("minimap")
        self.setFixedSize(SIZE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_note(self, tr("The whole drawing. Drag to look elsewhere."))
        self.setAccessibleName(tr("Overview of the drawing"))
        session.model_changed.connect(self._renew)
        session.selection_changed.connect(self._renew)
        theme_changed().connect(self._renew)
        self.hide()

    def turn(self) -> None:
        """Want it no more, or again; that is remembered."""
        self.wanted = not self.wanted
        settings.remember(_SETTING, "" if self.wanted else "hidden")
        self.refresh()

    def refresh(self) -> None:
        """What is seen is another part: come, go, or show it."""
        if not self.wanted:
            self.hide()
            return
        if self._picture is None:
            self._box = self._canvas.contents().adjusted(-40, -40, 40, 40)
        inner = self._box.adjusted(40, 40, -40, -40)
        shown = not self._canvas.seen().contains(inner) and len(self._canvas.content.items) > 1
        self.setVisible(shown)
        if shown:
            canvas = self._canvas
            self.move(canvas.width() - self.width() - 10, canvas.height() - self.height() - 10)
            self.update()

    def _renew(self) -> None:
        self._picture = None
        self.refresh()

    @property
    def _scale(self) -> float:
        across = (self.width() - 2 * EDGE) / max(self._box.width(), 1.0)
        return min(across, (self.height() - 2 * EDGE) / max(self._box.height(), 1.0))

    def _place(self, at: QPointF) -> QPointF:
        """The pixel of a point of the drawing."""
        middle = QPointF(self.rect().center())
        return middle + (at - self._box.center()) * self._scale

    @painted
    def paintEvent(self, painter: QPainter, event: QPaintEvent) -> None:
        """The drawing, and the frame of what is seen."""
        if self._picture is None:
            self._picture = self._drawn()
        painter.drawPixmap(0, 0, self._picture)
        seen = self._canvas.seen()
        frame = QRectF(self._place(seen.topLeft()), self._place(seen.bottomRight()))
        color = theme().color("accent")
        painter.setPen(QPen(color, 1.5))
        color.setAlpha(30)
        painter.setBrush(color)
        painter.drawRect(frame.intersected(QRectF(self.rect()).adjusted(1, 1, -1, -1)))

    def _drawn(self) -> QPixmap:
        colors, ratio = theme(), self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(colors.color("panel"))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.color("line"), 1.0))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        content, selection = self._canvas.content, self._session.selection
        painter.setPen(QPen(colors.color("muted"), 1.0))
        for item in content.items.values():
            if isinstance(item, EdgeItem):
                painter.drawPolyline([self._place(QPointF(*at)) for at in item.form.line])
        painter.setPen(QPen(colors.color("muted"), 1.0, Qt.PenStyle.DotLine))
        for line in content.signals.values():
            painter.drawPolyline([self._place(QPointF(*at)) for at in line.form.line])
        painter.setPen(QPen(colors.color("muted"), 1.0))
        painter.setBrush(colors.color("warm_soft"))
        for item in content.items.values():
            if isinstance(item, NoteItem):
                box = item.mapRectToScene(item.boundingRect())
                painter.drawRect(QRectF(self._place(box.topLeft()), self._place(box.bottomRight())))
        for key, at in content.nodes().items():
            if key.startswith("terminal:"):
                continue
            half = QPointF(*size_of(key)) * 0.5
            block = QRectF(self._place(QPointF(*at) - half), self._place(QPointF(*at) + half))
            role = "accent" if key in selection else "node_line"
            if key.startswith(WIRED):
                painter.setPen(QPen(colors.color(role), 1.0))
                painter.setBrush(colors.color("node_fill"))
                painter.drawRect(block)
            else:
                painter.fillRect(block, colors.color(role))
        painter.end()
        return picture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look at the place that is pressed."""
        self._look(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Look where the pointer goes."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look(event.position())

    def _look(self, at: QPointF) -> None:
        place = self._box.center() + (at - QPointF(self.rect().center())) * (1 / self._scale)
        self._canvas.look_at(place)
