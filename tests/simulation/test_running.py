"""Progress, cancelling, events, and what can go wrong on the way."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from lagr_gui.foundation.problem import Cancelled, LagrError
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation import (
    Event,
    KernelSystem,
    Progress,
    Settings,
    rightside,
    run,
    simulate,
)
from lagr_gui.simulation.bursts import stepper
from lagr_gui.simulation.solvers import METHODS
from lagr_gui.simulation.system import Array, Step
from tests.simulation.systems import oscillator, pendulum, single

STEP = 0.01
"""Seconds that an evaluation takes by the clock of these tests."""


class Slow(KernelSystem):
    """A pendulum by whose own clock every evaluation takes as long."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(StateLayout(("x",)), pendulum().bound)
        self.evaluations = 0
        for module in (rightside, run):
            monkeypatch.setattr(module, "perf_counter", lambda: self.evaluations * STEP)

    def acceleration(self, t: float, y: Array) -> Step:
        self.evaluations += 1
        return super().acceleration(t, y)

    def machine_code(
        self, active: tuple[int, ...] = (), implicit: bool = False, series: bool = False
    ) -> None:
        """None: every evaluation is counted."""


def problem(system: KernelSystem, settings: Settings) -> LagrError:
    with pytest.raises(LagrError) as caught:
        simulate(system, settings)
    return caught.value


@pytest.mark.parametrize("method", ["auto", *METHODS])
def test_cancel_acts_within_few_evaluations(method: str, monkeypatch) -> None:
    system = Slow(monkeypatch)
    settings = Settings(1e6, [1.0], [0.0], method=method)
    with pytest.raises(Cancelled):
        simulate(system, settings, cancel=lambda: system.evaluations >= 100)
    assert system.evaluations - 100 <= rightside.RUN.listen / STEP + 2


def test_progress_brings_every_output_point_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "RUN", replace(run.RUN, report=0.0))  # after each burst of steps
    monkeypatch.setattr(stepper, "BURST", replace(stepper.BURST, room=100))
    heard: list[Progress] = []
    system = oscillator(300.0)
    motion = simulate(system, Settings(1500.0, [1.0], [0.0], points=500), progress=heard.append)
    assert len(heard) > 2
    np.testing.assert_array_equal(np.concatenate([part.t for part in heard]), motion.t)
    np.testing.assert_array_equal(np.concatenate([part.q for part in heard]), motion.q)
    fractions = [part.fraction for part in heard]
    assert fractions == sorted(fractions) and fractions[-1] == 1


def test_events_are_found_in_both_directions() -> None:
    events = [
        Event("both", lambda t, y: y[0]),
        Event("rising", lambda t, y: y[0], direction=1),
        Event("falling", lambda t, y: y[0], direction=-1),
    ]
    motion = simulate(oscillator(), Settings(12.0, [1.0], [0.0]), events=events)

    def times(name: str) -> list[float]:
        return [hit.t for hit in motion.events if hit.name == name]

    assert times("both") == pytest.approx([math.pi * (k + 0.5) for k in range(4)], abs=1e-8)
    assert times("falling") == pytest.approx(times("both")[::2])
    assert times("rising") == pytest.approx(times("both")[1::2])
    assert [hit.t for hit in motion.events] == sorted(hit.t for hit in motion.events)


def test_two_crossings_within_one_step_are_both_found() -> None:
    near_top = Event("near the top", lambda t, y: y[0] - 0.999)
    motion = simulate(oscillator(), Settings(7.0, [0.0], [1.0]), events=[near_top])
    half = math.acos(0.999)
    expected = [math.pi / 2 - half, math.pi / 2 + half]
    assert [hit.t for hit in motion.events] == pytest.approx(expected, abs=1e-7)


def test_terminal_events_end_the_motion() -> None:
    floor = Event("floor", lambda t, y: y[0], direction=-1, terminal=True)
    falling = single(lambda s: (-9.81, 9.81 * s.q, 0, 0))
    motion = simulate(falling, Settings(10.0, [2.0], [0.0]), events=[floor])
    end = math.sqrt(4 / 9.81)
    assert motion.t[-1] == pytest.approx(end) and motion.events[-1].t == motion.t[-1]
    assert motion.q[-1, 0] == pytest.approx(0, abs=1e-12)
    assert np.all(np.diff(motion.t) > 0)
    with pytest.raises(LagrError, match="outside"):
        motion.at(end + 0.1)


