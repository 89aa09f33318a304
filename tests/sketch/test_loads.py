"""Forces, moments and drives that are drawn, against the motion that they give."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, radians, sin

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.editing.sketch.anchors import StrokeEnd
from lagr_gui.editing.sketch.bodies import draw_box, draw_disc, draw_rod
from lagr_gui.editing.sketch.connections import draw_between, draw_over_pulleys, put_slider
from lagr_gui.editing.sketch.loads import (
    aimed,
    draw_force,
    draw_moment,
    put_drive,
    text_of_load,
    turn_force,
    type_load,
)
from lagr_gui.editing.sketch.snapping import typed
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import prepare
from lagr_gui.scenery.loads import newtons_for, shown_loads
from lagr_gui.scenery.values import known_values
from tests.sketch.drawing import Paper

CENTRE, RIM = (0.2, 0.1), (0.5, 0.1)


@pytest.fixture(params=["xy", "xz", "yz"])
def paper(request: pytest.FixtureRequest) -> Paper:
    """A free disc of 1 kg, without gravity."""
    paper = Paper(request.param)
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    paper.model = paper.model.having(gravity=(0, 0, 0))
    return paper


def push(paper: Paper, force: tuple[float, float], at=CENTRE) -> None:
    paper.do(draw_force, paper.end(at, 1), force)


def pushed(paper: Paper) -> np.ndarray:
    """The acceleration (right, up) that the model's own equations tell at the start."""
    model = paper.model.having(simulation=paper.model.simulation.having(end=0.02))
    found = pipeline.simulate(model)
    x, t = pipeline.motion(model, found).x[1], float(found.t[-1])
    way = 2 * (x[-1] - x[0]) / t**2
    return np.array([way @ paper.working.right, way @ paper.working.up])


def load(paper: Paper):
    values = known_values(paper.model)
    motion = standing(prepare(paper.model))
    names = prepare(paper.model).coordinates
    (found,) = shown_loads(paper.model, motion, names, values)
    return found


def seen(paper: Paper) -> tuple[float, float]:
    vector = load(paper).vector
    return float(vector @ paper.working.right), float(vector @ paper.working.up)


@pytest.mark.parametrize("angle", [0, 30, 90, 137, -90, -150])
def test_a_force_that_is_drawn_is_seen_as_it_was_drawn(paper: Paper, angle: int) -> None:
    force = 12 * cos(radians(angle)), 12 * sin(radians(angle))
    push(paper, force)
    assert seen(paper) == pytest.approx(force)
    (parameter,) = [p for p in paper.model.parameters if p.unit == "N"]
    assert parameter.value == pytest.approx(12)


def test_a_force_moves_the_body_the_way_it_is_drawn(paper: Paper) -> None:
    push(paper, (3.0, -4.0))
    assert pushed(paper) == pytest.approx([3.0, -4.0], rel=1e-6)


def test_a_force_stays_at_its_point_of_the_body(paper: Paper) -> None:
    at = (0.35, 0.2)
    push(paper, (1.0, 0.0), at)
    point = load(paper).point
    right, up = paper.working.right, paper.working.up
    assert (float(point @ right), float(point @ up)) == pytest.approx(at)


def test_a_force_on_paper_is_refused(paper: Paper) -> None:
    with pytest.raises(LagrError, match="No body"):
        paper.do(draw_force, StrokeEnd((5.0, 5.0)), (1.0, 0.0))


@pytest.mark.parametrize(
    "vector",
    [
        (3, -4, 0),
        ("F1*cos(pi/6)", "F1*sin(pi/6)", 0),
        (0, "-F1", 0),
        ("Fx", "-Fy", 0),
        ("Fx", 2, 0),
    ],
)
@pytest.mark.parametrize("axes", ["space", "body"])
def test_a_turned_force_stays_written_as_it_was(vector, axes: str) -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    push(paper, (5.0, 0.0))
    (force,) = paper.model.elements
    (size,) = [p for p in paper.model.parameters if p.name == "F1"]
    more = (size.having(name="Fx", value=1), size.having(name="Fy", value=2))
    turned = [s.having(position=0.4) if s.coordinate == "phi" else s for s in paper.model.start]
    paper.model = paper.model.having(
        elements=(force.having(vector=vector, axes=axes),),
        parameters=(*paper.model.parameters, *more),
        start=tuple(turned),
    )
    paper.model = turn_force(paper.model, paper.places, force.name, (-6.0, 2.5))
    assert seen(paper) == pytest.approx((-6.0, 2.5))
    new = paper.model.elements[0].vector
    assert [isinstance(a, str) for a in new[:2]].count(True) >= [
        isinstance(a, str) for a in vector[:2]
    ].count(True)
    assert all(isinstance(a, int | float) for a in new) or any(isinstance(a, str) for a in vector)


