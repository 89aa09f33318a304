"""A point that is pulled comes to the pointer by what it is written with."""

from __future__ import annotations

import pytest

from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.editing.edits import set_value
from lagr_gui.editing.sketch.anchors import anchors
from lagr_gui.editing.sketch.bodies import draw_box, draw_disc, draw_rod
from lagr_gui.editing.sketch.connections import put_pin
from lagr_gui.editing.sketch.lengths import lengths, pull_point, set_length
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import prepare
from tests.sketch.drawing import Paper


def walked(paper: Paper):
    """Where another model of this paper stands."""

    def of(model) -> BodyPlaces:
        motion = standing(prepare(model))
        values = {p.name: float(p.value) for p in model.parameters}
        x = {n: table[0] for n, table in motion.x.items()}
        return BodyPlaces(paper.working, x, {n: t[0] for n, t in motion.R.items()}, values)

    return of


def anchor_at(paper: Paper, at, sort: str):
    """A point of a sort at a place."""
    found = (a for a in anchors(paper.model, paper.places) if a.sort == sort)
    return next(a for a in found if a.at == pytest.approx(at))


def hung() -> Paper:
    """A rod of 0.5 m to the right, hung up at its left end."""
    paper = Paper()
    paper.do(draw_rod, paper.end((0.0, 0.0)), paper.end((0.5, 0.0)))
    return paper


@pytest.mark.parametrize("far", [0.7, 0.2])
def test_the_end_of_a_rod_changes_its_length(far: float) -> None:
    paper = hung()
    anchor = anchor_at(paper, (0.5, 0.0), "end")
    paper.model = pull_point(paper.model, walked(paper), anchor, (far, 0.3), 1e-6)
    assert paper.values["l1"] == pytest.approx(far)
    assert paper.rod_ends(1)[1] == pytest.approx((far, 0.0))


def test_a_length_stays_positive() -> None:
    paper = hung()
    anchor = anchor_at(paper, (0.5, 0.0), "end")
    paper.model = pull_point(paper.model, walked(paper), anchor, (-1.0, 0.0), 0.01)
    assert paper.values["l1"] == pytest.approx(0.01)


def test_numbers_of_a_point_change_themselves() -> None:
    paper = Paper()
    paper.do(draw_rod, paper.end((0.2, 0.2)), paper.end((0.6, 0.2)))
    paper.do(put_pin, paper.here((0.2, 0.2)))
    anchor = next(a for a in anchors(paper.model, paper.places) if a.path[-1:] == ("point_parent",))
    paper.model = pull_point(paper.model, walked(paper), anchor, (0.3, -0.1), 0.01)
    assert paper.model.joints[0].point_parent == (0.3, -0.1, 0)
    assert paper.rod_ends(1) == (pytest.approx((0.3, -0.1)), pytest.approx((0.7, -0.1)))


def test_of_several_parameters_none_is_guessed() -> None:
    paper = hung()
    size = ("l1 + m1", 0.03, 0.03)
    paper.model = set_value(paper.model, ("bodies", 0, "shape", "size"), size)
    anchor = next(a for a in anchors(paper.model, paper.places) if a.sort == "end")
    with pytest.raises(LagrError, match="depends on l1, m1"):
        pull_point(paper.model, walked(paper), anchor, (1.0, 0.0), 0.01)


def test_lengths_span_what_they_measure() -> None:
    paper = hung()
    paper.do(draw_disc, paper.end((0.5, 0.0)), (0.6, 0.0))
    paper.do(draw_box, (1.0, 1.0), (1.4, 1.3))
    found = {entry.name: entry for entry in lengths(paper.model, paper.places)}
    assert set(found) == {"l1", "r2", "a3", "b3"}
    for name, wanted in (("l1", 0.5), ("r2", 0.1), ("a3", 0.4), ("b3", 0.3)):
        (a, b), (c, d) = found[name].start, found[name].end
        assert ((c - a) ** 2 + (d - b) ** 2) ** 0.5 == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("text", "kept", "number"),
    [("0.8", 0.8, 0.8), ("250 mm", "250 mm", 0.25), ("m1/2", "m1/2", 0.5)],
)
def test_a_length_is_typed(text: str, kept, number: float) -> None:
    paper = hung()
    paper.model = set_length(paper.model, "l1", text)
    assert next(p.value for p in paper.model.parameters if p.name == "l1") == kept
    assert prepare(paper.model).values["l1"] == pytest.approx(number)


@pytest.mark.parametrize("text", ["-1", "0", "nothing", "3 +"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(LagrError):
        set_length(hung().model, "l1", text)
