"""Ropes over discs, as pictures show them."""

from __future__ import annotations

from itertools import pairwise
from math import acos, cos, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.scenery.strokes import rope_way, round_radius


def length(points: np.ndarray) -> float:
    return sum(float(np.hypot(*(b - a))) for a, b in pairwise(points))


def test_without_discs_a_rope_runs_from_point_to_point() -> None:
    points = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]])
    way = rope_way(points, [0, 0, 0])
    assert way.whole == pytest.approx(points)
    assert way.spans == pytest.approx(np.stack([points[:2], points[1:]]))


@pytest.mark.parametrize("mirror", [1, -1])
def test_a_rope_over_one_disc_has_the_length_of_a_belt(mirror: int) -> None:
    points = np.array([[-3.0, -4.0], [0.0, 0.0], [3.0, -4.0]]) * [1, mirror]
    r, d = 1.0, 5.0
    wound = 2 * pi - 2 * acos(r / d) - 2 * acos(0.8)
    way = rope_way(points, [0, r, 0])
    assert length(way.whole) == pytest.approx(2 * sqrt(d * d - r * r) + r * wound, rel=2e-3)


def test_a_rope_that_goes_straight_on_touches_the_disc() -> None:
    way = rope_way(np.array([[-3.0, 0.0], [0.0, 0.0], [3.0, 0.0]]), [0, 1, 0])
    assert np.hypot(*way.arcs[1].T) == pytest.approx(1.0)
    assert length(way.whole) < 7


POINT = st.tuples(st.floats(-5, 5), st.floats(-5, 5))


@given(st.lists(st.tuples(POINT, st.floats(0, 0.9)), min_size=3, max_size=6))
def test_a_rope_touches_each_disc_and_leaves_it_along_its_rim(discs) -> None:
    points = np.array([[4.0 * k + 0.2 * x, y] for k, ((x, y), _) in enumerate(discs)])
    radii = [0.0, *(r for _, r in discs[1:-1]), 0.0]
    way = rope_way(points, radii)
    assert way.whole[[0, -1]] == pytest.approx(points[[0, -1]])
    for middle, radius, arc, before, after in zip(
        points[1:-1], radii[1:-1], way.arcs[1:-1], way.spans[:-1], way.spans[1:], strict=True
    ):
        assert np.hypot(*(arc - middle).T) == pytest.approx(radius, abs=1e-9)
        assert before[1] == pytest.approx(arc[0])
        assert after[0] == pytest.approx(arc[-1])
        for span, touch in ((before, arc[0]), (after, arc[-1])):
            along = span[1] - span[0]
            assert abs(float(along @ (touch - middle))) < 1e-6 * max(1.0, float(np.hypot(*along)))


def test_discs_that_swallow_each_other_are_left_out() -> None:
    points = np.array([[0.0, 0.0], [1.0, 1.0], [1.1, 0.5], [2.0, 2.0]])
    assert np.isfinite(rope_way(points, [0, 3.0, 1.0, 0]).whole).all()
    same = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0], [2.0, 0.0]])
    assert rope_way(same, [0, 0.5, 0.3, 0]).whole == pytest.approx(same)
    assert np.isfinite(rope_way(same, [0, 0.5, 0.5, 0]).whole).all()


def test_only_circles_about_the_point_are_discs() -> None:
    ring = np.array([[cos(a), sin(a)] for a in np.linspace(0, 2 * pi, 36)])
    assert round_radius(2 * ring, np.zeros(2)) == pytest.approx(2.0)
    assert round_radius(ring, np.array([0.2, 0.0])) == 0.0
    assert round_radius(np.array([[1.0, 1.0], [-1, 1], [-1, -1], [1, -1]]), np.zeros(2)) == 0.0
