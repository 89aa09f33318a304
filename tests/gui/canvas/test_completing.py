"""Drawings that are hard to route are shown at once; their last ways come from another thread."""

from __future__ import annotations

import pytest

from lagr_gui.drawing import Pace, Plan
from lagr_gui.drawing import plan as plans
from lagr_gui.editing import edits
from lagr_gui.gui.canvas import Canvas
from lagr_gui.model import Body, Model


def crowd(count: int) -> Model:
    """Bodies in narrow rows that all hang on the one in their corner."""
    numbers = range(1, count + 1)
    model = Model(bodies=tuple(Body(number=n, name=f"Body {n}") for n in numbers))
    for n in numbers:
        model = edits.connect(model, "revolute", 0, n)
    return edits.move(model, {f"body:{n}": (n % 5 * 200.0, n // 5 * 120.0) for n in (0, *numbers)})


@pytest.fixture
def canvas(window):
    yield window.canvas
    window.canvas.content.finish()


def show(canvas: Canvas, model: Model) -> None:
    canvas.session.document.replace(model, None)
    canvas.content.sync()


def forms(canvas: Canvas) -> dict:
    return {
        key: item.form for key, item in canvas.content.items.items() if not key.startswith("body")
    }


def thorough(canvas: Canvas) -> dict:
    """What a plan finds that is made from the beginning with all the time it needs."""
    model, plan = canvas.session.model, Plan()
    plan.take(model, edits.places(model), canvas.content._looks)
    return plan.shapes


def test_hard_ways_come_later_and_are_those_of_a_plan_without_haste(canvas, qtbot):
    show(canvas, crowd(12))
    first = forms(canvas)
    assert len(first) == 12, "all edges are there at once"
    assert canvas.content.unfinished
    qtbot.waitUntil(lambda: not canvas.content.unfinished)
    assert forms(canvas) == thorough(canvas) != first


def test_what_is_looked_at_before_a_drawing_is_shown_is_limited(canvas, monkeypatch):
    made = []

    class Counted(plans.Effort):
        def __init__(self, left, *rest):
            super().__init__(left, *rest)
            made.append((left, self))

    monkeypatch.setattr(plans, "Effort", Counted)
    monkeypatch.setattr(canvas.content._completion, "start", lambda *_: None)
    show(canvas, crowd(12))
    assert sum(left - effort.left for left, effort in made) <= plans.QUICK + 100


def test_an_edit_takes_the_place_of_ways_that_are_still_sought(canvas):
    show(canvas, crowd(12))
    assert canvas.content.unfinished
    show(canvas, Model())
    assert not canvas.content.unfinished
    assert forms(canvas) == {}
    show(canvas, edits.arrange(crowd(3)))
    assert not canvas.content.unfinished
    assert forms(canvas) == thorough(canvas)


def test_a_picture_waits_for_all_ways(canvas, tmp_path):
    show(canvas, crowd(12))
    assert canvas.save_picture(tmp_path / "drawing.svg")
    assert not canvas.content.unfinished
    assert forms(canvas) == thorough(canvas)


def test_a_plan_that_is_stopped_ends_early(qapp):
    model, plan = crowd(12), Plan()
    plan.stop()
    assert plan.take(model, edits.places(model), {}, Pace.THOROUGH) == set()
