"""Steps in machine code: the same motion as with single steps, and always an ear for the user."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import load, pipeline
from lagr_gui.foundation.problem import Cancelled
from lagr_gui.kernel.kernel import Kernel, _machine_code
from lagr_gui.simulation import KernelSystem, Settings, Trajectory, run, simulate
from lagr_gui.simulation.bursts import advancing, library, stepper
from lagr_gui.simulation.bursts.record import ROWS, STAGES, Burst
from lagr_gui.simulation.bursts.stepper import BurstStepper
from lagr_gui.simulation.courses import JoinedCourse
from lagr_gui.simulation.floors import Floors
from lagr_gui.simulation.solvers import ManySteps
from tests.ground.sources import ROOT
from tests.simulation.systems import oscillator, pendulum, single

SAMPLES = ROOT / "sample_models"

FREE = (
    "double_pendulum",
    "furuta_pendulum",
    "elastic_pendulum",
    "kapitza_pendulum",
    "robot_arm_6r",
    "two_pendulums_dashpot",
    "foucault_pendulum",
)
LOOPS = (
    "four_bar",
    "slider_crank",
    "andrews_squeezer",
    "parallelogram",
    "flyball_governor",
    "bennett",
    "cardan_shaft",
    "rolling_disc",
    "whipple_bicycle",
    "chaplygin_sleigh",
    "gear_train",
)


@pytest.fixture
def single_steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No machine code: each step is taken in Python."""
    with monkeypatch.context() as patch:
        patch.setattr(run, "library", lambda: None)
        yield


def both_ways(name: str, patch: pytest.MonkeyPatch) -> tuple[Trajectory, Trajectory]:
    """The motion of a sample over its first second or so, in bursts and by single steps."""
    prepared = pipeline.prepare(load(SAMPLES / f"{name}.lagr"))
    settings = prepared.settings
    settings = replace(settings, t_end=min(settings.t_end, settings.t0 + 1.5), points=101)
    many = pipeline.simulate(prepared, settings)
    with patch.context() as context:
        context.setattr(run, "library", lambda: None)
        return many, pipeline.simulate(prepared, settings)


