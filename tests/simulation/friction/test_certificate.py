"""Faults that are planted in what slides and sticks are stopped by the certificate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lagr_gui import GROUND, System
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.trees import exact, scaled
from lagr_gui.simulation import SimulationStopped
from lagr_gui.simulation.bursts import BurstStepper
from lagr_gui.simulation.friction import frictions, sliding
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
    monkeypatch.setattr(frictions, "FRICTION", replace(frictions.FRICTION, beyond=part))
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
