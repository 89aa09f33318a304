"""Where lines may begin and end, beside what a ruler finds."""

from __future__ import annotations

import random
from math import dist

import pytest

from lagr_gui.drawing.boxes import about, alongside, crossing, grown, hits, overlap
from lagr_gui.drawing.ends import (
    PORTS,
    STUB,
    End,
    body_solids,
    border,
    facing,
    is_clear,
    ports,
    slanting,
)
from lagr_gui.drawing.field import TAPPED, CellField, Effort, Obstacles, Owner, Sight
from lagr_gui.drawing.geometry import GRID, HEIGHT, WIDTH, snapped
from lagr_gui.drawing.maze import DIRECTIONS

EMPTY = Obstacles([], [])
SEEDS = range(30)


def body(number: int, x: float, y: float) -> End:
    return End(f"body:{number}", about((x, y), WIDTH, HEIGHT))


def beside(source: random.Random) -> End:
    """Another block, every other time level with the one at the origin, or upright above it."""
    x, y = source.uniform(-400, 400), source.uniform(-300, 300)
    return body(2, *source.choice([(x, y), (x, y), (x / 40, y), (x, y / 20)]))


def on_border(point: tuple[float, float], end: End) -> bool:
    left, top, right, bottom = end.box
    x, y = point
    within = left - 1e-9 <= x <= right + 1e-9 and top - 1e-9 <= y <= bottom + 1e-9
    return within and min(abs(x - left), abs(x - right), abs(y - top), abs(y - bottom)) < 1e-9


@pytest.mark.parametrize("seed", SEEDS)
def test_a_line_from_the_middle_leaves_a_box_on_its_border(seed: int) -> None:
    source = random.Random(seed)
    end = body(1, source.uniform(-50, 50), source.uniform(-50, 50))
    to = source.uniform(-500, 500), source.uniform(-500, 500)
    at = border(end, to)
    if end.box[0] <= to[0] <= end.box[2] and end.box[1] <= to[1] <= end.box[3]:
        assert at == end.centre
        return
    assert on_border(at, end)
    assert dist(end.centre, at) + dist(at, to) == pytest.approx(dist(end.centre, to))


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_between_ends_that_face_each_other_are_level_or_upright(seed: int) -> None:
    source = random.Random(seed)
    a, b = body(1, 0, 0), beside(source)
    found = facing(a, b)
    for start, end in found:
        assert (start[0] == end[0]) or (start[1] == end[1])
        assert on_border(start, a) and on_border(end, b)
        assert not hits((start, end), grown(a.box, -1e-6))
        assert not hits((start, end), grown(b.box, -1e-6))
    x, y = b.centre
    apart = abs(x) > WIDTH or abs(y) > HEIGHT
    side_by_side = abs(x) > WIDTH and abs(y) < HEIGHT / 4
    assert not found or apart
    assert found or not side_by_side


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_between_ends_are_the_same_from_both_sides(seed: int) -> None:
    source = random.Random(seed)
    a, b = body(1, 0, 0), beside(source)
    there = {frozenset(line) for line in facing(a, b)}
    assert there == {frozenset(line) for line in facing(b, a)}


@pytest.mark.parametrize("seed", SEEDS)
def test_slanting_lines_join_borders_the_shortest_first(seed: int) -> None:
    source = random.Random(seed)
    a, b = body(1, 0, 0), beside(source)
    found = slanting(a, b)
    if overlap(a.box, b.box):
        return
    assert found
    for start, end in found:
        assert on_border(start, a) and on_border(end, b)
        assert not hits((start, b.centre), grown(a.box, -1e-6))  # the other one can be seen
        assert not hits((end, a.centre), grown(b.box, -1e-6))
    sizes = [dist(*line) for line in found[1:]]
    assert sizes == sorted(sizes)


def test_blocks_that_overlap_have_no_line_between() -> None:
    a, b = body(1, 0, 0), body(2, 100, 20)
    assert facing(a, b) == [] and slanting(a, b) == []


@pytest.mark.parametrize("number", [0, 1, 12])
def test_ports_lead_out_of_a_block_at_right_angles(number: int) -> None:
    end = body(number, 100, 100)
    found = ports(end, EMPTY, 12.0)
    assert 4 <= len(found) <= PORTS
    assert {port.direction for port in found} == {0, 1, 2, 3}
    assert [port.cost for port in found] == sorted(port.cost for port in found)
    for port in found:
        dx, dy = DIRECTIONS[port.direction]
        step = port.out[0] - port.start[0], port.out[1] - port.start[1]
        assert on_border(port.start, end)
        assert step[0] * dy == 0 == step[1] * dx
        assert step[0] * dx + step[1] * dy >= STUB


def test_ports_below_body_0_lead_past_its_hatching() -> None:
    (_, solid), _ = body_solids(0, (100, 100))
    down = [port for port in ports(body(0, 100, 100), EMPTY, 12.0) if port.direction == 1]
    assert down and all(port.out[1] > solid[3] for port in down)


@pytest.mark.parametrize("direction", range(4))
def test_a_side_with_something_before_it_has_no_ports(direction: int) -> None:
    end, (dx, dy) = body(1, 0, 0), DIRECTIONS[direction]
    before = about((dx * (WIDTH / 2 + 9), dy * (HEIGHT / 2 + 9)), *((10, 200) if dx else (200, 10)))
    scene = Obstacles([("body:2", before)], [])
    assert {port.direction for port in ports(end, scene, 12.0)} == {0, 1, 2, 3} - {direction}
    own = Obstacles([(end.key, before)], [])
    assert len({port.direction for port in ports(end, own, 12.0)}) == 4


