"""Notes on the drawing are written, moved, widened and copied where they stand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from lagr_gui.drawing.boxes import about, overlap
from lagr_gui.drawing.geometry import size_of
from lagr_gui.drawing.notes import note_box
from lagr_gui.editing import edits
from lagr_gui.editing.edits.drawing import NARROWEST
from tests.gui.canvas.test_cloning import pull
from tests.systems import pendulum

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def noted(window):
    """A body and a note of two words."""

    def built(model):
        return edits.add_note(edits.add_body(model, (240, 0)), (0.0, 100.0), "two words")

    window.session.edit("Build", built)
    return window


def notes(window) -> list[tuple[str, float, float]]:
    return [(note.text, note.x, note.y) for note in window.session.model.layout.notes]


def write(qtbot, window, text: str) -> None:
    editor = window.canvas.noting
    qtbot.waitUntil(editor.hasFocus)
    editor.selectAll()
    qtbot.keyClicks(editor, text)


def test_a_note_is_inserted_by_its_name_and_kept_by_one_step(window, hands, qtbot):
    hands.double_click(hands.point(240, 100))
    quick = window.canvas.quick
    qtbot.waitUntil(quick.field.hasFocus)
    qtbot.keyClicks(quick.field, "note")
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    write(qtbot, window, "hello")
    qtbot.keyClick(window.canvas.noting, Qt.Key.Key_Return, CTRL)
    assert notes(window) == [("hello", 240.0, 100.0)]
    assert window.session.document.steps == ("Add note",)
    assert window.session.selection == {"note:1"}
    window.session.undo()
    assert notes(window) == [] and "note:1" not in window.canvas.content.items


@pytest.mark.parametrize("text", ["", "given up"])
def test_a_note_without_text_or_given_up_is_no_step(window, qtbot, text):
    window.menus.actions["add_note"].trigger()
    write(qtbot, window, text)
    qtbot.keyClick(window.canvas.noting, Qt.Key.Key_Escape if text else Qt.Key.Key_Return, CTRL)
    assert notes(window) == [] and not window.session.document.steps
    assert window.canvas.hasFocus()


def test_a_double_click_writes_a_note_anew_and_a_click_elsewhere_keeps_it(noted, hands, qtbot):
    hands.double_click(hands.point(50, 110))
    write(qtbot, noted, "three words now")
    hands.click(hands.point(300, 100))
    assert notes(noted) == [("three words now", 0.0, 100.0)]


def test_a_note_that_is_emptied_goes(noted, hands, qtbot):
    hands.double_click(hands.point(50, 110))
    write(qtbot, noted, " ")
    qtbot.keyClick(noted.canvas.noting, Qt.Key.Key_Return, CTRL)
    assert notes(noted) == []


def test_a_drag_moves_a_note_and_one_of_its_right_edge_widens_it(noted, hands):
    hands.pull(hands.point(50, 110), hands.point(90, 90))
    assert notes(noted) == [("two words", 40.0, 80.0)]
    hands.pull(hands.point(240, 90), hands.point(340, 95))
    assert noted.session.model.layout.notes[0].width == 300.0
    assert notes(noted) == [("two words", 40.0, 80.0)]


def test_ctrl_and_a_drag_copies_a_note(noted, hands):
    pull(hands, hands.point(50, 110), hands.point(50, 60))
    (old, *_), (text, x, y) = notes(noted)
    assert (old, text, x) == ("two words", "two words", 0.0)
    assert y == pytest.approx(50.0, abs=6.0)  # guides draw it into line
    assert noted.session.selection == {"note:2"}


def test_another_drawing_ends_the_writing_of_a_note(noted, hands, qtbot):
    hands.double_click(hands.point(50, 110))
    write(qtbot, noted, "not to be kept")
    noted.session.new()
    assert not noted.canvas.noting.isVisible() and notes(noted) == []


def test_the_inspector_shows_and_changes_a_note(noted):
    noted.session.select({"note:1"})
    text, width = noted.inspector.fields
    assert text.edit.toPlainText() == "two words"
    noted.inspector._commit(width.row, 1.0)
    assert noted.session.model.layout.notes[0].width == NARROWEST
    noted.inspector._commit(text.row, "")
    assert notes(noted) == [] and not noted.session.selection


def test_arranging_moves_a_note_off_a_block_in_the_same_step(window):
    session = window.session
    session.edit("Build", lambda _: edits.add_note(edits.arrange(pendulum()), (0, 0), "here"))
    at, before = session.document.at, session.model
    window.menus.actions["arrange"].trigger()
    (note,), nodes = session.model.layout.notes, edits.places(session.model)
    block = about(nodes["body:0"], *size_of("body:0"))
    assert not overlap(note_box(note), block) and session.document.at == at + 1
    session.undo()
    assert session.model == before
