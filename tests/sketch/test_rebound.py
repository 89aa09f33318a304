"""A wall from which a body rebounds is one wall."""

from __future__ import annotations

from math import cos, sin

import pytest

from lagr_gui import pipeline
from lagr_gui.editing.edits import set_value
from lagr_gui.editing.sketch.bodies import draw_disc
from lagr_gui.editing.sketch.contacts import draw_contact
from lagr_gui.editing.sketch.marks import draw_ground
from lagr_gui.scenery.drawn_marks import walls_of_contacts
from lagr_gui.scenery.planes import planes
from lagr_gui.scenery.values import known_values
from tests.sketch.drawing import Paper


def rebounding(plane: str = "xy", turn: float = 0.0, back: bool = False) -> Paper:
    """A disc above a wall from which it rebounds."""
    paper = Paper(plane)
    a, b = (-0.5 * cos(turn), -0.5 * sin(turn)), (0.5 * cos(turn), 0.5 * sin(turn))
    paper.do(draw_ground, paper.end(b if back else a), paper.end(a if back else b))
    above = -0.4 * sin(turn), 0.4 * cos(turn)
    paper.do(draw_disc, paper.end(above), (above[0] + 0.1, above[1]))
    paper.do(draw_contact, paper.end(above, 1), paper.end((0.2 * cos(turn), 0.2 * sin(turn))))
    return paper


def walled(paper: Paper) -> dict[str, int]:
    motion = pipeline.start_motion(paper.model)
    values = known_values(paper.model)
    seen = planes(paper.model, motion, values, 1.0)
    assert len(seen) == 1
    return walls_of_contacts(paper.model, motion, values, seen)


@pytest.mark.parametrize("plane", ["xy", "xz", "yz"])
@pytest.mark.parametrize("turn", [0.0, 0.3, -1.2])
@pytest.mark.parametrize("back", [False, True])
def test_the_wall_that_was_drawn_is_that_of_the_contact(plane, turn, back) -> None:
    paper = rebounding(plane, turn, back)
    (element,) = paper.model.elements
    assert walled(paper) == {element.name: 0}


@pytest.mark.parametrize(
    ("start", "end"),
    [((-0.5, 0.01, 0), (0.5, 0.01, 0)), ((-0.5, 0, 0), (0.5, 0.3, 0)), ((2, 0, 0), (3, 0, 0))],
)
def test_a_wall_elsewhere_is_another_one(start, end) -> None:
    paper = rebounding()
    for name, point in (("start", start), ("end", end)):
        paper.model = set_value(paper.model, ("sketch", "walls", 0, name), point)
    assert walled(paper) == {}
