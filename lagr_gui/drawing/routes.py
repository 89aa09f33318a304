"""The way of one edge: straight if it can, else around what is there, with its symbol on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import dist, hypot

from lagr_gui.drawing.boxes import (
    Box,
    Segment,
    about,
    alongside,
    box_of,
    crossing,
    grown,
    overlap,
    segments,
    united,
)
from lagr_gui.drawing.ends import End, border, facing, is_clear, ports, slanting
from lagr_gui.drawing.field import Obstacles, Sight
from lagr_gui.drawing.geometry import Point
from lagr_gui.drawing.maze import DIRECTIONS, Maze, Port, straightened
from lagr_gui.drawing.records import DrawnShape, Job
from lagr_gui.drawing.seats import Seat, reach, seat, seat_at, tapped_sides

GAPS = (12.0, 6.0, 3.0)
"""Between parallel lines; the next one where one finds no way."""
MARGINS = (160.0, 700.0)
"""Around both ends, where a way is sought."""
CLEAR, TIGHT = 6.0, 3.0
"""Between lines and boxes; of thin lines that find no other way."""
SPOTS, TRIED = 600, 6
"""Places for a symbol that are looked at, and to which ways are sought."""
LOOK = 5
"""What looking at one of them costs of the effort."""
LATTICE, APART = 20.0, 50.0
"""Distance of these places, and from one to which there is no way."""

Line = tuple[Point, ...]


def between(job: Job, ends: Sequence[End], sight: Sight) -> dict[str, DrawnShape]:
    """The shapes of an edge with two ends."""
    effort, route = sight.effort, None
    near = dist(*(end.centre for end in ends)) <= effort.far
    if near:
        route = _found(job, ends, sight)
        if route is None and sight.wide:
            sight.wide = False
            route = _found(job, ends, sight)
    effort.given_up = not near or effort.left <= 0
    line, place = route or _anyhow(job, ends, sight)
    return shapes_of(job, line, place, sight)


def _found(job: Job, ends: Sequence[End], sight: Sight) -> tuple[Line, Seat] | None:
    route = _straight(job, ends, sight) if job.number == 0 else None
    return route or (_around(job, ends, sight) if sight.effort.left > 0 else None)


def shapes_of(job: Job, line: Line, place: Seat, sight: Sight) -> dict[str, DrawnShape]:
    """A line with its seat, and what hangs there."""
    hops = tuple(_hops(job, line, place, sight))
    shape = DrawnShape(line, place.centre, place.symbol, place.label, place.side, place.host, hops)
    return {job.key: shape, **place.hung}


def _hops(job: Job, line: Line, place: Seat, sight: Sight) -> Iterator[Point]:
    scene = sight.look(grown(box_of(line), 1))
    for piece in segments(line):
        for wire in scene.wires:
            at = crossing(piece, wire)
            if at is not None and not overlap(about(at, 2, 2), place.symbol):
                yield at
    for piece in _alone(job, line, place):
        for wire in scene.along:
            at = crossing(piece, wire)
            if at is not None:
                yield at


def _alone(job: Job, line: Line, place: Seat) -> list[Segment]:
    """The part of a line behind its symbol, where it does not share the way with others."""
    pieces = segments(line)
    (a, b), centre = pieces[place.host], place.centre
    if not job.shared or len(job.shared) == len(job.ends):
        return []
    if job.ends[0] in job.shared:
        return [(centre, b), *pieces[place.host + 1 :]]
    return [*pieces[: place.host], (a, centre)]


def _straight(job: Job, ends: Sequence[End], sight: Sight) -> tuple[Line, Seat] | None:
    """A line without a corner that crosses nothing."""
    lines = facing(*ends) or ([] if job.crowded else slanting(*ends))
    if not lines:
        return None
    area = grown(united([box_of(line) for line in lines]), reach(job.look, job.hung) + 10)
    scene = sight.look(area)
    for line in lines:
        if is_clear(line, ends, scene, GAPS[0]) and not any(
            crossing(line, wire) for wire in scene.wires
        ):
            place = seat(job, line, scene)
            if place is not None:
                return line, place
    return None


def _around(job: Job, ends: Sequence[End], sight: Sight) -> tuple[Line, Seat] | None:
    route = _thin(job, ends, sight) if job.look.between else None
    if route is not None:
        return route
    for gap in GAPS:
        for margin in MARGINS:
            way = _Way(job, ends, sight, _area(ends, margin), gap)
            route = way.through() or way.over()
            if route is not None or way.closed or sight.effort.left <= 0:
                break
        if route is not None:
            return route
    return None


def _thin(job: Job, ends: Sequence[End], sight: Sight) -> tuple[Line, Seat] | None:
    """The way of a thin line, which may come nearer to others."""
    for gap, clear in ((GAPS[1], CLEAR), (GAPS[2], CLEAR), (GAPS[2], TIGHT)):
        for margin in MARGINS:
            route = _Way(job, ends, sight, _area(ends, margin), gap, clear).through()
            if route is not None or sight.effort.left <= 0:
                return route
    return None


def _area(ends: Sequence[End], margin: float) -> Box:
    """Where a way is sought."""
    return grown(united([end.box for end in ends]), margin)


def by_way_of(job: Job, ends: Sequence[End], spot: Point, sight: Sight) -> tuple[Line, Seat] | None:
    """A route on which the symbol has a given place, if there is one."""
    area = grown(united([*(end.box for end in ends), about(spot, 1, 1)]), MARGINS[0])
    ways = (_Way(job, ends, sight, area, gap).by(spot)[0] for gap in GAPS)
    return next((way for way in ways if way is not None), None)


class _Way:
    """Ways of an edge through a scene, with a gap between parallel lines."""

    def __init__(
        self,
        job: Job,
        ends: Sequence[End],
        sight: Sight,
        area: Box,
        gap: float,
        clear: float = CLEAR,
    ) -> None:
        self._job, self._ends, self._area, self._gap = job, ends, area, gap
        self._scene, self._effort = sight.look(area), sight.effort
        scene = self._scene
        self._ports = [ports(end, scene, gap) for end in ends]
        self._clear = clear
        self._solids = [grown(box, clear) for _, box in scene.solids]

    @property
    def closed(self) -> bool:
        """Whether an end cannot be left at all."""
        return not all(self._ports)

    def through(self) -> tuple[Line, Seat] | None:
        """The cheapest way, where the symbol finds a place on it."""
        line = self._maze().route(*self._ports)
        place = seat(self._job, line, self._scene) if line else None
        return (line, place) if line and place and self._parts(line, place) else None

    def _parts(self, line: Line, place: Seat) -> bool:
        """Whether a line does not come back to others from which it has parted."""
        alone = _alone(self._job, line, place)
        return not any(alongside(a, b, self._gap) for a in alone for b in self._scene.along)

    def over(self) -> tuple[Line, Seat] | None:
        """By way of a place where the symbol has room."""
        alone = [end for end in self._ends if end.key not in self._job.shared]
        near = alone * 2 if len(alone) == 1 else self._ends
        (ax, ay), (bx, by) = (end.centre for end in near)
        middle = round((ax + bx) / 20) * 10.0, round((ay + by) / 20) * 10.0
        far = reach(self._job.look, self._job.hung)
        tried: list[Point] = []
        for spot in islice(_lattice(middle), SPOTS):
            if self.closed or len(tried) > TRIED or self._effort.left <= 0:
                return None
            self._effort.left -= LOOK
            if _holds(grown(self._area, -far), spot) and all(dist(spot, p) > APART for p in tried):
                line, places = self.by(spot)
                if line is not None:
                    return line
                tried += [spot] * min(places, 1)
        return None

    def by(self, spot: Point) -> tuple[tuple[Line, Seat] | None, int]:
        """A route through a place, and in how many ways the symbol has room there."""
        places = 0
        for across in ((1.0, 0.0), (0.0, 1.0)):
            piece = _piece(self._job, spot, across)
            place = seat_at(self._job, spot, 0, [piece], self._scene)
            if place is None:
                continue
            places += 1
            line = self._joined(piece, place)
            if line is not None:
                parts = enumerate(segments(line))
                host = next(i for i, part in parts if _holds(grown(box_of(part), 0.01), spot))
                place = replace(place, host=host)
                if self._parts(line, place):
                    return (line, place), places
        return None, places

    def _joined(self, piece: Segment, place: Seat) -> Line | None:
        """From the first end to one side of a seat, from its other side to the second end."""
        axis = 0 if piece[0][0] != piece[1][0] else 1
        forwards = self._ends[0].centre[axis] <= self._ends[1].centre[axis]
        sides = piece if forwards else piece[::-1]
        solids = place.solids
        if self._job.tapped:
            solids += tapped_sides(place.symbol, axis == 0)
        for first, last in (sides, sides[::-1]):
            into, out = _gate(first, last), _gate(last, first)
            start = self._maze(solids).route([into], self._ports[0])
            if start is None:
                continue
            start = start[::-1]
            before = segments(start)
            after = Obstacles(self._scene.solids, [*self._scene.wires, *before], self._scene.along)
            goals = ports(self._ends[1], after, self._gap)
            end = self._maze(solids, before).route([out], goals)
            if end is not None:
                return straightened((*start, *end))
        return None

    def _maze(self, extra: Sequence[Box] = (), wires: Sequence[Segment] = ()) -> Maze:
        solids = [*self._solids, *(grown(box, self._clear) for box in extra)]
        wires = [*self._scene.wires, *wires]
        return Maze(solids, wires, self._gap, self._effort, self._scene.along, self._area)


def _piece(job: Job, spot: Point, across: Point) -> Segment:
    half = (job.look.symbol[0] if across[0] or job.look.in_line else job.look.symbol[1]) / 2
    half += 26.0 if job.look.cut else 7.0
    (x, y), (dx, dy) = spot, across
    return (x - half * dx, y - half * dy), (x + half * dx, y + half * dy)


def _gate(at: Point, inner: Point) -> Port:
    dx, dy = at[0] - inner[0], at[1] - inner[1]
    length = hypot(dx, dy)
    direction = DIRECTIONS.index((round(dx / length), round(dy / length)))
    return Port(at, at, direction)


def _lattice(middle: Point) -> Iterator[Point]:
    """Places around a middle, the nearest ones first."""
    for ring in range(60):
        for number in range(-ring, ring + 1):
            for i, k in ((number, -ring), (number, ring), (-ring, number), (ring, number)):
                if abs(number) < ring or abs(i) != abs(k) or (i, k) == (number, -ring):
                    yield middle[0] + i * LATTICE, middle[1] + k * LATTICE


def _holds(box: Box, spot: Point) -> bool:
    left, top, right, bottom = box
    return left <= spot[0] <= right and top <= spot[1] <= bottom


def _anyhow(job: Job, ends: Sequence[End], sight: Sight) -> tuple[Line, Seat]:
    """Straight through everything: only where bodies leave no way at all."""
    a, b = (end.centre for end in ends)
    start, end = border(ends[0], b), border(ends[1], a)
    line = (start, end) if start != end else (a, (a[0] + 1.0, a[1]))
    if job.look.between and (place := seat(job, line, sight.look(box_of(line)))):
        return line, place
    centre = (line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2
    empty = Obstacles([], [])
    place = seat_at(job, centre, 0, [(centre, centre)], empty)
    assert place is not None
    return line, place
