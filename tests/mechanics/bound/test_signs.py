"""Signs of lengths in equations of bound systems: those at the start that meets the conditions."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

import lagr_gui
from lagr_gui import System
from lagr_gui.analysis.equations.assumptions import applies, typed_numbers
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.oracle.minimal import started
from tests.oracle.nonholonomic import random_nonholonomic

LEANING = (36, 47)
"""Random nonholonomic systems with a disc whose lean matters; one leans as it is drawn."""


def crank_and_spring(seed: int) -> Model:
    """A slider that a crank drives, with a spring along its way, and random numbers.

    It is drawn beyond the point from which the spring comes; the condition says where it is.
    """
    chance = random.Random(seed)
    system = System(gravity=(0, "-g", 0))
    system.parameter("g", 9.81)
    crank = system.body(mass=1, inertia=(0, 0, 1))
    slider = system.body(mass=2)
    system.joint("revolute", 0, crank, "phi")
    system.joint("prismatic", 0, slider, "x", axis=(1, 0, 0))
    side, radius = chance.choice((-1, 1)), chance.uniform(0.1, 0.4)
    away = side * chance.uniform(0.5, 1)
    system.element("position_condition", "rod", zero=f"x - ({away:.3f}) - {radius:.3f}*cos(phi)")
    system.element("spring", "spring", body_a=0, body_b=slider, c=50, l0=0.3)
    system.start(phi=chance.uniform(-3, 3), x=-side * chance.uniform(1, 9))
    return system.model


def found_start(model: Model) -> Mapping[str, float]:
    prepared = prepare(model)
    numbers = zip(prepared.coordinates, prepared.start.q, strict=True)
    return typed_numbers(prepared) | dict(numbers)


def hold(sheet: Sheet, numbers: Mapping[str, float]) -> bool:
    return bool(sheet.assumptions) and all(own.holds(numbers) for own in sheet.assumptions)


@pytest.mark.parametrize("formalism", ["lagrange", "hamilton"])
@pytest.mark.parametrize("seed", range(4))
def test_a_spring_has_the_length_at_the_start_that_is_found(seed: int, formalism: str) -> None:
    model = crank_and_spring(seed)
    sheet = lagr_gui.equations(model, formalism=formalism)
    assert hold(sheet, found_start(model)) and not hold(sheet, typed_numbers(prepare(model)))


def test_a_sheet_of_a_free_system_applies_on_the_side_of_its_start() -> None:
    system = System()
    system.joint("prismatic", 0, system.body(mass=2), "x", axis=(1, 0, 0))
    system.element("spring", "spring", body_a=0, body_b=1, c=50, l0=0.3)
    system.start(x=-2)
    sheet = lagr_gui.equations(system.model)
    assert applies(prepare(system.model), sheet)
    system.start(x=2)
    assert not applies(prepare(system.model), sheet)


@pytest.mark.parametrize("seed", LEANING)
def test_a_disc_leans_as_at_the_start_that_is_found(seed: int) -> None:
    model = started(random_nonholonomic(seed))
    assert hold(lagr_gui.equations(model), found_start(model))
