"""What is drawn stands where it was drawn, is held as drawn, and moves as such a mechanism does."""

from __future__ import annotations

import re
from math import cos, hypot, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui import pipeline
from lagr_gui.editing.edits import places as diagram_places
from lagr_gui.editing.edits import set_value
from lagr_gui.editing.sketch.anchors import StrokeEnd, anchors, axes, inside
from lagr_gui.editing.sketch.bodies import draw_box, draw_disc, draw_rod
from lagr_gui.editing.sketch.connections import (
    draw_damper,
    draw_spring,
    put_pin,
    put_slider,
    put_weld,
)
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model.record import IDENTITY
from lagr_gui.typesetting.sheet_text import text_equations
from tests.sketch.drawing import PLANES, Paper

A, B, C, D = (0.0, 0.0), (0.15, 0.26), (0.85, 0.6), (0.9, 0.0)


def four_bar(plane: str = "xy") -> Paper:
    """Three rods end to end, their outer ends hung on the ground."""
    paper = Paper(plane)
    for start, end in ((A, B), (B, C), (C, D)):
        paper.do(draw_rod, paper.end(start), paper.end(end))
    paper.do(put_pin, paper.here(D))
    return paper


@pytest.mark.parametrize("plane", PLANES)
def test_a_four_bar_stands_where_it_was_drawn(plane: str) -> None:
    paper = four_bar(plane)
    for body, ends in ((1, (A, B)), (2, (B, C)), (3, (C, D))):
        np.testing.assert_allclose(paper.rod_ends(body), ends, atol=1e-9)
    assert pipeline.mobility(paper.model).freedom.freedoms == 1
    assert len(pipeline.check(paper.model).cuts) == 1
    assert pipeline.start_motion(paper.model).planar == plane


@pytest.mark.parametrize("plane", PLANES)
def test_each_rod_has_an_axis_to_draw_on(plane: str) -> None:
    paper = four_bar(plane)
    paper.do(draw_disc, paper.end((0.5, -0.5)), (0.5, -0.4))
    paper.do(draw_box, (1.2, 0.0), (1.4, 0.1))
    found = sorted(sorted(one) for one in axes(anchors(paper.model, paper.places)))
    expected = sorted(sorted(one) for one in ((A, B), (B, C), (C, D)))
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_a_rod_is_a_thin_rod_with_parameters() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.1, 0.2)), paper.end((0.1, 1.0)))
    body, values = paper.model.body(1), paper.values
    assert body.mass == "m1" and values["l1"] == pytest.approx(0.8)
    assert body.inertia.zz == "m1*l1^2/12" and body.inertia.xx == 0
    (joint,) = paper.model.joints
    assert joint.kind == "planar" and joint.parent == 0
    start = {entry.coordinate: entry.position for entry in paper.model.start}
    assert start == {"x1": 0.1, "y1": 0.6, "phi1": "pi/2"}


def test_a_free_rod_falls_as_a_rod_does() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.2, 0.3)), paper.end((0.8, 0.5)))
    found = pipeline.simulate(set_value(paper.model, ("simulation", "until"), 0.5))
    np.testing.assert_allclose(found.q[-1][1], 0.4 - 9.81 * 0.5**2 / 2, atol=1e-8)


def test_a_hung_rod_swings_with_the_frequency_of_a_rod() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.3, 0.1)), paper.end((0.3, -0.5)))
    paper.do(put_pin, paper.here((0.3, 0.1)))
    (joint,) = paper.model.joints
    assert joint.kind == "revolute" and len(paper.model.start) == 1
    modes = pipeline.modes(paper.model)
    frequency = max(abs(complex(entry).imag) for entry in modes.eigenvalues)
    assert frequency == pytest.approx(sqrt(1.5 * 9.81 / 0.6), rel=1e-6)


TOP = (0.3, 0.1)


def hung(angle: float, plane: str = "xy", upwards: bool = False) -> Paper:
    """A rod that hangs on the ground, so far from straight down; drawn from its pin, or to it."""
    paper = Paper(plane)
    low = TOP[0] + 0.5 * sin(angle), TOP[1] - 0.5 * cos(angle)
    paper.do(draw_rod, *map(paper.end, (low, TOP) if upwards else (TOP, low)))
    paper.do(put_pin, paper.here(TOP))
    np.testing.assert_allclose(paper.rod_ends(1)[0 if upwards else 1], low, atol=1e-9)
    return paper


