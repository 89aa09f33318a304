"""What is seen of the drawing, and how large."""

from __future__ import annotations

from functools import reduce
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPen, QResizeEvent, QShowEvent

from lagr_gui.drawing.geometry import WIDTH, Point
from lagr_gui.gui.canvas.minimap import Minimap
from lagr_gui.gui.canvas.overlay import Overlay
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.panes.palette import BASE
from lagr_gui.gui.theme import theme

LEAST, READABLE, GREATEST = 0.05, 0.25, 6.0
"""Scales; at the middle one symbols can just be told."""
DOTS = 20.0


class SeenPaper(Paper):
    """Fits, zooms and pans; a drawing that was fitted stays so until the user looks elsewhere."""

    overlay: Overlay
    minimap: Minimap
    _fitted: dict[str, Point] | None = None
    """Where everything lay when it was fitted; None once one looks elsewhere."""

    @property
    def fitted(self) -> bool:
        """Whether the whole is looked at; what was moved since must not move under the hand."""
        return self._fitted == self.content.movable()

    def fit(self) -> None:
        """Show the whole drawing, not larger than life."""
        box, self._fitted = self.contents(), self.content.movable()
        self.resetTransform()
        if self.content.items.keys() <= {BASE}:
            # Body 0 on the left, wholly in view, with room for what hangs on it.
            self.centerOn(min(2 * WIDTH, (self._room().width() - WIDTH) / 2), 0)
            return
        room = self._room()
        if box.isEmpty() or room.width() < 20 or room.height() < 20:
            self.centerOn(0, 0)
            return
        scale = min(_filling(box, room), 1.15)
        self.scale(max(scale, LEAST), max(scale, LEAST))
        self._centre(box)
        self.minimap.refresh()

    def _room(self) -> QRect:
        """The part of the viewport on which nothing of the overlay lies."""
        return self.viewport().rect().adjusted(30, self.overlay.room, -30, -30)

    def _centre(self, box: QRectF) -> None:
        aside = QPointF(self._room().center() - self.viewport().rect().center())
        self.centerOn(box.center() - aside * (1 / self.transform().m11()))

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a point of the viewport (its middle)."""
        self._fitted = None
        present = self.transform().m11()
        factor = min(max(present * factor, LEAST), GREATEST) / present
        place = at if at is not None else QPointF(self.viewport().rect().center())
        before = self.mapToScene(place.toPoint())
        self.scale(factor, factor)
        self.pan(self.mapToScene(place.toPoint()) - before)
        self.minimap.refresh()

    def zoom_to(self, scale: float) -> None:
        """Zoom to a scale about the middle."""
        self.zoom_by(scale / self.transform().m11())

    def pan(self, by: QPointF) -> None:
        """Move the drawing under the view, in its units."""
        self._fitted = None
        scale = self.transform().m11()
        for bar, step in (
            (self.horizontalScrollBar(), by.x()),
            (self.verticalScrollBar(), by.y()),
        ):
            bar.setValue(bar.value() - round(step * scale))

    def look_at(self, place: QPointF) -> None:
        """Bring a point of the drawing into the middle."""
        self._fitted = None
        self.centerOn(place)

    def centre_on(self, key: str) -> None:
        """Bring an item into view."""
        place = self.content.place(key)
        if place is not None and not self._seen(place):
            self.look_at(QPointF(*place))

    def show_whole(self, key: str) -> None:
        """Bring an item into view, and with it what it measures and drives where that has room."""
        items = self.content.with_ends(key)
        boxes = [item.mapRectToScene(item.boundingRect()) for item in items]
        if len(boxes) < 2:
            self.centre_on(key)
            return
        box = reduce(QRectF.united, boxes)
        if self.mapToScene(self._room()).boundingRect().contains(box):
            return
        scale, filling = self.transform().m11(), _filling(box, self._room())
        if filling < scale:
            self.zoom_to(max(filling, min(scale, READABLE)))
        self._fitted = None
        self._centre(box if filling >= READABLE else boxes[0])

    def contents(self) -> QRectF:
        """The box around everything that is drawn."""
        box = QRectF()
        for item in self.content.all_items():
            box = box.united(item.mapRectToScene(item.boundingRect()))
        return box

    def _seen(self, place: Point) -> bool:
        return self.viewport().rect().adjusted(40, 40, -40, -40).contains(self.mapFromScene(*place))

    def drawBackground(self, painter: QPainter, rect: QRectF | Any) -> None:
        """Paper with a grid of dots."""
        painter.fillRect(rect, theme().color("paper"))
        scale = self.transform().m11()
        step = DOTS if scale > 0.55 else DOTS * 4 if scale > 0.15 else 0
        if not step:
            return
        painter.setPen(QPen(theme().color("grid"), 1.6 / scale))
        x0, y0 = (int(rect.left() // step) * step, int(rect.top() // step) * step)
        columns, rows = int(rect.width() // step) + 3, int(rect.height() // step) + 3
        dots = [QPointF(x0 + i * step, y0 + k * step) for i in range(columns) for k in range(rows)]
        painter.drawPoints(dots)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the overlay in its corners, and in view the whole drawing that was fitted."""
        super().resizeEvent(event)
        self.overlay.arrange()
        if self.fitted:
            self.fit()
        else:
            self.minimap.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """What came to a drawing of which the whole was looked at is looked at, too."""
        super().showEvent(event)
        if self._fitted and self._fitted.items() <= self.content.movable().items():
            self.fit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Another part of the drawing is seen."""
        super().scrollContentsBy(dx, dy)
        self.minimap.refresh()

    def seen(self) -> QRectF:
        """The part of the drawing that is seen."""
        return self.mapToScene(self.viewport().rect()).boundingRect()


def _filling(box: QRectF, room: QRect) -> float:
    """The scale at which a box of the drawing fills a room."""
    return min(room.width() / box.width(), room.height() / box.height())
