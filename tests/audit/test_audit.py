"""The independent check: it agrees with right numbers and stops wrong ones, naming the cause."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import GROUND, SelfCheck, System, pipeline
from lagr_gui.analysis.audits import audit_of, check_evaluations
from lagr_gui.audit import Audit, Claim, Disagreement, States
from lagr_gui.audit.bindings import BINDINGS, FRICTIONS
from lagr_gui.audit.circuits import BRANCHES
from lagr_gui.audit.forces import FORCES
from lagr_gui.audit.joints import MOTIONS
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.foundation.selfcheck import together
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.simulation import SimulationStopped
from tests.samples.gallery import NAMES, sample
from tests.systems import pendulum

FEW = 6


def claim_of(model: Model, until: float = 0.5) -> Claim:
    """States along a short motion with the accelerations that the program finds."""
    simulation = model.simulation
    end = min(simulation.until, simulation.start + until)
    short = model.model_copy(update={"simulation": simulation.model_copy(update={"until": end})})
    found, _ = pipeline.simulate_as_far(short)
    at = np.linspace(0, len(found.t) - 1, FEW).astype(int)
    states = States(found.t[at], found.q[at], found.qd[at], found.qdd[at])
    active = found.touching[at] if len(found.limits) else None
    return Claim(states, active=active, energies={"T": found.T[at], "U": found.U[at]})


def off(claim: Claim, place: int, part: float) -> Claim:
    """The claim with one acceleration that is off by a part of the largest."""
    qdd = claim.states.qdd.copy()
    qdd[:, place] += part * np.max(np.abs(qdd)) + part
    return replace(claim, states=replace(claim.states, qdd=qdd))


def test_every_kind_is_stated_a_second_time() -> None:
    assert set(MOTIONS) == set(JOINTS)
    pieces = {"soft_contact"}  # as many as its shapes have: `audit.contacts` makes them
    assert FORCES.keys() | BINDINGS.keys() | BRANCHES.keys() | pieces == set(ELEMENTS)


SMOOTH = [name for name in NAMES if not FRICTIONS & {e.kind for e in sample(name).elements}]
"""Samples with one set of equations; the others are checked stage by stage as they move."""


@pytest.mark.parametrize("name", SMOOTH)
def test_it_agrees_with_the_samples_and_sees_an_acceleration_that_is_off(name: str) -> None:
    model = sample(name)
    claim = claim_of(model)
    found = Audit(model, prepare(model).topology).check(claim)
    assert found.holds and found.samples > 0, found
    for place in range(len(claim.states.qdd[0])):
        with pytest.raises(Disagreement):
            audit_of(prepare(model)).check(off(claim, place, 1e-3))


def test_a_force_that_is_lost_is_named() -> None:
    model = sample("two_pendulums_dashpot")
    lost = next(entry for entry in model.elements if entry.kind == "dashpot")
    others = tuple(entry for entry in model.elements if entry is not lost)
    without = claim_of(model.model_copy(update={"elements": others}))
    with pytest.raises(Disagreement, match=lost.name) as told:
        audit_of(prepare(model)).check(without)
    assert told.value.problems[0].code == "disagreement"
    assert told.value.residual > 1e-6


def test_a_body_with_the_inertia_of_another_is_named() -> None:
    model = pendulum()
    heavy = model.model_copy(
        update={
            "bodies": (
                model.bodies[0].model_copy(
                    update={"inertia": model.bodies[0].inertia.model_copy(update={"zz": 0.4})}
                ),
            ),
            "start": sample("simple_pendulum").start[:0],
        }
    )
    t, q, qd = np.zeros(1), np.array([[0.7]]), np.array([[0.3]])
    qdd = pipeline.evaluate(heavy, {"q": [0.7], "qd": [0.3]})[0].qdd[None]
    with pytest.raises(Disagreement, match="“bob”"):
        Audit(model, prepare(model).topology).check(Claim(States(t, q, qd, qdd)))


def test_another_value_of_a_parameter_is_a_disagreement() -> None:
    model = sample("double_pendulum")
    other = model.model_copy(
        update={
            "parameters": tuple(
                entry.model_copy(update={"value": 9.8}) if entry.name == "g" else entry
                for entry in model.parameters
            )
        }
    )
    with pytest.raises(Disagreement):
        audit_of(prepare(other)).check(claim_of(model))


@pytest.mark.parametrize(
    "name", ["four_bar", "five_link_chain", "robot_arm_6r", "dc_motor_pendulum"]
)
@pytest.mark.parametrize("table", ["g", "h", "Q"])
def test_an_entry_of_the_tables_that_is_off_is_seen(name: str, table: str) -> None:
    model = sample(name)
    claim = claim_of(model)
    s = claim.states
    state = {"t": float(s.t[2]), "q": s.q[2].tolist(), "qd": s.qd[2].tolist()}
    found = pipeline.evaluate(model, state)[0]
    assert check_evaluations(prepare(model), [found]).holds
    wrong = getattr(found, table).copy()
    wrong[(1,) * wrong.ndim] += 1e-4 * (1.0 + np.max(np.abs(wrong)))
    with pytest.raises(Disagreement):
        check_evaluations(prepare(model), [replace(found, **{table: wrong})])


@pytest.mark.parametrize("name", ["four_bar", "robot_arm_6r", "quadruped", "whipple_bicycle"])
def test_a_reaction_that_is_off_is_seen(name: str) -> None:
    model = sample(name)
    s = claim_of(model).states
    state = {"t": float(s.t[1]), "q": s.q[1].tolist(), "qd": s.qd[1].tolist()}
    found = pipeline.evaluate(model, state)[0]
    joint, reaction = next(iter(found.reactions.items()))
    moment = reaction.moment + 1e-3 * (1.0 + np.linalg.norm(reaction.moment))
    wrong = {**found.reactions, joint: replace(reaction, moment=moment)}
    with pytest.raises(Disagreement, match="reactions"):
        check_evaluations(prepare(model), [replace(found, reactions=wrong)])


@pytest.mark.parametrize("energy", ["T", "U"])
def test_an_energy_that_is_off_is_seen(energy: str) -> None:
    model = sample("elastic_pendulum")
    claim = claim_of(model)
    assert claim.energies is not None
    wrong = {**claim.energies, energy: claim.energies[energy] * 1.001 + 1e-3}
    with pytest.raises(Disagreement):
        audit_of(prepare(model)).check(replace(claim, energies=wrong))


@pytest.mark.parametrize(
    "function", ["0.3*sin(3*t) + 0.1*t^2", "tanh(5*t)", "exp(-t)*abs(t - 1)", "sqrt(1 + t)"]
)
@pytest.mark.parametrize("force", ["F'(t)", "F''(t) + F(t)"])
def test_derivatives_of_functions_are_compared(function: str, force: str) -> None:
    system = System("Course")
    system.function("F", function)
    system.ground(position=(force, 0, 0))
    bob = system.body("Bob", mass=1.0)
    system.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0))
    system.element("coordinate_force", "push", coordinate="a", force=force)
    found = system.evaluate({"t": 0.2, "q": [0.3], "qd": [0.1]})[0]
    assert found.certificate is not None and found.certificate.complete


@pytest.mark.parametrize(
    "force", ["min(2, max(sqrt(a), -1))", "max(-2, min(sqrt(a), 1))", "step(-2, a, sqrt(a))"]
)
def test_a_choice_between_a_value_and_none_is_always_the_same(force: str) -> None:
    system = System("Choice")
    bob = system.body("Bob", mass=1.0)
    system.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0))
    system.element("coordinate_force", "push", coordinate="a", force=force)
    (found,) = system.evaluate({"t": 0, "q": [-1.0], "qd": [0]})
    assert found.certificate is not None and found.certificate.complete


def test_where_a_function_has_a_kink_nothing_is_compared() -> None:
    system = System("Kink")
    system.function("F", "abs(t - 0.5)")
    bob = system.body("Bob", mass=1.0)
    system.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0))
    system.element("coordinate_force", "push", coordinate="a", force="F'(t)")
    here, there = (
        system.evaluate({"t": t, "q": [0.3], "qd": [0]})[0].certificate for t in (0.5, 0.4)
    )
    assert here is not None and not here.samples and here.reason
    assert there is not None and there.complete


@pytest.mark.parametrize("ends", ["clamped-free", "pinned-pinned", "clamped-pinned", "free-free"])
def test_high_natural_modes_of_beams_are_compared(ends: str) -> None:
    system = System("Beam")
    tip = system.body("Tip", mass=0.5)
    names = [f"u{i}" for i in range(6)]
    system.joint("beam", GROUND, tip, *names, ends=ends, functions="eigenfunctions")
    state = {"q": [0.01 / (i + 1) for i in range(6)], "qd": [0.02] * 6}
    found = system.evaluate(state)[0]
    assert found.certificate is not None and found.certificate.complete


def test_where_there_are_no_accelerations_the_evaluation_says_why() -> None:
    system = System("Light")
    bob = system.body("Bob", mass=0, inertia=(0, 0, 0))
    system.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0))
    found = system.evaluate({"q": [0.3], "qd": [0]})[0]
    assert np.isnan(found.qdd).all()
    assert found.problem is not None and "singular" in found.problem.cause
    assert found.certificate is not None and not found.certificate.complete
    assert found.problem.cause in found.certificate.reason


def test_what_was_left_out_stays_known_when_checks_are_put_together() -> None:
    made, left = SelfCheck(1e-12, samples=3), SelfCheck(float("nan"), reason="There is nothing.")
    both = together([made, left, left])
    assert both.holds and not both.complete and both.samples == 3
    assert both.reason == "There is nothing." and "There is nothing." in str(both)
    assert both.as_json()["reason"] == "There is nothing."
    assert together([made, made]).complete and "reason" not in made.as_json()


def test_a_motion_that_stops_where_a_force_has_no_value_is_compared_up_to_there() -> None:
    system = System("End")
    bob = system.body("Bob", mass=1.0)
    system.joint("revolute", GROUND, bob, "a", point_child=(0, 0.5, 0))
    system.element("coordinate_force", "push", coordinate="a", force="sqrt(0.5 - t)")
    with pytest.raises(SimulationStopped) as ended:
        system.simulate(until=1.0, points=50)
    motion = ended.value.trajectory
    assert motion.stopped and motion.certificate is not None and motion.certificate.holds
    held = pipeline.reactions(system.model, motion)
    assert held.certificate is not None and held.certificate.holds


def test_near_a_lock_of_a_joint_nothing_is_said() -> None:
    system = System("Lock")
    bob = system.body("Bob", mass=1.0, inertia=(0.1, 0.2, 0.3))
    system.joint("spherical", GROUND, bob, "a", "b", "c")
    model, rest = system.model, np.zeros((1, 3))
    for b, said in ((np.pi / 2 - 1e-5, False), (1.0, True)):
        states = States(np.zeros(1), np.array([[0.1, b, 0.2]]), rest, rest + 1.0)
        if said:
            with pytest.raises(Disagreement):
                audit_of(prepare(model)).check(Claim(states))
        else:
            assert not audit_of(prepare(model)).check(Claim(states)).samples
