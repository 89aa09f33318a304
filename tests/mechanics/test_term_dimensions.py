"""Every term of the equations has the dimension of its line, where units tell it."""

from __future__ import annotations

import re

import pytest

from lagr_gui import pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.model import Model
from lagr_gui.resource import sample_models
from tests.samples.gallery import sample
from tests.systems import pendulum

LONG = {"quadruped", "robot_arm_6r", "flexible_arm", "whipple_bicycle"}
NAMES = [path.stem for path in sample_models() if path.stem not in LONG]
OPEN = {"dc_motor_pendulum", "elastic_pendulum", "kapitza_pendulum", "lagr_system_2"}
OPEN |= {"rotating_beam", "swinging_atwood"}
"""Samples with functions of time, or coordinates of which no unit is known."""


def united() -> Model:
    return edits.take_units(pendulum(), {"g": "m/s^2", "m": "kg", "l": "m"})


@pytest.mark.parametrize("name", NAMES)
def test_all_terms_of_the_gallery_are_proved(name: str) -> None:
    found = pipeline.dimensions(sample(name))
    assert found.terms and not found.of("wrong")
    assert name in OPEN or not found.of("open"), str(found)


@pytest.mark.parametrize("name", NAMES)
def test_a_parameter_of_another_dimension_is_seen_in_some_term(name: str) -> None:
    model = sample(name)
    before = pipeline.dimensions(model).of("proved")
    for index, entry in enumerate(model.parameters[:3]):
        standing = [t for t in before if re.search(rf"\b{entry.name}\b", t.term)]
        if entry.unit and standing:
            wrong = edits.set_value(model, ("parameters", index, "unit"), "A s^3")
            assert len(pipeline.dimensions(wrong).of("proved")) < len(before)


def test_a_parameter_without_unit_leaves_its_terms_open() -> None:
    model = edits.set_value(united(), ("parameters", 1, "unit"), "")
    found = pipeline.dimensions(model)
    assert not found.of("wrong") and {t.because for t in found.of("open")} == {("m",)}


def test_a_wrong_unit_makes_terms_wrong_and_names_their_sources() -> None:
    model = edits.set_value(united(), ("parameters", 2, "unit"), "kg")
    wrong = pipeline.dimensions(model).of("wrong")
    assert wrong and all("body:1" in term.sources for term in wrong)


def test_a_measure_that_was_typed_as_a_number_is_no_fault() -> None:
    """The mass 2 (kg) leaves 2 l² in g, which looks like an area."""
    model = edits.set_value(united(), ("bodies", 0, "mass"), 2)
    found = pipeline.dimensions(model)
    assert found.of("open") and not found.of("wrong")


def test_the_command_counts_terms(tmp_path, capsys) -> None:
    file = tmp_path / "pendulum.lagr"
    pipeline.save(united(), file)
    assert main(["check", str(file), "--dimensions"]) == 0
    assert "Dimensions: 4 of 4 terms proved" in capsys.readouterr().out
