"""Threads that rub: what a screw jack needs, and where it locks itself."""

from __future__ import annotations

from math import atan, atan2, pi, tan

import pytest

from lagr_gui import GROUND, System

G, MASS, INERTIA, RADIUS, MU = 9.81, 50.0, 0.02, 0.02, 0.15
WEIGHT = MASS * G


def jack(pitch: float, mu: float, moment: float, backwards: bool = False, start: int = 0) -> System:
    """A load on a screw in the ground, or on a nut that turns."""
    s = System("jack", gravity=(0, 0, -G))
    load = s.body(mass=MASS, inertia=(INERTIA,) * 3)
    ends = (load, GROUND) if backwards else (GROUND, load)
    s.joint("screw", *ends, "phi", axis=(0, 0, 1), pitch=pitch)
    thread = {"radius": 0, "thrust_radius": RADIUS, "mu": mu}
    s.element("bearing_friction", "thread", coordinate="phi", **thread)
    s.element("coordinate_force", coordinate="phi", force=moment)
    s.start(phi=(0, start))
    s.plan(until=0.05)
    return s


def accelerated(moment: float, angle: float, lead: float) -> float:
    """φ″ under a moment, where the load F needs F R tan(angle) of it."""
    arm = RADIUS * tan(angle)
    return (moment - WEIGHT * arm) / (INERTIA + MASS * lead * arm)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("hand", [1, -1])
def test_a_jack_is_raised_and_lowered_as_by_the_textbook(hand: int, backwards: bool) -> None:
    """M = F R tan(λ ± ρ), F = m (g ± h φ″), right and left hand."""
    lead = 0.01 / (2 * pi)
    slope, rub = atan2(lead, RADIUS), atan(MU)
    raised, lowered = accelerated(30, slope + rub, lead), accelerated(30, rub - slope, -lead)
    for way, expected in ((1, raised), (-1, lowered)):
        turn = hand * way * (-1 if backwards else 1)  # of the load, where the nut is the child
        moved = jack(hand * 0.01, MU, 30 * turn, backwards, turn).simulate()
        assert moved.qdd[-1, 0] * turn == pytest.approx(expected, rel=1e-9)
        assert moved.certificate is not None and moved.certificate.residual < 1e-9


@pytest.mark.parametrize(("part", "sticks"), [(1 + 1e-6, True), (1 - 1e-6, False)])
def test_a_thread_locks_where_its_friction_is_above_its_lead(part: float, sticks: bool) -> None:
    moved = jack(0.01, part * 0.01 / (2 * pi * RADIUS), 0.0).simulate()
    assert bool(moved.touching[-1, 0]) is sticks


@pytest.mark.parametrize(("part", "sticks"), [(1 - 1e-6, True), (1 + 1e-6, False)])
def test_it_holds_between_both_moments(part: float, sticks: bool) -> None:
    slope, rub = atan2(0.01 / (2 * pi), RADIUS), atan(MU)
    for moment in (tan(slope + rub), -tan(rub - slope)):
        moved = jack(0.01, MU, part * WEIGHT * RADIUS * moment).simulate()
        assert bool(moved.touching[-1, 0]) is sticks


def test_what_turns_and_slides_at_once_is_refused() -> None:
    s = System("bush", gravity=(0, 0, -G))
    s.joint("cylindrical", GROUND, s.body(mass=1, inertia=(1, 1, 1)), "z", "phi")
    s.element("guide_friction", coordinate="z")
    s.element("bearing_friction", coordinate="phi")
    assert [problem.code for problem in s.check().problems] == ["no-load", "no-load"]
