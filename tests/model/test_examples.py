"""The words in which kinds are written down teach by examples, and these are run."""

from __future__ import annotations

import doctest
import inspect

import pytest

from lagr_gui.catalogue import geometry, kinds, motions

BASES = {
    *(geometry.ElementGeometry, geometry.BetweenPoints, geometry.InPlane, geometry.Ends),
    *(geometry.Side, kinds.Along),
}
"""What other words are made of, without a meaning of its own in a system."""


@pytest.mark.parametrize("module", [geometry, kinds, motions], ids=lambda m: m.__name__)
def test_each_word_has_an_example_that_is_right(module) -> None:
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    for name, word in inspect.getmembers(module, inspect.isclass):
        if word.__module__ != module.__name__ or word in BASES:
            continue
        examples = [test for test in finder.find(word, name) if test.examples]
        assert examples, f"{name} has no example"
        for example in examples:
            assert runner.run(example).failed == 0, name
