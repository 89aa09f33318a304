"""Integrals to a tolerance of their own, against antiderivatives."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.simulation import KernelSystem, Settings, simulate
from lagr_gui.simulation.quadrature import integrated
from lagr_gui.simulation.segments import works
from lagr_gui.simulation.system import Array, Record
from lagr_gui.simulation.tuning import ENERGY
from tests.simulation.systems import single


def one(course):
    """A course of one value at each time."""
    return lambda t: course(t)[:, None]


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=8), st.floats(0.1, 50))
def test_polynomials_are_integrated_exactly(terms: list[float], span: float) -> None:
    polynomial = np.polynomial.Polynomial(terms, domain=[0, span])
    t = np.linspace(0, span, 7)
    found = integrated(one(polynomial), t)[:, 0]
    assert found == pytest.approx(polynomial.integ(lbnd=0)(t), abs=1e-12 * span)


@given(st.floats(0.1, 300), st.integers(2, 40))
def test_the_integral_of_an_oscillation_does_not_depend_on_how_many_times_are_asked_for(
    omega: float, count: int
) -> None:
    t = np.linspace(0, 3, count)
    found = integrated(one(lambda x: np.cos(omega * x)), t)[:, 0]
    assert found == pytest.approx(np.sin(omega * t) / omega, abs=1e-9)


@pytest.mark.parametrize("jump", [0.1, 1 / 3, 0.7123])
def test_a_jump_at_an_unknown_place_is_found_by_halving(jump: float) -> None:
    t = np.array([0.0, 0.5, 1.0])
    found = integrated(one(lambda x: np.where(x < jump, 1.0, -2.0)), t)[:, 0]
    assert found == pytest.approx(np.where(t < jump, t, 3 * jump - 2 * t), abs=1e-6)


def test_a_jump_at_a_known_place_costs_two_panels() -> None:
    asked: list[int] = []

    def course(x: Array) -> Array:
        asked.append(len(x))
        return np.where(x < 0.3, 1.0, -2.0)[:, None]

    found = integrated(course, np.array([0.0, 1.0]), breaks=[0.3])
    assert found[1, 0] == pytest.approx(0.3 - 1.4, abs=1e-14)
    assert sum(asked) <= 3 * 16


def test_many_kinks_are_all_resolved() -> None:
    """|sin| has a kink at each multiple of π, none of which is told."""
    t = np.array([0.0, 40 * np.pi])
    found = integrated(one(lambda x: np.abs(np.sin(x))), t)[1, 0]
    assert found == pytest.approx(80, abs=1e-7)


def test_what_is_small_beside_another_scale_is_not_resolved() -> None:
    asked: list[int] = []

    def course(x: Array) -> Array:
        asked.append(len(x))
        return np.abs(np.sin(97 * x))[:, None]

    integrated(course, np.array([0.0, 10.0]), scale=1e14)
    assert len(asked) == 1


class Powers:
    """A system whose dissipated power is 10 t⁹ and whose supplied power is a constant."""

    def record(self, t: Array, states: Array) -> Record:
        powers = 10 * t**9, np.full(len(t), 3.0)
        return Record(states, np.ones(len(t)), 0 * t, *powers, zd=states[:, :0])


def still(t: Array) -> Array:
    return np.zeros((2, len(t)))


def test_work_is_exact_for_powers_of_degree_nine_over_each_step() -> None:
    t = np.linspace(0, 1, 4)
    whole = Powers().record(t, t[:, None])
    dissipated, supplied, largest = works(Powers(), whole, still, t, [0.0, 1.0], lambda: None)
    assert dissipated == pytest.approx(t**10, abs=1e-15)
    assert supplied == pytest.approx(3 * t)
    assert largest == 1.0


def test_work_is_the_same_for_any_grid_of_output_times() -> None:
    steps = [0.0, 0.21, 0.5, 1.0]
    grids = [np.array([0.0, 1.0]), np.linspace(0, 1, 11), np.array([0, 0.21, 0.9, 1.0])]
    ends = []
    for t in grids:
        whole = Powers().record(t, t[:, None])
        ends.append(
            [part[-1] for part in works(Powers(), whole, still, t, steps, lambda: None)[:2]]
        )
    for one_end, other in pairwise(ends):
        assert one_end == pytest.approx(other, rel=1e-13)


def test_a_wish_to_cancel_is_heard_while_work_is_computed() -> None:
    heard: list[int] = []
    count = 3 * ENERGY.block
    t = np.linspace(0, 1, count)
    whole = Powers().record(t, t[:, None])
    works(Powers(), whole, still, t, [0.0, 1.0], lambda: heard.append(1))
    assert len(heard) >= 3 * 2000 / ENERGY.block and len(heard) >= 3


LAWS = {
    "damped": lambda s: (-9.0 * s.q - 0.4 * s.v, 4.5 * s.q**2, 0.4 * s.v**2, 0),
    "driven": lambda s: (s.cos(3 * s.t) - s.q, s.q**2 / 2, 0, s.cos(3 * s.t) * s.v),
    "both": lambda s: (s.sin(s.t) - s.v, 0, s.v**2, s.sin(s.t) * s.v),
}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("points", [2, 7, 1001])
def test_machine_code_finds_the_same_works_as_python(
    law: str, points: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = single(LAWS[law])
    given = Settings(30.0, [1.0], [0.3], points=points)
    fast = simulate(system, given)
    asked: list[int] = []
    record = KernelSystem.record
    monkeypatch.setattr(KernelSystem, "powers", None)
    monkeypatch.setattr(
        KernelSystem, "record", lambda *some: asked.append(len(some[1])) or record(*some)
    )
    slow = simulate(system, given)
    assert sum(asked) > points, "the slow way asks between the output times"
    for name in ("dissipated", "supplied"):
        one, other = getattr(fast, name), getattr(slow, name)
        assert one == pytest.approx(other, rel=1e-12, abs=1e-13)
    assert fast.largest_T == pytest.approx(slow.largest_T, rel=1e-14)
    assert fast.energy_error < 1e-8
