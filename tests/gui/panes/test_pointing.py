"""Pointing at a name of the equations: the animation draws it, its items light up."""

from __future__ import annotations

import weakref
from contextlib import suppress

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtWidgets import QApplication

from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.panes.animation import view as animation_view
from lagr_gui.gui.panes.animation.naming import NamePainter
from lagr_gui.gui.theme import apply_theme
from tests.gui.folding import TABLE, opened
from tests.gui.hands import mouse
from tests.gui.waiting import derived

DRAWN = ("double_pendulum", "robot_arm_6r", "rolling_disc", "two_pendulums_dashpot", "cantilever")
MAYBE_NOTHING = ("velocity", "acceleration", "turn", "swing", "force", "shift")
"""What may be zero at the start."""
SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def show(window, qtbot):
    """Opens a sample with its structured equations."""

    def opened(name: str):
        window.session.derivation.choose(form="structured")
        window.open_sample(SAMPLES[name])
        derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
        qtbot.waitUntil(lambda: window.equations.view.settled)
        qtbot.waitUntil(lambda: window.session.start.shown is not None)
        return window

    return opened


def spot(view, wanted: str) -> QPoint:
    """Where a name is seen for the first time."""
    for number, laid in enumerate(view._laid):
        row = view.rows[number]
        formulas = [(p.formula, own.topLeft()) for p, own, _ in laid.places]
        for formula, corner in [(row.head, laid.head), *formulas]:
            picture = view._typesetter.known(formula) if formula else None
            for name, place in picture.names if picture else ():
                if name == wanted:
                    bar = view.verticalScrollBar()
                    bar.setValue(max(0, int(laid.top) - 20))
                    return (place.translated(corner).center() - QPointF(view._origin)).toPoint()
    raise AssertionError(f"{wanted} is not seen")


def scrolled_to(view, qtbot, wanted: str) -> QPoint:
    """Where a name stands that may lie below: only what is seen is set."""
    bar = view.verticalScrollBar()
    for top in range(0, bar.maximum() + 1, max(1, view.viewport().height() // 2)):
        bar.setValue(top)
        qtbot.waitUntil(lambda: view.settled)
        with suppress(AssertionError):
            return spot(view, wanted)
    return spot(view, wanted)


def point(window, qtbot, name: str):
    """Point at a name and wait until it is drawn."""
    view = window.equations.view
    mouse(view.viewport(), QEvent.Type.MouseMove, scrolled_to(view, qtbot, name))
    assert window.session.pointed.name == name
    qtbot.waitUntil(lambda: window.session.pointed.drawn is not None)
    return window.session.pointed.drawn


def leave(view) -> None:
    """The pointer goes elsewhere."""
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))


def picture(window):
    return window.animation.view.grab().toImage()


def test_a_name_that_is_pointed_at_is_drawn_and_goes_when_the_pointer_leaves(show, qtbot):
    window = show("furuta_pendulum")
    before = picture(window)
    drawn = point(window, qtbot, "p_2")
    assert drawn.kind == "way" and picture(window) != before
    leave(window.equations.view)
    assert window.session.pointed.drawn is None and picture(window) == before


def test_a_composite_body_lights_its_bodies_and_nothing_else(show, qtbot):
    window = show("furuta_pendulum")
    assert point(window, qtbot, "shat_2").kind == "moment"
    assert window.session.highlighted == {"body:2"}
    point(window, qtbot, "shat_1")
    assert window.session.highlighted == {"body:1", "body:2"}
    leave(window.equations.view)
    assert not window.session.highlighted


def test_a_component_of_a_planar_system_is_drawn_as_the_vector_that_it_belongs_to(show, qtbot):
    window = show("double_pendulum")
    drawn = point(window, qtbot, "shat_1_x")
    assert drawn.kind == "moment" and drawn.values.shape[-1] == 3
    assert window.session.highlighted == {"body:1", "body:2"}


