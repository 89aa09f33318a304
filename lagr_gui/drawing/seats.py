"""Where symbol, label and what hangs on the symbol find room on a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin

from lagr_gui.drawing.boxes import (
    Box,
    Segment,
    about,
    box_of,
    grown,
    hits,
    middle,
    overlap,
    segments,
    united,
)
from lagr_gui.drawing.field import Obstacles
from lagr_gui.drawing.geometry import Point
from lagr_gui.drawing.records import TAP, DrawnShape, Hand, Job, Look

ROOM = 3.0
"""Between boxes, and between boxes and lines."""
END = 7.0
"""Of the line on either side of the symbol."""
CUT = 26.0
"""Room for the mark of a cut, before the symbol."""
PITCH, FIRST, ASIDE = 32.0, 46.0, 50.0
"""Distances of symbols that hang on another: between them, below it, beside it."""
BESIDE = 23.0
"""From the middle of a symbol on which others end to its label: they have room between."""
STEPS = 12
"""Places tried on either side of the middle of a piece of line."""

Hung = Sequence[tuple[str, Look, Hand]]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place for a symbol on one piece of a line."""

    host: int
    centre: Point
    symbol: Box
    label: Box
    side: str
    hung: dict[str, DrawnShape]

    @property
    def solids(self) -> list[Box]:
        """All boxes of it."""
        boxes = [self.symbol, self.label]
        for shape in self.hung.values():
            boxes += [shape.symbol, shape.label, grown(box_of(shape.line), 1)]
        return boxes


def reach(look: Look, hung: Hung) -> float:
    """How far from its middle a symbol with all that belongs to it can extend."""
    far = max(look.label[0] + look.symbol[0] / 2, look.label[1] + look.symbol[1]) + 16
    if hung:
        below = FIRST + PITCH * len(hung)
        far = max(far, below, ASIDE + 40 + max(entry[1].label[0] for entry in hung))
    return far


def seat(job: Job, line: Sequence[Point], scene: Obstacles) -> Seat | None:
    """The best free place on a line: near the middle of its longest piece if possible."""
    pieces = segments(line)
    for host in sorted(range(len(pieces)), key=lambda i: (-round(_length(pieces[i])), i)):
        piece = pieces[host]
        others = [part for i, part in enumerate(pieces) if i != host]
        for centre in _places(piece, job.look):
            place = seat_at(job, centre, host, pieces, scene, others)
            if place is not None:
                return place
    return None


def seat_at(
    job: Job,
    centre: Point,
    host: int,
    pieces: Sequence[Segment],
    scene: Obstacles,
    others: Sequence[Segment] = (),
) -> Seat | None:
    """The first arrangement about a place of a piece in which everything is free."""
    look, hung = job.look, job.hung
    far = reach(look, hung)
    near = scene.near(about(centre, 2 * far, 2 * far))
    symbol = symbol_box(look, centre, pieces[host])
    whole = _with_cut(look, symbol, pieces[host])
    if not near.free(grown(whole, ROOM)) or _met(grown(whole, ROOM), others):
        return None
    level = _is_level(pieces[host])
    for shapes in hung_shapes(centre, symbol, hung, level):
        boxes = [box for shape in shapes.values() for box in (shape.symbol, shape.label)]
        strings = [grown(box_of(shape.line), 1) for shape in shapes.values()]
        if not all(_is_free(box, near, pieces) for box in boxes):
            continue
        if not all(near.free(box) and not _met(box, others) for box in strings):
            continue
        taken = [*boxes, *(grown(box, ROOM - 1) for box in strings)]
        for label, side in label_boxes(look, symbol, level, job.tapped):
            if not _is_free(label, near, pieces) or any(overlap(label, box) for box in taken):
                continue
            if not job.tapped or _can_be_tapped(symbol, level, near, [*taken, label], others):
                return Seat(host, centre, symbol, label, side, shapes)
    return None


def _can_be_tapped(
    symbol: Box, level: bool, scene: Obstacles, taken: Sequence[Box], others: Sequence[Segment]
) -> bool:
    """Whether on a side of the line there is room for another line that ends on the symbol."""
    return any(
        scene.free(side) and not _met(side, others) and not any(overlap(side, box) for box in taken)
        for side in tapped_sides(symbol, level)
    )


def tapped_sides(symbol: Box, level: bool) -> tuple[Box, Box]:
    """Where another line that ends on a symbol can leave it, on both sides of its own line."""
    left, top, right, bottom = symbol
    x, y = middle(symbol)
    if level:
        return (x - 3, top - TAP, x + 3, top), (x - 3, bottom, x + 3, bottom + TAP)
    return (left - TAP, y - 3, left, y + 3), (right, y - 3, right + TAP, y + 3)


def _is_free(box: Box, scene: Obstacles, line: Sequence[Segment]) -> bool:
    if box[0] >= box[2]:
        return True
    box = grown(box, ROOM)
    return scene.free(box) and not _met(box, line)


def _met(box: Box, lines: Sequence[Segment]) -> bool:
    return any(hits(line, box) for line in lines)


def _length(piece: Segment) -> float:
    (ax, ay), (bx, by) = piece
    return hypot(bx - ax, by - ay)


def _is_level(piece: Segment) -> bool:
    (ax, ay), (bx, by) = piece
    return abs(bx - ax) > 2 * abs(by - ay)


