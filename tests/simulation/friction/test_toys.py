"""Toys and sports that live on rough contacts, held against closed forms and time stepping."""

from __future__ import annotations

from math import cos, pi, radians, sin, sqrt

import numpy as np
import pytest

from lagr_gui import GROUND, System

G = 9.81


def test_a_hoop_thrown_with_backspin_comes_back() -> None:
    """It slides until v + R ω is used up, by 2 μ g as a hoop turns as easily as it moves."""
    R, mu, v, w = 0.3, 0.2, 2.0, 15.0
    s = System("hoop")
    hoop = s.body(mass=1, inertia=(0, 0, R * R))
    s.joint("planar", GROUND, hoop, "x", "y", "phi")
    shape = {"shape_a": "disc", "radius_a": R, "mu": mu, "restitution": 0}
    s.element("contact", "floor", body_a=hoop, body_b=GROUND, **shape)
    s.start(x=(0, v), y=R, phi=(0, w))
    motion = s.simulate(until=2, points=21)
    rolls = (v + R * w) / (2 * mu * G)
    assert motion.contacts[-1][0] == pytest.approx(rolls, rel=1e-9)
    assert motion.qd[-1, [0, 2]] == pytest.approx(np.array([-1, 1 / R]) * (mu * G * rolls - v))


def test_a_billiard_ball_with_any_spin_slides_straight_until_it_rolls() -> None:
    """The slip u = v − R ω × e_z keeps its direction and stops after 2 u/(7 μ g)."""
    R, mu, v, w = 0.028, 0.2, np.array([1.0, 0, 0]), np.array([20.0, -30, 50])
    s = System("ball", gravity=(0, 0, -G))
    ball = s.body(mass=0.17, inertia=(0.4 * 0.17 * R * R,) * 3)
    s.joint("free", GROUND, ball, "x", "y", "z", "a", "b", "c")
    cloth = {"radius_a": R, "axis_b": (0, 0, 1), "mu": mu, "restitution": 0.5}
    s.element("contact", "cloth", body_a=ball, body_b=GROUND, **cloth)
    s.start(x=(0, 1), z=R, a=(0, 20), b=(0, -30), c=(0, 50))
    motion = s.simulate(until=0.4, points=5)
    slip = v + np.cross(w, [0, 0, -R])
    rolls = 2 * np.linalg.norm(slip) / (7 * mu * G)
    assert motion.contacts[-1][0] == pytest.approx(rolls, rel=1e-9)
    assert motion.qd[-1, :2] == pytest.approx((v - 2 / 7 * slip)[:2], rel=1e-9)


def test_a_rimless_wheel_comes_to_its_steady_pace() -> None:
    """Each impact leaves η = (J + m l² cos 2α)/(J + m l²) of its angular velocity."""
    n, inertia, slope, half = 8, 0.2, radians(6), pi / 8
    s = System("wheel", gravity=(G * sin(slope), -G * cos(slope), 0))
    wheel = s.body(mass=1, inertia=(0, 0, inertia))
    s.joint("planar", GROUND, wheel, "x", "y", "phi")
    for spoke in range(n):
        angle = 2 * pi * spoke / n + pi / 2 + half
        end = {"point_a": (cos(angle), sin(angle), 0), "mu": 5, "restitution": 0}
        s.element("contact", f"spoke {spoke}", body_a=wheel, body_b=GROUND, **end)
    s.start(x=(0, 1.3 * cos(half)), y=cos(half), phi=(0, -1.3))
    *_, last = s.simulate(until=8, points=9).impacts
    eta = (inertia + cos(2 * half)) / (inertia + 1)
    before = sqrt(4 * G * sin(half) * sin(slope) / (inertia + 1) / (1 - eta**2))
    assert last.before[2] == pytest.approx(-before, rel=1e-3)
    assert last.after[2] / last.before[2] == pytest.approx(eta, rel=1e-9)


def test_a_woodpecker_pecks_its_way_down_a_pole() -> None:
    """Its sleeve has play on the pole, and sticks, slides and falls: sizes of Pfeiffer and Glocker.

    Times of its pecks are those of time stepping (Moreau) with steps of 1 µs.
    """
    r, R, h, lever, arm = 0.0025, 0.0031, 0.0058, 0.010, 0.015
    s = System("woodpecker")
    slide, sleeve, bird = (
        s.body("slide", mass=0),
        s.body("sleeve", mass=0.0003, inertia=(5e-9,) * 3),
        s.body("bird", mass=0.0045, inertia=(7e-7,) * 3),
    )
    s.joint("prismatic", GROUND, slide, "y", axis=(0, 1, 0))
    s.joint("revolute", slide, sleeve, "u")
    ends = {"point_parent": (lever, 0, 0), "point_child": (-arm, 0, 0)}
    s.joint("revolute", sleeve, bird, "w", **ends)
    s.element("coordinate_force", coordinate="w", force="-0.0056*w")
    pole = {"body_b": GROUND, "point_b": (r, 0, 0), "axis_b": (1, 0, 0), "mu": 0.3}
    for name, height in (("low", -h), ("high", h)):
        edge = {"body_a": sleeve, "point_a": (R, height, 0), "restitution": 0}
        s.element("contact", name, **edge, **pole)
    beak = {"body_a": bird, "point_a": (-0.0201, 0.02, 0), "restitution": 0.5}
    s.element("contact", "beak", **beak, **pole)
    s.start(y=(0, -0.3411), u=-0.1, w=(-0.1788, -7.4583))
    motion = s.simulate(until=0.5, points=21)
    pecks = np.array([i.t for i in motion.impacts if "element:beak" in i.names])
    assert pecks[:2] == pytest.approx([0.08270, 0.21252], abs=3e-5)
    assert np.diff(pecks)[2:] == pytest.approx(0.130748, abs=1e-5)
    assert motion.certificate is not None and motion.certificate.complete
