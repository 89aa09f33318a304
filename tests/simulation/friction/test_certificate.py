"""Faults that are planted in what slides and sticks are stopped by the certificate."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.trees import exact, scaled
from lagr_gui.simulation import SimulationStopped
from lagr_gui.simulation.bursts import BurstStepper
from lagr_gui.simulation.friction import frictions, sliding, watching
from tests.simulation.friction.drawings import changes
from tests.simulation.friction.test_rough_contacts import disc


def brake() -> System:
    """A rotor under a moment that grows and falls, held by a brake at times."""
    s = System("rotor", J=0.02)
    rotor = s.body(inertia=(0, 0, "J"))
    s.joint("revolute", GROUND, rotor, "phi")
    s.element("joint_friction", coordinate="phi", kinetic=2)
    s.element("coordinate_force", coordinate="phi", force="3*sin(10*t)")
    return s


def test_the_right_motions_are_certified() -> None:
    for system in (brake(), disc(0.25), disc(0.15)):
        assert system.simulate(until=0.6).certificate.residual < 1e-9


@pytest.mark.parametrize("part", [1.2])
def test_a_bound_that_is_not_the_elements_is_found(monkeypatch, part: float) -> None:
    """What sticks lets go too late."""
    bounds = frictions.RubbingContacts._bounds

    def wrong(self, *given):
        right = bounds(self, *given)
        return replace(right, lower=part * right.lower, upper=part * right.upper)

    monkeypatch.setattr(frictions.RubbingContacts, "_bounds", wrong)
    monkeypatch.setattr(watching, "FRICTION", replace(watching.FRICTION, beyond=part))
    monkeypatch.setattr("lagr_gui.simulation.run.library", lambda: None)
    with pytest.raises(Disagreement):
        brake().simulate(until=0.6)


def test_what_another_friction_holds_has_no_sense_that_rounding_tells() -> None:
    """Two frictions on one coordinate: one that has let go while the other still holds."""
    s = System("two", gravity=(0, -9.81, 0))
    arm, bob = s.body(mass=1.6, inertia=(0, 0, 1.9)), s.body(mass=1.2, inertia=(0, 0, 0.7))
    s.joint("revolute", GROUND, arm, "phi", point_child=(-0.3, 0.2, 0))
    s.joint("revolute", arm, bob, "psi", point_parent=(0.4, -0.1, 0), point_child=(-0.2, 0.4, 0))
    for name in ("phi", "psi"):
        s.element("joint_friction", f"large {name}", coordinate=name, kinetic=3)
        s.element("joint_friction", f"small {name}", coordinate=name, kinetic=1.3)
    s.start(phi=(0.3, -1.0), psi=(0.3, 2.0))
    moved = s.simulate(until=1.0)
    assert moved.certificate.residual < 1e-9 and len(moved.changes) < 20


def test_another_force_while_it_slides_is_found(monkeypatch) -> None:
    force = friction.force
    monkeypatch.setattr(friction, "force", lambda part: scaled(exact(0.99), force(part)))
    system = brake()
    system.element("coordinate_spring", coordinate="phi", c=0.001)  # physics nobody derived before
    with pytest.raises(Disagreement):
        system.simulate(until=0.6)


@pytest.mark.parametrize("sense", [1, -1])
def test_a_wrong_sense_is_found(monkeypatch, sense: int) -> None:
    slide = frictions.RubbingContacts._slide
    turned = lambda self, senses: slide(self, [sense if s else 0 for s in senses])  # noqa: E731
    monkeypatch.setattr(frictions.RubbingContacts, "_slide", turned)
    monkeypatch.setattr("lagr_gui.simulation.run.library", lambda: None)
    with pytest.raises((Disagreement, SimulationStopped)):  # or it changes for ever
        brake().simulate(until=0.6)


def test_a_wrong_sense_of_a_change_in_machine_code_is_found(monkeypatch) -> None:
    told = BurstStepper.changes.fget

    def turned(stepper):
        times, senses = told(stepper)
        return times, -senses

    monkeypatch.setattr(BurstStepper, "changes", property(turned))
    with pytest.raises(Disagreement):
        brake().simulate(until=0.6)


@pytest.mark.parametrize("part", [0.9, -1.0])
def test_another_friction_of_a_contact_is_found(monkeypatch, part: float) -> None:
    directions = sliding.SlidingContact.directions
    wrong = lambda self, slip: part * directions(self, slip)  # noqa: E731
    monkeypatch.setattr(sliding.SlidingContact, "directions", wrong)
    monkeypatch.setattr("lagr_gui.simulation.run.library", lambda: None)
    with pytest.raises(Disagreement):
        disc(0.15).simulate(until=0.5)


def test_a_contact_that_rolls_beyond_its_bound_is_found(monkeypatch) -> None:
    monkeypatch.setattr(frictions.RubbingContacts, "_leaving", lambda self, *_: False)
    monkeypatch.setattr(frictions, "FRICTION", replace(frictions.FRICTION, beyond=9.0))
    with pytest.raises(Disagreement):
        disc(0.15).simulate(until=0.5)


def _three_pendulums(q: Array, speeds: Array) -> tuple[Array, Array]:
    """Their metric, and the forces that hold them, m = ℓ = 1, by q₀ against the others' turns."""
    turns = np.array([[-1, 0, 0], [-1, 1, 0], [-1, 1, 1.0]])
    theta, omega = turns @ q, turns @ speeds
    g, h = 0.05 * np.eye(3), np.zeros(3)
    for body in range(3):
        arms = np.array([1.0] * body + [0.5] + [0.0] * (2 - body))
        J = arms[:, None] * np.stack([np.cos(theta), np.sin(theta)], axis=1)
        a = (arms * omega**2) @ np.stack([-np.sin(theta), np.cos(theta)], axis=1)
        g, h = g + J @ J.T, h + J @ (a + np.array([0, 9.81]))
    return turns.T @ g @ turns, turns.T @ h


