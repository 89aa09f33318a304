"""Balls that rub on each other, followers on curves and cams: closed forms, lift-off."""

from __future__ import annotations

from math import acos, atan, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline

G = 9.81
STRIKES = [(0.5, 1.0, 0.02, 1e-6, False), (0.25, 0.3, 0.4, 1e6, True)]


@pytest.mark.parametrize(("share", "J", "mu", "size", "swapped"), STRIKES)
def test_balls_that_strike_rub(share: float, J: float, mu: float, size: float, swapped) -> None:
    """The impulse of friction stops the slip, or is μ times the normal one; Λ is per length."""
    s = System("discs", gravity=(0, 0, 0))
    a, b = (s.body(mass=1, inertia=(0, 0, J * size**2)) for _ in range(2))
    s.joint("planar", GROUND, a, "x", "y", "phi")
    s.joint("planar", GROUND, b, "u", "v", "psi")
    ends = {"body_a": a, "body_b": b, "share": share}
    if swapped:
        ends = {"body_a": b, "body_b": a, "share": 1 - share}
    s.element("bumper", **ends, distance=size, mu=mu, restitution=0.6)
    s.start(x=-size / 2, y=(-0.005 * size, 0.1 * size), u=(0.55 * size, -size))
    motion = s.simulate(until=0.1)
    (impact,) = motion.impacts
    moves = 2 + (share**2 + (1 - share) ** 2) / J
    along = min(0.1 / moves, mu * 1.6 / 2)
    turns = [-along * part / J for part in (share, 1 - share)]
    after = np.array([-0.8, 0.1 - along, turns[0] / size, -0.2, along, turns[1] / size]) * size
    assert impact.after == pytest.approx(after, rel=1e-9)
    assert motion.certificate.residual < 1e-9


def test_a_ball_rolls_off_another_one() -> None:
    """It rolls while |T| ≤ μ N: 2/7 sin θ = μ (17 cos θ − 10 cos θ₀)/7."""
    R, r, mu, start = 1.0, 0.25, 0.2, 0.1
    s = System("balls", R=R, r=r, m=1, mu=mu, gravity=(0, -G, 0))
    ball = s.body(mass="m", inertia=(0, 0, "2/5*m*r^2"))
    s.joint("planar", GROUND, ball, "x", "y", "phi")
    ends = {"body_a": ball, "body_b": GROUND, "share": "r/(R + r)"}
    s.element("bumper", "it", **ends, distance="R + r", mu="mu", restitution=0)
    s.start(x=(R + r) * sin(start), y=(R + r) * cos(start))
    motion = s.simulate(until=2)
    slips, lifts = motion.changes
    x, y, _ = motion.at(slips.t)[0]
    angle = np.arctan2(x, y)
    bound = mu * (17 * cos(angle) - 10 * cos(start))
    assert 2 * sin(angle) == pytest.approx(bound, rel=1e-8)
    assert (slips.after, lifts.after) == ("slides", "open")
    assert motion.certificate.residual < 1e-9 and motion.energy_error < 1e-9


def bead(kind: str, curve: str, **fields: object) -> System:
    """A bead over a curve."""
    s = System("bead", gravity=(0, "-g", 0))
    s.joint("planar", GROUND, s.body(mass=2, inertia=(0, 0, 1)), "x", "y", "phi")
    s.element(kind, "it", body=1, curve=curve, restitution=0, **fields)
    s.parameter("a", 1.0)
    return s


def test_a_bead_leaves_a_hill_where_its_curve_falls_away() -> None:
    """y = −a x⁴: 24 x² (x⁴ − x₀⁴) = 1 + 16 x⁶."""
    s = bead("follower", "-a*x^4")
    s.start(x=0.3, y=-(0.3**4))
    motion = s.simulate(until=1.5)
    (_, (t, active)) = motion.contacts[:2]
    x = motion.at(t)[0][0]
    assert not active and 24 * x**2 * (x**4 - 0.3**4) == pytest.approx(1 + 16 * x**6, rel=1e-8)


