"""Ropes, gears, walls and sliders on bodies move as mechanics says, however they were drawn."""

from __future__ import annotations

from math import hypot, pi, sqrt

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing.edits import set_start, set_value
from lagr_gui.editing.sketch.bodies import draw_box, draw_disc, draw_rod
from lagr_gui.editing.sketch.connections import draw_rope, host_of, put_pin, put_slider
from lagr_gui.editing.sketch.contacts import draw_contact, wall_at
from lagr_gui.editing.sketch.gears import draw_gear
from lagr_gui.editing.sketch.marks import draw_ground
from lagr_gui.editing.sketch.measures import draw_measure, ends_of, set_measure
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from tests.sketch.drawing import Paper

G = 9.81


def until(model: Model, end: float, **values: float) -> Model:
    """The model with an end of its simulation, and with values of parameters."""
    for index, parameter in enumerate(model.parameters):
        if parameter.name in values:
            model = set_value(model, ("parameters", index, "value"), values[parameter.name])
    return set_value(model, ("simulation", "until"), end)


def moved(model: Model):
    """The motion of the bodies."""
    return pipeline.motion(model, pipeline.simulate(model))


def box(paper: Paper, middle: tuple[float, float], side: float = 0.2) -> None:
    x, y = middle
    half = side / 2
    paper.do(draw_box, (x - half, y - half), (x + half, y + half))


def disc(paper: Paper, centre: tuple[float, float], radius: float, hinged: bool = True) -> None:
    paper.do(draw_disc, paper.end(centre), (centre[0] + radius, centre[1]))
    if hinged and paper.model.joints[-1].kind != "revolute":
        paper.do(put_pin, paper.here(centre))


# --- ropes -------------------------------------------------------------------------------------


def test_two_masses_on_a_rope_over_pulleys_fall_by_atwoods_law() -> None:
    paper = Paper()
    box(paper, (-0.5, 0.0))
    box(paper, (0.5, 0.0))
    ends = [paper.end((x, y)) for x, y in ((-0.5, 0.1), (-0.5, 1.0), (0.5, 1.0), (0.5, 0.1))]
    paper.model = draw_rope(paper.model, paper.places, ends)
    (rope,) = paper.model.elements
    assert rope.kind == "pulley_rope" and paper.values["L1"] == pytest.approx(2.8)
    motion = pipeline.simulate(until(paper.model, 0.4, m1=1.0, m2=3.0))
    down = G * (3 - 1) / (3 + 1) * 0.4**2 / 2
    names = list(motion.coordinates)
    q = dict(zip(names, motion.q[-1], strict=True))
    assert q["y2"] == pytest.approx(-down, abs=1e-7) and q["y1"] == pytest.approx(down, abs=1e-7)


def test_a_rope_without_pulleys_holds_at_its_length_and_may_be_slack() -> None:
    paper = Paper()
    box(paper, (0.0, 0.0))
    ends = [paper.end((0.0, 0.1)), paper.end((0.0, 0.6))]
    paper.model = draw_rope(paper.model, paper.places, ends)
    assert paper.model.elements[0].kind == "rope"
    held = pipeline.simulate(until(paper.model, 0.5))
    assert np.ptp(held.q[:, 1]) < 1e-9
    tossed = pipeline.simulate(until(set_start(paper.model, "y1", 0, 1), 0.15))
    assert tossed.q[-1, 1] == pytest.approx(0.15 - G * 0.15**2 / 2, abs=1e-8)


def test_a_rope_that_holds_nothing_is_refused() -> None:
    paper = Paper()
    ends = [paper.end((0.0, 0.0)), paper.end((1.0, 0.0)), paper.end((1.0, 1.0))]
    with pytest.raises(LagrError, match="holds no body"):
        draw_rope(paper.model, paper.places, ends)
    with pytest.raises(LagrError, match="no length"):
        draw_rope(paper.model, paper.places, ends[:1])


def test_a_load_on_a_loose_pulley_rises_by_half_of_the_rope() -> None:
    paper = Paper()
    box(paper, (0.5, 0.0))
    box(paper, (1.0, 0.0))
    points = [(0.45, 1.0), (0.5, 0.1), (0.55, 1.0), (1.0, 1.0), (1.0, 0.1)]
    paper.model = draw_rope(paper.model, paper.places, [paper.end(at) for at in points])
    motion = pipeline.simulate(until(paper.model, 0.1, m1=1.0, m2=2.0))
    names = list(motion.coordinates)
    rise, fall = (abs(motion.q[-1, names.index(y)]) for y in ("y1", "y2"))
    assert rise == pytest.approx(fall / 2, rel=0.01) and rise > 0.001


