"""What is wrong in a system written in Python is told where it is written, at once."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System
from lagr_gui.catalogue import ELEMENTS, JOINTS


def refused(call: Any, place: str = "", words: str = "") -> None:
    """A call that is refused with place, cause and remedy."""
    with pytest.raises(LagrError) as caught:
        call()
    problem = caught.value.problems[0]
    assert problem.cause and problem.remedy and problem.place
    assert place in problem.place and words in str(problem)


def swing(**more: Any) -> System:
    system = System("swing", m=1.0, l=0.5, **more)
    bob = system.body("Bob", mass="m", inertia=(0.01, 0.01, 0.01))
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    return system


WRONG_SCALARS = [None, True, [1], {}, math.nan, math.inf, 1j, b"x"]


@pytest.mark.parametrize("value", WRONG_SCALARS, ids=repr)
def test_a_mass_is_a_number_or_a_text(value: Any) -> None:
    if value is not None:  # that of its solids, or 1 kg
        refused(lambda: System().body(mass=value), "Body 1")


@pytest.mark.parametrize("value", WRONG_SCALARS, ids=repr)
def test_a_parameter_is_a_number_or_a_text(value: Any) -> None:
    if value is not None:  # a parameter without a value
        refused(lambda: System(m=value), "Parameter “m”")


INERTIAS = [
    (1,),
    (1, 2),
    tuple(range(7)),
    3,
    "1,2,3",
    [[1, 0], [0, 1]],
    [[1, 0, 0], [0.5, 1, 0], [0, 0, 1]],
    (None, 1, 1),
    [[1, 0, 0], [0, 1, 0]],
]


@pytest.mark.parametrize("value", INERTIAS, ids=repr)
def test_an_inertia_has_three_to_six_moments_or_is_a_symmetric_matrix(value: Any) -> None:
    refused(lambda: System().body(inertia=value), "Body 1")


@pytest.mark.parametrize("form", ["list", "matrix", "array"])
def test_inertias_may_be_given_in_several_ways(form: str) -> None:
    table = [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 2.5]]
    given: Any = {"list": (1, 2, 2.5, 0.1, 0.2, 0.3), "matrix": table, "array": np.array(table)}[
        form
    ]
    system = System()
    system.body(inertia=given)
    own = system.model.bodies[0].inertia
    assert [own.xx, own.yy, own.zz, own.xy, own.xz, own.yz] == [1, 2, 2.5, 0.1, 0.2, 0.3]


@pytest.mark.parametrize("kind", ["revolut", "hinge", "", "spring", 3])
def test_a_joint_of_no_kind_is_told_with_those_there_are(kind: Any) -> None:
    refused(lambda: swing().joint(kind, 0, 1), "Joint")


@pytest.mark.parametrize("kind", ["sprng", "", "revolute", None])
def test_an_element_of_no_kind_is_told_with_those_there_are(kind: Any) -> None:
    refused(lambda: swing().element(kind), "Element")


@pytest.mark.parametrize("kind", JOINTS)
def test_a_field_that_no_joint_has_is_told(kind: str) -> None:
    refused(lambda: swing().joint(kind, 0, 1, "a", colour="red"), "Joint", "colour")


@pytest.mark.parametrize("kind", ELEMENTS)
def test_a_field_that_no_element_has_is_told(kind: str) -> None:
    refused(lambda: swing().element(kind, "e", colour="red"), "Element “e”", "colour")


@pytest.mark.parametrize("kind", JOINTS)
@pytest.mark.parametrize("given", ["coordinates", "point_parent", "point_child", "orientation"])
def test_vectors_and_names_of_joints_are_looked_at(kind: str, given: str) -> None:
    fields: dict[str, Any] = {given: 3}
    refused(lambda: swing().joint(kind, 0, 1, **fields), "Joint")


@pytest.mark.parametrize("kind", JOINTS)
def test_joints_without_names_of_coordinates_get_free_ones(kind: str) -> None:
    system = System()
    system.body()
    name = system.joint(kind, GROUND, 1)
    (own,) = system.model.joints
    assert own.name == name and len(own.coordinates) == (JOINTS[kind].freedoms or 0)
    assert len(set(own.coordinates)) == len(own.coordinates)


@pytest.mark.parametrize("value", [(1, 2, 3), (1,), (), (None, 0), ("x", None), [1, 2], True])
def test_a_start_is_a_position_or_a_pair(value: Any) -> None:
    refused(lambda: swing().start(phi=value), "Start value “phi”")


@pytest.mark.parametrize("value", [0.3, "l/2", (0.1, 0.2), ("l", "-l")])
def test_starts_that_are_taken(value: Any) -> None:
    system = swing()
    system.start(phi=value)
    pair = value if isinstance(value, tuple) else (value, 0)
    (own,) = system.model.start
    assert (own.position, own.velocity) == pair


@pytest.mark.parametrize("name", ["M", "ll", "", "phi", "gg"])
def test_only_parameters_are_set(name: str) -> None:
    refused(lambda: swing().set(**{name: 1.0}), "Parameter", "no parameter of this name")


@pytest.mark.parametrize("name", ["untill", "tolerance", "q", "steps"])
def test_a_setting_that_there_is_not_is_told(name: str) -> None:
    given: dict[str, Any] = {name: 1}
    refused(lambda: swing().simulate(**given), "Setting", "no setting of this name")


SETTINGS: list[dict[str, Any]] = [
    {"until": -1},
    {"until": math.nan},
    {"until": math.inf},
    {"until": "1"},
    {"rtol": 0},
    {"rtol": -1e-3},
    {"rtol": "fine"},
    {"atol": -1},
    {"points": 0},
    {"points": 1.5},
    {"method": "Euler"},
    {"method": 3},
    {"max_step": 0},
    {"max_steps": -1},
    {"q0": [1, 2, 3]},
    {"q0": "x"},
    {"q0": [math.nan]},
    {"qd0": []},
    {"qd0": ["a"]},
]


@pytest.mark.parametrize("given", SETTINGS, ids=repr)
def test_settings_that_cannot_be_are_told_before_anything_moves(given: dict[str, Any]) -> None:
    refused(lambda: swing().simulate(**given))


STATES: list[Any] = [
    {},
    {"t": 0},
    {"q": [0.1]},
    {"q": [0.1], "qd": [0.2, 0.3]},
    {"q": ["x"], "qd": [0]},
    {"q": [math.nan], "qd": [0]},
    {"q": {"psi": 1}, "qd": {}},
    {"q": {"phi": "x"}, "qd": {}},
    {"t": "now", "q": [0], "qd": [0]},
    {"t": math.inf, "q": [0], "qd": [0]},
    3,
    "phi=1",
    None,
]


@pytest.mark.parametrize("state", STATES, ids=repr)
def test_a_state_that_is_none_is_told(state: Any) -> None:
    refused(lambda: swing().evaluate([state]))


QUESTIONS: dict[str, Any] = {
    "form": lambda s: s.equations(form="long"),
    "formalism": lambda s: s.equations(formalism="newton"),
    "side": lambda s: s.equations(side="left"),
    "coordinates": lambda s: s.equations(coordinates="polar"),
    "quasi": lambda s: s.equations(formalism="boltzmann-hamel", quasi="none"),
    "special": lambda s: s.equations(special="nothing"),
    "derivation": lambda s: s.evaluate(derivation="guess"),
    "accelerations": lambda s: s.accelerations("newton", [{"q": [0], "qd": [0]}]),
    "near": lambda s: s.equilibria(near={"psi": 1}),
    "near a text": lambda s: s.equilibria(near={"phi": "x"}),
    "velocities": lambda s: s.equilibria(velocities={"psi": 1}),
    "inputs": lambda s: s.linearize(inputs=("wind",)),
    "outputs": lambda s: s.linearize(outputs=("3*(",)),
    "states": lambda s: s.verify(states=0),
    "condition": lambda s: s.stated_on_positions("nothing"),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_that_cannot_be_answered_is_told_with_a_remedy(name: str) -> None:
    refused(lambda: QUESTIONS[name](swing()))


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_unsound_model_is_told_by_every_question(name: str) -> None:
    system = swing()
    system.joint("revolute", 1, 9, "beta")
    refused(lambda: QUESTIONS[name](system))