def start_of(paper: Paper) -> float:
    (entry,) = paper.model.start
    return float(value(entry.position, paper.values))


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("upwards", [False, True])
@pytest.mark.parametrize("angle", [0.0, pi / 6, -pi / 4])
def test_the_angle_of_a_pendulum_is_zero_where_it_hangs(
    plane: str, upwards: bool, angle: float
) -> None:
    paper = hung(angle, plane, upwards)
    assert start_of(paper) == pytest.approx(angle, abs=1e-12)
    weight = re.search(r"Q1 = .*", text_equations(pipeline.equations(paper.model)))
    assert weight and "sin(q1)" in weight[0] and "cos" not in weight[0]


@pytest.mark.parametrize("angle", [pi / 2, -pi / 3, 2.5, pi])
def test_the_angle_of_a_crank_counts_from_the_level(angle: float) -> None:
    apart = start_of(hung(angle)) - (angle - pi / 2)
    assert cos(apart) == pytest.approx(1, abs=1e-12)


def test_a_pendulum_on_a_cart_is_one_and_a_bar_of_a_loop_is_none() -> None:
    cart = Paper()
    cart.do(draw_box, (0.2, 0.0), (0.4, 0.2))
    cart.do(put_slider, cart.end((0.3, 0.1)), 0.0, 0.1)
    cart.do(draw_rod, cart.end((0.3, 0.1)), cart.end((0.3, -0.4)))
    assert cart.model.start[-1].position == 0
    loop = Paper()
    for start, end in (((0, 0), (0, 0.3)), ((0, 0.3), (0.5, 0.4)), ((0.5, 0.4), (0.5, 0.0))):
        loop.do(draw_rod, loop.end(start), loop.end(end))
    assert all(joint.orientation == IDENTITY for joint in loop.model.joints)


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("from_the_ground", [False, True])
def test_both_bars_of_a_hanging_four_bar_count_from_where_they_hang(
    plane: str, from_the_ground: bool
) -> None:
    """In a parallelogram their angles are one; that of the first is what it was as a pendulum."""
    paper = Paper(plane)
    top, low, other, right = (0.0, 0.0), (0.15, -0.5), (0.75, -0.5), (0.6, 0.0)
    paper.do(draw_rod, paper.end(top), paper.end(low))
    first, angle = paper.model.joints[0], paper.model.start[0]
    paper.do(draw_rod, paper.end(low), paper.end(other))
    if from_the_ground:
        ground = StrokeEnd(right, inside(paper.places, 0, right))
        paper.do(draw_rod, ground, paper.end(other))
    else:
        paper.do(draw_rod, paper.end(other), paper.end(right))
        paper.do(put_pin, paper.here(right))
    assert paper.model.joints[0] == first and paper.model.start[0] == angle
    (last,) = (joint for joint in paper.model.joints[1:] if joint.parent == 0)
    starts = {entry.coordinate: entry.position for entry in paper.model.start}
    assert starts[last.coordinates[0]] == angle.position
    for body, ends in ((1, (top, low)), (2, (low, other))):
        np.testing.assert_allclose(paper.rod_ends(body), ends, atol=1e-9)
    np.testing.assert_allclose(sorted(paper.rod_ends(3)), sorted((other, right)), atol=1e-9)


@pytest.mark.parametrize("place", [(0.0, 0.0), (0.3, 0.1)])
def test_what_is_drawn_from_a_cart_hangs_on_it_also_over_the_origin(place) -> None:
    paper = Paper()
    paper.do(put_slider, paper.end(place), 0.0, 0.1)
    paper.do(draw_rod, paper.end(place), paper.end((place[0], place[1] - 0.5)))
    assert [(joint.parent, joint.child) for joint in paper.model.joints] == [(0, 1), (1, 2)]


def test_two_rods_from_the_origin_hang_on_the_ground() -> None:
    paper = Paper()
    for end in ((0.3, 0.4), (-0.3, -0.4)):
        paper.do(draw_rod, paper.end((0.0, 0.0)), paper.end(end))
    assert [joint.parent for joint in paper.model.joints] == [0, 0]


def test_a_pin_hangs_up_a_whole_chain_that_was_free() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.1, 0.1)), paper.end((0.5, 0.1)))
    paper.do(draw_rod, paper.end((0.5, 0.1)), paper.end((0.5, 0.6)))
    paper.do(put_pin, paper.here((0.5, 0.6)))
    assert sorted(joint.kind for joint in paper.model.joints) == ["revolute", "revolute"]
    np.testing.assert_allclose(paper.rod_ends(1), ((0.1, 0.1), (0.5, 0.1)), atol=1e-9)
    np.testing.assert_allclose(paper.rod_ends(2), ((0.5, 0.1), (0.5, 0.6)), atol=1e-9)
    assert pipeline.mobility(paper.model).freedom.freedoms == 2


