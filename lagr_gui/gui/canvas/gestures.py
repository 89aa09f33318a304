"""What a pressed pointer drags: the paper, a rubber band, what is selected or a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QRubberBand

from lagr_gui.drawing.boxes import distance, middle, segments
from lagr_gui.drawing.geometry import Point, snapped
from lagr_gui.editing import edits
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.items import Item
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.model import Model

_CORNER = 9.0
"""A corner of a line is taken within this distance."""


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
            self._grip = _grip(pressed, self._start, canvas.content.has_ends(pressed.key))
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


@dataclass
class _Grip:
    """What of an item is held, and where it was taken."""

    key: str
    title: str
    start: Point
    was: Point = (0.0, 0.0)
    label: bool = False
    line: Sequence[Point] = ()
    moving: dict[int, tuple[bool, bool]] = field(default_factory=dict[int, tuple[bool, bool]])
    """The corners that move, and whether across and along the paper."""

    def changed(self, model: Model, to: Point) -> Model:
        """The model with the part that is held at another point."""
        by = to[0] - self.start[0], to[1] - self.start[1]
        there = self.was[0] + by[0], self.was[1] + by[1]
        if self.moving:
            return edits.bend(model, self.key, self._bent(by))
        if self.label:
            return edits.put_label(model, self.key, (round(there[0]), round(there[1])))
        return edits.move(model, {self.key: snapped(there)})

    def _bent(self, by: Point) -> list[Point]:
        corners = list(self.line)
        for number, (across, along) in self.moving.items():
            x, y = corners[number]
            new = snapped((x + by[0], y + by[1]))
            corners[number] = (new[0] if across else x, new[1] if along else y)
        return corners


def _grip(item: Item, at: QPointF, bendable: bool) -> _Grip | None:
    """What is held of an item when the pointer takes it at a point of the drawing."""
    start = at.x(), at.y()
    if isinstance(item, TerminalItem):
        box = item.label_box.translated(item.pos())
        if not box.contains(at):
            return None
        by = box.center() - item.pos()
        return _Grip(item.key, "Move label", start, (by.x(), by.y()), True)
    if not isinstance(item, EdgeItem):
        return None
    part, shape = item.part_at(at), item.form
    if part == "label":
        (x, y), (cx, cy) = middle(shape.label), shape.centre
        return _Grip(item.key, "Move label", start, (x - cx, y - cy), True)
    if part == "symbol" or not bendable:
        return _Grip(item.key, "Move symbol", start, shape.centre)
    return _line_grip(item.key, list(shape.line), start)


def _line_grip(key: str, line: list[Point], start: Point) -> _Grip:
    """A corner near the pointer, an inner piece of the line, or else a new corner."""
    corners = line[1:-1]
    near = min(range(len(corners)), key=lambda i: _far(corners[i], start), default=None)
    if near is not None and _far(corners[near], start) <= _CORNER:
        return _Grip(key, "Bend line", start, line=corners, moving={near: (True, True)})
    pieces = segments(line)
    number = min(range(len(pieces)), key=lambda i: distance(start, pieces[i]))
    (ax, ay), (bx, by) = pieces[number]
    if 0 < number < len(pieces) - 1 and (ax == bx or ay == by):
        ways = (ax == bx, ay == by)
        moving = {number - 1: ways, number: ways}
        return _Grip(key, "Bend line", start, line=corners, moving=moving)
    corners.insert(number, start)
    return _Grip(key, "Bend line", start, line=corners, moving={number: (True, True)})


def _far(point: Point, other: Point) -> float:
    return max(abs(point[0] - other[0]), abs(point[1] - other[1]))
