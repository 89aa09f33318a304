"""Steps of fixed length beside closed forms, the usual methods, and plain Python."""

from __future__ import annotations

import ctypes
from dataclasses import replace

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, SimulationStopped, System
from lagr_gui.analysis.motions.fixed_steps import lane_system
from lagr_gui.kernel.operations import WIDTH
from lagr_gui.native import Reals
from lagr_gui.prepared import prepare
from lagr_gui.simulation.fixed import march, steps, steps_between
from lagr_gui.simulation.fixed.steps import LaneMotion
from tests.ground.sources import ROOT


def sample(name: str) -> System:
    """A sample."""
    return System.of(lagr_gui.load(ROOT / "sample_models" / f"{name}.lagr"))


@pytest.fixture(scope="module")
def oscillator() -> System:
    system = System("Oscillator", m=2, c=50, k=1)
    system.joint("prismatic", GROUND, system.body("Mass", mass="m"), "x", axis=(1, 0, 0))
    system.element("coordinate_spring", "spring", coordinate="x", c="c", q0=0)
    system.element("coordinate_damper", "damper", coordinate="x", k="k")
    system.start(x=(0.1, 0.3))
    return system


def test_the_error_goes_with_the_fourth_power_of_the_step(oscillator: System) -> None:
    decay = 1 / 4
    w = np.sqrt(25 - decay**2)

    def missed(step: float) -> float:
        found = oscillator.simulate(until=2, points=21, method="fixed", step=step)
        t = found.t
        swing = 0.1 * np.cos(w * t) + (0.3 + decay * 0.1) / w * np.sin(w * t)
        return float(np.abs(found["x"] - np.exp(-decay * t) * swing).max())

    errors = np.array([missed(step) for step in (0.02, 0.01, 0.005, 0.0025)])
    assert np.log2(errors[:-1] / errors[1:]) == pytest.approx([4, 4, 4], abs=0.1)


def test_motions_works_and_curves_are_those_of_other_methods() -> None:
    shaken = sample("kapitza_pendulum")
    other = shaken.simulate(until=1, points=101)
    found = shaken.simulate(until=1, points=101, method="fixed", step=2e-4)
    assert found.q == pytest.approx(other.q, abs=1e-7)
    assert found.qdd == pytest.approx(other.qdd, abs=1e-4)
    assert found.dissipated == pytest.approx(other.dissipated, abs=1e-8)
    assert found.supplied == pytest.approx(other.supplied, abs=1e-7)
    assert found.energy_error < 1e-7 and found.method == "fixed" and found.steps == 5000
    assert found.certificate is not None and found.certificate.samples
    coarse = sample("double_pendulum").simulate(until=1, points=201, method="fixed", step=0.001)
    fine = sample("double_pendulum").simulate(until=1, points=201)
    for t in (0.0, 0.1234, np.array([0.5, 0.7771, 1.0])):
        for own, usual in zip(coarse.at(t), fine.at(t), strict=True):
            assert own == pytest.approx(usual, abs=1e-6)


def test_output_times_are_ends_of_steps(oscillator: System) -> None:
    settings = replace(
        lagr_gui.settings_of(oscillator.model), t_end=1, points=11, method="fixed", step=0.03
    )
    assert steps_between(settings) == 4
    assert steps_between(replace(settings, step=0.1)) == 1
    assert steps_between(replace(settings, step=0.1 / 3)) == 3
    assert steps_between(replace(settings, step=7.0)) == 1


def test_plain_python_takes_the_same_steps() -> None:
    prepared = prepare(sample("double_pendulum").model)
    settings = replace(prepared.settings, t_end=0.2, points=3, method="fixed", step=0.05)
    system = lane_system(prepared, works=True)
    bound = [system.bind(prepared.parameters * (1 + 0.01 * lane)) for lane in range(WIDTH)]
    source = np.random.default_rng(1)
    q, qd = source.uniform(-1, 1, (2, WIDTH, 2))
    expected = march(system, bound, np.hstack([q, qd]), settings)
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(system.program.address)

    def state(x: Reals, w: Reals, y: Reals) -> None:
        call(x.ctypes.data, w.ctypes.data, y.ctypes.data)

    start = np.vstack([q.T, qd.T, np.zeros((2, WIDTH))])
    states = np.empty((3, 6, WIDTH))
    states[0] = start
    motion = LaneMotion(
        state=state,
        x=np.zeros(5 * WIDTH),
        w=system.program.values(bound),
        out=np.zeros(4 * WIDTH),
        y=start.ravel().copy(),
        gain=np.zeros(6 * WIDTH),
        states=states.reshape(-1),
        groups=1,
        values=0,
        points=3,
        width=WIDTH,
        size=2 * WIDTH,
        works=2 * WIDTH,
        each=2,
        t0=0.0,
        h=0.05,
    )
    steps.march(motion, 1, 3)
    assert np.moveaxis(states, 2, 0).tobytes() == np.ascontiguousarray(expected).tobytes()


def test_motions_in_several_groups_are_those_that_go_alone() -> None:
    prepared = prepare(sample("double_pendulum").model)
    settings = replace(prepared.settings, t_end=0.2, points=5, method="fixed", step=0.01)
    system = lane_system(prepared, works=True)
    kinds = [system.bind(prepared.parameters * (1 + 0.1 * k)) for k in range(3)]
    count = 2 * WIDTH + 5
    bound = [kinds[0 if k < WIDTH else k % 3] for k in range(count)]
    starts = np.random.default_rng(2).uniform(-1, 1, (count, 4))
    found = march(system, bound, starts, settings)
    for k in range(count):
        (alone,) = march(system, [bound[k]], starts[k : k + 1], settings)
        assert found[k].tobytes() == alone.tobytes()


def test_what_steps_cannot_do_is_told(oscillator: System) -> None:
    with pytest.raises(LagrError, match="Give the step in s"):
        oscillator.simulate(method="fixed")
    with pytest.raises(LagrError, match="1000000 steps are needed"):
        oscillator.simulate(until=1, points=11, method="fixed", step=1e-6)
    for name in ("four_bar", "bouncing_ball"):
        with pytest.raises(LagrError, match="no conditions, limits and loops"):
            sample(name).simulate(method="fixed", step=0.01)
    with pytest.raises(LagrError, match="Did you mean “fixed”"):
        oscillator.simulate(method="fixd", step=0.01)


def test_a_motion_that_loses_its_values_is_kept_up_to_there() -> None:
    system = System("Root")
    system.joint("prismatic", GROUND, system.body("Cart"), "x", axis=(1, 0, 0))
    system.element("coordinate_force", "pull", coordinate="x", force="sqrt(1 - x)")
    system.start(x=(0, 1))
    with pytest.raises(SimulationStopped) as stopped:
        system.simulate(until=3, points=31, method="fixed", step=0.01, outputs=["x"])
    found = stopped.value.trajectory
    assert 0 < found.t[-1] < 1 and np.isfinite(found.outputs["x"]).all() and found.stopped
    assert "no values" in str(stopped.value)
