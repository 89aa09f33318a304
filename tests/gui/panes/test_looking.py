"""Views of space: by direction, in perspective, with a body; what is near hides what is far."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu

from lagr_gui import GROUND, System, pipeline
from lagr_gui.gui.panes.animation.looking import (
    angles_of,
    from_behind,
    in_perspective,
    place_at,
)
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.scenery.camera import orbit_camera
from lagr_gui.scenery.scene import build_scene

Z, Y = np.array([0.0, 0, 1]), np.array([0.0, 1, 0])
SIZE = (400.0, 300.0)


@pytest.mark.parametrize("up", [Z, Y, np.array([1.0, 0, 0])], ids="zyx")
def test_front_side_and_top_look_along_axes_with_up_upwards(up: np.ndarray) -> None:
    towards = []
    for name in ("front", "side", "top"):
        camera = orbit_camera(*angles_of(name, up), up)
        towards.append(camera.towards)
        assert np.abs(camera.towards).max() == pytest.approx(1)
        if name != "top":
            assert camera.up == pytest.approx(up)
        if name == "front" and not up[0]:
            assert camera.right == pytest.approx([1, 0, 0])
    assert towards[2] == pytest.approx(up)
    assert np.abs(np.linalg.det(np.array(towards))) == pytest.approx(1)


def test_in_perspective_straight_lines_stay_straight_and_what_is_near_is_larger() -> None:
    box = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    camera = in_perspective(orbit_camera(30, 20, Z), box).fitted(box, SIZE)
    flat = camera.project(box, SIZE)
    assert np.all(flat > 0) and np.all(flat < SIZE)
    a, b = np.array([-1.0, -1, -1]), np.array([1.0, 1, 1])
    ends = camera.project(np.array([a, 0.3 * a + 0.7 * b, b]), SIZE)
    (u, v) = ends[1] - ends[0], ends[2] - ends[0]
    assert u[0] * v[1] - u[1] * v[0] == pytest.approx(0, abs=1e-9)
    near, far = 0.9 * camera.towards, -0.9 * camera.towards
    for place, larger in ((near, True), (far, False)):
        ends = camera.project(np.array([place, place + 0.1 * camera.right]), SIZE)
        assert (np.linalg.norm(ends[1] - ends[0]) > 0.1 * camera.scale) == larger


def test_a_pixel_leads_back_to_the_point_of_space_at_its_depth() -> None:
    camera = in_perspective(orbit_camera(30, 20, Z), np.eye(3)).fitted(np.eye(3), SIZE)
    point = np.array([0.1, -0.2, 0.3])
    pixel = camera.project(point, SIZE)
    assert camera.place(pixel, SIZE, float(camera.depth(point))) == pytest.approx(point)
    eye = camera.centre + camera.distance * camera.towards
    way = camera.toward(point)
    assert np.cross(eye - point, way) == pytest.approx(np.zeros(3), abs=1e-12)


def balls() -> System:
    """A large dark ball before a small red one, as seen from the front; both may slide along x."""
    system = System("balls", gravity=(0, 0, -9.81), g=None)
    for name, y, size, color in (("near", -1.0, 0.8, "#0000ff"), ("far", 1.0, 0.4, "#ff0000")):
        body = system.body(name, 1, (1, 1, 1), shape="sphere", size=(size, size, size), color=color)
        system.joint("prismatic", GROUND, body, f"x{body}", point_parent=(0, y, 0))
    body = system.body("third", 1, (1, 1, 1), shape="box", size=(0.1, 0.1, 0.1))
    system.joint("prismatic", GROUND, body, "z", axis=(0, 0, 1), point_parent=(2, 0, 0))
    return system


def shown(system: System, q: list[list[float]], qtbot) -> MotionView:
    t = np.linspace(0, 1, len(q))
    motion = pipeline.poses(system.model, t, np.array(q), np.zeros((len(q), 3)))
    view = MotionView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show_scene(build_scene(system.model, motion, ""), keep=False)
    return view


def reds(image: QImage) -> int:
    """Pixels that are red."""
    count = 0
    for x in range(0, image.width(), 2):
        for y in range(0, image.height() - 70, 2):  # below is the sign of the axes
            color = image.pixelColor(x, y)
            count += color.red() > 90 and color.red() > 2 * color.blue() + 40
    return count


@pytest.mark.parametrize("perspective", [False, True])
def test_what_is_behind_is_hidden_and_seen_from_the_other_side(perspective, qtbot) -> None:
    view = shown(balls(), [[0, 0, 0]] * 2, qtbot)
    view.set_options(perspective=perspective, trails=False)
    view.look_from("front")
    assert reds(view.image(400, 300, 0.0)) == 0
    view.look_from("top")
    assert reds(view.image(400, 300, 0.0)) > 20


def test_a_body_that_one_goes_with_stays_in_the_middle(qtbot) -> None:
    view = shown(balls(), [[0, 0, 0], [5, 0, 0], [10, 0, 0]], qtbot)
    view.set_options(body=1)
    scene = view.scene
    assert scene is not None
    places = []
    for t in (0.1, 0.9):
        camera = view.camera_at(scene, SIZE, t)
        places.append(camera.project(place_at(scene, 1, t), SIZE))
    assert places[0] == pytest.approx(places[1])
    behind = from_behind(view.camera_at(scene, SIZE, 0.5), scene, 1, 0.5)
    assert behind.towards @ [1, 0, 0] < -0.9
    assert from_behind(behind, scene, 2, 0.5) is behind


def test_the_menu_offers_all_views_and_each_does_something(qtbot) -> None:
    from lagr_gui.gui.panes.animation.pane import view_menu

    view = shown(balls(), [[0, 0, 0], [1, 0, 0]], qtbot)
    menu = view_menu(view)
    menu.aboutToShow.emit()
    actions = [a for a in menu.actions() if a.text() and not a.menu()]
    for action in actions:
        before = view.image(200, 150, 0.5)
        if action.isEnabled():
            action.trigger()
            view.image(200, 150, 0.5)
            assert not before.isNull()
    assert len(actions) == 7
    bodies = menu.findChild(QMenu)
    assert [a.text() for a in bodies.actions()][1:] == ["1 near", "2 far", "3 third"]
    bodies.actions()[1].trigger()
    assert view.options.body == 1
