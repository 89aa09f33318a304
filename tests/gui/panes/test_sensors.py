"""Expressions that become curves: typed, chosen, refused, remembered, written."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from lagr_gui import LagrError, outputs, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.model import files
from tests.gui.panes.signals import choose_curve, leaf_of, offered
from tests.gui.panes.test_simulation import drawn, run, show, swinging
from tests.samples.gallery import sample


def measure(window, text: str) -> None:
    """Type an expression and press Enter."""
    line = window.simulation.signals.line
    line.setText("")
    QTest.keyClicks(line, text)
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
    motion = window.session.running.trajectory
    measure(window, "speed = abs(velocity(1))")
    qtbot.waitUntil(lambda: shown(window, "speed"))
    assert window.session.running.trajectory is motion, "nothing is simulated anew"
    assert "speed (m/s)" in window.simulation.curves.above._curves
    assert window.simulation.signals.line.text() == ""
    seen = outputs(window.session.model, motion, ["abs(velocity(1))"])["abs(velocity(1))"]
    assert curve(window, "speed").tolist() == seen.tolist()
    measure(window, "T + U - E")
    qtbot.waitUntil(lambda: "T + U - E" in drawn(window.simulation.curves.below))
    assert not curve(window, "T + U - E").any()


def test_accelerations_do_not_flatten_the_curves_of_the_motion(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    curves = window.simulation.curves
    assert curves.rises.isHidden()
    measure(window, "a = acceleration(1).x")
    qtbot.waitUntil(lambda: "a" in drawn(curves.rises))
    assert not curves.rises.isHidden() and "a" not in drawn(curves.above)


def test_a_sensor_goes_on_with_the_next_run_until_it_is_removed(window, qtbot):
    show(window, swinging())
    measure(window, "2*q1")
    run(window, qtbot)
    qtbot.waitUntil(lambda: shown(window, "2*q1"))
    window.session.edit("Start", lambda m: edits.set_start(m, "q1", 0.5, 0))
    run(window, qtbot)
    qtbot.waitUntil(lambda: shown(window, "2*q1"))
    assert curve(window, "2*q1")[0] == 1.0
    choose_curve(window, "2*q1", "Own expressions")
    assert not shown(window, "2*q1") and shown(window, "q₁"), "it is hidden"
    assert window.simulation.sensors.listed, "but not forgotten"
    signals = window.simulation.signals
    signals.tree.removed.emit(leaf_of(window, "2*q1", "Own expressions"))
    assert not window.simulation.sensors.listed
    window.session.undo()
    assert window.simulation.sensors.listed


FAULTS = ("qq1", "position(1)", "length(rope)", "force(", "q1 = T", "E' + 1")


@pytest.mark.parametrize("text", FAULTS)
def test_faults_are_told_at_the_field_in_the_words_of_the_command_line(
    window, tmp_path, capsys, text
):
    show(window, swinging())
    measure(window, text)
    told = window.simulation.signals.fault
    assert told.text() and not window.simulation.sensors.listed
    assert window.simulation.signals.line.text() == text, "it stays to be mended"
    if "=" not in text:
        file = tmp_path / "swing.lagr"
        file.write_text(files.write_text(window.session.model), "utf-8")
        assert main(["simulate", str(file), "--output", text, "--json"]) == 1
        problem = json.loads(capsys.readouterr().out)["problems"][0]
        assert problem["cause"] in told.text() and problem["remedy"] in told.text()
    QTest.keyClicks(window.simulation.signals.line, "x")
    assert not told.text()


def test_everything_that_can_be_measured_is_a_click_away(window, qtbot):
    show(window, sample("four_bar"))
    run(window, qtbot)
    found = offered(window)
    assert {"Coordinates", "Velocities", "Accelerations", "Bodies", "Joints", "Energies"} <= {
        *found
    }
    texts = [leaf.text for branch in found.values() for leaf in branch.leaves]
    measured = pipeline.measurable(window.session.model)
    assert {t for items in measured.values() for own in items.values() for t in own} <= {*texts}
    assert len(texts) == len({*texts}), "each once"
    joint = window.session.model.joints[0].name
    choose_curve(window, "|force|", "Joints", joint)
    wanted = f"abs(force({joint}))"
    qtbot.waitUntil(lambda: wanted in drawn(window.simulation.curves.forces))
    assert f"{wanted} (N)" in window.simulation.curves.forces._curves
    assert [own.expression for own in window.simulation.sensors.listed] == [wanted]
    choose_curve(window, "|force|", "Joints", joint)
    assert not window.simulation.sensors.listed, "nobody wants it any more"
    choose_curve(window, "force x", "Joints", joint)
    assert not window.simulation.sensors.listed, "reactions have curves of their own"


def test_what_is_checked_goes_into_an_expression_that_is_being_typed(window):
    show(window, swinging())
    line = window.simulation.signals.line
    QTest.keyClicks(line, "2*veloc")
    (body,) = offered(window)["Bodies"].entries
    choose_curve(window, "velocity x", "Bodies", body.title)
    assert line.text() == f"2*velocity({body.title}).x" and not window.simulation.sensors.listed
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert [own.expression for own in window.simulation.sensors.listed] == [
        f"2*velocity({body.title}).x"
    ]


@pytest.fixture
def tree(window):
    """The tree of signals where it drops down."""
    show(window, swinging())
    window.menus.actions["signals"].trigger()
    yield window.simulation.signals.tree
    window.simulation.signals.line.clear()
    window.simulation.signals._look("")
    window.simulation.place.show(False)


def test_the_tree_shows_what_fits_and_is_led_by_keys(window, qtbot, tree):
    signals = window.simulation.signals
    assert signals.isVisible() and signals.line.hasFocus()
    QTest.keyClicks(signals.line, "angular")
    assert {leaf.text.partition("(")[0] for leaf in tree.found} == {"angular_velocity", "abs"}
    QTest.keyClick(signals.line, Qt.Key.Key_Down)
    assert tree.hasFocus()
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert [o.expression for o in window.simulation.sensors.listed] == [tree.found[0].text]
    QTest.keyClick(tree, Qt.Key.Key_Down)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert len(window.simulation.sensors.listed) == 2
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert len(window.simulation.sensors.listed) == 1
    for _ in range(9):
        QTest.keyClick(tree, Qt.Key.Key_Up)
    assert signals.line.hasFocus()
    QTest.keyClick(signals.line, Qt.Key.Key_Escape)
    assert signals.line.text() == "" and signals.isVisible()
    QTest.keyClick(signals.line, Qt.Key.Key_Escape)
    assert not signals.isVisible()


def test_the_tree_stays_open_while_curves_are_checked(window, qtbot, tree):
    run(window, qtbot)
    window.simulation.place.show(True)
    item = tree.topLevelItem(1)
    item.setExpanded(True)
    place = tree.visualItemRect(item.child(0))
    style, option = tree.style(), QStyleOptionViewItem()
    tree.initViewItemOption(option)
    option.rect = place
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    box = style.subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, tree)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert tree.isVisible() and "q₁′" in drawn(window.simulation.curves.above)


def test_signals_stand_beside_the_curves_where_there_is_room(window):
    show(window, swinging())
    pane = window.simulation
    assert not pane.signals.isVisible()
    pane.place.fit(1100)
    assert pane.signals.isVisible() and pane.place.button.isChecked()
    assert pane.whole.indexOf(pane.signals) == 0
    pane.place.button.click()
    assert not pane.signals.isVisible()
    pane.place.button.click()
    assert pane.signals.isVisible()
    pane.place.fit(500)
    assert not pane.signals.isVisible() and not pane.place.button.isChecked()


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
    motion = window.session.running.trajectory
    qtbot.waitUntil(lambda: shown(window, "position(Bob).x"))
    window.session.edit("Rename", lambda m: edits.rename(m, "body:1", "Rod"))
    qtbot.waitUntil(lambda: shown(window, "position(Rod).x"))
    assert window.session.running.trajectory is motion, "another name moves nothing"
    window.session.edit("Rename", lambda m: edits.rename(m, "coordinate:q1", "phi"))
    measure(window, "2*phi")
    window.session.edit("Rename", lambda m: edits.rename(m, "coordinate:phi", "psi"))
    assert [own.expression for own in window.simulation.sensors.listed][-1] == "2*psi"


def test_a_sensor_of_what_is_gone_says_so_below_the_field(window, qtbot):
    show(window, swinging())
    measure(window, "k*q1")
    assert "“k”" in window.simulation.signals.fault.text()
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


@pytest.mark.follows
def test_sensors_come_with_a_motion_that_follows_an_edit(window, qtbot):
    show(window, swinging())
    run(window, qtbot)
    measure(window, "2*q1")
    measure(window, "abs(force(pivot))")
    qtbot.waitUntil(lambda: shown(window, "2*q1") and shown(window, "abs(force(pivot))"))
    qtbot.waitUntil(lambda: not window.session.motions.busy)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.edit("Start", lambda m: edits.set_start(m, "q1", 0.5, 0))
    assert not window.session.motions.running("outputs"), "nobody has to ask for them"
    assert curve(window, "2*q1")[0] == 1.0
    motion, model = window.session.running.trajectory, window.session.model
    assert motion.output_units == {"2*q1": "rad", "abs(force(pivot))": "N"}
    (force,) = outputs(model, motion, ["abs(force(pivot))"]).values()
    assert curve(window, "abs(force(pivot))").tolist() == force.tolist()
    window.session.live.hold()
    with qtbot.waitSignal(window.session.running.changed):
        window.session.edit("Start", lambda m: edits.set_start(m, "q1", 0.7, 0))
    before = {own.name: own.y for own, _ in window.simulation.curves.above._behind}
    assert before["2*q1 (rad)"][0] == 1.0, "what was seen before stays lightly behind"
    window.session.live.release()
