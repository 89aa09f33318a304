"""The pointer with a tool in its hand: from the first point of a stroke to the edit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd, anchors, axes, inside
from lagr_gui.editing.sketch.contacts import walls
from lagr_gui.editing.sketch.loads import aimed
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat
from lagr_gui.editing.sketch.snapping import Snapping, typed, typed_corner
from lagr_gui.gui.sketch.pointer.tools import SELECT, DrawingTool, Stroke
from lagr_gui.model import Model

BLOCK = 52.0
"""Length of the block of a slider in pixels."""
ENDS = 14.0
"""Within so many pixels of an end or a pin one means it, whatever else is near."""
REACH = 9.0
"""So near (pixels) a pointer snaps."""
UNREAD = {
    "line": "Type a length above zero, or length and angle: 0.8 30",
    "box": "Type a width above zero, or width and height: 0.3 0.2",
    "force": "Type a force above zero, or force and angle: 50 -90",
}
"""What is said where what is typed for a shape does not read."""


@dataclass(frozen=True, eq=False)
class Surface:
    """What is drawn on at this moment: the model where it stands, and how it is seen.

    `touched` tells the bodies that are under a place, the topmost first; an arrow of one metre is
    a force of so many `newtons`.
    """

    model: Model
    places: BodyPlaces
    scale: float
    grid: float
    touched: Callable[[Flat], list[int]]
    newtons: float = 1.0

    def snapping(self, on_rods: bool = True) -> Snapping:
        """What a pointer snaps to; a wall may be meant to touch a rod, whose axis is near then."""
        points = anchors(self.model, self.places)
        rods = axes(points) if on_rods else []
        lines = [*walls(self.model, self.places).values(), *rods]
        return Snapping(points, self.grid, REACH / self.scale, lines, ENDS / self.scale)

    def met(self, at: Flat) -> Anchor | None:
        """A point of the topmost body at a place, by its name where it has one."""
        return next((anchor for anchor in self.found(at) if anchor.body in self.touched(at)), None)

    def found(self, at: Flat) -> list[Anchor]:
        """All points of bodies at a place: those that have names, then places within bodies."""
        reach = REACH / self.scale
        first = self.snapping()(at)
        at = first.at if first.anchor is not None else at
        near = [a for a in anchors(self.model, self.places) if _near(a.at, at, reach)]
        near.sort(key=lambda anchor: not _near(anchor.at, at, 1e-9))
        within = [inside(self.places, body, at) for body in self.touched(at)]
        return [*near, *within]


class Drawer:
    """A stroke as it is drawn, by pulling or by two clicks, with what is typed meanwhile."""

    def __init__(self) -> None:
        self.tool: DrawingTool = SELECT
        self.points: list[StrokeEnd] = []
        self.end: StrokeEnd | None = None
        self.text = ""
        self.newtons = 1.0
        self._pressed: Flat | None = None

    @property
    def start(self) -> StrokeEnd | None:
        """The point from which the pointer draws: the last one that was given."""
        return self.points[-1] if self.points else None

    def take(self, tool: DrawingTool) -> None:
        """Take a tool into the hand; what was begun is dropped."""
        self.tool = tool
        self.drop()

    def drop(self) -> bool:
        """Drop the stroke that was begun; whether there was one."""
        begun = bool(self.points)
        self.points = []
        self.end = self._pressed = None
        self.text = ""
        return begun

    def hover(self, surface: Surface, at: Flat) -> None:
        """The pointer is at a place."""
        self.newtons = surface.newtons
        self.end = self._snapped(surface, at, self.start)

    def press(self, surface: Surface, at: Flat) -> Stroke | None:
        """The button goes down: a stroke begins, or its next point is given."""
        last = self.start
        if last is None:
            self.points = [self._snapped(surface, at, None)]
            self.end, self._pressed = self.points[0], at
            return None
        self.hover(surface, at)
        if self.tool.points > 2 and _near(last.at, at, REACH / surface.scale):
            return self._finished(surface)  # the last point was clicked twice
        if self._closes(at, REACH / surface.scale):
            return self._finished(surface)
        return self._reached(surface)

    def release(self, surface: Surface, at: Flat) -> Stroke | None:
        """The button goes up: the stroke ends, unless it was a click that a second one follows."""
        if self.start is None or self._pressed is None:
            return None
        still = _near(self._pressed, at, REACH / (2 * surface.scale))
        self._pressed = None
        if still and not self.tool.click:
            return None
        self.points.append(self.start if still else self._snapped(surface, at, self.start))
        return None if self.tool.shape == "polygon" else self._finished(surface)

    def enter(self, surface: Surface) -> Stroke | None:
        """Enter: the stroke ends, or comes to its next point, by what is typed."""
        if self.start is None or self.end is None:
            return None
        if not self.text and self.tool.points > 2:
            return self._finished(surface)
        place = self._typed(surface, self.start.at, self.end.at)
        if place is None:
            return None
        joins = self.tool.shape not in ("box", "force")
        self.end = surface.snapping().joined(place) if joins else StrokeEnd(place)
        self.text = ""
        return self._reached(surface)

    def _typed(self, surface: Surface, start: Flat, toward: Flat) -> Flat | None:
        """The place that what is typed leads to; None where it does not read."""
        values = surface.places.values
        if self.tool.shape == "force":
            return typed(self.text, start, toward, values, "N", surface.newtons)
        read = typed_corner if self.tool.shape == "box" else typed
        return read(self.text, start, toward, values)

    def type(self, letter: str) -> bool:
        """A key while a stroke is drawn; whether it was taken."""
        if self.start is None or self.tool.click:
            return False
        if letter == "\b" and self.text:
            self.text = self.text[:-1]
        elif letter.isdigit() or (letter in ".-" or (self.text and letter.isprintable())):
            self.text += letter
        else:
            return False
        return True

    def _closes(self, at: Flat, reach: float) -> bool:
        """Whether an outline comes to its first corner again."""
        outline = self.tool.shape == "polygon" and len(self.points) > 2
        return outline and _near(self.points[0].at, at, reach)

    def _reached(self, surface: Surface) -> Stroke | None:
        """The next point of the stroke is there; it ends with as many as its tool takes."""
        assert self.end is not None
        self.points.append(self.end)
        return self._finished(surface) if len(self.points) >= self.tool.points else None

    def _finished(self, surface: Surface) -> Stroke:
        anchors_there = surface.found(self.points[0].at)
        block = _one_digit(BLOCK / surface.scale)
        stroke = Stroke(tuple(self.points), anchors_there, block, newtons=surface.newtons)
        self.drop()
        return stroke

    def _snapped(self, surface: Surface, at: Flat, start: StrokeEnd | None) -> StrokeEnd:
        if self.tool.free:
            return StrokeEnd(at)
        if self.tool.shape == "force" and start is not None:
            return StrokeEnd(aimed(start.at, at, surface.newtons))
        turns = start is not None and self.tool.shape != "box"
        has_length = bool(self.tool.body) and self.tool.points == 2
        snapping = surface.snapping(on_rods=self.tool.name != "ground")
        end = snapping(at, start.at if start and turns else None, has_length)
        if self.tool.moving and not end.body and (hit := surface.met(end.at)) is not None:
            return StrokeEnd(hit.at, hit)
        if end.anchor is None and self.tool.touches:
            bodies = surface.touched(end.at)
            if bodies:
                return StrokeEnd(end.at, inside(surface.places, bodies[0], end.at))
        return end


def _near(a: Flat, b: Flat, reach: float) -> bool:
    return abs(a[0] - b[0]) <= reach and abs(a[1] - b[1]) <= reach


def _one_digit(number: float) -> float:
    return float(f"{number:.1g}")
