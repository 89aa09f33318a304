"""What is put somewhere by hand stays there: through edits, files, copies and other names."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint

from lagr_gui.catalogue import KINDS
from lagr_gui.drawing import Plan
from lagr_gui.drawing.boxes import middle
from lagr_gui.editing import edits
from lagr_gui.model.files import read_text, write_text
from tests.gui.canvas.test_pictures import random_model, thrown

JOINT, SPRING = "joint:revolute 1", "element:spring 1"


@pytest.fixture
def pair(window):
    """A body with a joint and a spring to the ground."""

    def build(model):
        model = edits.move(edits.add_body(model, (320.0, 0.0)), {"body:0": (0.0, 0.0)})
        return edits.connect(edits.connect(model, "revolute", 0, 1), "spring", 0, 1)

    window.session.edit("Build", build)
    return window.session


def form(window, key):
    return window.canvas.content.items[key].form


def on(hands, point) -> QPoint:
    return hands.point(*point)


def test_a_label_that_is_dragged_stays_where_it_was_put(pair, window, hands):
    x, y = middle(form(window, JOINT).label)
    hands.pull(on(hands, (x, y)), on(hands, (x + 30, y - 40)))
    assert middle(form(window, JOINT).label) == pytest.approx((x + 30, y - 40), abs=1.5)
    assert pair.document.undo_title == "Move label"
    pair.edit("Move", lambda model: edits.move(model, {"body:1": (320.0, 100.0)}))
    (cx, cy), (lx, ly) = form(window, JOINT).centre, middle(form(window, JOINT).label)
    assert (lx - cx, ly - cy) == pytest.approx((30, y - 40), abs=1.5), "it goes with its symbol"


def test_a_symbol_that_is_dragged_takes_its_line_along(pair, window, hands):
    x, y = form(window, SPRING).centre
    hands.pull(on(hands, (x, y)), on(hands, (x, y + 100)))
    assert form(window, SPRING).centre == pytest.approx((x, y + 100), abs=5)
    assert max(b for _, b in form(window, SPRING).line) >= y + 90


def test_an_inner_piece_of_a_line_is_shifted_and_comes_back_by_a_double_click(pair, window, hands):
    before = form(window, SPRING)
    (ax, ay), (bx, _) = before.line[1], before.line[2]
    at = 0.9 * ax + 0.1 * bx, ay
    hands.pull(on(hands, at), on(hands, (at[0] + 3, ay - 60)))
    (a, b), (c, d) = form(window, SPRING).line[1:3]
    assert b == d == pytest.approx(ay - 60, abs=5) and (a, c) == (ax, bx), "only across"
    hands.double_click(on(hands, (at[0], b)))
    assert form(window, SPRING) == before
    assert pair.document.undo_title == "Draw by itself"


def test_a_straight_line_gets_a_corner_where_it_is_pulled(pair, window, hands):
    hands.pull(on(hands, (90.0, 0.0)), on(hands, (120.0, -80.0)))
    assert (120.0, -80.0) in form(window, JOINT).line
    hands.pull(on(hands, (120.0, -80.0)), on(hands, (140.0, -100.0)))
    assert [e.points for e in pair.model.layout.bends] == [((140.0, -100.0),)], "the same corner"


def by_hand(model):
    model = edits.bend(model, JOINT, [(100.0, -80.0), (220.0, -80.0)])
    model = edits.put_label(model, JOINT, (0.0, 30.0))
    return edits.move(model, {SPRING: (160.0, 120.0)})


def test_what_is_put_by_hand_is_kept_in_the_file(pair):
    model = by_hand(pair.model)
    assert read_text(write_text(model), KINDS).layout == model.layout


def test_it_bears_the_new_name_and_goes_with_what_is_deleted(pair):
    model = edits.rename(by_hand(pair.model), JOINT, "hinge")
    assert {e.item for e in (*model.layout.bends, *model.layout.labels)} == {"joint:hinge"}
    model = edits.remove(model, {"joint:hinge", SPRING})
    assert not model.layout.bends and not model.layout.labels
    assert {place.item for place in model.layout.places} == {"body:0", "body:1"}


def test_copies_have_the_same_lines_beside_them(pair):
    model = edits.connect(edits.add_body(by_hand(pair.model), (640.0, 0.0)), "revolute", 1, 2)
    model = edits.bend(model, "joint:revolute 2", [(480.0, -50.0)])
    model = edits.paste(model, edits.copy(model, {"body:1", "body:2"}), (320.0, 300.0))
    bends = {entry.item: entry.points for entry in model.layout.bends}
    assert bends["joint:revolute 4"] == ((480.0, 250.0),)
    assert bends["joint:revolute 2"] == ((480.0, -50.0),)


def test_lines_go_along_when_both_bodies_do_and_stay_when_one_does(pair):
    model = by_hand(pair.model)
    both = edits.move(model, {"body:0": (50.0, 10.0), "body:1": (370.0, 10.0)})
    assert both.layout.bends[0].points == ((150.0, -70.0), (270.0, -70.0))
    one = edits.move(model, {"body:1": (400.0, 10.0)})
    assert one.layout.bends == model.layout.bends


def test_arrange_takes_away_what_was_put_by_hand(pair):
    assert edits.by_hand(edits.arrange(by_hand(pair.model))) == set()


def test_the_plan_after_many_moves_is_the_one_made_from_the_beginning(pair, window):
    content = window.canvas.content
    for number in range(4):
        model = random_model(number)
        for seed in range(4):
            window.session.document.replace(thrown(model, seed), None)
            content.sync()
        there = dict(content._plan.shapes)
        content._plan = Plan()
        content.sync()
        assert content._plan.shapes == there
