"""The mechanism of a document shows what the sketch shows, with its signs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.drawing.labels import LabelBox
from lagr_gui.editing import edits
from lagr_gui.exchange.documents.sketch import HEIGHT, DrawnMechanism, sketch, width_of
from lagr_gui.exchange.documents.sketch_signs import BAR, PIXEL, SketchSign, fine, softened
from lagr_gui.exchange.documents.typst_figures import mechanism
from lagr_gui.exchange.documents.typst_paper import pages
from lagr_gui.model import Body, Inertia, Model, Shape
from lagr_gui.model.marks import SketchWall
from lagr_gui.prepared import prepare
from lagr_gui.scenery.camera import orbit_camera, plane_camera, upward
from lagr_gui.scenery.first_view import first_angles
from lagr_gui.scenery.scene import build_scene
from lagr_gui.scenery.signs import mechanism_signs
from lagr_gui.scenery.strokes import SceneSight
from lagr_gui.subsystems import flat
from lagr_gui.typesetting.words import latex_words
from tests.samples.gallery import NAMES, sample
from tests.systems import element, joint, system


def drawn(model: Model) -> DrawnMechanism:
    """The picture of a model at its start."""
    found = sketch(flat(model), pipeline.start_motion(model))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def cart() -> Model:
    """A cart on a rail, with a spring to a wall that is drawn, and a pendulum on it."""
    model = edits.connect(sample("cart_pole"), "spring", 0, 1)
    place = len(model.elements) - 1
    model = edits.set_value(model, ("elements", place, "point_a"), (-1.0, 0.0, 0.0))
    wall = SketchWall(start=(-1.0, 0.4, 0), end=(-1.0, -0.4, 0))
    return model.having(sketch=model.sketch.having(walls=(wall,)))


def lines(picture: DrawnMechanism) -> list[SketchSign]:
    return [sign for sign in picture.signs if not sign.fill]


def test_a_spring_is_a_zigzag_from_the_wall_to_the_body(cart: Model) -> None:
    picture = drawn(cart)
    (spring,) = (s for s in lines(picture) if any(len(way) > 10 for way in s.ways))
    way = np.array(next(way for way in spring.ways if len(way) > 10))
    turns = np.diff(np.sign(np.diff(way[1:-1, 1])))
    assert np.count_nonzero(turns) >= 8
    wall = next(np.array(s.ways[0]) for s in lines(picture) if len(s.ways[0]) == 2)
    assert way[0, 0] == pytest.approx(wall[0, 0], abs=0.01)


@pytest.mark.parametrize("side", [0.0, 1.0])
def test_a_spring_along_a_bar_lies_over_it_and_others_below(side: float) -> None:
    """That of the bar would be hidden; one that goes away from it ends below it."""
    bar = Body(
        number=1, mass=1, inertia=Inertia(zz=0.1), shape=Shape(form="rod", size=(1, 0.4, 0.4))
    )
    pin = joint("revolute", "A", 0, 1, point_child=(-0.5, 0, 0), coordinates=("q1",))
    spring = element("spring", "s", body_a=1, body_b=0, point_a=(0.5, 0, 0), c=1)
    spring = spring.having(point_b=(side, 2 * side, 0))
    signs = drawn(system([bar], [pin], [spring])).signs
    coils = next(n for n, s in enumerate(signs) if any(len(way) > 10 for way in s.ways))
    body = next(n for n, s in enumerate(signs) if s.fill and len(s.ways[0]) >= 4)
    assert (coils > body) == (side == 0)


def test_between_balls_that_may_touch_there_is_nothing() -> None:
    cradle = sample("newtons_cradle")
    assert len(drawn(cradle).signs) == len(drawn(cradle.having(elements=())).signs)


def test_walls_and_rails_are_hatched_on_their_far_side(cart: Model) -> None:
    hatched = [s for s in lines(drawn(cart)) if len(s.ways) > 3 and len(s.ways[0]) == 2]
    assert len(hatched) >= 2
    with_wall = len(drawn(cart).signs)
    without = cart.having(sketch=cart.sketch.having(walls=()))
    assert with_wall == len(drawn(without).signs) + 2


def test_bodies_are_areas_as_large_as_their_shapes() -> None:
    model = sample("four_bar")
    picture = drawn(model)
    (start, end), name = picture.measure
    metres = float(latex_words(name).removesuffix("~m").strip("$"))
    unit = (end[0] - start[0]) / metres
    values = prepare(model).values
    for body in model.bodies:
        length = values[str(body.shape.size["xyz".index(body.shape.axis)])]
        spans = [
            max(np.hypot(*(np.array(p) - q)) for p in way for q in np.array(way))
            for sign in picture.signs
            if sign.fill
            for way in sign.ways
        ]
        assert min(abs(span - length * unit) for span in spans) < 0.08 * length * unit


def test_body_0_has_no_number_but_the_supports_that_hold() -> None:
    picture = drawn(sample("double_pendulum"))
    assert [latex_words(name) for _, name in picture.bodies] == [r"\textbf{1}", r"\textbf{2}"]
    assert any(len(sign.ways) > 3 for sign in lines(picture))


def test_a_force_is_an_arrow_from_its_point_in_its_direction() -> None:
    model = sample("slider_crank")
    (force,) = (element for element in model.elements if element.kind == "force")
    turned = {}
    for way in ((-5.0, 0.0, 0.0), (0.0, 5.0, 0.0), ("F*cos(5*t)", "F", 0.0)):
        place = model.elements.index(force)
        pushed = edits.set_value(model, ("elements", place, "vector"), way)
        with_it, without = drawn(pushed), drawn(pushed.having(elements=()))
        signs = [sign for sign in with_it.signs if sign.width == BAR and len(sign.ways) > 1]
        (arrow,) = (sign for sign in signs if len(sign.ways[-1]) == 3)
        assert len(with_it.signs) > len(without.signs)
        turned[way] = np.array(arrow.ways[-1][1]) - arrow.ways[0][0], len(arrow.ways)
    (left, _), (up, _), (_, count) = turned.values()
    assert left[0] < -0.5 and left[1] == pytest.approx(0, abs=2e-3)
    assert up[1] > 0.5 and up[0] == pytest.approx(0, abs=2e-3)
    assert count == 2, "it has a size at the start"


def test_a_force_that_is_not_known_at_the_start_is_dashed() -> None:
    model = sample("slider_crank")
    place = next(i for i, e in enumerate(model.elements) if e.kind == "force")
    pushed = edits.set_value(model, ("elements", place, "vector"), ("sin(t)", 0.0, 0.0))
    signs = [sign for sign in drawn(pushed).signs if len(sign.ways) > 3 and len(sign.ways[-1]) == 3]
    assert len(signs) == 1


def test_a_drive_has_the_letter_of_a_motor_and_its_name() -> None:
    names = [latex_words(name) for _, name in drawn(sample("slider_crank")).elements]
    assert r"\textbf{M}" in names and {"E1", "E2", "E3"} <= set(names)


@pytest.mark.parametrize("name", NAMES)
def test_no_name_stands_on_another_one(name: str) -> None:
    model = sample(name)
    found = sketch(flat(model), pipeline.start_motion(model))
    names = () if found is None else (*found.bodies, *found.joints, *found.elements)
    boxes = [
        LabelBox(x / PIXEL, y / PIXEL, width_of(text), HEIGHT)
        for (x, y), text in names
        if text != r"\textbf{M}"
    ]
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("name", ["four_bar", "robot_arm_6r", "rack_and_pinion", "whipple_bicycle"])
def test_typst_sets_the_picture_within_its_page(name: str) -> None:
    assert pages(mechanism(drawn(sample(name))))


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_has_a_picture_of_few_points(name: str) -> None:
    model = sample(name)
    found = sketch(flat(model), pipeline.start_motion(model))
    if found is not None:
        assert sum(len(way) for sign in found.signs for way in sign.ways) < 5000


def test_outlines_keep_their_form_without_what_nobody_sees() -> None:
    points = np.array([[0, 0], [0.1, 0], [3, 0], [3, 3], [3, 3.2]], float)
    assert fine(points).tolist() == [[0, 0], [3, 0], [3, 3]]
    assert softened("#000000") == "#b8b8b8" and softened("#ffffff") == "#ffffff"


def test_a_knife_edge_lies_along_the_way_on_which_it_may_slide() -> None:
    model = sample("chaplygin_sleigh")
    scene = build_scene(model, pipeline.start_motion(model))
    sight = SceneSight(scene, scene.at(0.0), plane_camera("xy", scene.gravity), (400.0, 300.0))
    (edge,) = (sign for sign in mechanism_signs(sight) if sign.role == "edge")
    (ends,) = edge.lines
    assert edge.keys == ("element:edge",)
    np.testing.assert_allclose(ends[0, 1], ends[1, 1], atol=1e-9)  # along x at the start
    names = [latex_words(text) for _, text in drawn(model).elements]
    assert names == ["E1"]


def test_a_nut_runs_along_a_spindle_that_stands_on_the_ground() -> None:
    scene = build_scene(sample("nut_on_thread"), pipeline.start_motion(sample("nut_on_thread")))
    camera = orbit_camera(*first_angles(scene), upward(scene.gravity))
    sight = SceneSight(scene, scene.at(0.0), camera, (400.0, 300.0))
    (track,) = (ground for ground in scene.grounds if ground.sort == "track")
    support = sight.support(track)
    assert support is not None and support.rail is not None and support.line is not None
    foot, head = support.rail
    assert foot[1] > head[1] and support.slider is None
    np.testing.assert_allclose(np.mean(support.line.ends, axis=0), foot)
