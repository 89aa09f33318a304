"""Ctrl+F finds names and expressions, selects and shows them; the history leads to any step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from lagr_gui.editing import edits

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def find(window, qtbot):
    """The line, with a chain of three bodies."""

    def build(model):
        for number in range(1, 4):
            model = edits.add_body(model, (200.0 * number, 0.0), name=f"Bob {number}")
            model = edits.connect(model, "revolute", number - 1, number)
        return edits.set_value(model, ("bodies", 1, "mass"), "g*2.5")

    window.session.edit("Build", build)
    window.menus.actions["find"].trigger()
    qtbot.waitUntil(window.finding.field.hasFocus)
    yield window.finding
    window.finding.end()


def test_typing_goes_to_the_first_place_and_enter_to_the_others(find, window, qtbot):
    qtbot.keyClicks(find.field, "bob")
    chosen = []
    for _ in range(4):
        chosen.append(next(iter(window.session.selection)))
        assert find.field.hasFocus()
        qtbot.keyClick(find.field, Qt.Key.Key_Return)
    assert chosen == ["body:1", "body:2", "body:3", "body:1"]
    qtbot.keyClick(find.field, Qt.Key.Key_Return, SHIFT)
    assert window.session.selection == {"body:1"}
    assert find.count.text() == "1 / 3"
    assert window.session.highlighted == {"body:1", "body:2", "body:3"}


def test_what_is_found_is_brought_into_view_in_diagram_and_sketch(find, window, qtbot):
    canvas, sketch = window.canvas, window.sketch
    window.show_view("both")
    qtbot.wait(20)
    canvas.pan(canvas.mapToScene(9000, 0))
    sketch.zoom_by(20)
    window.finding.begin()
    qtbot.keyClicks(find.field, "2.5")
    at = canvas.mapFromScene(*canvas.content.place("body:2"))
    assert canvas.viewport().rect().contains(at)
    now = sketch.stand.scene.at(0.0)
    x, y = sketch.camera.project(now.x[2], sketch.size_)
    assert sketch.rect().contains(round(float(x)), round(float(y)))
    assert "2.5" in find.place.text()


def test_a_word_that_is_nowhere_is_marked_and_selects_nothing(find, window, qtbot):
    qtbot.keyClicks(find.field, "zzz")
    assert find.field.property("fault") and not window.session.selection
    qtbot.keyClick(find.field, Qt.Key.Key_Return)
    qtbot.keyClick(find.field, Qt.Key.Key_Escape)
    assert not find.isVisible() and window.drawing.hasFocus()
    assert not window.session.highlighted


def test_places_follow_an_edit(find, window, qtbot):
    qtbot.keyClicks(find.field, "bob 2")
    window.session.edit("Rename", lambda model: edits.rename(model, "body:2", "Weight"))
    assert not find.found
    window.session.undo()
    assert len(find.found) == 1


def test_the_history_leads_to_every_step_and_back(window, qtbot):
    session = window.session
    window.show_pane("history")
    pane = window.history
    models = [session.model]
    for number in range(3):
        session.edit("Add body", lambda model, x=number: edits.add_body(model, (200.0 * x, 0)))
        models.append(session.model)
    qtbot.waitUntil(lambda: pane.list.count() == 4)
    for step in (0, 3, 1, 2):
        pane.list.setCurrentRow(step)
        assert session.model == models[step]
        assert pane.list.currentRow() == step and session.document.at == step
    session.edit("Add body", lambda model: edits.add_body(model, (0, 300)))
    assert pane.list.count() == 4, "what was undone is gone after another step"
    session.undo()
    assert session.model == models[2]
    window.docks["history"].hide()
