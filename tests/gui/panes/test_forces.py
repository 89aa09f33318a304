"""Curves of reactions, drives, currents and voltages: computed when asked for, kept, exported."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog

from lagr_gui import GROUND, System, pipeline
from lagr_gui.editing import edits
from lagr_gui.mechanics.numbers import parameter_values
from tests.gui.panes.signals import choose_curve, offered
from tests.gui.panes.test_simulation import drawn, run, show, swinging
from tests.samples.gallery import sample


def choose_of_joint(window, joint: str, *entries: str) -> None:
    """Turn components of a reaction on or off."""
    for entry in entries:
        choose_curve(window, entry, "Joints", joint)


def choose_axes(window, words: str) -> None:
    """Choose the axes of reactions."""
    box = window.simulation.signals.axes
    box.setCurrentText(words)
    box.activated.emit(box.currentIndex())


def wait_for(window, qtbot, axes: str = "space"):
    """The forces, when they are there."""
    forces = window.session.forces
    qtbot.waitUntil(lambda: axes in forces.found and not forces.computing)
    return forces.found[axes]


def plotted(window) -> dict[str, np.ndarray]:
    """The curves of what is transmitted."""
    curves = window.simulation.curves.forces._curves
    return {name: curve.yData for name, curve in curves.items()}


def named(window) -> str:
    """The legend of what is transmitted."""
    return window.simulation.curves.forces._legend._text.toPlainText().replace("\xa0", " ")


def short(name: str):
    return edits.set_value(sample(name), ("simulation", "until"), 0.5)


def test_the_bearing_of_a_pendulum_bears_weight_and_centripetal_force(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    session, pane = window.session, window.simulation
    assert not session.forces.found and not pane.curves.forces.isVisible(), "nobody asked"
    choose_of_joint(window, "pivot", "force x", "force y")
    wait_for(window, qtbot)
    choose_axes(window, "Axes of the second body")
    found = wait_for(window, qtbot, "child")
    q, qd = session.running.trajectory.q[:, 0], session.running.trajectory.qd[:, 0]
    pull = 2 * (9.81 * np.cos(q) + 0.5 * qd**2)
    along, across = plotted(window)["pivot Fy (N)"], plotted(window)["pivot Fx (N)"]
    assert along == pytest.approx(pull, rel=1e-8)
    assert across == pytest.approx(0, abs=1e-8)
    assert found.joints["pivot"].force[:, 1] == pytest.approx(along)
    assert "Axes of the second body" in named(window)
    choose_axes(window, "Axes of space")
    assert plotted(window)["pivot Fx (N)"] == pytest.approx(-pull * np.sin(q), rel=1e-8)
    assert "Axes" not in named(window)
    assert pane.curves.forces.isVisible() and not pane.controls.stop.isVisible()


def test_all_that_a_circuit_and_its_axle_transmit_is_drawn_as_it_is_computed(window, qtbot):
    model = short("dc_motor_pendulum")
    show(window, model)
    assert "Conditions" not in offered(window)
    run(window, qtbot)
    for name in ("source", "resistance", "winding", "motor"):
        choose_curve(window, f"current in {name}")
        choose_curve(window, f"voltage at {name}")
    choose_of_joint(window, "axle", *(f"{w} {x}" for w in ("force", "moment") for x in "xyz"))
    wait_for(window, qtbot)
    expected = pipeline.reactions(model, window.session.running.trajectory)
    axle = expected.joints["axle"]
    table = {f"axle F{x} (N)": axle.force[:, i] for i, x in enumerate("xyz")}
    table |= {f"axle M{x} (N m)": axle.moment[:, i] for i, x in enumerate("xyz")}
    table |= {f"i {name} (A)": values for name, values in expected.currents.items()}
    table |= {f"u {name} (V)": values for name, values in expected.voltages.items()}
    curves = plotted(window)
    assert set(curves) == set(table)
    for name, values in table.items():
        assert curves[name] == pytest.approx(values, abs=1e-12), name
    ohm = parameter_values(model)["R"] * curves["i resistance (A)"]
    assert curves["u resistance (V)"] == pytest.approx(ohm)


def test_drives_rods_and_conditions_have_their_curves(window, qtbot):
    model = System("driven", m=1)
    first, second = model.body("slide", "m", (1, 1, 1)), model.body("ball", "m", (1, 1, 1))
    model.joint("prismatic", GROUND, first, "x", name="rail")
    model.joint("planar", first, second, "u", "v", "w", name="plane")
    model.element("prescribed_motion", name="push", coordinate="x", motion="0.1*sin(5*t)")
    model.element("rod", name="stay", body_a=first, body_b=second, l=0.5)
    model.element("skid", name="blade", body=second, across=(0, 0, 1))
    model.start(u=0.3, v=-0.4)
    show(window, edits.set_value(model.model, ("simulation", "until"), 0.3))
    items = [entry.title for entry in offered(window)["Elements"].entries]
    assert items == ["stay", "push"] and "Conditions" in offered(window)
    run(window, qtbot)
    for name in ("force of push", "thrust of stay", "λ blade"):
        choose_curve(window, name)
    found = wait_for(window, qtbot)
    curves = plotted(window)
    assert set(curves) == {"push (N)", "stay (N)", "λ blade (N)"}
    assert curves["push (N)"] == pytest.approx(found.drives["push"])
    assert curves["stay (N)"] == pytest.approx(found.thrusts["stay"])
    assert np.max(np.abs(curves["push (N)"])) > 0.1


def test_the_choice_outlives_a_new_run_and_an_edit_after_a_run_changes_no_curve(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    before = window.session.running.trajectory
    window.session.edit("Heavier", lambda m: edits.set_value(m, ("parameters", 1, "value"), 4.0))
    choose_of_joint(window, "pivot", "force y")
    light = wait_for(window, qtbot).joints["pivot"].force[0, 1]
    assert window.session.running.trajectory is before
    run(window, qtbot)
    assert window.session.running.trajectory is not before
    heavy = wait_for(window, qtbot).joints["pivot"].force[0, 1]
    assert heavy == pytest.approx(2 * light, rel=1e-9)
    assert plotted(window)["pivot Fy (N)"][0] == pytest.approx(heavy)
    choose_of_joint(window, "pivot", "force y")
    assert not window.simulation.curves.forces.isVisible()
    run(window, qtbot)
    qtbot.waitUntil(lambda: not window.session.motions.busy)
    assert not window.session.forces.found, "nobody asks any more"


def test_forces_that_are_stopped_are_not_drawn_and_can_be_asked_for_again(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    pane, forces = window.simulation, window.session.forces
    choose_of_joint(window, "pivot", "force y")
    assert (
        forces.computing and pane.controls.stop.isVisible() and not pane.controls.rest.isVisible()
    )
    assert "computing forces" in window._busy.text()
    pane.controls.stop.click()
    qtbot.waitUntil(lambda: not forces.computing)
    assert pane.note.isVisible() and pane.note.text() == "Stopped."
    assert plotted(window) == {} and not pane.controls.stop.isVisible()
    choose_of_joint(window, "pivot", "force x")
    wait_for(window, qtbot)
    assert set(plotted(window)) == {"pivot Fx (N)", "pivot Fy (N)"} and not pane.note.isVisible()


def test_another_job_only_delays_the_forces(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    choose_of_joint(window, "pivot", "force y")
    window.session.find_equilibria()
    wait_for(window, qtbot)
    qtbot.waitUntil(lambda: window.session.small.equilibria is not None)
    assert set(plotted(window)) == {"pivot Fy (N)"}


def test_why_there_are_no_forces_is_told_in_words(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    window.session.forces.model = sample("double_pendulum")
    window.simulation.choice.show("force:pivot Fy", True)
    window.session.forces.ask("space")
    note = window.simulation.note
    qtbot.waitUntil(note.isVisible)
    assert "Give a simulation of this model." in note.text()
    assert note.property("role") == "error"
    assert drawn(window.simulation.curves.above), "the other curves stay"


def test_another_drawing_has_curves_of_its_own(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    choose_of_joint(window, "pivot", "force y")
    wait_for(window, qtbot)
    window.session.show_document(short("ladder_filter"), None)
    assert not window.session.forces.found and plotted(window) == {}
    assert "Joints" not in offered(window) and "Elements" in offered(window)
    run(window, qtbot)
    assert drawn(window.simulation.curves.above), "its coordinates are chosen by themselves"


@pytest.mark.parametrize("chosen", [False, True])
def test_the_table_has_the_forces_if_they_are_among_the_curves(
    window, qtbot, tmp_path, monkeypatch, chosen
):
    path = tmp_path / "motion.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    show(window, swinging())
    run(window, qtbot)
    if chosen:
        choose_of_joint(window, "pivot", "force y")  # the export waits for it
    window.menus.actions["export_motion"].trigger()
    qtbot.waitUntil(path.exists)
    with path.open(encoding="utf-8", newline="") as file:
        heads, *rows = list(csv.reader(file))
    told = [head for head in heads if "pivot" in head]
    assert len(told) == (6 if chosen else 0) and heads[0] == "t (s)"
    if chosen:
        place = heads.index("force in pivot, y (N)")
        force = window.session.forces.found["space"].joints["pivot"].force[:, 1]
        assert np.array([float(row[place]) for row in rows]) == pytest.approx(force)


def test_the_legend_stands_above_the_curves_in_as_many_lines_as_it_needs(window, qtbot):
    show(window, short("four_bar"))
    run(window, qtbot)
    for joint in "AD":
        choose_of_joint(window, joint, "force x", "force y", "moment z")
    wait_for(window, qtbot)
    plot = window.simulation.curves.forces
    legend = plot._legend
    assert all(name in named(window) for name in plotted(window)) and len(plotted(window)) == 6
    qtbot.waitUntil(lambda: legend.size().height() > 0)
    assert legend.mapRectToScene(legend.rect()).bottom() <= plot.item.vb.sceneBoundingRect().top()
    legend.use_width(2000)
    wide = legend.minimumHeight()
    legend.use_width(120)
    assert legend.minimumHeight() > wide
    plot.show_curves(np.empty(0), {})
    assert legend.maximumHeight() == 0
