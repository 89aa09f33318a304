"""The sketch is a view of the same model: it shows its start and shares its selection."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui import settings
from lagr_gui.gui.sketch.ruler import grid_step, tick_step, usual_scale
from lagr_gui.gui.theme import theme
from lagr_gui.scenery.strokes import SceneSight
from tests.gui.hands import MIDDLE, NONE, click, mouse, wheel

SAMPLES = {path.stem: path for path in sample_models()}


def open_sketch(window, name: str):
    """A sample in the sketch."""
    window.open_sample(SAMPLES[name])
    window.show_view("sketch")
    return window.sketch


def spot(sketch, at: tuple[float, float]) -> QPoint:
    """The pixel of a point of the plane."""
    return sketch.pixel(at).toPoint()


def test_a_click_selects_in_all_views(window) -> None:
    sketch = open_sketch(window, "four_bar")
    click(sketch, spot(sketch, (0.08, 0.125)))  # on the crank, 0.3 m long at 1 rad
    assert window.session.selection == {"body:1"}
    click(sketch, spot(sketch, (0.9, 0.0)))  # the bearing of the rocker, at d = 0.9 m
    assert window.session.selection == {"joint:D"}
    click(sketch, spot(sketch, (0.4, -0.05)))
    assert window.session.selection == frozenset()


def test_shift_adds_to_the_selection(window) -> None:
    sketch = open_sketch(window, "four_bar")
    click(sketch, spot(sketch, (0.08, 0.125)))
    for sort in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(sketch, sort, spot(sketch, (0.0, 0.0)), keys=Qt.KeyboardModifier.ShiftModifier)
    assert window.session.selection == {"body:1", "joint:A"}


def test_the_point_under_the_pointer_stays_while_one_zooms(window) -> None:
    sketch = open_sketch(window, "four_bar")
    at = spot(sketch, (0.3, 0.2))
    before, scale = sketch.flat(at.toPointF()), sketch.camera.scale
    wheel(sketch, at, 240)
    assert sketch.camera.scale > scale
    assert sketch.flat(at.toPointF()) == pytest.approx(before)


@pytest.mark.parametrize("button", [MIDDLE, Qt.MouseButton.LeftButton])
def test_the_paper_goes_with_the_hand(window, button) -> None:
    sketch = open_sketch(window, "four_bar")
    if button is Qt.MouseButton.LeftButton:
        QTest.keyPress(sketch, Qt.Key.Key_Space)
    start, end = QPoint(200, 100), QPoint(240, 130)
    before = sketch.flat(start.toPointF())
    mouse(sketch, QEvent.Type.MouseButtonPress, start, button)
    mouse(sketch, QEvent.Type.MouseMove, end, button)
    mouse(sketch, QEvent.Type.MouseButtonRelease, end, button)
    QTest.keyRelease(sketch, Qt.Key.Key_Space)
    assert sketch.flat(end.toPointF()) == pytest.approx(before)


def test_the_view_is_remembered(window) -> None:
    for name in ("sketch", "both", "diagram"):
        window.show_view(name)
        assert settings.text("view") == name
        assert window.sketch.isHidden() == (name == "diagram")
        assert window.canvas.isHidden() == (name == "sketch")


def test_side_by_side_the_whole_of_both_is_seen(window, qtbot) -> None:
    window.resize(1600, 1000)
    window.show()
    window.open_sample(SAMPLES["five_link_chain"])
    window.show_view("diagram")
    qtbot.wait(20)
    canvas = window.canvas
    canvas.fit()
    wide = canvas.width()
    window.show_view("both")

    def whole() -> bool:
        seen = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
        drawn = [item.sceneBoundingRect() for item in canvas.content.items.values()]
        return canvas.width() < 0.6 * wide and all(map(seen.contains, drawn))

    qtbot.waitUntil(whole)


def test_zooming_is_for_the_view_that_is_seen(window) -> None:
    sketch = open_sketch(window, "four_bar")
    scale, drawn = sketch.camera.scale, window.canvas.transform().m11()
    window.menus.actions["zoom_in"].trigger()
    assert sketch.camera.scale > scale and window.canvas.transform().m11() == drawn


def test_spatial_mechanisms_are_seen_in_space(window) -> None:
    sketch = open_sketch(window, "robot_arm_6r")
    assert not sketch.planar
    before = sketch.camera.right.copy()
    mouse(sketch, QEvent.Type.MouseButtonPress, QPoint(20, 20))
    mouse(sketch, QEvent.Type.MouseMove, QPoint(90, 40))
    mouse(sketch, QEvent.Type.MouseButtonRelease, QPoint(90, 40), keys=NONE)
    assert abs(sketch.camera.right @ before) < 0.999


@pytest.mark.parametrize("scale", [0.3, 7.0, 90.0, 300.0, 4321.0])
def test_numbers_of_the_axes_have_room_and_the_grid_divides_them(scale: float) -> None:
    assert 90 <= tick_step(scale) * scale <= 90 * 2.5 + 1e-9
    assert (tick_step(scale) / grid_step(scale)) % 1 == pytest.approx(0, abs=1e-9)


def test_in_space_one_chooses_a_plane_to_draw_in(window) -> None:
    sketch = open_sketch(window, "robot_arm_6r")
    assert sketch.lens.box.isVisible()
    sketch.lens.box.choose("xz")
    sketch.lens.box.activated.emit(sketch.lens.box.currentIndex())
    assert sketch.planar and abs(sketch.camera.towards[1]) == pytest.approx(1)
    sketch.take("rod")
    before = len(window.session.model.bodies)
    a, b = spot(sketch, (1.2, 0.3)), spot(sketch, (1.6, 0.6))
    for sort, at in (
        (QEvent.Type.MouseButtonPress, a),
        (QEvent.Type.MouseMove, b),
        (QEvent.Type.MouseButtonRelease, b),
    ):
        mouse(sketch, sort, at)
    sketch.take("select")
    assert len(window.session.model.bodies) == before + 1
    joint = window.session.model.joints[-1]
    assert joint.kind == "planar" and joint.axes == ((1, 0, 0), (0, 0, 1))
    sketch.lens.box.choose("")


@pytest.mark.parametrize("fits", [40.0, 899.0, 1500.0, 1e5, 3e9])
def test_a_single_body_is_shown_in_its_usual_size_but_never_as_a_dot(fits: float) -> None:
    assert usual_scale(fits) <= fits and usual_scale(fits) >= fits / 2
    assert usual_scale(fits) == min(fits, 900.0) or fits > 1800


@pytest.mark.parametrize("name", ["condenser_microphone", "spinning_top"])
def test_small_mechanisms_of_one_body_are_well_seen(window, name: str) -> None:
    sketch = open_sketch(window, name)
    flat = sketch.camera.project(sketch.stand.scene.extent, sketch.size_)
    parts = (flat.max(axis=0) - flat.min(axis=0)) / sketch.size_
    assert 0.25 < parts.max() <= 1


@pytest.mark.parametrize("name", ["physical_pendulum", "slider_crank"])
def test_the_whole_outline_of_a_selected_body_is_lit(window, name: str) -> None:
    sketch = open_sketch(window, name)
    body = 2 if name == "slider_crank" else 1
    window.session.select({f"body:{body}"})
    scene = sketch.stand.scene
    sight = SceneSight(scene, scene.at(scene.motion.t[0]), sketch.camera, sketch.size_)
    (figure,) = [f for f in scene.figures if f.number == body]
    ends, image = sight.outline(figure), sketch.grab().toImage()
    accent, own = (
        np.array(QColor(c).getRgb()[:3]) for c in (theme().color("accent"), figure.color)
    )
    for a, b in zip(ends, np.roll(ends, -1, axis=0), strict=True):
        if np.hypot(*(b - a)) < 60:
            continue
        lit = []
        for part in (0.2, 0.37, 0.5, 0.63, 0.8):  # a number or a hinge may lie on one of them
            x, y = np.round(a + part * (b - a)).astype(int).tolist()
            around = product((x - 1, x, x + 1), (y - 1, y, y + 1))
            near = [np.array(image.pixelColor(*pixel).getRgb()[:3]) for pixel in around]
            is_lit = min(np.abs(color - accent).max() for color in near) < 40
            lit.append(is_lit and min(np.abs(color - own).max() for color in near) > 30)
        assert any(lit)


def test_what_is_said_for_each_picture_stands_whole_below_it_in_any_width(window) -> None:
    sketch = open_sketch(window, "four_bar")
    text = "The point comes no nearer: its loop is taut, and so are all the others. " * 4
    for width in (700, 400, 900):
        sketch.resize(width, 400)
        for said in ("", text, text):
            sketch.tell(said)
            place = sketch.hint.geometry()
            assert (place.left(), place.width(), place.bottom()) == (0, width, 399)
            assert place.height() >= sketch.hint.heightForWidth(width)
            assert (sketch.hint.text() == text) == bool(said)
