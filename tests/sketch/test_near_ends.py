"""Ends that lie on others without a joint are found, and joined where they are."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing.sketch.anchors import StrokeEnd, anchors
from lagr_gui.editing.sketch.bodies import draw_rod
from lagr_gui.editing.sketch.connections import join, near_ends
from tests.sketch.drawing import PLANES, Paper

A, B, C, D = (0.0, 0.0), (0.5, 0.4), (0.9, -0.2), (0.2, 0.9)
HAIR = 0.01


def pairs(paper: Paper):
    return near_ends(paper.model, anchors(paper.model, paper.places), HAIR)


def freedoms(paper: Paper) -> int:
    return pipeline.check(paper.model).freedoms


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("off", [0.0, 0.004, -0.004])
@pytest.mark.parametrize("turned", [False, True])
def test_a_rod_that_only_seems_hinged_is_found_and_hinged(plane, off, turned):
    """To another rod, whichever end and whichever way round it was drawn."""
    paper = Paper(plane)
    paper.do(draw_rod, StrokeEnd(A), paper.end(B))
    begin, end = StrokeEnd((B[0] + off, B[1])), StrokeEnd(C)
    paper.do(draw_rod, *((end, begin) if turned else (begin, end)))
    (pair,) = pairs(paper)
    assert {anchor.body for anchor in pair} == {1, 2}
    loose, before = freedoms(paper), paper.places
    paper.model = join(paper.model, paper.places, pair)
    assert freedoms(paper) == loose - 2 and pairs(paper) == ()
    for body in (1, 2):
        assert np.allclose(paper.places.x[body], before.x[body], atol=1e-9)
        assert np.allclose(paper.places.R[body], before.R[body], atol=1e-9)


def test_what_is_hinged_or_apart_is_not_marked():
    """Three rods at one pin hang together through one of them."""
    paper = Paper()
    paper.do(draw_rod, StrokeEnd(A), paper.end(B))
    paper.do(draw_rod, paper.end(B), StrokeEnd(C))
    paper.do(draw_rod, paper.end(B), StrokeEnd(D))
    assert pairs(paper) == ()
    paper.do(draw_rod, StrokeEnd((B[0] + 3 * HAIR, B[1])), StrokeEnd((1.5, 1.0)))
    assert pairs(paper) == ()
