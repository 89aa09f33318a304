"""Inverse and mixed problems against other programs, closed formulas and the balance of power."""

from __future__ import annotations

import re
from dataclasses import replace

import mujoco
import numpy as np
import pinocchio as pin
import pytest
from scipy import integrate

from lagr_gui import GROUND, LagrError, System, inverse, simulate
from lagr_gui.pipeline import settings_of
from tests.mechanics.bound.mechanisms import four_bar as bars
from tests.mechanics.bound.mechanisms import windows
from tests.mechanics.oracles import mujoco_model, pinocchio_model
from tests.samples.gallery import sample
from tests.simulation.test_linear_bound import (
    four_bar,
    inertia,
    potential,
    slider_crank,
    slope,
)
from tests.systems import random_tree

TIMES = np.linspace(0, 2, 81)


def waves(coordinates) -> dict[str, str]:
    return {name: f"{0.3 + 0.1 * i}*sin({1 + i}*t + {i})" for i, name in enumerate(coordinates)}


@pytest.mark.parametrize("seed", [1, 4])
def test_forces_are_those_of_pinocchio(seed: int) -> None:
    model = random_tree(seed, ["revolute", "prismatic", "revolute", "revolute"])
    found = inverse(model, waves(model.coordinates), TIMES)
    other = pinocchio_model(model)
    data = other.createData()
    order = [other.joints[other.getJointId(joint.name)].idx_q for joint in model.joints]
    for row in (0, 17, 80):
        q, v, a = (np.empty(other.nv) for _ in range(3))
        q[order], v[order], a[order] = found.q[row], found.qd[row], found.qdd[row]
        expected = pin.rnea(other, data, q, v, a)[order]
        assert found.forces[row] == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert found.energy_error < 1e-6


def test_forces_are_those_of_mujoco() -> None:
    model = random_tree(3, ["revolute", "universal", "prismatic"])
    found = inverse(model, waves(model.coordinates), TIMES)
    other, J = mujoco_model(model)
    data = mujoco.MjData(other)
    for row in (5, 40):
        data.qpos, data.qvel = J @ found.q[row], J @ found.qd[row]
        data.qacc = J @ found.qdd[row]
        mujoco.mj_inverse(other, data)
        expected = J.T @ data.qfrc_inverse
        assert found.forces[row] == pytest.approx(expected, rel=1e-8, abs=1e-8)


def test_expressions_are_differentiated_exactly() -> None:
    model = random_tree(1, ["revolute"])
    (name,) = model.coordinates
    found = inverse(model, {name: "t^3*exp(-t)"}, TIMES)
    t = TIMES
    assert found.qdd[:, 0] == pytest.approx((6 * t - 6 * t**2 + t**3) * np.exp(-t), abs=1e-13)


def test_a_simulated_motion_as_a_table_needs_no_forces() -> None:
    model = random_tree(2, ["revolute", "revolute"])
    settings = replace(settings_of(model), t_end=2.0, points=401)
    motion = simulate(model, settings)
    table = {"t": motion.t.tolist()}
    table |= {n: motion.q[:, i].tolist() for i, n in enumerate(motion.coordinates)}
    found = inverse(model, table)
    size = np.max(np.abs(inverse(model, waves(model.coordinates), TIMES).forces))
    assert np.max(np.abs(found.forces[20:-20])) < 1e-5 * size
    assert "401 points" in found.how


def test_smoothing_takes_the_noise_out_of_a_table() -> None:
    model = random_tree(2, ["revolute"])
    (name,) = model.coordinates
    t = np.linspace(0, 3, 301)
    noise = 1e-4 * np.random.default_rng(1).standard_normal(len(t))
    table = {"t": t.tolist(), name: (0.4 * np.sin(2 * t) + noise).tolist()}
    exact = inverse(model, {name: "0.4*sin(2*t)"}, t).forces
    rough, smooth = (inverse(model, table, noise=s).forces for s in (0.0, 1e-4))
    inner = slice(30, -30)
    off = [np.max(np.abs(f - exact)[inner]) for f in (rough, smooth)]
    assert off[1] < 0.02 * np.max(np.abs(exact)) < off[0]


def crane() -> System:
    system = System("Crane", l=1.5)
    cart, load = system.body("cart", mass=4.0), system.body("load", mass=2.0)
    system.joint("prismatic", GROUND, cart, "x", name="rail", axis=(1, 0, 0))
    system.joint("revolute", cart, load, "phi", name="rope", point_child=(0, "l", 0))
    system.element("coordinate_damper", coordinate="phi", k=0.3)
    system.start(phi=0.4)
    return system


def test_a_mixed_problem_moves_what_is_free_and_gives_the_force_of_the_drive() -> None:
    found = inverse(crane().model, {"x": "0.5*sin(3*t)"}, np.linspace(0, 4, 401))
    assert found.free == ("phi",)
    x2, phi, rate, phi2 = found.qdd[:, 0], found.q[:, 1], found.qd[:, 1], found.qdd[:, 1]
    # l φ̈ + ẍ cos φ + g sin φ + k φ̇/(m l) = 0 ; F = (M + m) ẍ + m l (φ̈ cos φ − φ̇² sin φ)
    law = 1.5 * phi2 + x2 * np.cos(phi) + 9.81 * np.sin(phi) + 0.3 * rate / (2.0 * 1.5)
    assert np.max(np.abs(law)) < 1e-7
    force = 6.0 * x2 + 3.0 * (phi2 * np.cos(phi) - rate**2 * np.sin(phi))
    assert found.forces[:, 0] == pytest.approx(force, abs=1e-7)
    assert found.energy_error < 1e-5
    pull = found.reactions["rail"].force
    assert pull[:, 0] == pytest.approx(force, abs=1e-7)


