"""What several questions need of a model is made once, and shared where the physics is one."""

from __future__ import annotations

import sys
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

import lagr_gui
from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.model import check
from lagr_gui.prepared import derived, prepare, store
from lagr_gui.topology import analyse
from tests.samples.gallery import sample

WATCHED = {
    function.__code__: function.__qualname__
    for function in (check, analyse, parameter_values, Recursion.__init__, compile_kernel)
}


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """How often each of these functions is called meanwhile."""
    found: Counter[str] = Counter()

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in WATCHED:
            found[WATCHED[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(before)


def calls(question: Callable[[], Any]) -> Counter[str]:
    """How often they are called by a question to a program that knows nothing yet."""
    pipeline.forget()
    with counted() as found:
        question()
    return found


def test_modes_of_a_four_bar_check_it_once_and_analyse_its_topology_once():
    model = sample("four_bar")
    found = calls(lambda: lagr_gui.modes(model))
    assert (found["check"], found["analyse"], found["parameter_values"]) == (1, 1, 1)


def test_a_simulation_evaluates_all_parameters_once():
    model = sample("four_bar")
    found = calls(lambda: lagr_gui.simulate(model))
    assert (found["check"], found["analyse"], found["parameter_values"]) == (1, 1, 1)
    assert found["Recursion.__init__"] == 1


def test_questions_to_one_prepared_system_share_all_that_they_need():
    asked = prepare(sample("slider_crank"))
    with counted() as found:
        lagr_gui.mobility(asked)
        lagr_gui.evaluate(asked, asked.start)
        lagr_gui.motion(asked, lagr_gui.simulate(asked))
    assert (found["check"], found["analyse"], found["parameter_values"]) == (1, 1, 1)


def test_another_value_derives_and_compiles_nothing():
    model = sample("four_bar")
    lagr_gui.simulate(model)
    place = next(i for i, entry in enumerate(model.parameters) if entry.value is not None)
    path = ("parameters", place, "value")
    other = edits.set_value(model, path, 1.01 * float(model.parameters[place].value or 1))
    with counted() as found:
        lagr_gui.simulate(other)
    assert (found["Recursion.__init__"], found["compile_kernel"]) == (0, 0)


def test_a_special_case_is_named_with_the_model_or_with_the_question():
    model = sample("lagr_system_2")
    case = model.special_cases[0].name
    asked = prepare(model, case)
    by_name = lagr_gui.equations(model, special=case)
    assert lagr_gui.equations(asked).entries == by_name.entries
    assert lagr_gui.equations(prepare(model), special=case).entries == by_name.entries
    assert lagr_gui.equations(model, "shortest", case).special == case


def test_an_unknown_special_case_is_told_before_anything_is_made():
    with pytest.raises(LagrError, match="There is no special case of this name"):
        prepare(sample("four_bar"), "nowhere")


def test_dropped_results_are_swept_though_new_ones_are_taken_as_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Result:
        own: Result

    @derived
    def made() -> weakref.ref[Result]:
        result = Result()
        result.own = result
        return weakref.ref(result)

    monkeypatch.setattr(store, "_made", 0)
    dropped = made()
    assert dropped() is not None
    monkeypatch.setattr(store, "MOST_MADE", 0)
    made()
    assert dropped() is None
