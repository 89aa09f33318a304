"""A motion that grows without bound says so and when; none does that grows as a power of time."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui import pipeline
from lagr_gui.model import Body, Simulation, StartValue
from lagr_gui.simulation.growth import growth
from tests.systems import element, joint, system

SCALES = st.sampled_from([1e-6, 1.0, 1e6])
SIGNS = st.sampled_from([-1.0, 1.0])


def sled(force: str, until: float, x: float = 1.0):
    """A mass of 1 kg on a slide."""
    return system(
        [Body(number=1, name="sled", mass=1, gravity=False)],
        [joint("prismatic", "rail", 0, 1, coordinates=("x",))],
        [element("coordinate_force", "drive", coordinate="x", force=force)],
        start=(StartValue(coordinate="x", position=x),),
        simulation=Simulation(until=until),
    )


@settings(max_examples=40)
@given(SCALES, SCALES, SIGNS, st.floats(0.0, 8.0), st.integers(3, 40))
def test_what_grows_as_an_exponential_runs_away(length, time, sign, turns, decades):
    """Swinging or not, at the time and the rate of its formula, at every scale."""
    t = np.linspace(0.0, time, 4000)
    rate = decades * log(10) / time * 1.02
    y = sign * length * np.exp(rate * t) * np.cos(2 * np.pi * turns * t / time)
    found = growth(t, y, length)
    if turns == 0.0:
        assert found is not None
        assert found.span == pytest.approx(1 / rate, rel=1e-3)
        assert found.t == pytest.approx(log(found.factor) / rate, rel=1e-3)
    elif found is not None:
        assert found.span == pytest.approx(1 / rate, rel=0.6)


@settings(max_examples=40)
@given(SCALES, SCALES, SIGNS, st.sampled_from([1, 2, 3, 5, 7]), st.floats(0.0, 0.8))
def test_what_grows_by_a_power_of_time_does_not_run_away(length, time, sign, power, rest):
    """Falling, driving off, resonance: also after a time at rest."""
    t = np.linspace(0.0, 1.0, 4000)
    y = np.maximum(t - rest, 0.0) ** power * 10.0 ** (3.5 + 2 * power)
    for course in (y, y * np.cos(300 * t), 1.0 + y):
        assert growth(time * t, sign * length * course, length) is None


@settings(max_examples=20)
@given(SCALES, SIGNS, st.floats(3.0, 30.0))
def test_what_comes_to_an_end_does_not_run_away(length, sign, decades):
    """An upright pendulum falls like exp(t) at first; a run-up ends."""
    t = np.linspace(0.0, 10.0, 4000)
    y = length * 10.0 ** (decades * np.minimum(t / 5.0, 1.0))
    assert growth(t, sign * y, length) is None
    assert growth(t, np.zeros_like(t), length) is None
    assert growth(t[:1], y[:1], length) is None


@pytest.mark.parametrize("decades", [0.5, 1.0, 2.0, 2.9])
def test_what_grows_a_little_is_not_told(decades):
    """An equilibrium is left like this, and nothing says that it does not end soon."""
    t = np.linspace(0.0, 1.0, 500)
    assert growth(t, 10.0 ** (decades * t), 1.0) is None
    assert growth(t, 1e-6 * 10.0 ** (5 * decades * t / 3), 1.0) is None


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_a_simulation_tells_it_in_the_motion_whatever_its_size(scale):
    """x″ = x grows as cosh(t); a spring and a constant force do not."""
    away = pipeline.simulate(sled("x", 20.0, scale)).notes
    assert [note.code for note in away] == ["runs-away"]
    when = float(np.arccosh(1e6))
    assert f"t = {when:.4g} s" in str(away[0].cause) and "every 1 s" in str(away[0].cause)
    assert pipeline.simulate(sled("-x", 20.0, scale)).notes == ()
    assert pipeline.simulate(sled(f"{1e4 * scale}", 100.0, scale)).notes == ()
