"""What is small when it is written and endless when it is unfolded is refused before that."""

from __future__ import annotations

import pytest

from lagr_gui import LagrError, check, simulate
from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Function, Model, Parameter, Replacement, SpecialCase, Subsystem
from lagr_gui.model import SubsystemInstance as Instance
from lagr_gui.model.checks.unfolding import MOST_DEEP, MOST_TERMS, extents
from lagr_gui.pipeline import load
from tests.samples.gallery import sample


def function(name: str, text: str | None) -> Function:
    return Function(name=name, arguments=("u",), expression=text)


def doubling(count: int) -> dict[str, str]:
    calls = {f"f{i}": f"f{i + 1}(u) + f{i + 1}(2*u)" for i in range(count)}
    return calls | {f"f{count}": "sin(u)"}


def refusals(model: Model) -> list[Problem]:
    return [problem for problem in check(model).problems if problem.code == "too-many"]


def with_functions(texts: dict[str, str]) -> Model:
    return sample("double_pendulum").having(functions=tuple(function(*e) for e in texts.items()))


def test_terms_are_counted_as_they_are_evaluated() -> None:
    terms = {name: extent.terms for name, extent in extents(doubling(4)).items()}
    assert terms["f4"] == 2  # a call and its argument
    for i in range(4):  # a sum, two calls, u and 2*u
        assert terms[f"f{i}"] == 7 + 2 * terms[f"f{i + 1}"]
    assert extents({"a": "2*b + b*b", "b": "3"}, of_functions=False)["a"].terms == 7


@pytest.mark.parametrize(
    "texts",
    [
        doubling(30),
        {f"f{i}": f"f{i + 1}(u)*f{i + 1}(u)" for i in range(30)} | {"f30": "u"},
        {f"f{i}": f"f{i + 1}(u)" for i in range(2000)} | {"f2000": "u"},
        {f"f{i}": f"f{(i + 1) % 2000}(u)" for i in range(2000)},
    ],
    ids=["sums", "products", "chain", "circle"],
)
def test_functions_that_unfold_without_end_are_refused(texts: dict[str, str]) -> None:
    (told,) = refusals(with_functions(texts))
    assert told.path[0] == "functions"
    with pytest.raises(LagrError):
        simulate(with_functions(texts))


def test_a_special_case_that_unfolds_without_end_is_told_at_its_place() -> None:
    texts = doubling(30)
    open_ones = tuple(function(name, None) for name in texts)
    entries = tuple(Replacement(name=name, value=text) for name, text in texts.items())
    case = SpecialCase(name="S", replacements=entries)
    (told,) = refusals(sample("double_pendulum").having(functions=open_ones, special_cases=(case,)))
    assert told.path[:3] == ("special_cases", 0, "replacements")


def test_parameters_are_computed_once_and_not_too_far_down() -> None:
    def parameters(count: int) -> Model:
        values = [(f"p{i}", f"p{i + 1} + p{i + 1}") for i in range(count)] + [(f"p{count}", 1)]
        new = tuple(Parameter(name=name, value=value) for name, value in values)
        model = sample("double_pendulum")
        return model.having(parameters=(*model.parameters, *new))

    assert not refusals(parameters(30))
    (told,) = refusals(parameters(1000))
    assert told.path[0] == "parameters"


def test_what_repeated_members_bring_is_counted() -> None:
    inner = Model(functions=tuple(function(f"f{i}", "u") for i in range(500)))
    for _ in range(3):
        inner = Model(
            subsystems=(Subsystem(name="S", model=inner),),
            instances=(Instance(name="i", subsystem="S", repeat=12),),
        )
    assert any("more than 50000 items" in problem.cause for problem in refusals(inner))


def test_values_that_double_with_each_level_are_refused() -> None:
    inner = Model(parameters=(Parameter(name="a", value=1),), functions=(function("f", "a*u"),))
    for _ in range(14):
        given = (Replacement(name="a", value=f"{'a+' * 20}a"),)
        inner = Model(
            parameters=(Parameter(name="a", value=1),),
            subsystems=(Subsystem(name="S", model=inner),),
            instances=(Instance(name="i", subsystem="S", values=given),),
        )
    assert any("longer than 2000" in problem.cause for problem in check(inner).problems)


def test_no_sample_is_near_the_limits() -> None:
    for path in sample_models():
        found = extents({entry.name: entry.expression for entry in load(path).functions})
        assert all(e.terms < MOST_TERMS / 20 and e.depth < MOST_DEEP / 3 for e in found.values())