def test_ports_keep_away_from_lines() -> None:
    wire = (WIDTH / 2, 0.0), (WIDTH / 2 + 300, 0.0)
    found = ports(body(1, 0, 0), Obstacles([], [wire]), 12.0)
    for port in found:
        stub = (port.start, port.out)
        assert crossing(stub, wire) is None and not alongside(stub, wire, 11.0)
    assert any(port.direction != 0 for port in found)


@pytest.mark.parametrize(
    ("solids", "wires", "clear"),
    [
        ([], [], True),
        ([("body:3", (95.0, -5.0, 105.0, 5.0))], [], False),
        ([("body:3", (95.0, 7.0, 105.0, 20.0))], [], True),
        ([("body:3", (95.0, 5.0, 105.0, 20.0))], [], False),
        ([("body:1", (95.0, -5.0, 105.0, 5.0))], [], True),
        ([], [((150.0, -60.0), (150.0, 60.0))], True),
        ([], [((100.0, 5.0), (200.0, 5.0))], False),
        ([], [((100.0, 30.0), (200.0, 30.0))], True),
    ],
)
def test_a_straight_line_is_clear_where_it_only_crosses(
    solids: list[tuple[str, tuple[float, float, float, float]]],
    wires: list[tuple[tuple[float, float], tuple[float, float]]],
    clear: bool,
) -> None:
    ends = body(1, 0, 0), body(2, 300, 0)
    line = (WIDTH / 2, 0.0), (300 - WIDTH / 2, 0.0)
    assert is_clear(line, ends, Obstacles(solids, wires), 12.0) is clear


# --- the field --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_what_lies_in_an_area_is_found_as_by_looking_at_everything(seed: int) -> None:
    source = random.Random(seed)
    field, owners = CellField(), [Owner(f"owner {rank}", rank) for rank in range(12)]
    for _ in range(2):  # what is put the second time takes the place of what was there
        boxes = {}
        for owner in owners:
            at = source.uniform(-900, 900), source.uniform(-900, 900)
            boxes[owner.key] = about(at, source.uniform(1, 700), source.uniform(1, 500))
            field.put(owner, [(owner.key, boxes[owner.key])], [])
    for _ in range(20):
        at = source.uniform(-900, 900), source.uniform(-900, 900)
        area, rank = about(at, 300, 200), source.randint(0, 12)
        found = {part.name for part in field.parts(area, rank)}
        wanted = {o.key for o in owners if o.rank < rank and overlap(boxes[o.key], area)}
        assert found == wanted


@pytest.mark.parametrize("seed", SEEDS)
def test_a_slanting_line_is_found_wherever_it_passes(seed: int) -> None:
    source = random.Random(seed)
    ends = [(source.uniform(-1500, 1500), source.uniform(-1500, 1500)) for _ in range(2)]
    field = CellField()
    field.put(Owner("line", 0), [], [("line", (ends[0], ends[1]))])
    for step in range(101):
        t = step / 100
        x, y = (a + t * (b - a) for a, b in zip(*ends, strict=True))
        assert [part.name for part in field.parts(about((x, y), 2, 2), 1)] == ["line"]


def test_an_edge_sees_what_is_there_before_it_and_remembers_where_it_looked() -> None:
    field = CellField()
    field.put(Owner("first", 0), [("box", (0, 0, 10, 10)), (f"box{TAPPED}", (0, 0, 30, 30))], [])
    field.put(Owner("second", 1), [], [("wire", ((0, 5), (50, 5))), ("own", ((0, 7), (50, 7)))])
    field.put(Owner("third", 2), [("later", (0, 0, 10, 10))], [])
    sight = Sight(field, 2, Effort(10), frozenset({"own"}))
    seen = sight.look((-5, -5, 60, 60))
    assert sorted(key for key, _ in seen.solids) == ["box", f"box{TAPPED}"]
    assert (seen.wires, seen.along) == ([((0, 5), (50, 5))], [((0, 7), (50, 7))])
    sight.wide = False
    assert [key for key, _ in sight.look((0, 0, 1, 1)).solids] == ["box"]
    assert sight.seen == [(-5, -5, 60, 60), (0, 0, 1, 1)]


def test_a_place_is_free_where_no_box_and_no_line_is() -> None:
    scene = Obstacles([("box", (0, 0, 10, 10))], [((20, 0), (20, 40))], [((30, 0), (30, 40))])
    assert scene.free((11, 0, 19, 40)) and scene.free((10, 0, 20, 40))
    assert not scene.free((5, 5, 15, 15)) and not scene.free((19, 0, 21, 5))
    assert not scene.free((29, 0, 31, 5))
    assert scene.free((5, 5, 15, 15), but=frozenset({"box"}))
    near = scene.near((-5, -5, 25, 5))
    assert (len(near.solids), near.wires, near.along) == (1, [((20, 0), (20, 40))], [])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_nearest_point_of_the_grid_is_at_most_half_a_cell_away(seed: int) -> None:
    source = random.Random(seed)
    point = source.uniform(-500, 500), source.uniform(-500, 500)
    found = snapped(point)
    assert all(abs(x - y) <= GRID / 2 + 1e-9 for x, y in zip(found, point, strict=True))
    assert all(x % GRID == 0 for x in found)
    assert snapped(found) == found
