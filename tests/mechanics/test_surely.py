"""Names for roots that surely make results shorter: nothing is arranged without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from lagr_gui import pipeline
from lagr_gui.algebra import Algebra
from lagr_gui.expression import read
from lagr_gui.mechanics.sheets import presentation
from lagr_gui.mechanics.sheets.presentation import Presenter, is_rootless, least, surely
from tests.samples.gallery import sample
from tests.work.test_interrupted import sprung

TEXT = "sqrt(a^2 + b^2 + 2*a*b*cos(q))"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    pipeline.forget()
    yield
    pipeline.forget()


def values(*texts: str):
    algebra = Algebra()
    return [algebra.expression(read(text)) for text in texts]


def test_roots_that_stand_in_two_results_are_told_with_their_least_length():
    root, double = values(TEXT, f"2*c/{TEXT}")
    found = surely([{"a": root}, {"a": double}])
    assert list(found.values()) == [2]
    assert least(found) == 2 * 9


def test_a_root_that_may_cancel_is_not_counted():
    root, other = values(TEXT, f"-{TEXT}")
    assert not surely([{"a": root, "b": other}, {"a": root}])


def test_a_root_that_stands_above_and_below_the_line_leaves_it_open():
    root, below = values(f"a*{TEXT}", f"b + {TEXT}")
    assert not surely([{"a": root / below}, {"a": root}, {"a": root}])


def test_a_root_in_one_result_alone_leaves_it_open():
    (root,) = values(TEXT)
    assert not surely([{"a": root}])


@pytest.mark.parametrize("text", ["sqrt(a + sqrt(b + c))", "log(a + sqrt(b + c))", "abs(a + b)"])
def test_what_is_hidden_in_other_functions_leaves_it_open(text: str):
    hidden, root = values(text, TEXT)
    assert not surely([{"a": hidden}, {"a": hidden}, {"b": root}, {"b": root}])
    assert not is_rootless(hidden)


def test_nothing_is_arranged_without_names_where_they_are_surely_shorter(monkeypatch):
    def unexpected(*_words: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Presenter, "_shortest", unexpected)
    assert pipeline.equations(sprung()).definitions


@pytest.mark.parametrize(
    "name", ["", "elastic_pendulum", "overhead_crane", "two_pendulums_dashpot"]
)
def test_results_are_those_that_are_chosen_when_both_are_arranged(monkeypatch, name: str):
    model = sample(name) if name else sprung()
    ours = pipeline.equations(model)
    pipeline.forget()
    monkeypatch.setattr(presentation, "surely", lambda _results: Counter())
    both = pipeline.equations(model)
    assert ours.entries == both.entries
    assert ours.definitions == both.definitions
