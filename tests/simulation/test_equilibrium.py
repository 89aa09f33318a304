"""Equilibria: closed formulas, bifurcations, and words for what is not there."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, equilibria, load
from lagr_gui.foundation.resource import sample_models


def positions(found) -> np.ndarray:
    return np.array([item.q for item in found.found])


def pendulums(count: int) -> System:
    system = System("Pendulums", l=0.5)
    last = GROUND
    for number in range(1, count + 1):
        body = system.body(mass=1)
        system.joint(
            "revolute", last, body, f"q{number}", point_parent=(0, 0, 0), point_child=(0, "l", 0)
        )
        last = body
    return system


@pytest.mark.parametrize("count", [1, 2, 3])
def test_pendulums_hang_or_stand_in_every_combination(count: int) -> None:
    found = equilibria(pendulums(count).model)
    assert len(found.found) == 2**count
    assert np.allclose(np.sin(positions(found)), 0, atol=1e-9)
    verdicts = [item.stability for item in found.found]
    assert verdicts[0] == "stable" and set(verdicts[1:]) == {"unstable"}
    assert np.allclose(found.found[0].q, 0)


def along(system: System, name: str, force: str) -> None:
    """A body that a force moves along a coordinate of its own."""
    body = system.body(f"Mass {name}", mass=1)
    system.joint("prismatic", GROUND, body, name, axis=(1, 0, 0))
    system.element("coordinate_force", f"force {name}", coordinate=name, force=force)


FIVE = "-(x/s - 1)*(x/s - 2)*(x/s - 3)*(x/s - 4)*(x/s - 5)"


@pytest.mark.parametrize("s", [1.0, -0.02])
def test_products_of_independent_systems_have_products_of_equilibria(s: float) -> None:
    system = System("Independent", s=s)
    along(system, "x", FIVE)
    along(system, "z", "k*z - k*z^3/s^2")
    system.parameter("k", 1.0)
    bob = system.body("Bob", mass=1)
    system.joint("revolute", GROUND, bob, "phi", point_child=(0, 0.5, 0))
    found = positions(system.equilibria())
    five, three, two = (1, 2, 3, 4, 5), (-1, 0, 1), (0, np.pi)
    expected = {*product(five, three, two)}
    scaled = found / [s, s, 1]
    assert len(found) == len(expected)
    assert {min(expected, key=lambda own: np.abs(own - q).max()) for q in scaled} == expected
    assert max(min(np.abs(own - q).max() for own in expected) for q in scaled) < 1e-6


@pytest.mark.parametrize("s", [1e-3, -1e-4, 1e-5])
def test_deflation_finds_what_lies_close_together(s: float) -> None:
    """Also where all lies far nearer to the start than a random one."""
    system = System("Close", s=s)
    along(system, "x", FIVE)
    found = positions(system.equilibria())[:, 0] / s
    assert sorted(found) == pytest.approx([1, 2, 3, 4, 5])


def test_what_depends_on_others_is_found_at_each_of_their_equilibria() -> None:
    """x stands by itself; where y can stand depends on it."""
    system = System("One way")
    along(system, "x", "-(x - 1)*(x - 2)*(x - 3)")
    along(system, "y", "x^2*y - y^3")
    found = {tuple(q) for q in positions(system.equilibria()).round(6) + 0.0}
    assert found == {(x, sign * x) for x in (1.0, 2.0, 3.0) for sign in (-1.0, 0.0, 1.0)}


def truss(load: float) -> System:
    """Von Mises' truss: a mass between two springs that lean against each other."""
    system = System("Truss", gravity=(0, 0, 0), F=load, c=100.0, b=1.0)
    body = system.body(mass=1)
    system.joint("prismatic", GROUND, body, "y", axis=(0, 1, 0))
    for side in ("b", "-b"):
        system.element("spring", body_a=body, body_b=0, point_b=(side, 0, 0), c="c", l0=1.25)
    system.element("coordinate_force", coordinate="y", force="-F")
    return system


