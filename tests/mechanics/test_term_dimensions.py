"""Every term of the equations has the dimension of its line, where units tell it."""

from __future__ import annotations

import re

import pytest

import lagr_gui
from lagr_gui import pipeline
from lagr_gui.analysis.equations.dimension_faults import derivable
from lagr_gui.catalogue import KINDS
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.expression import Call, Symbol
from lagr_gui.expression.dimensions import dimension_of
from lagr_gui.expression.units import unit_of
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Element, Function, Model, Parameter
from lagr_gui.model.quantities import Places
from lagr_gui.prepared import Prepared
from tests.samples.gallery import RUBBING, sample
from tests.systems import element, pendulum

LONG = {"quadruped", "robot_arm_6r", "flexible_arm", "whipple_bicycle"}
NAMES = [path.stem for path in sample_models() if path.stem not in (*LONG, *RUBBING)]
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
    (why,) = found.why
    assert str(why).endswith("no unit: m")


def test_a_coordinate_without_unit_leaves_the_lines_of_its_index_open() -> None:
    model = sample("elastic_pendulum")
    assert not pipeline.dimensions(model).of("open"), "use tells the unit of r"
    stretched = ("r*s*sin(phi)", "-r*s*cos(phi)", "0")
    model = edits.set_value(model, ("joints", 0, "distance"), stretched)
    scale = Parameter(name="s", value=1.0)
    model = model.model_copy(update={"parameters": (*model.parameters, scale)})
    found = pipeline.dimensions(model)
    assert all(term.because for term in found.of("open"))
    assert "r" in next(t for t in found.of("open") if t.line == "g11").because
    assert not any(line.endswith(" ") for line in str(found).splitlines())


def test_a_wrong_unit_makes_terms_wrong_and_names_their_sources() -> None:
    model = edits.set_value(united(), ("parameters", 2, "unit"), "kg")
    wrong = pipeline.dimensions(model).of("wrong")
    assert wrong and all("body:1" in term.sources for term in wrong)


def test_a_measure_that_was_typed_as_a_number_is_no_fault() -> None:
    """The mass 2 (kg) leaves 2 l² in g, which looks like an area."""
    model = edits.set_value(united(), ("bodies", 0, "mass"), 2)
    found = pipeline.dimensions(model)
    assert found.of("open") and not found.of("wrong")
    (why,) = found.why
    assert f"{len(found.of('open'))} are" in why and "Body" in why and "mass" in why


def test_the_command_counts_terms(tmp_path, capsys) -> None:
    file = tmp_path / "pendulum.lagr"
    pipeline.save(united(), file)
    assert main(["check", str(file), "--dimensions"]) == 0
    assert "Dimensions: 4 of 4 terms proved" in capsys.readouterr().out


SPRING = element("spring", "spring", body_a=1, body_b=0, point_b=("l", "l", 0), c="k", l0="l")


def sprung(unit: str, *elements: Element) -> Model:
    parameters = (*united().parameters, Parameter(name="k", value=3, unit=unit))
    return united().having(parameters=parameters, elements=(SPRING, *elements))


def test_a_field_of_wrong_dimension_is_named_at_every_term_it_enters_and_at_no_other() -> None:
    assert not pipeline.dimensions(sprung("N/m")).of("wrong")
    found = pipeline.dimensions(sprung("kg"))
    wrong = found.of("wrong")
    assert wrong and all("element:spring" in term.sources for term in wrong)
    assert {fault.path for term in wrong for fault in term.faults} == {("elements", 0, "c")}
    others = [term for term in found.terms if term not in wrong]
    assert others and all(term.verdict == "proved" for term in others)


def test_a_bare_number_elsewhere_hides_no_field_of_wrong_dimension() -> None:
    model = edits.set_value(sprung("kg"), ("bodies", 0, "mass"), 2)
    wrong = pipeline.dimensions(model).of("wrong")
    assert {fault.path for term in wrong for fault in term.faults} == {("elements", 0, "c")}


def test_two_faults_are_each_told_at_their_own_terms() -> None:
    damper = element("dashpot", "damper", body_a=1, body_b=0, point_b=("l", "l", 0), k="k*l")
    wrong = pipeline.dimensions(sprung("kg", damper)).of("wrong")
    for term in wrong:
        names = {f"element:{('spring', 'damper')[fault.path[1]]}" for fault in term.faults}
        assert names and names <= set(term.sources)
    assert {term.line[0] for term in wrong} == {"U", "D", "Q"}


def test_the_values_of_functions_have_the_dimension_of_their_expression() -> None:
    force = element("coordinate_force", "force", coordinate="q1", force="F(t)")

    def told(text: str) -> set[str]:
        function = Function(name="F", arguments=("t",), expression=text)
        model = united().having(elements=(force,), functions=(function,))
        return {problem.path[0] for problem in pipeline.check(model).problems}

    assert not told("m*g*l*sin(2*t)") and not told("2.5*sin(t)") and not told("1.5*t")
    assert told("m*g*sin(t)") == {"elements"} and told("m + l") == {"functions"}
    assert not told("F(t)") or "functions" in told("F(t)"), "one that calls itself hangs nothing"


def test_slopes_of_functions_divide_by_the_time() -> None:
    function = Function(name="F", arguments=("t",), expression="l*sin(t)")
    places = Places(united().having(functions=(function,)), KINDS)
    tree = Call("F", (Symbol("t"),), (2,))
    assert dimension_of(tree, places.dimension) == unit_of("m/s^2").dimension


def test_a_fault_in_the_centre_of_mass_is_told_there() -> None:
    model = edits.set_value(united(), ("bodies", 0, "centre"), ("m", 0, 0))
    (problem,) = pipeline.check(model).problems
    assert problem.path == ("bodies", 0, "centre", 0)
    unknown = edits.set_value(united(), ("bodies", 0, "centre"), ("nothing", 0, 0))
    assert [p.path for p in pipeline.check(unknown).problems] == [("bodies", 0, "centre", 0)]


def test_equations_with_a_wrong_unit_are_those_of_its_number() -> None:
    spring = element("coordinate_spring", "spring", coordinate="q1", c="5 kg", q0="30 deg")
    model = united().having(elements=(spring,))
    read_as = derivable(Prepared(model))
    plain = united().having(elements=(spring.having(c="5", q0="pi/6"),))
    assert read_as is not None
    text = lagr_gui.text_equations
    assert text(pipeline.equations(read_as)) == text(pipeline.equations(plain))
    with pytest.raises(LagrError):
        pipeline.simulate(model)
    assert derivable(Prepared(united())) == united()
    broken = united().having(elements=(spring.having(q0="nothing"),))
    assert derivable(Prepared(broken)) is None
