"""Dead positions: the branch is kept, energy too; gaps are resolved, or told."""

from __future__ import annotations

from dataclasses import replace
from math import acos, pi

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import System
from lagr_gui.foundation.problem import LagrError
from tests.mechanics.bound.mechanisms import four_bar, hinged, windows
from tests.simulation.dead_positions import CASES, START, Case, known, run


def is_on_its_curve(case: Case, passages: int) -> None:
    found = run(case)
    u = found.q[:, 0] + START
    assert np.count_nonzero(np.diff(np.floor(u / case.dead))) >= passages
    assert u == pytest.approx(known(case, found.t), abs=1e-5)
    assert found.energy_error < 1e-8 and found.drift.max() < 1e-11


@pytest.mark.parametrize("name", CASES)
def test_dead_positions_are_passed_on_the_branch_and_with_the_energy_of_the_motion(name) -> None:
    is_on_its_curve(replace(CASES[name], until=4.0), 2)


@pytest.mark.parametrize("name", ["parallelogram 0.4 : 1.3", "slider-crank r = l", "two in a row"])
def test_long_steps_do_not_jump_over_dead_positions(name) -> None:
    is_on_its_curve(replace(CASES[name], start=(START, 25.0), gravity=0.0, until=3.0), 15)


@pytest.mark.parametrize("name", ["parallelogram 0.4 : 1.3", "rhombus"])
@pytest.mark.parametrize("side", [-1, 1])
def test_states_at_any_distance_from_a_dead_position_are_those_of_the_motion(name, side) -> None:
    """Without gravity parallel cranks turn evenly; both within the motion, and where it ends."""
    rate, passages = 25.0, 3
    case = replace(CASES[name], start=(START, rate), gravity=0.0)
    for distance in [0.0, *np.logspace(-9, -1, 9)]:
        time = (passages * pi - START + side * distance) / rate
        for until, row in ((time, -1), (2 * time, 1)):
            found = run(replace(case, until=until), points=3)
            u, speeds = found.q[row, 0] + START, found.qd[row, :2]
            assert u == pytest.approx(passages * pi + side * distance, abs=1e-9)
            assert speeds == pytest.approx(rate, rel=1e-9)
            for shown, dense in zip((found.q, found.qd), found.at(found.t), strict=True):
                assert shown == pytest.approx(dense, abs=1e-8)


def test_a_dead_position_is_passed_with_a_second_freedom() -> None:
    system = windows(1)
    system.body(mass=0.7, inertia=(0.1, 0.1, 0.1))
    system.joint("revolute", 3, 4, "p", point_child=(0, 0.6, 0))
    system.start(q1=(0, -2.0), p=1.0)
    found = system.simulate(5.0)
    assert np.ptp(found.q[:, 0]) > pi
    assert found.q[:, 1] == pytest.approx(found.q[:, 0], abs=1e-10)
    assert found.energy_error < 2e-9


def gap(excess: float) -> tuple[System, np.ndarray]:
    """A rhombus whose rocker is longer by `excess`, and its corner B."""
    A, B = np.array([np.cos(0.7), np.sin(0.7)]), np.array([1 + np.cos(0.7), np.sin(0.7)])
    D = np.array([1.0, 0])
    for _ in range(20):
        missed = [(B - A) @ (B - A) - 1, (B - D) @ (B - D) - (1 + excess) ** 2]
        B = B - np.linalg.solve(2 * np.array([B - A, B - D]), missed)
    bodies = {1: tuple(A / 2), 2: tuple((B + D) / 2), 3: tuple((A + B) / 2)}
    system = hinged(bodies, [(0, 1, (0, 0)), (0, 2, (1, 0)), (1, 3, tuple(A)), (3, 2, tuple(B))])
    system.start(q1=(0, -3.0))
    return system, B


