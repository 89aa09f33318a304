"""Places of what has one end or none: loads on bodies, elements beside the drawing, names."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.drawing.boxes import Box, Segment, about, box_of, grown, segments
from lagr_gui.drawing.ends import BADGE, HATCH, End
from lagr_gui.drawing.field import Sight
from lagr_gui.drawing.geometry import HEIGHT, WIDTH, Point
from lagr_gui.drawing.records import Job, Look, Shape
from lagr_gui.drawing.seats import ROOM, label_boxes, seat_at

OUT, RISE = 22.0, 34.0
"""From a block to the symbol of a load on it, and to the next row of them."""
ROWS = 12


def load(job: Job, end: End, sight: Sight) -> dict[str, Shape]:
    """On a short line from the block of a body."""
    last = None
    for line in _stubs(end, job.look):
        far = grown(box_of(line), 40 + max(job.look.label))
        scene = sight.look(far)
        clear = scene.free(grown(box_of(line), ROOM), frozenset({end.key}))
        place = seat_at(job, line[1], 0, [_turned(line)], scene) if clear else None
        if place is not None:
            return {job.key: Shape(line, line[1], place.symbol, place.label, place.side)}
        last = last or line
    assert last is not None
    return {job.key: put(job, last, last[1])}


def _turned(line: Segment) -> Segment:
    """A line through the same end that seats the label beside an upright stub."""
    (ax, ay), end = line
    level = abs(end[0] - ax) < abs(end[1] - ay)
    return (end, (end[0], ay)) if level else (end, (ax, end[1]))


def _stubs(end: End, look: Look) -> Iterator[Segment]:
    """Over the block from the right, then below it, then beside it, then farther out."""
    left, top, right, bottom = end.box
    hatch = HATCH if end.key == "body:0" else 0.0
    half = look.symbol[0] / 2
    columns = [right - 22 - 14 * i for i in range(int((WIDTH - 44 - BADGE) // 14) + 1)]
    rows = [top + 22 + 14 * i for i in range(int((HEIGHT - 30) // 14) + 1)]
    for row in range(ROWS):
        out = OUT + RISE * row
        yield from (((x, top), (x, top - out)) for x in columns)
        yield from (((x, bottom), (x, bottom + hatch + out)) for x in columns)
        yield from (((right, y), (right + half + out, y)) for y in rows)
        yield from (((left, y), (left - half - out, y)) for y in rows)


def apart(job: Job, corner: Point, sight: Sight) -> dict[str, Shape]:
    """From the lower left of the drawing to the right, where there is room."""
    for row in range(30):
        for column in range(8):
            at = corner[0] + 1.1 * WIDTH * column, corner[1] + 1.2 * HEIGHT * row
            scene = sight.look(about(at, 2 * job.look.label[0] + 120, 140))
            place = seat_at(job, at, 0, [(at, (at[0] + 1, at[1]))], scene)
            if place is not None:
                return {job.key: Shape((at, at), at, place.symbol, place.label, place.side)}
    return {job.key: put(job, (corner, corner), corner)}


def name(job: Job, end: End, sight: Sight) -> dict[str, Shape]:
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
    return {job.key: Shape(((x, y), (x, y)), (x, y), about((x, y), 0, 0), chosen)}


def _around(x: float, y: float, width: float, height: float) -> Iterator[Box]:
    for far in (7.0, 14.0, 24.0, 40.0, 60.0):
        sides = (far + width / 2, -far - width / 2)
        levels = (-far - height / 2, far + height / 2)
        for dy in levels:
            yield from (about((x + dx, y + dy), width, height) for dx in sides)
        yield from (about((x + dx, y), width, height) for dx in sides)
        yield from (about((x, y + dy), width, height) for dy in levels)


def put(job: Job, line: Segment | tuple[Point, ...], at: Point) -> Shape:
    """A shape whose symbol lies at a place, whatever else is there."""
    symbol = about(at, *job.look.symbol)
    label, side = next(label_boxes(job.look, symbol, True))
    if job.hand.label is not None:
        label = about((at[0] + job.hand.label[0], at[1] + job.hand.label[1]), *job.look.label)
        side = "middle"
    host = max(len(segments(line)) - 1, 0)
    return Shape(tuple(line), at, symbol, label, side, host)