def test_a_force_that_follows_from_time_is_not_turned_and_says_from_what() -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    push(paper, (5.0, 0.0))
    (force,) = paper.model.elements
    paper.model = paper.model.having(elements=(force.having(vector=("F1*sin(3*t)", 0, 0)),))
    with pytest.raises(LagrError, match="F1"):
        turn_force(paper.model, paper.places, force.name, (1.0, 1.0))
    assert not load(paper).told
    assert seen(paper) == pytest.approx((1.0, 0.0))  # its way is known still


def test_a_force_that_vanishes_at_the_start_of_no_way_has_none() -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    push(paper, (5.0, 0.0))
    (force,) = paper.model.elements
    paper.model = paper.model.having(elements=(force.having(vector=(0, 0, 0)),))
    assert not load(paper).told
    assert not np.any(load(paper).vector)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("50", (50, 0)),
        ("50 -90", (0, -50)),
        ("2 kN; 180", (-2000, 0)),
        ("0,5 30", (0.5 * cos(pi / 6), 0.25)),
    ],
)
def test_what_is_typed_for_a_force_is_its_size_and_angle(text: str, wanted) -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    push(paper, (5.0, 0.0))
    name = paper.model.elements[0].name
    paper.model = type_load(paper.model, paper.places, name, text)
    assert seen(paper) == pytest.approx(wanted, abs=1e-9)


def test_a_typed_size_goes_to_the_parameter_as_it_was_typed(paper: Paper) -> None:
    push(paper, (0.0, -5.0))
    assert text_of_load(paper.model, paper.places, paper.model.elements[0].name) == "5"
    name = paper.model.elements[0].name
    paper.model = type_load(paper.model, paper.places, name, "2 kN")
    assert [p.value for p in paper.model.parameters if p.unit == "N"] == ["2 kN"]
    assert seen(paper) == pytest.approx((0.0, -2000.0))


@pytest.mark.parametrize("text", ["", "3 m", "x", "50 60 70", "nan"])
def test_what_is_no_force_is_refused(text: str) -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    push(paper, (5.0, 0.0))
    before = paper.model
    with pytest.raises(LagrError):
        type_load(before, paper.places, before.elements[0].name, text)


def test_a_moment_turns_to_the_left_and_a_negative_one_to_the_right(paper: Paper) -> None:
    paper.do(draw_moment, paper.end(CENTRE, 1))
    normal = paper.working.normal
    assert float(load(paper).vector @ normal) == pytest.approx(1.0)
    name = paper.model.elements[0].name
    paper.model = type_load(paper.model, paper.places, name, "-3")
    assert float(load(paper).vector @ normal) == pytest.approx(-3.0)
    assert pipeline.check(paper.model).sound


def test_a_drive_turns_its_hinge_and_another_click_takes_it_away(paper: Paper) -> None:
    paper = Paper(paper.plane)
    paper.do(draw_rod, paper.end((0.0, 0.0)), StrokeEnd((1.0, 0.0)))
    here = paper.here((0.0, 0.0), 1)
    before = paper.model
    paper.model = put_drive(paper.model, here)
    assert load(paper).sort == "drive"
    assert paper.model.elements[0].force == "M1"
    assert put_drive(paper.model, paper.here((0.0, 0.0), 1)).elements == before.elements
    with pytest.raises(LagrError):
        put_drive(paper.model, paper.here((5.0, 5.0)))


