"""What is moved over the drawing is drawn into line with others, and lines say with what."""

from __future__ import annotations

from itertools import combinations

from hypothesis import assume, given
from hypothesis import strategies as st

from lagr_gui.drawing.boxes import about, overlap
from lagr_gui.drawing.guides import guided

NUMBERS = st.integers(-600, 600).map(float)
BOXES = st.builds(about, st.tuples(NUMBERS, NUMBERS), st.just(132.0), st.just(62.0))


def test_centres_edges_and_nothing():
    other = about((0.0, 0.0), 132, 62)
    found = guided(about((300.0, 3.0), 132, 62), [other], 5)
    assert (found.x, found.y) == (None, -3.0)
    assert ((-66.0, 0.0), (366.0, 0.0)) in found.lines
    left = guided(about((-40.0, 300.0), 40, 40), [other], 7)  # edges of different sizes
    assert (left.x, left.y) == (-6.0, None)
    assert left.lines == (((-66.0, -31.0), (-66.0, 320.0)),)
    assert guided(about((300.0, 300.0), 132, 62), [other], 5).lines == ()


def test_gaps_are_made_equal_between_two_and_after_two():
    first, second = about((0.0, 0.0), 100, 60), about((400.0, 0.0), 100, 60)
    between = guided(about((203.0, 40.0), 100, 60), [first, second], 5)
    assert between.x == -3.0
    assert ((50.0, 40.0), (150.0, 40.0)) in between.lines
    assert ((250.0, 40.0), (350.0, 40.0)) in between.lines
    after = guided(about((798.0, 40.0), 100, 60), [first, second], 5)
    assert after.x == 2.0
    before = guided(about((-404.0, 40.0), 100, 60), [first, second], 5)
    assert before.x == 4.0


def test_along_the_paper_as_across():
    boxes = [about((0.0, 0.0), 60, 100), about((0.0, 400.0), 60, 100)]
    found = guided(about((40.0, 203.0), 60, 100), boxes, 5)
    assert found.y == -3.0 and ((40.0, 50.0), (40.0, 150.0)) in found.lines


@given(BOXES, st.lists(BOXES, max_size=5))
def test_a_step_is_short_and_leads_to_where_none_is_needed(box, others):
    boxes = [box, *others]
    assume(not any(overlap(a, b) for a, b in combinations(boxes, 2)))
    found = guided(box, others, 5)
    x, y = found.x or 0.0, found.y or 0.0
    assert max(abs(x), abs(y)) <= 5
    assert bool(found.lines) == (found.x is not None or found.y is not None)
    again = guided((box[0] + x, box[1] + y, box[2] + x, box[3] + y), others, 5)
    assert not again.x if found.x is not None else True
