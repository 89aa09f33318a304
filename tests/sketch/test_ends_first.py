"""Ends come before the grid: what lies on an end to the eye is on it."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui.editing.sketch.anchors import Anchor
from lagr_gui.editing.sketch.snapping import Snapping

OFF, ANGLES = st.floats(0, 13.9), st.floats(0, 360)
STARTS = st.sampled_from([None, (-1.3, 0.4), (0.0, -2.0), (1.0, 1.0), (0.7, 0.33)])


def snapping(scale: float, *points: Anchor, lines=()) -> Snapping:
    """What a pointer snaps to at a scale (pixels per metre), with a grid of 60 pixels or so."""
    grid = 10.0 ** round(-2 + (3 - len(str(int(scale)))) + 1) if scale > 1 else 100.0
    return Snapping(points, grid, 9 / scale, lines, 14 / scale)


@settings(max_examples=80)
@given(OFF, ANGLES, STARTS, st.booleans(), st.sampled_from([30.0, 300.0, 3000.0]))
def test_near_an_end_a_stroke_is_on_it_wherever_the_grid_lies(off, angle, start, length, scale):
    """On a crossing of the grid and beside it, with lines through it, from any start."""
    for place in ((0.2, 0.1), (0.2137, 0.0911)):
        end = Anchor(1, (0.5, 0, 0), place, "end")
        lines = [((place[0] - 1, place[1]), (place[0] + 1, place[1]))]
        pointer = (
            place[0] + off / scale * cos(radians(angle)),
            place[1] + off / scale * sin(radians(angle)),
        )
        for snap in (snapping(scale, end), snapping(scale, end, lines=lines)):
            assert snap(pointer, start, length).anchor is end


@settings(max_examples=80)
@given(st.floats(-40, 40), st.floats(-40, 40), STARTS, st.booleans())
def test_what_comes_to_lie_on_a_point_is_joined_to_it(dx, dy, start, length):
    """Also by level, grid, round angle or length, and whatever sort the point is of."""
    scale = 300.0
    for sort in ("end", "pin", "centre", "corner"):
        point = Anchor(1, (0, 0, 0), (0.2, 0.1), sort)
        end = snapping(scale, point)((0.2 + dx / scale, 0.1 + dy / scale), start, length)
        off = max(abs(end.at[0] - 0.2), abs(end.at[1] - 0.1))
        assert (end.anchor is point) == (off == 0) and (off == 0 or off > 0.5 / scale)


@pytest.mark.parametrize("typed", [(0.2, 0.1), (0.2 + 1e-12, 0.1), (0.2, 0.1 + 0.5 / 300)])
def test_a_typed_place_within_a_hair_of_an_end_is_on_it(typed):
    end = Anchor(1, (0.5, 0, 0), (0.2, 0.1), "end")
    assert snapping(300.0, end).joined(typed).anchor is end
    away = snapping(300.0, end).joined((0.2, 0.11))
    assert away.anchor is None and away.at == (0.2, 0.11)
