"""Where a stroke is taken to lead: points, lines, levels, the grid, round angles, typed values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import atan2, copysign, cos, degrees, hypot, pi, radians, sin, sqrt, tan

from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd, nearest
from lagr_gui.editing.sketch.plane import Flat
from lagr_gui.expression.arguments import quantity
from lagr_gui.foundation.problem import LagrError

FINE = 10
"""Where nothing snaps, so many places lie between two lines of the grid."""
HAIR = 0.1
"""The part of the reach within which places are one to the eye."""
STEP = pi / 12
"""Between two round angles: 15°."""
STEEP = 0.05
"""A line that is less inclined (sine) to another crosses it nowhere that one could point at."""
STRAIGHT = 1e-9
"""A line that is less inclined (sine) is level, or upright."""


@dataclass(frozen=True)
class Snapping:
    """What a pointer snaps to within a reach (m): points, walls and axes of rods, a grid (m).

    Ends and pins come before all else: they catch it within `ends` (m), if that is more.
    """

    points: Sequence[Anchor]
    grid: float
    reach: float
    lines: Sequence[tuple[Flat, Flat]] = ()
    ends: float = 0.0

    def among(self, points: Sequence[Anchor]) -> Snapping:
        """The same with other points."""
        return replace(self, points=points)

    def __call__(self, at: Flat, start: Flat | None = None, has_length: bool = False) -> StrokeEnd:
        """Where a stroke that comes from `start` is taken to be.

        One that makes what `has_length` ends where nothing else catches it in a round distance.
        """
        anchor = nearest(self.points, at, self.reach) or self._end(at)
        if anchor is not None:
            return StrokeEnd(anchor.at, anchor)
        return self.joined(self._place(at, start, has_length))

    def joined(self, at: Flat) -> StrokeEnd:
        """A place, on a point where one lies under it: a hair beside it nobody would see."""
        anchor = nearest(self.points, at, HAIR * self.reach)
        return StrokeEnd(at) if anchor is None else StrokeEnd(anchor.at, anchor)

    def _end(self, at: Flat) -> Anchor | None:
        """The end or pin that is near."""
        return nearest([a for a in self.points if a.sort in ("end", "pin")], at, self.ends)

    def _place(self, at: Flat, start: Flat | None, has_length: bool) -> Flat:
        """Where a stroke is taken to be that no point catches."""
        if (foot := self._on_line(at, start)) is not None:
            return foot
        if start is not None:
            on_ground = partial(self._on_ground, has_length=has_length)
            ways = self._straight, on_ground, self._on_crossing, self._at_round_angle
            for caught in ways:
                if (place := caught(at, start)) is not None:
                    return place
            if has_length and (place := self._at_round_length(at, start)) is not None:
                return place
        return self._level(at, 0), self._level(at, 1)

    def _on_line(self, at: Flat, start: Flat | None) -> Flat | None:
        """The nearest place on a line; None: none is near.

        It is level with the start or upright over it where that is near, or, on a line that is
        level or upright itself, where a point is so; else it is a round one.
        """
        feet: list[tuple[float, Flat]] = []
        for (ax, ay), (bx, by) in self.lines:
            length = hypot(bx - ax, by - ay)
            if length <= 0:
                continue
            way = (bx - ax) / length, (by - ay) / length
            if start is not None and (level := self._across_line(at, start, (ax, ay), way, length)):
                feet.append((hypot(level[0] - at[0], level[1] - at[1]), level))
                continue
            along = min(max(self._along(at, (ax, ay), way), 0.0), length)
            foot = ax + along * way[0], ay + along * way[1]
            feet.append((hypot(foot[0] - at[0], foot[1] - at[1]), foot))
        off, foot = min(feet, default=(2 * self.reach, at))
        return foot if off <= self.reach else None

    def _along(self, at: Flat, foot: Flat, way: Flat) -> float:
        """How far along a line the pointer is: level with a point, or a round distance."""
        for axis in (0, 1):
            if abs(way[1 - axis]) < STRAIGHT and (level := self._of_point(at, axis)) is not None:
                return (level - foot[axis]) * way[axis]
        along = (at[0] - foot[0]) * way[0] + (at[1] - foot[1]) * way[1]
        return _round(along, self.grid / FINE)

    def _across_line(
        self, at: Flat, start: Flat, foot: Flat, way: Flat, length: float
    ) -> Flat | None:
        """Where a line crosses the level or the upright line through the start, near the pointer.

        It has the very number of the start, not one that was computed from it.
        """
        for fixed in (1, 0):
            if abs(way[fixed]) < STEEP:
                continue  # it runs along
            along = (start[fixed] - foot[fixed]) / way[fixed]
            other = foot[1 - fixed] + along * way[1 - fixed]
            place = (other, start[1]) if fixed else (start[0], other)
            near = hypot(place[0] - at[0], place[1] - at[1]) <= self.reach
            if 0 <= along <= length and abs(at[fixed] - start[fixed]) <= self.reach / 2 and near:
                return place
        return None

    def _straight(self, at: Flat, start: Flat) -> Flat | None:
        """The place level with the start or upright over it, where the pointer is nearly so.

        The other coordinate is that of a point or of the grid.
        """
        for fixed in (1, 0):
            off, far = abs(at[fixed] - start[fixed]), abs(at[1 - fixed] - start[1 - fixed])
            if off <= self.reach / 3 and far > self.reach:
                other = self._level(at, 1 - fixed)
                return (other, start[1]) if fixed else (start[0], other)
        return None

    def _on_ground(self, at: Flat, start: Flat, has_length: bool) -> Flat | None:
        """The place level with a point of the ground or upright over it, where one is near.

        There it is at a round angle, or what `has_length` at a round distance, where one is near.
        """
        for axis in (1, 0):
            levels = [anchor.at[axis] for anchor in self.points if not anchor.body]
            level = min(levels, key=lambda entry: abs(entry - at[axis]), default=at[axis])
            if not levels or abs(level - at[axis]) > self.reach / 2:
                continue
            up, across = level - start[axis], at[1 - axis] - start[1 - axis]
            if up == 0:
                continue  # straight on
            angle = STEP * round(atan2(up, across) / STEP)
            square = _round(hypot(up, across), self.grid / FINE) ** 2 - up**2
            ways = [up / tan(angle)] if abs(sin(angle)) > STEEP else []
            ways += [copysign(sqrt(square), across)] if has_length and square > 0 else []
            ways = [way for way in ways if abs(way - across) <= self.reach]
            best = min(ways, key=lambda way: abs(way - across), default=None)
            free = _round(at[1 - axis], self.grid / FINE)
            other = free if best is None else start[1 - axis] + best
            return (other, level) if axis else (level, other)
        return None

    def _on_crossing(self, at: Flat, start: Flat) -> Flat | None:
        """The crossing of two lines of the grid under the pointer."""
        x, y = (_round(entry, self.grid) for entry in at)
        near = hypot(x - at[0], y - at[1]) <= self.reach / 2
        return (x, y) if near and (x, y) != start else None

    def _at_round_angle(self, at: Flat, start: Flat) -> Flat | None:
        """The place on a ray at a multiple of 15° with a round length; None: none is near.

        Of short strokes, to which several are near, it is rather level or upright.
        """
        across, up = at[0] - start[0], at[1] - start[1]
        for step in (pi / 2, STEP):
            angle = step * round(atan2(up, across) / step)
            along = across * cos(angle) + up * sin(angle)
            off = abs(up * cos(angle) - across * sin(angle))
            if off <= self.reach < along:
                break
        else:
            return None
        length = _round(along, self.grid / FINE)
        on_grid = _round(along, self.grid)
        length = on_grid if abs(on_grid - along) <= self.reach / 2 else length
        return start[0] + length * cos(angle), start[1] + length * sin(angle)

    def _at_round_length(self, at: Flat, start: Flat) -> Flat | None:
        """The place near the pointer that is a round length away; None: it is caught both ways.

        A coordinate that is caught stays where that leads to a place near the pointer; else the
        angle is one of whole degrees, if that is near.
        """
        way = at[0] - start[0], at[1] - start[1]
        length = _round(hypot(*way), self.grid / FINE)
        caught = [self._caught(at, axis) for axis in (0, 1)]
        if None not in caught:
            return None
        for fixed, level in enumerate(caught):
            square = length**2 - (level - start[fixed]) ** 2 if level is not None else 0.0
            other = start[1 - fixed] + copysign(sqrt(max(square, 0.0)), way[1 - fixed])
            if level is not None and square > 0 and abs(other - at[1 - fixed]) <= self.reach:
                return (other, level) if fixed else (level, other)
        angle = atan2(way[1], way[0])
        whole = radians(round(degrees(angle)))
        angle = whole if abs(whole - angle) * length <= self.reach else angle
        return start[0] + length * cos(angle), start[1] + length * sin(angle)

    def _level(self, at: Flat, axis: int) -> float:
        """The coordinate of a point that is level with the pointer, else one of the grid."""
        level = self._caught(at, axis)
        return _round(at[axis], self.grid / FINE) if level is None else level

    def _caught(self, at: Flat, axis: int) -> float | None:
        """The coordinate of a point, or of a line of the grid, that is level with the pointer."""
        level = self._of_point(at, axis)
        if level is not None:
            return level
        on_grid = _round(at[axis], self.grid)
        return on_grid if abs(on_grid - at[axis]) <= self.reach else None

    def _of_point(self, at: Flat, axis: int) -> float | None:
        """The coordinate of a point that is level with the pointer."""
        levels = [anchor.at[axis] for anchor in self.points]
        best = min(levels, key=lambda level: abs(level - at[axis]), default=None)
        return best if best is not None and abs(best - at[axis]) <= self.reach / 2 else None


def typed(
    text: str,
    start: Flat,
    toward: Flat,
    values: Mapping[str, float],
    unit: str = "m",
    scale: float = 1.0,
) -> Flat | None:
    """Where a stroke ends by what is typed: a length, or a length and an angle in degrees.

    Without an angle it leads toward the pointer.  In ``0.5 -30`` the angle has a sign,
    ``0.5 - 0.1`` is a length.  It may be the size of something else, of which an arrow of one metre
    stands for `scale` units.  None where the text says neither.
    """
    angle = atan2(toward[1] - start[1], toward[0] - start[0])
    size, turned = length_and_angle(text, values, unit) or (0.0, None)
    if size <= 0:
        return None
    angle, length = angle if turned is None else turned, size / scale
    return start[0] + length * cos(angle), start[1] + length * sin(angle)


def typed_corner(text: str, start: Flat, toward: Flat, values: Mapping[str, float]) -> Flat | None:
    """The other corner of a box by what is typed: its width, or its width and height (m).

    The box lies on the side of its first corner on which the pointer is, which has the height
    where only a width is typed.  None where the text says neither.
    """
    halves = _BETWEEN_SIDES.split(text, maxsplit=1)
    pairs = [halves] if len(halves) == 2 else [halves, *_splits(text)]
    sides = next((corner for pair in pairs if (corner := _sides(pair, values))), None)
    if sides is None:
        return None
    width, height = (*sides, abs(toward[1] - start[1]))[:2]
    across, up = toward[0] - start[0], toward[1] - start[1]
    return start[0] + copysign(width, across), start[1] + copysign(height, up)


def length_and_angle(
    text: str, values: Mapping[str, float], unit: str = "m"
) -> tuple[float, float | None] | None:
    """A length and perhaps an angle (rad), as for `typed`; None where the text says neither.

    It may be the size of something else, in another unit.
    """
    parts = (_SIGNED.split(text, maxsplit=1), [text], *_splits(text))
    return next((polar for p in parts if (polar := _read(p, values, unit))), None)


def measure(start: Flat, end: Flat) -> tuple[float, float]:
    """Length (m) and angle (°) of a stroke."""
    across, up = end[0] - start[0], end[1] - start[1]
    return hypot(across, up), degrees(atan2(up, across))


_SIGNED = re.compile(r"\s*;\s*|\s+(?=[-+−][^\s])")
"""Before the angle: a semicolon, or a space and the sign of a number."""
_BETWEEN_SIDES = re.compile(r"\s*[;×]\s*|,\s+|\s+x\s+|\s+(?=[-+−][^\s])")
"""Between width and height: the sign that the sketch shows or an x, else as before an angle."""


def _splits(text: str) -> Iterator[list[str]]:
    words = text.split()
    for split in range(1, len(words)):
        yield [" ".join(words[:split]), " ".join(words[split:])]


def _read(
    parts: Sequence[str], values: Mapping[str, float], unit: str
) -> tuple[float, float | None] | None:
    """A length and an angle (rad), if there is one; None where they are none."""
    length = _number(parts[0], unit, values)
    if len(parts) == 1 or length is None:
        return None if length is None else (length, None)
    turned = _number(parts[1].replace("−", "-"), "rad", values)
    if turned is None:
        return None
    return length, turned if _has_letters(parts[1]) else radians(turned)


def _sides(parts: Sequence[str], values: Mapping[str, float]) -> list[float] | None:
    """Positive lengths (m); None where one is none."""
    lengths = [length for part in parts if (length := _number(part, "m", values)) and length > 0]
    return lengths if len(lengths) == len(parts) else None


def _number(text: str, unit: str, values: Mapping[str, float]) -> float | None:
    try:
        return quantity(text, unit, "", values)
    except (LagrError, ArithmeticError, ValueError):
        return None


def _has_letters(text: str) -> bool:
    return any(letter.isalpha() or letter == "°" for letter in text)


def _round(number: float, step: float) -> float:
    """The nearest multiple of a step, without the dust of its division."""
    return round(step * round(number / step), 12)
