"""What a pointer is taken to mean: points first, then lines level with the start, then the grid."""

from __future__ import annotations

from math import cos, hypot, radians, sin, tan
from random import Random

import pytest

from lagr_gui.editing.sketch.anchors import Anchor
from lagr_gui.editing.sketch.snapping import Snapping, measure, typed_corner

PIXEL = 1 / 300
REACH = 9 * PIXEL


def snapping(points=(), lines=()) -> Snapping:
    return Snapping(points, 0.1, REACH, lines)


@pytest.mark.parametrize("pixels", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("wall", [True, False])
def test_a_stroke_some_pixels_off_level_is_level(pixels: int, wall: bool) -> None:
    start = 0.3, 0.575
    walls = [((-0.3, 0.4), (-0.3, 0.8))] if wall else []
    end = snapping(lines=walls)((-0.3, 0.575 + pixels * PIXEL), start).at
    assert end == (-0.3, 0.575)
    assert measure(start, end) == (pytest.approx(0.6), pytest.approx(180))


@pytest.mark.parametrize("pixels", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("wall", [True, False])
def test_a_stroke_some_pixels_off_upright_is_upright(pixels: int, wall: bool) -> None:
    walls = [((0.0, 1.0), (2.0, 1.0))] if wall else []
    end = snapping(lines=walls)((0.575 + pixels * PIXEL, 1.0), (0.575, 0.3)).at
    assert end == (0.575, 1.0)


def test_a_wall_that_is_inclined_is_met_level_with_the_start() -> None:
    walls = [((-0.5, 0.0), (0.0, 1.0))]
    end = snapping(lines=walls)((-0.2125 + PIXEL, 0.575 + PIXEL), (0.3, 0.575)).at
    assert end == (pytest.approx(-0.2125), 0.575)


def test_far_from_level_a_wall_takes_a_round_place() -> None:
    walls = [((-0.3, 0.4), (-0.3, 0.8))]
    assert snapping(lines=walls)((-0.3, 0.575 + 8 * PIXEL), (0.3, 0.575)).at == pytest.approx(
        (-0.3, 0.6)
    )


@pytest.mark.parametrize("off", [(0, 0), (1, -1), (-2, 2), (3, 0)])
def test_a_crossing_of_the_grid_under_the_pointer_wins_over_round_angles(off) -> None:
    at = 1.0 + off[0] * PIXEL, off[1] * PIXEL
    assert snapping()(at, (0.8, 0.8)).at == (1.0, 0.0)
    assert snapping()(at, (0.7847, 0.8017)).at == (1.0, 0.0)  # 15° steps lead close by


@pytest.mark.parametrize("wall", [((0.5, -0.2), (1.1, -0.2)), ((1.1, -0.2), (0.5, -0.2))])
@pytest.mark.parametrize("turned", [False, True])
def test_a_place_on_a_wall_is_level_with_a_point_near_by(wall, turned: bool) -> None:
    def of(x: float, y: float) -> tuple[float, float]:
        return (y, x) if turned else (x, y)

    point = Anchor(1, (0, 0, 0), of(0.8033, 0.15), "centre")
    snap = snapping([point], [(of(*wall[0]), of(*wall[1]))])
    assert snap(of(0.8033 + 3 * PIXEL, -0.2 + 2 * PIXEL)).at == pytest.approx(of(0.8033, -0.2))
    assert snap(of(0.8033 + 8 * PIXEL, -0.2)).at == pytest.approx(of(0.83, -0.2))


@pytest.mark.parametrize("off", [-8, -3, 0, 5])
@pytest.mark.parametrize("angle", [7.0, 90.0, 132.5])
def test_a_place_beside_the_axis_of_a_rod_lies_on_it(off: float, angle: float) -> None:
    way = cos(radians(angle)), sin(radians(angle))
    rod = (0.1, 0.2), (0.1 + 0.8 * way[0], 0.2 + 0.8 * way[1])
    beside = (
        0.1 + 0.503 * way[0] - off * PIXEL * way[1],
        0.2 + 0.503 * way[1] + off * PIXEL * way[0],
    )
    x, y = snapping(lines=[rod])(beside).at
    assert (x - 0.1) * way[1] == pytest.approx((y - 0.2) * way[0], abs=1e-15)
    assert hypot(x - 0.1, y - 0.2) == pytest.approx(0.5)


def test_a_point_of_a_body_wins_over_all_lines() -> None:
    point = Anchor(1, (0, 0, 0), (0.52, 0.213), "end")
    found = snapping([point])((0.52 + 5 * PIXEL, 0.2), (0.0, 0.2))
    assert found.anchor is point and found.at == point.at


@pytest.mark.parametrize("turn", [15, 30, 45, 60, 75])
def test_away_from_the_grid_round_angles_are_caught(turn: int) -> None:
    way = cos(radians(turn)), sin(radians(turn))
    start = 0.0, 0.0
    at = 0.453 * way[0] - 2 * PIXEL * way[1], 0.453 * way[1] + 2 * PIXEL * way[0]
    end = snapping()(at, start).at
    off = hypot(at[0] - round(at[0], 1), at[1] - round(at[1], 1))
    if off > REACH / 2:
        assert measure(start, end)[1] == pytest.approx(turn)


@pytest.mark.parametrize(("off", "upright"), [((8, 46), True), ((12, 46), False)])
def test_a_short_stroke_nearly_upright_is_upright(off, upright: bool) -> None:
    start = 0.72, 0.16
    end = snapping()((start[0] + off[0] * PIXEL, start[1] + off[1] * PIXEL), start)
    assert (abs(end.at[0] - start[0]) < 1e-12) == upright


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("start", [(0.0, 0.0), (0.3, 0.575), (-0.11, 0.2)])
def test_what_has_a_length_gets_a_round_one_that_is_near(seed: int, start) -> None:
    rng = Random(seed)
    at = rng.uniform(-2, 2), rng.uniform(-2, 2)
    end = snapping()(at, start, has_length=True).at
    assert hypot(end[0] - at[0], end[1] - at[1]) < 3 * REACH
    length = measure(start, end)[0]
    crossing = all(abs(entry - round(entry, 1)) < 1e-12 for entry in end)
    level = min(abs(end[axis] - start[axis]) for axis in (0, 1)) < 1e-12
    assert crossing or level or abs(length - round(length, 2)) < 1e-9


SIDES = [
    "0.3 0.2",
    "0.3 × 0.2",
    "0.3×0.2",
    "0.3 x 0.2",
    "0.3; 0.2",
    "0.3, 0.2",
    "300 mm 20 cm",
    "b b-0.1",
]


@pytest.mark.parametrize("text", SIDES)
@pytest.mark.parametrize("across", [1, -1])
@pytest.mark.parametrize("up", [1, -1])
def test_width_and_height_of_a_box_lead_to_the_side_of_the_pointer(text, across, up) -> None:
    corner = typed_corner(text, (0.5, -0.1), (0.5 + 0.07 * across, -0.1 + 0.9 * up), {"b": 0.3})
    assert corner == pytest.approx((0.5 + 0.3 * across, -0.1 + 0.2 * up))


@pytest.mark.parametrize("up", [1, 0, -1])
def test_a_width_alone_leaves_the_box_as_high_as_the_pointer_is(up) -> None:
    corner = typed_corner("250 mm", (0.5, 0.1), (0.4, 0.1 + 0.2 * up), {})
    assert corner == pytest.approx((0.25, 0.1 + 0.2 * up))


@pytest.mark.parametrize(
    "text", ["0.3 -0.2", "-0.3 0.2", "0 0.2", "0.3 0", "0.3 0.2 0.1", "0.3 30 deg", "0.3 ×", "-"]
)
def test_what_is_no_width_and_height_leads_nowhere(text) -> None:
    assert typed_corner(text, (0.0, 0.0), (1.0, 1.0), {}) is None


def test_the_level_of_the_ground_wins_over_round_angles() -> None:
    pivot = Anchor(0, (0, 0, 0), (0.0, 0.0), "centre")
    snapping = Snapping([pivot], 0.1, 0.03)
    start = (0.3, 0.2)
    ray = (start[0] + 0.2 / tan(radians(30)), 0.0)  # there a round angle meets it
    for along, wanted in ((0.55, None), (ray[0] + 0.01, ray)):
        end = snapping((along, 0.01), start).at
        assert end[1] == 0.0
        assert wanted is None or end == pytest.approx(wanted)
