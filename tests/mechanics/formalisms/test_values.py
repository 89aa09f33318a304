"""Numbers of the lines of other formalisms at a state."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline, write
from lagr_gui.gui.panes.equations.values import has_numbers
from lagr_gui.model import Model
from lagr_gui.pipeline import Lines, State
from lagr_gui.prepared import prepare
from tests.samples.gallery import sample


@pytest.mark.parametrize("name_parts", [False, True])
def test_momenta_are_the_inertia_of_the_recursion_times_velocities(name_parts: bool) -> None:
    model = sample("furuta_pendulum")
    sheet = pipeline.equations(model, formalism="hamilton", name_parts=name_parts)
    state = State(0.0, (0.3, 0.7), (1.1, -0.4))
    momenta = sheet.of("p")
    assert all(has_numbers(sheet, entry) for entry in momenta)
    found = pipeline.line_values(model, Lines.of(sheet, momenta), state).entries
    (known,) = pipeline.evaluate(model, state)
    numbers = [found[entry.symbol, entry.indices][0] for entry in momenta]
    assert numbers == pytest.approx(known.g[1:] @ (1.0, *state.qd), rel=1e-12)


H = 1e-3
STATE = State(0.0, (0.3, 0.7), (1.1, -0.4))
FREE = ("furuta_pendulum", "double_pendulum")
"""Samples in which energy is kept."""


def value(model: Model, formalism: str, symbol: str, name_parts: bool = False) -> float:
    """The number of a function as it is printed."""
    sheet = pipeline.equations(model, formalism=formalism, name_parts=name_parts)
    (entry,) = sheet.of(symbol)
    assert has_numbers(sheet, entry)
    found = pipeline.line_values(model, Lines.of(sheet, [entry]), STATE)
    return found.entries[symbol, ()][0]


def beside(model: Model, time: float) -> np.ndarray:
    """Where the motion through the state goes, up to the square of time."""
    (known,) = pipeline.evaluate(model, STATE)
    return np.array(STATE.q) + time * np.array(STATE.qd) + time**2 / 2 * known.qdd


def potential(model: Model, time: float) -> float:
    q = beside(model, time)
    (known,) = pipeline.evaluate(model, State(0.0, tuple(q.tolist()), (0.0, 0.0)))
    return known.U


@pytest.mark.parametrize("name_parts", [False, True])
@pytest.mark.parametrize("name", FREE)
def test_functions_of_momenta_and_quasi_velocities_are_energies(
    name: str, name_parts: bool
) -> None:
    model = sample(name)
    (known,) = pipeline.evaluate(model, STATE)
    H = value(model, "hamilton", "H", name_parts)
    T = value(model, "boltzmann-hamel", "T_star", name_parts)
    assert pytest.approx((known.T + known.U, known.T), rel=1e-12) == (H, T)


@pytest.mark.parametrize("name", FREE)
def test_what_kinetic_energy_gains_is_what_the_potential_loses(name: str) -> None:
    model = sample(name)
    before, now, after = (potential(model, time) for time in (-H, 0, H))
    assert value(model, "nielsen", "T_dot") == pytest.approx((before - after) / (2 * H), rel=1e-4)
    bend = -(before - 2 * now + after) / H**2
    assert value(model, "tzenoff", "T_ddot") == pytest.approx(bend, rel=1e-4)


@pytest.mark.parametrize("name_parts", [False, True])
def test_functions_of_accelerations_are_sums_over_the_masses(name_parts: bool) -> None:
    system = System("double", m1=1.0, m2=0.6, l1=0.5, l2=0.4)
    one, two = system.body(mass="m1"), system.body(mass="m2")
    system.joint("revolute", GROUND, one, "a", point_child=(0, "l1", 0))
    system.joint("revolute", one, two, "b", point_child=(0, "l2", 0))
    model = system.model
    times = (-H, 0, H)
    q = np.array([beside(model, time) for time in times])
    steady = np.array([np.array(STATE.q) + time * np.array(STATE.qd) for time in times])
    both = [pipeline.poses(model, np.zeros(3), way, np.zeros((3, 2))).x for way in (q, steady)]
    S = Z = 0.0
    for number, mass in ((1, 1.0), (2, 0.6)):
        own = [(x[number][0] - 2 * x[number][1] + x[number][2]) / H**2 for x in both]
        for sign, a in zip((1, -1), own, strict=True):  # without what no acceleration changes
            S += sign * mass * float(a @ a) / 2
            Z += sign * mass * (float(a @ a) / 2 + 9.81 * float(a[1]))
    assert value(model, "appell", "S", name_parts) == pytest.approx(S, rel=1e-4)
    assert value(model, "gauss", "Z", name_parts) == pytest.approx(Z, rel=1e-4)


def test_where_walls_may_act_accelerations_are_not_told() -> None:
    model = sample("double_pendulum_wall")
    assert np.isnan(value(model, "appell", "S"))


def test_parts_with_multipliers_have_no_numbers() -> None:
    sheet = pipeline.equations(sample("four_bar"), formalism="appell", name_parts=True)
    having = [own for own in sheet.definitions if "lambda" in write(own.tree)]
    assert having and not any(has_numbers(sheet, own) for own in having)
    others = [own for own in sheet.definitions if own not in having]
    assert others and all(has_numbers(sheet, own) for own in others)


def test_functions_of_the_only_coordinate_have_the_numbers_of_the_bodies() -> None:
    model = sample("slider_crank")

    def number_of(formalism: str, symbol: str) -> float:
        sheet = pipeline.equations(model, formalism=formalism, minimal=None)
        (entry,) = sheet.of(symbol)
        (numbers,) = pipeline.line_values(model, Lines.of(sheet, [entry])).entries.values()
        return numbers[0]

    (at,) = pipeline.evaluate(model, prepare(model).start)
    assert number_of("kane", "F_star") == pytest.approx(-number_of("kane", "F"), rel=1e-12)
    assert number_of("boltzmann-hamel", "T_star") == pytest.approx(at.T, rel=1e-9)
    energy = number_of("hamilton", "H") - number_of("hamilton", "U")
    assert energy == pytest.approx(at.T, rel=1e-9)
