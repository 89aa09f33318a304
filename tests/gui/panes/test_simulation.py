"""Running, stopping, curves and their cursor; what is said about the energy and about failures."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLineEdit

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.expression.letters import pretty
from lagr_gui.gui.actions.files import write_picture
from lagr_gui.gui.panes.simulation.drift import LOW
from lagr_gui.model import Model
from tests.gui.hands import click, mouse
from tests.gui.panes.fields import fill, told
from tests.gui.panes.signals import choose_curve
from tests.samples.gallery import sample
from tests.systems import pendulum


def swinging(until: float = 3.0) -> Model:
    model = edits.set_start(pendulum(), "q1", 1, 0)
    return edits.set_value(model, ("simulation", "until"), until)


def swinging_long() -> Model:
    """A motion that lasts on any machine: its method takes one step after the other."""
    return edits.set_value(swinging(20_000), ("simulation", "method"), "LSODA")


def show(window, model: Model) -> None:
    window.session.edit("Build", lambda _: model)


def run(window, qtbot) -> None:
    """Simulate; what is shown may change before, when the start comes late."""
    session, before = window.session, window.session.running.trajectory
    window.menus.actions["run"].trigger()
    qtbot.waitUntil(
        lambda: session.running.trajectory is not None and session.running.trajectory is not before
    )


def drawn(plot) -> dict[str, int]:
    """How many points each curve of a plot has, by its name without the unit."""
    return {
        name.partition(" (")[0]: len(curve.xData)
        for name, curve in plot._curves.items()
        if curve.xData is not None
    }


def test_run_draws_coordinates_and_energies_and_tells_the_drift(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    session, pane = window.session, window.simulation
    count = len(session.running.trajectory.t)
    assert drawn(pane.curves.above) == {"q₁": count}
    assert drawn(pane.curves.below) == {"T": count, "U": count, "E": count}
    assert "energy drift" in pane.drift.text() and "✓" in pane.drift.text()
    assert pane.drift.property("role") == "good"
    assert pane.drift.wordWrap() == (pane.height() >= LOW)
    pane.drift.fit(LOW - 1)
    assert not pane.drift.wordWrap()  # its curves need the room
    pane.drift.fit(LOW)
    assert pane.drift.wordWrap()
    assert session.running.trajectory.t[-1] == 3


def test_energy_is_what_is_stored_and_the_balance_a_curve_of_its_own(window, qtbot):
    model = edits.connect(swinging(), "coordinate_damper", 0, 1)
    show(window, edits.set_value(model, ("elements", 0, "k"), 0.3))
    run(window, qtbot)
    motion, plot = window.session.running.trajectory, window.simulation.curves.below
    choose_curve(window, "balance: E + dissipated − supplied")
    curves = {name: curve.yData for name, curve in plot._curves.items()}
    assert np.allclose(curves["E (J)"], motion.T + motion.U)
    assert curves["E (J)"][-1] < curves["E (J)"][0] - 1
    assert np.allclose(curves["balance (J)"], curves["balance (J)"][0])


def test_legends_of_a_motion_have_units(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    choose_curve(window, "q₁′")
    plots = window.simulation.curves
    assert set(plots.above._curves) == {"q₁ (rad)", "q₁′ (rad/s)"}
    assert set(plots.below._curves) == {"T (J)", "U (J)", "E (J)"}


@pytest.mark.parametrize("other", ["modes", "response", "free_body"])
def test_run_brings_its_curves_forward_and_leaves_the_keyboard(window, qtbot, other):
    show(window, swinging())
    window.show_pane(other)
    window.canvas.setFocus()
    assert window.simulation.visibleRegion().isEmpty()
    run(window, qtbot)
    assert not window.simulation.visibleRegion().isEmpty()
    assert window.canvas.hasFocus()


def test_curves_grow_while_the_integration_goes_on(window, qtbot):
    show(window, swinging_long())
    seen = []
    session, pane = window.session, window.simulation

    def look() -> None:
        seen.append(drawn(pane.curves.above).get("q₁", 0))

    session.running.grown.connect(look)
    session.run()
    qtbot.waitUntil(lambda: len(seen) >= 3 and seen[-1] > seen[0])
    assert (
        session.running.simulating
        and pane.controls.progress.isVisible()
        and pane.controls.stop.isVisible()
    )
    assert "simulating" in window._busy.text()
    assert seen == sorted(seen) and seen[-1] > seen[0] > 0
    session.running.grown.disconnect(look)
    pane.controls.stop.click()
    qtbot.waitUntil(lambda: not session.running.simulating)
    assert pane.drift.text() == "Stopped." and not pane.controls.stop.isVisible()
    assert drawn(pane.curves.above)["q₁"] > 0, "what is there of it stays"
    qtbot.waitUntil(lambda: window._busy.text() == "")


def test_a_short_motion_is_in_view_after_a_long_one_that_was_stopped(window, qtbot):
    show(window, swinging_long())
    session, view = window.session, window.simulation.curves.above.item.vb
    with qtbot.waitSignal(session.running.grown):
        session.run()
    session.running.stop()
    qtbot.waitUntil(lambda: not session.running.simulating)
    session.edit("Shorter", lambda m: edits.set_value(m, ("simulation", "until"), 0.5))
    run(window, qtbot)
    qtbot.waitUntil(lambda: 0.5 < view.viewRange()[0][1] < 0.6)


def test_the_solver_is_chosen_and_told(window, qtbot):
    show(window, swinging())
    box = window.simulation.controls.method
    box.setCurrentIndex(box.findData("Radau"))
    box.activated.emit(box.currentIndex())
    assert window.session.model.simulation.method == "Radau"
    run(window, qtbot)
    assert "Radau" in window.simulation.drift.text()
    window.session.undo()
    assert box.currentData() == "auto"


def test_start_values_are_typed_in_a_table_and_move_the_picture(window, qtbot):
    show(window, swinging())
    session, pane = window.session, window.simulation
    qtbot.waitUntil(lambda: bool(session.start.shown and 1 in session.start.shown.motion.x))
    before = session.start.shown.motion
    pane.toggle.click()
    assert pane.start.isVisible()
    position, velocity = pane.start.fields
    assert position.edit.text() == "1" and velocity.edit.text() == "0"
    fill(position, "90 deg")
    qtbot.waitUntil(lambda: session.start.shown.motion is not before)
    fill(velocity, "m+1")
    assert session.model.start[0].position == "90 deg", "as it was typed"
    assert told(velocity).startswith("= 3")
    assert not np.allclose(session.start.shown.motion.x[1], before.x[1])
    fill(velocity, "2*")
    assert "Column" in told(velocity)
    session.undo()
    assert velocity.edit.text() == "m+1"
    pane.toggle.click()
    assert pane.curves.isVisible()


def test_start_values_that_nobody_sees_are_those_of_the_model_when_they_are_shown(window):
    """A thousand coordinates would take seconds at each edit."""

    def texts() -> list[str]:
        return [edit.text() for edit in pane.start.findChildren(QLineEdit)]

    pane = window.simulation
    show(window, swinging())
    window.session.edit("Start", lambda model: edits.set_start(model, "q1", 0.321, 0))
    assert "0.321" not in texts()
    pane.toggle.click()
    assert texts() == ["0.321", "0"]
    pane.toggle.click()
    window.session.edit("Start", lambda model: edits.set_start(model, "q1", 0.654, 0))
    assert texts() == ["0.321", "0"]
    pane.toggle.click()
    assert texts() == ["0.654", "0"]
    pane.toggle.click()


def test_curves_are_chosen_from_a_menu(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    pane = window.simulation
    choose_curve(window, "q₁′")
    assert set(drawn(pane.curves.above)) == {"q₁", "q₁′"}
    choose_curve(window, "q₁")
    choose_curve(window, "U")
    assert set(drawn(pane.curves.above)) == {"q₁′"}
    assert set(drawn(pane.curves.below)) == {"T", "E"}
    for name in ("T", "E = T + U"):
        choose_curve(window, name)
    assert not pane.curves.below.isVisible()
    run(window, qtbot)
    assert set(drawn(pane.curves.above)) == {"q₁′"}, "the choice outlives the next run"


def test_the_cursor_of_time_is_one_for_both_plots_and_the_animation(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    session, pane = window.session, window.simulation
    window.animation.player.pause()
    pane.curves.above.time_line.setValue(1.25)
    pane.curves.above.time_line.sigDragged.emit(pane.curves.above.time_line)
    assert session.running.time == 1.25
    assert pane.curves.below.time_line.value() == 1.25
    assert window.animation.label.text() == "t = 1.25 s"
    window.animation.slider.setValue(5000)
    assert pane.curves.above.time_line.value() == pytest.approx(1.5)
    pane.curves.moved.emit(99)
    assert session.running.time == 3, "the cursor stays within the motion"


def test_a_click_into_a_plot_sets_the_time(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    window.animation.player.pause()
    plot = window.simulation.curves.above
    qtbot.waitUntil(lambda: 3 < plot.item.vb.viewRange()[0][1] < 4)  # everything is in view
    middle = sum(plot.item.vb.viewRange()[1]) / 2
    at = plot.mapFromScene(plot.item.vb.mapViewToScene(QPointF(2.0, middle)))
    mouse(plot.viewport(), QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)
    click(plot.viewport(), at)
    assert window.session.running.time == pytest.approx(2, abs=0.05)


@pytest.mark.parametrize(
    ("ending", "head"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")]
)
def test_curves_are_written_as_a_picture(window, qtbot, tmp_path, ending, head):
    show(window, swinging())
    run(window, qtbot)
    path = tmp_path / f"curves.{ending}"
    write_picture(window, str(path), window.simulation.curves.save)
    assert path.read_bytes().startswith(head)
    if ending == "png":
        image = QImage(str(path))
        shades = {
            image.pixelColor(x, y).name()
            for x in range(0, image.width(), 2)
            for y in range(image.height())
        }
        assert len(shades) > 10


def test_a_coordinate_without_inertia_is_named(window, qtbot):
    model = edits.set_value(swinging(), ("bodies", 0, "mass"), 0)
    show(window, model)
    with qtbot.waitSignal(window.session.running.failed):
        window.session.run()
    text = window.simulation.drift.text()
    assert "q1" in text and window.simulation.drift.property("role") == "error"
    assert any("q1" in str(p) for p in window.session.running.problems)
    assert "(0)" not in window.problems.title.text() and "(" in window.problems.title.text()
    window.session.edit("Mend", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 1))
    assert window.problems.title.text() == "Problems"


def test_a_motion_that_cannot_go_on_says_when(window, qtbot):
    model = edits.connect(swinging(), "coordinate_spring", 0, 1)
    model = edits.set_value(model, ("elements", 0, "c"), "-1e9*(t-1)^2*1e200")
    show(window, model)
    with qtbot.waitSignal(window.session.running.failed):
        window.session.run()
    assert window.simulation.drift.property("role") == "error"
    assert window.simulation.drift.text()


def test_curves_and_animation_of_a_motion_that_stops_are_kept(window, qtbot):
    model = edits.connect(swinging(), "coordinate_spring", 0, 1)
    show(window, edits.set_value(model, ("elements", 0, "c"), "5*sqrt(1 - t)"))
    with qtbot.waitSignal(window.session.running.failed):
        window.session.run()
    assert window.simulation.drift.property("role") == "error"
    assert "t = " in window.simulation.drift.text()
    found = window.session.running.trajectory
    assert found is not None and 0.9 < found.t[-1] <= 1
    assert drawn(window.simulation.curves.above) == {"q₁": len(found.t)}
    assert window.session.motion is not None and len(window.session.motion.t) == len(found.t)
    assert window.session.running.problems and window.session.running.partial is None


def test_another_document_takes_curves_and_failures_away(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    window.session.document.mark_saved(window.session.document.path)
    window.new_document()
    assert window.session.running.trajectory is None
    assert drawn(window.simulation.curves.above) == {} and window.simulation.drift.text() == ""
    assert not window.menus.actions["run"].isEnabled()


def test_a_motion_of_an_earlier_model_is_marked_until_undo_or_run(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    session, pane, age = window.session, window.simulation, window.animation.age

    def marked() -> bool:
        assert ("before the last edit" in pane.drift.text()) is age.isVisible()
        assert (pane.drift.property("role") == "good") is not age.isVisible()
        return age.isVisible()

    assert not marked()
    session.edit("Move", lambda model: edits.move(model, {"body:1": (500.0, 500.0)}))
    session.edit("Range", lambda model: edits.set_value(model, ("parameters", 2, "maximum"), 9))
    assert not marked(), "no motion depends on these"
    session.edit("Value", lambda model: edits.set_value(model, ("parameters", 2, "value"), 3))
    assert marked()
    session.undo()
    assert not marked() and "✓" in pane.drift.text()
    session.edit("Mass", lambda model: edits.set_value(model, ("bodies", 0, "mass"), 7))
    assert marked()
    run(window, qtbot)
    assert not marked()


def test_what_the_equations_call_conserved_is_checked_along_the_motion(window, qtbot):
    model = edits.set_value(sample("spinning_top"), ("simulation", "until"), 2.0)
    show(window, model)
    session, drift = window.session, window.simulation.drift
    run(window, qtbot)
    qtbot.waitUntil(lambda: "conserved" in drift.toolTip())
    expected = pipeline.conserved(model, session.running.trajectory)
    names = {"momentum": "p({})", "energy": "T + U", "jacobi": "h"}
    words = [f"{names[e.kind].format(pretty(e.coordinate))} to {e.drift:.0e}" for e in expected]
    assert f"conserved {', '.join(words)}" in drift.toolTip()
    assert {e.kind for e in expected} >= {"momentum"} and all(e.drift < 1e-8 for e in expected)
    show(window, swinging())
    run(window, qtbot)
    qtbot.waitUntil(lambda: "conserved T + U" in drift.toolTip())
    damped = edits.connect(swinging(), "coordinate_damper", 0, 1)
    show(window, damped)
    run(window, qtbot)
    qtbot.waitUntil(lambda: bool(session.derivation.sheet and session.derivation.sheet.of("D")))
    qtbot.waitUntil(lambda: not session.equations.busy)
    assert "conserved" not in drift.toolTip()