# --- gears -------------------------------------------------------------------------------------


@pytest.mark.parametrize("plane", ["xy", "xz", "yz"])
@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize(("apart", "sense"), [(0.5, -1.0), (0.1, 1.0)])
def test_the_rims_of_discs_that_mesh_are_equally_fast(
    plane: str, first: int, apart: float, sense: float
) -> None:
    paper = Paper(plane)
    disc(paper, (0.0, 0.0), 0.3)
    disc(paper, (apart, 0.0), 0.2)
    ends = [paper.end((0.0, 0.0), 1), paper.end((apart, 0.0), 2)]
    paper.do(draw_gear, *(ends if first == 1 else ends[::-1]))
    model = set_start(paper.model, paper.model.coordinates[0], 0.4, 2.0)
    motion = pipeline.simulate(until(model, 1.0))
    turned = motion.q[-1] - motion.q[0]
    assert abs(turned[0]) > 1
    assert turned[0] * 0.3 == pytest.approx(sense * turned[1] * 0.2, abs=1e-9)


def test_discs_mesh_as_they_stand() -> None:
    paper = Paper()
    disc(paper, (0.0, 0.0), 0.3)
    disc(paper, (0.5, 0.0), 0.2)
    paper.model = set_start(set_start(paper.model, "q1", 0.7, 0), "q2", "pi/3", 0)
    paper.do(draw_gear, paper.end((0.0, 0.0), 1), paper.end((0.5, 0.0), 2))
    motion = pipeline.start_motion(paper.model)
    assert motion.q[0] == pytest.approx([0.7, pi / 3])


@pytest.mark.parametrize(("height", "sense"), [(0.25, -1.0), (-0.25, 1.0)])
def test_a_rack_goes_as_fast_as_the_rim_at_its_side(height: float, sense: float) -> None:
    paper = Paper()
    disc(paper, (0.0, 0.0), 0.2)
    box(paper, (0.0, height), 0.1)
    paper.do(put_slider, paper.end((0.0, height), 2), 0.0, 0.1)
    paper.do(draw_gear, paper.end((0.0, 0.0), 1), paper.end((0.0, height), 2))
    motion = pipeline.simulate(until(set_start(paper.model, "q1", 0, 1.5), 1.0))
    turn, way = motion.q[-1] - motion.q[0]
    assert turn > 1 and way == pytest.approx(sense * 0.2 * turn, abs=1e-9)


def test_a_planet_that_hangs_on_an_arm_does_not_mesh_with_a_disc_of_the_ground() -> None:
    paper = Paper()
    disc(paper, (0.0, 0.0), 0.3)
    disc(paper, (0.6, 0.0), 0.1, hinged=False)
    with pytest.raises(LagrError, match="neither hinged"):
        paper.do(draw_gear, paper.end((0.0, 0.0), 1), paper.end((0.6, 0.0), 2))
    with pytest.raises(LagrError, match="two bodies"):
        paper.do(draw_gear, paper.end((0.0, 0.0), 1), paper.end((2.0, 2.0)))


# --- the ground --------------------------------------------------------------------------------


def test_a_click_puts_a_pivot_and_another_takes_it_away() -> None:
    paper = Paper()
    paper.do(draw_ground, paper.end((0.4, 0.2)), paper.end((0.4, 0.2)))
    assert paper.model.sketch.points[0].point == (0.4, 0.2, 0)
    paper.do(draw_rod, paper.end((0.4, 0.2)), paper.end((0.9, 0.2)))
    (joint,) = paper.model.joints
    assert joint.kind == "revolute" and joint.parent == 0 and joint.point_parent == (0.4, 0.2, 0)
    bare = Paper(model=paper.model)
    bare.do(draw_ground, paper.end((0.4, 0.2)), paper.end((0.4, 0.2)))
    assert not bare.model.sketch.points and bare.model.joints == paper.model.joints


