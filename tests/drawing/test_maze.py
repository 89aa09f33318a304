"""Ways through the drawing: free of boxes, at right angles, and none cheaper by a plain search."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from math import dist, inf

import networkx as nx
import pytest

from lagr_gui.drawing.boxes import Box, Segment, about, hits, overlap, segments
from lagr_gui.drawing.field import Effort
from lagr_gui.drawing.geometry import Point
from lagr_gui.drawing.maze import BEND, CROSS, DIRECTIONS, Maze, Port, straightened

SEEDS = range(25)
START = Port((0.0, 0.0), (14.0, 0.0), 0)
GOAL = Port((600.0, 400.0), (586.0, 400.0), 2)


def scene(seed: int) -> list[Box]:
    """Boxes of many sizes, none about the ends."""
    source = random.Random(seed)
    found: list[Box] = []
    while len(found) < 8:
        at = source.uniform(0, 600), source.uniform(0, 400)
        box = about(at, source.uniform(20, 160), source.uniform(20, 160))
        ends = [about(port.out, 60, 60) for port in (START, GOAL)]
        if not any(overlap(box, end) for end in ends):
            found.append(box)
    return found


def way(
    solids: Sequence[Box], wires: Sequence[Segment] = (), effort: int = 10**6
) -> tuple[Point, ...] | None:
    return Maze(solids, wires, 12.0, Effort(effort)).route([START], [GOAL])


def length(line: Sequence[Point]) -> float:
    return sum(dist(a, b) for a, b in itertools.pairwise(line))


def bends(line: Sequence[Point]) -> int:
    return len(line) - 2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_way_leads_from_start_to_goal_at_right_angles_past_all_boxes(seed: int) -> None:
    solids = scene(seed)
    found = way(solids)
    assert found is not None
    assert found[0] == START.start and found[-1] == GOAL.start
    for segment in segments(found):
        (ax, ay), (bx, by) = segment
        assert (ax == bx) != (ay == by)
        assert not any(hits(segment, box) for box in solids)
    assert found[1][0] >= START.out[0] and found[-2][0] <= GOAL.out[0]


def by_dijkstra(solids: Sequence[Box]) -> float:
    """The price of the cheapest way on a grid with a line at each side of a box; no haste."""
    xs = sorted({START.out[0], GOAL.out[0], *(x for box in solids for x in (box[0], box[2]))})
    ys = sorted({START.out[1], GOAL.out[1], *(y for box in solids for y in (box[1], box[3]))})
    graph = nx.DiGraph()
    for (i, x), (k, y), (d, (dx, dy)) in itertools.product(
        enumerate(xs), enumerate(ys), enumerate(DIRECTIONS)
    ):
        for turned in ((d + 1) % 4, (d + 3) % 4):
            graph.add_edge((i, k, d), (i, k, turned), weight=BEND)
        if 0 <= i + dx < len(xs) and 0 <= k + dy < len(ys):
            ahead = xs[i + dx], ys[k + dy]
            if not any(hits(((x, y), ahead), box) for box in solids):
                graph.add_edge((i, k, d), (i + dx, k + dy, d), weight=dist((x, y), ahead))
    first = xs.index(START.out[0]), ys.index(START.out[1]), START.direction
    last = xs.index(GOAL.out[0]), ys.index(GOAL.out[1]), (GOAL.direction + 2) % 4
    return nx.dijkstra_path_length(graph, first, last) + 28.0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_way_is_hardly_longer_than_the_shortest_of_all(seed: int) -> None:
    """Lengths beside boxes cost more, and the rest of the way is overestimated a little."""
    solids = scene(seed)
    found = way(solids)
    assert found is not None
    best = by_dijkstra(solids)
    assert length(found) + BEND * bends(found) <= 1.4 * best
    assert length(found) >= 600 + 400 - 1e-9


def test_a_way_without_hindrance_has_two_bends() -> None:
    found = way([])
    assert found is not None
    assert bends(found) == 2 and length(found) == pytest.approx(1000)


def test_a_way_straight_ahead_does_not_bend() -> None:
    goal = Port((200.0, 0.0), (186.0, 0.0), 2)
    assert Maze([], [], 12.0, Effort(1000)).route([START], [goal]) == ((0, 0), (200, 0))


@pytest.mark.parametrize("side", range(4))
def test_a_goal_that_is_walled_in_has_no_way(side: int) -> None:
    x, y = GOAL.out
    walls = [
        (x - 40, y - 40, x + 40, y - 20),
        (x - 40, y + 20, x + 40, y + 40),
        (x - 40, y - 40, x - 20, y + 40),
        (x + 20, y - 40, x + 40, y + 40),
    ]
    assert way(walls) is None
    open_wall = [wall for number, wall in enumerate(walls) if number != side]
    assert way(open_wall) is not None


def test_a_search_ends_with_its_effort() -> None:
    effort = Effort(5)
    assert Maze(scene(1), [], 12.0, effort).route([START], [GOAL]) is None
    assert effort.left == 0
    spent = Effort(10**6)
    assert Maze(scene(1), [], 12.0, spent).route([START], [GOAL]) is not None
    assert 0 < 10**6 - spent.left < 40_000


@pytest.mark.parametrize(("starts", "goals"), [([], [GOAL]), ([START], [])])
def test_without_ends_there_is_no_way(starts: list[Port], goals: list[Port]) -> None:
    assert Maze([], [], 12.0, Effort(100)).route(starts, goals) is None


def test_the_cheapest_of_several_ports_is_taken() -> None:
    goal = Port((400.0, 0.0), (386.0, 0.0), 2)
    above = Port((0.0, -30.0), (0.0, -44.0), 3)
    maze = Maze([], [], 12.0, Effort(10**5))
    assert maze.route([above, START], [goal]) == ((0, 0), (400, 0))
    dear = Port(START.start, START.out, 0, cost=500.0)
    found = maze.route([above, dear], [goal])
    assert found is not None and found[0] == above.start


@pytest.mark.parametrize("gap", [8.0, 12.0, 20.0])
def test_a_way_keeps_the_gap_from_a_line_beside_it(gap: float) -> None:
    wire = (-100.0, 1.0), (300.0, 1.0)
    start, goal = Port((0, 40), (0, 26), 3), Port((400, 40), (400, 26), 3)
    found = Maze([(50, 10, 350, 90)], [wire], gap, Effort(10**6)).route([start], [goal])
    assert found is not None
    for (ax, ay), (bx, by) in segments(found):
        if ay == by and min(ax, bx) < 300 + gap and max(ax, bx) > -100 - gap:
            assert abs(ay - 1) >= gap - 1e-6


def test_a_line_is_crossed_only_where_going_round_is_dearer() -> None:
    goal = Port((200.0, 0.0), (186.0, 0.0), 2)
    long = (100.0, -4000.0), (100.0, 4000.0)
    maze = Maze([], [long], 12.0, Effort(10**6))
    assert maze.route([START], [goal]) == ((0, 0), (200, 0))
    blocking = (100.0, -15.0), (100.0, 15.0)
    round_it = Maze([], [blocking, ((100.0, -20.0), (100.0, -4000.0))], 12.0, Effort(10**6))
    found = round_it.route([START], [goal])
    assert found is not None
    assert length(found) + BEND * bends(found) <= 200 + CROSS


def test_no_way_leaves_the_area() -> None:
    wall: Box = (290.0, -50.0, 310.0, 450.0)
    area = (-20.0, -100.0, 620.0, 520.0)
    found = Maze([wall], [], 12.0, Effort(10**6), area=area).route([START], [GOAL])
    assert found is not None
    assert all(-20 <= x <= 620 and -100 <= y <= 520 for x, y in found)
    tight = (-20.0, -40.0, 620.0, 440.0)
    assert Maze([wall], [], 12.0, Effort(10**6), area=tight).route([START], [GOAL]) is None


@pytest.mark.parametrize("seed", range(8))
def test_a_scene_that_is_mirrored_has_a_way_of_the_same_price(seed: int) -> None:
    solids = scene(seed)
    turned = [(y, x, y1, x1) for x, y, x1, y1 in solids]
    start = Port((0.0, 0.0), (0.0, 14.0), 1)
    goal = Port((400.0, 600.0), (400.0, 586.0), 3)
    found, mirrored = way(solids), Maze(turned, [], 12.0, Effort(10**6)).route([start], [goal])
    assert found is not None and mirrored is not None
    prices = [length(line) + BEND * bends(line) for line in (found, mirrored)]
    assert prices[0] == pytest.approx(prices[1], rel=0.15)


@pytest.mark.parametrize("seed", range(20))
def test_a_line_is_straightened_without_being_moved(seed: int) -> None:
    source = random.Random(seed)
    corners = [(0.0, 0.0)]
    for _ in range(12):
        x, y = corners[-1]
        step = source.choice([0, 10, 20, 30])
        corners.append((x + step, y) if source.random() < 0.5 else (x, y + step))
    found = straightened(corners)
    assert (found[0], found[-1]) == (corners[0], corners[-1])
    assert length(found) == pytest.approx(length(corners))
    assert set(found) <= set(corners)
    directions = [(bx > ax, by > ay) for (ax, ay), (bx, by) in itertools.pairwise(found)]
    assert all(one != other for one, other in itertools.pairwise(directions))


def test_a_line_that_goes_back_keeps_its_corner() -> None:
    assert straightened([(0, 0), (10, 0), (4, 0)]) == ((0, 0), (10, 0), (4, 0))
    assert straightened([(0, 0)]) == ((0, 0),)
    assert straightened([(0, 0), (0, 0), (inf, 0)]) == ((0, 0), (inf, 0))
