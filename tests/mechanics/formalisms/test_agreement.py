"""All formalisms give the accelerations of the recursion, and a planted fault is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.mechanics.certificate import agreement, random_states
from lagr_gui.mechanics.formalisms import COMPUTING, FORMALISMS
from lagr_gui.mechanics.formalisms.boltzmann_hamel import BoltzmannHamel, BoltzmannHamelEvaluator
from lagr_gui.mechanics.formalisms.energies import Appell, Lagrange, Nielsen, Tzenoff
from lagr_gui.mechanics.formalisms.gauss import Gauss
from lagr_gui.mechanics.formalisms.hamilton import Hamilton
from lagr_gui.mechanics.formalisms.kane import Kane
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler, NewtonEulerEvaluator
from lagr_gui.mechanics.formalisms.numeric import Constraint
from lagr_gui.numerics import Slopes
from lagr_gui.prepared import prepare
from tests.mechanics.test_lagrange import drawn
from tests.samples.gallery import sample
from tests.systems import element, random_tree

FREE = ["free", "revolute", "universal", "prismatic"]


def rich() -> Any:
    """A system in which no term of any formalism vanishes: body 0 moves, everything acts."""
    model = drawn().model
    spring = element("coordinate_spring", "torsion", coordinate="q1", c=3, q0=0.2)
    damper = element("coordinate_damper", "friction", coordinate="q3", k=0.4)
    force = element("coordinate_force", "drive", coordinate="q2", force="sin(t)+q1*q3_dot")
    return model.model_copy(update={"elements": (*model.elements, spring, damper, force)})


def systems() -> Iterator[tuple[str, Any]]:
    yield "rich", rich()
    for seed, kinds in enumerate(
        (
            ["spherical", "cylindrical", "planar"],
            FREE,
            ["revolute"] * 3,
            ["planar", "fixed", "free"],
        )
    ):
        yield f"random {seed}", random_tree(seed, kinds)


SYSTEMS = dict(systems())


@pytest.mark.parametrize("name", SYSTEMS)
def test_all_formalisms_agree(name: str) -> None:
    found = pipeline.verify(SYSTEMS[name], states=3)
    assert [form.name for form in found.formalisms] == list(COMPUTING)
    assert {form.name: form.deviation for form in found.formalisms if not form.holds} == {}
    assert all(form.states == 3 for form in found.formalisms)


@pytest.mark.parametrize("choice", ["diagonal", "body"])
def test_quasi_velocities_may_be_chosen(choice: str) -> None:
    model = random_tree(7, FREE)
    evaluator = BoltzmannHamelEvaluator(prepare(model).reading, choice)
    assert agreed("boltzmann-hamel", evaluator, model).holds


def agreed(name: str, evaluator: Any, model: Any) -> Any:
    """A formalism against the recursion at two states."""
    values = {entry.name: float(entry.value) for entry in model.parameters}
    points = random_states(len(pipeline.check(model).coordinates), 2, 3)
    return agreement(FORMALISMS[name], evaluator, values, pipeline.evaluate(model, points))


def test_reactions_are_those_of_the_recursion() -> None:
    for model in (*SYSTEMS.values(), sample("cart_pole")):
        reading = prepare(model).reading
        values = {entry.name: float(entry.value) for entry in model.parameters}
        evaluator = NewtonEulerEvaluator(reading)
        points = random_states(len(reading.coordinates), 2, 5)
        for point, known in zip(points, pipeline.evaluate(model, points), strict=True):
            f = len(reading.coordinates)
            free = Constraint(Slopes.none(f), np.zeros(0))
            _, found = evaluator.solution(point, list(values.values()), free)
            size = max(np.max(np.abs(r.force)) for r in known.reactions.values())
            for joint, reaction in known.reactions.items():
                assert found[joint].force == pytest.approx(reaction.force, abs=1e-10 * size)
                assert found[joint].moment == pytest.approx(reaction.moment, abs=1e-10 * size)


RICH = rich()
READ = prepare(RICH).reading
Change = Callable[[Any], Any]
FAULTS: dict[str, Change] = {
    "sign": lambda value: -value,
    "factor": lambda value: value * 1.00001,
    "dropped": lambda value: value * 0,
}


def changed(value: Any, fault: Change) -> Any:
    """A value with all its entries changed."""
    if isinstance(value, dict):
        return {key: changed(entry, fault) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(changed(entry, fault) for entry in value)
    return fault(value)


def of_terms(form: type, name: str, rho: int) -> Callable[[Any, Change], None]:
    """Plants a fault into one term of one equation."""

    def plant(patch: Any, fault: Change) -> None:
        whole = form.terms

        def terms(self: Any) -> Any:
            found = {key: list(column) for key, column in whole(self).items()}
            found[name][rho] = changed(found[name][rho], fault)
            return found

        patch.setattr(form, "terms", terms)

    return plant


def of_quantity(form: type, name: str) -> Callable[[Any, Change], None]:
    """Plants a fault into a quantity that a formalism computes, at its last entry."""

    def plant(patch: Any, fault: Change) -> None:
        whole = getattr(form, name).func

        def quantity(self: Any) -> Any:
            found = whole(self)
            if isinstance(found, dict):
                last = list(found)[-1]
                return {**found, last: changed(found[last], fault)}
            return [*found[:-1], changed(found[-1], fault)]

        patch.setattr(form, name, property(quantity))

    return plant


def of_method(form: type, name: str) -> Callable[[Any, Change], None]:
    """Plants a fault into what a method gives."""

    def plant(patch: Any, fault: Change) -> None:
        whole = getattr(form, name)
        patch.setattr(form, name, lambda self, *given: changed(whole(self, *given), fault))

    return plant


def of_joint(part: str) -> Callable[[Any, Change], None]:
    """Plants a fault into the motion of the joints."""

    def plant(patch: Any, fault: Change) -> None:
        whole = NewtonEuler.joint

        def joint(self: Any, link: Any) -> Any:
            from dataclasses import replace

            found = whole(self, link)
            return replace(found, **{part: changed(getattr(found, part), fault)})

        patch.setattr(NewtonEuler, "joint", joint)

    return plant


def of_piece(name: str) -> Callable[[Any, Change], None]:
    """Plants a fault into one of the five terms of Gauss's constraint function."""

    def plant(patch: Any, fault: Change) -> None:
        whole = Gauss.pieces

        def pieces(self: Any, body: Any) -> Any:
            found = whole(self, body)
            return {**found, name: fault(found[name])}

        patch.setattr(Gauss, "pieces", pieces)

    return plant


