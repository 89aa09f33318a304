"""What slides on a slope lies on it, and one angle inclines it; dry friction holds it there."""

from __future__ import annotations

from math import cos, pi, radians, remainder, sin, tan

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing.edits.tables import set_start
from lagr_gui.editing.sketch.axes import turn_slide
from lagr_gui.editing.sketch.bodies import draw_box, draw_disc, draw_rod
from lagr_gui.editing.sketch.connections import draw_spring, put_slider
from lagr_gui.editing.sketch.loads import put_friction
from lagr_gui.model import Element
from lagr_gui.typesetting.sheet_text import text_equations
from tests.sketch.drawing import PLANES, Paper

MIDDLE = (0.3, 0.3)
AXIS = "axis"


def sizes(element: Element) -> tuple[object, ...]:
    """The fields in which names of parameters stand."""
    fields = element.model_dump()
    return tuple(fields[name] for name in ("mu", "radius") if name in fields)


def block(degrees: float, plane: str = "xy") -> Paper:
    """A box that slides in a direction."""
    paper = Paper(plane)
    paper.do(draw_box, (0.1, 0.2), (0.5, 0.4))
    paper.do(put_slider, paper.end(MIDDLE), radians(degrees), 0.1)
    return paper


@pytest.mark.parametrize("plane", PLANES)
def test_a_free_box_lies_on_its_slope_which_an_angle_inclines(plane: str) -> None:
    for degrees, slope in ((15, 15), (195, 15), (135, -45), (-120, 60)):
        paper = block(degrees, plane)
        assert paper.places.angle(1) == pytest.approx(radians(slope))
        assert paper.where(1, (0, 0, 0)) == pytest.approx(MIDDLE)
        angle = next(p for p in paper.model.parameters if p.name == "alpha1")
        assert angle.value == f"{abs(slope)} deg"
        paper.model = set_start(paper.model, "s1", 0.25, 0)
        way = 0.25 * cos(radians(degrees)), 0.25 * sin(radians(degrees))
        assert paper.where(1, (0, 0, 0)) == pytest.approx(np.add(MIDDLE, way))


def test_what_hangs_on_a_spring_is_not_turned_and_goes_along_its_slope() -> None:
    paper = Paper()
    paper.do(draw_box, (0.1, 0.2), (0.5, 0.4))
    paper.do(draw_spring, paper.end((0.3, 0.9)), paper.end(MIDDLE))
    paper.do(put_slider, paper.end(MIDDLE), radians(-150), 0.1)
    assert paper.places.angle(1) == pytest.approx(0)
    assert getattr(paper.model.joints[0], AXIS) == ("-cos(alpha1)", "-sin(alpha1)", 0)


def test_the_arrow_of_a_slope_turns_its_angle_and_leaves_the_block_where_it_is() -> None:
    for degrees, new in ((15, 40), (195, 220), (-30, -10), (15, -20)):
        paper = block(degrees)
        paper.model = set_start(paper.model, "s1", 0.25, 0)
        before = paper.where(1, (0, 0, 0))
        joint = paper.model.joints[0]
        paper.model = turn_slide(paper.model, paper.places, joint, radians(new))
        assert paper.model.joints[0].orientation == joint.orientation
        assert paper.where(1, (0, 0, 0)) == pytest.approx(before)
        turned = remainder(radians(new - degrees), pi)
        assert remainder(paper.places.angle(1) - radians(degrees) - turned, pi) == pytest.approx(0)


@pytest.mark.parametrize("mu", [0.2, 0.3])
def test_friction_that_is_drawn_lets_a_block_slide_as_coulomb_says(mu: float) -> None:
    paper = block(195)
    paper.model = put_friction(paper.model, paper.here(MIDDLE, 1))
    (element,) = paper.model.elements
    assert (element.kind, sizes(element)) == ("guide_friction", ("mu1",))
    values = {"mu1": mu}
    model = paper.model.each("parameters", lambda p: p.having(value=values.get(p.name, p.value)))
    motion = pipeline.simulate(model.having(simulation=model.simulation.having(until=1.0)))
    fall = 9.81 * (sin(pi / 12) - mu * cos(pi / 12)) if tan(pi / 12) > mu else 0.0
    assert motion.q[-1, 0] == pytest.approx(fall / 2, abs=1e-8)
    again = put_friction(paper.model, paper.here(MIDDLE, 1))
    assert not again.elements


def test_friction_in_a_hinge_has_a_pin() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0, 0)), paper.end((0.5, 0)))
    paper.model = put_friction(paper.model, paper.here((0, 0)))
    (element,) = paper.model.elements
    assert (element.kind, sizes(element)) == ("bearing_friction", ("mu1", "rho1"))


def test_a_disc_on_a_slope_goes_along_it() -> None:
    paper = Paper()
    paper.do(draw_disc, paper.end(MIDDLE), (0.4, 0.3))
    paper.do(put_slider, paper.end(MIDDLE), radians(-30), 0.1)
    qdd = pipeline.prepare(paper.model).system().acceleration(0.0, np.zeros(2)).qdd
    assert qdd == pytest.approx([9.81 / 2])


def test_the_lines_of_a_block_on_a_slope_are_those_of_books() -> None:
    paper = block(195)
    paper.model = put_friction(paper.model, paper.here(MIDDLE, 1))
    text = text_equations(pipeline.equations(paper.model))
    for line in (
        "m1*s1'' = m1*g*sin(alpha1) + r_1",
        "N_1 = abs(m1*g*cos(alpha1))",
        "r_1 = -m1*g*sin(alpha1)    (sticking)",
    ):
        assert line in text
