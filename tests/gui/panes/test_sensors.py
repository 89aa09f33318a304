"""Expressions that become curves: typed, chosen, refused, remembered, written."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lagr_gui import LagrError, outputs
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.model import files
from tests.gui.panes.test_simulation import drawn, run, show, swinging
from tests.samples.gallery import sample


def measure(window, text: str) -> None:
    """Type an expression and press Enter."""
    line = window.simulation.sensor.line
    line.setFocus()
    line.setText("")
    QTest.keyClicks(line, text)
    line._popup.hide()
    QTest.keyClick(line, Qt.Key.Key_Return)


def curve(window, name: str) -> np.ndarray:
    """The values of a curve by the beginning of its legend."""
    for plot in window.simulation.curves.plots:
        for legend, found in plot._curves.items():
            if legend.partition(" (")[0] == name and found.yData is not None:
                return found.yData
    raise AssertionError(f"no curve {name}")


def shown(window, name: str) -> bool:
    return any(name in drawn(plot) for plot in window.simulation.curves.plots)


def test_what_is_typed_becomes_a_curve_of_the_motion_that_is_there(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    motion = window.session.trajectory
    measure(window, "speed = abs(velocity(1))")
    qtbot.waitUntil(lambda: shown(window, "speed"))
    assert window.session.trajectory is motion, "nothing is simulated anew"
    assert "speed (m/s)" in window.simulation.curves.above._curves
    assert window.simulation.sensor.line.text() == ""
    seen = outputs(window.session.model, motion, ["abs(velocity(1))"])["abs(velocity(1))"]
    assert curve(window, "speed").tolist() == seen.tolist()
    measure(window, "T + U - E")
    qtbot.waitUntil(lambda: "T + U - E" in drawn(window.simulation.curves.below))
    assert not curve(window, "T + U - E").any()


def test_a_sensor_goes_on_with_the_next_run_until_it_is_removed(window, qtbot):
    show(window, swinging())
    measure(window, "2*q1")
    run(window, qtbot)
    qtbot.waitUntil(lambda: shown(window, "2*q1"))
    window.session.edit("Start", lambda m: edits.set_start(m, "q1", 0.5, 0))
    run(window, qtbot)
    qtbot.waitUntil(lambda: shown(window, "2*q1"))
    assert curve(window, "2*q1")[0] == 1.0
    menu = window.simulation.sensor._menu
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "Remove 2*q1").trigger()
    assert not shown(window, "2*q1") and shown(window, "q₁")


FAULTS = ("qq1", "position(1)", "length(rope)", "force(", "q1 = T", "E' + 1")


@pytest.mark.parametrize("text", FAULTS)
def test_faults_are_told_at_the_field_in_the_words_of_the_command_line(
    window, tmp_path, capsys, text
):
    show(window, swinging())
    measure(window, text)
    told = window.simulation.sensor.fault
    assert told.isVisible() and not window.simulation.sensors.listed
    assert window.simulation.sensor.line.text() == text, "it stays to be mended"
    if "=" not in text:
        file = tmp_path / "swing.lagr"
        file.write_text(files.write_text(window.session.model), "utf-8")
        assert main(["simulate", str(file), "--output", text, "--json"]) == 1
        problem = json.loads(capsys.readouterr().out)["problems"][0]
        assert problem["cause"] in told.text() and problem["remedy"] in told.text()
    QTest.keyClicks(window.simulation.sensor.line, "x")
    assert not told.isVisible()


def test_everything_that_can_be_measured_is_a_click_away(window, qtbot):
    show(window, sample("four_bar"))
    run(window, qtbot)
    field = window.simulation.sensor
    field._menu.aboutToShow.emit()
    sorts = {action.text(): action.menu() for action in field._menu.actions() if action.menu()}
    assert {"Bodies", "Joints", "Energies"} <= set(sorts)
    joints = {action.text(): action.menu() for action in sorts["Joints"].actions()}
    name, menu = next(iter(joints.items()))
    wanted = f"abs(force({name}))"
    next(action for action in menu.actions() if action.text() == wanted).trigger()
    qtbot.waitUntil(lambda: wanted in drawn(window.simulation.curves.forces))
    assert f"{wanted} (N)" in window.simulation.curves.forces._curves
    field.line.setText("2*")
    field.put(wanted)
    assert field.line.text() == f"2*{wanted}", "beside what is typed it is put there"


def test_names_are_completed_where_they_are_typed(window):
    show(window, swinging())
    line = window.simulation.sensor.line
    line.setFocus()
    line._model.setStringList(line._offered())
    line.clear()
    QTest.keyClicks(line, "2*veloc")
    assert line._popup.isVisible()
    line._complete("velocity(1).x")
    line._popup.hide()
    assert line.text() == "2*velocity(1).x"


def test_a_drawing_keeps_its_sensors_in_its_file(window, qtbot, tmp_path):
    show(window, swinging())
    measure(window, "tip = position(1, 0, 1, 0).x")
    assert window.session.save(tmp_path / "one.lagr")
    window.session.new()
    assert window.simulation.sensors.listed == ()
    window.session.open(tmp_path / "one.lagr")
    (kept,) = window.simulation.sensors.listed
    assert kept.title == "tip" and kept.expression == "position(1, 0, 1, 0).x"
    run(window, qtbot)
    qtbot.waitUntil(lambda: shown(window, "tip"))
    window.simulation.sensors.remove("tip")
    assert window.simulation.sensors.listed == () and not shown(window, "tip")
    window.session.undo()
    assert window.simulation.sensors.listed == (kept,)
    qtbot.waitUntil(lambda: shown(window, "tip"))


def test_a_sensor_goes_with_what_is_renamed(window, qtbot):
    show(window, swinging())
    window.session.edit("Name", lambda m: edits.rename(m, "body:1", "Bob"))
    measure(window, "position(Bob).x")
    run(window, qtbot)
    motion = window.session.trajectory
    qtbot.waitUntil(lambda: shown(window, "position(Bob).x"))
    window.session.edit("Rename", lambda m: edits.rename(m, "body:1", "Rod"))
    qtbot.waitUntil(lambda: shown(window, "position(Rod).x"))
    assert window.session.trajectory is motion, "another name moves nothing"
    window.session.edit("Rename", lambda m: edits.rename(m, "coordinate:q1", "phi"))
    measure(window, "2*phi")
    window.session.edit("Rename", lambda m: edits.rename(m, "coordinate:phi", "psi"))
    assert [own.expression for own in window.simulation.sensors.listed][-1] == "2*psi"


def test_a_sensor_of_what_is_gone_says_so_below_the_field(window, qtbot):
    show(window, swinging())
    measure(window, "k*q1")
    assert "“k”" in window.simulation.sensor.fault.text()
    window.session.edit("Add", lambda m: edits.add_parameter(m, "k", 2))
    measure(window, "k*q1")
    run(window, qtbot)
    qtbot.waitUntil(lambda: shown(window, "k*q1"))
    window.session.edit("Remove", lambda m: edits.remove_parameter(m, "k"))
    run(window, qtbot)
    assert not shown(window, "k*q1") and shown(window, "q₁")
    assert "There is nothing called “k”" in window.simulation.note.text()
    assert window.simulation.note.isVisible()


def test_the_table_of_the_motion_has_the_sensors(window, qtbot, tmp_path, answers):
    show(window, swinging())
    run(window, qtbot)
    measure(window, "tip = position(1).x")
    qtbot.waitUntil(lambda: shown(window, "tip"))
    answers["save"] = tmp_path / "motion.csv"
    window.menus.actions["export_motion"].trigger()
    heads, *rows = csv.reader((tmp_path / "motion.csv").read_text("utf-8").splitlines())
    column = [float(row[heads.index("tip (m)")]) for row in rows]
    assert column == curve(window, "tip").tolist()


def test_names_that_are_taken_are_refused(window):
    show(window, swinging())
    with pytest.raises(LagrError, match="taken"):
        window.simulation.sensors.add("T = q1")