def test_the_drive_of_a_slider_crank_is_that_of_its_one_equation() -> None:
    found = inverse(slider_crank(k=3.0).model, {"phi": "1 + 2*t"}, np.linspace(0, 3, 301))
    for row in (0, 100, 250):
        phi = found.q[row, 0]
        dx = slope(
            lambda angle: 0.2 * np.cos(angle) + np.sqrt(0.25 - (0.2 * np.sin(angle)) ** 2), phi
        )
        expected = slope(inertia, phi) * 4.0 / 2 + slope(potential, phi) + 3.0 * dx**2 * 2.0
        assert found.forces[row, 0] == pytest.approx(expected, rel=1e-7)
    assert found.energy_error < 1e-6
    assert found.free == ("psi", "x")


def test_a_platform_may_be_driven_by_either_arm_but_not_by_both() -> None:
    model = four_bar().model
    found = inverse(model, {"q2": "0.5*sin(t)"}, TIMES)
    assert found.q[:, 0] == pytest.approx(found.q[:, 1], abs=1e-9)
    with pytest.raises(LagrError, match="1 more than"):
        inverse(model, {"q1": "t", "q2": "t"}, TIMES)


@pytest.mark.parametrize("points", [2, 3, 21])
def test_work_and_branch_do_not_depend_on_the_number_of_points(points: int) -> None:
    """With a damper and a spring beside, in a bound and in a mixed problem."""
    linkage = bars()
    linkage.element("coordinate_damper", coordinate="q2", k=0.4)
    linkage.start(q1=1.0)
    for system, motion in ((linkage, {"q1": "1 + 3*t"}), (crane(), {"x": "0.5*sin(3*t)"})):
        fine = inverse(system.model, motion, np.linspace(0, 3, 301))
        found = inverse(system.model, motion, np.linspace(0, 3, points))
        assert found.q[-1] == pytest.approx(fine.q[-1], abs=1e-8)
        assert found.work[-1] == pytest.approx(fine.work[-1], rel=1e-8)
        assert found.lost[-1] == pytest.approx(fine.lost[-1], rel=1e-8)
        assert found.energy_error < 1e-8
        simpson = integrate.simpson(fine.power[:, 0], x=fine.t)
        assert found.work[-1, 0] == pytest.approx(simpson, rel=1e-5)


def test_a_parallelogram_is_driven_through_its_line_and_stopped_in_it() -> None:
    """All bars of 1 m and 1 kg are one pendulum: τ = M q̈ − m g l sin q for q from upright."""
    system = windows(1)
    system.start(q1=0.0)
    found = inverse(system.model, {"q1": "pi/2*t + 0.1*t^2"}, [0.0, 0.5, 1.0, 2.0, 4.0])
    exact = inverse(system.model, {"q1": "pi/2*t"}, [0.0, 1.0, 2.0, 3.0])
    for run in (found, exact):
        assert run.q[:, 1] == pytest.approx(run.q[:, 0], abs=1e-9)
        assert run.qd[:, 1] == pytest.approx(run.qd[:, 0], abs=1e-9)
        tau = (2 / 3 + 1) * run.qdd[:, 0] - 2 * 9.81 * np.sin(run.q[:, 0])
        assert run.forces[:, 0] == pytest.approx(tau, abs=1e-6)


def test_a_motion_beyond_reach_is_told_with_its_time() -> None:
    """The rocker 0.6 turns back where crank 0.3 and coupler 0.8 are in line; base 0.9 m."""
    system = bars()
    system.start(q1=0.0)
    angle = inverse(system.model, {"q1": "0"}, [0.0, 1.0]).q[0, 2]
    begin = np.arccos((0.6**2 + 0.6**2 - 0.8**2) / (2 * 0.6 * 0.6))
    ways = {
        f"{abs(np.arccos((0.9**2 + 0.6**2 - far**2) / (2 * 0.9 * 0.6)) - begin):.5g}"
        for far in (0.8 + 0.3, 0.8 - 0.3)
    }
    told = set()
    for sign in "+-":
        with pytest.raises(LagrError, match="cannot be met beyond") as caught:
            inverse(system.model, {"q4": f"{angle} {sign} t"}, [0.0, 3.0])
        time = re.search(r"t = ([\d.]+) s", caught.value.problems[0].cause)
        told.add(f"{float(time[1]):.5g}")
    assert told == ways


def test_a_disc_that_may_not_precess_falls_flat_and_that_is_told() -> None:
    model = sample("rolling_disc")
    with pytest.raises(
        LagrError, match=r"“table”.* t = 0\.46934.*theta = -?\d\S*e-(0[89]|1)"
    ) as caught:
        inverse(model, {"psi": "0.3*sin(2*t)"}, np.linspace(0, 1, 11))
    assert "falls flat" in caught.value.problems[0].remedy
    shorter = inverse(model, {"psi": "0.3*sin(2*t)"}, np.linspace(0, 0.469, 11))
    assert shorter.energy_error < 1e-8 and abs(shorter.q[-1, 4]) < 3e-3


@pytest.mark.parametrize(
    ("motion", "words"),
    [
        ({}, "No coordinate"),
        ({"phy": "t"}, "phi"),
        ({"x": "s*t", "phi": "0"}, "neither the time nor"),
        ({"t": [0, 1, 2], "x": [0, 1, 2], "phi": [0, 0, 0]}, "rows"),
        ({"t": list(range(9)), "x": list(range(9))}, "simulated"),
    ],
)
def test_motions_that_cannot_be_are_told(motion: dict, words: str) -> None:
    with pytest.raises(LagrError, match=words):
        inverse(crane().model, motion, np.linspace(0, 1, 11))
