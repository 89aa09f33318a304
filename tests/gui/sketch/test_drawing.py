"""Mechanisms drawn in the sketch by pointer and keys, as a user does."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest

from lagr_gui import pipeline
from lagr_gui.editing.edits import set_start, set_value
from lagr_gui.expression.arithmetic import value
from lagr_gui.gui.sketch import Sketch
from lagr_gui.gui.sketch.painting import paths
from lagr_gui.gui.sketch.pointer.tools import SELECT
from lagr_gui.gui.words import tr
from lagr_gui.model import SketchPoint
from tests.gui.hands import click, mouse

Flat = tuple[float, float]


class Pencil:
    """A pointer on the sketch, in metres."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch

    def take(self, letter: str) -> None:
        QTest.keyClick(self.sketch, letter.lower())

    def pull(self, start: Flat, end: Flat, keys=Qt.KeyboardModifier.NoModifier) -> None:
        a, b = (self.sketch.pixel(at).toPoint() for at in (start, end))
        mouse(self.sketch, QEvent.Type.MouseButtonPress, a, keys=keys)
        for part in (1, 2, 3):
            mouse(self.sketch, QEvent.Type.MouseMove, a + (b - a) * part / 3, keys=keys)
        mouse(self.sketch, QEvent.Type.MouseButtonRelease, b, keys=keys)

    def hover(self, at: Flat) -> None:
        place = self.sketch.pixel(at).toPoint()
        mouse(self.sketch, QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton)

    def click(self, at: Flat) -> None:
        click(self.sketch, self.sketch.pixel(at).toPoint())

    def type(self, text: str) -> None:
        QTest.keyClicks(self.sketch, text)
        QTest.keyClick(self.sketch, Qt.Key.Key_Return)


@pytest.fixture
def pencil(window) -> Iterator[Pencil]:
    """The sketch of an empty drawing, with a pencil."""
    window.show_view("sketch")
    window.sketch.fit()
    window.sketch.setFocus()
    yield Pencil(window.sketch)
    window.sketch.take("select")


def ends(window, body: int) -> list[Flat]:
    """Where the ends of a rod are, by the program's own start."""
    model = window.session.model
    motion = pipeline.start_motion(model)
    (length,) = (p.value for p in model.parameters if p.name == model.body(body).shape.size[0])
    x, along = motion.x[body][0], motion.R[body][0][:, 0] * length / 2
    return [tuple((x + side * along)[:2]) for side in (-1, 1)]


def close(found, wanted, reach: float = 0.01) -> bool:
    """Whether places agree to the width of some pixels."""
    return all(hypot(a - c, b - d) < reach for (a, b), (c, d) in zip(found, wanted, strict=True))


def test_a_four_bar_takes_five_gestures(window, pencil) -> None:
    A, B, C, D = (0.0, 0.0), (0.15, 0.25), (0.85, 0.5), (0.9, 0.0)
    pencil.take("R")
    for start, end in ((A, B), (B, C), (C, D)):
        pencil.pull(start, end)
    pencil.take("P")
    pencil.click(D)
    session = window.session
    assert [joint.kind for joint in session.model.joints] == ["revolute"] * 4
    for body, wanted in ((1, (A, B)), (2, (B, C)), (3, (C, D))):
        assert close(ends(window, body), wanted)
    assert pipeline.mobility(session.model).freedom.freedoms == 1
    assert len(session.document.steps) == 4 or session.document.undo_title == "Put a pin"


def test_each_stroke_is_one_step(window, pencil) -> None:
    pencil.take("R")
    pencil.pull((0.2, 0.2), (0.5, 0.2))
    assert window.session.document.undo_title == "Draw a rod"
    window.session.undo()
    assert not window.session.model.bodies and len(window.session.model.parameters) == 1


def test_what_was_drawn_stays_under_the_pointer_where_the_view_changes_its_size(
    window, pencil
) -> None:
    pencil.take("R")
    pencil.pull((0, 0), (0.3, 0.4))
    scale = window.sketch.camera.scale
    window.resize(window.width(), window.height() - 100)
    assert window.sketch.camera.scale == scale


def test_a_rod_is_drawn_by_two_clicks_and_typed_values(window, pencil) -> None:
    pencil.take("R")
    pencil.click((0.2, 0.2))
    pencil.hover((0.5, 0.4))
    pencil.type("0.8 30")
    (first, second) = ends(window, 1)
    assert close([first], [(0.2, 0.2)], 1e-9)
    assert close([second], [(0.2 + 0.8 * 3**0.5 / 2, 0.6)], 1e-9)
    pencil.click((1.2, 0.2))
    pencil.hover((1.5, 0.2))
    pencil.type("250 mm")
    assert window.session.model.parameters[-2].value == pytest.approx(0.25)


