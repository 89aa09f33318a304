"""Values of items that are typed in the sketch, and names that are given with them."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.editing.edits import remove
from lagr_gui.editing.sketch.anchors import StrokeEnd, anchors
from lagr_gui.editing.sketch.bodies import draw_box
from lagr_gui.editing.sketch.connections import draw_spring, put_slider
from lagr_gui.editing.sketch.definitions import define, without_leftovers
from lagr_gui.editing.sketch.item_values import item_values, lone_name, set_item
from lagr_gui.editing.sketch.marks import shake_ground
from lagr_gui.editing.sketch.plane import BodyPlaces, WorkingPlane
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.prepared import prepare

PLANE = WorkingPlane(np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))


def places_of(model: Model) -> BodyPlaces:
    prepared = prepare(model)
    motion = standing(prepared)
    x, R = ({n: table[0] for n, table in part.items()} for part in (motion.x, motion.R))
    return BodyPlaces(PLANE, x, R, prepared.values)


@pytest.fixture
def drawn() -> Model:
    """A block on a rail between a spring and the ground, which moves."""
    empty = Model()
    model = draw_box(empty, places_of(empty), (0.4, -0.1), (0.6, 0.1))
    places = places_of(model)
    block = next(a for a in anchors(model, places) if a.body)
    at = StrokeEnd(block.at, block)
    model = put_slider(model, places, at, 0.0, 0.1)
    places = places_of(model)
    model = draw_spring(model, places, StrokeEnd((1.0, 0.0)), at)
    return shake_ground(model, places_of(model), (0.0, 0.5), (0.2, 0.5))


def typed(model: Model, key: str, text: str) -> Model:
    found = item_values(model, key, PLANE)
    own = [lone_name(model, one) for one in found]
    model, texts = define(model, text, [one.unit for one in found], own)
    return set_item(model, prepare(model).values, found, texts)


def test_a_name_that_is_given_goes_to_all_who_used_the_old_one(drawn):
    model = typed(drawn, "body:1", "M = 2; J + 0.1; J = 0.3")
    (body,) = model.bodies
    assert (body.mass, body.inertia.zz) == ("M", "J + 0.1")
    assert {p.name: p.value for p in model.parameters}["M"] == 2
    assert {p.name for p in drawn.parameters} - {p.name for p in model.parameters} == {"m1"}


def test_what_is_left_out_stays(drawn):
    (before,) = drawn.bodies
    (body,) = typed(drawn, "body:1", "M = 2").bodies
    assert (body.mass, body.inertia.zz) == ("M", str(before.inertia.zz).replace("m1", "M"))
    (body,) = typed(drawn, "body:1", "; 0.3").bodies
    assert (body.mass, body.inertia.zz) == (before.mass, 0.3)


def test_a_moved_ground_has_the_equations_of_a_relative_motion(drawn):
    model = typed(drawn, "body:0", "FU(t) = A*sin(w*t); 0; A = 0.3; w = 2")
    (found,) = pipeline.evaluate(model, [{"t": 0.7, "q": [0.1], "qd": [0.0]}])
    still = remove(model, {"body:0"})
    assert not any(still.base.position)
    (rest,) = pipeline.evaluate(still, [{"t": 0.7, "q": [0.1], "qd": [0.0]}])
    led = -0.3 * 4 * np.sin(1.4)
    assert found.qdd[0] == pytest.approx(rest.qdd[0] - led, rel=1e-12)


def test_the_weight_is_typed_without_its_sign():
    model = typed(Model(), "gravity", "GE = 9.7")
    assert model.gravity == (0, "-GE", 0)
    assert typed(model, "gravity", "2*GE").gravity == (0, "-(2*GE)", 0)


@pytest.mark.parametrize("text", ["sin = 3; 1", "x1 = 3; 1", "2; 3; 4"])
def test_what_cannot_be_is_told(drawn, text):
    with pytest.raises(LagrError):
        typed(drawn, "body:1", text)


def names_in(model: Model) -> set[str]:
    return {entry.name for entry in (*model.parameters, *model.functions)}


@pytest.mark.parametrize(
    ("key", "text", "gone"),
    [
        ("body:0", "FU(t) = A*sin(w*t); 0; A = 0.3; w = 2", {"u1", "A0", "Omega0"}),
        ("body:0", "0.1*sin(4*t)", {"u1", "A0", "Omega0"}),
        ("body:0", "A0*sin(4*t)", {"u1", "Omega0"}),
        ("element:spring 1", "2*C; ; C = 40", {"c1"}),
        ("body:1", "2*M; ; M = 3", {"m1"}),
        ("element:spring 1", "70", set()),
    ],
)
def test_what_strokes_made_and_a_typed_value_puts_out_of_use_goes(drawn, key, text, gone):
    left = without_leftovers(drawn, typed(drawn, key, text))
    assert names_in(drawn) - names_in(left) == gone
    assert not [problem for problem in pipeline.check(left).problems if problem.severity == "error"]


def test_what_the_user_typed_stays(drawn):
    own = typed(drawn, "element:spring 1", "C10 = 80")
    assert "C10" in names_in(without_leftovers(own, typed(own, "element:spring 1", "2*C; C = 40")))
    both = typed(drawn, "element:spring 1", "2*C; ; C = 40; c1 = 30")
    assert "c1" in names_in(without_leftovers(drawn, both))
    idle = typed(drawn, "body:1", "; 0.3")  # a1 and b1 were the shape's and are
    assert names_in(without_leftovers(drawn, idle)) == names_in(drawn)
