"""Frequency responses and eigenvalues with delays, against closed forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System

OMEGA = np.array([0.5, 1, 3, 10, 100])


def delayed(tau: float = 0.1, **more: Any) -> System:
    """A mass on a slide with a delayed controller of position and velocity, and a weight."""
    values = {"m": 2.0, "kp": 20.0, "kd": 4.0} | more
    s = System("delayed", tau=tau, gravity=("-g", 0, 0), **values)
    mass = s.body(mass="m")
    s.joint("prismatic", GROUND, mass, "x")
    s.signal("u", "delay", input="-kp*x - kd*x'", delay="tau")
    s.element("coordinate_force", "drive", coordinate="x", force="u")
    return s


def test_delays_are_exact_in_the_response() -> None:
    s = delayed()
    s.signal("y", "delay", input="x + x^3", delay="3*tau")
    s.signal("z", "delay", input="y", delay="tau")
    found = s.frequency_response("x", ("x", "z"), omega=OMEGA)
    rest = -2 * 9.81 / 20
    x = 1 / (-2 * OMEGA**2 + (20 + 4j * OMEGA) * np.exp(-0.1j * OMEGA))
    z = (1 + 3 * rest**2) * np.exp(-0.4j * OMEGA) * x
    assert np.allclose(found["x"], x, rtol=1e-12) and np.allclose(found["z"], z, rtol=1e-12)
    assert found.certificate and found.modes.stability == "asymptotically stable"


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_a_delay_makes_unstable_where_the_phase_margin_ends(scale: float) -> None:
    """m ẍ = −k x(t − τ) − d ẋ(t − τ) is on the edge where |L(iω)| = 1, arg L(iω) = −π."""
    k, d = 20 / scale**2, 4 / scale
    square = (d**2 + math.sqrt(d**4 + 4 * 4 * k**2)) / 8  # 4 ω⁴ = k² + d² ω²
    omega = math.sqrt(square)
    edge = math.atan2(d * omega, k) / omega
    for part, verdict in ((0.999, "asymptotically stable"), (1.001, "unstable")):
        found = delayed(tau=part * edge, kp=k, kd=d).modes()
        assert found.stability == verdict
        first = found.modes[0].eigenvalue
        assert first.imag == pytest.approx(omega, rel=0.01)
        pulled = (k + d * first) * np.exp(-first * part * edge)
        assert abs(2 * first**2 + pulled) < 1e-9 * abs(pulled)


def test_rational_forms_are_a_choice_and_say_so() -> None:
    s = delayed()
    with pytest.raises(LagrError, match="of no finite order"):
        s.linearize()
    linear = s.linearize(pade=4)
    assert "“u” is delayed; here by Padé’s approximation of order 4." in linear.notes
    slowest = max(np.linalg.eigvals(linear.A), key=lambda value: (value.real, value.imag))
    assert slowest == pytest.approx(s.modes().modes[0].eigenvalue, rel=1e-6)
    with pytest.raises(LagrError, match="from 1 to 20"):
        s.linearize(pade=21)
    s.signal("v", "relay", input="x")
    with pytest.raises(LagrError, match="no frequency response"):
        s.frequency_response("x")