def same(many: Trajectory, one: Trajectory) -> None:
    np.testing.assert_allclose(many.q, one.q, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(many.qd, one.qd, rtol=1e-7, atol=1e-7)
    assert many.energy_error <= max(3 * one.energy_error, 1e-10)  # a tolerance of steps
    assert many.constraint_error <= max(3 * one.constraint_error, 1e-11)
    assert many.steps <= one.steps + 10


@pytest.mark.parametrize("name", FREE)
def test_systems_without_loops_move_as_with_single_steps(name: str, monkeypatch) -> None:
    same(*both_ways(name, monkeypatch))


@pytest.mark.parametrize("name", LOOPS)
def test_loops_move_as_with_single_steps(name: str, monkeypatch) -> None:
    same(*both_ways(name, monkeypatch))


def test_steps_are_as_long_as_those_of_scipy() -> None:
    found = simulate(pendulum(), Settings(20.0, [2.0], [0.0], method="DOP853", atol=1e-11))
    known = solve_ivp(
        lambda _, y: [y[1], -9.81 * np.sin(y[0])],
        (0, 20.0),
        [2.0, 0.0],
        method="DOP853",
        rtol=1e-10,
        atol=1e-11,
        dense_output=True,
    )
    assert found.steps == len(known.t) - 1
    np.testing.assert_allclose(found.q[:, 0], known.sol(found.t)[0], atol=1e-10)


def _burst(system: KernelSystem, y: list[float]) -> Burst:
    """A burst of a few steps, which Python can run as well."""
    code = system.machine_code()
    assert code is not None
    settings = Settings(1.0, y[: len(y) // 2], y[len(y) // 2 :])
    return stepper.burst_at(code, settings, None, 0.0, np.array(y), Floors(settings))


def test_the_functions_compute_the_same_in_python() -> None:
    machine, system = library(), pendulum()
    assert machine is not None
    translated, plain = _burst(system, [2.0, 0.5]), _burst(system, [2.0, 0.5])
    kernel = system.bound

    def state(x: np.ndarray, _: np.ndarray, y: np.ndarray) -> None:
        y[:] = kernel(x[:3]).table

    plain.pointed[list(Burst.kinds).index("state")] = state
    for burst, functions in ((translated, machine), (plain, advancing)):
        burst.room, burst.pause_at = 20, 10**9
        functions.begin(burst)
        functions.advance(burst)
    assert plain.steps == translated.steps > 5
    assert plain.evaluations == translated.evaluations
    for name in ("y", "k", "ends"):
        np.testing.assert_array_equal(getattr(plain, name), getattr(translated, name))
    written = plain.steps * ROWS * plain.n
    np.testing.assert_array_equal(plain.rows[:written], translated.rows[:written])


@pytest.mark.parametrize("name", ["furuta_pendulum", "four_bar", "double_pendulum_wall"])
def test_a_motion_goes_over_to_better_code_with_the_same_bits(name: str, monkeypatch) -> None:
    monkeypatch.setattr(Kernel, "optimise_in_background", lambda self: None)
    prepared = pipeline.prepare(load(SAMPLES / f"{name}.lagr"))
    quick = pipeline.simulate(prepared)
    changed: list[BurstStepper] = []
    step = BurstStepper.step

    def optimised_meanwhile(self: BurstStepper, most: int):
        found = step(self, min(most, 5))
        for program in self._programs.values() if len(changed) < 2 else ():
            kernel = program.kernel
            kernel.engine = _machine_code(kernel.layout, "optimised", len(kernel.parts))
        changed.append(self)
        return found

    monkeypatch.setattr(BurstStepper, "step", optimised_meanwhile)
    pipeline.forget()
    prepared = pipeline.prepare(load(SAMPLES / f"{name}.lagr"))
    better = pipeline.simulate(prepared)
    assert {program.engine.level for program in changed[0]._programs.values()} == {"optimised"}
    np.testing.assert_array_equal(better.q, quick.q)
    np.testing.assert_array_equal(better.qd, quick.qd)


def test_dense_output_is_of_the_order_of_the_method() -> None:
    motion = simulate(oscillator(), Settings(30.0, [1.0], [0.0], points=3))
    times = np.linspace(0, 30, 997)
    q, qd = motion.at(times)
    np.testing.assert_allclose(q[:, 0], np.cos(times), atol=1e-9)
    np.testing.assert_allclose(qd[:, 0], -np.sin(times), atol=1e-9)


def test_pieces_of_a_course_are_asked_for_their_own_times() -> None:
    pieces = [lambda t, k=k: np.array([np.asarray(t) * 0 + k]) for k in range(3)]
    course = JoinedCourse([0.0, 1.0, 1.0, 2.0], pieces)
    np.testing.assert_array_equal(course([0.0, 1.5, 1.0, 2.0])[0], [0, 2, 0, 2])
    assert course(1.7)[0] == 2


def test_a_step_is_told_at_one_time_and_at_many() -> None:
    rows = np.zeros((1, ROWS, 2))
    rows[0, 0] = [2.0, -1.0]
    steps = ManySteps(np.array([0.0, 2.0]), np.array([[1.0, 0.0]]), rows)
    np.testing.assert_allclose(steps(1.0), [2.0, -0.5])
    np.testing.assert_allclose(steps([0.0, 2.0]), [[1.0, 3.0], [0.0, -1.0]])
    assert STAGES == 16


def bursts(patch: pytest.MonkeyPatch) -> list[int]:
    """How many evaluations each burst takes, from now on."""
    taken: list[int] = []
    step = stepper.BurstStepper.step

    def counted(self: stepper.BurstStepper, most: int) -> object:
        before = self._burst.evaluations
        found = step(self, most)
        taken.append(self._burst.evaluations - before)
        return found

    patch.setattr(stepper.BurstStepper, "step", counted)
    return taken


def test_a_long_motion_is_made_of_many_bursts(monkeypatch) -> None:
    taken = bursts(monkeypatch)
    motion = simulate(oscillator(), Settings(20_000.0, [1.0], [0.0], points=3))
    assert len(taken) >= motion.steps / 1001 > 5
    assert len(taken) < motion.steps / 100
    assert motion.q[-1, 0] == pytest.approx(np.cos(20_000.0), abs=1e-5)


def test_the_first_burst_ends_soon(monkeypatch) -> None:
    taken = bursts(monkeypatch)
    prepared = pipeline.prepare(load(SAMPLES / "robot_arm_6r.lagr"))
    pipeline.simulate(prepared, replace(prepared.settings, points=3))
    assert taken[0] * prepared.system().bound.kernel.operations < 8.1e6
    assert len(taken) > 1


def test_bursts_end_often_enough_to_hear_a_wish_to_cancel() -> None:
    asked: list[float] = []

    def cancel() -> bool:
        asked.append(0.0)
        return len(asked) > 3

    with pytest.raises(Cancelled):
        simulate(oscillator(300.0), Settings(1_000.0, [1.0], [0.0], points=3), cancel=cancel)


def test_bursts_leave_what_is_very_stiff_to_an_implicit_method() -> None:
    stiff = single(lambda s: (-1e7 * (s.v - s.cos(s.t)) - s.sin(s.t), 0, 0, 0))
    motion = simulate(stiff, Settings(2.0, [0.0], [0.9], points=50))
    assert motion.method == "Taylor → Radau"
    np.testing.assert_allclose(motion.q[:, 0], np.sin(motion.t), atol=1e-6)


def test_without_machine_code_the_same_motion_results(single_steps: None) -> None:
    motion = simulate(oscillator(), Settings(10.0, [1.0], [0.0]))
    np.testing.assert_allclose(motion.q[:, 0], np.cos(motion.t), atol=1e-9)
