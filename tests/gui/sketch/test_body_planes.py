"""In space one can draw in the planes of the body that is selected."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.editing.edits.tables import set_start
from lagr_gui.gui.sketch.planes import BodyCamera
from lagr_gui.gui.sketch.workplace import look_at_sketch, sketch_look
from tests.gui.sketch.test_drawing import Pencil
from tests.gui.sketch.test_view import open_sketch

PENDULUM = 2


@pytest.fixture
def sketch(window):
    """Furuta's pendulum, seen at a plane of its pendulum."""
    shown = open_sketch(window, "furuta_pendulum")
    window.session.derivation.cancel()
    shown.fit()
    window.session.select({f"body:{PENDULUM}"})
    choose(shown, f"xz:{PENDULUM}")
    yield shown
    shown.take("select")


def choose(sketch, plane: str) -> None:
    sketch.lens.box.choose(plane)
    sketch.lens.box.activated.emit(sketch.lens.box.currentIndex())


def pose(sketch, body: int):
    motion = sketch.stand.scene.motion
    return motion.x[body][0], motion.R[body][0]


def test_the_planes_of_the_selected_body_are_offered_by_its_name(sketch, window) -> None:
    box = sketch.lens.box
    texts = [box.itemText(place) for place in range(box.count())]
    assert texts[-3:] == [f"{plane} of Pendulum" for plane in ("xy", "xz", "yz")]
    window.session.select(())
    assert box.currentData() == f"xz:{PENDULUM}"


def test_one_looks_at_it_upright_and_what_is_drawn_lies_in_it(sketch, window) -> None:
    x, R = pose(sketch, PENDULUM)
    assert sketch.planar
    assert abs(sketch.camera.towards @ R[:, 1]) == pytest.approx(1)
    assert sketch.camera.up[2] >= abs(sketch.camera.right[2])
    sketch.setFocus()
    pencil = Pencil(sketch)
    pencil.take("R")
    pencil.pull((0.1, 0.05), (0.2, 0.1))
    rod = window.session.model.bodies[-1].number
    there, turned = pose(sketch, rod)
    assert rod not in (1, PENDULUM)
    assert (there - x) @ R[:, 1] == pytest.approx(0, abs=1e-9)
    assert abs(turned[:, 1] @ R[:, 1]) == pytest.approx(1)
    middle = sketch.camera.project(there, sketch.size_)
    pixel = sketch.pixel((0.15, 0.075))
    assert np.allclose(middle, (pixel.x(), pixel.y()), atol=8)  # strokes snap to the grid


def test_the_plane_goes_along_with_the_body(sketch, window) -> None:
    name = window.session.model.joints[0].coordinates[0]
    before = sketch.flat(sketch.rect().center().toPointF())
    window.session.edit("Turn", lambda model: set_start(model, name, 1.1, 0))
    _, R = pose(sketch, PENDULUM)
    assert abs(sketch.camera.towards @ R[:, 1]) == pytest.approx(1)
    assert sketch.flat(sketch.rect().center().toPointF()) == pytest.approx(before)


def test_a_look_comes_back_and_ends_with_its_body(sketch, window) -> None:
    sketch.zoom_by(2)
    look = sketch_look(sketch)
    choose(sketch, "")
    look_at_sketch(sketch, look)
    assert sketch.planar and isinstance(sketch.camera, BodyCamera)
    model = window.session.model
    joints = tuple(j for j in model.joints if PENDULUM not in (j.parent, j.child))
    kept = tuple(b for b in model.bodies if b.number != PENDULUM)
    window.session.edit("Remove", lambda m: m.having(bodies=kept, joints=joints))
    assert not sketch.planar and sketch.lens.box.currentData() == ""
