"""Notes on the drawing: they stay what they are and where they belong, and enter no physics."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.drawing.looks import FONT, ems
from lagr_gui.drawing.notes import EDGE, note_box, note_lines
from lagr_gui.editing import edits
from lagr_gui.editing.edits.clipboard import SHIFT
from lagr_gui.editing.finding import find
from lagr_gui.exchange.documents.diagram import diagram
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model, Note, read_text, write_text
from lagr_gui.pipeline import load


def double_pendulum() -> Model:
    return load(next(p for p in sample_models() if p.stem == "double_pendulum"))


TEXT = "Measured on Monday:\nd = 0.3 N s/m & \\beta <hot>"


def noted(text: str = TEXT, at: tuple[float, float] = (40.0, -120.0)) -> Model:
    return edits.add_note(double_pendulum(), at, text)


def test_a_note_is_kept_in_the_file_and_enters_no_physics():
    model = noted()
    assert read_text(write_text(model), KINDS) == model
    assert pipeline.physics(model) == pipeline.physics(double_pendulum())


def test_a_note_is_found_by_what_it_says():
    (found,) = find(noted(), "MONDAY")
    assert found.path == ("layout", "notes", 0, "text")
    assert edits.get_value(noted(), found.path) == TEXT


def test_a_note_without_text_goes():
    assert edits.set_note_text(noted(), "note:1", " \n") == double_pendulum()


def test_moving_a_note_moves_nothing_else_and_no_other_note():
    model = edits.add_note(noted(), (0.0, 0.0), "second")
    moved = edits.move(model, {"note:1": (7.0, 8.0)})
    first, second = moved.layout.notes
    assert (first.x, first.y, second.x, second.y) == (7.0, 8.0, 0.0, 0.0)
    assert moved.layout.having(notes=()) == model.layout.having(notes=())


@pytest.mark.parametrize("keys", [{"note:1"}, {"note:1", "body:2"}])
def test_a_copied_note_gets_a_number_of_its_own_and_lies_a_step_aside(keys: set[str]):
    model = noted()
    first, second = edits.duplicate(model, keys).layout.notes
    assert (second.number, second.text) == (2, TEXT)
    assert (second.x - first.x, second.y - first.y) == (SHIFT, SHIFT)


def test_removing_takes_the_chosen_notes_only():
    model = edits.add_note(noted(), (0.0, 0.0), "second")
    assert [n.number for n in edits.remove(model, {"note:1"}).layout.notes] == [2]
    assert [n.number for n in edits.remove(model, {"body:1"}).layout.notes] == [1, 2]
    again = edits.add_note(edits.remove(model, {"note:1"}), (0.0, 0.0), "third")
    assert [n.number for n in again.layout.notes] == [2, 3]


def test_arranging_takes_a_note_along_with_what_it_stands_beside():
    model = edits.move(double_pendulum(), {"body:2": (900.0, 700.0)})
    model = edits.add_note(model, (820.0, 760.0), "beside body 2")
    arranged = edits.arrange(model)
    (note,), at = arranged.layout.notes, edits.places(arranged)["body:2"]
    assert (note.x - at[0], note.y - at[1]) == (-80.0, 60.0)
    assert edits.arrange(arranged) == arranged


def test_folding_leaves_notes_where_they_are():
    assert edits.fold(noted(), {"body:1", "body:2"}).layout.notes == noted().layout.notes


@pytest.mark.parametrize("width", [-5.0, 0.0, 37.0, 200.0, 1e9])
@pytest.mark.parametrize(
    "text", [TEXT, "", "W" * 300, "a b\n\n\tc", "ß" * 50 + " x " * 80, "漢" * 99]
)
def test_lines_of_a_note_fit_its_width_and_lose_nothing(text: str, width: float):
    note = Note(number=1, text=text, x=3.0, y=4.0, width=width)
    left, top, right, low = note_box(note)
    assert (left, top) == (3.0, 4.0) and right > left and low > top
    for line in note_lines(note):
        assert ems(line) * FONT["note"] <= right - left - 2 * EDGE + 1e-9
    assert "".join("".join(note_lines(note)).split()) == "".join(text.split())


def test_pictures_without_a_window_show_notes_and_their_signs_stay_harmless():
    svg, tikz = diagram_svg(noted()), diagram(noted())
    assert "Measured on Monday:" in svg and "&lt;hot&gt;" in svg and "<hot>" not in svg
    assert "Measured on Monday:" in tikz and r"\&" in tikz and r"\beta" not in tikz