def bars(B: np.ndarray, times: np.ndarray) -> np.ndarray:
    """The angles of both cranks by three free bars with eight conditions, multipliers in full."""
    A, D = np.array([np.cos(0.7), np.sin(0.7)]), np.array([1.0, 0])
    ends = ((np.zeros(2), A), (D, B), (A, B))
    half = np.array([np.linalg.norm(b - a) / 2 for a, b in ends])

    def conditions(q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """φ (8,), and by which the angles enter it: arms along (8, 3) and across (8, 3)."""
        x, along = q.reshape(3, 3)[:, :2], np.zeros((8, 3))
        across = np.zeros((8, 3))
        unit = np.array([[np.cos(a), np.sin(a)] for a in q[2::3]])
        turned = unit[:, ::-1] * [-1, 1]
        rows = np.zeros((8, 2, 3))
        rows[0, 0, 0] = rows[2, 0, 1] = rows[4, 0, 0] = rows[6, 0, 1] = 1
        rows[4, 0, 2] = rows[6, 0, 2] = -1
        signs = np.zeros((4, 3))
        signs[0, 0], signs[1, 1], signs[2, [0, 2]], signs[3, 1:] = -1, -1, (1, 1), (1, -1)
        phi, J = np.zeros(8), np.zeros((8, 9))
        for k in range(4):
            use = rows[2 * k, 0]
            phi[2 * k : 2 * k + 2] = use @ x + (signs[k] * half) @ unit - (D if k == 1 else 0)
            for c in range(2):
                J[2 * k + c, c::3] = use
                J[2 * k + c, 2::3] = signs[k] * half * turned[:, c]
                along[2 * k + c] = -signs[k] * half * unit[:, c]
        return phi, J, along + across

    mass = np.diag([1, 1, 1 / 12] * 3)
    weight = np.array([0, -9.81, 0] * 3)

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        q, v = y[:9], y[9:]
        for _ in range(3):
            phi, J, bend = conditions(q)
            q = q - np.linalg.lstsq(J, phi, rcond=None)[0]
        phi, J, bend = conditions(q)
        v = v - np.linalg.lstsq(J, J @ v, rcond=None)[0]
        K = np.block([[mass, J.T], [J, np.zeros((8, 8))]])
        right = np.concatenate([weight, -bend @ v[2::3] ** 2])
        return np.concatenate([v, np.linalg.solve(K, right)[:9]])

    q = np.concatenate([[*(a + b) / 2, np.arctan2(b[1] - a[1], b[0] - a[0])] for a, b in ends])
    way = np.linalg.svd(conditions(q)[1])[2][-1]
    start = np.concatenate([q, way * (-3.0 / way[2])])
    limits = {"rtol": 1e-10, "atol": 1e-11, "method": "DOP853"}
    found = solve_ivp(rates, (0, times[-1]), start, t_eval=times, **limits).y
    return found[[2, 5]].T - [q[2], q[5]]


@pytest.mark.parametrize("excess", [1e-2, -1e-4, 1e-5])
def test_a_narrow_gap_leads_onto_the_other_branch_as_free_bars_do(excess: float) -> None:
    system, B = gap(excess)
    found = system.simulate(0.4, points=41)
    assert np.max(np.abs(found.q[:, 1] - found.q[:, 0])) > 0.5
    assert found.q[:, :2] == pytest.approx(bars(B, found.t), abs=1e-6)


@pytest.mark.parametrize("excess", [1e-9, -1e-11])
def test_a_gap_too_narrow_to_decide_is_told_with_time_and_position(excess: float, costs) -> None:
    system, _ = gap(excess)
    with pytest.raises(LagrError, match=r"Joint “h\d”.* t = 0\.178.*q1 = -0\.[67]") as caught:
        system.simulate(1.0)
    assert caught.value.problems[0].code == "torn"
    assert costs["run"] < 60_000


def test_rounding_is_no_gap() -> None:
    system, _ = gap(1e-15)
    found = system.simulate(1.0)
    assert found.q[:, 1] == pytest.approx(found.q[:, 0], abs=1e-9)
    assert found.energy_error < 1e-8


@pytest.mark.parametrize(
    ("motion", "sign", "reach"), [("t", 1, 1.0), ("-t", -1, 1.0), ("0.3*t^2", 1, 0.3)]
)
def test_a_drive_that_asks_for_too_much_is_told_soon_and_with_the_exact_time(
    motion: str, sign: int, reach: float, costs
) -> None:
    """The angle between coupler 0.8 and rocker 0.6 is largest with the crank 0.3 in line."""
    begin = four_bar()
    begin.start(q1=1.0)
    angle = begin.simulate(0.01).q[0, 2]
    far = 0.9 + (-0.3 if sign > 0 else 0.3)
    extreme = pi - acos((0.8**2 + 0.6**2 - far**2) / (2 * 0.8 * 0.6))
    way = abs(extreme - angle)
    last = way if reach == 1.0 else (way / reach) ** 0.5
    system = four_bar()
    system.element("prescribed_motion", "drive", coordinate="q3", motion=f"{angle}+{motion}")
    system.start(q1=1.0, q3=angle)
    costs.clear()
    with pytest.raises(LagrError, match="Element “drive”") as caught:
        system.simulate(5.0)
    assert costs["run"] < 20_000
    assert f"t = {last:.5g}" in caught.value.problems[0].cause
