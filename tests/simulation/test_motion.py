"""Simulated motions agree with known ones and keep the energy balance."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ellipj, ellipk

from lagr_gui.simulation import KernelSystem, Settings, simulate
from lagr_gui.simulation.solvers import METHODS
from tests.simulation.systems import motionless, oscillator, pendulum, single

TOLERANCE = {"DOP853": 1e-9, "RK45": 1e-8, "LSODA": 1e-7, "Radau": 1e-8, "BDF": 1e-6}


@pytest.mark.parametrize("method", ["auto", *METHODS])
def test_oscillator_follows_the_cosine(method: str) -> None:
    motion = simulate(oscillator(3.0), Settings(2.0, [1.0], [0.0], method=method, points=101))
    expected = np.cos(3 * motion.t)
    assert motion.q[:, 0] == pytest.approx(expected, abs=TOLERANCE.get(method, 1e-9))
    assert motion.qdd[:, 0] == pytest.approx(-9 * motion.q[:, 0])
    assert motion.energy_error < 100 * TOLERANCE.get(method, 1e-9)


def test_pendulum_follows_the_elliptic_functions() -> None:
    amplitude, omega = 2.5, np.sqrt(9.81)
    motion = simulate(pendulum(), Settings(4.0, [amplitude], [0.0]))
    m = np.sin(amplitude / 2) ** 2
    sn, *_ = ellipj(ellipk(m) - omega * motion.t, m)
    expected = 2 * np.arcsin(np.sqrt(m) * sn)
    assert motion.q[:, 0] == pytest.approx(expected, abs=3e-8)


def test_energy_of_a_pendulum_stays_within_1e_8_in_four_seconds() -> None:
    assert simulate(pendulum(), Settings(4.0, [2.0], [0.0])).energy_error < 1e-8


def test_dissipated_work_is_the_energy_lost() -> None:
    motion = simulate(oscillator(5.0, damping=0.4), Settings(10.0, [1.0], [2.0]))
    lost = motion.T[0] + motion.U[0] - motion.T - motion.U
    assert motion.dissipated == pytest.approx(lost, abs=1e-8)
    assert motion.energy_error < 1e-8
    assert not motion.supplied.any()


def test_supplied_work_is_the_energy_gained() -> None:
    driven = single(lambda s: (s.cos(s.t) - s.q, s.q**2 / 2, 0, s.cos(s.t) * s.v))
    motion = simulate(driven, Settings(20.0, [0.0], [0.0]))
    assert motion.q[:, 0] == pytest.approx(motion.t * np.sin(motion.t) / 2, abs=1e-7)
    assert motion.supplied == pytest.approx(motion.T + motion.U, abs=1e-7)


def test_a_wrong_energy_is_noticed() -> None:
    wrong = single(lambda s: (-s.q, 0.6 * s.q**2, 0, 0))
    assert simulate(wrong, Settings(3.0, [1.0], [0.0])).energy_error > 0.01


@pytest.mark.parametrize("method", ["auto", "DOP853"])
def test_what_rests_but_for_the_last_digit_loses_no_energy(method: str) -> None:
    length = 0.1 + 0.2
    spring = single(lambda s: (-1e3 * (s.q - 0.3), 500 * (s.q - 0.3) ** 2, 0, 0))
    motion = simulate(spring, Settings(10.0, [length], [0.0], method=method))
    assert length != 0.3 and np.abs(motion.q - length).max() < 1e-10
    assert motion.energy_error == 0


def test_a_small_motion_that_is_not_kept_is_noticed() -> None:
    wrong = single(lambda s: (-s.q, 0.6 * s.q**2, 0, 0))
    assert simulate(wrong, Settings(3.0, [1e-7], [0.0])).energy_error > 0.01


@pytest.mark.parametrize(("method", "order"), [("RK45", 5), ("DOP853", 8)])
def test_error_falls_with_the_order_of_the_method(method: str, order: int) -> None:
    errors = []
    for step in (0.5, 0.25):
        loose = Settings(6.0, [1.0], [0.0], rtol=0.5, atol=1e3, method=method, max_step=step)
        motion = simulate(oscillator(), loose)
        errors.append(abs(motion.q[-1, 0] - np.cos(6.0)))
    assert np.log2(errors[0] / errors[1]) > order - 1


def test_smaller_tolerance_gives_smaller_error() -> None:
    def error(rtol: float) -> float:
        motion = simulate(oscillator(), Settings(10.0, [1.0], [0.0], rtol=rtol, atol=rtol / 100))
        return abs(float(motion.q[-1, 0]) - np.cos(10.0))

    assert error(1e-4) > 100 * error(1e-8) > 1e4 * error(1e-12) / 100


@pytest.fixture(params=["Taylor", "DOP853"])
def first(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the automatic choice begins with, with and without Taylor series."""
    if request.param == "DOP853":
        monkeypatch.setattr(KernelSystem, "_series", lambda _: None)
    return request.param


