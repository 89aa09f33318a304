"""Motions with dry friction of known size, by their closed forms: in any units, along any axis."""

from __future__ import annotations

import inspect
from math import atan, cos, degrees, isclose, pi, radians, sin, sqrt, tan
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

from tests.each import each
from tests.simulation.friction.drawings import (
    ALONG,
    Drawn,
    belt,
    blocks,
    changes,
    oscillator,
    pendulum,
    rotor,
    slope,
)
from tests.simulation.friction.units import SIZES, Units

WAYS = [(Drawn(), units) for units in SIZES]
WAYS += [(Drawn(axis, back), Units()) for axis in ALONG for back in (False, True)]
"""In all units, and along all axes with body 0 at either end."""

FEW = [(Drawn(), Units()), (Drawn((0, 0, -1), True), Units(1e-6, 1e6, 1e-6))]


def told(found: Any, expected: Any, time: float, sign: int) -> None:
    """Assert that changes of mode are those expected, in units of `time`."""
    assert [senses for _, senses in found] == [
        tuple(sign * sense for sense in senses) for _, senses in expected
    ]
    times = [t / time for t, _ in found]
    assert times == pytest.approx([t for t, _ in expected], rel=1e-9, abs=1e-9)


def slid(alpha: float, speed: float, until: float) -> tuple[float, float, list[Any]]:
    """Where a block on a slope is, how fast, and its changes (μ = 0.3), by Coulomb's law."""
    down, up = (9.81 * (sin(alpha) + way * 0.3 * cos(alpha)) for way in (-1, 1))
    x, t, log = 0.0, 0.0, []
    if speed < 0:
        log.append((0.0, (-1,)))
        t, x, speed = -speed / up, -(speed**2) / (2 * up), 0.0
    if speed == 0 and tan(alpha) <= 0.3:
        return x, 0.0, [*log, (t, (0,))]
    left = until - t
    return x + speed * left + down * left**2 / 2, speed + down * left, [*log, (t, (1,))]


@each("drawn, units", FEW[:1])
def test_a_block_on_a_slope_sticks_or_slides_by_the_angle(drawn: Drawn, units: Units) -> None:
    for angle, speed in ((15, 0), (15, 1), (25, 0), (25, 1), (15, -1), (25, -1)):
        motion = slope(angle, speed, drawn, units).simulate(points=3)
        x, v, log = slid(radians(angle), speed, 2.0)
        assert motion.q[-1, 0] / units.length == pytest.approx(drawn.sign * x, abs=1e-9)
        assert motion.qd[-1, 0] / units.speed == pytest.approx(drawn.sign * v, abs=1e-9)
        told(changes(motion), log, units.time, drawn.sign)


@each("drawn, units", FEW)
def test_an_oscillator_turns_later_by_2_R_by_c_until_it_sticks(drawn: Drawn, units: Units) -> None:
    motion = oscillator(drawn, units).simulate(points=7)
    log = [(n * pi / 10, (-1 if n % 2 == 0 else 1,)) for n in range(8)] + [(8 * pi / 10, (0,))]
    told(changes(motion), log, units.time, drawn.sign)
    turns = motion.at([n * pi / 10 * units.time for n in range(9)])[0][:, 0]
    expected = [drawn.sign * (-1) ** n * (0.5 - 0.06 * n) for n in range(9)]
    assert turns / units.length == pytest.approx(expected, abs=1e-9)
    assert motion.q[-1, 0] / units.length == pytest.approx(drawn.sign * 0.02, abs=1e-9)
    assert motion.qd[-1, 0] == 0.0
    assert motion.dissipated[-1] / units.moment == pytest.approx(12.48, rel=1e-9)


@each("drawn, units", FEW)
def test_a_mass_on_a_belt_sticks_and_slips(drawn: Drawn, units: Units) -> None:
    slip = (2 * pi - 2 * atan(2 * 10 / (100 * 0.2))) / 10
    motion = belt(drawn, units).simulate(points=5)
    log, t = [(0.0, (0,))], 0.05 / 0.2
    while t < 2:
        log += [(t, (-1,)), (t + slip, (0,))]
        t += slip + 0.2
    told(changes(motion), [entry for entry in log if entry[0] < 2], units.time, drawn.sign)
    places = motion.at([t * units.time for t, _ in log if 0 < t < 2])[0][:, 0] / units.length
    assert places[0::2] == pytest.approx(drawn.sign * 0.05, abs=1e-9)
    assert places[1::2] == pytest.approx(drawn.sign * 0.01, abs=1e-9)


