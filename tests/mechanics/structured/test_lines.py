"""The structured form, as it is printed, has the numbers of the recursion."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from tests.mechanics.structured.agreement import deviations
from tests.oracle.drawing import random_tree
from tests.oracle.loops import random_loop
from tests.samples.gallery import SMOOTH, sample

OFF = 1e-12
"""Of the terms that a quantity is made of."""


@pytest.mark.parametrize("name", SMOOTH)
def test_structured_lines_of_every_sample_agree_with_the_recursion(name: str) -> None:
    found = deviations(sample(name), 3)
    assert max(found.values()) < OFF, found


@pytest.mark.parametrize("name", SMOOTH)
def test_structured_lines_of_every_sample_agree_at_a_hundred_states(name: str) -> None:
    found = deviations(sample(name), 100, seed=2)
    assert max(found.values()) < OFF, found


def sound(text: str) -> Model | None:
    """A model that can be derived, if it is one that moves."""
    model = pipeline.read_text(text)
    report = pipeline.check(model)
    return model if report.sound and report.coordinates else None


@pytest.mark.parametrize("seed", range(40))
def test_structured_lines_of_random_trees_agree_with_the_recursion(seed: int) -> None:
    model = sound(random_tree(seed, 5).text)
    if model is not None:
        found = deviations(model, 2)
        assert max(found.values()) < 1e-11, found


@pytest.mark.parametrize("seed", range(20))
def test_structured_lines_of_random_loops_agree_with_the_recursion(seed: int) -> None:
    try:
        model = sound(random_loop(seed).text)
    except LagrError:
        return
    if model is not None:
        found = deviations(model, 2)
        assert max(found.values()) < 1e-11, found