@pytest.mark.parametrize("at_once", [False, True])
def test_a_double_pendulum_has_angles_from_rest_also_where_it_was_free_before(
    at_once: bool,
) -> None:
    paper = Paper()
    low, end = (TOP[0] + 0.3 * sin(0.4), TOP[1] - 0.3 * cos(0.4)), (0.5, -0.6)
    paper.do(draw_rod, paper.end(TOP), paper.end(low))
    if at_once:
        paper.do(put_pin, paper.here(TOP))
    paper.do(draw_rod, paper.end(low), paper.end(end))
    if not at_once:
        paper.do(put_pin, paper.here(TOP))
    starts = {entry.coordinate: entry.position for entry in paper.model.start}
    (first,) = (joint.coordinates[0] for joint in paper.model.joints if joint.parent == 0)
    assert len(starts) == 2 and value(starts[first], {}) == pytest.approx(0.4, abs=1e-9)
    np.testing.assert_allclose(paper.rod_ends(2), (low, end), atol=1e-9)


def test_a_pin_joins_two_bodies_that_overlap() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.1, 0.1)), paper.end((0.7, 0.1)))
    paper.do(draw_rod, paper.end((0.4, -0.2)), paper.end((0.4, 0.4)))
    crossing = (0.4, 0.1)
    paper.do(put_pin, paper.here(crossing, 2, 1))
    before = [paper.rod_ends(body) for body in (1, 2)]
    np.testing.assert_allclose(before[1], ((0.4, -0.2), (0.4, 0.4)), atol=1e-9)
    assert pipeline.mobility(paper.model).freedom.freedoms == 4
    paper.do(put_pin, paper.here(crossing))
    assert pipeline.mobility(paper.model).freedom.freedoms == 2


def test_where_all_is_connected_a_pin_is_refused() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end(A), paper.end(B))
    with pytest.raises(LagrError, match="connected already"):
        put_pin(paper.model, paper.places, paper.here(A))
    with pytest.raises(LagrError, match="No body"):
        put_pin(paper.model, paper.places, paper.here((5.0, 5.0)))


def test_a_weld_takes_all_freedom() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.2, 0.2)), paper.end((0.5, 0.4)))
    paper.do(put_weld, paper.here((0.2, 0.2)))
    assert pipeline.mobility(paper.model).freedom.freedoms == 0
    np.testing.assert_allclose(paper.rod_ends(1), ((0.2, 0.2), (0.5, 0.4)), atol=1e-9)


@pytest.mark.parametrize("plane", PLANES)
def test_a_slider_crank_stands_and_slides(plane: str) -> None:
    paper = Paper(plane)
    tip, far = (0.2 * cos(1.0), 0.2 * sin(1.0)), (0.7, 0.0)
    paper.do(draw_rod, paper.end(A), paper.end(tip))
    paper.do(draw_rod, paper.end(tip), paper.end(far))
    paper.do(put_slider, paper.end(far), 0.0, 0.1)
    np.testing.assert_allclose(paper.rod_ends(2), (tip, far), atol=1e-9)
    np.testing.assert_allclose(paper.where(3, (0, 0, 0)), far, atol=1e-9)
    assert pipeline.mobility(paper.model).freedom.freedoms == 1
    slide = next(joint for joint in paper.model.joints if joint.kind == "prismatic")
    start = {entry.coordinate: entry.position for entry in paper.model.start}
    assert start[slide.coordinates[0]] == 0.7


@pytest.mark.parametrize("angle", [0.0, pi / 2, pi / 6, 1.234, -2.0])
def test_a_slider_goes_along_the_line_that_was_drawn(angle: float) -> None:
    paper = Paper()
    paper.do(draw_box, (0.1, 0.2), (0.5, 0.4))
    paper.do(put_slider, paper.end((0.3, 0.3)), angle, 0.1)
    (joint,) = paper.model.joints
    before = paper.where(1, (0, 0, 0))
    assert before == pytest.approx((0.3, 0.3))
    (name,) = joint.coordinates
    (start,) = paper.model.start
    moved = start.having(position=float(start.position) + 0.25)
    paper.model = paper.model.having(start=(moved,))
    after = paper.where(1, (0, 0, 0))
    assert after == pytest.approx((0.3 + 0.25 * cos(angle), 0.3 + 0.25 * sin(angle)))
    assert name[0] == {0.0: "x", pi / 2: "y"}.get(angle, "s")


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("degrees", [0, 30, 49, 90, 135, -120, 12.345])
def test_the_equations_of_an_inclined_slider_are_those_of_an_inclined_plane(plane, degrees) -> None:
    angle = degrees * pi / 180
    paper = Paper(plane)
    paper.do(draw_box, (0.1, 0.2), (0.5, 0.4))
    paper.do(put_slider, paper.end((0.3, 0.3)), angle, 0.1)
    sheet = pipeline.equations(paper.model)
    written = {entry.name: str(entry) for entry in sheet.entries}
    assert written["g11"] == "g11 = m1"
    assert len(written.get("Q1", "")) < 40, written["Q1"]
    step = pipeline.prepare(paper.model).system().acceleration(0.0, np.zeros(2))
    if plane == "xy":  # gravity lies in it
        assert step.qdd == pytest.approx([-9.81 * sin(angle)], abs=1e-9)


