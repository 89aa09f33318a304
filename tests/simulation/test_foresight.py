"""What depends on time alone is read before a motion begins: nothing hides between stages."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui import GROUND, LagrError, System, simulate
from lagr_gui.kernel.timed import FunctionsOfTime
from lagr_gui.prepared import prepare
from lagr_gui.simulation import METHODS, Trajectory
from lagr_gui.simulation.foresight import timetable
from lagr_gui.simulation.timetable import Timetable

END = 10.0


def cart(force: str, **tables: Any) -> System:
    """A mass of 1 kg on a rail, pushed by a force in which functions by points may stand."""
    system = System("cart")
    for name, table in tables.items():
        system.table(name, *table)
    body = system.body("b", mass=1)
    system.joint("prismatic", GROUND, body, "x")
    system.element("coordinate_force", coordinate="x", force=force)
    return system


def pushed(force: str, method: str = "auto", speed: float = 0.0, **tables: Any) -> Trajectory:
    given = {"q0": [0.0], "qd0": [speed], "method": method, "points": 3}
    return cart(force, **tables).simulate(END, **given)


def functions_of(force: str) -> tuple[FunctionsOfTime, ...]:
    return prepare(cart(force).model).system().functions_of_time


def read(force: str, most: int = 500_000) -> Timetable:
    with np.errstate(all="ignore"):
        return timetable(functions_of(force), 0.0, END, most)


PULSES = {
    "step": ("{a}*step({b}, t, {b} + {w})", 1.0),
    "bump": ("{a}*exp(-((t - {b} - 8*{w})/{w})^2)", math.sqrt(math.pi)),
    "hat": ("{a}*max(0, 1 - abs((t - {b} - {w})/{w}))", 1.0),
    "resonance": ("{a}/cosh((t - {b} - 40*{w})/{w})", math.pi),
    "edges": ("{a}*(tanh((t - {b} - 30*{w})/{w}) - tanh((t - {b} - 40*{w})/{w}))", 20.0),
}
"""Forces of time by name, and their impulse over a w."""


@settings(max_examples=5)
@given(
    st.sampled_from([*PULSES]),
    st.sampled_from(["auto", *METHODS]),
    st.floats(0.01, 0.6),
    st.floats(-4, -2.2),
    st.sampled_from([1e-3, 1.0, 1e3]),
    st.sampled_from([0.0, -3.0]),
)
def test_every_adaptive_method_feels_the_whole_impulse_of_a_short_push(
    shape: str, method: str, begin: float, exponent: float, impulse: float, speed: float
) -> None:
    law, share = PULSES[shape]
    width = END * 10**exponent
    size = impulse / (share * width)
    force = law.format(a=repr(size), b=repr(begin * (END - 90 * width)), w=repr(width))
    found = pushed(force, method, speed)
    assert found.qd[-1, 0] - speed == pytest.approx(impulse, abs=1e-6 * (impulse + abs(speed)))


def test_a_push_in_a_table_is_felt_by_every_method() -> None:
    rows = [0.0, 7.0, 7.001, 7.002, 10.0], [0.0, 0.0, 5.0, 0.0, 0.0]
    for method in ("auto", *METHODS):
        found = pushed("F(t)", method, F=rows)
        assert found.qd[-1, 0] == pytest.approx(5e-3, rel=1e-8), method


def test_a_motion_by_single_steps_ends_steps_at_switches_too(monkeypatch: Any) -> None:
    monkeypatch.setattr("lagr_gui.simulation.run.library", lambda: None)
    found = pushed("2*step(5, t, 5.5)")
    assert found.qd[-1, 0] == pytest.approx(1.0, rel=1e-12)
    assert found.steps < 130


@settings(max_examples=8)
@given(st.lists(st.floats(0.1, 9.9), min_size=1, max_size=8), st.floats(1e-3, 1e3))
def test_switches_of_scaled_and_nested_arguments_are_found_to_the_last_digits(
    places: list[float], scale: float
) -> None:
    terms = [f"max(0, {scale!r}*(t - {place!r}))" for place in places]
    found = read(" + ".join([*terms, "1"]))
    for place in places:
        assert np.min(np.abs(found.switches - place)) < 1e-12
    assert len(found.switches) == len({round(place, 11) for place in places})
    assert np.all(found.before <= found.switches) and np.all(found.switches <= found.after)


def test_many_switches_are_all_found() -> None:
    found = read("step(0, sin(1000*t), 2)")
    crossings = math.pi / 1000 * np.arange(1, int(END * 1000 / math.pi) + 1)
    assert found.switches == pytest.approx(crossings, abs=1e-12)


def test_periodic_pulses_that_hardly_reach_their_level_are_found() -> None:
    found = read("step(0.99999999, sin(3*t), 2)")
    half = math.acos(0.99999999)
    centres = math.pi / 2 + 2 * math.pi * np.arange(5)
    edges = np.sort(np.concatenate([centres - half, centres + half])) / 3
    assert found.switches == pytest.approx(edges[edges < END], abs=1e-9)


def test_a_level_that_is_only_touched_is_passed_over() -> None:
    found = read("step(1, sin(t), 2)")
    assert len(found.switches) < 10
    assert np.max(found.after - found.before) < 1e-6


def test_what_switches_too_often_is_refused_in_words() -> None:
    with pytest.raises(LagrError, match="jump or bend more than 1000 times"):
        read("step(0, sin(1e6*t), 2)", most=1000)


def test_what_varies_too_often_is_told() -> None:
    assert not read("sin(1e6*t)").resolved
    assert read("sin(100*t)").resolved


def test_steps_are_short_where_a_pulse_is_and_long_elsewhere() -> None:
    found = read("1000*sin(t) + exp(-((t - 5)/0.001)^2)")
    assert found.allowed(5.0, 10.0) < 0.0025
    assert found.allowed(1.0, 10.0) < 4.0
    assert found.allowed(1.0, 10.0) > 1.0
    t, steps = 0.0, 0
    while t < END:
        t, steps = t + found.allowed(t, END - t), steps + 1
        assert steps < 200
    assert read("sin(t)").allowed(0.0, 10.0) > 2.0


def test_no_step_is_longer_than_a_hundredth_of_the_time() -> None:
    """What a force does in one place only is met: a well that a cart rolls through."""
    found = pushed("-40*(x - 2)*exp(-200*(x - 2)^2)", speed=0.5)
    assert found.steps >= 100
    v = found.at(np.linspace(0, END, 4001))[1][:, 0]
    assert np.max(v**2) - 0.25 == pytest.approx(0.2, abs=1e-3)  # twice the depth of the well
    assert found.qd[-1, 0] == pytest.approx(0.5, rel=1e-8)
    quick = cart("0").simulate(END, q0=[0.0], qd0=[0.5], max_step=END)
    assert quick.steps < 20


def test_rounding_is_no_variation() -> None:
    """What is constant but for rounding asks for no short steps, and has no switches."""
    found = read("(sin(t)^2 + cos(t)^2)^2*sqrt(sin(t)^2 + cos(t)^2)")
    assert len(found.longest) < 200
    assert len(read("abs(sin(t)^2 + cos(t)^2 - 1)").switches) == 0


def test_what_depends_on_the_motion_too_is_no_function_of_time() -> None:
    (own, *_) = functions_of("step(0, x - 1, 9)*t + step(2, t, 3)*x")
    with np.errstate(all="ignore"):
        found = timetable((own,), 0.0, END, 100)
    assert found.switches == pytest.approx([2.0, 3.0])


def test_steps_of_fixed_length_tell_what_they_cannot_see() -> None:
    def told(force: str) -> list[str]:
        system = cart(force)
        asked = replace(prepare(system.model).settings, t_end=END, method="fixed", step=0.01)
        return [str(note.cause) for note in simulate(system.model, asked).notes]

    assert told("max(0, t - 1)*step(0, t, 11) + sin(t)") == []
    assert "5.003 s" in told("max(0, t - 5.003)")[0]
    assert "5, 5.5 s" in told("step(5, t, 5.5)")[0]  # the end of a step is behind the jump
    assert "come and go" in told("exp(-((t - 5)/0.001)^2)")[0]
