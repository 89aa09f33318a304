"""Bound systems in motion: drift, dead positions, stiffness, and where they start."""

from __future__ import annotations

from math import acos, cos, pi, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, System
from lagr_gui.foundation.problem import LagrError
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.solvers import METHODS
from tests.mechanics.bound.mechanisms import bennett, bricard, four_bar, ring, sarrus, windows


def test_a_four_bar_keeps_its_conditions_and_its_energy_for_100_seconds() -> None:
    system = four_bar()
    system.start(q1=(1.0, 8.0))
    run = system.simulate(100.0)
    assert run.drift.max() < 1e-9 and run.slip.max() < 1e-9
    assert run.energy_error < 1e-7


def test_a_four_bar_in_a_skew_plane_moves_like_one_in_a_coordinate_plane() -> None:
    runs: list[Trajectory] = []
    for normal in ((0, 0, 1), (1, 2, 3)):
        system = four_bar(normal)
        system.start(q1=(1.0, 8.0))
        runs.append(system.simulate(2.0))
    assert runs[1].q == pytest.approx(runs[0].q, abs=1e-6)
    assert max(run.drift.max() for run in runs) < 1e-10


@pytest.mark.parametrize(("count", "speed"), [(1, -1.0), (2, -1.0), (2, 0.3), (4, -2.0)])
def test_parallelograms_pass_the_positions_in_line_on_their_branch(
    count: int, speed: float
) -> None:
    # IFToMM A02: all cranks stay parallel, so the whole is one pendulum that starts upright.
    system = windows(count)
    system.start(q1=(0, speed))
    run = system.simulate(10.0)
    inertia, moment = (count + 1) / 3 + count, ((count + 1) / 2 + count) * 9.81

    def pendulum(_: float, y: np.ndarray) -> list[float]:
        return [y[1], moment / inertia * np.sin(y[0])]

    limits = {"rtol": 1e-12, "atol": 1e-12, "method": "DOP853"}
    known = solve_ivp(pendulum, (0, 10), [0, speed], t_eval=run.t, **limits)
    assert run.q[:, 0] == pytest.approx(known.y[0], abs=1e-3)
    assert np.ptp(known.y[0]) > 6 * pi, "they pass the line many times"
    cranks = run.q[:, : count + 1] if count == 1 else run.q[:, :1]
    assert cranks == pytest.approx(np.tile(known.y[0][:, None], cranks.shape[1]), abs=1e-3)
    assert run.drift.max() < 1e-9
    assert run.energy_error < 1e-8


@pytest.mark.parametrize("method", METHODS)
def test_every_method_passes_the_line_on_the_right_branch(method: str) -> None:
    system = windows(1)
    system.start(q1=(0, -2.0))
    run = system.simulate(1.2, method=method, rtol=1e-8, atol=1e-10)
    assert np.ptp(run.q[:, 0]) > pi
    assert run.q[:, 1] == pytest.approx(run.q[:, 0], abs=1e-7)
    assert run.drift.max() < 1e-9 and run.energy_error < 1e-6


@pytest.mark.parametrize("make", [bennett, bricard, sarrus])
def test_overconstrained_linkages_move(make) -> None:
    system = make()
    system.element("coordinate_force", "drive", coordinate="q1", force=20)
    system.start(q1=0.7)
    run = system.simulate(1.0)
    assert run.q[0, 0] == 0.7
    assert np.ptp(run.q[:, 0]) > 0.1
    assert run.drift.max() < 1e-10 and run.energy_error < 1e-7


def governor(speed: float, angle: float) -> System:
    """Watt's governor: rhombus of rods l without mass, balls m at its sides, a sleeve M below."""
    system = System(gravity=(0, 0, "-g"), m=0.8, M=2.5, l=0.4)
    system.body("Spindle", mass=0, inertia=(0, 0, 0.1))
    system.body("Sleeve", mass="M", inertia=(0.1, 0.1, 0.1))
    system.joint("revolute", 0, 1, "phi")
    system.joint("prismatic", 1, 2, "z", axis=(0, 0, 1))
    for side, sign in (("left", -1), ("right", 1)):
        upper = system.body(f"Upper {side}", mass="m")
        lower = system.body(f"Lower {side}", mass=0)
        hinge = {"axis": (0, -sign, 0)}
        system.joint("revolute", 1, upper, f"a_{side}", point_child=(0, 0, "l"), **hinge)
        system.joint("revolute", upper, lower, f"b_{side}", point_child=(0, 0, "l"), **hinge)
        system.joint("revolute", lower, 2, f"c_{side}", name=f"foot {side}", **hinge)
    system.element("prescribed_motion", "drive", coordinate="phi", motion=f"{speed}*t")
    z = -2 * 0.4 * cos(angle)
    system.start(a_right=angle, a_left=angle, b_right=-2 * angle, b_left=-2 * angle, z=z)
    return system