@pytest.mark.parametrize("turned", [False, True])
def test_bodies_are_before_a_wall(turned: bool) -> None:
    paper = Paper()
    disc(paper, (0.3, 0.5), 0.1, hinged=False)
    ends = [paper.end((-1.0, 0.0)), paper.end((1.0, 0.0))]
    paper.do(draw_ground, *(ends[::-1] if turned else ends))
    assert paper.model.sketch.walls[0].start == (-1, 0, 0)
    assert wall_at(paper.model, paper.places, paper.end((0.2, 0.0))) == 0
    assert wall_at(paper.model, paper.places, paper.end((0.2, 0.1))) is None


@pytest.mark.parametrize("turned", [False, True])
def test_a_disc_rebounds_with_its_rim(turned: bool) -> None:
    paper = Paper()
    disc(paper, (0.3, 0.5), 0.1, hinged=False)
    paper.do(draw_ground, paper.end((-1.0, 0.0)), paper.end((1.0, 0.0)))
    ends = [paper.end((0.3, 0.5), 1), paper.end((0.3, 0.0))]
    paper.do(draw_contact, *(ends[::-1] if turned else ends))
    fall = sqrt(2 * 0.4 / G)
    motion = pipeline.simulate(until(paper.model, 2 * fall))
    heights = motion.q[:, 1]
    assert heights.min() > 0.1 - 1e-9 and heights[-1] == pytest.approx(0.5, abs=1e-6)


def test_what_is_before_the_hatched_side_turns_the_wall() -> None:
    paper = Paper()
    disc(paper, (0.0, 0.5), 0.1, hinged=False)
    paper.do(draw_ground, paper.end((-1.0, 0.0)), paper.end((1.0, 0.0)))
    box(paper, (0.0, -0.5))
    paper.do(draw_contact, paper.end((-0.1, -0.4)), paper.end((0.0, 0.0)))
    (wall,) = paper.model.elements
    assert wall.normal == (0, -1, 0) and wall.centre == ("-a2/2", "b2/2", 0)
    assert paper.model.sketch.walls[0].start == (1, 0, 0)


def test_two_discs_do_not_go_through_each_other() -> None:
    paper = Paper()
    disc(paper, (0.0, 0.5), 0.1, hinged=False)
    disc(paper, (1.0, 0.5), 0.2, hinged=False)
    paper.do(draw_contact, paper.end((0.0, 0.5), 1), paper.end((1.0, 0.5), 2))
    model = set_value(set_start(paper.model, "x1", 0, 2), ("gravity",), (0, 0, 0))
    motion = pipeline.simulate(until(model, 1.0))
    names = list(motion.coordinates)
    apart = motion.q[:, names.index("x2")] - motion.q[:, names.index("x1")]
    assert apart.min() > 0.3 - 1e-9
    assert motion.qd[-1, names.index("x2")] == pytest.approx(2.0), "equal masses swap their speeds"


def test_a_contact_needs_a_wall_or_two_discs() -> None:
    paper = Paper()
    disc(paper, (0.0, 0.0), 0.1, hinged=False)
    box(paper, (1.0, 0.0))
    with pytest.raises(LagrError, match="to a wall"):
        paper.do(draw_contact, paper.end((0.0, 0.0), 1), paper.end((3.0, 3.0)))
    with pytest.raises(LagrError, match="Only round bodies"):
        paper.do(draw_contact, paper.end((0.0, 0.0), 1), paper.end((1.0, 0.0), 2))


# --- sliders on bodies -------------------------------------------------------------------------


@pytest.mark.parametrize("plane", ["xy", "xz", "yz"])
@pytest.mark.parametrize("angle", [None, 0.4, 0.5 + pi])
def test_a_block_stays_on_the_rod_that_it_slides_on(plane: str, angle: float | None) -> None:
    paper = Paper(plane)
    paper.do(draw_rod, paper.end((0.0, 0.0)), paper.end((1.0, 0.5)))
    paper.do(draw_rod, paper.end((0.4, -0.2)), paper.end((0.4, 0.2)))
    paper.do(put_pin, paper.here((0.4, -0.2)))
    found = paper.here((0.4, 0.2), 2, 1)
    host = host_of(paper.model, paper.end((0.4, 0.2)), found)
    assert host == 1
    paper.do(put_slider, paper.end((0.4, 0.2)), angle, 0.1, "Block", host)
    assert pipeline.mobility(paper.model).freedom.freedoms == 1
    motion = moved(until(paper.model, 1.0))
    right = paper.working.right
    across = np.cross(motion.R[1] @ right, motion.x[3])
    assert np.abs(across).max() < 1e-8 and np.ptp(motion.x[3], axis=0).max() > 0.05