def swings(phi: float, moment: float, weight: float, inertia: float) -> list[tuple[float, float]]:
    """Times and angles at which a pendulum turns, by its energy, until it sticks."""
    found = [(0.0, phi)]
    while weight * abs(sin(phi)) > moment:
        way = -1 if phi > 0 else 1

        def speed2(x: float, start: float = phi, way: int = way) -> float:
            return 2 / inertia * (weight * (cos(x) - cos(start)) - moment * way * (x - start))

        rest = -way * np.arcsin(moment / weight)
        end = brentq(speed2, rest, way * (abs(phi) - 1e-9), xtol=1e-15)
        middle, half = (phi + end) / 2, (phi - end) / 2

        def part(a: float, at: Any = speed2, middle: float = middle, half: float = half) -> float:
            return half * cos(a) / sqrt(at(middle + half * sin(a)))

        t = abs(quad(part, -pi / 2 + 1e-7, pi / 2 - 1e-7, epsabs=1e-12, epsrel=1e-12)[0])
        found.append((found[-1][0] + t, float(end)))
        phi = end
    return found


@each("drawn, units", FEW)
def test_a_pendulum_turns_where_the_energy_is_used_up(drawn: Drawn, units: Units) -> None:
    expected = SWINGS
    motion = pendulum(drawn, units).simulate(points=5)
    found = changes(motion)
    assert [t / units.time for t, _ in found] == pytest.approx([t for t, _ in expected], abs=1e-6)
    turns = motion.at([t for t, _ in found])[0][:, 0]
    assert turns == pytest.approx([drawn.sign * angle for _, angle in expected], abs=1e-9)
    assert found[-1][1] == (0,)
    assert motion.qd[-1, 0] == 0.0


SWINGS = swings(2.0, 0.4, 9.81 * 0.5, 0.25)


def braked(until: float) -> list[tuple[float, tuple[int, ...]]]:
    """The changes of a rotor (0.02) under 3 sin 10 t with a brake (2)."""
    first = np.arcsin(2 / 3) / 10

    def speed(t: float) -> float:
        return 0.3 * (cos(10 * first) - cos(10 * t)) - 2 * (t - first)

    length = brentq(speed, first + 0.05, 0.5, xtol=1e-15) - first
    log, n = [(0.0, (0,))], 0
    while (begin := first + n * pi / 10) < until:
        log += [(begin, (-1 if n % 2 else 1,)), (begin + length, (0,))]
        n += 1
    return [entry for entry in log if entry[0] < until]


@each("drawn, units", FEW)
def test_a_brake_holds_a_rotor_while_the_moment_is_small(drawn: Drawn, units: Units) -> None:
    motion = rotor(drawn, units).simulate(points=5)
    told(changes(motion), braked(1.3), units.time, drawn.sign)
    first = np.arcsin(2 / 3) / 10
    turned = motion.at([0.35 * units.time])[0][0, 0]
    stop = changes(motion)[2][0] / units.time - first
    angle = (
        150 * (stop * cos(10 * first) / 10 - (sin(10 * (first + stop)) - sin(10 * first)) / 100)
        - 50 * stop**2
    )
    assert turned == pytest.approx(drawn.sign * angle, abs=1e-9)


@each("drawn, units", FEW)
def test_a_block_upon_a_block_slips_after_the_floor_does(drawn: Drawn, units: Units) -> None:
    motion = blocks(drawn, units).simulate(points=3)
    floor, both = 0.6 * 9.81 / 4, 3 * (0.3 + 0.2) * 9.81 / 4
    told(changes(motion), [(0, (0, 0)), (floor, (1, 0)), (both, (1, -1))], units.time, drawn.sign)
    s, r = both - floor, 6 - both
    v, x = 4 / 3 * s**2 / 2, 4 / 3 * s**3 / 6
    a = 0.3 * 9.81
    x2, v2 = x + v * r + a * r**2 / 2, v + a * r
    b = (4 * both - 0.9 * 9.81) / 2
    x1, v1 = x + v * r + b * r**2 / 2 + r**3 / 3, v + b * r + r**2
    assert isclose(x1, 22.026898880578123, rel_tol=1e-12)
    expected = drawn.sign * np.array([x1, x2 - x1, v1, v2 - v1])
    found = [*motion.q[-1] / units.length, *motion.qd[-1] / units.speed]
    assert found == pytest.approx(expected, abs=1e-9)


def test_a_block_at_its_steepest_slope_stays() -> None:
    for tangent, sense in ((0.3 * (1 - 1e-9), 0), (0.3, 0), (0.3 * (1 + 1e-9), 1)):
        motion = slope(degrees(0), 0, Drawn(), Units(), tangent).simulate(points=3)
        assert changes(motion) == [(0.0, (sense,))]


@pytest.mark.parametrize(("drawn", "units"), [way for way in WAYS if way not in FEW])
def test_motions_are_the_same_in_all_units_and_along_all_axes(drawn: Drawn, units: Units) -> None:
    for case in (
        test_a_block_on_a_slope_sticks_or_slides_by_the_angle,
        test_an_oscillator_turns_later_by_2_R_by_c_until_it_sticks,
        test_a_mass_on_a_belt_sticks_and_slips,
        test_a_pendulum_turns_where_the_energy_is_used_up,
        test_a_brake_holds_a_rotor_while_the_moment_is_small,
        test_a_block_upon_a_block_slips_after_the_floor_does,
    ):
        inspect.unwrap(case)(drawn, units)