TERMS = {
    Lagrange: ("momentum", "slope", "force"),
    Nielsen: ("rate", "slope", "force"),
    Tzenoff: ("rate", "slope", "force"),
    Appell: ("slope", "force"),
    Kane: ("inertia", "force"),
    BoltzmannHamel: ("momentum", "slope", "bracket", "force"),
}
PLANTS = {
    **{
        f"{form.name}: {term} of equation {rho + 1}": (form.name, of_terms(form, term, rho))
        for form, terms in TERMS.items()
        for term in terms
        for rho in (1,)
    },
    **{
        f"gauss: {piece}": ("gauss", of_piece(piece))
        for piece in ("thrust", "force", "spin", "gyroscopic", "moment")
    },
    "hamilton: function": ("hamilton", of_quantity(Hamilton, "H")),
    "hamilton: momentum": ("hamilton", of_quantity(Hamilton, "momenta")),
    "hamilton: velocity": ("hamilton", of_quantity(Hamilton, "velocities")),
    "hamilton: force": ("hamilton", of_quantity(Hamilton, "forces")),
    "hamilton: kinetic": ("hamilton", of_method(Hamilton, "_kinetic")),
    "boltzmann-hamel: T": ("boltzmann-hamel", of_quantity(BoltzmannHamel, "T")),
    "newton-euler: gyroscopic": ("newton-euler", of_method(NewtonEuler, "gyroscopic")),
    "newton-euler: inertia": ("newton-euler", of_method(NewtonEuler, "inertia")),
    "newton-euler: drift": ("newton-euler", of_joint("drift")),
    "newton-euler: distance": ("newton-euler", of_joint("r")),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_caught(plant: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, planted = PLANTS[plant]
    planted(monkeypatch, FAULTS[fault])
    assert not agreed(name, FORMALISMS[name].evaluator(READ), RICH).holds


def test_the_certificate_fails_and_names_the_formalism(monkeypatch: pytest.MonkeyPatch) -> None:
    of_terms(Nielsen, "slope", 0)(monkeypatch, FAULTS["sign"])
    pipeline.forget()
    found = pipeline.verify(RICH, states=2)
    pipeline.forget()
    assert not found.holds
    assert [form.name for form in found.formalisms if not form.holds] == ["nielsen"]
