"""New bodies have names in the language of the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lagr_gui.editing import Document, edits
from lagr_gui.gui import words
from lagr_gui.gui.bridge.new_items import in_own_words, with_new_body
from lagr_gui.gui.bridge.open_drawing import document_title, empty_model
from lagr_gui.model import Model


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    words.use_language("en")


@pytest.mark.parametrize(
    ("language", "names"), [("en", ["Body 1", "Mass 2"]), ("de", ["Körper 1", "Masse 2"])]
)
def test_a_new_body_is_named_as_the_window_speaks(language: str, names: list[str]) -> None:
    words.use_language(language)
    model = with_new_body(with_new_body(Model(), (0, 0)), (200, 0), "point")
    assert [body.name for body in model.bodies] == names


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["free 1", "revolute 1", "spring 1", "wall or floor 1", "joint stop 1"]),
        (
            "de",
            ["Freies Gelenk 1", "Drehgelenk 1", "Feder 1", "Wand oder Boden 1", "Gelenkanschlag 1"],
        ),
    ],
)
def test_new_joints_and_elements_are_named_as_the_window_speaks(language, names) -> None:
    words.use_language(language)
    model = with_new_body(with_new_body(Model(), (0, 0)), (200, 0))
    for change in (
        lambda model: edits.connect(model, "free", 0, 1),
        lambda model: edits.connect(model, "revolute", 1, 2),
        lambda model: edits.connect(model, "spring", 0, 2),
        lambda model: edits.add_element(model, "wall", body=2),
        lambda model: edits.add_element(model, "stop", coordinate="q7"),
    ):
        model = in_own_words(model, change(model))
    assert [record.name for record in (*model.joints, *model.elements)] == names


def test_names_of_before_and_names_that_tell_something_else_stay() -> None:
    words.use_language("de")
    before = edits.connect(with_new_body(Model(), (0, 0)), "revolute", 0, 1)
    after = edits.rename(edits.connect(before, "spring", 0, 1), "element:spring 1", "A")
    assert in_own_words(before, after) == after
    again = in_own_words(after, edits.connect(after, "spring", 0, 1))
    assert [element.name for element in again.elements] == ["A", "Feder 1"]


@pytest.mark.parametrize(
    ("language", "ground", "title"),
    [("en", "Ground", "Untitled"), ("de", "Gestell", "Unbenannt")],
)
def test_an_empty_drawing_speaks_the_language_of_the_window(language, ground, title) -> None:
    words.use_language(language)
    model = empty_model()
    assert model.base.name == ground and not model.bodies
    assert document_title(Document(model)) == title
    assert document_title(Document(model.having(name="Arm"))) == "Arm"
