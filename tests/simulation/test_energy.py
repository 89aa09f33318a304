"""The balance of energy by body and element agrees with closed forms, and its sum closes."""

from __future__ import annotations

from typing import Any

import mujoco as untyped
import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.pipeline import EnergyBalance
from tests.mechanics.oracles import mujoco_model
from tests.samples.gallery import sample
from tests.systems import random_tree

mujoco: Any = untyped

CLOSED = 1e-7
"""The integrator's tolerance, with what accumulates in a motion."""


def oscillator(k: float, c: float = 40.0, m: float = 2.0, force: str = "0") -> System:
    """A mass on a spring and a dashpot along x, driven by a force."""
    system = System("oscillator", gravity=(0, 0, 0), m=m)
    system.body("mass", "m")
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.element("coordinate_spring", "spring", coordinate="x", c=c)
    system.element("coordinate_damper", "damper", coordinate="x", k=k)
    system.element("coordinate_force", "drive", coordinate="x", force=force)
    return system


def asked(system: System, until: float, **start: Any) -> EnergyBalance:
    """The balance of a simulation."""
    return system.energy(system.simulate(until, **start))


def within(until: float, model: Model) -> Model:
    """The model with a simulation that ends early."""
    settings = model.simulation.model_copy(update={"until": until})
    return model.model_copy(update={"simulation": settings})


def test_a_damper_takes_what_a_damped_oscillator_loses():
    found = asked(oscillator(0.8), 7.0, q0=[0.3], qd0=[0.0])
    delta, omega = 0.2, np.sqrt(20 - 0.2**2)
    wave = np.exp(-delta * found.t) * 0.3
    x = wave * (np.cos(omega * found.t) + delta / omega * np.sin(omega * found.t))
    v = -wave * (omega + delta**2 / omega) * np.sin(omega * found.t)
    start = 20 * 0.3**2
    assert found.of("kinetic")["body:1"] == pytest.approx(v**2, abs=CLOSED)
    assert found.of("stored")["element:spring"] == pytest.approx(20 * x**2, abs=CLOSED)
    taken = found.of("dissipated")["element:damper"]
    assert taken == pytest.approx(start - v**2 - 20 * x**2, abs=CLOSED)
    assert taken[-1] > 0.9 * start
    assert found.error < CLOSED


def test_a_drive_gives_in_a_period_what_the_damper_takes():
    k, c, m, F, rate = 0.8, 40.0, 2.0, 3.0, 4.0
    phasor = F / (c - m * rate**2 + 1j * k * rate)  # x = Re X exp(i Ω t)
    system = oscillator(k, c, m, f"{F}*cos({rate}*t)")
    period = 2 * np.pi / rate
    found = asked(system, period, q0=[phasor.real], qd0=[(1j * rate * phasor).real])
    work = -np.pi * F * phasor.imag
    assert found.of("supplied")["element:drive"][-1] == pytest.approx(work, rel=CLOSED)
    assert found.of("dissipated")["element:damper"][-1] == pytest.approx(
        np.pi * k * rate * abs(phasor) ** 2, rel=CLOSED
    )


def test_sliding_friction_takes_its_force_times_the_way():
    system = System("sledge", m=3.0, mu=0.2)
    system.body("sledge", "m")
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.element("coordinate_force", "friction", coordinate="x", force="-mu*m*g*sign(x')")
    found = asked(system, 2.0, q0=[0.0], qd0=[5.0])  # it would rest after 2.5 s
    way = 5 * found.t - 0.1 * 9.81 * found.t**2
    friction = found.of("supplied")["element:friction"]
    assert friction == pytest.approx(-0.2 * 3 * 9.81 * way, abs=CLOSED)


def test_a_bouncing_ball_loses_a_part_of_its_energy_with_each_impact():
    e, m, height = 0.7, 0.5, 1.0
    system = System("ball", m=m, gravity=(0, 0, "-g"))
    system.body("ball", "m")
    system.joint("prismatic", 0, 1, "z", axis=(0, 0, 1))
    system.element("wall", "floor", normal=(0, 0, 1), restitution=e)
    motion = system.simulate(1.6, q0=[height], qd0=[0.0])
    found = system.energy(motion)
    assert len(motion.impacts) >= 3
    speed = np.sqrt(2 * 9.81 * height)
    lost = found.of("impact")["element:floor"]
    for number, impact in enumerate(motion.impacts):
        before, after = lost[found.t <= impact.t][-1], lost[found.t > impact.t][0]
        v = speed * e**number
        assert after - before == pytest.approx((1 - e**2) / 2 * m * v**2, rel=1e-6)
    assert found.of("weight")["body:1"] == pytest.approx(m * 9.81 * motion.q[:, 0], abs=1e-9)