def test_a_box_has_the_width_and_height_that_are_typed(window, pencil) -> None:
    pencil.take("B")
    pencil.click((0.2, 0.5))
    pencil.hover((0.6, 0.3))
    pencil.type("0.3 -0.2")
    assert "height: 0.3 0.2" in window.sketch.hint.text() and not window.session.model.bodies
    for _ in "0.3 -0.2":
        QTest.keyClick(window.sketch, Qt.Key.Key_Backspace)
    pencil.type("0.3 0.2")
    values = {p.name: p.value for p in window.session.model.parameters}
    assert (values["a1"], values["b1"]) == (0.3, 0.2)
    centre = pipeline.start_motion(window.session.model).x[1][0]
    assert centre[:2] == pytest.approx([0.35, 0.4])


def test_angles_are_caught_at_fifteen_degrees(window, pencil) -> None:
    pencil.take("R")
    pencil.pull((0.2, 0.2), (0.7, 0.203))
    start = {entry.coordinate: entry.position for entry in window.session.model.start}
    assert start["phi1"] == 0 and start["y1"] == 0.2


def test_escape_drops_the_stroke_then_the_tool(window, pencil) -> None:
    pencil.take("R")
    pencil.click((0.2, 0.2))
    QTest.keyClick(window.sketch, Qt.Key.Key_Escape)
    assert window.sketch.hand.drawer.tool.name == "rod" and window.sketch.hand.drawer.start is None
    QTest.keyClick(window.sketch, Qt.Key.Key_Escape)
    assert window.sketch.hand.drawer.tool.name == "select" and not window.session.model.bodies


def test_what_cannot_be_drawn_is_told_in_the_sketch(window, pencil) -> None:
    pencil.take("P")
    pencil.click((0.5, 0.5))
    assert "No body lies here" in window.sketch.hint.text()
    assert not window.session.model.joints


def test_a_quarter_car(window, pencil) -> None:
    pencil.take("B")
    pencil.pull((-0.1, 0.2), (0.1, 0.3))
    pencil.pull((-0.2, 0.6), (0.2, 0.8))
    pencil.take("S")
    pencil.pull((0.0, 0.25), (0.0, 0.45))
    pencil.pull((0.0, 0.7), (0.0, 0.9))
    pencil.take("K")
    pencil.pull((0.0, 0.0), (0.0, 0.2))
    pencil.pull((-0.05, 0.3), (-0.05, 0.6))
    pencil.take("D")
    pencil.pull((0.05, 0.3), (0.05, 0.6))
    model = window.session.model
    assert [joint.kind for joint in model.joints] == ["prismatic"] * 2
    assert [(e.body_a, e.body_b) for e in model.elements] == [(0, 1), (1, 2), (1, 2)]
    assert pipeline.mobility(model).freedom.freedoms == 2


def test_a_slider_crank(window, pencil) -> None:
    pencil.take("R")
    pencil.pull((0.0, 0.0), (0.1, 0.2))
    pencil.pull((0.1, 0.2), (0.8, 0.0))
    pencil.take("S")
    pencil.click((0.8, 0.0))
    model = window.session.model
    kinds = sorted(joint.kind for joint in model.joints)
    assert kinds == ["prismatic", "revolute", "revolute", "revolute"]
    assert pipeline.mobility(model).freedom.freedoms == 1


@pytest.mark.parametrize("letter", list("VROBPSKDWT"))
def test_each_tool_has_its_letter(window, pencil, letter: str) -> None:
    pencil.take(letter)
    assert window.sketch.hand.drawer.tool.letter == letter
    assert window.sketch.strip.buttons[window.sketch.hand.drawer.tool.name].isChecked()


def four_bar(pencil: Pencil) -> None:
    """A four-bar with its crank hung up at the origin."""
    pencil.take("R")
    for start, end in (
        ((0, 0), (0.15, 0.25)),
        ((0.15, 0.25), (0.85, 0.5)),
        ((0.85, 0.5), (0.9, 0)),
    ):
        pencil.pull(start, end)
    pencil.take("P")
    pencil.click((0.9, 0.0))
    pencil.take("V")


