"""Points of what is selected have handles in space: Alt or Ctrl and drag them, or type."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt

from lagr_gui.editing.edits import add_element, set_value
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.sketch.axes import in_space
from lagr_gui.gui.sketch.pointer.hits import told_at
from lagr_gui.gui.sketch.pointer.points import PointHandle, plane_through, point_handles
from lagr_gui.gui.sketch.stand import closes
from lagr_gui.model.files import write_text
from lagr_gui.model.marks import SketchPoint
from tests.gui.hands import mouse

SAMPLES = {path.stem: path for path in sample_models()}
CTRL = Qt.KeyboardModifier.ControlModifier
ROUNDED = 2.0
CAUGHT = float(np.hypot(6.5, ROUNDED))
"""Half a part of the grid and half a pixel; what is level with a point and rounded along it."""


def opened(window, name: str):
    window.open_sample(SAMPLES[name])
    window.show_view("sketch")
    window.sketch.take("select")
    window.sketch.lens.look_at("", window.session.model)
    window.sketch.fit()
    return window.sketch


def handles(sketch) -> list[PointHandle]:
    seen = sketch.stand, sketch.camera, sketch.size_, sketch.session.selection
    return list(point_handles(*seen))


def handle_of(sketch, path) -> PointHandle:
    """The handle of a point that is written there."""
    return next(h for h in handles(sketch) if any(a.path == path for a in h.found))


def pixel(point) -> QPointF:
    return QPointF(float(point[0]), float(point[1]))


def lead(sketch, start: QPointF, by: tuple[float, float]) -> QPointF:
    end = (start + QPointF(*by)).toPoint()
    mouse(sketch, QEvent.Type.MouseButtonPress, start.toPoint(), keys=CTRL)
    for part in (0.3, 0.7):
        mouse(sketch, QEvent.Type.MouseMove, (start + part * QPointF(*by)).toPoint(), keys=CTRL)
        sketch._pointer.flush()
    mouse(sketch, QEvent.Type.MouseMove, end, keys=CTRL)
    mouse(sketch, QEvent.Type.MouseButtonRelease, end, keys=CTRL)
    return QPointF(end)


def place(sketch, anchor) -> np.ndarray:
    """Where a point that is written down is in space now."""
    places, model = in_space(sketch.stand, sketch.camera), sketch.session.model
    point = getattr(model.joints[anchor.path[1]], anchor.path[2])
    return places.space(anchor.body, places.numbers(point))


BY = [(40.0, 10.0), (-25.0, 30.0), (6.0, -35.0)]


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("elevation", [70.0, 20.0, -5.0])
def test_a_point_of_numbers_comes_under_the_pointer_in_the_plane_through_it(
    window, by: tuple[float, float], elevation: float
) -> None:
    sketch = opened(window, "robot_arm_6r")
    session = sketch.session
    sketch.lens.angles = sketch.lens.angles[0], elevation
    sketch.fit()
    session.select({"joint:pitch"})
    handle = handle_of(sketch, ("joints", 4, "point_parent"))
    anchor, plane = handle.found[0], plane_through(sketch.stand, sketch.camera, handle)
    before, file, steps = handle.place, write_text(session.model), len(session.document.steps)
    end = lead(sketch, pixel(handle.pixel), by)
    after = place(sketch, anchor)
    assert abs((after - before) @ plane.towards) < 1e-9, "it stays in the plane"
    shown = sketch.camera.project(after, sketch.size_)
    assert np.hypot(*(shown - [end.x(), end.y()])) < CAUGHT
    old, new = (
        in_space(sketch.stand, sketch.camera).numbers(p)
        for p in (anchor.point, session.model.joints[4].point_parent)
    )
    assert np.count_nonzero(np.abs(new - old) > 1e-9) <= 2, "one of three axes is kept"
    assert session.document.undo_title == "Pull a point"
    assert len(session.document.steps) == steps + 1
    session.undo()
    assert write_text(session.model) == file


@pytest.mark.parametrize(
    ("name", "key", "path", "parameter"),
    [
        ("robot_arm_6r", "joint:shoulder", ("joints", 1, "point_parent"), "h"),
        ("robot_arm_6r", "joint:elbow", ("joints", 2, "point_parent"), "a2"),
        ("furuta_pendulum", "joint:hinge", ("joints", 1, "point_parent"), "r"),
    ],
)
@pytest.mark.parametrize("part", [1.3, 0.8])
def test_a_point_that_follows_from_a_parameter_changes_it(
    window, name: str, key: str, path, parameter: str, part: float
) -> None:
    sketch = opened(window, name)
    session = sketch.session
    session.select({key})
    handle = handle_of(sketch, path)
    values = in_space(sketch.stand, sketch.camera).values
    index = [p.name for p in session.model.parameters].index(parameter)
    field = ("parameters", index, "value")
    look = sketch.camera
    changed = set_value(session.model, field, part * values[parameter])
    places = sketch.stand.elsewhere(changed, look)
    anchor = handle.found[0]
    aim = look.project(places.space(anchor.body, places.numbers(anchor.point)), sketch.size_)
    file = write_text(session.model)
    end = lead(sketch, pixel(handle.pixel), tuple(aim - handle.pixel))
    assert getattr(session.model.joints[path[1]], path[2]) == anchor.point, "formulas stay"
    found = session.model.parameters[index].value
    assert found == pytest.approx(part * values[parameter], rel=0.03)
    shown = sketch.camera.project(place(sketch, anchor), sketch.size_)
    assert np.hypot(*(shown - [end.x(), end.y()])) < ROUNDED
    session.undo()
    assert write_text(session.model) == file


def test_what_depends_on_several_parameters_tells_them(window) -> None:
    sketch = opened(window, "whipple_bicycle")
    sketch.session.select({"joint:steering head"})
    handle, before = handle_of(sketch, ("joints", 2, "point_parent")), sketch.session.model
    lead(sketch, pixel(handle.pixel), (30.0, 0.0))
    assert sketch.session.model is before
    assert all(name in sketch.hint.text() for name in ("w", "c", "epsilon"))


def test_a_closed_path_stays_closed(window) -> None:
    sketch = opened(window, "bennett")
    session = sketch.session
    session.select({"joint:B"})
    handle, file = handle_of(sketch, ("joints", 1, "point_parent")), write_text(session.model)
    before = session.model
    lead(sketch, pixel(handle.pixel), (40.0, 20.0))
    changed = [
        p.name for p, q in zip(session.model.parameters, before.parameters, strict=True) if p != q
    ]
    assert changed == ["b"] and session.model.joints == before.joints
    assert closes(session.model, session.special)
    session.undo()
    assert write_text(session.model) == file


def test_only_what_is_selected_has_handles(window) -> None:
    sketch = opened(window, "robot_arm_6r")
    sketch.session.select(())
    assert not handles(sketch)
    sketch.session.select({"joint:elbow"})
    assert {a.path[:2] for h in handles(sketch) for a in h.found if a.path} == {("joints", 2)}
    sketch.session.select({f"body:{sketch.session.model.joints[2].child}"})
    paths = {a.path[1] for h in handles(sketch) for a in h.found if a.path}
    assert paths == {2, 3}, "the joints at both of its ends"


def test_what_was_written_before_another_model_came_is_not_clicked(window) -> None:
    sketch = opened(window, "four_bar")
    sketch.grab()
    entry = sketch.written[0]
    opened(window, "simple_pendulum")
    mouse(sketch, QEvent.Type.MouseButtonDblClick, entry.box.center().toPoint())
    assert not sketch.written and not sketch.field.isVisible()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("0.06; 0.01; -0.02", (0.06, 0.01, -0.02)), ("50 mm; 0; a2/9", ("50 mm", 0, "a2/9"))],
)
def test_where_a_point_is_can_be_typed(window, typed: str, kept) -> None:
    sketch = opened(window, "robot_arm_6r")
    sketch.session.select({"joint:pitch"})
    handle = handle_of(sketch, ("joints", 4, "point_parent"))
    file = write_text(sketch.session.model)
    mouse(sketch, QEvent.Type.MouseButtonDblClick, pixel(handle.pixel).toPoint())
    assert sketch.field.text() == "0.05; 0; 0"
    assert "x; y; z" in sketch.hint.text()
    sketch.field.setText(typed)
    sketch.field.setModified(True)
    sketch.field.returnPressed.emit()
    assert sketch.session.model.joints[4].point_parent == kept
    sketch.session.undo()
    assert write_text(sketch.session.model) == file


@pytest.mark.parametrize("key", ["element", "mark:points.0"])
def test_ends_of_springs_and_points_with_paths_are_moved_too(window, key: str) -> None:
    sketch = opened(window, "furuta_pendulum")
    session, at = sketch.session, (0.02, 0.01, -0.1)

    def more(model):
        ends = {"body_a": 0, "point_a": (0.3, 0.1, 0.2), "body_b": 2, "point_b": at}
        model = add_element(model, "spring", **ends)
        marks = model.sketch.having(points=(SketchPoint(name="P", body=2, point=at),))
        return model.having(sketch=marks)

    session.edit("Add", more)
    spring = f"element:{session.model.elements[0].name}"
    session.select({spring if key == "element" else key})
    handle = next(h for h in handles(sketch) if h.found[0].body == 2)
    assert len(handles(sketch)) == (2 if key == "element" else 1)
    file, end = write_text(session.model), lead(sketch, pixel(handle.pixel), (24.0, -20.0))
    point = next(
        value
        for value in (session.model.elements[0].point_b, session.model.sketch.points[0].point)
        if value != at
    )
    there = in_space(sketch.stand, sketch.camera).space(2, np.array(point, dtype=float))
    shown = sketch.camera.project(there, sketch.size_)
    assert np.hypot(*(shown - [end.x(), end.y()])) < CAUGHT
    session.undo()
    assert write_text(session.model) == file


def test_two_numbers_are_too_few_in_space(window) -> None:
    sketch = opened(window, "robot_arm_6r")
    sketch.session.select({"joint:pitch"})
    handle = handle_of(sketch, ("joints", 4, "point_parent"))
    entry = sketch.hand.handle(pixel(handle.pixel))
    before = sketch.session.model
    sketch.hand.set_value(entry, "0.3; 0.1")
    assert sketch.session.model is before and "three" in sketch.hint.text()


def test_a_pointer_that_rests_there_is_told_what_the_point_is(window) -> None:
    sketch = opened(window, "robot_arm_6r")
    sketch.session.select({"joint:elbow"})
    where = pixel(handle_of(sketch, ("joints", 2, "point_parent")).pixel)
    title, text = told_at(sketch, sketch.hand.points_at(where), where)
    assert "elbow" in title and "a2" in text


def test_a_point_whose_way_leads_to_the_eye_moves_across_the_view(window) -> None:
    sketch = opened(window, "robot_arm_6r")
    sketch.session.select({"joint:shoulder"})
    path = ("joints", 1, "point_parent")  # a height h along the third axis of space
    east, north, upwards = np.eye(3)
    seen = {"right": east, "up": north, "towards": upwards}
    sketch.camera = replace(sketch.camera, **seen, centre=handle_of(sketch, path).place)
    plane = plane_through(sketch.stand, sketch.camera, handle_of(sketch, path))
    assert np.allclose(plane.towards, upwards)
    assert np.allclose([plane.right, plane.up], [east, north])
