"""From a model to cards and back: the equations are the same, exactly."""

from __future__ import annotations

from typing import Any

import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.algebra import Algebra
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.expression import Call, Expression, Symbol, read, rebuilt
from lagr_gui.extensions.decks.card_names import CardNames
from lagr_gui.extensions.decks.deck import read_deck, write_deck
from lagr_gui.extensions.decks.tests.decks import SYSTEM_2, Reread, only, results, same
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import (
    Base,
    Body,
    Function,
    Inertia,
    LookupTable,
    Model,
    Parameter,
    Replacement,
    SpecialCase,
)
from lagr_gui.prepared import prepare
from tests.samples.gallery import sample

SAMPLES = {path.stem: path for path in sample_models()}
REFUSED = {
    "cantilever": "rigid bodies only",
    "quadruped": "500",
    "robot_arm_6r": "500",
    "two_pendulums_dashpot": "dashpot",
}
WRITTEN = [
    *("bead_on_hoop", "cart_pole", "double_pendulum", "elastic_pendulum", "five_link_chain"),
    *("foucault_pendulum", "furuta_pendulum", "kapitza_pendulum", "lagr_system_2"),
    *("mass_spring_chain", "physical_pendulum", "simple_pendulum", "spinning_top"),
]


def written_out(tree: Expression, names: CardNames) -> Expression:
    """A tree with the expressions of functions that have one, as cards hold them."""
    if isinstance(tree, Call) and (found := names.written_out(tree)) is not None:
        return written_out(found, names)
    return rebuilt(tree, lambda part: written_out(part, names))


def over_the_cards(model: Model) -> None:
    """Assert that the deck of a model gives its equations, in general and in special cases."""
    text, names = write_deck(model, prepare(model).reading)
    assert all(len(card) <= 80 for card in text.splitlines())
    (again,) = read_deck(text)
    reread = Reread(names)
    positive = frozenset(
        reread.symbol(Symbol(entry.name)).name for entry in model.parameters if entry.positive
    )
    lists = [case.name for case in again.special_cases]
    metric = [name for name in lists if name.startswith("g")]
    forces = [name for name in lists if name.startswith("Q")]
    cases = ["", *(case.name for case in model.special_cases)]
    metric = [*([""] if len(metric) < len(cases) else []), *metric]
    assert len(metric) == len(cases) == len(forces) + 1
    for case, of_metric, of_forces in zip(cases, metric, ["", *forces], strict=True):
        for symbols, special in ((("g", "Gamma"), of_metric), (("Q",), of_forces)):
            found = results(model, case, symbols).items()
            own = {key: reread.tree(written_out(v, names)) for key, v in found}
            assert same(own, results(again, special, symbols), positive)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_sample_model_has_the_same_equations_after_the_way_over_the_cards(name: str) -> None:
    model = pipeline.load(SAMPLES[name])
    bare = tuple(p.model_copy(update={"value": None}) for p in model.parameters)
    # Cards have no values and no start: no length has a direction.
    over_the_cards(model.model_copy(update={"start": (), "parameters": bare}))


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_lagr_could_not_treat_is_refused_by_name(name: str) -> None:
    model = pipeline.load(SAMPLES[name])
    with pytest.raises(LagrError) as caught:
        write_deck(model, prepare(model).reading)
    assert REFUSED[name] in str(caught.value)


def test_the_deck_of_system_2_comes_back_as_the_same_model() -> None:
    model = only(SYSTEM_2)
    text, _ = write_deck(model, prepare(model).reading)
    assert only(text) == model
    again, _ = write_deck(only(text), prepare(only(text)).reading)
    assert again == text


def machine() -> Model:
    """Joints drawn backwards, skew axes, numbers that do not rise, loads of every sort."""

    def joint(name: str, kind: str, parent: int, child: int, **fields: object) -> Any:
        fields = {"name": name, "kind": kind, "parent": parent, "child": child} | fields
        return JOINTS[kind].record.model_validate(fields)

    def element(name: str, kind: str, **fields: object) -> Any:
        return ELEMENTS[kind].record.model_validate({"name": name, "kind": kind} | fields)

    turned = ((0, 0, 1), (1, 0, 0), (0, 1, 0))
    names = ("m", "M", "l1", "k_s", "c", "Theta", "F0", "omega")
    return Model(
        base=Base(position=(0, "l1*sin(omega*t)", 0), axis=(0, 0, 1), angle="omega*t"),
        gravity=(0, "-g", "g/10"),
        bodies=(
            Body(number=7, mass="m", inertia=Inertia(xx="Theta", yy=0.2, zz="m*l1^2", xy=0.01)),
            Body(number=3, mass="M", inertia=Inertia(form="binet", zz="Theta")),
            Body(number=5, mass="m + 2*M", gravity=False),
        ),
        joints=(
            joint(
                *("slide", "prismatic", 3, 7),
                axis=(1, 2, 2),
                orientation=turned,
                point_parent=("l1", 0, 0),
                point_child=(0, 0.1, 0),
                coordinates=("s",),
            ),
            joint(
                *("hinge", "revolute", 7, 0),
                axis=(0, 3, 4),
                point_child=(1, 0, 0),
                coordinates=("phi",),
            ),
            joint("arm", "revolute", 3, 5, point_child=("l1", 0, 0), coordinates=("beta",)),
        ),
        elements=(
            element("on s", "coordinate_spring", coordinate="s", c="c", q0="l1"),
            element("on phi", "coordinate_damper", coordinate="phi", k="k_s"),
            element(
                "drive", "coordinate_force", coordinate="beta", force="F0*cos(omega*t) - beta_dot"
            ),
            element(
                "push", "force", body=5, point=(0, "l1", 0), vector=("F0", "s", 0), axes="body"
            ),
            element("pull", "force", body=3, point=("l1", 0, 1), vector=(0, 0, "F0*phi_dot")),
            element("twist", "torque", body=5, reaction_body=7, vector=("F0", 0, 1), axes="body"),
            element("spring", "spring", body_a=5, point_a=(0, "l1", 0), body_b=7, c="c", l0="l1"),
            element("damper", "lagr_damper", body_a=3, body_b=0, point_b=(0, 1, 0), k="k_s"),
            element("off", "dashpot", body_a=3, body_b=0, enabled=False),
        ),
        parameters=tuple(Parameter(name=name) for name in ("g", *names)),
        special_cases=(
            SpecialCase(
                name="light",
                replacements=(Replacement(name="m", value=0), Replacement(name="c", value="2*F0")),
            ),
        ),
    )


