"""Places of what has one end or none: loads on bodies, elements beside the drawing, names."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, sqrt

from lagr_gui.drawing.boxes import Box, Segment, about, box_of, grown, hits, middle, segments
from lagr_gui.drawing.ends import BADGE, HATCH, End, border, is_clear
from lagr_gui.drawing.field import Sight
from lagr_gui.drawing.geometry import HEIGHT, WIDTH, Point
from lagr_gui.drawing.records import DrawnShape, Job, Look
from lagr_gui.drawing.seats import ROOM, label_boxes, seat_at

OUT, RISE = 22.0, 34.0
"""From a block to the symbol of a load on it, and to the next row of them."""
ROWS = 12
TOOTH, FIRST = 14.0, 30.0
"""From the line that many loads share to the symbol of one, and from a block to the first one."""
COLUMNS = (0.0, -28.0, 28.0, -42.0, 42.0)
"""Where on a block that line may begin, from the middle."""
TRIED, RINGS = 24, 60
"""Free places to which a line that meets nothing is looked for, and rings of places."""


def load(job: Job, end: End, sight: Sight) -> dict[str, DrawnShape]:
    """On a short line from the block of a body; many loads on lines that they share.

    Where there is no room for that, on a slanting line to the nearest free place.
    """
    spot = _on_comb(job, end, sight) if job.shared else _on_stub(job, end, sight)
    return {job.key: spot or _around_block(job, end, sight)}


def _on_stub(job: Job, end: End, sight: Sight) -> DrawnShape | None:
    for line in _stubs(end, job.look):
        far = grown(box_of(line), 40 + max(job.look.label))
        scene = sight.look(far)
        clear = scene.free(grown(box_of(line), ROOM), frozenset({end.key}))
        place = seat_at(job, line[1], 0, [_turned(line)], scene) if clear else None
        if place is not None:
            return DrawnShape(line, line[1], place.symbol, place.label, place.side)
    return None


def _turned(line: Segment) -> Segment:
    """A line through the same end that seats the label beside an upright stub."""
    (ax, ay), end = line
    level = abs(end[0] - ax) < abs(end[1] - ay)
    return (end, (end[0], ay)) if level else (end, (ax, end[1]))


def _stubs(end: End, look: Look) -> Iterator[Segment]:
    """Over the block from the right, then below it, then beside it, then farther out."""
    left, top, right, bottom = end.box
    half = look.symbol[0] / 2
    columns = [right - 22 - 14 * i for i in range(int((WIDTH - 44 - BADGE) // 14) + 1)]
    rows = [top + 22 + 14 * i for i in range(int((HEIGHT - 30) // 14) + 1)]
    for row in range(ROWS):
        out = OUT + RISE * row
        yield from (((x, top), (x, top - out)) for x in columns)
        yield from (((x, bottom), (x, bottom + _hatch(end) + out)) for x in columns)
        yield from (((right, y), (right + half + out, y)) for y in rows)
        yield from (((left, y), (left - half - out, y)) for y in rows)


def _hatch(end: End) -> float:
    return HATCH if end.key == "body:0" else 0.0


def _on_comb(job: Job, end: End, sight: Sight) -> DrawnShape | None:
    """On a branch of a line up or down from the block, which the loads of the body share."""
    teeth = _teeth(job, end, sight)
    for line in teeth[job.number :]:  # those before it are taken by the loads before it
        trunk, tooth = segments(line)
        area = grown(box_of(tooth), 40 + max(job.look.label))
        scene = sight.look(area)
        at, (near, y) = line[2], line[1]
        branch = box_of((at, (near + (1 if at[0] > near else -1), y)))
        if not scene.free(grown(branch, 0.5)):
            continue
        upright = at, (at[0], y + 1)
        place = seat_at(job, at, 0, [upright, trunk, tooth], scene)
        if place is not None and abs(middle(place.label)[1] - y) < 1:
            return DrawnShape(line, at, place.symbol, place.label, place.side, 1)
    return None


def _teeth(job: Job, end: End, sight: Sight) -> list[tuple[Point, Point, Point]]:
    """The lines to all places on branches, those nearest to the block first."""
    rows = job.number // 2 + ROWS
    across = TOOTH + job.look.symbol[0] / 2
    lines: list[tuple[int, tuple[Point, Point, Point]]] = []
    for down in (False, True):
        begin, levels = _trunk(end, down, rows, sight)
        for row, y in enumerate(levels):
            ends = (begin[0] + across, y), (begin[0] - across, y)
            lines += [(row, (begin, (begin[0], y), at)) for at in ends]
    return [line for _, line in sorted(lines, key=lambda entry: entry[0])]


def _trunk(end: End, down: bool, rows: int, sight: Sight) -> tuple[Point, list[float]]:
    """Where the line begins that goes farthest, and the heights of its free branches."""
    left, top, right, bottom = end.box
    way, level, out = (1, bottom, FIRST + _hatch(end)) if down else (-1, top, FIRST)
    trunks: list[tuple[Point, list[float]]] = []
    for aside in COLUMNS:
        begin = (left + right) / 2 + aside, level
        heights = [level + way * (out + RISE * row) for row in range(rows)]
        scene = sight.look(grown(box_of((begin, (begin[0], heights[-1]))), ROOM))
        edges = [box for key, box in scene.solids if key != end.key]
        edges += [box_of(wire) for wire in scene.wires]
        reach = min((_before(box, level, way) for box in edges), default=inf)
        free = [y for y in heights if abs(y - level) < reach]
        if len(free) == rows:
            return begin, free
        trunks.append((begin, free))
    return max(trunks, key=lambda entry: len(entry[1]))


def _before(box: Box, level: float, way: int) -> float:
    """How far one comes from a level up or down before a box."""
    return max(0.0, (box[1] - level if way > 0 else level - box[3]) - ROOM)


def _around_block(job: Job, end: End, sight: Sight) -> DrawnShape:
    """The nearest free place to which a line meets nothing, or else the nearest free one."""
    first: DrawnShape | None = None
    tried = 0
    for at in _rings(job, end):
        scene = sight.look(about(at, 2 * job.look.label[0] + 120, 140))
        place = seat_at(job, at, 0, [(at, (at[0], at[1] + 1))], scene)
        if place is None:
            continue
        line = border(end, at), at
        shape = DrawnShape(line, at, place.symbol, place.label, place.side)
        first = first or shape
        way = sight.look(grown(box_of(line), ROOM))
        label_met = hits(line, place.label)
        if not label_met and is_clear(line, (end,), way, 2 * ROOM):
            return shape
        tried += 1
        if tried == TRIED:
            break
    return first or put(job, (border(end, end.centre), end.centre), end.centre)


def _rings(job: Job, end: End) -> Iterator[Point]:
    """Places around a block, ring by ring; the more loads it has, the farther out they begin."""
    x, y = end.centre
    wide = job.look.symbol[0] + 2 * ROOM + 8
    first = 1 + int(sqrt(job.number) / 2) if job.shared else 1
    for ring in range(first, first + RINGS):
        for i in range(-ring, ring + 1):
            for k in range(-ring, ring + 1):
                if max(abs(i), abs(k)) == ring:
                    yield x + i * wide, y + k * RISE


def apart(job: Job, corner: Point, sight: Sight) -> dict[str, DrawnShape]:
    """From the lower left of the drawing to the right, where there is room."""
    for row in range(30):
        for column in range(8):
            at = corner[0] + 1.1 * WIDTH * column, corner[1] + 1.2 * HEIGHT * row
            scene = sight.look(about(at, 2 * job.look.label[0] + 120, 140))
            place = seat_at(job, at, 0, [(at, (at[0] + 1, at[1]))], scene)
            if place is not None:
                return {job.key: DrawnShape((at, at), at, place.symbol, place.label, place.side)}
    return {job.key: put(job, (corner, corner), corner)}


def name(job: Job, end: End, sight: Sight) -> dict[str, DrawnShape]:
    """The name of a terminal, near its dot."""
    width, height = job.look.label
    x, y = end.centre
    scene = sight.look(about((x, y), 2 * width + 160, 200))
    chosen = about((x + 7 + width / 2, y - 14), width, height)
    for box in _around(x, y, width, height):
        if scene.free(grown(box, 1.0)):
            chosen = box
            break
    if job.hand.label is not None:
        chosen = about((x + job.hand.label[0], y + job.hand.label[1]), width, height)
    return {job.key: DrawnShape(((x, y), (x, y)), (x, y), about((x, y), 0, 0), chosen)}


def _around(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    for far in (7.0, 14.0, 24.0, 40.0, 60.0):
        sides = (far + width / 2, -far - width / 2)
        levels = (-far - height / 2, far + height / 2)
        for dy in levels:
            yield from (about((x + dx, y + dy), width, height) for dx in sides)
        yield from (about((x + dx, y), width, height) for dx in sides)
        yield from (about((x, y + dy), width, height) for dy in levels)


def put(job: Job, line: Segment | tuple[Point, ...], at: Point) -> DrawnShape:
    """A shape whose symbol lies at a place, whatever else is there."""
    symbol = about(at, *job.look.symbol)
    label, side = next(label_boxes(job.look, symbol, True))
    if job.hand.label is not None:
        label = about((at[0] + job.hand.label[0], at[1] + job.hand.label[1]), *job.look.label)
        side = "middle"
    host = max(len(segments(line)) - 1, 0)
    return DrawnShape(tuple(line), at, symbol, label, side, host)
