"""Beams do what textbooks say: frequencies, deflections, forces at the clamping."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from lagr_gui import GROUND, System, equal, equations, equilibria, evaluate, modes
from tests.mechanics.elastic.beams import EI, MU, UNIT, G, L, bend, cantilever, parameters

WAVES = {
    "clamped-free": (1.875104069, 4.694091133, 7.854757438),
    "pinned-pinned": (np.pi, 2 * np.pi, 3 * np.pi),
    "clamped-clamped": (4.730040745, 7.853204624, 10.99560784),
    "clamped-pinned": (3.926602312, 7.068582746, 10.21017612),
    "free-free": (4.730040745, 7.853204624, 10.99560784),
}
"""λᵢ of natural frequencies λᵢ² √(EI/(ρA L⁴)) (Blevins 1979, table 8-1)."""


def straight(count: int) -> dict[str, Any]:
    return {"t": 0, "q": [0] * count, "qd": [0] * count}


def waves(system: System, at: Any = "equilibrium") -> np.ndarray:
    found = modes(system.model, at)
    return np.sqrt([mode.frequency / UNIT for mode in found.modes])


@pytest.mark.parametrize("ends", WAVES)
def test_eigenfunctions_have_the_natural_frequencies_of_their_ends(ends: str) -> None:
    system = cantilever(3, ends=ends, functions="eigenfunctions", gravity="off")
    assert waves(system, straight(3)) == pytest.approx(WAVES[ends], rel=1e-8)


@pytest.mark.parametrize("ends", WAVES)
def test_polynomials_come_near_the_lowest_frequency_from_above(ends: str) -> None:
    found = waves(cantilever(4, ends=ends, gravity="off"), straight(4))
    assert 1 <= found[0] / WAVES[ends][0] < 1.005
    assert 1 <= found[1] / WAVES[ends][1] < 1.02


@pytest.mark.parametrize("ratio", [0.2, 1.0, 5.0])
def test_a_mass_at_the_tip_lowers_the_frequency(ratio: float) -> None:
    def condition(x: float) -> float:
        """1 + cos λ cosh λ = (m/ρAL) λ (sin λ cosh λ − cos λ sinh λ) (Blevins 1979)"""
        c, s, ch, sh = np.cos(x), np.sin(x), np.cosh(x), np.sinh(x)
        return 1 + c * ch - ratio * x * (s * ch - c * sh)

    system = cantilever(4, mass=ratio * MU * L, gravity="off")
    wanted = brentq(condition, 0.1, 1.9)
    assert waves(system, straight(4))[0] == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("functions", ["polynomials", "eigenfunctions"])
def test_a_weight_at_the_tip_bends_the_beam_by_FL3_over_3EI(functions: str) -> None:
    system = cantilever(
        8 if functions == "eigenfunctions" else 2,
        mass=0.05,
        functions=functions,
        gravity="off",
        foreshortening="off",
    )
    (rest,) = equilibria(system.model).found
    (found,) = evaluate(system.model, [{"t": 0, "q": rest.q, "qd": 0 * rest.q}])
    wanted = -0.05 * G * L**3 / (3 * EI)
    assert found.x[1][1] == pytest.approx(wanted, rel=1e-9 if functions == "polynomials" else 2e-3)


def test_the_own_weight_bends_the_beam_by_rhoAgL4_over_8EI() -> None:
    system = cantilever(3, foreshortening="off")
    (rest,) = equilibria(system.model).found
    (found,) = evaluate(system.model, [{"t": 0, "q": rest.q, "qd": 0 * rest.q}])
    assert found.x[1][1] == pytest.approx(-MU * G * L**4 / (8 * EI), rel=1e-9)
    assert np.arcsin(found.E[1][0][1]) == pytest.approx(-MU * G * L**3 / (6 * EI), rel=1e-9)


def test_the_clamping_carries_weight_and_moment() -> None:
    system = cantilever(3, mass=0.3, foreshortening="off")
    (rest,) = equilibria(system.model).found
    (found,) = evaluate(system.model, [{"t": 0, "q": rest.q, "qd": 0 * rest.q}])
    root = found.reactions["beam"]
    assert root.point == pytest.approx([0, 0, 0])
    assert root.force == pytest.approx([0, (MU * L + 0.3) * G, 0], abs=1e-8)
    assert root.moment == pytest.approx([0, 0, (MU * L / 2 + 0.3) * G * L], abs=1e-8)


def test_a_straight_beam_that_starts_to_move_pulls_at_the_clamping() -> None:
    found = evaluate(cantilever(1).model, [{"t": 0, "q": [0], "qd": [2.0]}])[0]
    # u = ξ²: M q̈ = −M g ∫u − h, force = M (g + q̈ ∫u) across, −M q̇²∫h along with h = 4ξ³/3
    M, qdd = MU * L, found.qdd[0]
    across, along = M * (G + qdd / 3), -M * 2.0**2 / L / 3
    assert found.reactions["beam"].force == pytest.approx([along, across, 0], rel=1e-12)
    moment = M * (G * L / 2 + qdd * L / 4)
    assert found.reactions["beam"].moment == pytest.approx([0, 0, moment], rel=1e-12)


def turning(count: int, speed: float, **fields: str) -> System:
    """A beam on a body that turns about z with a given speed."""
    system = System("turning", gravity=(0, 0, 0), W=speed, **parameters())
    system.ground(angle="W*t")
    bend(system, GROUND, system.body("tip", 0), *(f"q{i}" for i in range(count)), **fields)
    return system


FLAPPING = {2: (4.1373, 22.6149), 6: (7.3604, 26.8091)}
"""Frequencies over `UNIT` of a turning cantilever across its plane (Wright et al. 1982)."""


@pytest.mark.parametrize("turns", FLAPPING)
def test_a_turning_beam_gets_stiffer_as_published(turns: int) -> None:
    at = straight(5)
    across = turning(5, turns * UNIT, across=(0, 0, 1))
    found = [mode.frequency / UNIT for mode in modes(across.model, at).modes[:2]]
    assert found == pytest.approx(FLAPPING[turns], rel=2e-4)
    within = turning(5, turns * UNIT)
    first = modes(within.model, at).modes[0].frequency / UNIT
    assert first**2 == pytest.approx(FLAPPING[turns][0] ** 2 - turns**2, rel=3e-4)


def test_without_foreshortening_a_turning_beam_is_unstable_above_its_frequency() -> None:
    at = straight(3)
    loose = turning(3, 4 * UNIT, foreshortening="off")
    assert modes(loose.model, at).stability == "unstable"
    assert modes(turning(3, 4 * UNIT).model, at).stability == "stable"


def test_one_polynomial_gives_the_equation_of_the_textbook() -> None:
    # u = ξ²: ∫u² = 1/5, ∫u = 1/3, ∫u″² = 4
    sheet = equations(cantilever(1, foreshortening="off", damping="0.01").model)
    (g,), (Q,) = sheet.of("g"), sheet.of("Q")
    assert equal(g.tree, "mu*L/5")
    assert equal(Q.tree, "-mu*L*g/3 - 4*B*q1/L^3 - 0.04*B*q1_dot/L^3")
    assert {source for term in g.terms for source in term.sources} == {"joint:beam"}
