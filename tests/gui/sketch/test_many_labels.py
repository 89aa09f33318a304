"""Texts of larger mechanisms: written where they have room, and steady while one draws."""

from __future__ import annotations

from itertools import combinations

import pytest

from lagr_gui.editing.sketch.anchors import StrokeEnd
from lagr_gui.editing.sketch.bodies import draw_disc, draw_rod
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.view import Sketch
from tests.sketch.drawing import Paper


def chain(count: int) -> Paper:
    """Rods, one hinged to the end of the other, in a zigzag."""
    paper, at = Paper(), (0.0, 0.0)
    for number in range(count):
        to = at[0] + 0.3, 0.2 if number % 2 else 0.0
        paper.do(draw_rod, paper.end(at), StrokeEnd(to))
        at = to
    return paper


@pytest.fixture
def sketch(qtbot):
    session = Session()
    shown = Sketch(session)
    qtbot.addWidget(shown)
    shown.resize(1100, 500)
    shown.show()
    yield shown
    session.close()


def show(sketch: Sketch, paper: Paper) -> None:
    sketch.session.edit("Draw a rod", lambda _: paper.model)
    sketch.session.derivation.cancel()
    sketch.grab()


def places(sketch: Sketch) -> dict[tuple[str, str], tuple[float, float]]:
    return {
        (one.sort, one.name): (one.box.center().x(), one.box.center().y()) for one in sketch.written
    }


def test_a_seventh_body_takes_no_value_away(sketch):
    show(sketch, chain(6))
    sketch.fit()
    sketch.grab()
    before = set(places(sketch))
    show(sketch, chain(7))
    assert before <= set(places(sketch))
    for one, other in combinations(sketch.written, 2):
        assert not one.box.intersects(other.box)


def test_values_stay_where_they_are_while_something_is_drawn_elsewhere(sketch):
    paper = chain(3)
    show(sketch, paper)
    sketch.fit()
    sketch.zoom_by(0.7)
    sketch.grab()
    before = places(sketch)
    assert len(before) >= 5
    paper.do(draw_disc, StrokeEnd((1.3, 0.5)), (1.4, 0.5))
    show(sketch, paper)
    after = places(sketch)
    assert {key: after[key] for key in before} == {
        key: pytest.approx(at) for key, at in before.items()
    }


def test_values_that_have_no_room_are_left_out_and_come_back_when_one_zooms_in(sketch):
    show(sketch, chain(8))
    sketch.fit()
    sketch.grab()
    known = set(places(sketch))
    sketch.zoom_by(0.08)
    sketch.grab()
    assert not places(sketch)
    sketch.fit()
    sketch.grab()
    assert set(places(sketch)) == known


def test_values_of_what_is_selected_are_written_however_small_it_is(sketch):
    show(sketch, chain(8))
    sketch.fit()
    sketch.zoom_by(0.08)
    sketch.session.select({"body:3"})
    sketch.grab()
    assert {one.body for one in sketch.written} == {3}
