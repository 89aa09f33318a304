"""Linear equations while frictions stick or slide and limits touch, against closed forms."""

from __future__ import annotations

import math
from typing import Any

import pytest

from lagr_gui import GROUND, LagrError, System

G = 9.81


def two_masses(scale: float = 1.0) -> System:
    """Two masses in a row on springs, the second one held on the first by a brake."""
    s = System("two", m=1.0, c=10.0)
    a, b = s.body(mass="m"), s.body(mass="m")
    s.joint("prismatic", GROUND, a, "x")
    s.joint("prismatic", a, b, "y")
    s.element("coordinate_spring", coordinate="x", c="c")
    s.element("coordinate_spring", coordinate="y", c="c")
    s.element("joint_friction", "brake", coordinate="y", kinetic=2 * scale)
    s.start(x=scale / 4)
    return s


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_what_sticks_moves_as_one(scale: float) -> None:
    modes = two_masses(scale).modes("start", mode="sticks")
    moving = [mode for mode in modes.modes if mode.frequency]
    assert [mode.frequency for mode in moving] == pytest.approx([math.sqrt(5)])
    assert "They hold while “brake” sticks." in modes.notes and modes.certificate


def test_what_cannot_stick_is_told() -> None:
    s = two_masses()
    s.start(x=1.0)  # both are drawn back by 10 N, the second one by half of it
    with pytest.raises(LagrError, match="have to hold 5, and holds 2 at most"):
        s.linearize("start", mode="sticks")
    with pytest.raises(LagrError, match="does not slide there"):
        s.linearize("start", mode="brake=slides")
    with pytest.raises(LagrError, match="slides or sticks, each with linear equations"):
        s.linearize("start")
    with pytest.raises(LagrError, match="Did you mean “brake”"):
        s.linearize("start", mode="brke=sticks")


@pytest.mark.parametrize("speed", [0.3, -0.3])
def test_a_falling_bound_damps_backwards(speed: float) -> None:
    """On a belt R + (H − R) exp(−|γ|/v) falls with γ: it gives −(H − R)/v exp(−w/v) of damping."""
    s = System("belt", m=2.0, c=50.0, w=speed)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x")
    s.element("coordinate_spring", coordinate="x", c="c")
    law: dict[str, Any] = {"kinetic": 3, "static": 5, "stribeck": 0.4, "shape": 1, "speed": "w"}
    s.element("joint_friction", "belt", coordinate="x", **law)
    linear = s.linearize(mode="slides")
    share = 2 * math.exp(-0.75)
    assert linear.P[0, 0] == pytest.approx(-share / 0.4)
    assert linear.q[0] == pytest.approx(math.copysign((3 + share) / 50, speed))
    assert s.modes(mode="slides").stability == "unstable" and linear.certificate
    with pytest.raises(LagrError, match="its other side moves"):
        s.linearize(mode="sticks")


def floating(kind: str, **fields: Any) -> System:
    """A disc in the plane with one limit."""
    s = System("disc", m=1.0, c=10.0)
    disc = s.body("disc", mass="m", inertia=(0, 0, 0.1))
    s.joint("planar", GROUND, disc, "x", "y", "p")
    s.element(kind, "limit", **{name: disc if v == "disc" else v for name, v in fields.items()})
    return s


@pytest.mark.parametrize(
    ("fields", "y", "frequency"),
    [
        ({"kind": "rope", "body_a": 0, "body_b": "disc", "l": 0.5}, -0.5, math.sqrt(G / 0.5)),
        ({"kind": "unilateral_condition", "limit": "-y"}, 0.0, None),
        ({"kind": "wall", "body": "disc", "radius": 0.1, "ground": 0}, 0.1, None),
        ({"kind": "bumper", "body_a": "disc", "body_b": 0, "distance": 0.5}, 0.5, math.inf),
    ],
)
def test_what_touches_binds(fields: dict[str, Any], y: float, frequency: float | None) -> None:
    """A tight rope makes a pendulum, a floor leaves x free, on a ball one falls off."""
    s = floating(**fields)
    s.start(y=y)
    linear = s.linearize("start", mode="limit=touches")
    assert {"x", "p"} == {*linear.independent} and linear.certificate
    stiffness = {None: 0.0, math.inf: -G / 0.5}.get(frequency, (frequency or 0) ** 2)
    assert linear.K[0, 0] == pytest.approx(stiffness, abs=1e-12)
    s.start(y=-y or 1.0)
    if fields["kind"] in ("rope", "bumper"):
        with pytest.raises(LagrError, match="does not touch there"):
            s.linearize("start", mode="touches")


def test_a_stop_holds_by_its_own_side() -> None:
    s = System("arm", m=1.0)
    inertia = (0, 0, 0.1)
    a, b = (s.body(mass="m", inertia=inertia) for _ in "ab")
    s.joint("revolute", GROUND, a, "p", point_child=(0, 0.5, 0))
    s.joint("revolute", a, b, "q", point_parent=(0, -0.5, 0), point_child=(0, 0.5, 0))
    s.element("stop", "stop", coordinate="p", lower=-0.3, upper=0.4)
    s.start(p=0.4)
    with pytest.raises(LagrError, match="does not touch there"):
        s.modes(mode="touches")
    s.element("coordinate_force", "push", coordinate="p", force=100)
    (mode,) = s.modes(mode="touches").modes
    assert mode.frequency == pytest.approx(math.sqrt(G * 0.5 / 0.35))


def test_linear_equations_after_an_event() -> None:
    s = System("pendulum", m=1.5, l=0.8, c=20.0)
    bob = s.body("Bob", mass="m", inertia=(0, 0, 0.1))
    s.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0), name="pin")
    s.element("spring", "spring", body_a=GROUND, body_b=bob, c="c", l0=0.8)
    s.event("lets go", "phi - 0.4", open="pin")
    swing = s.modes().modes[0].frequency
    assert swing == pytest.approx(math.sqrt(1.5 * G * 0.8 / (0.1 + 1.5 * 0.64)))
    linear = s.linearize(after="lets go")
    frequencies = [mode.frequency for mode in s.modes(after="lets go").modes if mode.frequency]
    stretched = 0.8 + 1.5 * G / 20
    assert frequencies == pytest.approx([math.sqrt(G / stretched), math.sqrt(20 / 1.5)], rel=1e-6)
    assert linear.after == "lets go" and "They hold after these events: lets go." in linear.notes
    closed = s.linearize_symbolic({"y_1": "-h"}, after="lets go")
    assert closed.coordinates == ("x_1", "y_1", "phi")
