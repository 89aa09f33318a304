"""The German window tells every faulty model in German."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from lagr_gui import pipeline
from lagr_gui.gui import words
from tests.models.faulty import COLLECTION

ALIKE = {"Radius r: -0.2 m.", "Start", "Simulation"}
"""Words that are the same in both languages."""


@pytest.fixture
def german() -> Iterator[None]:
    words.use_language("de")
    yield
    words.use_language("en")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("name", COLLECTION)
def test_place_cause_and_remedy_are_german(name: str) -> None:
    for problem in pipeline.check(COLLECTION[name].make().model).problems:
        told = words.in_words(problem)
        for part in ("place", "cause", "remedy"):
            english, german = getattr(problem, part), getattr(told, part)
            assert german != english or english in ALIKE or not re.search("[a-z]{3}", english)


@pytest.mark.usefixtures("german")
def test_names_stay_as_the_user_gave_them() -> None:
    model = COLLECTION["two_joints_with_one_coordinate"].make().model
    joint = model.joints[0].model_copy(update={"name": "terminal", "parent": 77})
    (told, *_) = pipeline.check(
        model.model_copy(update={"joints": (joint, *model.joints[1:])})
    ).problems
    assert "Gelenks „terminal“" in words.in_words(told).cause
