"""The cheapest route of level and upright pieces through a scene (A*)."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf

from lagr_gui.gui.canvas.geometry import Point
from lagr_gui.gui.canvas.routing.boxes import Box, Segment
from lagr_gui.gui.canvas.routing.field import Effort

BEND, CROSS = 45.0, 70.0
"""What a bend and a crossing cost, in lengths."""
WIDE = 24.0
"""Lanes at this distance from boxes leave room for a symbol."""
TIGHT = 0.6
"""What a length beside a box costs more."""
MERGE = 2.5
"""Lanes nearer to each other than this are one."""
NEAR = 7.0
"""A route does not bend nearer than this to a line that it crosses."""
LONGEST = 40_000
"""Places looked at before one search is given up."""
HASTE, CROWDED = 1.2, 2.0
"""How much more than it is the rest of the way counts, and in a crowd: less is looked at."""
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class Port:
    """A way out of a block: where it begins, where it is free to turn, its direction, its price."""

    start: Point
    out: Point
    direction: int
    cost: float = 0.0


class Maze:
    """Lanes beside boxes and lines, and what it costs to go along them.

    Boxes must hold the margin that is kept from them; `gap` is kept between parallel lines, those
    in `along` may be followed.  No way leaves the area.
    """

    def __init__(
        self,
        solids: Sequence[Box],
        wires: Sequence[Segment],
        gap: float,
        effort: Effort,
        along: Sequence[Segment] = (),
        area: Box = (-inf, -inf, inf, inf),
    ) -> None:
        self._gap, self._effort = gap, effort
        self._solids = (solids, [(top, left, bottom, right) for left, top, right, bottom in solids])
        self._along, self._area = along, area
        self._wires = (wires, [((ay, ax), (by, bx)) for (ax, ay), (bx, by) in wires])

    def route(self, starts: Sequence[Port], goals: Sequence[Port]) -> tuple[Point, ...] | None:
        """The corners from a start to a goal; None where there is no way."""
        if not starts or not goals:
            return None
        haste = CROWDED if self._along else HASTE
        return _Search(self._lanes(starts, goals), starts, goals, haste).found(self._effort)

    def _lanes(self, starts: Sequence[Port], goals: Sequence[Port]) -> _Lanes:
        outs = [port.out for port in (*starts, *goals)]
        xs = self._coordinates(0, (x for x, _ in outs))
        ys = self._coordinates(1, (y for _, y in outs))
        level = _Tracks(xs, ys, *self._seen(0), self._gap)
        upright = _Tracks(ys, xs, *self._seen(1), self._gap)
        return _Lanes(xs, ys, level, upright)

    def _seen(self, axis: int) -> tuple[Sequence[Box], Sequence[Segment]]:
        return self._solids[axis], self._wires[axis]

    def _coordinates(self, axis: int, own: Iterable[float]) -> list[float]:
        solids, wires = self._seen(axis)
        must, found = set(own), set[float]()
        for low, _, high, _ in solids:
            found.update((low, high, low - WIDE, high + WIDE))
        for (a, _), (b, _) in wires:
            if abs(a - b) < 1e-6:
                found.update((a - self._gap, a + self._gap))
        for a, b in self._along:
            if abs(a[axis] - b[axis]) < 1e-6:
                must.add(a[axis])
        low, high = self._area[axis], self._area[axis + 2]
        near = [*sorted(x for x in must if low <= x <= high), inf]
        for x in sorted(x for x in found if low <= x <= high):
            i = bisect_left(near, x - MERGE)
            if near[i] > x + MERGE:
                near.insert(bisect_left(near, x), x)
        return near[:-1]


class _Tracks:
    """All lanes in one direction; what each costs is found when it is first used."""

    def __init__(
        self,
        along: list[float],
        across: list[float],
        solids: Sequence[Box],
        wires: Sequence[Segment],
        gap: float,
    ) -> None:
        self._along, self._across = along, across
        self._solids, self._wires, self._gap = solids, wires, gap
        self._lengths = [b - a for a, b in itertools.pairwise(along)]
        self._known: dict[int, tuple[list[float], set[int]]] = {}

    def track(self, index: int) -> tuple[list[float], set[int]]:
        """The prices of the steps of a lane, and the places where one must not turn."""
        if index not in self._known:
            self._known[index] = self._track(self._across[index])
        return self._known[index]

    def _track(self, level: float) -> tuple[list[float], set[int]]:
        steps, narrow = list(self._lengths), set[int]()
        for left, top, right, bottom in self._solids:
            if top < level < bottom:
                self._close(steps, left, right)
            elif top - WIDE < level < bottom + WIDE:
                self._hinder(steps, left, right)
        gap = self._gap - 1e-6
        for (ax, ay), (bx, by) in self._wires:
            low, high = (ay, by) if ay < by else (by, ay)
            if level < low - gap or level > high + gap:
                continue
            if high - low < 0.3 * abs(bx - ax):
                self._close_near(steps, (ax, ay), (bx, by), level)
            elif low < level < high:
                self._cross(steps, narrow, ax + (bx - ax) * (level - ay) / (by - ay))
        return steps, narrow

    def _hinder(self, steps: list[float], left: float, right: float) -> None:
        """Lanes beside boxes are longer: there is little room for symbols."""
        along = self._along
        for i in range(
            bisect_left(along, left), min(bisect_right(along, right), len(steps) + 1) - 1
        ):
            steps[i] += TIGHT * (along[i + 1] - along[i])

    def _close(self, steps: list[float], left: float, right: float) -> None:
        along = self._along
        first = max(bisect_right(along, left) - 1, 0)
        for i in range(first, min(bisect_left(along, right), len(steps))):
            steps[i] = inf

    def _close_near(self, steps: list[float], a: Point, b: Point, level: float) -> None:
        """A line that runs alongside is not followed nearer than the gap."""
        (ax, ay), (bx, by) = (a, b) if a[0] <= b[0] else (b, a)
        gap = self._gap - 1e-6
        if abs(by - ay) > 1e-6:
            slope = (bx - ax) / (by - ay)
            ends = sorted(ax + (level + side - ay) * slope for side in (-gap, gap))
            ax, bx = max(ax, ends[0]), min(bx, ends[1])
        if bx >= ax:
            self._close(steps, ax - gap, bx + gap)

    def _cross(self, steps: list[float], narrow: set[int], x: float) -> None:
        along = self._along
        i = min(max(bisect_right(along, x) - 1, 0), len(steps) - 1)
        if steps:
            steps[i] += CROSS
        narrow.update(range(bisect_left(along, x - NEAR), bisect_right(along, x + NEAR)))


@dataclass(frozen=True, slots=True)
class _Lanes:
    """The places where lanes meet."""

    xs: list[float]
    ys: list[float]
    level: _Tracks
    upright: _Tracks


State = tuple[int, int, int]


class _Search:
    """One search from all starts to any goal."""

    def __init__(
        self, lanes: _Lanes, starts: Sequence[Port], goals: Sequence[Port], haste: float
    ) -> None:
        self._lanes, self._haste = lanes, haste
        self._goals = {
            (*self._at(port.out), (port.direction + 2) % 4): port for port in reversed(goals)
        }
        places = [port.out for port in goals]
        self._left, self._right = min(x for x, _ in places), max(x for x, _ in places)
        self._top, self._bottom = min(y for _, y in places), max(y for _, y in places)
        self._best: dict[State, float] = {}
        self._from: dict[State, State | Port] = {}
        self._heap: list[tuple[float, float, State, Port | None]] = []
        for port in starts:
            self._reach((*self._at(port.out), port.direction), port.cost, port)

    def _at(self, point: Point) -> tuple[int, int]:
        return bisect_left(self._lanes.xs, point[0]), bisect_left(self._lanes.ys, point[1])

    def found(self, effort: Effort) -> tuple[Point, ...] | None:
        """The corners of the cheapest route, if it is found in time."""
        for _ in range(min(LONGEST, effort.left)):
            if not self._heap:
                return None
            effort.left -= 1
            _, cost, state, goal = heappop(self._heap)
            if goal is not None:
                return self._corners(state, goal)
            if cost > self._best[state]:
                continue
            end = self._goals.get(state)
            if end is not None:
                heappush(self._heap, (cost + end.cost, cost + end.cost, state, end))
            self._go_on(state, cost)
        return None

    def _go_on(self, state: State, cost: float) -> None:
        i, k, direction = state
        lanes = self._lanes
        dx, dy = DIRECTIONS[direction]
        if dx:
            steps, narrow = lanes.level.track(k)
            step, there = (i if dx > 0 else i - 1), i + dx
            turning = i not in narrow and k not in lanes.upright.track(i)[1]
            ahead = (there, k, direction)
        else:
            steps, narrow = lanes.upright.track(i)
            step, there = (k if dy > 0 else k - 1), k + dy
            turning = k not in narrow and i not in lanes.level.track(k)[1]
            ahead = (i, there, direction)
        if 0 <= step < len(steps) and steps[step] < inf:
            self._reach(ahead, cost + steps[step], state)
        if turning:
            for side in (direction + 1) % 4, (direction + 3) % 4:
                self._reach((i, k, side), cost + BEND, state)

    def _reach(self, state: State, cost: float, before: State | Port) -> None:
        if cost < self._best.get(state, inf) - 1e-9:
            self._best[state], self._from[state] = cost, before
            i, k, _ = state
            x, y = self._lanes.xs[i], self._lanes.ys[k]
            rest = max(self._left - x, x - self._right, 0) + max(self._top - y, y - self._bottom, 0)
            heappush(self._heap, (cost + self._haste * rest, cost, state, None))

    def _corners(self, state: State, goal: Port) -> tuple[Point, ...]:
        found = [goal.start]
        before: State | Port = state
        while not isinstance(before, Port):
            i, k, _ = before
            found.append((self._lanes.xs[i], self._lanes.ys[k]))
            before = self._from[before]
        found.append(before.start)
        return straightened(found[::-1])


def straightened(line: Sequence[Point]) -> tuple[Point, ...]:
    """A line without the corners at which it does not bend."""
    kept: list[Point] = []
    for point in line:
        if kept and abs(kept[-1][0] - point[0]) + abs(kept[-1][1] - point[1]) < 1e-6:
            continue
        if len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2], kept[-1]
            ux, uy, vx, vy = bx - ax, by - ay, point[0] - bx, point[1] - by
            if abs(ux * vy - uy * vx) < 1e-6 and ux * vx + uy * vy > 0:
                kept[-1] = point
                continue
        kept.append(point)
    return tuple(kept)