def test_stiff_systems_go_over_to_an_implicit_method(first: str) -> None:
    """x tends to cos t at the rate of c/d, with a fast mode of rate d = 1e5."""
    c, d = 1e6, 1e5
    stiff = single(
        lambda s: (
            -c * (s.q - s.cos(s.t)) - d * s.v,
            c / 2 * s.q**2,
            d * s.v**2,
            c * s.cos(s.t) * s.v,
        )
    )
    motion = simulate(stiff, Settings(2.0, [1.0], [0.0]))
    assert motion.method == f"{first} → Radau"
    assert motion.steps < (5000 if first == "DOP853" else 15_000)
    reference = simulate(stiff, Settings(2.0, [1.0], [0.0], method="Radau"))
    assert motion.q == pytest.approx(reference.q, abs=1e-7)
    assert motion.energy_error < 1e-6


def test_smooth_motions_stay_with_the_explicit_method(first: str) -> None:
    for system in (oscillator(50.0), pendulum(damping=1.0), pendulum()):
        assert simulate(system, Settings(5.0, [2.0], [0.0])).method == first


def test_van_der_pol_relaxes() -> None:
    """Period of the relaxation oscillation for μ = 100 (published: 162.8371)."""
    mu = 100.0
    vdp = single(lambda s: (mu * (1 - s.q**2) * s.v - s.q, s.q**2 / 2, 0, 0))
    motion = simulate(vdp, Settings(400.0, [2.0], [0.0], rtol=1e-9, points=2))
    fine = np.linspace(50, 400, 200_001)
    q = motion.at(fine)[0][:, 0]
    rising = fine[1:][(q[:-1] < 0) & (q[1:] >= 0)]
    assert np.diff(rising)[0] == pytest.approx(162.837, abs=0.01)


@settings(max_examples=20, deadline=None)
@given(st.floats(0.0, 3.0))
def test_motion_between_the_grid_is_as_exact_as_on_it(t: float) -> None:
    motion = simulate(oscillator(), Settings(3.0, [1.0], [0.0], points=5))
    q, qd = motion.at(t)
    assert q.shape == qd.shape == (1,)
    assert [q[0], qd[0]] == pytest.approx([np.cos(t), -np.sin(t)], abs=1e-8)


def test_times_may_come_as_an_array() -> None:
    motion = simulate(oscillator(), Settings(3.0, [1.0], [0.0]))
    q, qd = motion.at(motion.t)
    np.testing.assert_allclose(q, motion.q, atol=1e-14)
    np.testing.assert_allclose(qd, motion.qd, atol=1e-14)


def test_a_run_can_be_repeated_to_the_last_bit() -> None:
    first, second = (simulate(pendulum(), Settings(3.0, [2.0], [0.1])) for _ in range(2))
    np.testing.assert_array_equal(first.q, second.q)


def test_time_may_begin_anywhere() -> None:
    motion = simulate(oscillator(), Settings(t0=-2.0, t_end=1.0, q0=[1.0], qd0=[0.0]))
    assert motion.t[0] == -2 and motion.t[-1] == 1
    assert motion.q[-1, 0] == pytest.approx(np.cos(3.0))


def test_end_at_the_start_gives_one_point() -> None:
    motion = simulate(pendulum(), Settings(0.0, [1.0], [2.0]))
    assert motion.q.tolist() == [[1]] and motion.qd.tolist() == [[2]] and motion.t.tolist() == [0]
    assert motion.qdd[0, 0] == pytest.approx(-9.81 * np.sin(1))
    assert motion.at(0.0)[0].tolist() == [1]


def test_a_system_without_coordinates_stands_still() -> None:
    motion = simulate(motionless(), Settings(2.0, [], []))
    assert motion.q.shape == (1001, 0) and motion.t[-1] == 2
    assert motion.at(np.array([0.5, 1.0]))[0].shape == (2, 0)
    assert motion.energy_error == 0


def test_trajectories_travel_between_processes() -> None:
    motion = simulate(pendulum(damping=0.1), Settings(1.0, [2.0], [0.0]))
    copy = pickle.loads(pickle.dumps(motion))
    np.testing.assert_array_equal(copy.at(0.7)[0], motion.at(0.7)[0])
