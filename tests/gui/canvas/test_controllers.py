"""Controllers on the drawing: blocks that are selected, moved, renamed, removed; lines follow."""

from __future__ import annotations

import zipfile

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from lagr_gui import pipeline
from lagr_gui.drawing.boxes import about
from lagr_gui.drawing.geometry import size_of
from lagr_gui.editing import edits
from lagr_gui.gui.canvas.wired import BlockItem
from lagr_gui.gui.unit_choice import take_unit
from lagr_gui.model.controllers import Controller, ControllerInput
from tests.drawing.test_controllers import controlled, on_edge
from tests.gui.canvas.test_cloning import pull
from tests.gui.hands import NONE
from tests.gui.panes.fields import labels
from tests.units.building import described

KEY = "controller:PD"


@pytest.fixture
def steered(window):
    """A pendulum with a controller."""
    window.session.edit("Build", lambda _: controlled().model)
    window.canvas.fit()
    return window


def place(window) -> tuple[float, float]:
    return edits.places(window.session.model)[KEY]


def ends(window) -> set[tuple[tuple[float, float], tuple[float, float]]]:
    """Where the lines of controllers begin and end."""
    lines = window.canvas.content.signals.values()
    return {(line.form.line[0], line.form.line[-1]) for line in lines}


def names(window) -> list[str]:
    return [entry.name for entry in window.session.model.simulation.controllers]


def test_it_is_moved_and_its_lines_follow(steered, hands):
    before, seen = ends(steered), place(steered)
    assert len(before) == 3
    pull(hands, KEY, hands.point(seen[0] + 200, seen[1] - 40), NONE)
    assert place(steered) == (seen[0] + 200, seen[1] - 40)
    assert steered.session.selection == {KEY} and len(ends(steered) & before) == 0
    steered.session.undo()
    assert place(steered) == seen and ends(steered) == before


def test_its_form_shows_file_signals_and_values(steered, hands):
    hands.click(KEY)
    assert {"Name", "File", "Sample time", "Acts", "q ←", "v ←", "u →", "w →"} <= {*labels(steered)}


def test_a_line_belongs_to_its_controller(steered, hands):
    line = next(iter(steered.canvas.content.signals.values()))
    (x, y), (to_x, to_y) = line.form.line[:2]
    hands.click(hands.point((x + to_x) / 2, (y + to_y) / 2))
    assert steered.session.selection == {KEY} and line.mood.selected


def test_it_is_renamed_in_place_and_removed_without_its_parameters(steered, hands, qtbot):
    hands.click(KEY)
    qtbot.keyClick(steered.canvas, Qt.Key.Key_F2)
    steered.canvas.naming.setText("Law")
    qtbot.keyClick(steered.canvas.naming, Qt.Key.Key_Return)
    assert names(steered) == ["Law"] and steered.session.selection == {"controller:Law"}
    known = steered.session.model.parameters
    steered.menus.actions["delete"].trigger()
    assert names(steered) == [] and steered.session.model.parameters == known
    assert not steered.canvas.content.signals
    steered.session.undo()
    steered.session.undo()
    assert names(steered) == ["PD"] and len(ends(steered)) == 3


def test_a_copy_measures_and_drives_the_same(steered, hands):
    hands.click(KEY)
    steered.menus.actions["duplicate"].trigger()
    first, second = steered.session.model.simulation.controllers
    assert second == first.having(name=second.name) and first.name != second.name
    assert steered.session.selection == {f"controller:{second.name}"}


def test_it_is_found_and_reached_by_keys(steered, qtbot):
    steered.finding.begin()
    qtbot.keyClicks(steered.finding.field, "pd.fmu")
    assert steered.session.selection == {KEY}
    steered.canvas.setFocus()
    steered.session.select(())
    reached = set()
    while steered.canvas.steps.step(True):
        reached |= steered.session.selection
    assert KEY in reached


