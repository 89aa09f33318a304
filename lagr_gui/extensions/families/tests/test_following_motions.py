"""Periodic motions that are followed over values, beside other integrators and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import lagr_gui
from lagr_gui import System
from lagr_gui.extensions.families import spreading
from lagr_gui.extensions.families.stability import StabilityMap
from lagr_gui.extensions.families.tests.oscillators import driven
from lagr_gui.foundation.problem import Cancelled
from tests.ground.sources import ROOT

KAPITZA = lagr_gui.load(ROOT / "sample_models" / "kapitza_pendulum.lagr")
PERIOD = "2*pi/Omega"


def upright(a: float, omega: float, g: float = 9.81) -> float:
    """The largest multiplier of the linear equation about the upright position of the sample."""
    length, damping = 0.25, 0.002 / (0.1 * 0.25**2)

    def rates(t: float, y: np.ndarray) -> list[float]:
        return [y[1], (g - a * omega**2 * np.cos(omega * t)) / length * y[0] - damping * y[1]]

    turn = (0.0, 2 * np.pi / omega)
    ends = [solve_ivp(rates, turn, e, rtol=1e-10, atol=1e-12).y[:, -1] for e in np.eye(2)]
    return float(np.abs(np.linalg.eigvals(np.array(ends))).max())


def test_a_pendulum_on_its_head_is_judged_there_wherever_the_model_starts() -> None:
    """It starts 0.35 rad beside, where another motion of the same period, unstable, is near."""
    a, omega = np.linspace(0.008, 0.013, 6), np.linspace(180, 260, 6)
    found = lagr_gui.stability(KAPITZA, {"a": a, "Omega": omega}, PERIOD, jobs=1)
    expected = [[upright(*pair) for pair in ((one, two) for two in omega)] for one in a]
    assert found.measure == pytest.approx(np.array(expected), abs=1e-7)
    assert found.q == pytest.approx(0, abs=1e-9) and not found.breaks and not found.problems
    assert ((np.outer(a, omega) > np.sqrt(2 * 9.81 * 0.25)) == found.stable).all()
    assert found.of_motions and found.columns()["found q1'"] == pytest.approx(0, abs=1e-9)


def test_gravity_and_amplitude_from_nothing_on() -> None:
    g, a = np.linspace(0, 25, 6), np.linspace(0, 0.1, 11)
    found = lagr_gui.stability(KAPITZA, {"g": g, "a": a}, PERIOD, jobs=1)
    shaken = found.measure[1:, 1:]  # without either any angle is a place of rest
    expected = [[upright(one, 180.0, by) for one in a[1:]] for by in g[1:]]
    assert shaken == pytest.approx(np.array(expected), abs=1e-7)


def duffing(start: float) -> System:
    system = driven("-x - x^3 - 0.1*x' + 0.3*cos(w*t)", w=1.0)
    system.start(x=start)
    return system


def answered(w: float, x: float, v: float) -> np.ndarray:
    """Where a period of the driven oscillator leads, by another integrator."""

    def rates(t: float, y: np.ndarray) -> list[float]:
        return [y[1], -y[0] - y[0] ** 3 - 0.1 * y[1] + 0.3 * np.cos(w * t)]

    return solve_ivp(rates, (0, 2 * np.pi / w), (x, v), rtol=1e-10, atol=1e-12).y[:, -1]


def test_a_resonance_that_leans_over_is_followed_to_its_end_both_ways() -> None:
    up = np.linspace(1.0, 2.6, 33)
    risen = duffing(1.0).stability({"w": up}, "2*pi/w")
    fallen = duffing(0.1).stability({"w": up[::-1]}, "2*pi/w")
    (top,), (bottom,) = risen.breaks, fallen.breaks
    assert up[top] > up[::-1][bottom] + 0.2  # in between there are two, and both are stable
    high, low = risen.q[:, 0], fallen.q[::-1, 0]
    both = (up < up[top]) & (up > up[::-1][bottom])
    assert (np.abs(high - low)[both] > 0.3).all()
    assert high[~both] == pytest.approx(low[~both], abs=1e-6)
    assert risen.stable.all() and fallen.stable.all()


def test_what_is_followed_is_periodic_for_another_integrator_too() -> None:
    w = np.linspace(1.0, 2.6, 9)
    followed = duffing(1.0).stability({"w": w}, "2*pi/w")
    for value, *state in zip(w, followed.q[:, 0], followed.qd[:, 0], strict=True):
        assert answered(value, *state) == pytest.approx(state, abs=1e-7)


def test_other_start_values_are_other_motions() -> None:
    at = 1.6  # two motions of one period, far apart
    system = duffing(0.1)
    system.set(w=at)
    found = system.stability({"x": [-0.3, 1.9], "w": [at]}, f"2*pi/{at}")
    assert abs(found.q[0, 0, 0] - found.q[1, 0, 0]) > 0.3


def test_the_map_is_the_same_for_any_number_of_processes(monkeypatch) -> None:
    axes = {"a": np.linspace(0.009, 0.012, 4), "Omega": np.linspace(190, 250, 5)}

    def mapped(jobs: int) -> StabilityMap:
        return lagr_gui.stability(KAPITZA, axes, PERIOD, jobs=jobs)

    alone = mapped(1)
    monkeypatch.setattr(spreading, "TRIAL", 0.0)
    monkeypatch.setattr(spreading, "WORTH", 0.0)
    shared = mapped(2)
    assert alone.measure.tobytes() == shared.measure.tobytes()
    assert alone.q.tobytes() == shared.q.tobytes()


def test_it_tells_how_far_it_is_and_hears_a_cancel() -> None:
    heard: list[tuple[int, int]] = []
    axes = {"a": [0.010, 0.011], "Omega": [200.0, 210.0, 220.0]}
    lagr_gui.stability(KAPITZA, axes, PERIOD, jobs=1, progress=lambda *told: heard.append(told))
    assert heard[-1] == (6, 6) and heard == sorted(heard)
    with pytest.raises(Cancelled):
        lagr_gui.stability(KAPITZA, axes, PERIOD, jobs=1, cancel=lambda: len(heard) > 0)
