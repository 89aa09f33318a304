"""Pictures of triangles: what is in front is seen, what is covered is filled, edges are soft."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from lagr_gui.drawing.bodies import filling, surfaces
from lagr_gui.drawing.bodies.filling import FAR, LEVELS, NOTHING, Filling
from lagr_gui.drawing.bodies.raster import FINE, Raster, Step, in_bands, library

SIZE = 40


def table(count: int) -> np.ndarray:
    """Colours that tell the triangle in red."""
    colors = np.zeros((count, LEVELS, 4), np.int64)
    colors[:, :, 0] = 255
    colors[:, :, 1] = np.arange(count)[:, None] + 1
    return colors


def drawn(pixels: np.ndarray, near: np.ndarray) -> tuple[Raster, np.ndarray]:
    """Triangles (t, 3, 2) with nearness (t, 3), each of a colour of its own."""
    raster = Raster()
    raster.begin(SIZE, SIZE)
    count = len(pixels)
    corners = np.arange(3 * count).reshape(-1, 3)
    sided = np.ones(count, np.int64)
    light = np.full(3 * count, 0.5)
    raster.draw(pixels.reshape(-1, 2), near.ravel(), light, corners, np.arange(count), sided)
    return raster, raster.picture(table(count))


def seen_by_rays(pixels: np.ndarray, near: np.ndarray, at: np.ndarray) -> tuple[int, float, float]:
    """The nearest triangle under a pixel, its lead on the next one, and the distance to edges."""
    found: list[tuple[float, int]] = []
    margin = np.inf
    for index, (corners, depths) in enumerate(zip(pixels, near, strict=True)):
        matrix = np.vstack([corners.T, np.ones(3)])
        if abs(np.linalg.det(matrix)) < 1e-9:
            continue
        weights = np.linalg.solve(matrix, [*at, 1.0])
        margin = min(margin, float(np.abs(weights).min()))
        if np.all(weights >= 0):
            found.append((float(weights @ depths), index))
    found.sort(reverse=True)
    if not found:
        return NOTHING, np.inf, margin
    lead = found[0][0] - found[1][0] if len(found) > 1 else np.inf
    return found[0][1], lead, margin


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_triangle_is_seen_at_every_pixel(seed: int) -> None:
    source = np.random.default_rng(seed)
    pixels = source.uniform(-10, SIZE + 10, (12, 3, 2))
    near = source.uniform(-1, 1, (12, 3))
    raster, _ = drawn(pixels, near)
    compared = 0
    for row, column in source.integers(0, FINE * SIZE, (400, 2)).tolist():
        at = np.array([column + 0.5, row + 0.5]) / FINE
        triangle, lead, margin = seen_by_rays(pixels, near, at)
        if lead < 1e-9 or margin < 1e-9:
            continue  # both are right
        shown = raster._shown[row * FINE * SIZE + column]
        assert shown // LEVELS == triangle if triangle >= 0 else shown == NOTHING
        compared += 1
    assert compared > 350


def test_triangles_that_meet_leave_no_gap_and_cover_their_area() -> None:
    source = np.random.default_rng(3)
    middle = source.uniform(15, 25, 2)
    corners = np.array([[5, 5], [35, 5], [35, 35], [5, 35]], float)
    fan = np.array([[middle, corners[i], corners[(i + 1) % 4]] for i in range(4)])
    _, picture = drawn(fan, np.zeros((4, 3)))
    alpha = picture >> 24
    assert np.all(alpha[5:35, 5:35] == 255)
    assert alpha.sum() == 255 * 900


def test_an_edge_is_as_soft_as_it_is_covered() -> None:
    half = np.array([[[0, 0], [20.5, 0], [0, 400]], [[20.5, 0], [20.5, 400], [0, 400]]], float)
    _, picture = drawn(half, np.zeros((2, 3)))
    column = (picture >> 24)[10]
    assert column[19] == 255 and column[21] == 0
    assert column[20] == pytest.approx(127, abs=1)


def test_the_back_of_a_closed_surface_is_not_drawn() -> None:
    corners = np.array([[0, 0], [30, 0], [0, 30]], float)
    for order, alpha in (([0, 1, 2], 0), ([0, 2, 1], 255)):
        raster = Raster()
        raster.begin(SIZE, SIZE)
        zero, one = np.zeros(3), np.zeros(1, np.int64)
        raster.draw(corners[order], zero, zero, np.array([[0, 1, 2]]), one, one)
        assert raster.picture(table(1))[5, 5] >> 24 == alpha


def test_nothing_that_is_no_number_or_far_outside_is_drawn() -> None:
    wild = np.array(
        [
            [[np.nan, 0], [5, 5], [0, 5]],
            [[np.inf, 0], [5, 5], [0, 5]],
            [[1e12, 1e12], [2e12, 1e12], [1e12, 2e12]],
            [[3, 3], [3, 3], [3, 3]],
        ]
    )
    _, picture = drawn(wild, np.zeros((4, 3)))
    assert not picture.any()


def test_nothing_of_earlier_pictures_is_left() -> None:
    source, again = np.random.default_rng(7), Raster()
    for size in (SIZE, SIZE, SIZE, SIZE + 3, SIZE + 3, SIZE):
        count = int(source.integers(0, 4))
        pixels = source.uniform(-10, 10, (count, 3, 2)) + source.uniform(-10, size + 10, 2)
        given = (
            source.uniform(-1, 1, 3 * count),
            source.uniform(0, 1, 3 * count),
            np.arange(3 * count).reshape(-1, 3),
            np.arange(count),
            np.ones(count, np.int64),
        )
        pictures = []
        for raster in (again, Raster()):
            raster.begin(size, size)
            raster.shade(pixels.reshape(-1, 2) + 4, given[2], given[4], count)
            raster.draw(pixels.reshape(-1, 2), *given)
            picture = raster.picture(table(count + 1))
            places = [raster.nearest(np.array(at)) for at in pixels.reshape(-1, 2)]
            pictures.append((picture, places))
        assert np.array_equal(pictures[0][0], pictures[1][0])
        assert pictures[0][1] == pictures[1][1]


def bead(raster: Raster, seed: int) -> None:
    """A capsule turned at random, with its shadow beside it."""
    source = np.random.default_rng(seed)
    surface = surfaces.capsule(7.0, 12.0)
    turn = np.linalg.qr(source.normal(size=(3, 3)))[0]
    turn[0] *= np.linalg.det(turn)
    corners = surface.corners @ turn.T + source.uniform(10, SIZE - 10, 3)
    triangles, none = surface.triangles, np.zeros(len(surface.triangles), np.int64)
    light = source.uniform(0, 1, len(corners))
    raster.shade(corners[:, :2] + 6.3, triangles, none, 1)
    raster.draw(corners[:, :2], corners[:, 2], light, triangles, none, none)


@pytest.mark.parametrize("helpers", [0, 1, 3])
def test_threads_that_share_a_picture_draw_what_one_draws(
    monkeypatch: pytest.MonkeyPatch, helpers: int
) -> None:
    def whole(steps: Sequence[Step], rows: int, least: int) -> None:
        for step in steps:
            step(0, rows)

    shared, alone = Raster(), Raster()
    for size, seed in ((SIZE, 1), (SIZE, 2), (3 * SIZE + 1, 3), (1, 4), (SIZE, 5)):
        seen = []
        for raster, way in ((shared, in_bands), (alone, whole)):
            monkeypatch.setattr("lagr_gui.drawing.bodies.raster.in_bands", way)
            monkeypatch.setattr("lagr_gui.drawing.bodies.raster.HELPERS", helpers)
            raster.begin(size, 2 * size)
            bead(raster, seed)
            seen.append(raster.picture(table(2)))
        assert np.array_equal(*seen)
        assert size == 1 or seen[0].any()


@pytest.mark.parametrize("seed", range(4))
def test_the_front_of_what_is_closed_covers_what_both_sides_do(seed: int) -> None:
    shown = []
    for sided in (0, 1):
        raster = Raster()
        raster.begin(SIZE, SIZE)
        surface = surfaces.capsule(0.2, 0.4)
        corners = surface.corners * 30 + SIZE / 2
        corners[:, 1] = np.minimum(corners[:, 1], 25.0 + seed)  # as on the ground: partly flat
        every = np.full(len(surface.triangles), sided)
        raster.shade(corners[:, :2], surface.triangles, every, 0)
        shown.append(raster.picture(table(1)))
    assert np.array_equal(*shown) and shown[0].any()


def test_machine_code_and_python_draw_the_same() -> None:
    source = np.random.default_rng(5)
    size, count = 12, 5
    near = source.uniform(-1, 1, 3 * count)
    given = {
        "width": size,
        "height": size,
        "blocks": 1,
        "count": count,
        "x": source.uniform(-3, size + 3, 3 * count),
        "y": source.uniform(-3, size + 3, 3 * count),
        "near": near,
        "light": source.uniform(0, 1, 3 * count),
        "corners": np.arange(3 * count),
        "shades": LEVELS * np.arange(count),
        "sided": np.ones(count, np.int64),
    }
    code, shown = library(), []
    assert code is not None
    for clear, draw in ((code.clear, code.draw), (filling.clear, filling.draw)):
        kept = np.empty(size * size), np.empty(size * size, np.int64)
        touched = np.ones(size, np.int64)
        one = Filling(**given, touched=touched, depth=kept[0], shown=kept[1])
        clear(one, 0, size)
        draw(one, 0, size)
        shown.append(kept)
    assert np.array_equal(shown[0][1], shown[1][1])
    assert np.array_equal(shown[0][0], shown[1][0])
    assert (shown[0][0] == FAR).any() and (shown[0][0] > FAR).any()
