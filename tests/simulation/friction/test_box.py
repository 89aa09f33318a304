"""A box on two rough feet: it rests, slides or tips by the force that pushes it and its height."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System
from lagr_gui.simulation.trajectory import Trajectory

M, G, A, B = 2.0, 9.81, 0.5, 1.0


def box(
    push: str,
    height: float,
    mu: float = 0.4,
    static: float = 0.0,
    speed: float = 0.0,
    until: float = 2,
) -> Trajectory:
    """A box of width 2 A and height 2 B, pushed along the floor."""
    system = System("box", g=G)
    inertia = M * (A * A + B * B) / 3
    body = system.body("box", mass=M, inertia=(inertia,) * 3)
    system.joint("planar", GROUND, body, "x", "y", "phi")
    for name, x in (("left", -A), ("right", A)):
        fields = {"mu": mu, "static": static, "restitution": 0}
        system.element("wall", name, body=body, centre=(x, -B, 0), normal=(0, 1, 0), **fields)
    system.element("force", body=body, point=(0, height - B, 0), vector=(push, 0, 0), axes="space")
    system.start(x=(0, speed), y=(B, 0), phi=(0, 0))
    return system.simulate(until=until, points=201)


def test_it_rests_while_both_feet_together_hold_it() -> None:
    motion = box("7.5", 0.5)
    assert np.abs(motion.q - motion.q[0]).max() < 1e-12
    assert motion.certificate is not None and motion.certificate.complete


@pytest.mark.parametrize("push", ["1", "7.3*sin(0.01*t)"])
def test_it_rests_for_hours_with_a_certificate(push: str) -> None:
    motion = box(push, 0.5, until=1e4)
    assert np.abs(motion.q - motion.q[0]).max() < 1e-9 and not motion.changes
    assert motion.certificate is not None and motion.certificate.complete


@pytest.mark.parametrize(("mu", "static"), [(0.4, 0.0), (0.3, 0.5)])
def test_it_begins_to_slide_with_both_feet_as_the_force_grows(mu: float, static: float) -> None:
    motion = box("8*t", 0.5, mu, static)
    begin = (static or mu) * M * G / 8
    passed = np.maximum(motion.t - begin, 0.0)
    excess = (static or mu) - mu
    expected = 8 * passed**3 / (6 * M) + excess * G * passed**2 / 2
    assert motion.q[:, 0] == pytest.approx(expected, abs=1e-9)
    assert motion.q[:, 2] == pytest.approx(0, abs=1e-9)
    assert motion.certificate is not None and motion.certificate.complete


def test_it_tips_about_its_foremost_foot() -> None:
    motion = box("6", 1.9)
    turned = (6 * 1.9 - M * G * A) / (M * (A * A + B * B) * 4 / 3)
    assert motion.qdd[0, 2] == pytest.approx(-turned)


def test_it_slides_to_rest() -> None:
    motion = box("0", 0.5, speed=2.0)
    stop = 2.0 / (0.4 * G)
    assert motion.q[-1] == pytest.approx([2.0**2 / (2 * 0.4 * G), B, 0], abs=1e-9)
    assert motion.qd[motion.t > stop + 1e-6] == pytest.approx(0, abs=1e-12)
    assert motion.energy_error < 1e-9


def dropped(mu: float, kappa: float, **start: tuple[float, float] | float) -> Trajectory:
    """A box of 0.6 m by 0.4 m that falls on a rough floor."""
    system = System("box", g=G)
    body = system.body("box", mass=M, inertia=(0, 0, M * (0.3**2 + 0.2**2) / 3))
    system.joint("planar", GROUND, body, "x", "y", "phi")
    shape = {"shape_a": "box", "half_a": (0.3, 0.2, 0), "mu": mu, "restitution": kappa}
    system.element("contact", "floor", body_a=body, body_b=GROUND, **shape)
    system.start(y=0.5, **start)
    return system.simulate(until=2.5, points=51)


@pytest.mark.parametrize(
    ("mu", "kappa", "phi", "omega", "v", "lies"),
    [
        (0.4, 0.0, 1.2, -2, -2, np.pi / 2),
        (1.0, 0.3, 0.3, 0, 1, 0),
        (0.4, 0.3, 1.2, -2, -2, np.pi / 2),
        (0.4, 0.7, 0.3, 0, 1, 0),
        (0.1, 0.3, 0.3, 0, 1, 0),
    ],
)
def test_it_falls_tips_over_and_comes_to_rest(
    mu: float, kappa: float, phi: float, omega: float, v: float, lies: float
) -> None:
    motion = dropped(mu, kappa, x=(0, v), phi=(phi, omega))
    assert motion.q[-1, 1:] == pytest.approx([0.3 if lies else 0.2, lies], abs=1e-9)
    assert np.abs(motion.qd[-1]).max() < 1e-12
    assert motion.energy_error < 1e-9 and (np.diff(motion.T + motion.U) < 1e-9).all()
    assert motion.certificate is not None and motion.certificate.complete


@pytest.mark.parametrize("kappa", [0.0, 0.3, 0.5])
def test_however_often_it_bounces_friction_takes_its_speed_by_the_time_of_sliding(
    kappa: float,
) -> None:
    """It falls flat, and all that presses hands over m g t until it rests: v − μ g t = 0."""
    motion = dropped(0.1, kappa, x=(0, 1))
    assert motion.contacts[-1][0] == pytest.approx(1 / (0.1 * G), rel=1e-4)
    assert np.abs(motion.q[:, 2]).max() < 1e-9


@pytest.mark.parametrize("start", [{"z": 0.4, "al": 0.3}, {"z": 0.1, "x": (0, 1)}])
def test_in_space_it_comes_to_rest_on_four_corners(start: dict[str, Any]) -> None:
    """It falls on an edge and then flat, or slides straight on: across it nothing moves."""
    system = System("box", gravity=(0, 0, -G))
    a, b, c = half = 0.3, 0.2, 0.1
    squares = (b * b + c * c, a * a + c * c, a * a + b * b)
    body = system.body("box", mass=M, inertia=tuple(M * square / 3 for square in squares))
    system.joint("free", GROUND, body, "x", "y", "z", "al", "be", "ga")
    shape = {"shape_a": "box", "half_a": half, "axis_b": (0, 0, 1), "mu": 1, "restitution": 0}
    system.element("contact", "floor", body_a=body, body_b=GROUND, **shape)
    system.start(**start)
    motion = system.simulate(until=0.4, points=21)
    assert motion.q[-1, 2:] == pytest.approx([0.1, 0, 0, 0], abs=1e-9)
    assert np.abs(motion.qd[-1]).max() < 1e-12
    assert np.abs(motion.q[:, 1 if "x" in start else 0]).max() < 1e-9