def test_what_has_no_picture_is_said_to_have_none(show, qtbot):
    window = show("furuta_pendulum")
    before, view = picture(window), window.equations.view
    mouse(view.viewport(), QEvent.Type.MouseMove, scrolled_to(view, qtbot, "h_1_2"))
    assert not window.session.pointed.has_picture
    assert picture(window) != before


def test_the_drawn_name_moves_with_the_time_cursor(show, qtbot):
    window = show("furuta_pendulum")
    window.session.edit("Short", lambda m: edits.set_value(m, ("simulation", "until"), 1))
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    window.animation.player.pause()
    derived(window, qtbot, lambda: window.session.derivation.fits)
    point(window, qtbot, "p_2")
    seen = []
    for t in (0.2, 0.6):
        window.session.running.set_time(t)
        now = window.animation.view._scene.at(t)
        drawn = window.session.pointed.drawn
        joint = list(now.joints.values())[1]
        assert now.mixed(drawn.values) == pytest.approx(joint, abs=1e-9)
        seen.append(picture(window))
    assert seen[0] != seen[1]


def test_nothing_of_an_older_model_is_drawn(show, qtbot):
    window = show("furuta_pendulum")
    point(window, qtbot, "p_2")
    window.session.edit("Start", lambda m: edits.set_start(m, "q1", 0.3, 0))
    assert window.session.pointed.drawn is None


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "name",
    ["double_pendulum", "robot_arm_6r", "rolling_disc", "two_pendulums_dashpot", "cantilever"],
)
def test_every_picture_can_be_drawn_and_leaves_no_painter_behind(
    qapp, qtbot, theme, name, monkeypatch
):
    from lagr_gui import pipeline
    from lagr_gui.gui.panes.animation.named import Named
    from lagr_gui.scenery.scene import build_scene

    made: list[weakref.ref[NamePainter]] = []

    class Noted(NamePainter):
        def __init__(self, *given) -> None:
            super().__init__(*given)
            made.append(weakref.ref(self))

    monkeypatch.setattr(animation_view, "NamePainter", Noted)
    apply_theme(qapp, theme)
    model = pipeline.load(SAMPLES[name])
    sheet = pipeline.equations(model, "structured")
    motion = pipeline.start_motion(model)
    view = animation_view.MotionView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show_scene(build_scene(model, motion, ""), keep=False)
    bare = view.grab().toImage()
    for own, _ in sheet.pictures:
        pictured = pipeline.Pictured.of(sheet, own)
        drawn = pipeline.drawn(model, pictured, motion.t, motion.q, motion.qd)
        view.show_name(Named(None, drawn))
        seen = view.grab().toImage()
        moving = drawn.kind not in (
            "velocity",
            "acceleration",
            "turn",
            "swing",
            "force",
            "shift",
        )
        assert seen != bare or not moving or not drawn.values.any(), own
    assert len(made) == len(sheet.pictures) and not any(ref() for ref in made)
    apply_theme(qapp, "light")


@pytest.mark.parametrize(
    ("sample", "name", "items"),
    [
        ("lagr_system_2", "M3", {"body:3"}),
        ("lagr_system_2", "q2", {"joint:hinge"}),
        ("lagr_system_2", "C10", {"element:spring 1"}),
        ("two_pendulums_dashpot", "ell_1", {"element:dashpot"}),
        ("four_bar", "lambda_1", {"joint:C"}),
    ],
)
def test_a_name_in_an_expanded_result_lights_the_items_it_speaks_of(
    window, qtbot, sample: str, name: str, items: set[str]
):
    window.session.derivation.choose(minimal=False)  # λ stands in them
    window.open_sample(SAMPLES[sample])
    derived(
        window,
        qtbot,
        lambda: (
            window.session.derivation.sheet is not None and not window.session.derivation.meanwhile
        ),
    )
    opened(window, TABLE)
    view = window.equations.view
    mouse(view.viewport(), QEvent.Type.MouseMove, scrolled_to(view, qtbot, name))
    assert window.session.highlighted == items
    leave(window.equations.view)
    assert not window.session.highlighted
