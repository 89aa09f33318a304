"""Where a word stands in a drawing."""

from __future__ import annotations

import pytest

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.editing import edits
from lagr_gui.editing.finding import find
from lagr_gui.foundation.languages import words_of
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Element, Joint, Model, Parameter
from lagr_gui.pipeline import load


def drawing() -> Model:
    model = edits.add_body(Model(), (0, 0), form="point", name="Bob")
    model = edits.connect(model, "revolute", 0, 1)
    model = edits.connect(model, "spring", 0, 1)
    model = edits.set_value(model, ("bodies", 0, "mass"), "mu*L + l_2")
    model = edits.set_value(model, ("joints", 0, "point_child"), (0, "l_2", 3))
    return edits.set_value(model, ("elements", 0, "c"), "2.5*mu")


def paths(word: str, model: Model | None = None) -> list[tuple]:
    return [entry.path for entry in find(model or drawing(), word)]


def test_names_are_found_by_a_part_and_expressions_by_the_beginning_of_a_word():
    assert paths("ob") == [("bodies", 0, "name")]
    assert paths("MU") == [("bodies", 0, "mass"), ("elements", 0, "c")]
    assert paths("u") and ("bodies", 0, "mass") not in paths("u")
    assert paths("l_2") == [("bodies", 0, "mass"), ("joints", 0, "point_child")]


def test_numbers_are_found_whole():
    assert paths("9.81") == [("parameters", 0, "value")]
    assert ("parameters", 0, "value") not in paths("9.8")


@pytest.mark.parametrize(
    ("value", "wanted", "there"),
    [
        (0.1234567, "0.1234567", True),
        (2.0, "2.0", True),
        (0.3, "0,3", True),
        ("0.35*l", "0.35", True),
        ("0.35*l", "0,35", True),
        ("0.35*l", "0.3", False),
        ("72*l", "7", False),
        ("7.5*l", "7", False),
        ("2e5*l", "2", False),
        ("0.3*l", "3", False),
        ("300 mm", "300", True),
        ("300mm", "300", True),
        ("l7/2", "7", False),
        ("l/2", "2", True),
    ],
)
def test_a_number_is_found_by_its_value_and_whole(value, wanted: str, there: bool):
    model = Model(parameters=(Parameter(name="p", value=value),))
    assert bool(find(model, wanted)) == there


def test_kinds_are_found_in_the_words_of_the_user():
    def german(record: Joint | Element) -> str:
        title = (JOINTS if isinstance(record, Joint) else ELEMENTS)[record.kind].title
        return words_of("de").get(title, title)

    assert ("joints", 0, "kind") in [f.path for f in find(drawing(), "Drehgelenk", german)]


@pytest.mark.parametrize("word", ["", "   ", "zzzz", "(", "*", "[a", "\\"])
def test_what_stands_nowhere_is_found_nowhere(word):
    assert not [path for path in paths(word) if word.strip() in ("", "zzzz", "[a", "\\")]


@pytest.mark.parametrize("path", sample_models(), ids=lambda path: path.stem)
def test_every_name_of_a_sample_is_found_where_it_is_given(path):
    model = load(path)
    for section in ("joints", "elements", "parameters", "functions", "special_cases"):
        for index, record in enumerate(getattr(model, section)):
            assert (section, index, "name") in paths(record.name, model)
    for index, body in enumerate(model.bodies):
        assert not body.name or ("bodies", index, "name") in paths(body.name, model)