def test_what_lets_go_because_another_turns_round_is_no_fault() -> None:
    """H > R: the first joint turns, its friction jumps, and the last one no longer sticks."""
    s, before, scale = System("chain", m=1e6), GROUND, 1e6
    for i in range(3):
        body = s.body(mass="m", inertia=(0, 0, 0.05 * scale))
        ends = {"point_parent": (0, -0.5, 0), "point_child": (0, 0.5, 0)}
        pair = (before, body) if i else (body, before)
        ends = ends if i else {"point_parent": (0, 0.5, 0), "point_child": (0, 0, 0)}
        s.joint("revolute", *pair, f"q{i}", **ends)
        bounds = {"kinetic": scale * (1 - 0.2 * i), "static": 1.1 * scale}
        s.element("joint_friction", coordinate=f"q{i}", **bounds)
        before = body
    s.start(q0=(-1.4254, -0.3245), q1=(0.2584, 2.1033), q2=-0.1432)
    motion = s.simulate(until=0.06, points=7)
    log = changes(motion)
    (t, _), (_, senses) = log[1], log[1]
    assert [own for _, own in log] == [(-1, 1, 0), (1, 1, 1)]
    q, speeds = motion.at(t)
    g, h = _three_pendulums(q, speeds)
    held = []
    for modes in product((-1, 0, 1), (1,), (-1, 0, 1)):
        sticks = np.array(modes) == 0
        rubs = np.where(sticks, 0.0, -np.array(modes) * [1, 0.8, 0.6]) - h
        table = np.where(sticks, -np.eye(3), g)  # forces take the place of accelerations
        found = np.linalg.solve(table, rubs)
        if np.all(np.where(sticks, abs(found) <= 1.1, [1, 0, 1] * found * modes >= 0)):
            held.append(modes)
    assert held == [senses]