def test_bodies_have_the_energies_that_mujoco_finds():
    model = within(1.0, random_tree(3, ["revolute", "prismatic", "revolute", "revolute"]))
    motion = pipeline.simulate(model)
    found = pipeline.energy(model, motion)
    other, J = mujoco_model(model)
    data, at = mujoco.MjData(other), len(motion.t) // 3
    data.qpos, data.qvel = J @ motion.q[at], J @ motion.qd[at]
    mujoco.mj_forward(other, data)
    mujoco.mj_energyVel(other, data)
    mujoco.mj_energyPos(other, data)
    U, T = data.energy
    kinetic, weight = (
        np.sum(list(found.of(sort).values()), axis=0) for sort in ("kinetic", "weight")
    )
    assert kinetic[at] == pytest.approx(T, rel=1e-9)
    assert weight[at] - weight[0] == pytest.approx(U - _potential(model, motion.q[0]), rel=1e-9)
    assert len(found.of("kinetic")) == 4


def _potential(model: Model, q: np.ndarray) -> float:
    other, J = mujoco_model(model)
    data = mujoco.MjData(other)
    data.qpos = J @ q
    mujoco.mj_forward(other, data)
    mujoco.mj_energyPos(other, data)
    return float(data.energy[0])


def hung(moved: bool) -> System:
    """A pendulum whose pivot goes to and fro: moved by its joint, or by a drive."""
    system = System("shaken", m=1.3, l=0.4)
    way = "0.1*sin(7*t)"
    system.body("carriage", 0.8)
    system.body("bob", "m")
    if moved:
        system.ground(position=(way, 0, 0))
        system.joint("fixed", 0, 1)
    else:
        system.joint("prismatic", 0, 1, "s", axis=(1, 0, 0))
        system.element("prescribed_motion", "drive", coordinate="s", motion=way)
    system.joint("revolute", 1, 2, "phi", point_child=(0, "l", 0))
    return system


def test_a_pivot_needs_the_same_work_however_it_is_moved():
    by_joint = asked(hung(True), 3.0, q0=[0.4], qd0=[0.0])
    by_drive = asked(hung(False), 3.0, q0=[0.0, 0.4], qd0=[0.7, 0.0])
    one = by_joint.of("supplied")["motion"]
    other = by_drive.of("supplied")["element:drive"]
    assert np.max(np.abs(one)) > 0.1
    assert one == pytest.approx(other, abs=1e-6)
    assert by_joint.error < CLOSED and by_drive.error < CLOSED


def test_a_wall_that_moves_gives_what_it_pushes_into_a_body():
    system = System("piston", gravity=(0, 0, 0))
    system.body("load", 2.0)
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.element("unilateral_condition", "piston", limit="0.5*t^2 - x", restitution=0)
    found = asked(system, 2.0, q0=[0.0], qd0=[0.0])
    assert found.of("supplied")["element:piston"] == pytest.approx(found.t**2, abs=CLOSED)
    assert found.error < CLOSED


@pytest.mark.parametrize(
    "name", ["kapitza_pendulum", "ladder_filter", "flexible_arm", "newtons_cradle", "four_bar"]
)
def test_the_shares_add_up_to_what_the_simulation_finds(name: str):
    model = within(0.6, sample(name))
    motion = pipeline.simulate(model)
    found = pipeline.energy(model, motion)
    scale = max(motion.largest_T, np.ptp(motion.U), np.max(np.abs(motion.supplied)))

    def total(*sorts: str) -> np.ndarray:
        return sum((table for sort in sorts for table in found.of(sort).values()), 0 * motion.t)

    assert total("kinetic") == pytest.approx(motion.T, abs=1e-9 * scale)
    assert total("weight", "stored") == pytest.approx(motion.U, abs=1e-9 * scale)
    assert total("dissipated", "impact") == pytest.approx(motion.dissipated, abs=1e-8 * scale)
    assert total("supplied") == pytest.approx(motion.supplied, abs=1e-8 * scale)
    assert found.error == pytest.approx(motion.energy_error, abs=1e-8)


def test_a_motor_stores_nothing_and_gives_what_the_current_brings():
    model = within(2.0, sample("dc_motor_pendulum"))
    found = pipeline.energy(model, pipeline.simulate(model))
    assert {*found.of("kinetic")} == {"body:1", "element:winding"}
    assert {*found.of("supplied")} == {"element:source"}
    assert found.error < CLOSED


def test_nothing_is_lost_in_words_and_columns():
    found = asked(oscillator(0.8), 1.0, q0=[0.3], qd0=[0.0])
    parts = ["T of mass", "U of spring", "dissipated by damper"]
    assert [*found.columns()] == ["t (s)", *(f"{part} (J)" for part in parts), "sum (J)"]
    assert "dissipated by damper" in str(found)
    assert [share["name"] for share in found.as_json()["shares"]] == parts


def test_the_motion_of_another_system_is_refused():
    with pytest.raises(LagrError, match="coordinates are phi"):
        oscillator(1.0).energy(hung(True).simulate(0.1))
