"""Joints of the tree that open, against closed forms and motions of what is left."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, pipeline
from lagr_gui.simulation import SimulationStopped, Trajectory
from tests.each import each

G = 9.81
TURNED = ((0, -1, 0), (1, 0, 0), (0, 0, 1))
ENDS: dict[str, Any] = {"point_parent": (0.1, 0.2, 0.3), "point_child": (0.05, 0.4, -0.1)}
FULL = (0.04, 0.05, 0.06, 0.003, -0.002, 0.001)
STARTS = {
    "a": (0.4, 1.1),
    "b": (-0.3, 0.8),
    "c": (0.2, 0.5),
}


def pendulum(length: float = 0.8, **more: Any) -> System:
    """A rod pendulum in the plane."""
    s = System("pendulum", m=1.5, l=length, **more)
    bob = s.body("Bob", mass="m", inertia=(0, 0, "m*l^2/12"))
    s.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0), name="pin")
    return s


def held(kind: str, backwards: bool, **fields: Any) -> System:
    """A body in space on one joint, which is drawn either way."""
    s = System(kind, m=1.3)
    body = s.body("B", mass="m", inertia=FULL)
    ends = (body, GROUND) if backwards else (GROUND, body)
    names = {"revolute": "a", "prismatic": "a", "cylindrical": "ab", "universal": "ab"}
    used = names.get(kind, "" if kind == "fixed" else "abc")
    s.joint(kind, *ends, *used, name="J", orientation=TURNED, **ENDS, **fields)
    s.start(**{name: STARTS[name] for name in used})
    return s


def curves(s: System, moved: Trajectory, word: str, body: str = "B") -> np.ndarray:
    """A vector (n, 3) of a body along a motion."""
    told = s.outputs(moved, [f"{word}({body}).{axis}" for axis in "xyz"])
    return np.array([told[f"{word}({body}).{axis}"] for axis in "xyz"]).T


@pytest.mark.parametrize("length", [1e-6, 0.8, 1e6])
def test_a_pendulum_that_lets_go_flies_on_a_parabola(length: float) -> None:
    s, time = pendulum(length), math.sqrt(length / G)
    s.element("coordinate_spring", "spring", coordinate="phi", c=f"{0.3 * G} * m * l")
    s.start(phi=-1.2)
    s.event("lets go", "phi - 0.4", open="pin")
    moved = s.simulate(until=3 * time, outputs=["force(pin).x"])
    (gone,) = moved.happened
    assert gone.said == "“pin” opens, “spring” is switched off"
    fallen = G / length * (math.cos(0.4) - math.cos(1.2)) + 0.15 * G / length * (1.44 - 0.16)
    rate = math.sqrt(2 * fallen / (1 + 1 / 12))
    x, y, phi = (moved[name][-1] for name in ("x_1", "y_1", "phi"))
    rest = moved.t[-1] - gone.t
    assert moved.coordinates == ("x_1", "y_1", "phi")
    assert x == pytest.approx(length * (math.sin(0.4) + rate * math.cos(0.4) * rest), rel=1e-8)
    up = -math.cos(0.4) + rate * math.sin(0.4) * rest
    assert y == pytest.approx(length * up - G / 2 * rest**2, rel=1e-8)
    assert phi == pytest.approx(0.4 + rate * rest, rel=1e-9)
    force = moved.outputs["force(pin).x"]
    assert force[moved.t <= gone.t][-1] and not force[moved.t > gone.t].any()
    assert moved.energy_error < 1e-9 and moved.certificate and s.energy(moved).error < 1e-9


@each(
    "kind, backwards, fields",
    [
        ("revolute", False, {"axis": (1, 2, 2)}),
        ("revolute", True, {}),
        ("prismatic", True, {"axis": (1, 2, 2)}),
        ("cylindrical", False, {}),
        ("universal", True, {}),
        ("spherical", False, {}),
        ("planar", True, {}),
        ("fixed", False, {}),
    ],
)
def test_what_a_joint_held_flies_freely(kind: str, backwards: bool, fields: dict[str, Any]) -> None:
    """Held it moves as on the joint alone; then its centre falls, its angular momentum stays."""
    s, alone = held(kind, backwards, **fields), held(kind, backwards, **fields)
    s.event("opens", "t - 0.3", open="J")
    moved, before = s.simulate(until=0.6), alone.simulate(until=0.3)
    q, qd = moved.at(0.3)
    for number, name in enumerate(before.coordinates):
        at = moved.coordinates.index(name)
        assert (q[at], qd[at]) == pytest.approx((before.q[-1, number], before.qd[-1, number]))
    free = moved.t >= 0.3
    t, x = moved.t[free] - 0.3, curves(s, moved, "position")[free]
    v, omega = curves(s, moved, "velocity")[free], curves(s, moved, "angular_velocity")[free]
    fall = np.array([0, G / 2, 0])
    assert np.allclose(x, x[0] + np.outer(t, v[0]) - np.outer(t**2, fall), atol=1e-9)
    xx, yy, zz, xy, xz, yz = FULL
    theta = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    turned = s.motion(moved).R[1][free]
    momentum = np.einsum("nij,jk,nlk,nl->ni", turned, theta, turned, omega)
    assert np.allclose(momentum, momentum[0], atol=1e-9)
    assert moved.energy_error < 1e-9 and moved.certificate


def test_joints_of_a_chain_open_one_after_the_other() -> None:
    """The centre of both falls as soon as nothing holds the first; the second turns on alone."""
    s = System("chain", m=1, l=0.25)
    a, b = (s.body(name, mass="m", inertia=(0, 0, 0.02)) for name in "AB")
    s.joint("revolute", GROUND, a, "alpha", point_child=(0, "l", 0), name="upper")
    ends: dict[str, Any] = {"point_parent": (0, "-l", 0), "point_child": (0, "l", 0)}
    s.joint("revolute", a, b, "beta", name="lower", **ends)
    s.start(alpha=1.0, beta=(0.5, 1.0))
    s.event("first", "t - 0.3", open="upper")
    s.event("second", "t - 0.5", open="joint:lower")
    moved = s.simulate(until=0.8)
    t = moved.t[moved.t >= 0.3] - 0.3
    x, v = (
        np.mean([curves(s, moved, word, body)[moved.t >= 0.3] for body in "AB"], axis=0)
        for word in ("position", "velocity")
    )
    fall = np.outer(t**2, [0, G / 2, 0])
    assert np.allclose(x, x[0] + np.outer(t, v[0]) - fall, atol=1e-9)
    omega = curves(s, moved, "angular_velocity", "B")[moved.t > 0.5, 2]
    assert np.allclose(omega, omega[0], atol=1e-9)
    assert moved.energy_error < 1e-9 and moved.certificate
    after = s.equations(after="first,second", form="terms")
    assert [row.name for row in after.of("g")][:2] == ["g11", "g22"]


def test_a_joint_of_a_closed_path_opens() -> None:
    s = System("four-bar", m=1, J=0.01)
    a, b, c = (s.body(mass="m", inertia=(0, 0, "J")) for _ in "abc")
    s.joint("revolute", GROUND, a, "p", point_child=(-0.25, 0, 0), name="crank")
    s.joint("revolute", a, b, "q", point_parent=(0.25, 0, 0), point_child=(-0.5, 0, 0))
    s.joint("revolute", b, c, "r", point_parent=(0.5, 0, 0), point_child=(0.4, 0, 0))
    s.joint("revolute", GROUND, c, "u", point_parent=(1, 0, 0), point_child=(-0.4, 0, 0))
    s.start(p=1.2)
    s.event("opens", "t - 0.2", open="crank")
    moved = s.simulate(until=0.5)
    (opened,) = moved.happened
    assert opened.t == pytest.approx(0.2) and moved.energy_error < 1e-9 and moved.certificate


def test_equations_are_those_of_each_stage() -> None:
    s = pendulum()
    s.event("lets go", "phi - 0.4", open="pin")
    assert s.equations().coordinates == ("phi",) == s.modes().coordinates
    after = s.equations(after="lets go")
    assert str(after.of("equations")[0]) if after.of("equations") else after.coordinates
    assert after.coordinates == ("x_1", "y_1", "phi")
    report = pipeline.check(s.model)
    assert report.coordinates == after.coordinates and report.tree and report.freedoms == 1
    (told,) = (problem for problem in report.problems if problem.code == "opening")
    assert told.path == ("joints", 0) and "x_1, y_1, phi" in str(told)


def test_forces_across_the_plane_are_not_left_out() -> None:
    s = System("sling", m=1, gravity=(0, 0, "-g"))
    stone = s.body(mass="m", inertia=(0, 0, 0.01))
    s.joint("revolute", GROUND, stone, "phi", point_child=(-1, 0, 0), name="pin")
    s.start(phi=(0, 3))
    s.event("lets go", "phi - 1", open="pin")
    with pytest.raises(SimulationStopped, match="forces push what it held out of that"):
        s.simulate(until=1)


@pytest.mark.parametrize(
    ("kind", "more", "words"),
    [
        ("screw", {}, "not told without its coordinates"),
        ("revolute", {"axis": ("cos(w)", "sin(w)", 0)}, "its axes are expressions"),
        ("revolute", {"inertia": (0, 0, 0)}, "no moment of inertia"),
        ("revolute", {"friction": True}, "presses “rubs”"),
    ],
)
def test_what_cannot_open_says_why(kind: str, more: dict[str, Any], words: str) -> None:
    s = System("held", m=1, w=0.3)
    body = s.body(mass="m", inertia=more.pop("inertia", (1, 1, 1)))
    rubs = more.pop("friction", False)
    s.joint(kind, GROUND, body, "phi", point_child=(0, 1, 0), name="pin", **more)
    if rubs:
        s.element("bearing_friction", "rubs", coordinate="phi")
    s.event("lets go", "t - 0.4", open="pin")
    with pytest.raises(LagrError, match=words):
        s.simulate(until=1)
