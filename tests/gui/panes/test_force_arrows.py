"""Force arrows in the animation: they add up, turn rightly, and are read with the pointer."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui import settings
from lagr_gui.gui.panes.animation.force_arrows import KINDS, force_arrows
from lagr_gui.gui.panes.animation.force_control import ForceControl
from lagr_gui.gui.panes.animation.force_painter import ForceLayer
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.model import Model
from lagr_gui.scenery.scene import build_scene
from tests.gui.hands import mouse
from tests.samples.gallery import sample
from tests.systems import element, pendulum

SIZE = (900, 700)
HELD = frozenset(KINDS) - {"inertia"}


def drawn(model: Model, t: float, view: MotionView, kinds=frozenset(KINDS)) -> ForceLayer:
    """What is drawn of the forces on the bodies at a time."""
    trajectory = pipeline.simulate(model)
    found = pipeline.forces(model, trajectory)
    view.forces.arrows, view.forces.kinds = force_arrows(found, model), kinds
    view.show_scene(build_scene(model, pipeline.motion(model, trajectory)), False)
    view.image(*SIZE, t)
    return view.forces


def pixels(layer: ForceLayer, body: int, kinds: frozenset[str]) -> Array:
    """The sum of the force arrows on a body in the picture (2,)."""
    own = (
        way[-1] - way[0]
        for arrow, way in layer.drawn
        if arrow.body == body and arrow.kind in kinds and not arrow.turns
    )
    return sum(own, np.zeros(2))


@pytest.mark.parametrize(
    "name", ["four_bar", "lagr_system_2", "quadruped", "robot_arm_6r", "whipple_bicycle"]
)
def test_arrows_on_a_body_add_up_to_mass_times_acceleration(name, qtbot):
    view = MotionView()
    qtbot.addWidget(view)
    model = edits.set_value(sample(name), ("simulation", "until"), 0.4)
    layer = drawn(model, 0.2, view)
    trajectory = pipeline.simulate(model)
    x = pipeline.motion(model, trajectory).x
    at = int(np.argmin(np.abs(trajectory.t - 0.2)))
    camera = view.camera_at(view.scene, tuple(map(float, SIZE)), 0.2)
    scale = layer.arrows.scale(layer.kinds, False, view.scene) * camera.scale
    values = pipeline.prepare(model).values
    for body in model.bodies:
        step = trajectory.t[at + 1] - trajectory.t[at]
        a = (x[body.number][at + 1] - 2 * x[body.number][at] + x[body.number][at - 1]) / step**2
        m = float(value(body.mass, values))
        expected = scale * m * np.array([a @ camera.right, -(a @ camera.up)])
        assert pixels(layer, body.number, HELD) == pytest.approx(expected, abs=4.0 + 0.02 * scale)


def test_inertia_forces_balance_all_others(qtbot):
    view = MotionView()
    qtbot.addWidget(view)
    model = edits.set_value(sample("slider_crank"), ("simulation", "until"), 0.3)
    layer = drawn(model, 0.13, view)
    for body in model.bodies:
        assert pixels(layer, body.number, frozenset(KINDS)) == pytest.approx((0, 0), abs=4.0)


def test_both_bodies_of_a_joint_have_opposite_arrows(qtbot):
    view = MotionView()
    qtbot.addWidget(view)
    view.forces.gains[False] = 50.0
    model = edits.set_value(sample("four_bar"), ("simulation", "until"), 0.3)
    layer = drawn(model, 0.13, view, frozenset({"joints"}))
    for joint in ("joint:B", "joint:C"):
        first, second = (way for arrow, way in layer.drawn if arrow.source == joint)
        assert first[0] == pytest.approx(second[0])
        assert first[1] - first[0] == pytest.approx(second[0] - second[1])


@pytest.mark.parametrize("moment", [3.0, -3.0])
def test_a_positive_moment_turns_counterclockwise(moment, qtbot):
    model = pendulum()
    motor = element("coordinate_force", "motor", coordinate="q1", force=moment)
    model = edits.set_value(model.having(elements=(motor,)), ("simulation", "until"), 0.2)
    view = MotionView()
    qtbot.addWidget(view)
    layer = drawn(model, 0.1, view, frozenset({"drives"}))
    ((arrow, way),) = layer.drawn
    middle = way.mean(axis=0)
    angles = np.unwrap(np.arctan2(-(way - middle)[:, 1], (way - middle)[:, 0]))
    assert arrow.turns and np.sign(angles[-1] - angles[0]) == np.sign(moment)


def test_a_scale_makes_arrows_longer_and_nothing_else(qtbot):
    view = MotionView()
    qtbot.addWidget(view)
    layer = drawn(edits.set_value(pendulum(), ("simulation", "until"), 0.2), 0.1, view)
    before = dict(layer.drawn)
    layer.gains[False] = 2.0
    view.image(*SIZE, 0.1)
    for arrow, way in layer.drawn:
        factor = 1.0 if arrow.turns else 2.0
        assert way[-1] - way[0] == pytest.approx(factor * (before[arrow][-1] - before[arrow][0]))


def test_one_hidden_kind_leaves_the_others(qtbot):
    view = MotionView()
    qtbot.addWidget(view)
    layer = drawn(sample("lagr_system_2"), 0.6, view, frozenset({"weights", "springs"}))
    assert {arrow.kind for arrow, _ in layer.drawn} == {"weights", "springs"}


def test_the_menu_shows_forces_and_the_pointer_reads_them(window, qtbot):
    model = edits.set_value(edits.set_start(pendulum(), "q1", 1, 0), ("simulation", "until"), 1)
    window.session.edit("Build", lambda _: model)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    window.animation.player.pause()
    view = window.animation.view
    window.animation.forces.show_kind("weights", True)
    qtbot.waitUntil(lambda: view.forces.arrows is not None)
    window.session.running.set_time(0.4)
    view.grab()
    ((arrow, way),) = view.forces.drawn
    assert arrow.kind == "weights" and way[1][1] > way[0][1] + 10
    middle = way.mean(axis=0)
    before = view.grab().toImage()
    moved, none = QEvent.Type.MouseMove, Qt.MouseButton.NoButton
    mouse(view, moved, QPoint(round(middle[0]), round(middle[1])), none)
    assert view.forces.pointed is arrow and view.grab().toImage() != before
    mouse(view, moved, QPoint(2, 2), none)
    assert view.forces.pointed is None


def test_what_is_made_by_hand_has_no_forces(window, qtbot):
    model = edits.set_value(edits.set_start(pendulum(), "q1", 1, 0), ("simulation", "until"), 1)
    window.session.edit("Build", lambda _: model)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    view = window.animation.view
    window.animation.forces.show_kind("joints", True)
    qtbot.waitUntil(lambda: view.forces.arrows is not None)
    window.animation.toggle_hand()
    qtbot.waitUntil(lambda: window.session.hand.on)
    assert view.forces.arrows is None
    window.session.hand.end()
    qtbot.waitUntil(lambda: view.forces.arrows is not None)


def test_without_a_simulation_the_picture_says_where_forces_are(window, qtbot):
    window.session.edit("Build", lambda _: pendulum())
    window.animation.forces.show_kind("joints", True)
    assert "simulation" in window.animation.view.forces.words


def chosen(window) -> ForceControl:
    """What the next window begins with."""
    return ForceControl(window.session, MotionView(), window)


def test_kinds_and_sizes_are_remembered_for_the_next_window(window):
    control = window.animation.forces
    menu = control.menu(window)
    assert not chosen(window).view.forces.kinds, "none is shown until one is chosen"
    actions = {action.data(): action for action in menu.actions() if action.data()}
    actions["weights"].setChecked(True)
    actions["joints"].setChecked(True)
    actions["joints"].setChecked(False)
    control.sliders[True].setValue(control.sliders[True].maximum())
    menu.aboutToHide.emit()
    again = chosen(window)
    assert again.view.forces.kinds == {"weights"}
    assert again.view.forces.gains == {False: 1.0, True: 10.0}
    shown = {action.data(): action.isChecked() for action in again.menu(window).actions()}
    assert shown["weights"] and not shown["joints"]
    assert again.sliders[True].value() == again.sliders[True].maximum()


@pytest.mark.parametrize("text", ["", "nan", "inf", "-3", "1e99", "wide"])
def test_a_damaged_memory_shows_forces_in_a_size_that_is_seen(text, window):
    settings.remember("forces/size", text)
    settings.remember("forces/shown", ["weights", "nonsense"])
    layer = chosen(window).view.forces
    assert 0.1 <= layer.gains[False] <= 10 and layer.kinds == {"weights"}
