"""Ways of wires between boxes in columns and rows: they run in channels, never over a box.

Between columns lie channels with upright tracks, between rows gaps with level ones (channel
routing, Hashimoto and Stevens 1971).  A wire leaves its box on the right and enters others on
the left.  EquationValues are those of pictures: y points downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Point = tuple[float, float]
GRID = 10.0
"""Inputs lie on odd multiples of it, outputs on even ones: no wires meet on the way to a box."""
TRACK = 9.0
"""The distance of tracks."""
APART = 0.2
"""How far wires on one upright track stay from each other, in rows."""
EDGE = 12.0
"""What stays free beside tracks, and around all."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A box by its column and row, with the least size that its text needs."""

    column: int
    row: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Net:
    """A wire from one box to others (indices), with the width of its label."""

    source: int
    targets: tuple[int, ...]
    label: float


@dataclass(frozen=True, slots=True)
class NodeBox:
    """Where a box lies."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class WirePath:
    """A wire: where its label begins (on the line), its points to each target, its branchings."""

    label: Point
    ways: tuple[tuple[Point, ...], ...]
    dots: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ChannelPlan:
    """Boxes and wires in their order, in a picture of this size."""

    boxes: tuple[NodeBox, ...]
    ways: tuple[WirePath, ...]
    width: float
    height: float


@dataclass(slots=True)
class _Course:
    """The tracks of a wire while they are chosen."""

    bus: int = -1
    level: int = 0
    tracks: dict[int, int] = field(default_factory=dict[int, int])


def planned(cells: Sequence[Cell], nets: Sequence[Net], spacing: float = 2 * GRID) -> ChannelPlan:
    """The places of boxes and the ways of wires; outputs of a box are `spacing` apart.

    No two boxes may have the same cell.
    """
    return _Planning(cells, nets, spacing).plan()


class _Planning:
    def __init__(self, cells: Sequence[Cell], nets: Sequence[Net], spacing: float) -> None:
        self.cells, self.nets, self.spacing = cells, nets, spacing
        self.columns = max((cell.column for cell in cells), default=-1) + 1
        self.rows = max((cell.row for cell in cells), default=-1) + 1
        self.outputs = [self._outputs(box) for box in range(len(cells))]
        self.inputs = [self._inputs(box) for box in range(len(cells))]
        self.heights = [self._height(box) for box in range(len(cells))]
        self.courses = [_Course() for _ in nets]
        self._choose_buses()
        self.levels = self._level_tracks()
        self.upright = self._upright_tracks()
        self.tops, self.gaps = self._rows_of()
        self.lefts, self.channels = self._columns_of()

    # --- ports -----------------------------------------------------------------------------

    def _outputs(self, box: int) -> list[int]:
        nets = [n for n, net in enumerate(self.nets) if net.source == box]

        def middle(n: int) -> float:
            rows = [self.cells[target].row for target in self.nets[n].targets]
            return sum(rows) / max(len(rows), 1)

        return sorted(nets, key=middle)

    def _inputs(self, box: int) -> list[int]:
        nets = [n for n, net in enumerate(self.nets) if box in net.targets]
        return sorted(nets, key=lambda n: (self.cells[self.nets[n].source].row, n))

    def _height(self, box: int) -> float:
        ports = max(
            (len(self.inputs[box]) + 0.5) * 2 * GRID, (len(self.outputs[box]) + 0.5) * self.spacing
        )
        height = max(self.cells[box].height, ports)
        return -(-height // (2 * GRID)) * 2 * GRID

    def _port(self, box: int, net: int, out: bool) -> float:
        """How far below the top of its box a wire begins or ends."""
        ports = self.outputs[box] if out else self.inputs[box]
        step = self.spacing if out else 2 * GRID
        free = self.heights[box] - len(ports) * step
        first = (free / 2) // (2 * GRID) * 2 * GRID + (step if out else GRID)
        return first + ports.index(net) * step

    # --- tracks ----------------------------------------------------------------------------

    def _choose_buses(self) -> None:
        """The gap (0 lies above row 0) in which a wire runs past columns."""
        used = [0] * (self.rows + 1)
        for net, course in zip(self.nets, self.courses, strict=True):
            column = self.cells[net.source].column
            far = [t for t in net.targets if self.cells[t].column != column + 1]
            if not far:
                continue
            ends = [self.cells[net.source].row, *(self.cells[t].row for t in far)]

            def cost(gap: int, ends: list[int] = ends) -> float:
                return sum(abs(gap - 0.5 - row) for row in ends) + 0.35 * used[gap]

            course.bus = min(range(self.rows + 1), key=cost)
            used[course.bus] += 1

    def _level_tracks(self) -> list[int]:
        """How many tracks each gap has, after each wire was given its own."""
        counts = list[int]()
        for gap in range(self.rows + 1):
            spans: list[tuple[int, int, int]] = []
            for n, course in enumerate(self.courses):
                if course.bus == gap:
                    channels = self._channels_of(n)
                    spans.append((min(channels), max(channels), n))
            ends: list[int] = []
            for low, high, n in sorted(spans):
                track = next((i for i, end in enumerate(ends) if end < low), len(ends))
                ends[track : track + 1] = [high]
                self.courses[n].level = track
            counts.append(len(ends))
        return counts

    def _channels_of(self, n: int) -> list[int]:
        """The channels (k lies left of column k) in which a wire runs up or down."""
        net = self.nets[n]
        first = self.cells[net.source].column + 1
        return [first, *(self.cells[target].column for target in net.targets)]

    def _upright_tracks(self) -> list[int]:
        counts = list[int]()
        for channel in range(self.columns + 1):
            spans = sorted(
                (*self._span(n, channel), n)
                for n in range(len(self.nets))
                if channel in self._channels_of(n)
            )
            ends: list[float] = []
            for low, high, n in spans:
                track = next((i for i, end in enumerate(ends) if end + APART < low), len(ends))
                ends[track : track + 1] = [high]
                self.courses[n].tracks[channel] = track
            counts.append(len(ends))
        return counts

    def _span(self, n: int, channel: int) -> tuple[float, float]:
        """Between which places a wire runs up or down in a channel, in rows."""
        net, course = self.nets[n], self.courses[n]
        places = [
            self._rank(t, n, out=False) for t in net.targets if self.cells[t].column == channel
        ]
        if channel == self.cells[net.source].column + 1:
            places.append(self._rank(net.source, n, out=True))
        if course.bus >= 0:
            places.append(course.bus + 0.001 * course.level)
        return min(places), max(places)

    def _rank(self, box: int, n: int, out: bool) -> float:
        """The place of a port in rows: within row r it lies between r + 0.1 and r + 0.9."""
        tallest = max(
            self.heights[b] for b, c in enumerate(self.cells) if c.row == self.cells[box].row
        )
        return self.cells[box].row + 0.1 + 0.8 * self._port(box, n, out) / tallest

    # --- places ----------------------------------------------------------------------------

    def _rows_of(self) -> tuple[list[float], list[float]]:
        """The tops of rows, and of the first tracks of gaps."""
        tops, gaps = list[float](), list[float]()
        y = EDGE
        for row in range(self.rows + 1):
            gaps.append(y + EDGE)
            y += 2 * EDGE + TRACK * max(self.levels[row] - 1, 0)
            if row < self.rows:
                y = -(-y // (2 * GRID)) * 2 * GRID
                tops.append(y)
                y += max(
                    (self.heights[b] for b, c in enumerate(self.cells) if c.row == row), default=0.0
                )
        self.height = y
        return tops, gaps

    def _columns_of(self) -> tuple[list[float], list[float]]:
        """The left sides of columns, and the first tracks of channels."""
        lefts, channels = list[float](), list[float]()
        x = EDGE
        for column in range(self.columns + 1):
            labels = [net.label for net in self.nets if self.cells[net.source].column == column - 1]
            x += max(labels, default=0.0) + EDGE
            channels.append(x)
            x += TRACK * max(self.upright[column] - 1, 0) + EDGE
            if column < self.columns:
                x += EDGE if self.upright[column] else 0.0
                lefts.append(x)
                x += self._width(column)
        self.width = x
        return lefts, channels

    def _width(self, column: int) -> float:
        return max((cell.width for cell in self.cells if cell.column == column), default=0.0)

    def plan(self) -> ChannelPlan:
        """All places."""
        boxes = tuple(
            NodeBox(
                self.lefts[cell.column],
                self.tops[cell.row],
                self._width(cell.column),
                self.heights[box],
            )
            for box, cell in enumerate(self.cells)
        )
        ways = tuple(self._way(n, boxes) for n in range(len(self.nets)))
        return ChannelPlan(boxes, ways, self.width, self.height)

    def _track(self, n: int, channel: int) -> float:
        return self.channels[channel] + TRACK * self.courses[n].tracks[channel]

    def _way(self, n: int, boxes: Sequence[NodeBox]) -> WirePath:
        net, course = self.nets[n], self.courses[n]
        box, first = boxes[net.source], self.cells[net.source].column + 1
        start = box.x + box.width, box.y + self._port(net.source, n, out=True)
        trunk = self._track(n, first)
        ways: list[tuple[Point, ...]] = []
        for target in net.targets:
            end = boxes[target].x, boxes[target].y + self._port(target, n, out=False)
            channel = self.cells[target].column
            if channel == first:
                middle = [(trunk, start[1]), (trunk, end[1])]
            else:
                bus = self.gaps[course.bus] + TRACK * course.level
                x = self._track(n, channel)
                middle = [(trunk, start[1]), (trunk, bus), (x, bus), (x, end[1])]
            ways.append((start, *middle, end))
        return WirePath((start[0] + 4, start[1]), tuple(ways), tuple(_branchings(ways)))


def _branchings(ways: Sequence[Sequence[Point]]) -> Iterator[Point]:
    """Where the ways of one wire part from each other."""
    points = dict[Point, None]()
    for i, a in enumerate(ways):
        for b in ways[:i]:
            shared = 0
            while shared < min(len(a), len(b)) and a[shared] == b[shared]:
                shared += 1
            if 0 < shared < min(len(a), len(b)):
                points[_parting(a[shared - 1], a[shared], b[shared])] = None
    yield from points


def _parting(start: Point, a: Point, b: Point) -> Point:
    """Where two straight lines from one point part: at the end of the shorter, or at the point."""
    for axis in (0, 1):
        other = 1 - axis
        if a[other] == b[other] == start[other]:
            one, two = a[axis] - start[axis], b[axis] - start[axis]
            if one * two > 0:
                return a if abs(one) < abs(two) else b
    return start
