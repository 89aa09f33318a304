"""Fits to curves with noise, whose true values are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import lagr_gui
from lagr_gui import LagrError
from lagr_gui.extensions.families.tests.oscillators import oscillator
from tests.ground.sources import ROOT

NOISE = 0.002


def measured(seed: int) -> dict[str, np.ndarray]:
    """The fading oscillation of m = 2, c = 50, k = 0.4 from 0.1 m, in closed form, with noise."""
    t = np.linspace(0.05, 6, 120)
    fading, omega = 0.1, np.sqrt(25 - 0.01)
    x = 0.1 * np.exp(-fading * t) * (np.cos(omega * t) + fading / omega * np.sin(omega * t))
    return {"t": t, "x": x + NOISE * np.random.default_rng(seed).standard_normal(len(t))}


def test_known_values_are_found_within_their_errors_for_many_seeds() -> None:
    system, true = oscillator(), {"c": 50, "k": 0.4, "x": 0.1}
    away, chi2 = [], []
    for seed in range(60):
        begin = {"c": 47, "k": 0.6, "x": 0.08}
        found = system.fit(measured(seed), begin, {"x": NOISE})
        away.append([(found.values[n] - v) / found.errors[n] for n, v in true.items()])
        chi2.append(found.chi2)
        assert found.freedoms == 117
    # Standard errors are those of a normal law: hardly any beyond three, a third beyond one.
    assert np.mean(np.abs(away) > 3) < 0.03
    assert np.abs(np.std(away, axis=0) - 1).max() < 0.3
    assert np.abs(np.mean(away, axis=0)).max() < 0.45
    # χ² of 117 degrees of freedom is 117 ± 15 in one fit, its mean ± 2 in 60 of them.
    assert np.mean(chi2) == pytest.approx(117, abs=8)
    assert np.std(chi2) == pytest.approx(np.sqrt(2 * 117), rel=0.35)


def test_the_noise_is_found_where_it_is_not_told() -> None:
    found = oscillator().fit(measured(3), ["c", "k", "x"])
    assert found.sigma["x"] == pytest.approx(NOISE, rel=0.2)
    assert found.errors["c"] == pytest.approx(
        oscillator().fit(measured(3), ["c", "k", "x"], {"x": NOISE}).errors["c"], rel=0.2
    )
    assert f"{found.said('k')}".startswith("k = 0.") and "±" in found.said("k")


def test_columns_of_other_sizes_have_uncertainties_of_their_own() -> None:
    model = lagr_gui.load(ROOT / "sample_models" / "double_pendulum.lagr")
    settings = replace(lagr_gui.settings_of(model), t_end=2, points=81, rtol=1e-10, atol=1e-12)
    true = lagr_gui.simulate(model, settings, outputs=["q1", "q2'"])
    source = np.random.default_rng(5)
    table = {"t": true.t, "q1": true["q1"] + 0.01 * source.standard_normal(81)}
    table["q2'"] = true.velocity["q2"] + 0.3 * source.standard_normal(81)
    known = {p.name: float(p.value) for p in model.parameters if p.name.startswith("l")}
    begin = {name: 1.05 * value for name, value in known.items()}
    found = lagr_gui.fit(model, table, begin)
    assert found.sigma["q1"] == pytest.approx(0.01, rel=0.3)
    assert found.sigma["q2'"] == pytest.approx(0.3, rel=0.3)
    for name, value in known.items():
        assert abs(found.values[name] - value) < 3.5 * found.errors[name]
    assert float(next(p.value for p in found.model.parameters if p.name == "l1")) == pytest.approx(
        found.values["l1"]
    )


def test_what_the_curves_do_not_tell_apart_is_said() -> None:
    system = oscillator()
    found = system.fit(measured(1), ["m", "c", "k", "x"], {"x": NOISE})
    assert found.undetermined == ("m", "c", "k")
    assert "tell m, c, k apart" in str(found.notes[0])
    assert np.isfinite(found.errors["x"]) and np.isinf(found.errors["m"])
    alone = system.fit(measured(1), ["c", "F"], {"x": NOISE})
    assert not alone.undetermined
    shown = system.fit(measured(1), ["c", "Omega"], {"x": NOISE})
    assert shown.undetermined == ("Omega",) and "not depend on Omega" in str(shown.notes[0])


def test_a_bouncing_ball_is_fitted_by_differences() -> None:
    model = lagr_gui.load(ROOT / "sample_models" / "bouncing_ball.lagr")
    settings = replace(lagr_gui.settings_of(model), t_end=0.8, points=41)
    true = lagr_gui.simulate(model, settings)
    name = true.coordinates[0]
    start = true.q[0, 0]
    table = {"t": true.t, name: true.q[:, 0]}
    found = lagr_gui.fit(model, table, {name: 0.99 * start})
    assert found.values[name] == pytest.approx(start, rel=1e-4)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"x": [1, 2]}, "no column t"),
        ({"t": [0, 1]}, "no other column"),
        ({"t": [0, 0], "x": [1, 2]}, "do not rise"),
        ({"t": [0, 1], "x": ["a", 2]}, "no number"),
        ({"t": [0, 1], "y": [1, 2]}, "nothing called"),
        ({"t": [0, 1], "x": [np.nan, 2]}, "fewer measured"),
        ({"t": [-1, 1], "x": [1, 2]}, "before the motion"),
    ],
)
def test_what_is_no_table_is_told(table: dict, said: str) -> None:
    with pytest.raises(LagrError, match=said):
        oscillator().fit(table, ["c", "k"])