def test_saving_and_opening_gives_the_same_file(steered, hands, tmp_path):
    seen = place(steered)
    pull(hands, KEY, hands.point(seen[0] + 100, seen[1]), NONE)
    pipeline.save(steered.session.model, tmp_path / "first.lagr")
    steered.session.open(tmp_path / "first.lagr")
    pipeline.save(steered.session.model, tmp_path / "second.lagr")
    assert (tmp_path / "first.lagr").read_bytes() == (tmp_path / "second.lagr").read_bytes()
    assert place(steered) == (seen[0] + 100, seen[1])


def test_a_unit_that_is_dropped_becomes_a_controller_there(window, hands, tmp_path):
    file = tmp_path / "law.fmu"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("modelDescription.xml", described(2))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    at = QPointF(hands.point(100, -200))
    held = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier()
    entering = QDragEnterEvent(at.toPoint(), *held)
    QApplication.sendEvent(window.canvas.viewport(), entering)
    assert entering.isAccepted()
    QApplication.sendEvent(window.canvas.viewport(), QDropEvent(at, *held))
    (made,) = window.session.model.simulation.controllers
    item = window.canvas.content.items[f"controller:{made.name}"]
    assert isinstance(item, BlockItem) and (item.x(), item.y()) == (100, -200)
    assert window.session.selection == {item.key}
    assert window.session.document.steps == ("Add controller",)


@pytest.mark.parametrize("apart", [0.0, 300.0])
def test_what_a_new_one_drives_stays_in_view(window, tmp_path, apart):
    """Also where what it measures, another joint, lies far from that."""
    file = tmp_path / "law.fmu"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("modelDescription.xml", described(2))

    def built(model):
        for number in (1, 2, 3):
            model = edits.add_body(model, (number * 250.0 + apart * (number > 2), number * 200.0))
            model = edits.connect(model, "revolute", number - 1, number)
        model = edits.connect(model, "coordinate_force", 1, 2)
        model = edits.rename_coordinate(model, ("joints", 2, "coordinates", 0), "q")
        model = edits.set_value(edits.add_parameter(model), ("parameters", -1, "name"), "u")
        return edits.set_value(model, ("elements", -1, "force"), "u")

    window.session.edit("Build", built)
    canvas, drive = window.canvas, f"element:{window.session.model.elements[0].name}"
    canvas.zoom_to(1.0)
    canvas.look_at(QPointF(*canvas.content.place(drive)))
    take_unit(window.session, file, canvas.over)
    (made,) = window.session.model.simulation.controllers
    lines = [line.look.between for line in canvas.content.signals.values()]
    assert {end for ends in lines for end in ends} >= {drive, f"controller:{made.name}"}
    for key in {end for ends in lines for end in ends}:
        assert canvas.seen().contains(QPointF(*canvas.content.place(key))), key
    assert window.session.document.steps[-1] == "Add controller"


def test_a_line_from_within_an_instance_begins_at_its_block(window, hands):
    def built(model):
        for number in (1, 2):
            model = edits.add_body(model, (number * 250.0, 0.0))
            model = edits.connect(model, "revolute", number - 1, number)
        return model

    session = window.session
    session.edit("Build", built)
    window.canvas.fit()
    hands.click("body:2")
    window.menus.actions["fold"].trigger()
    seen = ControllerInput(name="x", expression=f"position({session.flat.body(2).name}).x")
    made = Controller(name="PD", inputs=(seen,))
    session.edit("Add controller", lambda model: edits.set_controller(model, made))
    (line,) = window.canvas.content.signals.values()
    block = about(window.canvas.content.place("instance:part1"), *size_of("instance:part1"))
    assert on_edge(line.form.line[0], block)


def test_a_line_comes_when_a_body_gets_the_name_that_an_input_names(window):
    session = window.session
    seen = ControllerInput(name="x", expression="position(Bob).x")
    made = Controller(name="PD", inputs=(seen,))
    session.edit(
        "Build", lambda model: edits.set_controller(edits.add_body(model, (240.0, 0.0)), made)
    )
    assert not window.canvas.content.signals
    session.edit("Rename", lambda model: edits.rename(model, "body:1", "Bob"))
    assert len(window.canvas.content.signals) == 1
    session.undo()
    assert not window.canvas.content.signals
