"""The cheapest route of level and upright pieces through a scene (A*)."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf

from lagr_gui.drawing.boxes import Box, Segment
from lagr_gui.drawing.field import Effort
from lagr_gui.drawing.geometry import Point

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
_TURNS = tuple((d, (d + 1) % 4, (d + 3) % 4) for d in range(4))
"""Ahead, to one side, to the other."""


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

    def _coordinates(self, axis: int, values: Iterable[float]) -> list[float]:
        solids, wires = self._seen(axis)
        must, levels = set(values), set[float]()
        for low, _, high, _ in solids:
            levels.update((low, high, low - WIDE, high + WIDE))
        for (a, _), (b, _) in wires:
            if abs(a - b) < 1e-6:
                levels.update((a - self._gap, a + self._gap))
        for a, b in self._along:
            if abs(a[axis] - b[axis]) < 1e-6:
                must.add(a[axis])
        low, high = self._area[axis], self._area[axis + 2]
        near = [*sorted(x for x in must if low <= x <= high), inf]
        for x in sorted(x for x in levels if low <= x <= high):
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


class _Search:
    """One search from all starts to any goal.

    A state is where one is and whereto one looks, as one number: (column · rows + row) · 4 +
    direction.
    """

    def __init__(
        self, lanes: _Lanes, starts: Sequence[Port], goals: Sequence[Port], haste: float
    ) -> None:
        self._lanes, self._rows = lanes, len(lanes.ys)
        self._goals = {
            self._state(port.out, (port.direction + 2) % 4): port for port in reversed(goals)
        }
        outs = [port.out for port in goals]
        self._rest_x = _rest([x for x, _ in outs], lanes.xs, haste, 0)
        self._rest_y = _rest([y for _, y in outs], lanes.ys, haste, 1)
        self._best: dict[int, float] = {}
        self._from: dict[int, int | Port] = {}
        self._heap: list[tuple[float, float, int, bool]] = []
        for port in starts:
            self._reach(self._state(port.out, port.direction), port.cost, port)

    def _state(self, point: Point, direction: int) -> int:
        lanes = self._lanes
        i, k = bisect_left(lanes.xs, point[0]), bisect_left(lanes.ys, point[1])
        return (i * self._rows + k) * 4 + direction

    def found(self, effort: Effort) -> tuple[Point, ...] | None:
        """The corners of the cheapest route, if it is found in time."""
        heap, best, goals = self._heap, self._best, self._goals
        least = effort.left - LONGEST
        while heap and effort.left > max(least, 0):
            effort.left -= 1
            _, cost, state, ended = heappop(heap)
            if ended:
                return self._corners(state, goals[state])
            if cost > best[state]:
                continue
            if state in goals:
                total = cost + goals[state].cost
                heappush(heap, (total, total, state, True))
            self._go_on(state, cost)
        return None

    def _go_on(self, state: int, cost: float) -> None:
        """Reach the next place ahead and, where one may turn, those on both sides."""
        place, direction = divmod(state, 4)
        i, k = divmod(place, self._rows)
        level, narrow = self._lanes.level.track(k)
        upright, tight = self._lanes.upright.track(i)
        turning = i not in narrow and k not in tight
        for to in _TURNS[direction] if turning else (direction,):
            if to % 2 == 0:
                steps, step, far = level, i - (to == 2), 4 * self._rows
            else:
                steps, step, far = upright, k - (to == 3), 4
            price = cost if to == direction else cost + BEND
            here = 4 * place + to
            if to != direction and here in self._goals:
                self._reach(here, price, state)
            if 0 <= step < len(steps) and steps[step] < inf:
                self._reach(here + (far if to < 2 else -far), price + steps[step], state)

    def _reach(self, state: int, cost: float, before: int | Port) -> None:
        if cost < self._best.get(state, inf) - 1e-9:
            self._best[state], self._from[state] = cost, before
            place, direction = divmod(state, 4)
            i, k = divmod(place, self._rows)
            rest = self._rest_x[direction][i] + self._rest_y[direction][k]
            heappush(self._heap, (cost + rest, cost, state, False))

    def _corners(self, state: int, goal: Port) -> tuple[Point, ...]:
        corners = [goal.start]
        before: int | Port = state
        while not isinstance(before, Port):
            i, k = divmod(before // 4, self._rows)
            corners.append((self._lanes.xs[i], self._lanes.ys[k]))
            before = self._from[before]
        corners.append(before.start)
        return straightened(corners[::-1])


def _rest(
    goals: Sequence[float], line: Sequence[float], haste: float, axis: int
) -> list[list[float]]:
    """What is at least to come for each direction and lane across an axis, made more by haste.

    Who looks across the axis, or away from the goals, has to bend before he is there.
    """
    low, high = min(goals), max(goals)
    far = [haste * max(low - x, x - high, 0.0) for x in line]
    across = [rest + BEND * (rest > 0) for rest in far]
    forth = [rest + BEND * (x > high) for x, rest in zip(line, far, strict=True)]
    back = [rest + BEND * (x < low) for x, rest in zip(line, far, strict=True)]
    return [forth, across, back, across] if axis == 0 else [across, forth, across, back]


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
