"""Where lines begin and end: blocks of bodies and of signals, terminals, symbols of edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist

from lagr_gui.drawing.boxes import Box, Segment, about, alongside, crossing, grown, hits
from lagr_gui.drawing.field import Obstacles
from lagr_gui.drawing.geometry import HEIGHT, WIDTH, Point
from lagr_gui.drawing.maze import DIRECTIONS, Port
from lagr_gui.model import WIRED

BADGE, HATCH = 12.0, 16.0
"""Radius of the number of a body; height of the hatching under body 0."""
STUB = 14.0
"""A line leaves a block at least so far before it bends."""
CORNER = 12.0
ASKEW = 1.8
"""What a port costs for each length away from the middle of its side."""
PORTS = 14
"""So many ways out of an end, those nearest to the middles, are tried at once."""
SHORT = 60.0
"""What it costs more on a short side of a block."""


@dataclass(frozen=True, slots=True)
class End:
    """Something at which a line ends; with `key` its boxes are known in the field."""

    key: str
    box: Box

    @property
    def centre(self) -> Point:
        """Its middle."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    @property
    def is_block(self) -> bool:
        """Whether it is a block, of a body, a controller or a signal."""
        return self.key.startswith(("body:", *WIRED))


def body_solids(number: int, at: Point) -> list[tuple[str, Box]]:
    """The block of a body with its number, that of body 0 with its hatching."""
    box = about(at, WIDTH, HEIGHT)
    if number == 0:
        box = box[0], box[1], box[2], box[3] + HATCH
    corner = at[0] - WIDTH / 2, at[1] - HEIGHT / 2
    return [(f"body:{number}", box), (f"badge:{number}", about(corner, 2 * BADGE, 2 * BADGE))]


def border(end: End, to: Point) -> Point:
    """Where the line from the middle of an end to another point leaves it."""
    x, y = end.centre
    dx, dy = to[0] - x, to[1] - y
    left, top, right, bottom = end.box
    size = max(abs(dx) / ((right - left) / 2 or 1), abs(dy) / ((bottom - top) / 2 or 1))
    return (x, y) if size <= 1 else (x + dx / size, y + dy / size)


def facing(a: End, b: End) -> list[Segment]:
    """The level or upright lines between two ends that face each other, the best one first."""
    for axis in (0, 1):
        low, high = sorted((a, b), key=lambda end: end.centre[axis])
        levels = _common(a, b, 1 - axis)
        if levels and high.box[axis] > low.box[axis + 2]:
            begin, end = (
                (a.box[axis + 2], b.box[axis]) if low is a else (a.box[axis], b.box[axis + 2])
            )
            return [((begin, x), (end, x)) if axis == 0 else ((x, begin), (x, end)) for x in levels]
    return []


def slanting(a: End, b: End) -> list[Segment]:
    """Lines between two ends: from middle to middle, and between places on their sides."""
    start, end = border(a, b.centre), border(b, a.centre)
    (ax, ay), (bx, by) = a.centre, b.centre
    if (end[0] - start[0]) * (bx - ax) + (end[1] - start[1]) * (by - ay) <= 0:
        return []
    sides = [(p, q) for p in _sides(a, b.centre) for q in _sides(b, a.centre)]
    return [(start, end), *sorted(sides, key=lambda line: dist(*line))]


def _sides(end: End, to: Point) -> list[Point]:
    """Places on the sides of an end that another point can see."""
    left, top, right, bottom = end.box
    (x, y), points = end.centre, list[Point]()
    if not left <= to[0] <= right:
        points.append((right if to[0] > right else left, y))
    if not top <= to[1] <= bottom:
        level = bottom if to[1] > bottom else top
        wide = right - left if end.is_block else 0.0
        aside = (0.0, -wide / 4, wide / 4, -wide / 8, wide / 8)
        points += [(x + dx, level) for dx in dict.fromkeys(aside)]
    return points


def _common(a: End, b: End, axis: int) -> list[float]:
    """Coordinates at which both ends can be left; blocks in one way, symbols of edges in more."""
    spans = [_span(end, axis) for end in (a, b)]
    low, high = max(span[0] for span in spans), min(span[1] for span in spans)
    if low > high:
        return []
    middles = [end.centre[axis] for end in (a, b)]
    wanted = [sum(middles) / 2, *(() if a.is_block and b.is_block else middles)]
    return list(dict.fromkeys(min(max(x, low), high) for x in wanted))


def _span(end: End, axis: int) -> tuple[float, float]:
    low, high = end.box[axis], end.box[axis + 2]
    centre = end.centre[axis]
    if not end.is_block:
        half = max(0.0, (high - low) / 2 - CORNER / 3)
        return centre - half, centre + half
    return low + BADGE + CORNER / 2, high - CORNER


def ports(end: End, scene: Obstacles, gap: float) -> list[Port]:
    """The free ways out of an end."""
    near = scene.near(grown(end.box, STUB + HATCH + gap))
    open_ports = [port for port in _all_ports(end, gap) if _is_open(port, end, near, gap)]
    return sorted(open_ports, key=lambda port: port.cost)[:PORTS]


def _all_ports(end: End, gap: float) -> Iterator[Port]:
    left, top, right, bottom = end.box
    sides = ((right, 0), (bottom, 1), (left, 0), (top, 1))
    for direction, (level, axis) in enumerate(sides):
        dx, dy = DIRECTIONS[direction]
        stub = STUB
        if end.key == "body:0" and direction == 1:
            stub = HATCH + CORNER / 2
        for offset in _offsets(end, 1 - axis, gap):
            other = end.centre[1 - axis] + offset
            start = (level, other) if axis == 0 else (other, level)
            out = start[0] + dx * stub, start[1] + dy * stub
            dear = SHORT if offset and axis == 0 else 0.0
            yield Port(start, out, direction, dear + ASKEW * abs(offset))


def _offsets(end: End, axis: int, gap: float) -> list[float]:
    low, high = _span(end, axis)
    centre = end.centre[axis]
    offsets = [0.0]
    for number in range(1, int((high - low) / gap) + 1):
        offsets += [sign * number * gap for sign in (1, -1)]
    return [x for x in offsets if low <= centre + x <= high]


def _is_open(port: Port, end: End, scene: Obstacles, gap: float) -> bool:
    stub = (port.start, port.out)
    return not any(
        hits(stub, grown(box, 2)) for key, box in scene.solids if key != end.key
    ) and not any(crossing(stub, wire) or alongside(stub, wire, gap - 1) for wire in scene.wires)


def is_clear(line: Segment, ends: Sequence[End], scene: Obstacles, gap: float) -> bool:
    """Whether a straight line meets nothing but lines that it crosses at a good angle."""
    keys = {end.key for end in ends}
    if any(hits(line, grown(end.box, -0.01)) for end in ends):
        return False
    return not any(
        hits(line, grown(box, gap / 2)) for key, box in scene.solids if key not in keys
    ) and not any(alongside(line, wire, gap) for wire in scene.wires)
