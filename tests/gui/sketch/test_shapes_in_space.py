"""Shapes have handles in space where they end: their lengths are dragged there, and typed."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent

from lagr_gui.editing.edits import set_value
from lagr_gui.editing.sketch.shapes import is_corner, is_size, size_at
from lagr_gui.gui.sketch.axes import in_space
from lagr_gui.gui.sketch.pointer.hits import told_at
from lagr_gui.model import Shape, Solid
from lagr_gui.model.files import write_text
from tests.gui.hands import mouse
from tests.gui.sketch.test_points_in_space import CTRL, ROUNDED, handles, lead, opened, pixel

CORNERS = ((0, 0), (0.3, 0), (0.3, 0.2), (0, 0.2))
PLATE = Solid(form="plate", corners=CORNERS, thickness=0.02, at=(0.1, 0, 0.1), density=800)
CYLINDER = Solid(form="cylinder", radius=0.2, length=0.4, density=800)
SHAPES = {
    "rod": Shape(form="rod", size=(0.02, 0.02, 0.4), axis="z"),
    "box": Shape(form="box", size=(0.3, 0.25, 0.4)),
    "wheel": Shape(form="wheel", size=(0.4, 0.1, 0.4), axis="y"),
    "sphere": Shape(form="sphere", size=(0.3, 0.3, 0.3)),
    "plate": Shape(form="composed", solids=(PLATE,)),
    "solid": Shape(form="composed", solids=(CYLINDER,)),
}
ENDS = {"rod": 2, "box": 6, "wheel": 6, "sphere": 6, "plate": 6, "solid": 6}


def shaped(window, shape: Shape):
    """The arm of Furuta's pendulum with another shape, selected, seen from near."""
    sketch = opened(window, "furuta_pendulum")
    sketch.session.edit("Shape", lambda model: set_value(model, ("bodies", 0, "shape"), shape))
    sketch.session.select({f"body:{sketch.session.model.bodies[0].number}"})
    sketch.fit()
    return sketch


def of_shape(sketch):
    """The handles of the shape that no point lies at."""
    return [h for h in handles(sketch) if is_size(h.found[0].path) or is_corner(h.found[0].path)]


@pytest.mark.parametrize("form", SHAPES)
def test_where_a_shape_ends_it_is_pulled_under_the_pointer(window, form: str) -> None:
    sketch = shaped(window, SHAPES[form])
    session, shown = sketch.session, of_shape(sketch)
    assert 2 <= len(shown) <= ENDS[form]
    for handle in shown[::3]:
        anchor, before = handle.found[0], session.model
        file, out = write_text(before), handle.place - in_space(sketch.stand, sketch.camera).x[1]
        aim = sketch.camera.project(handle.place + 0.2 * out, sketch.size_)
        lead(sketch, pixel(handle.pixel), tuple(aim - handle.pixel))
        assert session.document.undo_title == "Pull a point", sketch.hint.text()
        after = next(h for h in of_shape(sketch) if h.found[0].path == anchor.path)
        if is_size(anchor.path):
            old, new = (size_at(model, anchor.path) for model in (before, session.model))
            assert new == pytest.approx(1.2 * old, rel=0.15)
        else:
            off = in_space(sketch.stand, sketch.camera).R[1].T @ (after.place - handle.place)
            assert abs(off[2]) < 1e-9 < np.hypot(*off[:2]), "it stays in its plate"
        session.undo()
        assert write_text(session.model) == file


def test_a_length_that_is_a_parameter_changes_it(window) -> None:
    sketch = opened(window, "furuta_pendulum")
    session = sketch.session
    parameter = session.model.parameters[0].name
    shape = Shape(form="sphere", size=(f"2*{parameter}",) * 3)
    session.edit("Shape", lambda model: set_value(model, ("bodies", 0, "shape"), shape))
    session.select({"body:1"})
    sketch.fit()
    handle, old = of_shape(sketch)[0], in_space(sketch.stand, sketch.camera).values[parameter]
    changed = set_value(session.model, ("parameters", 0, "value"), 0.8 * old)
    places, anchor = sketch.stand.elsewhere(changed, sketch.camera), handle.found[0]
    aim = sketch.camera.project(places.space(1, places.numbers(anchor.point)), sketch.size_)
    end = lead(sketch, pixel(handle.pixel), tuple(aim - handle.pixel))
    assert session.model.bodies[0].shape == shape
    assert session.model.parameters[0].value == pytest.approx(0.8 * old, rel=0.1)
    places = in_space(sketch.stand, sketch.camera)
    now = sketch.camera.project(places.space(1, places.numbers(anchor.point)), sketch.size_)
    assert np.hypot(*(now - [end.x(), end.y()])) < 2 * ROUNDED
    title, text = told_at(sketch, [anchor], end)
    assert title and parameter in text


@pytest.mark.parametrize(
    ("form", "typed", "kept"),
    [
        ("box", "0.7", (0.3, 0.25, 0.7)),
        ("box", "250 mm", (0.3, 0.25, "250 mm")),
        ("sphere", "0.2", (0.4, 0.4, 0.4)),
        ("sphere", "3*r/2", ("2*(3*r/2)",) * 3),
        ("box", "-1", None),
    ],
)
def test_a_length_is_typed_where_it_ends(window, form: str, typed: str, kept) -> None:
    sketch = shaped(window, SHAPES[form])
    handle = next(h for h in of_shape(sketch) if h.found[0].path[-1] == 2)
    before = sketch.session.model
    mouse(sketch, QEvent.Type.MouseButtonDblClick, pixel(handle.pixel).toPoint(), keys=CTRL)
    assert sketch.field.text() == f"{size_at(before, handle.found[0].path):.6g}"
    assert "l2/3" in sketch.hint.text()
    sketch.field.setText(typed)
    sketch.field.setModified(True)
    sketch.field.returnPressed.emit()
    assert sketch.session.model.bodies[0].shape.size == (kept or before.bodies[0].shape.size)


def test_of_handles_that_cover_each_other_the_first_is_shown(window) -> None:
    sketch = shaped(window, Shape(form="box", size=(0.3, 0.25, 1e-4)))
    places = [h.pixel for h in of_shape(sketch)]
    apart = [np.hypot(*(a - b)) for k, a in enumerate(places) for b in places[:k]]
    assert len(places) >= 2 and min(apart) > 5
