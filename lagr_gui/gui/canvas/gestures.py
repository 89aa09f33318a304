"""What a pressed pointer drags: the paper, a rubber band, what is selected."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QRubberBand

from lagr_gui.drawing.geometry import Point, snapped
from lagr_gui.editing import edits
from lagr_gui.gui.canvas.gripping import grip
from lagr_gui.gui.canvas.items import Item
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.model import Model


class Gesture(Protocol):
    """One that is under way, until it is dropped or given up."""

    def follow(self, at: QPointF) -> None:
        """The pointer is at a point of the viewport."""
        ...

    def drop(self, at: QPointF, adding: bool) -> None:
        """The button is let go; `adding`: to what is selected."""
        ...

    def give_up(self) -> None:
        """Nothing comes of it."""
        ...


class Pan:
    """The paper follows the pointer."""

    def __init__(self, canvas: Paper, start: QPointF) -> None:
        self.canvas, self._at = canvas, start

    def follow(self, at: QPointF) -> None:
        """Move the paper."""
        scale = self.canvas.transform().m11()
        self.canvas.pan(QPointF((at.x() - self._at.x()) / scale, (at.y() - self._at.y()) / scale))
        self._at = at

    def drop(self, at: QPointF, adding: bool) -> None:
        """It stays where it is."""

    def give_up(self) -> None:
        """It stays where it is."""


class Band:
    """A rubber band around what is to be selected."""

    def __init__(self, canvas: Paper, start: QPoint) -> None:
        self.canvas, self._start = canvas, start
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, canvas.viewport())
        self._band.setGeometry(QRect(start, start))
        self._band.show()

    def follow(self, at: QPointF) -> None:
        """Stretch it."""
        self._band.setGeometry(QRect(self._start, at.toPoint()).normalized())

    def drop(self, at: QPointF, adding: bool) -> None:
        """Select what it touches."""
        area = self.canvas.mapToScene(self._band.geometry())
        found = self.canvas.scene().items(area, Qt.ItemSelectionMode.IntersectsItemShape)
        keys = (item.key for item in found if isinstance(item, Item))
        self.canvas.session.select(keys, add=adding)
        self.give_up()

    def give_up(self) -> None:
        """Take it away."""
        self._band.hide()


class Carry:
    """What is selected follows the pointer, or of one selected item what is gripped."""

    def __init__(self, canvas: Paper, start: QPoint, pressed: Item) -> None:
        self.canvas, self.session = canvas, canvas.session
        self._start = canvas.mapToScene(start)
        self._grip, self._places = None, dict[str, Point]()
        if self.session.selection == frozenset({pressed.key}):
            self._grip = grip(pressed, self._start, canvas.content.has_ends(pressed.key))
        if self._grip is None:
            known = canvas.content.nodes()
            self._places = {k: at for k, at in known.items() if k in self.session.selection}

    @property
    def empty(self) -> bool:
        """Whether nothing can be carried."""
        return not (self._grip or self._places)

    def follow(self, at: QPointF) -> None:
        """Show what it would come to."""
        self.canvas.content.preview(self._carried(self.session.model, at))

    def drop(self, at: QPointF, adding: bool) -> None:
        """Put it down."""
        model = self._carried(self.session.model, at)
        if not self.session.edit(self._grip.title if self._grip else "Move", lambda _: model):
            self.give_up()

    def give_up(self) -> None:
        """Everything stands where it was."""
        self.canvas.content.sync()

    def _carried(self, model: Model, at: QPointF) -> Model:
        to = self.canvas.mapToScene(at.toPoint())
        if self._grip is not None:
            return self._grip.changed(model, (to.x(), to.y()))
        by = to - self._start
        places = {k: snapped((x + by.x(), y + by.y())) for k, (x, y) in self._places.items()}
        return edits.move(model, places)