def test_loads_of_every_sort_survive_joints_drawn_backwards() -> None:
    model = machine()
    assert not any(p.severity == "error" for p in pipeline.check(model).problems)
    over_the_cards(model)


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("skid", {"body": 3}, "binds coordinates"),
        ("dashpot", {"body_a": 3}, "damper along the line"),
        ("lagr_damper", {"body_a": 3, "k": "1 + t"}, "damping depends on the time"),
        ("spring", {"body_a": 3, "body_b": 3}, "with itself"),
        ("force", {"body": 3, "vector": ("asinh(s_dot)", 0, 0)}, "asinh"),
    ],
)
def test_an_element_that_lagr_did_not_know_is_named(kind: str, fields: dict, words: str) -> None:
    record = ELEMENTS[kind].record.model_validate({"name": "culprit", "kind": kind} | fields)
    model = machine()
    model = model.model_copy(update={"elements": (*model.elements, record)})
    with pytest.raises(LagrError) as caught:
        write_deck(model, prepare(model).reading)
    assert words in str(caught.value)


def test_a_joint_that_closes_a_loop_is_named() -> None:
    model = machine()
    fields = {"name": "closing", "kind": "spherical", "parent": 5, "child": 0}
    record = JOINTS["spherical"].record.model_validate(fields | {"coordinates": ("u", "v", "w")})
    model = model.model_copy(update={"joints": (*model.joints, record)})
    with pytest.raises(LagrError, match="closes a loop"):
        write_deck(model, prepare(model).reading)


def test_a_load_on_a_joint_of_several_coordinates_is_refused_by_name() -> None:
    system = System()
    system.joint("universal", GROUND, system.body(), "a", "b")
    system.element("coordinate_spring", "return", coordinate="a")
    with pytest.raises(LagrError, match=r"return.*universal joint"):
        write_deck(system.model, prepare(system.model).reading)


def test_a_body_that_hangs_on_nothing_gets_the_six_coordinates_that_are_assumed() -> None:
    over_the_cards(Model(bodies=(Body(number=1, inertia=Inertia(xx=1, yy=1, zz=2)),)))


def pushed(function: Function) -> Model:
    """A cart and pole whose cart is pushed by a function of its place."""
    model = sample("cart_pole")
    force = model.elements[0].having(force="F0(x) + 2*F0(2*x - theta)")
    return model.having(elements=(force, *model.elements[1:]), functions=(function,))


def test_functions_with_an_expression_are_written_out() -> None:
    own = Function(name="F0", arguments=("s",), expression="k*s^3 + sin(s)")
    model = pushed(own)
    text, _ = write_deck(model, prepare(model).reading)
    assert "F0" not in text
    over_the_cards(model)


def test_derivatives_of_functions_are_written_out() -> None:
    own = Function(name="F0", arguments=("s", "u"), expression="k*s^3*u^2")
    names = CardNames(sample("cart_pole").having(functions=(own,)), ("x", "theta"))
    x, theta = Symbol("x"), Symbol("theta")
    found = names.written_out(Call("F0", (x, theta), (1, 2)))
    assert found is not None
    algebra = Algebra()
    assert algebra.expression(found) == algebra.expression(read("6*k*x^2"))


def test_functions_without_a_definition_stay_function_variables() -> None:
    model = pushed(Function(name="F0", arguments=("s",)))
    text, _ = write_deck(model, prepare(model).reading)
    assert "F0.(Q(1))" in text.replace("\n", "").replace(" ", "")


def test_functions_of_tables_are_refused_by_name() -> None:
    table = LookupTable(points=((0.0, 0.0), (1.0, 1.0), (2.0, 4.0)))
    model = pushed(Function(name="F0", arguments=("s",), table=table))
    with pytest.raises(LagrError) as caught:
        write_deck(model, prepare(model).reading)
    assert [problem.code for problem in caught.value.problems] == ["deck-function"]
    assert "F0" in str(caught.value)


def test_functions_that_a_special_case_replaces_stay_function_variables() -> None:
    case = SpecialCase(name="Q 1", replacements=(Replacement(name="F0", value="s"),))
    own = Function(name="F0", arguments=("s",), expression="k*s^3")
    model = pushed(own).having(special_cases=(case,))
    text, _ = write_deck(model, prepare(model).reading)
    assert "F0.(Q(1))" in text.replace("\n", "").replace(" ", "")
