"""What a pressed pointer drags: the paper, a rubber band, what is selected or a part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QGraphicsLineItem, QRubberBand

from lagr_gui.drawing.boxes import Box, Segment, about, distance, middle, segments, united
from lagr_gui.drawing.geometry import Point, size_of, snapped
from lagr_gui.drawing.guides import Guidance, guided
from lagr_gui.editing import edits
from lagr_gui.editing.edits.clipboard import SHIFT
from lagr_gui.gui.bridge.new_items import add_blocks
from lagr_gui.gui.canvas.connecting import in_scene
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.items import Item
from lagr_gui.gui.canvas.notes import NoteItem
from lagr_gui.gui.canvas.outlines import guide_line, outline
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.gui.panes.palette import BASE
from lagr_gui.model import Model

NEAR = 5.0
"""Pixels within which what is carried is drawn into line with others."""
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
        items = self.canvas.scene().items(area, Qt.ItemSelectionMode.IntersectsItemShape)
        keys = (item.key for item in items if isinstance(item, Item))
        self.canvas.session.select(keys, add=adding)
        self.give_up()

    def give_up(self) -> None:
        """Take it away."""
        self._band.hide()


class Aim:
    """Where what is carried comes to lie: in line with others if it nearly is, else on the grid."""

    def __init__(self, canvas: Paper, start: QPointF, places: Mapping[str, Point], copying: bool):
        self._canvas, self._start, self._places = canvas, start, places
        boxes = {key: _box(canvas, key, at) for key, at in canvas.content.movable().items()}
        self._box = united(boxes[key] for key in places) if places else None
        self._others = [box for key, box in boxes.items() if copying or key not in places]
        self._lines: list[QGraphicsLineItem] = []

    def places(self, at: QPointF) -> dict[str, Point]:
        """The places of all that is carried, with the pointer at a point of the viewport."""
        to = self._canvas.mapToScene(at.toPoint())
        x, y = to.x() - self._start.x(), to.y() - self._start.y()
        guidance = Guidance(None, None)
        if self._box is not None:
            left, top, right, bottom = self._box
            box = (left + x, top + y, right + x, bottom + y)
            guidance = guided(box, self._others, NEAR / self._canvas.transform().m11())
        self._show(guidance.lines)
        return {key: _put(guidance, place, (x, y)) for key, place in self._places.items()}

    def end(self) -> None:
        """Take the guides away."""
        self._show(())

    def _show(self, lines: Sequence[Segment]) -> None:
        for line in self._lines:
            if in_scene(line):
                self._canvas.scene().removeItem(line)
        self._lines = [guide_line(segment) for segment in lines]
        for line in self._lines:
            self._canvas.scene().addItem(line)


def _put(guidance: Guidance, place: Point, by: Point) -> Point:
    """A place after a step, along each axis with the guide or on the grid."""
    x, y = snapped((place[0] + by[0], place[1] + by[1]))
    across = x if guidance.x is None else place[0] + by[0] + guidance.x
    along = y if guidance.y is None else place[1] + by[1] + guidance.y
    return round(across, 6), round(along, 6)


def _box(canvas: Paper, key: str, at: Point) -> Box:
    if key.startswith("terminal:"):
        return about(at, 0.0, 0.0)
    if isinstance(item := canvas.content.items.get(key), NoteItem):
        return item.box_at(at)
    return about(at, *size_of(key))


class Carry:
    """What is selected follows the pointer, or of one selected item what is gripped."""

    def __init__(self, canvas: Paper, start: QPoint, pressed: Item) -> None:
        self.canvas, self.session = canvas, canvas.session
        at = canvas.mapToScene(start)
        self._grip, self._places = None, dict[str, Point]()
        if self.session.selection == frozenset({pressed.key}):
            self._grip = _grip(pressed, at, canvas.content.has_ends(pressed.key))
        if self._grip is None:
            movable = canvas.content.movable()
            self._places = {k: at for k, at in movable.items() if k in self.session.selection}
        self._aim = Aim(canvas, at, self._places, False)

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
        self._aim.end()
        if not self.session.edit(self._grip.title if self._grip else "Move", lambda _: model):
            self.give_up()

    def give_up(self) -> None:
        """Everything stands where it was."""
        self._aim.end()
        self.canvas.content.sync()

    def _carried(self, model: Model, at: QPointF) -> Model:
        if self._grip is None:
            return edits.move(model, self._aim.places(at))
        to = self.canvas.mapToScene(at.toPoint())
        return self._grip.changed(model, (to.x(), to.y()))


class Clone:
    """A copy of what is selected follows the pointer, as outlines until it is put down."""

    def __init__(self, canvas: Paper, start: QPoint) -> None:
        self.canvas, self.session = canvas, canvas.session
        movable = canvas.content.movable()
        keys = self.session.selection - {BASE}
        self._places = {key: at for key, at in movable.items() if key in keys}
        self._aim = Aim(canvas, canvas.mapToScene(start), self._places, True)
        self._outlines = {key: outline(_box(canvas, key, (0.0, 0.0))) for key in self._places}
        canvas.viewport().setCursor(Qt.CursorShape.DragCopyCursor)

    @property
    def empty(self) -> bool:
        """Whether there is nothing that can be copied."""
        return not self.session.selection - {BASE}

    def follow(self, at: QPointF) -> None:
        """Show where the copy would lie."""
        for key, place in self._aim.places(at).items():
            item = self._outlines[key]
            if not in_scene(item):
                self.canvas.scene().addItem(item)
            item.setPos(*place)

    def drop(self, at: QPointF, adding: bool) -> None:
        """Put the copy down."""
        keys, by = self.session.selection, (SHIFT, SHIFT)
        for key, (x, y) in self._aim.places(at).items():
            by = x - self._places[key][0], y - self._places[key][1]
        self.give_up()
        add_blocks(self.session, "Duplicate", lambda model: edits.duplicate(model, keys, by))

    def give_up(self) -> None:
        """Take the outlines away."""
        self._aim.end()
        for item in self._outlines.values():
            if in_scene(item):
                self.canvas.scene().removeItem(item)


@dataclass
class _Grip:
    """What of an item is held, and where it was taken."""

    key: str
    title: str
    start: Point
    was: Point = (0.0, 0.0)
    label: bool = False
    line: Sequence[Point] = ()
    wide: float | None = None
    """Of a note of which the edge is held, how wide it was."""
    moving: dict[int, tuple[bool, bool]] = field(default_factory=dict[int, tuple[bool, bool]])
    """The corners that move, and whether across and along the paper."""

    def changed(self, model: Model, to: Point) -> Model:
        """The model with the part that is held at another point."""
        by = to[0] - self.start[0], to[1] - self.start[1]
        there = self.was[0] + by[0], self.was[1] + by[1]
        if self.moving:
            return edits.bend(model, self.key, self._bent(by))
        if self.wide is not None:
            return edits.set_note_width(model, self.key, snapped((self.wide + by[0], 0.0))[0])
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
    if isinstance(item, NoteItem) and item.on_rim(at):
        return _Grip(item.key, "Change note", start, wide=item.note.width)
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
