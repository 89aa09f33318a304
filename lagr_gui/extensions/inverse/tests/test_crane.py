"""The crane whose trolley moves as given, against its equations written by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import pipeline
from lagr_gui.editing import edits
from tests.samples.gallery import sample, values, with_values

CRANE = sample("overhead_crane")


def moved(model):
    """x, x′ and x″ of the trolley: a cycloid."""
    p = values(model)
    s, tau = p["s"], p["tau"]
    w = 2 * np.pi / tau
    return (
        lambda t: s * (t / tau - np.sin(w * t) / (2 * np.pi)),
        lambda t: s / tau * (1 - np.cos(w * t)),
        lambda t: s / tau * w * np.sin(w * t),
    )


def test_load_and_drive_follow_the_equations_of_a_driven_pendulum():
    found = pipeline.inverse(CRANE)
    p = values(CRANE)
    x, xd, xdd = moved(CRANE)
    m, length = p["m"], p["l"]
    inertia = m * p["a"] ** 2 / 6 + m * length**2

    def swing(t, y):
        turn = m * length * (p["g"] * np.sin(y[0]) + xdd(t) * np.cos(y[0]))
        return [y[1], -turn / inertia]

    exact = solve_ivp(swing, (0, p["tau"]), [0, 0], t_eval=found.t, rtol=1e-12, atol=1e-12)
    phi, rate = exact.y
    turn = np.array([swing(t, y)[1] for t, y in zip(found.t, exact.y.T, strict=True)])
    assert found.prescribed == ("x",) and found.free == ("phi",)
    assert found.q == pytest.approx(np.array([x(found.t), phi]).T, abs=1e-8)
    force = (p["M"] + m) * xdd(found.t) + p["k"] * xd(found.t)
    force += m * length * (turn * np.cos(phi) - rate**2 * np.sin(phi))
    assert found.forces[:, 0] == pytest.approx(force, abs=1e-4)
    assert found.energy_error < 1e-8


@pytest.mark.parametrize(("part", "swing"), [(1.0, (0, 0.002)), (0.75, (0.1, 0.5))])
def test_the_load_hangs_still_after_twice_its_period_only(part: float, swing):
    tau = values(CRANE)["tau"] * part
    model = edits.set_value(with_values(CRANE, tau=tau), ("simulation", "until"), tau)
    found = pipeline.inverse(model)
    left = np.hypot(found.q[-1, 1], found.qd[-1, 1] * np.sqrt(values(model)["l"] / 9.81))
    assert found.q[-1, 0] == pytest.approx(values(model)["s"]) and swing[0] <= left < swing[1]
