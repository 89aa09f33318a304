"""Instances of subsystems are seen and dragged in the sketch as what they contain."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt

from lagr_gui.gui.sketch.pointer.hits import instance_at, told_of_instance
from tests.editing.test_copied_instances import loaded
from tests.gui.hands import mouse

PRESS, MOVE = QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove
RELEASE, TWICE = QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick


@pytest.fixture
def sketch(window):
    """Three rods that are one repeated instance, and a load that is drawn."""
    window.session.show_document(loaded(), None)
    window.show_view("sketch")
    assert window.session.report.sound
    return window.sketch


def middle(sketch, name: str) -> QPointF:
    """The pixel of the centre of a body."""
    flat = sketch.session.flat
    number = next(body.number for body in flat.bodies if body.name == name)
    x = sketch.stand.scene.motion.x[number][0]
    return sketch.pixel((float(x @ sketch.camera.right), float(x @ sketch.camera.up)))


def drag(sketch, start: QPointF, by: tuple[float, float]) -> None:
    mouse(sketch, PRESS, start.toPoint())
    for part in (0.3, 0.6, 1.0):
        to = start + part * QPointF(*by)
        mouse(sketch, MOVE, to.toPoint())
        sketch._pointer.flush()
    mouse(sketch, RELEASE, (start + QPointF(*by)).toPoint())


def starts(sketch) -> dict[str, object]:
    return {entry.coordinate: entry.position for entry in sketch.session.model.start}


@pytest.mark.parametrize("name", ["Load", "rod2", "rod1"])
def test_a_body_in_an_instance_moves_the_mechanism_in_one_step(sketch, name: str) -> None:
    names = {body.name for body in sketch.session.flat.bodies}
    full = next(known for known in names if known.startswith(name))
    before, steps = middle(sketch, full), len(sketch.session.document.steps)
    model = sketch.session.model
    drag(sketch, before, (25, -12))
    session = sketch.session
    assert len(session.document.steps) == steps + 1 and session.report.sound
    after = middle(sketch, full)
    assert np.hypot(*(after - before).toTuple()) > 5
    assert session.model.subsystems == model.subsystems, "the component stays as it is"
    assert session.model.instances == model.instances
    assert starts(sketch) != {e.coordinate: e.position for e in model.start}
    session.undo()
    assert session.model == model


def test_what_lies_in_an_instance_says_so_and_selects_the_instance(sketch) -> None:
    rods = [body.name for body in sketch.session.flat.bodies if body.name.startswith("rod")]
    at = middle(sketch, rods[0])
    title, text = told_of_instance(sketch, at)
    assert "rod" in title and "link" in title and text
    drag(sketch, at, (0, 0))
    assert sketch.session.selection == {"instance:rod"}
    assert instance_at(sketch, middle(sketch, "Load")) is None


def test_points_of_a_component_are_not_changed_from_outside(sketch) -> None:
    model = sketch.session.model
    rods = [body.name for body in sketch.session.flat.bodies if body.name.startswith("rod")]
    at = middle(sketch, rods[1])
    mouse(sketch, PRESS, at.toPoint(), keys=Qt.KeyboardModifier.AltModifier)
    assert "link" in sketch.hint.text()
    sketch.hand.drop()
    assert sketch.session.model == model


def test_a_double_click_opens_the_component(sketch) -> None:
    rods = [body.name for body in sketch.session.flat.bodies if body.name.startswith("rod")]
    mouse(sketch, TWICE, middle(sketch, rods[0]).toPoint())
    assert sketch.session.way == ("link",)
    sketch.session.leave_subsystem()


def test_bodies_of_its_own_are_drawn_beside_instances(window, sketch) -> None:
    """A rod is hung on the ground, another on the load, which keeps its number."""
    for start, end in (((1.0, 0.0), (1.4, 0.0)),):
        sketch.take("rod")
        a, b = sketch.pixel(start), sketch.pixel(end)
        mouse(sketch, PRESS, a.toPoint())
        mouse(sketch, MOVE, b.toPoint())
        sketch._pointer.flush()
        mouse(sketch, RELEASE, b.toPoint())
    session = window.session
    assert len(session.model.bodies) == 2 and session.report.sound
    assert session.model.instances
    drag_load = middle(sketch, "Load")
    sketch.take("select")
    drag(sketch, drag_load, (10, 10))
    assert session.report.sound