def test_alt_and_drag_changes_a_length(window, pencil) -> None:
    pencil.take("R")
    pencil.pull((0.0, 0.0), (0.5, 0.0))
    pencil.take("V")
    pencil.pull((0.5, 0.0), (0.8, 0.0), Qt.KeyboardModifier.AltModifier)
    values = {p.name: p.value for p in window.session.model.parameters}
    assert values["l1"] == pytest.approx(0.8, abs=0.01)
    assert window.session.document.undo_title == "Pull a point"
    window.session.undo()
    assert window.session.document.undo_title == "Draw a rod"


def test_a_length_is_typed_where_it_is_written(window, pencil) -> None:
    four_bar(pencil)
    sketch = window.sketch
    sketch.grab()
    (entry,) = (entry for entry in sketch.written if entry.name == "l2")
    place = entry.box.center().toPoint()
    mouse(sketch, QEvent.Type.MouseButtonDblClick, place)
    assert sketch.field.isVisible()
    QTest.keyClicks(sketch.field, "800 mm")
    QTest.keyClick(sketch.field, Qt.Key.Key_Return)
    values = {p.name: p.value for p in window.session.model.parameters}
    assert values["l2"] == "800 mm" and not sketch.field.isVisible()


@pytest.mark.parametrize("letter", ["V", "P", "W", "H", "R"])
def test_a_double_click_on_a_length_types_it_with_any_tool(window, pencil, letter) -> None:
    four_bar(pencil)
    sketch, before = window.sketch, window.session.model
    sketch.grab()
    (entry,) = (entry for entry in sketch.written if entry.name == "l2")
    pencil.take(letter)
    said = sketch.hint.text()
    place = entry.box.center().toPoint()
    click(sketch, place)
    mouse(sketch, QEvent.Type.MouseButtonDblClick, place)
    assert sketch.field.isVisible() and sketch.hint.text() == said
    assert window.session.model is before


def test_f2_types_the_length_of_what_is_selected(window, pencil) -> None:
    four_bar(pencil)
    window.session.select({"body:3"})
    window.sketch.grab()
    QTest.keyClick(window.sketch, Qt.Key.Key_F2)
    QTest.keyClicks(window.sketch.field, "-2")
    QTest.keyClick(window.sketch.field, Qt.Key.Key_Return)
    assert "positive" in window.sketch.hint.text()


def closed(window, points: list[Flat], reach: float = 1e-6) -> bool:
    """Whether the rods of a four-bar still meet, and hang where they did."""
    rods = [ends(window, body) for body in (1, 2, 3)]
    meets = [rods[0][0], rods[0][1], rods[1][1], rods[2][1]]
    wanted = [points[0], rods[1][0], rods[2][0], points[3]]
    return close(meets, wanted, reach)


def test_a_body_that_is_dragged_leads_the_mechanism(window, pencil) -> None:
    four_bar(pencil)
    points = [ends(window, 1)[0], (0, 0), (0, 0), ends(window, 3)[1]]
    steps = len(window.session.document.steps)
    pencil.pull((0.15, 0.245), (0.02, 0.29))
    (_, crank) = ends(window, 1)
    assert crank[0] < 0.06 and hypot(*crank) == pytest.approx(hypot(0.15, 0.25), abs=0.01)
    assert closed(window, points)
    assert window.session.document.undo_title == "Drag the mechanism"
    (a, b), (c, d) = ends(window, 3)
    pencil.pull(((a + c) / 2, (b + d) / 2), ((a + c) / 2 + 0.05, (b + d) / 2))
    assert len(window.session.document.steps) == steps + 2  # each drag is a step of its own


def test_what_a_drag_needs_is_made_while_the_pointer_comes(window, pencil, monkeypatch) -> None:
    pencil.take("R")
    pencil.pull((0, 0), (0.3, 0.4))
    pencil.take("V")
    pencil.sketch.hand.hover(pencil.sketch.pixel((0.6, 0.4)))
    pencil.sketch.hand._readiness.wait()
    monkeypatch.setattr("lagr_gui.analysis.positions.drag.pinned_kernel", None)  # it is there
    before = window.session.model.start
    pencil.pull((0.27, 0.36), (0.36, 0.27))
    assert window.session.model.start != before


def test_what_cannot_follow_is_told(window, pencil) -> None:
    four_bar(pencil)
    pencil.pull((0.1, 0.166), (0.7, 1.2))
    assert "follows its path" in window.sketch.hint.text()
    window.session.undo()
    pencil.pull((0.1, 0.166), (-0.1, 0.166))
    assert window.sketch.hint.text() == tr(SELECT.hint)


def test_a_click_moves_nothing(window, pencil) -> None:
    four_bar(pencil)
    steps = len(window.session.document.steps)
    pencil.click((0.5, 0.375))
    assert window.session.selection == {"body:2"}
    assert len(window.session.document.steps) == steps