def test_a_governor_stays_at_the_angle_of_its_speed() -> None:
    # m Ω² l cos a = (m + M) g
    speed = 14.0
    angle = acos((0.8 + 2.5) * 9.81 / (0.8 * speed**2 * 0.4))
    run = governor(speed, angle).simulate(1.0)
    index = run.coordinates.index("a_right")
    assert np.ptp(run.q[:, index]) < 1e-7
    assert governor(speed, angle + 0.1).simulate(1.0).q[:, index].min() < angle - 0.05


def test_the_governor_swings_about_that_angle_with_its_own_frequency() -> None:
    # (m + 2 M sin²a) a'' l² = …; small swings: w² = m Ω² sin²a/(m + 2 M sin²a) per arm.
    m, M, speed = 0.8, 2.5, 14.0
    angle = acos((m + M) * 9.81 / (m * speed**2 * 0.4))
    omega = speed * sin(angle) * sqrt(m / (m + 2 * M * sin(angle) ** 2))
    run = governor(speed, angle + 1e-3).simulate(3.0)
    swing = run.q[:, run.coordinates.index("a_right")] - angle
    assert swing == pytest.approx(1e-3 * np.cos(omega * run.t), abs=3e-5)


def test_a_stiff_damper_in_a_loop_goes_over_to_an_implicit_method() -> None:
    system = four_bar()
    system.element("coordinate_damper", "grease", coordinate="q2", k=3000)
    system.element("coordinate_force", "drive", coordinate="q1", force=500)
    system.start(q1=1.0)
    run = system.simulate(2.0)
    assert run.method == "DOP853 → Radau"
    assert run.drift.max() < 1e-10 and run.slip.max() < 1e-9
    assert run.energy_error < 1e-5


def test_start_values_that_fit_are_kept_and_the_others_follow_with_a_hint() -> None:
    system = four_bar()
    system.start(q1=(0.8, 2.0))
    run = system.simulate(0.1)
    assert run.q[0, 0] == 0.8 and run.qd[0, 0] == 2.0
    assert {note.code for note in run.notes} == {"start-followed"}
    assert all("q2 = " in note.cause and "q4 = " in note.cause for note in run.notes)
    assert np.abs(run.q[0]).max() < pi, "no whole turns too many"


def test_start_values_too_many_are_changed_with_a_warning() -> None:
    system = four_bar()
    system.start(q1=0.8, q2=-0.4, q4=1.3)
    run = system.simulate(0.1)
    assert run.q[0, 0] == 0.8
    warned = [note for note in run.notes if note.severity.value == "warning"]
    assert {note.place for note in warned} == {"Coordinate “q2”", "Coordinate “q4”"}
    assert all("would be missed by" in note.cause for note in warned)


def test_bars_that_are_too_short_are_named() -> None:
    system = ring([(2.0, 0), (0.4, 0), (0.5, 0), (0.6, 0)])
    with pytest.raises(LagrError) as caught:
        system.simulate(1.0)
    (problem,) = caught.value.problems
    assert problem.code == "cannot-close"
    assert problem.place in [f"Joint “h{i}”" for i in range(1, 5)]
    assert "long enough" in problem.remedy


@pytest.mark.parametrize("kind", ["fixed", "prismatic", "revolute", "cylindrical"])
def test_a_body_that_starts_turned_over_is_not_left_so_in_a_joint(kind: str) -> None:
    """Axes that point against each other meet u·v = 0 too."""
    system = System("Turned over")
    door = system.body("Door", mass=2.0, inertia=(0.2, 0.3, 0.4))
    system.joint("free", GROUND, door, "x", "y", "z", "a", "b", "c")
    axis = {} if kind == "fixed" else {"axis": (0, 0, 1)}
    system.joint(kind, GROUND, door, name="hinge", cut=True, **axis)
    system.start(a=3.0, b=0.1, c=0.2)
    start = system.simulate(until=0.01)
    (found,) = system.evaluate({"t": 0, "q": start.q[0], "qd": start.qd[0]})
    assert found.E[door][2] == pytest.approx([0, 0, 1], abs=1e-9)
    if kind in ("fixed", "prismatic"):
        assert found.E[door] == pytest.approx(np.eye(3), abs=1e-9)


@pytest.mark.parametrize("method", ["auto", "DOP853", "RK45"])
def test_each_step_is_led_back_to_the_constraints(method: str) -> None:
    system = four_bar()
    system.start(q1=1.0)
    run = system.simulate(2.0, method=method)
    assert run.drift.max() < 1e-11 and run.slip.max() < 1e-11