def _places(piece: Segment, look: Look) -> Iterator[Point]:
    """From the middle to both sides."""
    (ax, ay), (bx, by) = piece
    length = _length(piece)
    half = extent_along(look, piece) / 2
    spare = length / 2 - half - END - (CUT / 2 if look.cut else 0)
    if spare < 0:
        return
    step = max(10.0, spare / STEPS)
    for number in range(2 * int(spare / step) + 1):
        by_ = step * ((number + 1) // 2) * (1 if number % 2 else -1)
        t = 0.5 + (by_ + (CUT / 2 if look.cut else 0)) / length
        yield ax + t * (bx - ax), ay + t * (by - ay)


def extent_along(look: Look, piece: Segment) -> float:
    """How much of a piece the symbol takes."""
    if look.in_line or look.turned:
        return look.symbol[0]
    length = _length(piece) or 1.0
    dx, dy = abs(piece[1][0] - piece[0][0]) / length, abs(piece[1][1] - piece[0][1]) / length
    return dx * look.symbol[0] + dy * look.symbol[1]


def symbol_box(look: Look, centre: Point, piece: Segment) -> Box:
    """The upright box around a symbol that lies on a piece of line."""
    width, height = look.symbol
    if not (look.in_line or look.turned):
        return about(centre, width, height)
    turn = atan2(piece[1][1] - piece[0][1], piece[1][0] - piece[0][0])
    c, s = abs(cos(turn)), abs(sin(turn))
    return about(centre, c * width + s * height, s * width + c * height)


def turned_by(piece: Segment) -> float:
    """The angle of a piece (degrees)."""
    return degrees(atan2(piece[1][1] - piece[0][1], piece[1][0] - piece[0][0]))


def _with_cut(look: Look, symbol: Box, piece: Segment) -> Box:
    if not look.cut:
        return symbol
    turn = radians(turned_by(piece))
    x, y = middle(symbol)
    return united((symbol, about(cut_place((x, y), symbol, turn), 16, 20)))


def cut_place(centre: Point, symbol: Box, turn: float) -> Point:
    """Where a mark of a cut lies, before a symbol on a line with a direction (rad)."""
    c, s = cos(turn), sin(turn)
    half = min(
        (symbol[2] - symbol[0]) / 2 / max(abs(c), 1e-9),
        (symbol[3] - symbol[1]) / 2 / max(abs(s), 1e-9),
    )
    return centre[0] - c * (half + 13), centre[1] - s * (half + 13)


def label_boxes(
    look: Look, symbol: Box, level: bool, tapped: bool = False
) -> Iterator[tuple[Box, str]]:
    """Where a label may be: over, under, beside a symbol, and at its corners; of a tapped one
    there only.
    """
    width, height = look.label
    (x, y), (left, top, right, bottom) = middle(symbol), symbol
    if not width:
        yield (x, y, x, y), "middle"
        return
    over, under = (x, top - 4 - height / 2), (x, bottom + 3 + height / 2)
    after, before = (right + 6 + width / 2, y), (left - 6 - width / 2, y)
    joined = [(over, "middle"), (under, "middle")]
    if look.in_line or (not look.turned and look.label[1] < 19):
        joined.reverse()
    beside = [(after, "left"), (before, "right")]
    for centre, side in () if tapped else (*joined, *beside) if level else (*beside, *joined):
        yield about(centre, width, height), side
    aside = BESIDE if tapped else 8
    for dy in (top - height / 2 - 1, bottom + height / 2 + 1):
        for dx, side in ((x + aside + width / 2, "left"), (x - aside - width / 2, "right")):
            yield about((dx, dy), width, height), side


def hung_shapes(
    centre: Point, symbol: Box, hung: Hung, level: bool
) -> Iterator[dict[str, DrawnShape]]:
    """Rows of what hangs on a symbol: below, above, on the right, on the left of it."""
    automatic = [entry for entry in hung if entry[2].place is None]
    if not automatic:
        yield {}
        return
    ways = ("below", "above", "right", "left")
    for way in ways if level else (*ways[2:], *ways[:2]):
        for side in ("left", "right"):
            yield _row(centre, symbol, automatic, way, side)


def _row(centre: Point, symbol: Box, hung: Hung, way: str, side: str) -> dict[str, DrawnShape]:
    x, y = centre
    shapes: dict[str, DrawnShape] = {}
    down = -1 if way == "above" else 1
    last = symbol
    for number, (key, look, _) in enumerate(hung):
        if way in ("below", "above"):
            at = (x, y + down * (FIRST + PITCH * number))
        else:
            at = (x + (ASIDE if way == "right" else -ASIDE), y + PITCH * number)
        box = about(at, *look.symbol)
        if number or way in ("below", "above"):
            start = (at[0], last[3] if down > 0 else last[1])
            end = (at[0], box[1] if down > 0 else box[3])
        else:
            start = (symbol[2] if way == "right" else symbol[0], y)
            end = (box[0] if way == "right" else box[2], y)
        shapes[key] = _hanging(look, (start, end), at, box, side)
        last = box
    return shapes


def _hanging(look: Look, line: Segment, at: Point, box: Box, side: str) -> DrawnShape:
    width, height = look.label
    out = (box[2] - box[0]) / 2 + 5 + width / 2
    label = about((at[0] + (out if side == "left" else -out), at[1]), width, height)
    return DrawnShape(line, at, box, label, side)
