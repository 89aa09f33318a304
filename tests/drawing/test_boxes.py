"""Boxes and segments beside many points that are tried one by one."""

from __future__ import annotations

import math
import random

import pytest

from lagr_gui.drawing import boxes as b
from tests.each import each

SEEDS = range(60)


def point(source: random.Random) -> tuple[float, float]:
    return source.uniform(-10, 10), source.uniform(-10, 10)


def box(source: random.Random) -> b.Box:
    return b.box_of([point(source), point(source)])


def along(segment: b.Segment, count: int = 400) -> list[tuple[float, float]]:
    (x1, y1), (x2, y2) = segment
    parts = [i / count for i in range(count + 1)]
    return [(x1 + t * (x2 - x1), y1 + t * (y2 - y1)) for t in parts]


def inside(at: tuple[float, float], own: b.Box, slack: float = 0.0) -> bool:
    return own[0] - slack < at[0] < own[2] + slack and own[1] - slack < at[1] < own[3] + slack


@each("seed", SEEDS)
def test_a_segment_hits_a_box_where_one_of_its_points_is_in_it(seed: int) -> None:
    source = random.Random(seed)
    own, segment = box(source), (point(source), point(source))
    if any(inside(at, own) for at in along(segment)):
        assert b.hits(segment, own)
    elif b.hits(segment, own):
        assert any(inside(at, own, slack=0.1) for at in along(segment))


@each("seed", SEEDS)
def test_the_nearest_point_is_nearer_than_all_others(seed: int) -> None:
    source = random.Random(seed)
    segment, at = (point(source), point(source)), point(source)
    least = min(math.dist(at, other) for other in along(segment))
    assert b.distance(at, segment) <= least + 1e-12
    assert b.distance(at, segment) == pytest.approx(least, abs=0.05)
    assert math.dist(at, b.nearest(at, segment)) == pytest.approx(b.distance(at, segment))


@each("seed", SEEDS)
def test_a_crossing_lies_on_both_segments(seed: int) -> None:
    source = random.Random(seed)
    one, other = ((point(source), point(source)) for _ in range(2))
    found = b.crossing(one, other)
    assert (found is None) is (b.crossing(other, one) is None)
    if found is not None:
        assert b.distance(found, one) < 1e-9 and b.distance(found, other) < 1e-9
    else:
        sides = [side(other, end) for end in one], [side(one, end) for end in other]
        assert any(first * second >= 0 for first, second in sides)


def side(segment: b.Segment, at: tuple[float, float]) -> float:
    (x1, y1), (x2, y2) = segment
    return (x2 - x1) * (at[1] - y1) - (y2 - y1) * (at[0] - x1)


@each("seed", SEEDS)
def test_boxes_overlap_where_a_point_is_in_both(seed: int) -> None:
    source = random.Random(seed)
    one, other = box(source), box(source)
    shared = any(
        inside(at, one) and inside(at, other) for at in (point(source) for _ in range(500))
    )
    assert b.overlap(one, other) or not shared
    assert b.overlap(one, other) is b.overlap(other, one)
    assert b.overlap(b.united([one, other]), one)


@each("seed", SEEDS)
def test_boxes_around_boxes_and_points_hold_them(seed: int) -> None:
    source = random.Random(seed)
    points = [point(source) for _ in range(6)]
    around = b.box_of(points)
    assert all(inside(at, around, slack=1e-9) for at in points)
    assert {around[0], around[2]} <= {x for x, _ in points}
    wide = b.grown(around, 1.5)
    assert b.middle(wide) == pytest.approx(b.middle(around))
    assert wide[2] - wide[0] == pytest.approx(around[2] - around[0] + 3)
    centre = b.middle(around)
    again = b.about(centre, around[2] - around[0], around[3] - around[1])
    assert again == pytest.approx(around)


@pytest.mark.parametrize("count", range(1, 6))
def test_a_line_of_points_has_one_segment_less(count: int) -> None:
    source = random.Random(count)
    line = [point(source) for _ in range(count)]
    found = b.segments(line)
    assert len(found) == count - 1
    assert [start for start, _ in found] == line[:-1] and [end for _, end in found] == line[1:]
