"""Steps by Taylor series: coefficients by symbolic derivatives, motions beside other methods."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui import load, pipeline
from lagr_gui.kernel import Node, Program, compile_kernel
from lagr_gui.kernel.series import HIGHEST
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Event, KernelSystem, Settings, Trajectory, simulate
from lagr_gui.simulation.bursts import advancing, library, stepper
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.floors import Floors
from tests.ground.sources import ROOT
from tests.simulation.systems import oscillator, pendulum, single

SAMPLES = ROOT / "sample_models"
SMALL = (
    "double_pendulum",
    "furuta_pendulum",
    "kapitza_pendulum",
    "dc_motor_pendulum",
    "spinning_top",
    "foucault_pendulum",
    "ziegler_column",
)


def by_series(system: KernelSystem, **given: Any) -> Trajectory:
    """A motion of one coordinate that is made of Taylor series."""
    motion = simulate(system, Settings(**({"t_end": 10.0, "q0": [0.5], "qd0": [0.25]} | given)))
    assert motion.method == "Taylor"
    return motion


# --- coefficients -----------------------------------------------------------------------------

SHORT = 4
"""Orders up to which derivatives are short enough to be written out."""


def expressions(program: Program, leaves: list[Node], choices: list[int]) -> Node:
    """An expression of analytic operations, by some whole numbers."""
    known = list(leaves)
    for choice in choices:
        a, b = known[choice % len(known)], known[choice // 7 % len(known)]
        make: list[Callable[[], Node]] = [
            lambda a=a, b=b: a + b,
            lambda a=a, b=b: a - b,
            lambda a=a, b=b: a * b,
            lambda a=a, b=b: a / (b * b + 2),
            lambda a=a: -a,
            lambda a=a: program.call("sin", [a]),
            lambda a=a: program.call("cos", [a]),
        ]
        known.append(make[choice // 50 % len(make)]())
    return known[-1]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 10**4), min_size=1, max_size=7),
    st.tuples(*[st.floats(-1.5, 1.5) for _ in range(3)]),
)
def test_coefficients_are_derivatives_over_factorials(
    choices: list[int], state: tuple[float, float, float]
) -> None:
    """q⁽ᵏ⁺¹⁾ = ∂ₜ + q̇ ∂_q + q̈ ∂_q̇ of q⁽ᵏ⁾, differentiated as a program."""
    program = Program()
    t, q, v = inputs = [program.input(name) for name in ("t", "q", "v")]
    qdd = expressions(program, [t, q, v, program.number(0.75)], choices)
    ways = (program.one, v, qdd)
    derivatives = [q, v, qdd]
    for _ in range(SHORT):
        slopes = (
            program.derivative(derivatives[-1], x) * way
            for x, way in zip(inputs, ways, strict=True)
        )
        derivatives.append(program.add([*slopes]))
    exact = compile_kernel(program, inputs, [], {"all": derivatives}, "python").bind()(state)["all"]
    kernel = compile_kernel(program, inputs, [], {"qdd": [qdd]})
    series = kernel.series("qdd", 1000)
    assert series is not None
    x, w, terms = np.array(state), kernel.bind().room().slots, np.zeros(series.room)
    order = SHORT + 2
    terms[(HIGHEST + 1) * 2] = order
    _called(series.address, x, w, terms)
    found = terms[: 2 * (order + 1)].reshape(-1, 2)[:, 0]
    wanted = exact / [math.factorial(k) for k in range(len(exact))]
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9 * np.abs(wanted).max())


def _called(address: int, *rows: np.ndarray) -> None:
    kind = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(rows))
    kind(address)(*(row.ctypes.data for row in rows))


# --- motions ----------------------------------------------------------------------------------


def prepared_of(name: str) -> Prepared:
    return pipeline.prepare(load(SAMPLES / f"{name}.lagr"))


@pytest.mark.parametrize("name", SMALL)
def test_motions_are_as_exact_as_those_of_dop853(name: str) -> None:
    """Beside a motion at the tightest tolerance, over a first part before chaos parts them."""
    prepared = prepared_of(name)
    given = prepared.settings
    given = replace(given, t_end=given.t0 + min(4.0, given.t_end - given.t0), points=101)
    exact = pipeline.simulate(prepared, replace(given, method="DOP853", rtol=1e-13, atol=1e-15))
    for rtol in (1e-6, 1e-10):
        given = replace(given, rtol=rtol, atol=rtol / 100)
        found = pipeline.simulate(prepared, given)
        other = pipeline.simulate(prepared, replace(given, method="DOP853"))
        assert found.method == "Taylor" and other.method == "DOP853"
        off, usual = (np.abs(motion.q - exact.q).max() for motion in (found, other))
        assert off <= max(1.5 * usual, rtol * np.abs(exact.q).max())
        assert found.energy_error <= max(2 * other.energy_error, rtol)


def test_states_between_steps_and_grid_are_those_of_the_motion() -> None:
    motion = by_series(oscillator(), t0=-3.0, t_end=30.0, q0=[1.0], qd0=[0.0], points=3)
    times = np.linspace(-3, 30, 997)
    q, qd = motion.at(times)
    np.testing.assert_allclose(q[:, 0], np.cos(times + 3), atol=1e-9)
    np.testing.assert_allclose(qd[:, 0], -np.sin(times + 3), atol=1e-9)
    one, many = motion.at(7.7), motion.at(np.array([7.7]))
    np.testing.assert_array_equal(one, [row[0] for row in many])


def test_states_go_on_without_a_jump_from_step_to_step() -> None:
    motion = by_series(pendulum(), q0=[2.0])
    ends = motion.dense.ends[1:-1]
    before, after = motion.at(np.nextafter(ends, -np.inf)), motion.at(np.nextafter(ends, np.inf))
    np.testing.assert_allclose(before, after, atol=1e-13)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_mirrored_start_moves_mirrored(sign: float) -> None:
    one = by_series(pendulum(), q0=[sign * 1.0], qd0=[sign * 0.5])
    other = by_series(pendulum(), q0=[-sign * 1.0], qd0=[-sign * 0.5])
    np.testing.assert_array_equal(one.q, -other.q)


def test_a_motion_goes_back_the_way_it_came() -> None:
    there = by_series(pendulum(), q0=[1.5], qd0=[1.0])
    back = by_series(pendulum(), q0=there.q[-1].tolist(), qd0=(-there.qd[-1]).tolist())
    np.testing.assert_allclose(back.q[::-1], there.q, atol=1e-8)


def test_what_hangs_still_stays_still() -> None:
    motion = by_series(pendulum(), q0=[0.0], qd0=[0.0])
    assert not motion.q.any() and not motion.qd.any()


def test_a_free_flight_is_exact() -> None:
    motion = by_series(single(lambda s: (-9.81, 9.81 * s.q, 0, 0)), q0=[1.0], qd0=[2.0])
    np.testing.assert_allclose(
        motion.q[:, 0], 1 + 2 * motion.t - 9.81 / 2 * motion.t**2, rtol=1e-12, atol=1e-12
    )


def test_gaps_in_a_series_do_not_hide_its_errors() -> None:
    """Forces whose first twenty terms vanish at the start, and at the end as well."""
    law = single(lambda s: (s.program.power(s.sin(math.pi * s.t), s.program.number(20)), 0, 0, 0))
    motion = by_series(law, t_end=3.0, q0=[0.0], qd0=[0.0], points=4)
    mean = math.comb(20, 10) / 2**20
    assert motion.qd[:, 0] == pytest.approx(mean * motion.t, abs=1e-9)
    late = single(lambda s: (s.program.power(s.t, s.program.number(25)), 0, 0, 0))
    motion = by_series(late, t_end=1.5, q0=[0.0], qd0=[0.0], points=4)
    assert motion.q[:, 0] == pytest.approx(motion.t**27 / (26 * 27), rel=1e-8, abs=1e-10)


def test_works_are_as_exact_as_with_short_steps() -> None:
    """What a damper takes over few, long steps: the energy that is missing at the end."""
    motion = by_series(oscillator(damping=1.0), q0=[2.5], t_end=20.0, points=2)
    assert motion.steps < 20
    assert motion.energy_error < 1e-11


# --- what has them ----------------------------------------------------------------------------


def method_of(system: KernelSystem, **given: Any) -> str:
    """How a motion of one coordinate is computed."""
    events = given.pop("events", ())
    found = simulate(system, Settings(1.0, [0.5], [0.25], **given), events=events)
    return found.method


def test_series_are_used_where_a_system_is_small_and_smooth() -> None:
    assert method_of(pendulum()) == "Taylor"
    assert method_of(pendulum(), method="DOP853") == "DOP853"
    crossing = Event("zero", lambda t, y: y[0])
    assert method_of(pendulum(), events=[crossing]) == "DOP853"


@pytest.mark.parametrize("function", ["sqrt", "abs", "log", "tan", "sign", "atan", "exp", "cosh"])
def test_what_is_not_one_analytic_function_everywhere_has_none(function: str) -> None:
    def law(s: Any) -> tuple[Any, ...]:
        return -s.program.call(function, [s.q * s.q + 1]), 0, 0, 0

    assert method_of(single(law)) == "DOP853"


@pytest.mark.parametrize("name", ["four_bar", "newtons_cradle", "robot_arm_6r", "rolling_disc"])
def test_large_systems_loops_and_limits_have_none(name: str) -> None:
    prepared = prepared_of(name)
    found = pipeline.simulate(prepared, replace(prepared.settings, t_end=0.2, points=5))
    assert "Taylor" not in found.method


def test_orders_rise_with_the_digits_asked_for() -> None:
    orders = [stepper.order_of(10.0**-k) for k in range(1, 14)]
    assert orders == sorted(orders)
    assert all(order % 2 == 0 for order in orders)
    assert orders[0] == 8 and orders[9] == 18 and max(orders) <= HIGHEST


def test_stiff_motions_go_over_to_an_implicit_method() -> None:
    """A motion that becomes stiff on its way."""

    def law(s: Any) -> tuple[Any, ...]:
        grown = 1 + 1e5 * s.t
        return -grown * grown * (s.q - s.cos(s.t)) - 2 * grown * s.v, 0, 0, 0

    system = single(law)
    motion = simulate(system, Settings(3.0, [1.0], [0.0], points=31))
    assert motion.method.startswith("Taylor → Radau") and motion.method.endswith("Radau")
    np.testing.assert_allclose(motion.q[:, 0], np.cos(motion.t), atol=1e-3)


def test_few_steps_at_the_edge_of_stability_are_no_reason_to_change() -> None:
    """A loudspeaker whose coil is a little stiff: Radau would take thirty times as long."""
    prepared = prepared_of("loudspeaker")
    motion = pipeline.simulate(prepared, replace(prepared.settings, t_end=1.5, points=11))
    assert motion.method == "Taylor" and motion.steps < 5000


def test_vibrations_of_any_pace_are_not_taken_for_stiff() -> None:
    for omega in (1.0, 300.0, 1e5):
        motion = by_series(oscillator(omega), t_end=5000 / omega, points=3)
        assert motion.steps > 2000


def test_rounding_is_not_taken_for_stiffness() -> None:
    """A rate whose last digits are noise, in steps that are much shorter than they might be."""

    def law(s: Any) -> tuple[Any, ...]:
        large = 1e5 * s.q
        return (large + 1) - large - 1 - s.q, 0, 0, 0

    assert by_series(single(law), t_end=1500.0, max_step=1.15, points=3).steps > 1300


def test_a_series_that_is_not_that_of_the_rates_makes_no_step() -> None:
    """One whose acceleration is off by a part of 10⁶: DOP853 takes care of such a state."""
    system = pendulum()
    burst = _burst(system, [2.0, 0.5])
    code = burst.pointed[Burst.places["series"]]

    def state(x: np.ndarray, _: np.ndarray, y: np.ndarray) -> None:
        y[:] = system.bound(x[:3]).table

    def series(x: np.ndarray, w: np.ndarray, y: np.ndarray) -> None:
        _called(code.address, x, w, y)
        y[3] *= 1 + 1e-6

    burst.pointed[Burst.places["state"]] = state
    burst.pointed[Burst.places["series"]] = series
    burst.room, burst.pause_at, burst.h = 20, 10**9, 0.01
    advancing.begin(burst)
    advancing.advance(burst)
    assert burst.steps == 0 or burst.ends[1] < 1e-4


def test_the_longest_step_is_kept() -> None:
    motion = by_series(pendulum(), max_step=0.01, t_end=1.0)
    assert motion.steps >= 100


# --- machine code -----------------------------------------------------------------------------


def _burst(system: KernelSystem, y: list[float]) -> Burst:
    code = system.machine_code(series=True)
    assert code is not None and code.series is not None
    given = Settings(1.0, y[: len(y) // 2], y[len(y) // 2 :])
    return stepper.burst_at(code, given, None, 0.0, np.array(y), Floors(given))


def test_the_functions_compute_the_same_in_python() -> None:
    machine, system = library(), pendulum()
    assert machine is not None
    translated, plain = _burst(system, [2.0, 0.5]), _burst(system, [2.0, 0.5])
    code = plain.pointed[Burst.places["series"]]

    def state(x: np.ndarray, _: np.ndarray, y: np.ndarray) -> None:
        y[:] = system.bound(x[:3]).table

    def series(x: np.ndarray, w: np.ndarray, y: np.ndarray) -> None:
        _called(code.address, x, w, y)

    plain.pointed[Burst.places["state"]] = state
    plain.pointed[Burst.places["series"]] = series
    for burst, functions in ((translated, machine), (plain, advancing)):
        burst.room, burst.pause_at = 20, 10**9
        functions.begin(burst)
        functions.advance(burst)
    assert plain.steps == translated.steps > 5
    assert plain.evaluations == translated.evaluations
    written = plain.steps * plain.order * plain.n
    np.testing.assert_allclose(plain.y, translated.y, rtol=1e-15)
    np.testing.assert_allclose(plain.ends, translated.ends, rtol=1e-15)
    np.testing.assert_allclose(plain.rows[:written], translated.rows[:written], rtol=1e-12)
