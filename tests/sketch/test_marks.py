"""What is drawn beside the mechanism belongs to the drawing: files, history, bodies, names."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits import copy, paste, remove, rename, renumber
from lagr_gui.editing.sketch.bodies import draw_rod
from lagr_gui.editing.sketch.marks import trace_point
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import (
    BodyPoint,
    Model,
    SketchMarks,
    SketchMeasure,
    SketchPoint,
    SketchWall,
    check,
    read_text,
    write_text,
)
from tests.sketch.drawing import Paper


def marked() -> Model:
    """Two rods with a mark of each sort."""
    paper = Paper()
    paper.do(draw_rod, paper.end((0.0, 0.0)), paper.end((0.5, 0.0)))
    paper.do(draw_rod, paper.end((0.5, 0.0)), paper.end((0.9, 0.3)))
    ends = (BodyPoint(), BodyPoint(body=2, point=("l2/2", 0, 0)))
    marks = SketchMarks(
        points=(SketchPoint(name="P", body=2, point=("l2/2", 0, 0)),),
        walls=(SketchWall(end=(1, "l1", 0)), SketchWall(body=1, end=("l1", 0, 0))),
        measures=(SketchMeasure(points=ends, aside=0.1),),
    )
    return paper.model.having(sketch=marks)


def test_they_are_kept_in_the_file() -> None:
    model = marked()
    text = write_text(model)
    assert read_text(text, KINDS) == model and write_text(read_text(text, KINDS)) == text


def test_they_are_no_part_of_the_physics() -> None:
    model = marked()
    bare = model.having(sketch=SketchMarks())
    assert pipeline.physics(model) == pipeline.physics(bare)
    assert pipeline.dynamics(model) == pipeline.dynamics(bare)


def test_they_follow_bodies_and_names() -> None:
    model = renumber(rename(marked(), "parameter:l2", "arm"), {1: 2, 2: 1})
    marks = model.sketch
    assert marks.points[0].body == 1 and marks.points[0].point == ("arm/2", 0, 0)
    assert [wall.body for wall in marks.walls] == [0, 2]
    assert [point.body for point in marks.measures[0].points] == [0, 1]
    assert not check(model, KINDS)


def test_with_a_body_go_the_marks_on_it() -> None:
    marks = remove(marked(), {"body:2"}).sketch
    assert not marks.points and not marks.measures and len(marks.walls) == 2


def test_a_copy_has_marks_of_its_own() -> None:
    model = marked()
    marks = paste(model, copy(model, {"body:1", "body:2"}), (0, 0)).sketch
    assert [mark.name for mark in marks.points] == ["P", "Q"] and marks.points[1].body == 4
    assert [wall.body for wall in marks.walls] == [0, 1, 3]
    assert [point.body for point in marks.measures[1].points] == [0, 4]
    alone = paste(model, copy(model, {"body:1"}), (0, 0)).sketch
    assert [mark.name for mark in alone.points] == ["P"] and len(alone.measures) == 1


@pytest.mark.parametrize(
    ("marks", "place"),
    [
        (SketchMarks(points=(SketchPoint(name="P", body=7),)), "Sketch, point “P”"),
        (SketchMarks(points=(SketchPoint(name="P", point=("nix", 0, 0)),)), "Sketch, point “P”"),
        (SketchMarks(points=(SketchPoint(name="P", point=("2 kg", 0, 0)),)), "Sketch, point “P”"),
        (SketchMarks(walls=(SketchWall(body=3),)), "Sketch, wall no. 1"),
        (SketchMarks(measures=(SketchMeasure(points=(BodyPoint(), BodyPoint(body=5))),)), "Sketch"),
    ],
)
def test_what_is_wrong_with_one_is_told_with_its_place(marks: SketchMarks, place: str) -> None:
    (problem,) = check(Model(sketch=marks), KINDS)
    assert problem.place.startswith(place)


def test_a_point_is_traced_and_traced_no_more() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.0, 0.0)), paper.end((0.5, 0.0)))
    once = trace_point(paper.model, paper.end((0.5, 0.0)))
    assert once.sketch.points == (SketchPoint(name="P", body=1, point=("l1/2", 0, 0)),)
    assert trace_point(once, paper.end((0.5, 0.0))) == paper.model
    with pytest.raises(LagrError, match="No body lies here"):
        trace_point(paper.model, paper.end((2.0, 2.0)))