def test_a_drive_on_a_box_that_slides_moves_its_slider_and_at_a_pin_the_hinge() -> None:
    paper = Paper()
    paper.do(draw_box, (0.3, 0.0), (0.7, 0.2))
    paper.do(put_slider, paper.end((0.5, 0.1)), 0.0, 0.1)
    paper.do(draw_rod, paper.end((0.7, 0.1)), paper.end((0.7, -0.3)))
    slide, hinge = (joint.coordinates[0] for joint in paper.model.joints)
    for at, moved in (((0.4, 0.05), slide), ((0.7, 0.1), hinge)):
        driven = put_drive(paper.model, paper.here(at, 1))
        assert [getattr(e, "coordinate", "") for e in driven.elements] == [moved]
    with pytest.raises(LagrError):
        put_drive(paper.model, paper.here((0.7, -0.1), 2))


@pytest.mark.parametrize("kind", ["rod", "lagr_damper", "spring", "dashpot", "rope", "coincidence"])
def test_an_element_of_any_kind_has_the_length_that_is_drawn(kind: str) -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    paper.do(draw_between, kind, paper.end(CENTRE, 1), StrokeEnd((0.2, 0.9)))
    (element,) = paper.model.elements
    assert element.kind == kind
    own = {p.name: p.value for p in paper.model.parameters}
    lengths = [getattr(element, name) for name in ("l", "l0") if hasattr(element, name)]
    assert [own[name] for name in lengths] == [pytest.approx(0.8)] * len(lengths)


@pytest.mark.parametrize("kind", ["tight_rope", "elastic_rope", "rope_damper", "rope_pull"])
def test_what_runs_over_pulleys_has_the_length_that_is_drawn(kind: str) -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    ends = [paper.end(CENTRE, 1), StrokeEnd((0.2, 0.9)), StrokeEnd((1.0, 0.9))]
    paper.do(draw_over_pulleys, kind, ends)
    (element,) = paper.model.elements
    assert len(element.pulleys) == 1
    own = {p.name: p.value for p in paper.model.parameters}
    lengths = [getattr(element, name) for name in ("l", "l0") if hasattr(element, name)]
    assert [own[name] for name in lengths] == [pytest.approx(1.6)] * len(lengths)


def test_an_arrow_has_a_round_angle_and_two_digits() -> None:
    for at in ((0.3, 0.123), (-0.2, 0.7), (0.0, -0.4), (0.51, 0.02)):
        x, y = aimed((0.0, 0.0), at, 37.0)
        size, angle = 37.0 * hypot(x, y), np.degrees(atan2(y, x))
        assert angle == pytest.approx(round(angle), abs=1e-9)
        assert float(f"{size:.2g}") == pytest.approx(size)
        assert hypot(x - at[0], y - at[1]) < 0.08 * hypot(*at)
    assert aimed((1.0, 2.0), (1.0, 2.0), 37.0) == (1.0, 2.0)


def test_typed_forces_lead_as_far_as_they_are_large() -> None:
    assert typed("50", (0, 0), (0, -1), {}, "N", 100.0) == pytest.approx((0, -0.5))
    assert typed("50 30", (0, 0), (0, -1), {}, "N", 100.0) == pytest.approx(
        (0.5 * cos(pi / 6), 0.25)
    )
    assert typed("-3", (0, 0), (0, -1), {}, "N", 100.0) is None
    assert typed("3 m", (0, 0), (0, -1), {}, "N", 100.0) is None


def test_arrows_stay_as_they_are_as_long_as_the_largest_is_neither_short_nor_long() -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    usual = newtons_for((), 9.81)
    for size, same in ((8.0, True), (20.0, True), (1e4, False), (1e-3, False)):
        push(paper, (size, 0.0))
        per = newtons_for((load(paper),), 9.81)
        assert (per == usual) == same
        assert 30 - 1e-9 <= size / per <= 160 + 1e-9
        paper.model = paper.model.having(elements=())


def test_a_force_drawn_in_a_plane_of_a_body_keeps_to_that_body() -> None:
    paper = Paper()
    paper.do(draw_disc, StrokeEnd(CENTRE), RIM)
    axes = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    seen_so = paper.places.seen_from(np.array([0.2, 0.1, 0.0]), axes)
    end = StrokeEnd((0.0, 0.0), paper.end(CENTRE, 1).anchor)
    paper.model = draw_force(paper.model, seen_so, end, (3.0, 4.0))
    assert paper.model.elements[0].axes == "body"
    assert load(paper).vector == pytest.approx(axes @ (seen_so.plane.space((3.0, 4.0))))
