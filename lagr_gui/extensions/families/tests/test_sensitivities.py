"""Slopes of motions, beside closed forms and beside differences of simulations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, LagrError, System
from lagr_gui.extensions.families.tests.oscillators import oscillator
from tests.ground.sources import ROOT

FINE = {"rtol": 1e-11, "atol": 1e-13, "points": 41}


def test_an_oscillation_without_losses_in_closed_form() -> None:
    system = oscillator(k=0)
    settings = replace(lagr_gui.settings_of(system.model), t_end=4, **FINE)
    found = system.sensitivities(["m", "c", "x", "x'"], ["x", "x'", "T + U"], settings)
    t, omega, x0 = found.t, 5.0, 0.1
    by_omega = -x0 * t * np.sin(omega * t)
    assert found["x"]["m"] == pytest.approx(by_omega * -omega / 4, abs=1e-9)
    assert found["x"]["c"] == pytest.approx(by_omega * omega / 100, abs=1e-10)
    assert found["x"]["x"] == pytest.approx(np.cos(omega * t), abs=1e-9)
    assert found["x"]["x'"] == pytest.approx(np.sin(omega * t) / omega, abs=1e-9)
    assert found["x'"]["x"] == pytest.approx(-omega * np.sin(omega * t), abs=1e-8)
    # The energy c x₀²/2 stays, so that it changes with c and x₀ as it does at the start.
    assert found["T + U"]["c"] == pytest.approx(x0**2 / 2 + 0 * t, abs=1e-9)
    assert found["T + U"]["x"] == pytest.approx(50 * x0 + 0 * t, abs=1e-8)
    assert found["T + U"]["m"] == pytest.approx(0 * t, abs=1e-9)


def differences(model, name: str, at: float, outputs, settings) -> dict[str, np.ndarray]:
    """The same by motions beside it."""
    h = 1e-3 * (abs(at) or 1)
    family = {name: [at - 2 * h, at - h, at + h, at + 2 * h]}
    found = lagr_gui.sweep(model, family, outputs, settings=settings)
    far, near = (lambda c: c[3] - c[0]), (lambda c: c[2] - c[1])
    return {text: (8 * near(found[text]) - far(found[text])) / (12 * h) for text in outputs}


CASES = {
    "double_pendulum": (["m1", "l2", "q1", "q2'"], ["q1", "q2'", "q1''", "E"]),
    "four_bar": (["g", "l1", "l2", "l3"], ["q1", "q4", "q1'"]),
    "slider_crank": (["g", "l_L", "l_P", "m_L"], ["phi", "x"]),
    "rolling_disc": (["g", "r", "theta0"], ["x", "y", "z"]),
    "kapitza_pendulum": (["a", "q1"], ["q1", "q1'"]),
}


@pytest.mark.parametrize("name", CASES)
def test_samples_beside_differences_of_motions(name: str) -> None:
    model = lagr_gui.load(ROOT / "sample_models" / f"{name}.lagr")
    names, outputs = CASES[name]
    known = lagr_gui.check(model).coordinates
    names = [n for n in names if n.rstrip("'") in known or n in {p.name for p in model.parameters}]
    settings = replace(lagr_gui.settings_of(model), t_end=1, **FINE)
    found = lagr_gui.sensitivities(model, names, outputs, settings)
    for entry in names:
        expected = differences(model, entry, found.at[entry], outputs, settings)
        for text in outputs:
            size = max(1.0, float(np.abs(expected[text]).max()))
            assert found[text][entry] == pytest.approx(expected[text], abs=2e-6 * size), entry


def test_parameters_count_in_those_that_are_made_of_them_and_in_start_values() -> None:
    system = System("Thrown", gravity=(0, 0, "-g"), g=10, v=3, speed="2*v")
    system.joint("prismatic", GROUND, system.body("Stone", mass=1), "z", axis=(0, 0, 1))
    system.start(z=("v/6", "speed"))
    settings = replace(lagr_gui.settings_of(system.model), t_end=2, **FINE)
    found = system.sensitivities(["v", "g"], settings=settings)
    t = found.t
    assert found["z"]["v"] == pytest.approx(1 / 6 + 2 * t, abs=1e-9)
    assert found["z"]["g"] == pytest.approx(-(t**2) / 2, abs=1e-9)


def test_what_has_no_slopes_is_told() -> None:
    ball = lagr_gui.load(ROOT / "sample_models" / "bouncing_ball.lagr")
    with pytest.raises(LagrError, match="slopes jump"):
        lagr_gui.sensitivities(ball, ["g"])
    with pytest.raises(LagrError, match="There is no parameter"):
        oscillator().sensitivities(["nothing"])
    with pytest.raises(LagrError, match="Works are known"):
        oscillator().sensitivities(["c"], ["dissipated"])
    with pytest.raises(LagrError, match="no functions of the state"):
        oscillator().sensitivities(["c"], ["force(prismatic 1).y"])