def test_a_point_that_is_traced_shows_its_path(window, pencil, qtbot) -> None:
    pencil.take("R")
    pencil.pull((0.0, 0.0), (0.5, 0.0))
    pencil.take("T")
    pencil.click((0.5, 0.0))
    session, sketch = window.session, window.sketch
    session.edit("Shorten", lambda model: set_value(model, ("simulation", "until"), 0.5))
    with qtbot.waitSignal(session.running.changed):
        session.run()
    window.animation.player.pause()
    ((path, here),) = paths(sketch.stand, session.motion).values()
    assert here[0] == pytest.approx(0.5, abs=0.01)
    radii = (path**2).sum(axis=1) ** 0.5
    assert len(path) > 10 and radii == pytest.approx(radii[0]) and path[:, 1].min() < -0.4
    sketch.grab()
    pencil.click((0.5, 0.0))
    assert not session.model.sketch.points and session.document.undo_title == "Trace a point"
    session.undo()
    assert [mark.name for mark in session.model.sketch.points] == ["P"]


def test_escape_brings_a_body_that_is_dragged_back(window, pencil, qtbot) -> None:
    four_bar(pencil)
    sketch, before = window.sketch, window.session.model
    place = sketch.pixel((0.075, 0.125)).toPoint()
    mouse(sketch, QEvent.Type.MouseButtonPress, place)
    end = sketch.pixel((0.0, 0.145)).toPoint()
    mouse(sketch, QEvent.Type.MouseMove, end)
    qtbot.waitUntil(lambda: sketch.stand.places(sketch.camera).at(1, np.zeros(3))[0] < 0.01)
    QTest.keyClick(sketch, Qt.Key.Key_Escape)
    mouse(sketch, QEvent.Type.MouseButtonRelease, end)
    assert window.session.model == before
    back = sketch.stand.places(sketch.camera).at(1, np.zeros(3))
    assert back == pytest.approx((0.075, 0.125), abs=0.01)


def test_a_length_that_is_typed_leaves_the_loop_closed_at_the_start(window, pencil) -> None:
    four_bar(pencil)
    sketch, session = window.sketch, window.session
    steps = len(session.document.steps)
    sketch.grab()
    (entry,) = (entry for entry in sketch.written if entry.name == "l2")
    sketch.hand.set_value(entry, "0.8")
    assert len(session.document.steps) == steps + 1
    start = {entry.coordinate: value(entry.position, {}) for entry in session.model.start}
    found = pipeline.start_motion(session.model)
    names = pipeline.prepare(session.model).coordinates
    for name, q in zip(names, found.q[0], strict=True):
        assert start[name] == pytest.approx(q, abs=1e-9)


def test_a_drag_leaves_the_starts_of_what_stays(window, pencil) -> None:
    pencil.take("R")
    pencil.pull((0.0, 0.0), (0.4, 0.0))
    pencil.pull((1.0, 0.0), (1.4, 0.0))
    pencil.take("P")
    pencil.click((1.0, 0.0))
    window.session.edit("Type", lambda model: set_start(model, "q2", "30 deg", 0))
    pencil.take("V")
    pencil.pull((0.3, 0.0), (0.25, -0.15))
    start = {entry.coordinate: entry.position for entry in window.session.model.start}
    assert window.session.document.undo_title == "Drag the mechanism"
    assert start["q1"] == pytest.approx(-0.54, abs=0.05) and start["q2"] == "30 deg"


def test_a_value_that_a_loop_does_not_come_to_is_told(window, pencil) -> None:
    four_bar(pencil)
    sketch = window.sketch
    sketch.grab()
    for name, told in (("q1", False), ("q2", True)):
        (entry,) = (entry for entry in sketch.written if entry.name == name)
        sketch.hand.set_value(entry, "70")
        assert ("closed path" in sketch.hint.text()) == told
        sketch.grab()


def test_a_trace_is_that_of_its_point_wherever_the_centre_of_mass_lies(window, pencil) -> None:
    pencil.take("R")
    pencil.pull((0.0, 0.0), (0.5, 0.0))
    session = window.session
    session.edit("Load", lambda model: set_value(model, ("bodies", 0, "centre"), (0.1, 0.02, 0)))
    mark = SketchPoint(name="P", body=1, point=("l1/2", 0, 0))
    session.edit("Trace", lambda model: set_value(model, ("sketch", "points"), (mark,)))
    ((_, here),) = paths(window.sketch.stand, None).values()
    assert here == pytest.approx((0.5, 0, 0), abs=0.01)
