"""Known machines with dry friction against integrations of their own, and closed forms."""

from __future__ import annotations

from math import asin, cos, exp, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, System

G = 9.81


def test_a_mass_on_a_belt_with_a_stribeck_curve_sticks_and_slips() -> None:
    """m = c = 1, belt 0.2, R = 0.4, H = 1, v = 0.5, δ = 1: piece by piece until it sticks again."""
    s = System("belt", gravity=(0, 0, 0))
    s.joint("prismatic", GROUND, s.body(mass=1), "x")
    s.element("coordinate_spring", coordinate="x", c=1)
    curve = {"kinetic": 0.4, "static": 1, "stribeck": 0.5, "shape": 1, "speed": 0.2}
    s.element("joint_friction", coordinate="x", **curve)
    s.start(x=1)
    moved = s.simulate(until=16)

    def slides(t: float, y: np.ndarray) -> list[float]:
        return [y[1], -y[0] + 0.4 + 0.6 * exp(-abs(y[1] - 0.2) / 0.5)]

    def grips(t: float, y: np.ndarray) -> float:
        return y[1] - 0.2

    grips.terminal, grips.direction = True, 1
    times, t, y = list[float](), 0.0, [1.0, 0.0]
    while True:
        flown = solve_ivp(slides, (t, 16), y, "DOP853", rtol=1e-12, atol=1e-13, events=grips)
        if not flown.status:
            break
        t, x = float(flown.t[-1]), float(flown.y[0, -1])
        times += [t, t + (1 - x) / 0.2]  # it sticks, until the spring pulls with H
        t, y = times[-1], [1.0, 0.2 - 1e-9]
    times = [t for t in times if t < 16]
    assert [change.t for change in moved.changes] == pytest.approx(times, abs=1e-5)
    assert [change.after for change in moved.changes][:2] == ["sticks", "slides"]


def test_a_hoop_with_backspin_comes_back() -> None:
    """It slides for (v + ω R)/(2 μ g), and then rolls with (v − ω R)/2."""
    mu, R, v, w = 0.2, 0.3, 2.0, 20.0
    s = System("hoop", gravity=(0, -G, 0), m=0.5, R=R, mu=mu)
    hoop = s.body(mass="m", inertia=("m*R^2/2", "m*R^2/2", "m*R^2"))
    s.joint("planar", GROUND, hoop, "x", "y", "phi")
    s.element("wall", body=hoop, radius="R", normal=(0, 1, 0), restitution=0, mu="mu")
    s.start(x=(0, v), y=R, phi=(0, w))
    moved = s.simulate(until=3.0)
    rolls, back = (v + w * R) / (2 * mu * G), (v - w * R) / 2
    assert moved.contacts[-1][0] == pytest.approx(rolls, rel=1e-12)
    assert moved.qd[-1, 0] == pytest.approx(back, rel=1e-12)
    way = v * rolls - mu * G * rolls**2 / 2 + back * (3 - rolls)
    assert moved.q[-1, 0] == pytest.approx(way, rel=1e-12)


L, ROD, MU, MOMENT = 0.12, 0.4, 0.25, 3.0
CRANK, CONNECTING, PISTON = (1.0, 0.02), (1.2, 0.03), 2.0


def cut_free(phi: float, w: float) -> np.ndarray:
    """φ″, β″, x″, forces in both pins of the rod, N, where the guide rubs with μ|N|."""
    beta = asin(-L / ROD * sin(phi))
    c, s, C, S = cos(phi), sin(phi), cos(beta), sin(beta)
    u = -L * c * w / (ROD * C)
    way = -np.sign(L * s * w + ROD * S * u)
    (m1, J1), (m2, J2) = CRANK, CONNECTING
    for side in (1, -1):
        rows = [
            [J1 + m1 * L**2 / 4, 0, 0, -L * s, L * c, 0, 0, 0],
            [-m2 * L * s, -m2 * ROD / 2 * S, 0, -1, 0, 1, 0, 0],
            [m2 * L * c, m2 * ROD / 2 * C, 0, 0, -1, 0, 1, 0],
            [0, J2, 0, -ROD / 2 * S, ROD / 2 * C, -ROD / 2 * S, ROD / 2 * C, 0],
            [0, 0, PISTON, 0, 0, -1, 0, way * MU * side],
            [0, 0, 0, 0, 0, 0, 1, 1],
            [L * s, ROD * S, 1, 0, 0, 0, 0, 0],
            [L * c, ROD * C, 0, 0, 0, 0, 0, 0],
        ]
        known = [
            MOMENT - m1 * G * L / 2 * c,
            m2 * (L * c * w**2 + ROD / 2 * C * u**2),
            m2 * (L * s * w**2 + ROD / 2 * S * u**2) - m2 * G,
            0,
            0,
            PISTON * G,
            -L * c * w**2 - ROD * C * u**2,
            L * s * w**2 + ROD * S * u**2,
        ]
        found = np.linalg.solve(np.array(rows), known)
        if found[7] * side >= 0:
            break
    return found


def test_the_piston_of_a_slider_crank_rubs_by_its_own_normal_force() -> None:
    """The guide closes the loop or not: nothing of the drawing counts."""
    phi, w = 0.3, 12.0
    x = L * cos(phi) + sqrt(ROD**2 - (L * sin(phi)) ** 2)
    for from_crank in (True, False):
        s = System("slider-crank", gravity=(0, -G, 0))
        crank, rod = (s.body(mass=m, inertia=(0, 0, J)) for m, J in (CRANK, CONNECTING))
        piston = s.body(mass=PISTON)
        s.joint("revolute", GROUND, crank, "phi", point_child=(-L / 2, 0, 0))
        wrist, pin = {"point_parent": (ROD / 2, 0, 0)}, {"point_child": (-ROD / 2, 0, 0)}
        if from_crank:
            s.joint("revolute", crank, rod, "rho", point_parent=(L / 2, 0, 0), **pin)
            s.joint("revolute", rod, piston, "psi", **wrist)
            s.joint("prismatic", GROUND, piston, "x")
        else:
            s.joint("prismatic", GROUND, piston, "x")
            s.joint("revolute", rod, piston, "psi", **wrist)
            s.joint("revolute", crank, rod, "rho", point_parent=(L / 2, 0, 0), **pin)
        s.element("guide_friction", coordinate="x", mu=MU)
        s.element("coordinate_force", coordinate="phi", force=MOMENT)
        beta = asin(-L / ROD * sin(phi))
        angles = {"rho": beta - phi} if from_crank else {"psi": -beta}
        s.start(phi=(phi, w), x=x, **angles)
        moved = s.simulate(until=0.01)
        place = list(s.model.coordinates).index("phi")
        assert moved.qdd[0, place] == pytest.approx(cut_free(phi, w)[0], rel=1e-9)
        assert moved.certificate is not None and moved.certificate.residual < 1e-9