def test_a_bead_leaves_a_circle_at_two_thirds_of_its_height() -> None:
    s = bead("cam", "a")
    s.start(x=sin(0.2), y=cos(0.2))
    motion = s.simulate(until=1.5)
    x, y, _ = motion.at(motion.contacts[1][0])[0]
    assert y / hypot(x, y) == pytest.approx(2 / 3 * cos(0.2), rel=1e-9)


@pytest.mark.parametrize("radius", [0, 0.1])
def test_a_follower_rubs_on_a_slope(radius: float) -> None:
    s = bead("follower", "-0.5*x", mu=0.2, radius=radius)
    motion = s.simulate(until=1)
    angle = atan(0.5)
    grade, turns = G * (sin(angle) - 0.2 * cos(angle)), -0.2 * 2 * G * cos(angle) * radius
    assert hypot(*motion.qd[-1, :2]) == pytest.approx(grade, rel=1e-9)
    assert motion.qd[-1, 2] == pytest.approx(turns, abs=1e-9)
    assert motion.certificate.residual < 1e-9


R0, LIFT, MASS = 0.05, 0.02, 0.3


def cam(speed: float, **fields: object) -> System:
    """A point, or a roller, that a cam with r = r₀ + h (1 − sin θ)/2 lifts as it turns."""
    s = System("cam", om=speed, h=LIFT, r0=R0, gravity=(0, "-g", 0))
    disc, rod = s.body("disc", mass=1, inertia=(0, 0, 1)), s.body("rod", mass=MASS)
    s.joint("revolute", GROUND, disc, "phi")
    s.joint("prismatic", GROUND, rod, "y", axis=(0, 1, 0))
    s.element("prescribed_motion", coordinate="phi", motion="om*t")
    profile = "r0 + h/2*(1 - cos(theta - pi/2))"
    s.element("cam", "cam", body=rod, ground=disc, curve=profile, restitution=0, **fields)
    s.start(y=R0)
    return s


@pytest.mark.parametrize(("part", "lifts"), [(0.99, False), (1.01, True), (1.3, True)])
def test_a_follower_lifts_off_from_a_speed_on(part: float, lifts: bool) -> None:
    """y = r₀ + h (1 − cos ωt)/2: from ω² = 2 g/h on, at cos ωt = −2 g/(h ω²)."""
    speed = part * sqrt(2 * G / LIFT)
    motion = cam(speed).simulate(until=0.8 * 2 * pi / speed)
    assert (len(motion.contacts) > 1) == lifts
    if lifts:
        t = acos(-2 * G / (LIFT * speed**2)) / speed
        assert motion.contacts[1][0] == pytest.approx(t, rel=1e-9)
    assert motion.certificate.residual < 1e-9 and motion.energy_error < 1e-9


def test_a_cam_rubs_on_its_follower() -> None:
    """With s = R′/R: N (1 + μ s)/√(1 + s²) = m (ÿ + g) while the cam slides below the point."""
    speed, mu = 25.0, 0.3
    s = cam(speed, mu=mu)
    motion = s.simulate(until=2 * pi / speed, points=41)
    turn = speed * motion.t
    y, slope = R0 + LIFT / 2 * (1 - np.cos(turn)), -LIFT / 2 * np.sin(turn)
    steep = slope / y
    pressed = MASS * (LIFT / 2 * speed**2 * np.cos(turn) + G)
    normal = pressed * np.sqrt(1 + steep**2) / (1 + mu * steep)
    passed = pipeline.reactions(s.model, motion)
    force, along, across = passed.multipliers[:, -3:].T
    assert np.allclose(-force, normal, rtol=1e-9)
    assert np.allclose(np.abs(along), mu * normal, rtol=1e-9) and not across.any()


def test_a_profile_that_is_not_closed_is_refused() -> None:
    s = bead("cam", "a + 0.1*theta")
    assert "open-profile" in [p.code for p in pipeline.check(s.model).problems]