def test_a_coordinate_without_inertia_is_named_with_the_time() -> None:
    massless = single(lambda s: (s.q / 0.0, 0, 0, 0), pivot=lambda s: 0.0)
    error = problem(massless, Settings(1.0, [1.0], [0.0]))
    assert "coordinate x" in str(error) and "no inertia at t = 0" in str(error)
    assert error.problems[0].code == "singular-metric"


def test_inertia_that_vanishes_on_the_way_is_named_with_the_time() -> None:
    fading = single(lambda s: (1 / (1 - s.t), 0, 0, 0), pivot=lambda s: 1 - s.t)
    error = problem(fading, Settings(3.0, [0.0], [0.0]))
    assert "coordinate x" in str(error) and "no inertia at t = 1 s" in str(error)


@pytest.mark.parametrize("method", ["auto", "LSODA", "Radau", "BDF"])
def test_an_acceleration_without_value_is_explained(method: str) -> None:
    root = single(lambda s: (s.program.call("sqrt", [1 - s.t]), 0, 0, 0))
    error = problem(root, Settings(3.0, [0.0], [0.0], method=method))
    assert error.problems[0].code in ("no-acceleration", "step-size")
    time_named = float(str(error).split("t = ")[1].split(" ")[0])
    assert time_named == pytest.approx(1.0, abs=0.3)


def test_no_acceleration_at_the_start_is_explained() -> None:
    error = problem(single(lambda s: (1 / s.q, 0, 0, 0)), Settings(1.0, [0.0], [0.0]))
    assert error.problems[0].code == "no-acceleration"
    assert "length becomes zero" in str(error)


def test_a_motion_that_runs_away_ends_with_its_time() -> None:
    """q̈ = 6 q² has the solution q = 1 / (1 - t)²."""
    error = problem(single(lambda s: (6 * s.q**2, 0, 0, 0)), Settings(2.0, [1.0], [2.0]))
    assert error.problems[0].code in ("step-size", "no-acceleration")
    assert "t = 1 s" in str(error)


def test_limits_of_steps_and_of_time_hold(monkeypatch) -> None:
    limited = Settings(1e6, [1.0], [0.0], max_steps=50)
    assert "50 steps" in str(problem(oscillator(), limited))
    slow = Slow(monkeypatch)
    limited = Settings(1e7, [1.0], [0.0], max_seconds=30)
    stopped = problem(slow, limited)
    assert "30 s of computation" in str(stopped)
    assert 30 < stopped.trajectory.seconds < 31


def test_all_wrong_settings_are_named_at_once() -> None:
    wrong = Settings(
        t_end=-1.0,
        q0=[math.nan],
        qd0=[0.0, 1.0],
        rtol=-1e-6,
        atol=0.0,
        method="DOP835",
        points=1,
        max_step=0.0,
    )
    error = problem(oscillator(), wrong)
    places = [fault.place for fault in error.problems]
    assert places == [
        "start position of x",
        "start velocity",
        "end time",
        "relative tolerance",
        "absolute tolerance",
        "largest step",
        "number of points",
        "method",
    ]
    assert "Did you mean “DOP853”?" in str(error)
    assert "end time" in str(problem(oscillator(), Settings(math.nan, [0.0], [0.0])))


def test_events_at_the_start_do_not_count() -> None:
    through_zero = Event("zero", lambda t, y: y[0], terminal=True)
    motion = simulate(oscillator(), Settings(10.0, [0.0], [1.0]), events=[through_zero])
    assert motion.t[-1] == pytest.approx(math.pi, abs=1e-8)


def test_of_two_terminal_events_the_first_ends_the_motion() -> None:
    def stop(level: float) -> Event:
        return Event(f"at {level}", lambda t, y: y[0] - level, terminal=True)

    motion = simulate(oscillator(), Settings(10.0, [1.0], [0.0]), events=[stop(0.0), stop(0.1)])
    assert [hit.name for hit in motion.events] == ["at 0.1"]
    assert motion.t[-1] == pytest.approx(math.acos(0.1), abs=1e-8)