def test_a_shallow_truss_has_three_positions_and_snaps_through() -> None:
    free = equilibria(truss(0).model)
    assert sorted(positions(free).ravel()) == pytest.approx([-0.75, 0, 0.75])
    assert [item.stability for item in free.found] == ["stable", "stable", "unstable"]
    # F = 2 c y (l0/l − 1) has its maximum where l³ = l0 b²
    length = 1.25 ** (1 / 3)
    limit = 200 * np.sqrt(length**2 - 1) * (1.25 / length - 1)
    assert len(equilibria(truss(0.999 * limit).model).found) == 3
    assert len(equilibria(truss(1.001 * limit).model).found) == 1


def governor(omega: float) -> System:
    """A bead on a hoop that turns steadily."""
    system = System("Hoop", gravity=(0, 0, "-g"), R=0.5, m=0.3)
    system.ground(axis=(0, 0, 1), angle=f"{omega}*t")
    bead = system.body(mass="m")
    system.joint("revolute", GROUND, bead, "th", axis=(0, 1, 0), point_child=(0, 0, "R"))
    return system


def test_a_turning_hoop_lifts_the_bead_above_the_critical_speed() -> None:
    critical = np.sqrt(9.81 / 0.5)
    slow, fast = (equilibria(governor(f * critical).model) for f in (0.9, 1.2))
    assert len(slow.found) == 2 and len(fast.found) == 4
    angle = np.arccos(1 / 1.2**2)
    assert sorted(positions(fast)[:2].ravel()) == pytest.approx([-angle, angle])
    assert not fast.notes  # though body 0 moves, nothing depends on time


def test_steady_turning_is_an_equilibrium_of_the_other_coordinates() -> None:
    system = System("Conical pendulum", gravity=(0, 0, "-g"), l=0.8)
    bob = system.body(mass=1)
    system.joint(
        "universal",
        GROUND,
        bob,
        "psi",
        "theta",
        axis=(0, 0, 1),
        axis2=(0, 1, 0),
        point_child=(0, 0, "l"),
    )
    w = 5.0
    found = equilibria(system.model, velocities={"psi": w})
    assert found.indifferent == ("psi",)
    cone = [item for item in found.found if item.stability == "stable"]
    assert np.cos(cone[0].q[1]) == pytest.approx(9.81 / (w * w * 0.8))
    with pytest.raises(LagrError, match="theta"):
        equilibria(system.model, velocities={"theta": w})


def test_what_falls_has_no_equilibrium_and_the_force_that_is_left_is_named() -> None:
    system = System("Stone")
    stone = system.body(mass=2)
    system.joint("prismatic", GROUND, stone, "y", axis=(0, 1, 0))
    found = equilibria(system.model)
    assert not found.found
    (indifferent, missing) = found.notes
    assert "y" in indifferent.cause
    assert "-19.62 on y" in missing.cause


def test_forces_that_change_with_time_are_said() -> None:
    system = System("Pushed", gravity=(0, 0, 0))
    body = system.body(mass=2)
    system.joint("prismatic", GROUND, body, "y", axis=(0, 1, 0))
    system.element("coordinate_spring", coordinate="y", c=10)
    system.element("coordinate_force", coordinate="y", force="3*sin(t)")
    found = equilibria(system.model, t=0.5)
    assert found.found[0].q == pytest.approx([0.3 * np.sin(0.5)])
    assert found.notes[0].code == "time"


def test_a_hanging_chain_of_springs_unfolds_to_its_lowest_energy() -> None:
    n, c, l0, m = 6, 200.0, 0.2, 0.5
    system = System("Hanging chain", c=c, l0=l0, m=m)
    last = GROUND
    for number in range(1, n + 1):
        body = system.body(mass="m")
        system.joint("prismatic", GROUND, body, f"x{number}", axis=(0, -1, 0))
        system.element("spring", body_a=body, body_b=last, c="c", l0="l0")
        last = body
    found = equilibria(system.model)
    i = np.arange(1, n + 1)
    stretched = [sum((n - j + 1) * m * 9.81 / c for j in range(1, k + 1)) for k in i]
    assert found.found[0].q == pytest.approx(i * l0 + stretched, abs=1e-12)


