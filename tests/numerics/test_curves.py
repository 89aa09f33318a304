"""Spectra, means and periods of curves that are known."""

from __future__ import annotations

from math import isnan, pi, sqrt

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, figures, spectrum
from lagr_gui.numerics.curves import WINDOWS, evenly

T = np.linspace(0, 10, 2001)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("shift", [0.0, 0.37])
def test_a_sine_has_one_peak_of_its_height_at_its_frequency(window: str, shift: float) -> None:
    frequency = 3 + (0 if window == "rectangular" else 0.0313)
    y = 0.7 * np.sin(2 * pi * frequency * T[:-1] + shift) - 2
    found = spectrum(T[:-1], y, window)
    near = 0.02 if window == "flat-top" else 2e-3  # its peak is flat
    assert found.peak == pytest.approx(frequency, abs=near)
    assert found.peak_amplitude == pytest.approx(0.7, rel=2e-2)
    assert found.amplitude[0] == pytest.approx(2, rel=1e-2)
    far = np.abs(found.frequency - frequency) > 1
    assert found.amplitude[far & (found.frequency > 0)].max() < 0.02


def test_each_of_several_sines_has_its_height() -> None:
    y = sum(a * np.sin(2 * pi * f * T[:-1] + f) for f, a in ((1, 2), (5, 0.3), (40, 0.01)))
    found = spectrum(T[:-1], y)
    at = {f: found.amplitude[np.argmin(np.abs(found.frequency - f))] for f in (1, 5, 40)}
    assert at == pytest.approx({1: 2, 5: 0.3, 40: 0.01}, rel=1e-3)
    assert found.peak == pytest.approx(1, abs=1e-3)


def test_uneven_times_are_made_even() -> None:
    rng = np.random.default_rng(1)
    times = np.sort(np.concatenate([rng.uniform(0, 10, 3000), [0, 10, 5, 5]]))
    found = spectrum(times, np.cos(2 * pi * 2.5 * times))
    assert found.peak == pytest.approx(2.5, abs=2e-3)
    assert found.peak_amplitude == pytest.approx(1, rel=1e-2)
    even, values = evenly(times, times**2)
    assert np.ptp(np.diff(even)) < 1e-12 and values == pytest.approx(even**2, abs=1e-6)


def test_what_does_not_swing_has_no_peak() -> None:
    still = spectrum(T, np.full_like(T, 4.0))
    assert isnan(still.peak) and still.amplitude[0] == 4
    assert isnan(spectrum(T[:2], T[:2]).peak)
    with pytest.raises(LagrError, match="no window"):
        spectrum(T, T, "round")


def test_figures_of_a_sine_between_two_times() -> None:
    y = 3 + 2 * np.sin(2 * pi * T / 0.8)
    found = figures(T, y, 0.8, 0.8 * 8)
    assert found.mean == pytest.approx(3, abs=1e-6)
    assert found.rms == pytest.approx(sqrt(9 + 2), rel=1e-6)
    assert (found.least, found.most) == pytest.approx((1, 5), abs=1e-4)
    assert found.period == pytest.approx(0.8, rel=1e-6)
    half = figures(T, y, 0, 0.4)
    assert half.mean == pytest.approx(3 + 4 / pi, rel=1e-4)
    assert isnan(half.period)


def test_a_part_ends_where_it_is_cut() -> None:
    line = figures(np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 4.0]), 0.25, 1.5)
    assert (line.least, line.most, line.mean) == pytest.approx((0.5, 3.0, 1.75))
    assert isnan(figures(T, T, 3, 2).mean)


def test_small_waves_and_chaos_are_no_period() -> None:
    for height, times in ((0.02, 93), (0.06, 41.3)):
        noisy = np.sin(2 * pi * T) + height * np.sin(2 * pi * times * T + 2)
        assert figures(T, noisy).period == pytest.approx(1, rel=5e-3)
    assert isnan(figures(T, np.sin(T**2)).period)
    assert isnan(figures(T, T).period)
    assert isnan(figures(T, np.zeros_like(T)).period)


def test_a_linear_pendulum_swings_as_books_say() -> None:
    system = System("Pendulum", gravity=(0, "-g", 0), g=9.81, l=0.6)
    bob = system.body("Bob", mass=1)
    system.joint("revolute", GROUND, bob, "phi", axis=(0, 0, 1), point_child=(0, "l", 0))
    system.start(phi=1e-3)
    found = system.simulate(until=20, points=4001)
    wanted = 2 * pi * sqrt(0.6 / 9.81)
    assert figures(found.t, found["phi"]).period == pytest.approx(wanted, rel=1e-6)
    assert spectrum(found.t, found["phi"]).peak == pytest.approx(1 / wanted, rel=1e-3)
