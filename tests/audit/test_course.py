"""Motions that look away disagree with the balance over time, whatever their states say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui import GROUND, Disagreement, System
from lagr_gui.analysis.motions import simulation
from lagr_gui.audit.course import NODES, WEIGHTS
from lagr_gui.audit.instants import bends
from lagr_gui.audit.values import Fields
from lagr_gui.prepared import prepare
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.timetable import EMPTY

END = 10.0
PUSHES = (
    "2*step(5, t, 5.5)",
    "exp(-((t - 5)/0.01)^2)",
    "30*exp(-((t - 7.3)/0.001)^2)",
    "max(0, 1 - abs(t - 5)*100)",
    "3*step(2, t, 2.01)",
    "F(t)",
)


def cart(force: str) -> System:
    system = System("cart")
    system.table("F", [0.0, 3.0, 3.01, 3.02, 10.0], [0.0, 0.0, 5.0, 0.0, 0.0], between="linear")
    body = system.body("b", mass=1)
    system.joint("prismatic", GROUND, body, "x")
    system.element("coordinate_force", coordinate="x", force=force)
    return system


def pendulum() -> System:
    system = System("pendulum", m=2.0, l=0.5)
    body = system.body("b", mass="m")
    system.joint("revolute", GROUND, body, "x", point_child=(0, "l", 0))
    system.element("coordinate_force", coordinate="x", force="sin(3*t)")
    return system


@pytest.mark.parametrize("force", PUSHES)
def test_a_motion_that_never_saw_a_push_disagrees(monkeypatch: Any, force: str) -> None:
    monkeypatch.setattr("lagr_gui.simulation.run.foreseen", lambda *_: EMPTY)
    with pytest.raises(Disagreement, match="at t = "):
        cart(force).simulate(END, q0=[0.0], qd0=[0.0], max_step=END)


Warp = Callable[[np.ndarray, np.ndarray], np.ndarray]


def planted(monkeypatch: Any, when: Warp, more: Callable[[np.ndarray], np.ndarray]) -> None:
    """Let motions be asked for at other times, and add to their states (2, n)."""
    march = simulation.march

    def wrong(*given: Any, **named: Any) -> Trajectory:
        found = march(*given, **named)

        def states(t: Any) -> np.ndarray:
            times = np.atleast_1d(t)
            table = found.dense(when(times, found.t)) + more(times)
            return table if np.ndim(t) else table[:, 0]

        q, qd = states(found.t)
        return replace(found, q=q[:, None], qd=qd[:, None], dense=states)

    monkeypatch.setattr(simulation, "march", wrong)


def as_told(t: np.ndarray, grid: np.ndarray) -> np.ndarray:
    return t


@pytest.mark.parametrize("of", [0, 1])
@pytest.mark.parametrize("made", [pendulum, lambda: cart("sin(3*t)")])
def test_a_jump_that_nothing_made_disagrees(monkeypatch: Any, made: Any, of: int) -> None:
    unit = np.eye(2)[:, of, None]
    planted(monkeypatch, as_told, lambda t: 0.01 * unit * (t > 3.333))
    with pytest.raises(Disagreement):
        made().simulate(END, q0=[0.5], qd0=[0.3])


@pytest.mark.parametrize("made", [pendulum, lambda: cart("F(t)")])
def test_a_motion_that_comes_late_disagrees(monkeypatch: Any, made: Any) -> None:
    planted(monkeypatch, lambda t, grid: np.maximum(t - 0.05, grid[0]), lambda t: np.zeros(1))
    with pytest.raises(Disagreement):
        made().simulate(END, q0=[0.5], qd0=[0.3])


def test_a_force_that_is_too_large_for_a_while_disagrees(monkeypatch: Any) -> None:
    def more(t: np.ndarray) -> np.ndarray:
        gain = 0.02 * np.clip(t - 5.1, 0, 0.3)  # one part in a hundred of 2 N
        return np.array([0 * t, gain])

    planted(monkeypatch, as_told, more)
    with pytest.raises(Disagreement):
        cart("2*step(5, t, 5.5)").simulate(END, q0=[0.0], qd0=[0.0])


@settings(max_examples=6)
@given(st.sampled_from(PUSHES), st.sampled_from(["auto", "RK45", "LSODA"]), st.integers(2, 300))
def test_sound_motions_hold_with_any_number_of_points(force: str, method: str, n: int) -> None:
    found = cart(force).simulate(END, q0=[0.0], qd0=[1.0], method=method, points=n, rtol=1e-6)
    assert found.certificate is not None and found.certificate.holds


def test_the_rule_is_exact_to_degree_seven() -> None:
    for degree in range(8):
        exact = 0.0 if degree % 2 else 2 / (degree + 1)
        assert WEIGHTS @ NODES**degree == pytest.approx(exact, abs=1e-15)


def test_windows_lie_where_functions_of_time_bend_and_hold_no_jump() -> None:
    prepared = prepare(cart("1000*sin(t) + exp(-((t - 5)/0.001)^2) + step(8, t, 8.0001)").model)
    found = bends(Fields(prepared.as_drawn, prepared.topology), 0.0, END)
    low, high = found.windows.T
    assert np.any((low > 4.99) & (high < 5.01))
    assert np.any((low > 7.9999) & (high < 8.0002))
    for jump in (8.0, 8.0001):
        assert np.min(np.abs(found.jumps - jump)) < 1e-12
        assert not np.any((low < jump - 1e-11) & (jump + 1e-11 < high))