def test_near_picks_the_neighbour() -> None:
    found = equilibria(pendulums(1).model, near={"q1": 3.0})
    assert found.found[0].q == pytest.approx([np.pi])
    assert found.found[0].stability == "unstable"
    with pytest.raises(LagrError, match="q1"):
        equilibria(pendulums(1).model, near={"q": 3.0})


def test_a_search_goes_on_where_the_balance_has_no_unique_step() -> None:
    """The bicycle: many directions in which nothing changes."""
    bicycle = load(next(path for path in sample_models() if path.stem == "whipple_bicycle"))
    for item in equilibria(bicycle).found:
        assert np.isfinite(item.q).all()


M, L, C, D, EA, U0 = 1e-6, 0.1, 3600.0, 2.5e-5, 1.25e-15, 60.0


def hanging_microphone() -> System:
    """A condenser microphone whose plate hangs on a pendulum, given by its energies.

    Metres, charges and angles differ by eight powers of ten.
    """
    system = System("Microphone", m=M, l=L, c=C, d=D, eA=EA, u0=U0, R=1e9, b=0.012)
    plate = system.body(mass="m")
    system.joint("revolute", GROUND, plate, "phi", point_child=(0, "l", 0))
    system.element(
        "energies",
        own=("x", "q"),
        kinetic="m/2*x'^2",
        potential="c/2*x^2 + q^2*(d + x)/(2*eA) - u0*q - m*9.81*x*cos(phi)",
        dissipation="b/2*x'^2 + R/2*q'^2",
    )
    return system


def microphone_rests() -> list[tuple[float, float, float]]:
    """Hanging or standing: q = u₀ εA/y with the gap y of c (y − d) y² ∓ m g y² = −εA u₀²/2."""
    found = []
    for phi in (0.0, np.pi):
        weight = M * 9.81 * np.cos(phi)
        for y in np.roots([C, -C * D - weight, 0, EA * U0**2 / 2]):
            assert y.imag == 0
            found.append((phi, y.real - D, U0 * EA / y.real))
    return found


@pytest.mark.parametrize("near", [{}, {"phi": 0.1, "x": -1e-6, "q": 3e-9}, {"phi": 2.0, "x": 2e-5}])
def test_only_what_is_in_balance_is_listed_where_units_differ_by_powers_of_ten(near) -> None:
    found = equilibria(hanging_microphone().model, near=near)
    assert found.indifferent == ()
    expected, sizes = np.array(sorted(microphone_rests())), np.array([1.0, 1e-6, 1e-9])
    places = np.array(sorted(positions(found).tolist()))
    places[np.abs(places) < 1e-15] = 0.0
    order = np.lexsort((places[:, 1], np.round(places[:, 0], 6)))
    assert places[order] / sizes == pytest.approx(expected / sizes, rel=1e-9, abs=1e-9)
    for phi, x, q in places:
        left = C * x + q**2 / (2 * EA) - M * 9.81 * np.cos(phi)
        assert abs(left) < 1e-12
        assert abs(q * (D + x) / EA - U0) < 1e-9
        assert abs(np.sin(phi)) < 1e-12


def test_where_ends_of_a_spring_coincide_nothing_is_in_balance() -> None:
    """Forces balance there from one side only: the spring pushes the other way on the other."""
    system = System("Chain", gravity=(0, 0, 0), c=200.0)
    ends = [(0, (0, 0, 0))]
    for number in (1, 2, 3):
        body = system.body(mass=0.5)
        at = (number, 0, 0)
        system.joint("prismatic", GROUND, body, f"x{number}", point_parent=at, axis=(1, 0, 0))
        ends.append((body, (0, 0, 0)))
    for (a, at), (b, end) in pairwise([*ends, (0, (4, 0, 0))]):
        system.element("spring", body_a=a, point_a=at, body_b=b, point_b=end, c="c", l0=1)
    found = equilibria(system.model).found
    assert len(found) > 3
    for item in found:
        places = [0.0, *(item.q + np.array([1.0, 2.0, 3.0])), 4.0]
        spans = np.diff(places)
        assert np.all(np.abs(spans) > 0.1)
        pulls = 200.0 * (np.abs(spans) - 1.0) * np.sign(spans)
        assert np.diff(pulls) == pytest.approx(0.0, abs=1e-6)
