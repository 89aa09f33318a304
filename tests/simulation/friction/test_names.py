"""Names of elements with dry friction: their senses of sliding have names of their own."""

from __future__ import annotations

import pytest

import lagr_gui
from lagr_gui import GROUND, System
from tests.each import each
from tests.simulation.friction.drawings import changes


def rubbing(name: str, coordinate: str = "x") -> System:
    """A block that slides for 1 s."""
    system = System("block", gravity=(0, 0, 0))
    block = system.body(mass=1.0)
    system.joint("prismatic", GROUND, block, coordinate)
    system.element("joint_friction", name=name, coordinate=coordinate, kinetic=1)
    system.start(**{coordinate: (0, 1)})
    system.plan(until=2)
    return system


@each("name", ["rub", "Reibung im Lager", "3. Größe ü–β", "摩擦", "a.b:c/d"])
def test_elements_may_have_any_name(name: str) -> None:
    assert changes(rubbing(name).simulate()) == [(0.0, (1,)), (pytest.approx(1.0), (0,))]


def refused(system: System) -> None:
    """Assert that the first problem says that a sense of sliding has no name of its own."""
    problems = lagr_gui.check(system.model).problems
    assert [problem.code for problem in problems][:1] == ["sense-name"]


def test_a_sense_of_sliding_takes_nobodys_name() -> None:
    system = rubbing("rub")
    system.parameter("sigma_rub", 2.0)
    refused(system)
    refused(rubbing("rub", coordinate="sigma_rub"))
    system = rubbing("rub 1")
    system.element("joint_friction", name="rub_1", coordinate="x", kinetic=1)
    refused(system)
    assert not lagr_gui.check(rubbing("rub").model).problems
