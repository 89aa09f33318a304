"""Moving a symbol, a label or a part of a line by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF

from lagr_gui.drawing.boxes import distance, middle, segments
from lagr_gui.drawing.geometry import Point, snapped
from lagr_gui.editing import edits
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.items import Item
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.model import Model

CORNER = 9.0
"""A corner of a line is taken within this distance."""


@dataclass
class Grip:
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


def grip(item: Item, at: QPointF, bendable: bool) -> Grip | None:
    """What is held of an item when the pointer takes it at a point of the drawing."""
    start = at.x(), at.y()
    if isinstance(item, TerminalItem):
        box = item.label_box.translated(item.pos())
        if not box.contains(at):
            return None
        by = box.center() - item.pos()
        return Grip(item.key, "Move label", start, (by.x(), by.y()), True)
    if not isinstance(item, EdgeItem):
        return None
    part, shape = item.part_at(at), item.form
    if part == "label":
        (x, y), (cx, cy) = middle(shape.label), shape.centre
        return Grip(item.key, "Move label", start, (x - cx, y - cy), True)
    if part == "symbol" or not bendable:
        return Grip(item.key, "Move symbol", start, shape.centre)
    return _line_grip(item.key, list(shape.line), start)


def _line_grip(key: str, line: list[Point], start: Point) -> Grip:
    """A corner near the pointer, an inner piece of the line, or else a new corner."""
    corners = line[1:-1]
    near = min(range(len(corners)), key=lambda i: _far(corners[i], start), default=None)
    if near is not None and _far(corners[near], start) <= CORNER:
        return Grip(key, "Bend line", start, line=corners, moving={near: (True, True)})
    pieces = segments(line)
    number = min(range(len(pieces)), key=lambda i: distance(start, pieces[i]))
    (ax, ay), (bx, by) = pieces[number]
    if 0 < number < len(pieces) - 1 and (ax == bx or ay == by):
        ways = (ax == bx, ay == by)
        moving = {number - 1: ways, number: ways}
        return Grip(key, "Bend line", start, line=corners, moving=moving)
    corners.insert(number, start)
    return Grip(key, "Bend line", start, line=corners, moving={number: (True, True)})


def _far(point: Point, other: Point) -> float:
    return max(abs(point[0] - other[0]), abs(point[1] - other[1]))
