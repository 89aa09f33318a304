"""Reactions along simulated motions against Newton, Kirchhoff and the balance of power."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, System, pipeline, read
from lagr_gui.cli.__main__ import main
from lagr_gui.expression.arithmetic import value
from lagr_gui.mechanics.numbers import parameter_values
from tests.circuits.networks import random_network, system
from tests.ground.sources import ROOT
from tests.simulation.test_impacts import ball, cradle

G = 9.81
STEP = 1e-3
STENCIL = np.array([-1, 16, -30, 16, -1]) / (12 * STEP**2)


def four_bar(points: int = 101):
    model = lagr_gui.load(ROOT / "sample_models" / "four_bar.lagr")
    return model, pipeline.simulate(model, replace(pipeline.settings_of(model), points=points))


def accelerations(model, trajectory, t):
    """Accelerations of centres of mass and of the angles in the plane, by differences."""
    near = [pipeline.poses(model, t + k * STEP, *trajectory.at(t + k * STEP)) for k in range(-2, 3)]
    x = {n: np.tensordot(STENCIL, [p.x[n] for p in near], 1) for n in model.numbers}
    turns = {
        n: np.unwrap([np.arctan2(p.R[n][:, 1, 0], p.R[n][:, 0, 0]) for p in near], axis=0)
        for n in model.numbers
    }
    return x, {n: np.tensordot(STENCIL, turn, 1) for n, turn in turns.items()}


def test_newton_and_euler_hold_for_every_body_of_a_closed_loop():
    model, trajectory = four_bar()
    found = lagr_gui.reactions(model, trajectory)
    inner = slice(2, -2)
    t = trajectory.t[inner]
    places = pipeline.motion(model, trajectory)
    a, alpha = accelerations(model, trajectory, t)
    values = parameter_values(model)
    for body in model.bodies:
        mass, inertia = (value(read(x), values) for x in (body.mass, body.inertia.zz))
        force, moment = np.array([0, -values["g"] * mass, 0]), 0.0
        for joint in model.joints:
            sign = (joint.child == body.number) - (joint.parent == body.number)
            own = found.joints[joint.name]
            arm = (own.point - places.x[body.number])[inner]
            force = force + sign * own.force[inner]
            turned = own.moment[inner] + np.cross(arm, own.force[inner])
            moment = moment + sign * turned[:, 2]
        size = np.max(np.abs(a[body.number]))
        assert force == pytest.approx(mass * a[body.number], abs=1e-5 * size)
        assert moment == pytest.approx(inertia * alpha[body.number], abs=1e-5 * size)


def test_axes_are_those_of_single_states_and_many_points_are_computed_at_once(costs):
    model, trajectory = four_bar(1000)
    lagr_gui.reactions(model, trajectory)
    for axes in pipeline.AXES:
        costs.clear()
        found = lagr_gui.reactions(model, trajectory, axes)
        assert costs["made"] == 0 and costs["run"] < 10
        state = {"t": trajectory.t[300], "q": trajectory.q[300], "qd": trajectory.qd[300]}
        (single,) = lagr_gui.evaluate(model, [state])
        for name, expected in pipeline.reactions_in(model, single, axes).items():
            assert found.joints[name].force[300] == pytest.approx(expected.force, abs=1e-9)
            assert found.joints[name].moment[300] == pytest.approx(expected.moment, abs=1e-9)
        assert found.multipliers[300] == pytest.approx(single.multipliers, abs=1e-9)


def crane() -> System:
    system = System("Crane", l=1.5)
    cart, load = system.body("cart", mass=4.0), system.body("load", mass=2.0)
    system.joint("prismatic", GROUND, cart, "x", name="rail", axis=(1, 0, 0))
    system.joint("revolute", cart, load, "phi", name="rope", point_child=(0, "l", 0))
    system.element("coordinate_damper", coordinate="phi", k=0.3)
    system.start(phi=0.4)
    return system


def rotor(kind: str, **fields) -> System:
    """A point mass on a rod or a rope about the origin."""
    drawn = System("mass on a line", m=2, l=0.5)
    mass = drawn.body("mass", "m", (1, 1, 1))
    drawn.joint("planar", GROUND, mass, "x", "y", "phi")
    drawn.element(kind, name="line", body_a=mass, body_b=GROUND, l="l", **fields)
    drawn.start(x=(0.3, 4.0), y=(-0.4, 3.0))
    return drawn


@pytest.mark.parametrize("kind", ["rod", "rope"])
def test_a_rod_and_a_taut_rope_hold_a_mass_on_its_circle(kind: str):
    drawn = rotor(kind)
    trajectory = drawn.simulate(until=1)
    found = drawn.reactions(trajectory)
    assert kind == "rod" or trajectory.touching.all()
    (_, y, _), (u, v, _) = trajectory.q.T, trajectory.qd.T
    pull = 2 * (u**2 + v**2) / 0.5 - 2 * G * y / 0.5
    assert found.thrusts["line"] == pytest.approx(-pull, rel=1e-6)
    assert found.multipliers[:, 0] * 0.5 == pytest.approx(-pull, rel=1e-6)
    assert np.max(np.abs(found.joints["planar 1"].force)) < 1e-9 * np.max(pull)


def test_the_ground_pushes_a_ball_only_where_it_touches():
    drawn = ball(0.5)
    trajectory = drawn.simulate(5.0, q0=[1.1], qd0=[0.0], points=501)
    found = drawn.reactions(trajectory)
    touching = trajectory.touching[:, 0]
    assert touching[-1] and not touching[0] and len(trajectory.impacts) > 5
    assert found.multipliers[~touching] == pytest.approx(0)
    assert found.multipliers[touching] == pytest.approx(-G)
    # A frictionless slide holds nothing along itself, neither in flight nor on the ground.
    assert np.max(np.abs(found.joints["prismatic 1"].force)) < 1e-9
    assert found.units == ("N",)


def test_a_cradle_at_rest_hangs_on_its_own_threads():
    drawn = cradle(3)
    trajectory = drawn.simulate(0.5)
    found = drawn.reactions(trajectory, axes="joint")
    for joint in ("revolute 1", "revolute 2", "revolute 3"):
        assert found.joints[joint].force == pytest.approx(
            np.tile([0, G, 0], (len(trajectory.t), 1)), abs=1e-9
        )


def incidence(drawn: System) -> np.ndarray:
    nodes = [terminal.name for terminal in drawn.model.terminals]
    table = np.zeros((len(drawn.model.elements), len(nodes)))
    for row, branch in enumerate(drawn.model.elements):
        table[row, nodes.index(branch.terminal_a)] += 1
        table[row, nodes.index(branch.terminal_b)] -= 1
    return table


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5])
def test_kirchhoffs_laws_and_those_of_the_branches_hold(seed: int):
    branches = random_network(seed, nodes=4, branches=7)
    drawn = system(branches)
    trajectory = drawn.simulate(until=2)
    found = drawn.reactions(trajectory)
    names = [element.name for element in drawn.model.elements]
    still = np.zeros(len(trajectory.t))
    i = np.array([found.currents.get(name, still) for name in names])
    u = np.array([found.voltages.get(name, still) for name in names])
    A = incidence(drawn)
    size = np.max(np.abs(u)) + np.max(np.abs(i))
    assert np.max(np.abs(A.T @ i)) < 1e-9 * size
    known = [row for row, name in enumerate(names) if name in found.voltages]
    potentials = np.linalg.lstsq(A[known], u[known], rcond=None)[0]
    assert np.max(np.abs(A[known] @ potentials - u[known])) < 1e-6 * size
    for row, branch in enumerate(branches):
        if names[row] not in found.voltages:
            continue
        if branch.sort == "R":
            assert u[row] == pytest.approx(branch.value * i[row], abs=1e-9 * size)
        if branch.sort == "u":
            assert u[row] == pytest.approx(-branch.value, abs=1e-12)
        if branch.sort == "C":
            slope = np.gradient(u[row], trajectory.t, edge_order=2)
            assert slope[2:-2] == pytest.approx(i[row][2:-2] / branch.value, abs=2e-2 * size)


def test_a_motor_takes_electrical_power_as_moment_times_speed():
    model = lagr_gui.load(ROOT / "sample_models" / "dc_motor_pendulum.lagr")
    trajectory = lagr_gui.simulate(model)
    found = lagr_gui.reactions(model, trajectory)
    K = {p.name: p.value for p in model.parameters}["K"]
    speed = trajectory.qd[:, trajectory.coordinates.index("theta")]
    assert found.voltages["motor"] == pytest.approx(K * speed, abs=1e-10)
    total = sum(found.voltages.values())
    assert np.max(np.abs(total)) < 1e-8


def test_voltages_of_fields_that_move_and_of_coupled_coils():
    drawn = System("fields", M=0.3, C0=2.0)
    plate = drawn.body("plate", 1)
    drawn.joint("prismatic", GROUND, plate, "x")
    drawn.element("coordinate_spring", coordinate="x", c=20)
    drawn.branch("voltage_source", "a", "b", voltage="3*cos(2*t)")
    drawn.branch("inductor", "b", "c", "q", name="one", L="0.5 + 0.2*x")
    drawn.branch("capacitor", "c", "a", name="C", C="C0*(2 + x)")
    drawn.branch("inductor", "d", "e", "p", name="two", L=0.7)
    drawn.branch("resistor", "e", "d", name="R", R="1 + p^2")
    drawn.element("mutual_inductance", coil_a="one", coil_b="two", M="M")
    drawn.start(x=0.1, q=(0.4, 0.2))
    trajectory = drawn.simulate(until=3, points=301)
    found = drawn.reactions(trajectory)
    q = {
        n: (trajectory.q[:, k], trajectory.qd[:, k], trajectory.qdd[:, k])
        for k, n in enumerate(trajectory.coordinates)
    }
    (x, v, _), (_, i, di), (p, j, dj) = q["x"], q["q"], q["p"]
    one = (0.5 + 0.2 * x) * di + 0.2 * v * i + 0.3 * dj
    assert found.voltages["one"] == pytest.approx(one, abs=1e-9)
    assert found.voltages["two"] == pytest.approx(0.7 * dj + 0.3 * di, abs=1e-9)
    assert found.voltages["R"] == pytest.approx((1 + p**2) * j, abs=1e-9)
    assert found.voltages["two"] + found.voltages["R"] == pytest.approx(0, abs=1e-8)


def test_a_current_source_has_the_voltage_that_its_current_needs():
    drawn = System("source", R=4.0)
    drawn.branch("current_source", "a", "b", name="J", strength="2 + sin(t)")
    drawn.branch("resistor", "b", "a", name="R", R="R")
    trajectory = drawn.simulate(until=2)
    found = drawn.reactions(trajectory)
    assert found.voltages["J"] == pytest.approx(-4 * (2 + np.sin(trajectory.t)), abs=1e-9)
    assert found.currents["R"] == pytest.approx(2 + np.sin(trajectory.t), abs=1e-9)


def test_what_does_not_fit_is_told():
    trajectory = crane().simulate(until=0.1)
    with pytest.raises(LagrError, match="Its coordinates are x, phi"):
        ball(0.5).reactions(trajectory)
    with pytest.raises(LagrError, match="no such axes"):
        crane().reactions(trajectory, axes="spase")


def test_the_table_names_joint_axis_and_unit(tmp_path, capsys):
    target = tmp_path / "x.csv"
    model = str(ROOT / "sample_models" / "four_bar.lagr")
    words = ["simulate", model, "--until", "0.5", "--reactions", "--axes", "parent"]
    assert main([*words, "--out", str(target), "--points", "11"]) == 0
    table = list(csv.DictReader(target.read_text("utf-8").splitlines()))
    drawn, _ = four_bar()
    settings = replace(pipeline.settings_of(drawn), t_end=0.5, points=11)
    found = lagr_gui.reactions(drawn, lagr_gui.simulate(drawn, settings), "parent")
    for axis, name in enumerate("xyz"):
        column = [float(row[f"force in C, {name} (N)"]) for row in table]
        assert found.joints["C"].force[:, axis] == pytest.approx(column, rel=1e-12)
    assert "force in A, x (N): up to" in capsys.readouterr().out


def test_a_bar_rests_on_the_stop_of_its_hinge():
    drawn = System("bar", m=3.0, l=0.4)
    bar = drawn.body("bar", "m", (0, 0, "m*l^2/3"))
    drawn.joint("revolute", GROUND, bar, "phi", name="hinge", point_child=("-l", 0, 0))
    drawn.element("stop", name="rest", coordinate="phi", lower=0, upper=2, restitution=0)
    drawn.start(phi=0.2)
    trajectory = drawn.simulate(until=1)
    found = drawn.reactions(trajectory)
    assert not trajectory.touching[0].any() and trajectory.touching[-1].any()
    free = ~trajectory.touching.any(axis=1)
    moment = found.joints["hinge"].moment[:, 2]
    assert np.max(np.abs(moment[free])) < 1e-9
    assert moment[~free] == pytest.approx(3 * G * 0.4, rel=1e-9)
    assert found.joints["hinge"].force[-1] == pytest.approx([0, 3 * G, 0], abs=1e-8)
    assert found.multipliers[-1].min() == pytest.approx(-3 * G * 0.4)


def test_a_ladder_shares_its_weight_between_hinge_and_floor():
    drawn = System("ladder", m=3.0, l=0.3)
    bar = drawn.body("bar", "m", (0, 0, "m*l^2/3"))
    ends = {"point_parent": (0, 0.3, 0), "point_child": ("-l", 0, 0)}
    drawn.joint("revolute", GROUND, bar, "phi", name="hinge", **ends)
    drawn.element("wall", name="floor", body=bar, centre=("l", 0, 0), radius=0.05, restitution=0.3)
    drawn.start(phi=0.2)
    trajectory = drawn.simulate(until=2)
    found = drawn.reactions(trajectory)
    resting = trajectory.touching[:, 0]
    assert resting[-100:].all() and not resting[:100].any() and len(trajectory.impacts) > 1
    assert found.multipliers[resting, 0] == pytest.approx(-3 * G / 2)
    expected = np.tile([0, 3 * G / 2, 0], (resting.sum(), 1))
    assert found.joints["hinge"].force[resting] == pytest.approx(expected, abs=1e-8)
    # No moment about the hinge, neither in flight nor on the floor.
    assert np.max(np.abs(found.joints["hinge"].moment)) < 1e-9
