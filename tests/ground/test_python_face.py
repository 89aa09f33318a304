"""`lagr_gui`, `System` and docs/python.md offer the same questions, by the same names."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, System, pipeline
from lagr_gui.pipeline import State
from tests.ground.sources import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
OWN_WAY = {"simulate", "evaluate", "settings_of"}
"""Settings and states are easier to give to a `System`."""


def names(function: Callable[..., Any]) -> dict[str, Any]:
    """Parameters with their defaults, without the model and what only windows need."""
    parameters = inspect.signature(function).parameters.values()
    left_out = ("self", "model", "progress", "cancel")
    return {p.name: p.default for p in parameters if p.name not in left_out}


def questions() -> dict[str, Callable[..., Any]]:
    """The functions of the pipeline that take a model."""
    asked = [*pipeline.QUESTIONS, "save"]
    return {name: getattr(pipeline, name) for name in asked}


def test_every_question_of_the_pipeline_is_offered():
    assert set(questions()) <= set(lagr_gui.__all__)
    for name in questions():
        assert getattr(lagr_gui, name) is getattr(pipeline, name)


@pytest.mark.parametrize("name", sorted(set(questions()) - OWN_WAY))
def test_a_system_asks_in_the_same_way(name: str):
    own, function = getattr(System, name), questions()[name]
    assert names(own) == names(function)
    assert inspect.getdoc(own) and "->" in str(inspect.signature(own))
    assert all(
        p.annotation is not p.empty for p in list(inspect.signature(own).parameters.values())[1:]
    )


@pytest.mark.parametrize("name", sorted(set(questions())))
def test_the_page_lists_it(name: str):
    assert re.search(rf"^\| `{name}\(", PAGE, re.M), name


def test_the_page_gives_the_parameters_as_they_are():
    for name, written in re.findall(r"^\| `(\w+)\(([^`]*)\)` \|", PAGE, re.M):
        if name in questions():
            given = re.findall(r"(\w+)(?==|,|$)", re.sub(r"=(\"[^\"]*\"|[^,]*)", "=", written))
            known = ["model", *names(questions()[name])]
            assert [n for n in known if n in given] == given, name


def test_public_methods_of_a_system_are_documented_on_the_page():
    public = [name for name in vars(System) if not name.startswith("_")]
    for name in public:
        assert re.search(rf"`(\.|System\.)?{name}\(", PAGE), name


def swing() -> System:
    drawn = System("swing", l=0.5)
    bob = drawn.body("bob", 2)
    drawn.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    drawn.start(phi=(0.6, 0.2))
    return drawn


def test_states_are_taken_one_by_one_in_a_list_or_not_at_all():
    drawn = swing()
    one, other = {"t": 0, "q": [0.1], "qd": [0]}, State(1.0, (0.2,), (0.3,))
    by_turns = [entry.qdd for entry in drawn.evaluate(one, other)]
    assert [entry.qdd for entry in drawn.evaluate([one, other])] == by_turns
    assert [entry.qdd for entry in lagr_gui.evaluate(drawn.model, [one, other])] == by_turns
    assert lagr_gui.evaluate(drawn.model, one)[0].qdd == by_turns[0]
    assert drawn.accelerations("kane", one)[0] == pytest.approx(by_turns[0])
    (start,) = drawn.evaluate()
    assert (start.q, start.qd) == (0.6, 0.2)
    closed = drawn.evaluate(one, derivation="closed")[0]
    assert closed.qdd == pytest.approx(by_turns[0])


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"t": 0}, "q is missing"),
        ({"t": 0, "q": [0.1]}, "qd is missing"),
        ({"t": 0, "q": [0.1, 0.2], "qd": [0]}, "q needs 1 number"),
        ([{"t": 0, "q": [0.1], "qd": [0]}], "A list stands where one state is expected"),
    ],
)
def test_a_state_that_does_not_fit_is_told_as_what_it_is(state: Any, words: str):
    with pytest.raises(LagrError, match=words):
        swing().evaluate([state])


def test_answers_of_a_system_are_those_of_its_model():
    drawn = swing()
    model = drawn.model
    assert drawn.mobility().freedom.freedoms == lagr_gui.mobility(model).freedom.freedoms == 1
    kane = drawn.equations(formalism="kane")
    assert kane.entries == lagr_gui.equations(model, formalism="kane").entries
    assert drawn.verify(states=2, seed=3).holds
    assert drawn.linearize_symbolic().of("K") == lagr_gui.linearize_symbolic(model).of("K")
    trajectory = drawn.simulate(until=0.5, points=11)
    x = drawn.motion(trajectory).x[1]
    assert np.hypot(x[:, 0], x[:, 1]) == pytest.approx(0.5)
    modes = drawn.modes()
    shown = drawn.mode_motion(modes, 0)
    assert shown.x[1].shape == lagr_gui.mode_motion(model, modes, 0).x[1].shape
    (energy,) = drawn.conserved(trajectory)
    assert energy.drift is not None and energy.drift < 1e-9


def test_a_loaded_model_goes_on_as_a_system():
    model = lagr_gui.load(ROOT / "sample_models" / "four_bar.lagr")
    drawn = System.of(model)
    assert drawn.model is model
    drawn.element("coordinate_damper", coordinate="q1", k=0.5)
    trajectory = drawn.simulate(until=0.2)
    assert trajectory.dissipated[-1] > 0
    assert model.elements == ()


def test_functions_and_special_cases_are_written_down_as_they_are_drawn():
    drawn = System("shaken", m=2, c=8)
    body = drawn.body("body", "m")
    drawn.joint("prismatic", GROUND, body)
    drawn.function("F", "3*sin(2*t)")
    drawn.function("hard", "c*x^3", "x")
    drawn.element("coordinate_force", coordinate="q1", force="F(t) - hard(q1)")
    drawn.special_case("soft", c=0)
    drawn.start(q1=0.3)
    assert drawn.model.coordinates == ("q1",)
    state = {"t": 0.4, "q": [0.5], "qd": [0]}
    (found,) = drawn.evaluate(state)
    assert found.qdd[0] == pytest.approx((3 * np.sin(0.8) - 8 * 0.125) / 2)
    (soft,) = drawn.evaluate(state, special="soft")
    assert soft.qdd[0] == pytest.approx(3 * np.sin(0.8) / 2)
    assert drawn.simulate(until=1, special="soft").q[-1] == pytest.approx(
        0.3 + 3 / 4 - 3 / 8 * np.sin(2), abs=1e-9
    )


def test_a_weightless_body_and_names_that_are_free():
    drawn = System("two", q1=3)
    heavy, light = drawn.body("heavy"), drawn.body("light", gravity=False)
    for body in (heavy, light):
        drawn.joint("prismatic", GROUND, body, axis=(0, 1, 0))
    assert drawn.model.coordinates == ("q2", "q3")
    assert drawn.evaluate()[0].qdd == pytest.approx([-9.81, 0])


def test_texts_of_expressions_will_do():
    tree = lagr_gui.read("m*l^2")
    assert lagr_gui.latex("m*l^2") == lagr_gui.latex(tree)
    assert lagr_gui.to_sympy("m*l^2") == lagr_gui.to_sympy(tree)


def test_every_public_name_is_on_the_page():
    left_out = [name for name in lagr_gui.__all__ if not re.search(rf"\b{name}\b", PAGE)]
    assert not left_out


def test_answers_become_texts_tables_and_pictures():
    drawn = swing()
    trajectory, units = drawn.simulate(until=0.5, points=11), drawn.check().units
    forces, sheet, certificate = drawn.reactions(trajectory), drawn.equations(), drawn.verify()
    linear = drawn.linearize_symbolic()
    columns = lagr_gui.reaction_columns(forces)
    assert columns["force in revolute 1, y (N)"].shape == (11,)
    assert "K = [2*g*l]" in lagr_gui.text_linear(linear)
    assert "pmatrix" in lagr_gui.latex_linear(linear)
    assert "agree" in lagr_gui.certificate_text(certificate)
    table = lagr_gui.trajectory_csv(trajectory, units, forces).splitlines()
    assert len(table) == 12 and "moment in revolute 1, z (N m)" in table[0]
    document = lagr_gui.latex_document(drawn.model, sheet, units, trajectory, certificate)
    assert document.rstrip().endswith(r"\end{document}")
    pictures = (
        lagr_gui.curves_svg(trajectory, units),
        lagr_gui.motion_svg(drawn.model, drawn.motion(trajectory)),
    )
    assert all(picture.startswith("<svg") for picture in pictures)


def test_an_inertia_may_be_a_matrix():
    system = System("cube", J=0.3)
    system.body("by moments", 1, (1, 2, 2.5, 0.1, "J", -0.2))
    system.body("by a matrix", 1, [[1, 0.1, "J"], [0.1, 2, -0.2], ["J", -0.2, 2.5]])
    system.body("by an array", 1, np.diag([1.0, 2.0, 2.5]))
    first, second, third = system.model.bodies
    assert first.inertia == second.inertia
    assert (third.inertia.xx, third.inertia.zz, third.inertia.xy) == (1, 2.5, 0)
    with pytest.raises(LagrError, match="symmetric"):
        system.body("skew", 1, [[1, 0.1, 0], [0.2, 2, 0], [0, 0, 2.5]])


def test_a_call_that_does_not_fit_names_the_question():
    with pytest.raises(TypeError, match=r"accelerations\(\) missing a required argument: 'states'"):
        lagr_gui.accelerations(swing().model, "kane")
    with pytest.raises(TypeError, match=r"modes\(\) .*unexpected keyword argument 'wher'"):
        swing().modes(wher="start")
