"""Inverse and mixed problems against other programs, closed formulas and the balance of power."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin
import pytest
from scipy import integrate

from lagr_gui import GROUND, LagrError, System, inverse, inverse_csv, simulate, trajectory_csv
from lagr_gui.exchange.tables.motion_file import read_motion, split_table
from lagr_gui.pipeline import settings_of
from tests.face.chains import chain, several
from tests.face.test_motions import SEEDS
from tests.face.test_motions import moved as moved_chain
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
from tests.simulation.test_reactions_along import crane
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


def test_a_drive_gives_what_inverse_dynamics_asks_for_and_supplies_the_work():
    drawn = crane()
    motion = "0.5*sin(3*t)"
    t = np.linspace(0, 4, 801)
    needed = drawn.inverse({"x": motion}, t)
    drawn.element("prescribed_motion", name="trolley", coordinate="x", motion=motion)
    trajectory = drawn.simulate(until=4, points=801)
    found = drawn.reactions(trajectory)
    force = found.drives["trolley"]
    assert force == pytest.approx(needed.forces[:, 0], abs=1e-6)
    assert found.units == ("N",)
    power = force * trajectory.qd[:, 0]
    work = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2) * (t[1] - t[0])])
    assert work == pytest.approx(trajectory.supplied, abs=1e-4 * np.max(np.abs(work)))
    rail = found.joints["rail"].force
    assert rail[:, 0] == pytest.approx(force, abs=1e-9)


def test_a_given_motion_has_its_reactions_in_any_axes():
    drawn = System("arm", l=0.5)
    arm, hand = drawn.body("arm", 2, (0.1, 0.2, 0.3)), drawn.body("hand", 1, (0.02, 0.01, 0.01))
    drawn.joint("revolute", GROUND, arm, "a", name="A", axis=(0, 1, 0), point_child=("-l", 0, 0))
    ends = {"point_parent": ("l", 0, 0), "point_child": ("-l/2", 0, 0)}
    drawn.joint("revolute", arm, hand, "b", name="B", axis=(0, 0, 1), **ends)
    found = drawn.inverse({"a": "sin(t)", "b": "cos(2*t)"}, np.linspace(0, 2, 41))
    for name, axis, column in (("A", 1, 0), ("B", 2, 1)):
        size = np.linalg.norm(found.reactions[name].force, axis=1)
        for axes in ("parent", "joint"):
            turned = drawn.reactions_in(found, axes)[name]
            assert turned.moment[:, axis] == pytest.approx(found.forces[:, column], abs=1e-9)
            assert np.linalg.norm(turned.force, axis=1) == pytest.approx(size)


@pytest.mark.parametrize("seed", SEEDS)
def test_forces_that_a_motion_needs_make_that_motion(seed: int) -> None:
    system, _ = moved_chain(seed, damped=True)
    names = system.check().coordinates
    motions = {name: f"0.2*sin({i + 1}*t) + 0.05*t^2" for i, name in enumerate(names)}
    times = np.linspace(0, 1, 11)
    driven = system.inverse(motions, times.tolist())
    pushed = System.of(system.model)
    for name in names:
        pushed.element("coordinate_force", f"push {name}", coordinate=name, force=f"F_{name}(t)")
        pushed.function(f"F_{name}", "0")
    for row in range(0, len(times), 5):
        at = System.of(pushed.model)
        model = at.model
        functions = tuple(
            f.model_copy(update={"expression": repr(float(driven.forces[row, i]))})
            for i, f in enumerate(model.functions)
        )
        at = System.of(model.model_copy(update={"functions": functions}))
        state = (times[row], driven.q[row], driven.qd[row])
        assert several(at, [state])[0] == pytest.approx(driven.qdd[row], rel=1e-7, abs=1e-7)
    i = np.arange(1, len(names) + 1)
    wanted = 0.2 * np.sin(np.outer(times, i)) + 0.05 * times[:, None] ** 2
    assert driven.q == pytest.approx(wanted, abs=1e-12)
    assert inverse_csv(driven).count("\n") == len(times) + 1


def test_a_motion_that_was_written_is_one_that_is_read(tmp_path: Path) -> None:
    """The table of a simulation needs no forces beyond those of the model."""
    system = chain(3)
    system.start(**dict.fromkeys(system.check().coordinates, (0.3, -0.2)))
    found = system.simulate(until=0.4, points=21)
    file = tmp_path / "motion.csv"
    file.write_text(trajectory_csv(found, system.check().units), "utf-8")
    table, left = split_table(read_motion(file), found.coordinates)
    assert set(table) == {"t", *found.coordinates} and "T" in left
    driven = system.inverse(table)
    scale = np.abs(found.qdd).max()
    assert np.abs(driven.forces[3:-3]).max() < 1e-2 * scale
    assert inverse_csv(driven).startswith("t (s),")


def test_forces_go_by_the_names_of_coordinates() -> None:
    driven = crane().inverse({"x": "0.2*sin(t)"}, TIMES)
    assert np.array_equal(driven.force["x"], driven.forces[:, 0])
    assert np.array_equal(driven["x"], driven.q[:, 0])