def test_a_quarter_car_bounces_as_two_masses_on_springs_do() -> None:
    paper = Paper()
    paper.do(draw_box, (-0.2, 0.3), (0.2, 0.5))
    paper.do(draw_box, (-0.4, 0.9), (0.4, 1.2))
    for middle in ((0.0, 0.4), (0.0, 1.05)):
        paper.do(put_slider, paper.end(middle), pi / 2, 0.1)
    paper.do(draw_spring, paper.end((0.0, 0.0)), paper.end((0.0, 0.3)))
    paper.do(draw_spring, paper.end((-0.2, 0.5)), paper.end((-0.2, 0.9), body=2))
    paper.do(draw_damper, paper.end((0.2, 0.5)), paper.end((0.2, 0.9), body=2))
    assert len(paper.model.elements) == 3 and pipeline.check(paper.model).sound
    model = paper.model.having(gravity=(0, 0, 0))
    values = pipeline.prepare(model).values
    c1, c2 = values["c1"], values["c2"]
    matrix = np.array([[-c1 - c2, c2], [c2, -c2]])
    damping = np.array([[-1.0, 1.0], [1.0, -1.0]])
    full = np.block([[np.zeros((2, 2)), np.eye(2)], [matrix, damping]])
    found = sorted(np.array(pipeline.modes(model).eigenvalues, complex), key=lambda z: z.imag)
    wanted = sorted(np.linalg.eigvals(full), key=lambda z: z.imag)
    np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_a_disc_turns_as_a_disc_does() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end(A), paper.end((0.5, 0.0)))
    paper.do(draw_disc, paper.end((0.5, 0.0)), (0.7, 0.0))
    disc = paper.model.body(2)
    assert paper.values["r2"] == pytest.approx(0.2)
    assert disc.inertia.zz == "m2*r2^2/2" and paper.model.joints[-1].kind == "revolute"
    assert paper.where(2, (0, 0, 0)) == pytest.approx((0.5, 0.0))


def test_a_spring_between_points_of_one_body_is_refused() -> None:
    paper = Paper()
    with pytest.raises(LagrError):
        draw_spring(paper.model, paper.places, paper.end((0, 0)), paper.end((1, 1)))


PLACES = st.tuples(st.integers(-20, 20), st.integers(-20, 20)).map(lambda p: (p[0] / 7, p[1] / 7))


@settings(max_examples=25)
@given(st.lists(st.tuples(PLACES, PLACES), min_size=1, max_size=5))
def test_random_rods_stand_where_they_were_drawn(strokes) -> None:
    paper = Paper()
    drawn = []
    for start, end in strokes:
        if hypot(end[0] - start[0], end[1] - start[1]) > 1e-3:
            paper.do(draw_rod, paper.end(start), paper.end(end))
            drawn.append((start, end))
    for number, ends in enumerate(drawn, 1):
        np.testing.assert_allclose(paper.rod_ends(number), ends, atol=1e-7)
    assert pipeline.check(paper.model).sound
    places = list(diagram_places(paper.model).values())
    for i, (x, y) in enumerate(places):
        assert all(abs(x - a) >= 150 or abs(y - b) >= 100 for a, b in places[i + 1 :])


def test_parameters_of_drawn_elements_say_what_they_are() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0, 0)), paper.end((1, 0)))
    paper.do(draw_spring, paper.end((0, 1)), paper.end((1, 0)))
    paper.do(draw_damper, paper.end((0, 1)), paper.end((1, 0)))
    told = {entry.name: entry.description for entry in paper.model.parameters}
    spring, damper = (element.name for element in paper.model.elements)
    assert told["c1"] == f"stiffness of {spring}" and told["s1"] == f"natural length of {spring}"
    assert told["k1"] == f"damping of {damper}"


def test_a_drawn_spring_bears_what_is_drawn() -> None:
    paper = Paper()
    paper.do(draw_box, (-0.2, 0.6), (0.2, 0.8))
    paper.do(draw_spring, paper.end((0, 0.4)), paper.end((0, 0.6)))
    paper.do(draw_spring, paper.end((0, -3.4)), paper.end((0, 0.6)))
    values = {entry.name: entry.value for entry in paper.model.parameters}
    assert values["c1"] == 500, "1 kg on 0.2 m: 490 N/m shorten it by a tenth"
    assert values["c2"] == 100, "a long one gives way by less"
