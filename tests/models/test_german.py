"""The German window tells every faulty model in German."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui import words
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.settings import Settings, check_settings
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


WRONG: list[dict[str, Any]] = [
    {"t_end": math.inf},
    {"t_end": -1.0},
    {"t0": math.nan},
    {"rtol": 0.0},
    {"atol": -1.0},
    {"method": "Euler"},
    {"points": 0},
    {"points": 1.5},
    {"max_step": 0.0},
    {"max_steps": 0},
    {"max_steps": "many"},
    {"max_seconds": "long"},
    {"max_bytes": "much"},
    {"q0": (math.nan,)},
    {"qd0": ()},
]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("given", WRONG, ids=repr)
def test_wrong_settings_of_a_simulation_are_told_in_german(given: dict[str, Any]) -> None:
    settings = replace(Settings(t_end=1.0, q0=(0.0,), qd0=(0.0,)), **given)
    with pytest.raises(LagrError) as caught:
        check_settings(settings, StateLayout(("phi",)))
    for problem in caught.value.problems:
        told = words.in_words(problem)
        for part in ("place", "cause", "remedy"):
            assert getattr(told, part) != getattr(problem, part), part


@pytest.mark.usefixtures("german")
def test_names_stay_as_the_user_gave_them() -> None:
    model = COLLECTION["two_joints_with_one_coordinate"].make().model
    joint = model.joints[0].model_copy(update={"name": "terminal", "parent": 77})
    (told, *_) = pipeline.check(
        model.model_copy(update={"joints": (joint, *model.joints[1:])})
    ).problems
    assert "Gelenks „terminal“" in words.in_words(told).cause
