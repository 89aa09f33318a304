"""Impacts without end come to rest at a finite time, known by formula or by an independent way."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import System
from tests.simulation.test_impacts import G, ball, driven_table


@pytest.mark.parametrize("height", [1e-6, 1e-3, 1.0, 100.0])
def test_a_ball_rests_at_the_closed_time_from_any_height(height: float) -> None:
    first = sqrt(2 * height / G)
    for kappa in (0.5, 0.8, 0.96, 0.99):
        rest = first * (1 + kappa) / (1 - kappa)
        motion = ball(kappa, 0.0).simulate(1.2 * rest, q0=[height], qd0=[0.0])
        assert motion.contacts[-1] == (pytest.approx(rest, rel=1e-9), (0,))
        (settled,) = motion.settled
        assert settled.t == motion.impacts[-1].t == motion.contacts[-1][0]
        times = first * (2 * (1 - kappa ** np.arange(1, 30)) / (1 - kappa) - 1)
        mine = [impact.t for impact in motion.impacts[:-1][:29]]  # the last stands for the rest
        assert mine == pytest.approx(times[: len(mine)], rel=1e-9)
        assert sum(impact.loss for impact in motion.impacts) == pytest.approx(G * height, rel=1e-9)
        assert motion.energy_error < 1e-9
        assert np.min(motion.q) > -1e-9 * height
        assert motion.steps < 3000


def test_where_bouncing_goes_on_no_rest_is_told() -> None:
    assert not ball(1.0).simulate(60.0, q0=[1.1], qd0=[0.0]).settled
    system = driven_table(0.8)
    assert not system.simulate(2.0, q0=[1.0], qd0=[0.0]).contacts[-1][1]


def test_a_motion_may_end_before_the_impacts_do() -> None:
    motion = ball(0.9, 0.0).simulate(5.0, q0=[1.0], qd0=[0.0])
    first = sqrt(2 / G)
    times = first * (2 * (1 - 0.9 ** np.arange(1, 200)) / 0.1 - 1)
    assert [impact.t for impact in motion.impacts] == pytest.approx(times[times < 5], rel=1e-9)
    assert not motion.settled and motion.contacts[-1][1] == ()


def test_a_ball_on_a_slope_rests_on_it_and_slides_on() -> None:
    """Along the slope it is accelerated by g sin α all the time."""
    lean, kappa = 0.4, 0.7
    system = System("slope")
    system.body("", 2, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    system.element("wall", normal=(-sin(lean), cos(lean), 0), restitution=kappa)
    normal, along = np.array([-sin(lean), cos(lean)]), np.array([cos(lean), sin(lean)])
    motion = system.simulate(4.0, q0=[*0.5 * normal, 0], qd0=[*0.3 * along, 0.2])
    rest = sqrt(1 / (G * cos(lean))) * (1 + kappa) / (1 - kappa)
    assert motion.contacts[-1] == (pytest.approx(rest, rel=1e-9), (0,))
    way = 0.3 * motion.t - G * sin(lean) * motion.t**2 / 2
    np.testing.assert_allclose(motion.q[:, :2] @ along, way, atol=1e-8)
    late = motion.t > rest
    np.testing.assert_allclose(motion.q[late, :2] @ normal, 0, atol=1e-9)
    assert motion.energy_error < 1e-9


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_a_pendulum_comes_to_rest_on_a_wall_that_it_strikes_sideways(size: float) -> None:
    """The force that leads back is no constant: flight by flight by SciPy, then the closed form."""
    kappa, stop, start = 0.6, 0.5, 1.2
    system = System("pendulum")
    system.body("", 1, (0, 0, 0))
    system.joint("revolute", 0, 1, "a", point_child=(0, size, 0))
    system.element("stop", coordinate="a", lower=stop, upper=3, restitution=kappa)
    w2 = G / size

    def rate(_: float, y: np.ndarray) -> list[float]:
        return [y[1], -w2 * sin(y[0])]

    def gap(_: float, y: np.ndarray) -> float:
        return y[0] - stop

    vars(gap).update(terminal=True, direction=-1)
    t, y, times, step = 0.0, [start, 0.0], [], 0.1 / sqrt(w2)
    while not times or abs(y[1]) > 1e-3 * sqrt(w2):
        flight = solve_ivp(
            rate, (t, t + 99 * step), y, "DOP853", events=gap, rtol=1e-12, atol=1e-13, max_step=step
        )
        t = float(flight.t_events[0][0])
        y = [stop, -kappa * float(flight.y_events[0][0][1])]
        step = y[1] / (4 * w2 * sin(stop))
        times.append(t)
    rest = t + 2 * y[1] / (w2 * sin(stop) * (1 - kappa))
    motion = system.simulate(1.3 * rest, q0=[start], qd0=[0.0])
    assert [impact.t for impact in motion.impacts[: len(times)]] == pytest.approx(times, rel=1e-8)
    assert motion.contacts[-1] == (pytest.approx(rest, rel=1e-6), (1,))
    assert len(motion.settled) == 1
    assert motion.energy_error < 1e-8


def test_a_ball_in_a_corner_rests_on_one_wall_after_the_other() -> None:
    """Two walls at a right angle, each with its own fall: neither disturbs the other."""
    kappas, lean = (0.5, 0.7), pi / 6
    system = System("corner", gravity=(-G * sin(lean), -G * cos(lean), 0))
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    for normal, kappa in zip(((1, 0, 0), (0, 1, 0)), kappas, strict=True):
        system.element("wall", normal=normal, restitution=kappa)
    motion = system.simulate(5.0, q0=[0.6, 0.9, 0], qd0=[0, 0, 0])
    falls = ((0.6, G * sin(lean)), (0.9, G * cos(lean)))
    rests = [
        sqrt(2 * h / a) * (1 + kappa) / (1 - kappa)
        for (h, a), kappa in zip(falls, kappas, strict=True)
    ]
    for number, rest in enumerate(rests):
        begun = next(t for t, active in motion.contacts if number in active)
        assert begun == pytest.approx(rest, rel=1e-5)
    assert motion.contacts[-1][1] == (0, 1)
    np.testing.assert_allclose(motion.q[-1, :2], 0, atol=1e-9)
    assert motion.energy_error < 1e-8


def test_a_ball_that_is_thrown_from_the_floor_bounces_as_one_that_falls_on_it() -> None:
    """It comes back after 2 v/g, and rests after 2 v/(g (1 − κ))."""
    kappa, speed = 0.8, 3.0
    motion = ball(kappa).simulate(5.0, q0=[0.1], qd0=[speed])
    back = 2 * speed / G
    times = back * (1 - kappa ** np.arange(1, 20)) / (1 - kappa)
    assert [impact.t for impact in motion.impacts[:19]] == pytest.approx(times, rel=1e-9)
    assert motion.contacts[-1] == (pytest.approx(back / (1 - kappa), rel=1e-9), (0,))


def test_a_balance_of_energy_that_does_not_close_is_told() -> None:
    motion = ball(0.5).simulate(1.0, q0=[1.1], qd0=[0.0])
    assert "Warning" not in str(motion)
    assert "At rest" not in str(motion)
    assert "Warning: the energy balance" in str(replace(motion, U=motion.U + 1e-4 * motion.t))
    assert "At rest from t = 1.35457" in str(ball(0.5).simulate(2.0, q0=[1.1], qd0=[0.0]))