def test_what_is_hinged_to_a_body_does_not_slide_on_it() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.0, 0.0)), paper.end((0.5, 0.0)))
    paper.do(draw_rod, paper.end((0.5, 0.0)), paper.end((0.9, 0.0)))
    found = paper.here((0.5, 0.0), 2, 1)
    assert host_of(paper.model, paper.end((0.5, 0.0)), found) == 0


# --- measures ----------------------------------------------------------------------------------


def measured_rods() -> Paper:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.0, 0.0)), paper.end((0.3, 0.0)))
    paper.do(draw_rod, paper.end((0.3, 0.0)), paper.end((0.3, 0.4)))
    return paper


def places_of(model: Model):
    return Paper(model=model).places


@pytest.mark.parametrize(("text", "length"), [("0.5", 0.5), ("250 mm", 0.25), ("2*0.2", 0.4)])
def test_a_distance_that_is_typed_changes_the_one_parameter_it_depends_on(text, length) -> None:
    paper = measured_rods()
    paper.model = draw_measure(
        paper.model, paper.places, [paper.end((0.0, 0.0)), paper.end((0.3, 0.0))], 0.1
    )
    changed = set_measure(paper.model, places_of, 0, text)
    values = {entry.name: entry.value for entry in changed.parameters}
    assert values["l1"] == pytest.approx(length) and values["l2"] == 0.4


@pytest.mark.parametrize(("text", "angle"), [("30 deg", pi / 6), ("pi/2 + 0.1", pi / 2 + 0.1)])
def test_an_angle_that_is_typed_turns_the_hinge(text: str, angle: float) -> None:
    paper = measured_rods()
    ends = [paper.end(at) for at in ((0.0, 0.0), (0.3, 0.0), (0.3, 0.4))]
    paper.model = draw_measure(paper.model, paper.places, ends, 0.1)
    changed = set_measure(paper.model, places_of, 0, text)
    (a, b), (c, d) = Paper(model=changed).rod_ends(2)
    assert hypot(a - 0.3, b) < 1e-9
    assert np.cos(angle) == pytest.approx((0.3 - c) / 0.4) and d > 0


def test_a_measure_that_depends_on_several_parameters_says_which() -> None:
    paper = measured_rods()
    ends = [paper.end((0.0, 0.0)), paper.end((0.3, 0.4))]
    paper.model = draw_measure(paper.model, paper.places, ends, 0.1)
    with pytest.raises(LagrError, match=r"depends on l1.* l2"):
        set_measure(paper.model, places_of, 0, "0.7")
    with pytest.raises(LagrError):
        set_measure(paper.model, places_of, 0, "3 kg")


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("other", [(1.0, 0.0), (0.8, -0.6)])
def test_a_distance_of_fixed_pins_that_is_typed_moves_the_pin_at_its_second_end(
    other: tuple[float, float], turned: bool
) -> None:
    paper = measured_rods()
    paper.do(draw_ground, paper.end(other), paper.end(other))
    paper.do(draw_rod, paper.end(other), paper.end((other[0], other[1] + 0.3)))
    ends = [(0.0, 0.0), other][:: -1 if turned else 1]
    paper.model = draw_measure(paper.model, paper.places, [*map(paper.end, ends)], 0.1)
    changed = set_measure(paper.model, places_of, 0, "1.2")
    (a, b), (c, d) = ends
    places = Paper(model=changed).places
    now = ends_of(changed.sketch.measures[0], places)
    way = np.array([c - a, d - b]) / hypot(c - a, d - b)
    assert now[0] == pytest.approx(ends[0]) and now[1] == pytest.approx((a, b) + 1.2 * way)
    pins = [places.at(0, np.array(j.point_parent, float)) for j in changed.joints if not j.parent]
    assert any(pin == pytest.approx(now[1]) for pin in pins)
    assert any(pin == pytest.approx(ends[0]) for pin in pins)


def test_a_value_that_a_measure_cannot_have_is_refused() -> None:
    paper = measured_rods()
    paper.do(draw_ground, paper.end((2.0, 1.0)), paper.end((2.0, 1.0)))
    ends = [paper.end((1.0, 0.5)), paper.end((2.0, 1.0))]
    paper.model = draw_measure(paper.model, paper.places, ends, 0.1)
    with pytest.raises(LagrError, match="depends on no parameter"):
        set_measure(paper.model, places_of, 0, "0.7")
