"""The samples speak German: names, descriptions and meanings; what a user wrote stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from lagr_gui import pipeline
from lagr_gui.editing.edits.language import in_language
from lagr_gui.exchange.documents.document import latex_document
from lagr_gui.exchange.tables.csv_reactions import reaction_curves
from lagr_gui.foundation.languages import sample_words
from lagr_gui.foundation.resource import resource_path
from lagr_gui.model import Model
from lagr_gui.subsystems import flat
from lagr_gui.typesetting.sheet_text import text_equations
from tests.samples.gallery import NAMES, sample

WORD = re.compile("[A-Za-zß]{3}")
"""What is no mere sign, such as “K1” or “A”."""


def texts(model: Model) -> Iterator[str]:
    """All that a sample says in words."""
    named = (*model.bodies, *model.joints, *model.elements, model.base, *model.special_cases)
    described = (*model.parameters, *model.functions, *model.special_cases)
    said = [model.name, model.description, *(entry.name for entry in named)]
    said += [entry.description for entry in described]
    yield from (text for text in said if WORD.search(text))


def test_every_text_of_a_sample_has_a_german_one_and_none_is_left_over() -> None:
    wanted = {text for name in NAMES for text in texts(sample(name))}
    assert set(sample_words("de")) == wanted


def test_the_german_texts_are_sorted_and_written_like_the_others() -> None:
    text = (resource_path("translations") / "samples" / "de.json").read_text("utf-8")
    keys = [key for key, _ in json.loads(text, object_pairs_hook=list)]
    assert keys == sorted(set(keys))
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


def test_german_texts_have_commas_in_numbers() -> None:
    pointed = [text for text in sample_words("de").values() if re.search(r"\d\.\d", text)]
    assert not pointed


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_in_german_has_no_english_text_and_no_other_problems(name: str) -> None:
    english, german = sample(name), in_language(sample(name), "de")
    words = sample_words("de")
    assert [*texts(german)] == [words[text] for text in texts(english)]
    before, after = pipeline.check(english).problems, pipeline.check(german).problems
    assert [problem.code for problem in before] == [problem.code for problem in after]
    assert in_language(english, "en") == english and in_language(german, "de") == german


@pytest.mark.parametrize("name", ["double_pendulum", "chaplygin_sleigh", "gear_train"])
def test_its_equations_stay(name: str) -> None:
    english, german = sample(name), in_language(sample(name), "de")
    _, _, lines = text_equations(pipeline.equations(english)).partition("\n")
    assert text_equations(pipeline.equations(german)).endswith(lines)


def test_what_a_user_changed_stays_and_so_does_a_model_of_a_user() -> None:
    model = sample("simple_pendulum")
    bodies = tuple(body.having(name="Gewicht") for body in model.bodies)
    german = in_language(model.having(description="own words", bodies=bodies), "de")
    assert german.description == "own words" and german.bodies[0].name == "Gewicht"
    assert german.joints[0].name == "Aufhängung"
    other = in_language(model.having(name="mine", description="own words"), "de")
    assert other.joints == model.joints
    assert [entry.description for entry in other.parameters][:2] == [
        "Fallbeschleunigung",
        "mass of the bob",
    ]


def test_a_name_that_is_taken_stays() -> None:
    model = sample("five_link_chain")
    first, second, *rest = model.joints
    taken = model.having(joints=(first, second.having(name="Drehgelenk 1"), *rest))
    names = [joint.name for joint in in_language(taken, "de").joints]
    assert names[:3] == ["hinge 1", "Drehgelenk 1", "Drehgelenk 3"]


def test_a_german_report_calls_all_items_by_their_german_names() -> None:
    model = sample("slider_crank")
    settings = replace(pipeline.prepare(model).settings, t_end=0.05)
    moved = pipeline.simulate(model, settings)
    text = latex_document(
        model,
        pipeline.equations(model),
        pipeline.check(model).units,
        trajectory=moved,
        motion=pipeline.motion(model, moved),
        transmitted=reaction_curves(pipeline.reactions(model, moved)),
        language="de",
    )
    found = [name for name in {*texts(flat(model))} if re.search(rf"\b{re.escape(name)}\b", text)]
    same = {text for text, german in sample_words("de").items() if text == german}
    assert set(found) <= same
    assert "Pleuel" in text and "Masse des Kolbens" in text
